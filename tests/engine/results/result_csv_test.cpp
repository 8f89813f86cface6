#include "engine/results/result_csv.h"

#include <gmock/gmock.h>

#include "engine/results/made_episodes.h"
#include "support/bad_input.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::bad_input_of;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

TEST(ResultCsv, CellsAreQuotedOnlyWhereTheyMustBe) {
  EXPECT_EQ(csv_cell("plain text"), "plain text");
  EXPECT_EQ(csv_cell("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_cell("a \"b\""), "\"a \"\"b\"\"\"");
}

TEST(ResultCsv, AWrittenPlanIsReadBackAsItWas) {
  const MixedCsv csv(MixedCsv::Columns::key);
  const ResultRow episode{
      {{"heuristic", 24, Layers::outer, 5, true}, UINT64_MAX, "imagined", "0123"}};
  const ResultRow truth{{{"", 24, Layers::outer, 5, true}, 7, "imagined", "0123"}};
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "plan.csv", csv.heading() + "\n" + csv.line(episode) + "\n" + csv.line(truth) + "\n");
  const std::vector<ResultRow> rows = csv.read(file);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].job, episode.job);
  EXPECT_EQ(rows[1].job, truth.job);
  EXPECT_EQ(csv.line(rows[0]), csv.line(episode));
  EXPECT_EQ(csv.line(rows[1]), csv.line(truth));
}

TEST(ResultCsv, WhatIsNoPlanIsRefusedByFileAndLine) {
  const MixedCsv csv(MixedCsv::Columns::key);
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& text) {
    const std::string file = folder.write("plan.csv", text);
    return bad_input_of([&] { return csv.read(file); });
  };
  EXPECT_THAT(refusal("dear diary\n"), AllOf(HasSubstr("line 1"), HasSubstr("'dear diary'")));
  EXPECT_THAT(refusal(csv.heading() + "\nepisode,all\n"), HasSubstr("line 2"));
  for (const char* line : {"episode,all,three,heuristic,8,0,bullet,1,0123,0.2.0",
                           "episode,round,3,heuristic,8,0,bullet,1,0123,0.2.0",
                           "episode,all,3,,8,0,bullet,1,0123,0.2.0",
                           "episode,all,3,\"heuristic\",8,0,bullet,1,0123,0.2.0",
                           "episode,all,3,heuristic,8,0,bullet,99999999999999999999,0123,0.2.0"})
    EXPECT_THAT(refusal(csv.heading() + "\n" + line + "\n"), HasSubstr("line 2")) << line;
}

}  // namespace
}  // namespace marblemaze
