#include "render/session/run_text.h"

#include <set>

#include <gmock/gmock.h>

#include "tests/render/session/runs.h"

namespace marblemaze {
namespace {

using marblemaze::testing::cube;
using marblemaze::testing::play_on;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

RunResultText news_of_lesson(const char* lesson) {
  MarbleRun run(lesson_spec(find_lesson(lesson)));
  play_on(run);
  return run_result_text(run);
}

// The path predictor's estimate is not a minimum, because it ignores bounces and balanced marbles.
TEST(RunWords, OnlyLevelsShowAMinimumNumberOfMoves) {
  MarbleRun run(cube(1));
  play_on(run);
  EXPECT_THAT(run_result_text(run).detail,
              AllOf(Not(HasSubstr("fewest")), HasSubstr("The path predictor estimated")));
  EXPECT_THAT(moves_in_words(run, nullptr), AllOf(Not(HasSubstr("best")), HasSubstr("predictor")));
  MarbleRun level_run(level_spec(levels()[0]));
  EXPECT_EQ(moves_in_words(level_run, &levels()[0]),
            "0 moves; minimum: " + std::to_string(levels()[0].best()));
}

TEST(RunWords, EachOutcomeHasAHeadlineAndAnExplanation) {
  // The lessons "frozen" and "unsolvable" describe these outcomes.
  EXPECT_EQ(news_of_lesson("frozen").headline, "The marble froze in move 3");
  EXPECT_THAT(news_of_lesson("frozen").why, HasSubstr("a wall is missing below it"));
  const RunResultText unsolvable = news_of_lesson("unsolvable");
  EXPECT_THAT(unsolvable.headline, HasSubstr("No solution found in "));
  EXPECT_THAT(unsolvable.why, HasSubstr("The thesis calls this outcome unsolvable"));
  EXPECT_THAT(unsolvable.why, HasSubstr("No sequence of moves can solve this maze"))
      << "the agent has returned to the first state and has tried every move";
  EXPECT_EQ(outcome_name(Outcome::unsolvable), "gave up (unsolvable)");
  EXPECT_EQ(outcome_name(Outcome::frozen), to_string(Outcome::frozen));
  RunSpec spec = cube(5);
  spec.player.move_limit = 1;
  MarbleRun capped(spec);
  play_on(capped);
  EXPECT_EQ(run_result_text(capped).headline, "Stopped after 1 move");
  EXPECT_THAT(run_result_text(capped).detail, HasSubstr("limit"));
}

TEST(RunWords, ReasonStartsWithItsPurpose) {
  EXPECT_EQ(reason_text("planned moves left: 4 of 5; the plan: nearest untried move"),
            "nearest untried move (move 2 of 5 in the plan)");
  EXPECT_EQ(reason_text("nearest untried move"), "nearest untried move");
}

TEST(RunWords, PlanEndsWithTheRunOrAnUnexpectedOutcome) {
  MarbleRun run(lesson_spec(find_lesson("prediction")));
  play_on(run);
  EXPECT_TRUE(plan_holds_after(run, 0));
  EXPECT_FALSE(plan_holds_after(run, 1)) << "the move ended in another state than planned";
  MarbleRun frozen(lesson_spec(find_lesson("frozen")));
  play_on(frozen);
  EXPECT_FALSE(plan_holds_after(frozen, frozen.moves().size() - 1));
}

TEST(RunWords, PlanIsHiddenFromAUserWhoTakesOver) {
  MarbleRun run(lesson_spec(find_lesson("prediction")));
  while (run.moves().empty()) run.advance();
  run.set_by_hand(true);
  while (!run.waits_for_user()) run.advance();
  ASSERT_EQ(run.moves().size(), 1U);
  EXPECT_FALSE(plan_holds_after(run, 0));
  run.set_by_hand(false);
  while (run.moves().size() < 2) run.advance();
  EXPECT_TRUE(plan_holds_after(run, 0));
}

TEST(RunWords, StateNameShowsItsCellAndDownwardDirection) {
  const OrientationScheme scheme(ControlScheme::cube_8, Layers::all),
      fine(ControlScheme::cube_24, Layers::all);
  std::set<std::string> names;
  for (const OrientationScheme* each : {&scheme, &fine})
    for (OrientationId o(0); o.index < each->orientations(); ++o.index)
      EXPECT_TRUE(names.insert(cell_name(*each, each->state(CellId(40), o))).second);
  // At the start, x, y and z point up, so the lowest corner is at the lower left.
  const StateId start = scheme.state(CellId(40), scheme.nearest({1, 1, 1}));
  EXPECT_EQ(cell_name(scheme, start), "41 \u2199");
  EXPECT_EQ(down_arrow(scheme, scheme.nearest({-1, 1, -1})), "\u21d8");
}

TEST(RunWords, SidesOfTheImageAreNamedInEightDirections) {
  const std::pair<glm::vec2, const char*> sides[] = {{{-1, 0.1}, "left"},
                                                     {{-1, -0.1}, "left"},
                                                     {{0.2, 2}, "away"},
                                                     {{0.5, -0.4}, "right and towards you"}};
  for (const auto& [side, words] : sides) EXPECT_EQ(direction_name(side), words);
}

TEST(RunWords, ArrowKeyMatchesTheNameOfTheMove) {
  for (const MoveId move : {MoveId(0), MoveId(1), MoveId(2)}) {
    Session session(cube(7, true));
    MarbleRun& runs = session.marble();
    while (!runs.selected_run().waits_for_user()) ASSERT_TRUE(runs.extend(runs.length() + 1));
    const glm::vec2 side = tilt_direction(runs.selected_run(), runs.selected_run().ticks() - 1,
                                          move, session.view.camera);
    runs.choose_towards(glm::normalize(side), session.view.camera);
    while (runs.selected_run().moves().empty()) ASSERT_TRUE(runs.extend(runs.length() + 1));
    EXPECT_EQ(runs.selected_run().moves().front().move, move);
  }
}

}  // namespace
}  // namespace marblemaze
