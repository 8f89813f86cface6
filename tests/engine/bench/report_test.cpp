#include "engine/bench/report.h"

#include <algorithm>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "engine/bench/made_episodes.h"
#include "maze/base/file_io.h"
#include "maze/base/text.h"
#include "support/bad_input.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Document = nlohmann::json;
using testing::error_message_of;
using testing::made_episode;
using testing::made_truth;

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
    EXPECT_THAT(error_message_of([&] { return make_report(episodes, true); }),
                AllOf(HasSubstr(other), HasSubstr(known)));
  }
}

TEST(Report, SeedsAndMissingRowsOfTheThesisAreListed) {
  auto episodes = five_mazes();
  episodes.push_back(made_episode(40, Outcome::frozen, {}));
  const Document document = json_of(episodes);
  EXPECT_EQ(document["seeds"], "1-5, 40");
  EXPECT_EQ(document["rows"].size(), 1u);
  EXPECT_EQ(document["missing"].size(), 13u);
  const std::string markdown = report_markdown(make_report(episodes, true));
  EXPECT_THAT(markdown, HasSubstr("13 of the thesis's 14 rows were not run"));
  EXPECT_THAT(markdown, HasSubstr("| Improved Heuristic, 8 orientations | not run |"));
  EXPECT_THAT(markdown, Not(HasSubstr("## Table 8")));
}

