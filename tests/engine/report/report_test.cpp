#include "engine/bench/report.h"

#include <cmath>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "engine/bench/results_store.h"
#include "engine/results/made_episodes.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Document = nlohmann::json;
using testing::made_episode;

// ---- figures of the thesis ----

TEST(ThesisTables, EveryRowAddsUpTo100PerCentOf100Mazes) {
  ASSERT_EQ(thesis_rows().size(), 14u);
  for (const ThesisRow& row : thesis_rows()) {
    EXPECT_DOUBLE_EQ(row.pct_solved + row.pct_unsolvable + row.pct_frozen, 100) << row.row.agent;
    EXPECT_EQ(row.mazes, 100);
    EXPECT_DOUBLE_EQ(row.mean_path_cells, row.row.size == 5 ? 18.4 : 8.5);
    EXPECT_EQ(row.table, row.row.size == 5 ? 7 : 8);
  }
}

TEST(ThesisTables, DepthFirstAt3EqualsTable1) {
  const ThesisRow* row = thesis_row({"depth-first", ControlScheme::cube_8, Layers::all, 3});
  ASSERT_NE(row, nullptr);
  EXPECT_DOUBLE_EQ(row->avg_moves, 96.8);
  EXPECT_DOUBLE_EQ(row->pct_frozen, 33);
  EXPECT_DOUBLE_EQ(row->pct_unsolvable, 1);
  EXPECT_DOUBLE_EQ(row->pct_solved, 66);
  EXPECT_DOUBLE_EQ(row->repeated, 4013);
  EXPECT_DOUBLE_EQ(row->unrepeatable, 17);
}

TEST(ThesisTables, ARowThatTheThesisDoesNotHaveIsNotFound) {
  EXPECT_EQ(thesis_row({"depth-first", ControlScheme::cube_24, Layers::all, 3}), nullptr);
  EXPECT_EQ(thesis_row({"depth-first", ControlScheme::cube_8, Layers::all, 5}), nullptr);
}

// ---- summary of a row ----

/// Five mazes: two solved, one of them without an error, and one for each other outcome that has
/// moves.
std::vector<ResultRow> five_mazes() {
  return {made_episode(1, Outcome::solved, {10, 3, 1, 10, 10}),
          made_episode(2, Outcome::solved, {20, 5, 2, 17, 20}),
          made_episode(3, Outcome::unsolvable, {300, 100, 7, 290, 300}),
          made_episode(4, Outcome::frozen, {30, 6, 0, 30, 30}),
          made_episode(5, Outcome::capped, {6000, 5000, 9, 1, 6000})};
}

Document json_of(const std::vector<ResultRow>& episodes) {
  return Document::parse(report_json(make_report(episodes, true)));
}
Document row_of(const std::vector<ResultRow>& episodes) { return json_of(episodes)["rows"][0]; }

TEST(TableRow, MovesAreAveragedOverSolvedMazesOnly) {
  const Document row = row_of(five_mazes());
  EXPECT_EQ(row["avg_moves"], 15.0);
  EXPECT_EQ(row["avg_moves_all"], 1272.0);
  EXPECT_EQ(row["most_moves"], 6000);
}

TEST(TableRow, PercentagesCoverAllMazes) {
  const Document row = row_of(five_mazes());
  EXPECT_EQ(row["pct_solved"], 40.0);
  EXPECT_EQ(row["pct_unsolvable"], 20.0);
  EXPECT_EQ(row["pct_frozen"], 20.0);
  EXPECT_EQ(row["capped_count"], 1);
}

TEST(TableRow, RepeatedMovesAreSummedOverSolvedMazesFor100MazesRun) {
  const Document row = row_of(five_mazes());
  EXPECT_EQ(row["repeated_per_100_mazes"], 160.0);     // (3 + 5) * 100 / 5
  EXPECT_EQ(row["unrepeatable_per_100_mazes"], 60.0);  // (1 + 2) * 100 / 5
  EXPECT_EQ(row["repeated_all_per_100_mazes"], 102280.0);
}

TEST(TableRow, AccuracyAndErrorFreeMazesAreOfSolvedMazesOnly) {
  const Document row = row_of(five_mazes());
  EXPECT_EQ(row["pct_predicted"], 90.0);  // 27 of 30
  EXPECT_EQ(row["error_free_count"], 1);
  EXPECT_EQ(row["error_free_moves"], 10.0);
}

TEST(TableRow, IntervalsAreThoseOfWilsonAndStudent) {
  // two values 10 and 20: s = sqrt(50), half width 12.706 * sqrt(50 / 2) = 63.53
  EXPECT_DOUBLE_EQ(mean({10, 20}).low, 0);
  EXPECT_NEAR(mean({10, 20}).high, 78.53, 0.002);
  EXPECT_EQ(row_of(five_mazes())["intervals"]["avg_moves"], Document({0.0, 78.53}));
  EXPECT_DOUBLE_EQ(share(0, 1).low, 0);
  EXPECT_NEAR(share(0, 1).high, 100 * 3.8416 / 4.8416, 1e-9);  // z² / (n + z²)
  const Document none = row_of({made_episode(1, Outcome::frozen, {})});
  EXPECT_EQ(none["intervals"]["pct_solved"], Document({0.0, 79.35}));
}

