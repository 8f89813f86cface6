#include "engine/recording/verification.h"

#include <climits>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "engine/recording/made_recording.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

using testing::played;
using testing::record_run;
using testing::recorded;
using testing::recorded_by_hand;
using testing::spec_in;

Verification verified(const Recording& recording) {
  return verify_recording(recording_bytes(recording), "run.rec");
}
Verification verified(const GameRecording& game) {
  return verify_recording(game_bytes(game), "game.rec");
}

TEST(Verification, RepeatsRunsOfTiltPolicies) {
  for (const TiltPolicyEntry& controller : tilt_policies().built_in()) {
    const Recording recording = testing::record_free_run(2, std::string(controller.name));
    const Verification result = verified(recording);
    EXPECT_TRUE(result.verified()) << describe(result);
    EXPECT_EQ(result.ticks, static_cast<long>(recording.ticks.size()));
    EXPECT_THAT(describe(result), HasSubstr(" commands"));
    EXPECT_EQ(recording_bytes(recording_from_bytes(recording_bytes(recording), "run.rec")),
              recording_bytes(recording));
  }
}

TEST(Verification, UsesTheCommandsOfUnknownTiltPolicies) {
  Recording recording = testing::record_free_run(2, "floor");
  recording.spec.agent() = "mine";
  recording.commands[1].reason = "to see";
  const Verification result = verified(recording);
  EXPECT_TRUE(result.same()) << describe(result);
  EXPECT_FALSE(result.verified());
  EXPECT_THAT(result.not_verified, ElementsAre(HasSubstr("commands and reasons of 'mine'")));

  Recording lying = testing::record_free_run(2, "floor");
  lying.commands[1].reason = "to see";
  EXPECT_THAT(verified(lying).not_verified, ElementsAre(HasSubstr("floor chooses other commands")));
}

TEST(Verification, FindsAForgedCommandAndAForgedEndOfContinuousControl) {
  Recording recording = testing::record_free_run(2, "floor");
  recording.spec.agent() = "mine";
  Recording other = recording;
  other.commands[3].steps = {0, 0, kCommandSteps};
  const Verification result = verified(other);
  ASSERT_TRUE(result.first_difference);
  EXPECT_GE(*result.first_difference, 24);
  EXPECT_LT(*result.first_difference, 32);
  Recording solved = recording;
  solved.outcome = recording.outcome == Outcome::solved ? Outcome::capped : Outcome::solved;
  EXPECT_THAT(verified(solved).difference, HasSubstr("in the outcome"));
}

TEST(Verification, UsesTheCommandsOfFailedTiltPolicies) {
  Recording recording = testing::record_free_run(2, "floor");
  recording.spec.agent() = "mine";
  recording.ticks.resize(80);
  recording.commands.resize(80 / kCommandTicks);
  recording.outcome = Outcome::crashed;
  const Verification result = verified(recording);
  EXPECT_TRUE(result.same()) << describe(result);
  EXPECT_THAT(result.not_verified,
              ElementsAre(HasSubstr("commands and reasons"), HasSubstr("the outcome 'crashed'")));
}

TEST(Recording, OfContinuousControlRejectsInvalidOrMissingCommands) {
  Recording recording = testing::record_free_run(2, "floor");
  Recording many = recording;
  many.commands.pop_back();
  EXPECT_THAT(testing::bad_input_of([&] {
                static_cast<void>(recording_from_bytes(recording_bytes(many), "run.rec"));
              }),
              HasSubstr("commands"));
  for (const int steps : {kCommandSteps + 1, -kCommandSteps - 1, INT_MIN}) {
    recording.commands[0].steps.x = steps;
    EXPECT_THAT(testing::bad_input_of([&] {
                  static_cast<void>(recording_from_bytes(recording_bytes(recording), "run.rec"));
                }),
                HasSubstr(fmt::format("command {}: expected at most 4096", steps)));
  }
}

TEST(Verification, PassesForEveryAgentWorldAndScheme) {
  for (const std::string agent : {"depth-first", "random-walk", "complete-solution-prediction"})
    for (const std::string world : {"bullet", "imagined", "predicted"})
      for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24}) {
        RunSpec spec = spec_in(3, Layers::all, agent);
        spec.setup.kind = world;
        spec.setup.control = control;
        spec.player.recovery = control == ControlScheme::cube_24;
        const Recording recording = recorded(spec);
        const Verification result = verified(recording);
        EXPECT_TRUE(result.verified()) << agent << " in " << world << ": " << describe(result);
        EXPECT_EQ(result.ticks_compared, static_cast<long>(recording.ticks.size()));
      }
}

TEST(Verification, PassesForARunThatChangesItsScheme) {
  RunSpec spec = spec_in(3, Layers::all, "breadth-first");
  spec.scheme_switch = SchemeSwitch{ControlScheme::cube_24, 2};
  const Recording recording = recorded(spec);
  ASSERT_EQ(recording.moves[1].number, 0) << "a switch";
  EXPECT_EQ(describe(verified(recording)),
            fmt::format("the same: {} ticks, 3 moves", recording.ticks.size()));
}

