#include "engine/bench/report.h"

#include <cmath>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "engine/bench/made_episodes.h"
#include "maze/base/file_io.h"
#include "maze/base/text.h"
#include "support/bad_input.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Document = nlohmann::json;
using testing::made_episode;

/// Returns runs in five mazes: two solved runs, one of them without a wrong prediction, and three
/// runs with other outcomes.
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

TEST(TableRow, FiguresAreForSolvedMazesUnlessNamedDifferently) {
  const Document row = row_of(five_mazes());
  for (const auto& [figure, value] :
       std::vector<std::pair<const char*, double>>{{"avg_moves", 15},
                                                   {"avg_moves_all", 1272},
                                                   {"most_moves", 6000},
                                                   {"pct_solved", 40},
                                                   {"pct_unsolvable", 20},
                                                   {"pct_frozen", 20},
                                                   {"solved_count", 2},
                                                   {"capped_count", 1},
                                                   {"repeated_moves", 160},     // (3 + 5) * 100 / 5
                                                   {"unrepeatable_moves", 60},  // (1 + 2) * 100 / 5
                                                   {"repeated_all_per_100_mazes", 102280},
                                                   {"pct_predicted", 90},  // 27 of 30
                                                   {"error_free_count", 1},
                                                   {"pct_error_free", 20},
                                                   {"error_free_moves", 10}})
    EXPECT_EQ(row[figure], value) << figure;
  // The values are 10 and 20: s = sqrt(50), and the half-width is 12.706 * sqrt(50 / 2) = 63.53.
  EXPECT_EQ(row["intervals"]["avg_moves"], Document({0.0, 78.53}));
  EXPECT_EQ(row["thesis"]["avg_moves"], 18.6);
  EXPECT_EQ(row["thesis"]["error_free_count"], 42);
  EXPECT_EQ(row["inside"]["avg_moves"], true);
  EXPECT_EQ(row["maze"], "5x5x5 outer-layer");
}

TEST(Report, TruncatedRunsCountAsNotSolved) {
  EXPECT_THAT(report_markdown(make_report(five_mazes(), false)),
              HasSubstr("0 of 5 runs timed out and 1 were truncated. They count as unsolved."));
}

TEST(TableRow, MeanWithoutValuesIsNull) {
  const Document row = row_of({made_episode(1, Outcome::frozen, {3, 0, 0, 2, 3})});
  EXPECT_TRUE(row["avg_moves"].is_null());
  EXPECT_TRUE(row["intervals"]["avg_moves"].is_null());
  EXPECT_TRUE(row["pct_predicted"].is_null());
  EXPECT_EQ(row["inside"]["avg_moves"], false);
  EXPECT_EQ(row["intervals"]["pct_solved"], Document({0.0, 79.35}));
  const RowSpec blind{"depth-first", ControlScheme::cube_8, Layers::all, 3};
  EXPECT_TRUE(row_of({made_episode(1, Outcome::solved, {3, 0, 0, 0, 0}, blind)})["error_free_count"]
                  .is_null())
      << "a search that predicts nothing";
}

// ---- report ----

std::string documented_query() {
  const std::string page = read_text_file(MARBLEMAZE_SOURCE_DIR "/docs/reference/commands.md");
  const auto begin = page.find("SELECT ");
  return page.substr(begin, page.find('"', begin) - begin);
}

TEST(Report, DocumentedQueryReturnsTheSameCounts) {
  const testing::TemporaryFolder folder;
  {
    ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
    for (const ResultRow& episode : five_mazes()) store.add(testing::own(episode));
  }
  const Document row =
      row_of(ResultsStore(folder / "a.db", ResultsStore::Mode::read).rows(JobType::run));
  const SqliteDatabase database(folder / "a.db", SqliteDatabase::Mode::read);
  SqliteStatement counted(database, documented_query());
  ASSERT_TRUE(counted.step());
  EXPECT_EQ(counted.text(), row["algorithm"]);
  EXPECT_EQ(counted.integer(), row["orientations"]);
  EXPECT_EQ(counted.integer(), row["mazes"]);
  EXPECT_EQ(counted.integer(), row["solved_count"]);
}