TEST(TableRow, IntervalsAreClippedAtZeroForNonnegativeValues) {
  EXPECT_EQ(mean({0, 0, 0, 9}).low, 0);
  // -2 and 1, ten each: mean -0.5, standard error sqrt(20 * 1.5^2 / 19 / 20).
  std::vector<double> regrets(10, -2);
  regrets.insert(regrets.end(), 10, 1);
  const double half = 2.093 * std::sqrt(1.5 * 1.5 / 19);
  EXPECT_NEAR(mean(regrets).low, -0.5 - half, 1e-4);
  EXPECT_NEAR(mean(regrets).high, -0.5 + half, 1e-4);
}

// ---- report ----

/// Returns the query in docs/reference/commands.md.
std::string documented_query() {
  const std::string page = read_text_file(MARBLEMAZE_SOURCE_DIR "/docs/reference/commands.md");
  const auto begin = page.find("SELECT ");
  return page.substr(begin, page.find('"', begin) - begin);
}

TEST(Report, TheDocumentedQueryGivesTheSameCounts) {
  const testing::TemporaryFolder folder;
  {
    ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
    for (const ResultRow& episode : five_mazes()) store.add(testing::own(episode));
  }
  const Document row =
      row_of(ResultsStore(folder / "a.db", ResultsStore::Mode::read).rows(Question::run));
  const SqliteDatabase database(folder / "a.db", SqliteDatabase::Mode::read);
  SqliteStatement counted(database, documented_query());
  ASSERT_TRUE(counted.step());
  EXPECT_EQ(counted.text(), row["algorithm"]);
  EXPECT_EQ(counted.integer(), row["orientations"]);
  EXPECT_EQ(counted.integer(), row["maze_count"]);
  EXPECT_EQ(counted.integer(), row["solved_count"]);
}

TEST(Report, MixedSettingsAreRejectedWithBothHashes) {
  auto episodes = five_mazes();
  episodes[2].job.settings = "fedcba9876543210";
  try {
    static_cast<void>(make_report(episodes, true));
    FAIL() << "settings were mixed";
  } catch (const BadInput& error) {
    EXPECT_THAT(error.what(), HasSubstr("0123456789abcdef"));
    EXPECT_THAT(error.what(), HasSubstr("fedcba9876543210"));
  }
}

TEST(Report, MixedVersionsAndWorldsAreRejected) {
  auto episodes = five_mazes();
  episodes[2].job.version = "0.2.0";
  EXPECT_THROW(static_cast<void>(make_report(episodes, true)), BadInput);
  episodes = five_mazes();
  episodes[2].job.world = "predicted";
  EXPECT_THROW(static_cast<void>(make_report(episodes, true)), BadInput);
}

TEST(Report, JsonHasEveryColumnOfTheThesisDataFileAndItsFigures) {
  const Document row = row_of(five_mazes());
  for (const char* column :
       {"table", "maze", "cells_per_side", "layers", "mazes", "mean_path_cells", "algorithm",
        "orientations", "avg_moves", "pct_solved", "pct_unsolvable", "pct_frozen", "repeated_moves",
        "unrepeatable_moves"})
    EXPECT_TRUE(row.contains(column)) << column;
  for (const char* cell : {"avg_moves", "pct_solved", "pct_unsolvable", "pct_frozen"}) {
    EXPECT_TRUE(row["thesis"][cell].is_number()) << cell;
    EXPECT_TRUE(row["intervals"][cell].is_array()) << cell;
    EXPECT_TRUE(row["inside"][cell].is_boolean()) << cell;
  }
  EXPECT_EQ(row["maze"], "5x5x5 outer-layer");
  EXPECT_EQ(row["thesis"]["avg_moves"], 18.6);
  EXPECT_EQ(row["thesis"]["error_free_mazes"], 42);
  EXPECT_EQ(row["inside"]["avg_moves"], true);
}

TEST(Report, JsonNamesDistinguishCountsAndShares) {
  const Document row = row_of(five_mazes());
  EXPECT_EQ(row["error_free_count"], 1);
  EXPECT_EQ(row["pct_error_free"], 20.0);
  EXPECT_EQ(row["solved_count"], 2);
  EXPECT_EQ(row["pct_solved"], 40.0);
  EXPECT_EQ(row["repeated_per_100_mazes"], 160.0);
  EXPECT_EQ(row["thesis"]["error_free_count"], 42);
  EXPECT_EQ(row["thesis"]["pct_error_free"], 42.0);
  for (const auto& [name, older] : std::vector<std::pair<const char*, const char*>>{
           {"maze_count", "mazes"},
           {"solved_count", "solved"},
           {"unsolvable_count", "unsolvable"},
           {"frozen_count", "frozen"},
           {"overdue_count", "overdue"},
           {"capped_count", "capped"},
           {"error_free_count", "error_free_mazes"},
           {"repeated_per_100_mazes", "repeated_moves"},
           {"unrepeatable_per_100_mazes", "unrepeatable_moves"},
           {"repeated_all_per_100_mazes", "repeated_moves_all"},
           {"unrepeatable_all_per_100_mazes", "unrepeatable_moves_all"}}) {
    ASSERT_TRUE(row.contains(older)) << older;
    EXPECT_EQ(row[name], row[older]) << name;
  }
}