TEST(Verification, NamesTheFirstTickThatDiffers) {
  Recording recording = record_run(2);
  testing::damage_tick(recording, 321);
  testing::damage_tick(recording, 400);
  const Verification result = verified(recording);
  EXPECT_EQ(result.first_difference, 321);
  EXPECT_THAT(describe(result), StartsWith("differs at tick 321 ("));
}

TEST(Verification, ComparesPosesAndHashes) {
  const Recording sound = record_run(2);
  Recording recording = sound;
  recording.ticks = {};
  for (std::size_t i = 0; i < sound.ticks.size(); ++i) {
    RecordedTick tick = sound.ticks[i];
    if (i >= 200) tick.marble.x += 0.01f;  // the same hash with another position
    recording.ticks.push_back(tick);
  }
  EXPECT_EQ(verified(recording).first_difference, 200);
}

TEST(Verification, ReportsOtherDifferences) {
  const Recording sound = record_run(2);
  const auto said = [&](const std::function<void(Recording&)>& change) {
    Recording forged = sound;
    change(forged);
    const Verification result = verified(forged);
    EXPECT_FALSE(result.verified());
    return describe(result);
  };
  EXPECT_THAT(said([](auto& r) { r.outcome = Outcome::solved; }),
              HasSubstr("in the outcome: recorded is 'solved', found 'running'"));
  EXPECT_THAT(said([](auto& r) { r.moves[1].to = StateId(r.moves[1].to.index ^ 1); }),
              HasSubstr("in entry 2 of the moves: \"to\""));
  EXPECT_THAT(said([](auto& r) { ++r.moves[1].number; }), HasSubstr("\"number\" is 3, found 2"));
  EXPECT_THAT(said([](auto& r) { --r.moves[1].end; }), HasSubstr("\"end\""));
  EXPECT_THAT(said([](auto& r) { r.moves[0].ending = Motion::overdue; }), HasSubstr("\"ending\""));
  EXPECT_THAT(said([](auto& r) { r.moves.pop_back(); }), StartsWith("differs at tick"));
  EXPECT_THAT(said([](auto& r) { r.spec.setup.settings.nature.gravity *= 2; }),
              StartsWith("differs at tick"));
}

TEST(Verification, DetectsExchangedLines) {
  const Recording sound = record_run(2);
  Recording other = sound;
  other.spec.run = 2;  // does not affect a run without noise
  const std::string lines = recording_bytes(other), ticks = recording_bytes(sound);
  const auto end = [](const std::string& bytes) { return bytes.find('\n', bytes.find('\n') + 1); };
  const Verification result =
      verify_recording(lines.substr(0, end(lines)) + ticks.substr(end(ticks)), "run.rec");
  EXPECT_THAT(describe(result), HasSubstr("in its header, which says what it was made from"));
  EXPECT_FALSE(result.first_difference);
}

TEST(Verification, DetectsForgedReasonsAndPlans) {
  Recording recording = record_run(2);
  recording.moves[1].reason = "by intuition";
  Verification result = verified(recording);
  EXPECT_TRUE(result.same());
  EXPECT_THAT(result.not_verified,
              ElementsAre(HasSubstr(
                  "from entry 2 of the moves on, breadth-first decides otherwise than recorded")));
  recording = record_run(2);
  recording.moves[0].plan.push_back({MoveId(0), std::nullopt});
  EXPECT_THAT(verified(recording).not_verified, ElementsAre(HasSubstr("from entry 1 ")));
}

TEST(Verification, ListsTheReasonsOfAPersonAsNotVerified) {
  const Recording recording = recorded_by_hand();
  ASSERT_EQ(recording.moves.size(), 3u);
  const Verification result = verified(recording);
  EXPECT_TRUE(result.same()) << describe(result);
  EXPECT_FALSE(result.verified());
  EXPECT_THAT(describe(result), HasSubstr("3 moves; not verified: why a person chose"));
}

TEST(Verification, UsesTheRecordedMovesOfExternalAgents) {
  Recording recording = record_run(2);
  recording.spec.player.agent = "my\n-agent";
  recording.outcome = Outcome::crashed;
  const Verification result = verified(recording);
  EXPECT_TRUE(result.same()) << describe(result);
  EXPECT_THAT(result.not_verified,
              ElementsAre("the reasons and plans of 'my\n-agent', which this program does not have",
                          "the outcome 'crashed', which was the agent's answer"));
  EXPECT_THAT(describe(result), HasSubstr("'my?-agent'"));
}

TEST(Verification, UsesTheRecordedMovesOfRemovedAgents) {
  const std::string bytes = read_text_file(MARBLEMAZE_SOURCE_DIR "/tests/data/mapping_0_4.rec");
  const Verification result = verify_recording(bytes, "mapping_0_4.rec");
  EXPECT_TRUE(result.same()) << describe(result);
  EXPECT_EQ(result.ticks_compared, 712);
  EXPECT_EQ(result.moves_made, 3);
  EXPECT_THAT(
      result.not_verified,
      ::testing::Contains("the reasons and plans of 'mapping', which this program does not have"));
}