TEST(Report, UnknownFiguresAreEmptyInTheCsv) {
  auto episodes = five_mazes();
  episodes.push_back(made_episode(1, Outcome::frozen, {},
                                  {"depth-first", ControlScheme::cube_24, Layers::outer, 4}));
  const std::vector<std::string> lines = split_text(report_csv(make_report(episodes, true)), '\n');
  ASSERT_EQ(lines.size(), 3u);
  const std::vector<std::string> names = split_text(lines[0], ',');
  const auto cell = [&](std::size_t line, const std::string& name) {
    std::vector<std::string> cells = split_text(lines[line], ',');
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

// ---- comparison of two agents

ResultRow played_by(const char* agent, std::uint64_t seed, std::uint64_t run, Outcome outcome,
                    int moves) {
  ResultRow row =
      made_episode(seed, outcome, {moves, 0, 0}, {agent, ControlScheme::cube_8, Layers::all, 3});
  row.job.run = run;
  return row;
}

/// Returns two runs of each agent in three mazes, and a run of agent a in a fourth maze. Agent b
/// freezes in one run in the first maze and in both runs in the second.
std::vector<ResultRow> two_agents() {
  using enum Outcome;
  return {played_by("a", 1, 1, solved, 4),  played_by("b", 1, 1, solved, 10),
          played_by("a", 1, 2, solved, 6),  played_by("b", 1, 2, frozen, 10),
          played_by("a", 2, 1, solved, 5),  played_by("b", 2, 1, frozen, 10),
          played_by("a", 2, 2, solved, 5),  played_by("b", 2, 2, frozen, 10),
          played_by("a", 3, 1, solved, 20), played_by("b", 3, 1, solved, 22),
          played_by("a", 3, 2, solved, 20), played_by("b", 3, 2, solved, 24),
          played_by("a", 4, 1, solved, 1)};
}

TEST(AgentComparison, PairsRunsOfTheSameNumberInTheSameMaze) {
  const auto comparisons = compare_agents(two_agents(), "a", "b");
  ASSERT_EQ(comparisons.size(), 1u);
  const AgentComparison& c = comparisons[0];
  EXPECT_EQ(c.mazes, 3) << "b did not play the fourth";
  EXPECT_EQ(c.runs, 6);
  EXPECT_EQ(c.both, 3);
  EXPECT_EQ(c.only_first, 3);
  EXPECT_EQ(c.only_second + c.neither, 0);
  EXPECT_DOUBLE_EQ(c.pct_solved.difference.value, 50);
  // The differences per maze are 50, 100 and 0.
  EXPECT_NEAR(c.pct_solved.difference.high, student_mean({50, 100, 0}).high, 1e-9);
  EXPECT_EQ(c.mazes_of_both, 2);
  EXPECT_DOUBLE_EQ(c.moves.difference.value, -4) << "-6, -2 and -4";
  EXPECT_DOUBLE_EQ(c.moves.first.value, 44.0 / 3);
}

TEST(AgentComparison, ListsTheAvailableAgents) {
  const auto refusal = [](const char* first, const char* second) {
    return error_message_of([&] { return compare_agents(two_agents(), first, second); });
  };
  EXPECT_THAT(refusal("a", "c"), HasSubstr("one of: a, b"));
  EXPECT_THAT(refusal("a", ""), HasSubstr("one of: a, b"));
  EXPECT_THAT(refusal("a", "a"), HasSubstr("cannot compare agent 'a' with itself"));
}

// ---- comparison with reference solutions

/// Reference solutions of mazes 1 to 5: four mazes solvable in 4, 6, 10 and 5 moves, and an
/// unsolvable maze.
const std::vector<ResultRow> kTruths{made_truth(1, 4), made_truth(2, 6), made_truth(3, 10),
                                     made_truth(4, 5), made_truth(5, -1)};
/// Runs in mazes 1 to 6: solved in 6 and 6 moves, gave up, frozen, correctly gave up, and solved
/// without a reference solution.
const std::vector<ResultRow> kEpisodes{made_episode(1, Outcome::solved, {6, 0, 0, 6, 6}),
                                       made_episode(2, Outcome::solved, {6, 0, 0, 6, 6}),
                                       made_episode(3, Outcome::unsolvable, {40, 0, 0, 0, 0}),
                                       made_episode(4, Outcome::frozen, {3, 0, 0, 0, 0}),
                                       made_episode(5, Outcome::unsolvable, {9, 0, 0, 0, 0}),
                                       made_episode(6, Outcome::solved, {50, 0, 0, 0, 0})};

TEST(AgainstTheTruth, RunsBetterThanTheReferenceAreCounted) {
  const std::vector<ResultRow> better{made_episode(2, Outcome::solved, {5, 0, 0, 5, 5}),
                                      made_episode(5, Outcome::solved, {9, 0, 0, 9, 9})};
  const auto row = compare_with_truth(better, truths_of(kTruths));
  ASSERT_TRUE(row);
  EXPECT_EQ(row->surpassed, 2);
  EXPECT_DOUBLE_EQ(row->regret.value, -1);
}

TEST(AgainstTheTruth, ReferencesUnderOtherConditionsAreIgnored) {
  std::vector<ResultRow> others = kTruths;
  others[0].job.settings = "another";
  others[1].job.version = "9";
  others[2].job.world = "imagined";
  others[3].job.row.recovery = true;
  others[4].job.row.control = ControlScheme::cube_24;
  EXPECT_FALSE(compare_with_truth(kEpisodes, truths_of(others)));
  EXPECT_THAT(report_markdown(make_report(kEpisodes, false, others)),
              Not(HasSubstr("Reference solutions")));
}

TEST(TruthReport, AllFormatsMatchAManualCalculation) {
  // Two agents make the same moves. The table of reference solutions counts each maze once.
  std::vector<ResultRow> episodes = kEpisodes;
  for (ResultRow other : kEpisodes) {
    other.job.row.agent = "heuristic";
    episodes.push_back(other);
  }
  const Report report = make_report(episodes, false, kTruths);
  const Document document = Document::parse(report_json(report));
  const Document row = document["rows"][0], truth = document["truths"][0];
  EXPECT_EQ(row["truth"]["mean_regret"], 1.0);  // (2 + 0) / 2
  EXPECT_EQ(row["truth"]["ratio"], 1.2);        // 12 / 10
  EXPECT_EQ(row["truth"]["solved_of_solvable_count"], 2);
  EXPECT_EQ(row["solved_within"], Document::parse("[[6, 33.33], [50, 50.0]]"));
  EXPECT_EQ(truth["solved_within"],
            Document::parse("[[4, 20.0], [5, 40.0], [6, 60.0], [10, 80.0]]"));
  EXPECT_EQ(truth["mean_fewest_moves"], 6.25);
  EXPECT_THAT(report_csv(report), HasSubstr("truth_mean_regret_low,truth_mean_regret_high"));
  EXPECT_THAT(curves_csv(report), HasSubstr("outer,8,0,truth,10,4,5,80.00,0\n"));
  EXPECT_THAT(curves_csv(report), HasSubstr("outer,8,0,single-move-prediction,6,2,6,33.33,0\n"));
  EXPECT_THAT(report_markdown(report),
              HasSubstr("| 2 of 4 | 50.0 | 40.0 (0.0 to 108.0) | 40.0 to 40.0 | 1 | 1.0 (0.0 to "
                        "13.7) | 2.0, 2.0 | 1.20 |"));
}

TEST(TruthReport, AgentsAreComparedWithBothBounds) {
  std::vector<ResultRow> truths = kTruths;
  PolicyStatistics& policy = truths[0].truth.policy;
  policy.runs = 1000;
  policy.reached = 500;
  policy.moves_of_reached = 2000;
  policy.out_of_reach = 0.4;
  const auto row = compare_with_truth({kEpisodes[0]}, truths_of(truths));
  ASSERT_TRUE(row);
  EXPECT_NEAR(row->points_below_high, -40, 1e-9) << "no policy reaches more than 60 %";
  EXPECT_DOUBLE_EQ(row->points_below_low, 100 * truths[0].truth.chance_low() - 100);
  EXPECT_LT(row->points_below_low, -50);
  policy.out_of_reach = 0;  // as in files of earlier versions
  EXPECT_DOUBLE_EQ(compare_with_truth({kEpisodes[0]}, truths_of(truths))->points_below_high, 0);
}

TEST(TruthReport, EachEpisodeHasItsExcessMoves) {
  const std::string csv = episodes_csv(kEpisodes, kTruths);
  EXPECT_THAT(csv,
              HasSubstr("recovery,solvable,fewest_moves,regret,rest,effort_ms,run,move_limit\n"));
  EXPECT_THAT(csv, HasSubstr(",0,1,4,2,0,0,1,0\n"));  // solved
  EXPECT_THAT(csv, HasSubstr(",0,1,10,,0,0,1,0\n"));  // gave up
  EXPECT_THAT(csv, HasSubstr(",0,0,,,0,0,1,0\n"));    // unsolvable
  EXPECT_THAT(csv, HasSubstr(",0,,,,0,0,1,0\n"));     // unknown
}

}  // namespace
}  // namespace marblemaze