TEST(Report, MixedConditionsAreRejectedWithBothValues) {
  for (const auto& [member, other, known] :
       {std::tuple(&Job::settings, "fedcba9876543210", "0123456789abcdef"),
        {&Job::version, "0.2.0", "0.1.0"},
        {&Job::world, "predicted", "bullet"}}) {
    auto episodes = five_mazes();
    episodes[2].job.*member = other;
    EXPECT_THAT(testing::error_message_of([&] { return make_report(episodes, true); }),
                ::testing::AllOf(HasSubstr(other), HasSubstr(known)));
  }
}

TEST(Report, JsonListsEveryCellWithStandardErrorAndZ) {
  auto episodes = five_mazes();
  episodes.push_back(made_episode(40, Outcome::frozen, {}));
  const Document document = json_of(episodes);
  EXPECT_EQ(document["seeds"], "1-5, 40");
  EXPECT_EQ(document["cells_compared"], 4);
  EXPECT_EQ(document["repeat_cells_compared"], 2);
  std::vector<std::string> columns;
  for (const Document& cell : document["cells"]) {
    columns.push_back(cell["column"]);
    const double difference = cell["difference"];
    EXPECT_NEAR(difference, cell["ours"].get<double>() - cell["thesis"].get<double>(), 1e-12);
    EXPECT_NEAR(cell["z"].get<double>(), difference / cell["standard_error"].get<double>(), 1e-12);
    EXPECT_EQ(cell["inside"].get<bool>(), std::abs(difference) <= cell["margin"].get<double>());
  }
  EXPECT_THAT(columns,
              ::testing::ElementsAre("avg_moves", "pct_solved", "pct_unsolvable", "pct_frozen",
                                     "repeated_per_solved", "unrepeatable_per_solved"));
}

TEST(Report, MissingRowsOfTheThesisAreListed) {
  const Document document = json_of(five_mazes());
  EXPECT_EQ(document["rows"].size(), 1u);
  EXPECT_EQ(document["missing"].size(), 13u);
  const std::string markdown = report_markdown(make_report(five_mazes(), true));
  EXPECT_THAT(markdown, HasSubstr("13 of the thesis's 14 rows were not run"));
  EXPECT_THAT(markdown, HasSubstr("| Improved Heuristic, 8 orientations | not run |"));
  EXPECT_THAT(markdown, Not(HasSubstr("## Table 8")));
}

TEST(Report, TheCsvContainsEveryNumberOfTheJson) {
  auto episodes = five_mazes();
  episodes.push_back(made_episode(1, Outcome::frozen, {},
                                  {"depth-first", ControlScheme::cube_24, Layers::outer, 4}));
  const std::vector<std::string> lines =
      marblemaze::split_text(report_csv(make_report(episodes, true)), '\n');
  ASSERT_EQ(lines.size(), 3u);
  const std::vector<std::string> names = marblemaze::split_text(lines[0], ',');
  const auto cell = [&](std::size_t line, const std::string& name) {
    std::vector<std::string> cells = marblemaze::split_text(lines[line], ',');
    cells.resize(names.size());
    return cells.at(static_cast<std::size_t>(std::ranges::find(names, name) - names.begin()));
  };
  EXPECT_EQ(cell(1, "avg_moves"), "15.00");
  EXPECT_EQ(cell(1, "avg_moves_high"), "78.53");
  EXPECT_EQ(cell(1, "thesis_avg_moves"), "18.60");
  EXPECT_EQ(cell(1, "inside_avg_moves"), "1");
  EXPECT_EQ(cell(2, "orientations"), "24");
  EXPECT_EQ(cell(2, "avg_moves"), "") << "no maze was solved";
  EXPECT_EQ(cell(2, "thesis_avg_moves"), "") << "the thesis does not have this row";
}

}  // namespace
}  // namespace marblemaze
