#include "engine/recording/recording.h"

#include <climits>
#include <cmath>
#include <functional>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/recording/made_recording.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using testing::record_run;

std::string refusal_of(const std::string& bytes) {
  return testing::error_message_of(
      [&] { return recording_from_bytes(bytes, "run.rec").moves.size(); });
}

TEST(Recording, RoundTrips) {
  const Recording written = record_run(1);
  const std::string bytes = recording_bytes(written);
  EXPECT_LT(bytes.size(), 24 * written.ticks.size());
  const Recording read = recording_from_bytes(bytes, "run.rec");
  EXPECT_TRUE(recording_bytes(read) == bytes);
  EXPECT_EQ(*read.spec.setup.maze, *written.spec.setup.maze);
  EXPECT_EQ(read.spec.setup.settings, written.spec.setup.settings);
  ASSERT_EQ(read.ticks.size(), written.ticks.size());
  for (const RecordedMove& move : read.moves) EXPECT_EQ(move.plan.at(0).move, move.move);
  for (std::size_t i = 0; i < read.ticks.size(); i += 7) {
    EXPECT_EQ(read.ticks[i].hash, written.ticks[i].hash);
    EXPECT_EQ(read.ticks[i].phase, written.ticks[i].phase);
    EXPECT_LT(glm::distance(read.ticks[i].marble, written.ticks[i].marble), 1e-3f);
    const glm::quat turned = glm::normalize(read.ticks[i].maze);
    EXPECT_GT(std::abs(glm::dot(turned, written.ticks[i].maze)), 1 - 1e-6f);
  }
}

TEST(Recording, ContainsTheMoveDuringWhichItWasSaved) {
  Recording written = record_run(1);
  written.moves.back().end = 0;
  const Recording read = recording_from_bytes(recording_bytes(written), "saved early");
  EXPECT_EQ(read.moves.size(), written.moves.size());
}

TEST(Recording, StoresTicksAndChooserOfEachMove) {
  const Recording recording = record_run(1);
  ASSERT_FALSE(recording.moves.empty());
  long rest = recording.moves.front().begin;
  EXPECT_EQ(recording.ticks[rest - 1].phase, Phase::stable);
  for (const RecordedMove& move : recording.moves) {
    EXPECT_EQ(move.begin, rest);
    EXPECT_EQ(recording.ticks[move.begin].phase, Phase::accelerating);
    EXPECT_FALSE(move.reason.empty());
    rest = move.end;
  }
  EXPECT_EQ(rest, static_cast<long>(recording.ticks.size()));
  EXPECT_EQ(recording.spec.player.agent, "breadth-first");
  EXPECT_EQ(recording.build, build_id());
}

TEST(Recording, RejectsImpossibleMovesAndCommandsByName) {
  const Recording of_moves = record_run(1), of_commands = testing::record_tilt_run(2, "floor");
  for (const auto& [change, words] :
       std::vector<std::pair<std::function<void(Recording&)>, const char*>>{
           {[](auto& r) { r.moves[1].from = StateId(9999999); }, "9999999"},
           {[](auto& r) { r.moves[1].from = StateId(); }, "state of move 2"},
           {[](auto& r) { r.moves[0].to = StateId(27 * 8); }, "216"},
           {[](auto& r) { r.moves[0].move = MoveId(3); }, "0 to 2"},
           {[](auto& r) { r.moves[0].move = MoveId(); }, "0 to 2"},
           {[](auto& r) { r.moves[1].control = ControlScheme{7}; }, "8 or 24"},
           {[](auto& r) { r.spec.setup.control = ControlScheme::flat_4; }, "8 or 24"},
           {[](auto& r) { r.moves[1].begin = r.moves[0].begin; }, "begin"},
           {[](auto& r) { r.moves[1].end = 1 << 30; }, "end of move 2"},
           {[](auto& r) { r.moves[0].ending = static_cast<Motion>(17); }, "17"},
           {[](auto& r) { r.outcome = static_cast<Outcome>(-1); }, "-1"},
           {[&](auto& r) { (r = of_commands).commands.pop_back(); }, "commands"},
           {[&](auto& r) { (r = of_commands).commands[0].steps.x = kCommandSteps + 1; },
            "command 4097: expected at most 4096"},
           {[&](auto& r) { (r = of_commands).commands[0].steps.x = INT_MIN; },
            "command -2147483648: expected at most 4096"}}) {
    Recording foreign = of_moves;
    change(foreign);
    EXPECT_THAT(refusal_of(recording_bytes(foreign)), ::testing::HasSubstr(words));
  }
}