TEST(Verification, RepeatsRunsOfPersonsAndAgents) {
  const Recording recording =
      recorded(spec_in(3, Layers::all, "breadth-first"), [](Episode& episode) {
        if (!episode.at_rest()) return;
        episode.let_person_play(episode.moves() == 1);
        if (episode.moves() == 1) static_cast<void>(episode.choose(MoveId(1)));
        if (episode.moves() == 2 && episode.control() == ControlScheme::cube_8)
          episode.switch_scheme(ControlScheme::cube_24);
      });
  const Verification result = verified(recording);
  EXPECT_TRUE(result.same()) << describe(result);
  EXPECT_THAT(result.not_verified, ElementsAre(HasSubstr("why a person chose")));
}

TEST(Verification, RepeatsRunsWithAChangeOfAgent) {
  const Recording recording =
      recorded(spec_in(3, Layers::all, "breadth-first"), [](Episode& episode) {
        if (episode.at_rest() && episode.moves() == 1)
          episode.switch_agent("complete-solution-prediction");
      });
  const Verification result = verified(recording);
  EXPECT_TRUE(result.same()) << describe(result);
  EXPECT_THAT(result.not_verified, ::testing::Contains(HasSubstr("from entry 2 of the moves on")));
}

TEST(Verification, DoesNotPassForAnotherBuild) {
  Recording recording = record_run(2);
  recording.build = "0.1.0 of another compiler";
  const Verification same = verified(recording);
  EXPECT_TRUE(same.same());
  EXPECT_THAT(same.not_verified, ElementsAre("that another build made it"));
  testing::damage_tick(recording, 321);
  const Verification result = verified(recording);
  EXPECT_FALSE(result.same_build);
  const std::string text = describe(result);
  EXPECT_THAT(text, StartsWith("recorded by another build (0.1.0 of another compiler; this is "));
  EXPECT_THAT(text, HasSubstr("): differs at tick 321 ("));
  EXPECT_THAT(text, ::testing::EndsWith("which is not a fault of this program"));
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(Verification, DetectsAMazeThatDiffersFromItsGenerator) {
  Recording recording = record_run(2);
  const Maze& made = *recording.spec.setup.maze;
  recording.spec.setup.maze = std::make_shared<const Maze>(
      made.grid(), made.passages(), made.start(), made.target(), Origin{"kruskal", 77});
  EXPECT_THAT(verified(recording).not_verified,
              ElementsAre("that 'kruskal' made the maze of seed 77"));
}

TEST(Verification, RejectsAnUnknownWorld) {
  Recording recording = record_run(1);
  recording.spec.setup.kind = "quantum";
  EXPECT_THAT(testing::bad_input_of([&] { return verified(recording).moves_made; }),
              HasSubstr("'quantum'"));
}

// --- Games in logic mazes

TEST(Verification, PassesForAnAgentsGameInEveryLogicMaze) {
  for (const WorldEntry& world : world_registry()) {
    if (world.marble) continue;
    const GameRecording game = played(std::string(world.name));
    const Verification result = verified(game);
    EXPECT_TRUE(result.verified()) << world.name << ": " << describe(result);
    EXPECT_EQ(result.moves_made, static_cast<int>(game.moves.size()));
  }
}

TEST(Verification, ReportsTheFirstMoveThatDiffersInAGame) {
  GameRecording game = played("four-bit");
  ASSERT_GE(game.moves.size(), 3u);
  game.moves[1].to = StateId(game.moves[1].to.index ^ 8);
  const Verification result = verified(game);
  EXPECT_EQ(result.first_difference, 2);
  EXPECT_THAT(describe(result), StartsWith("differs at move 2: recorded is '"));
}

TEST(Verification, DetectsAnImpossibleMoveOfAGame) {
  GameRecording game = played("jump");
  game.moves[0].move = MoveId(7);
  const Verification result = verified(game);
  EXPECT_EQ(result.first_difference, 1);
  EXPECT_THAT(describe(result), HasSubstr("no such move"));
}

TEST(Verification, ReportsOtherDifferencesOfAGame) {
  const GameRecording sound = played("four-bit");
  const auto said = [&](const std::function<void(GameRecording&)>& change) {
    GameRecording forged = sound;
    change(forged);
    const Verification result = verified(forged);
    EXPECT_FALSE(result.verified());
    return describe(result);
  };
  EXPECT_THAT(said([](auto& g) { g.outcome = Outcome::unsolvable; }), HasSubstr("'unsolvable'"));
  EXPECT_THAT(said([](auto& g) { g.seed = 4; }), StartsWith("differs in the maze: seed 4"));
  EXPECT_THAT(said([](auto& g) { g.agent = "depth-first"; }), HasSubstr("not verified"));
  EXPECT_THAT(said([](auto& g) { g.moves[1].reason += "!"; }),
              HasSubstr("from entry 2 of the moves on"));
  EXPECT_THAT(said([](auto& g) { g.name = "table.txt"; }), HasSubstr("of the file 'table.txt'"));
  EXPECT_THAT(said([](auto& g) { ++g.moves[0].number; }), HasSubstr("\"number\""));
}

}  // namespace
}  // namespace marblemaze