TEST(Report, MissingRowsOfTheThesisAreListed) {
  const Document document = json_of(five_mazes());
  EXPECT_EQ(document["rows"].size(), 1u);
  EXPECT_EQ(document["cells_compared"], 4);
  EXPECT_EQ(document["missing"].size(), 13u);
  const std::string markdown = report_markdown(make_report(five_mazes(), true));
  EXPECT_THAT(markdown, HasSubstr("13 of the thesis's 14 rows were not run"));
  EXPECT_THAT(markdown, HasSubstr("| Improved Heuristic, 8 orientations | not run |"));
  EXPECT_THAT(markdown, Not(HasSubstr("## Table 8")));
}

TEST(Report, AMeanOfNothingIsNull) {
  const Document row = json_of({made_episode(1, Outcome::frozen, {3, 0, 0, 2, 3})})["rows"][0];
  EXPECT_TRUE(row["avg_moves"].is_null());
  EXPECT_TRUE(row["intervals"]["avg_moves"].is_null());
  EXPECT_TRUE(row["pct_predicted"].is_null());
  EXPECT_EQ(row["inside"]["avg_moves"], false);
}

TEST(Report, JsonListsEveryCellWithStandardErrorAndZ) {
  const Document document = json_of(five_mazes());
  ASSERT_EQ(document["cells"].size(), 6u);
  std::vector<std::string> columns;
  for (const Document& cell : document["cells"]) {
    columns.push_back(cell["column"]);
    EXPECT_EQ(cell["algorithm"], "single-move-prediction");
    EXPECT_EQ(cell["orientations"], 8);
    EXPECT_EQ(cell["cells_per_side"], 5);
    EXPECT_NEAR(cell["difference"].get<double>(),
                cell["ours"].get<double>() - cell["thesis"].get<double>(), 1e-12);
    EXPECT_NEAR(cell["z"].get<double>(),
                cell["difference"].get<double>() / cell["standard_error"].get<double>(), 1e-12);
    EXPECT_EQ(cell["inside"].get<bool>(),
              std::abs(cell["difference"].get<double>()) <= cell["margin"].get<double>());
  }
  EXPECT_THAT(columns,
              ::testing::ElementsAre("avg_moves", "pct_solved", "pct_unsolvable", "pct_frozen",
                                     "repeated_per_solved", "unrepeatable_per_solved"));
  // In our two solved mazes 3 and 5 moves were repeated, in the thesis's 62 solved mazes 117.
  const Document& repeated = document["cells"][4];
  EXPECT_DOUBLE_EQ(repeated["ours"].get<double>(), 4);
  EXPECT_DOUBLE_EQ(repeated["thesis"].get<double>(), 117.0 / 62);
  EXPECT_EQ(document["cells_compared"], 4);
  EXPECT_EQ(document["repeat_cells_compared"], 2);
}

TEST(Report, ASearchThatPredictsNothingHasNoAccuracy) {
  const RowSpec blind{"depth-first", ControlScheme::cube_8, Layers::all, 3};
  const Document row =
      json_of({made_episode(1, Outcome::solved, {3, 0, 0, 0, 0}, blind)})["rows"][0];
  EXPECT_TRUE(row["pct_predicted"].is_null());
  EXPECT_TRUE(row["error_free_mazes"].is_null());
}

TEST(Report, TheHeadingDescribesRunsAndSettings) {
  auto episodes = five_mazes();
  episodes.push_back(made_episode(40, Outcome::solved, {10, 0, 0, 10, 10}));
  const Document document = json_of(episodes);
  EXPECT_EQ(document["seeds"], "1-5, 40");
  EXPECT_EQ(document["episodes"], 6);
  EXPECT_EQ(document["settings"], "0123456789abcdef");
  EXPECT_EQ(document["version"], "0.1.0");
}

TEST(Report, EveryCsvLineHasAsManyFieldsAsItsHeader) {
  auto episodes = five_mazes();
  episodes.push_back(made_episode(1, Outcome::frozen, {},
                                  {"depth-first", ControlScheme::cube_24, Layers::outer, 4}));
  for (bool against : {false, true}) {
    std::istringstream csv(report_csv(make_report(episodes, against)));
    std::string line;
    std::getline(csv, line);
    const auto commas = std::count(line.begin(), line.end(), ',');
    int lines = 0;
    for (; std::getline(csv, line); ++lines)
      EXPECT_EQ(std::count(line.begin(), line.end(), ','), commas) << line;
    EXPECT_EQ(lines, 2);
  }
}

}  // namespace
}  // namespace marblemaze