TEST(Recording, Version04CanBeOpened) {
  for (const char* name : {"bullet.rec", "switch.rec", "flat.rec", "free.rec", "predicted.rec"}) {
    const Recording recording =
        load_recording(std::string(MARBLEMAZE_SOURCE_DIR "/tests/fuzz/seeds/recording/") + name);
    EXPECT_FALSE(recording.ticks.empty()) << name;
  }
}

TEST(Recording, StoresNanPositionsAsNumbers) {
  Recording recording = record_run(1);
  RecordedTick tick = recording.ticks.back();
  tick.marble = {std::nanf(""), 1e30f, -HUGE_VALF};
  recording.ticks.push_back(tick);
  const Recording read = recording_from_bytes(recording_bytes(recording), "run.rec");
  EXPECT_EQ(read.ticks.back().marble, glm::vec3(0));
}

TEST(Recording, DamagedFilesAreRejectedWithTheCause) {
  const std::string whole = recording_bytes(record_run(1));
  for (const auto& [bytes, words] : std::vector<std::pair<std::string, std::string>>{
           {"something else", "recording 'run.rec': expected a file that begins with"},
           {whole.substr(0, 60), "recording 'run.rec' is truncated: the header is incomplete"},
           {whole.substr(0, 200) + "x" + whole.substr(201), "recording 'run.rec': "},
           {whole.substr(0, whole.size() - 1), "recording 'run.rec': it is truncated"},
           {whole + "!", "recording 'run.rec': after its last tick 1 byte: expected the end"},
           {"marblemaze-recording 1\n{\"build\":\"0.3.0 with Bullet 3.24\"}\n",
            "cannot read 'run.rec': it was recorded by marblemaze 0.3.0 with Bullet 3.24 (format"},
           {"marblemaze-recording 1\n", "cannot read 'run.rec': it was recorded by an older ver"}})
    EXPECT_THAT(refusal_of(bytes), ::testing::StartsWith(words));
}

TEST(GameRecording, InvalidFilesAreRejectedByName) {
  const auto refusal = [&](const std::string& text) {
    return testing::error_message_of(
        [&] { return game_from_bytes(text, "game.rec").moves.size(); });
  };
  EXPECT_THAT(refusal("hello"), ::testing::HasSubstr("begins with marblemaze-recording logic 1"));
  EXPECT_THAT(refusal("marblemaze-recording logic 1\n{\"family\": 3}"),
              ::testing::HasSubstr("game.rec"));
  const std::string sound = game_bytes(testing::played("four-bit"));
  EXPECT_NE(refusal(sound.substr(0, sound.size() / 2)), "");
  GameRecording foreign = testing::played("four-bit");
  foreign.family = "bullet";
  EXPECT_THAT(refusal(game_bytes(foreign)), ::testing::HasSubstr("'bullet'"));
  GameRecording outside = testing::played("four-bit");
  outside.moves[0].plan = {{MoveId(0), StateId(99)}};
  EXPECT_THAT(refusal(game_bytes(outside)), ::testing::HasSubstr("99"));
}

TEST(GameRecording, MovesMustBeginAndEndInStatesOfTheMaze) {
  for (const int state : {100'000'000, -5'000'000, -1}) {
    GameRecording damaged = testing::played("jump");
    damaged.moves[0].from = StateId(state);
    EXPECT_THAT(
        testing::error_message_of([&] { return game_from_bytes(game_bytes(damaged), "game.rec"); }),
        ::testing::StartsWith(
            fmt::format("recording 'game.rec': start of move 1, {}: expected a state", state)));
  }
  GameRecording damaged = testing::played("jump");
  damaged.moves[1].to = StateId(100'000'000);
  EXPECT_THAT(
      testing::error_message_of([&] { return game_from_bytes(game_bytes(damaged), "game.rec"); }),
      ::testing::HasSubstr("result of move 2, 100000000: expected a state"));
}

}  // namespace
}  // namespace marblemaze
