#include "engine/recording/recording.h"

#include <cmath>
#include <filesystem>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/recording/made_recording.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using testing::record_run;

std::filesystem::path temporary(const char* name) {
  return std::filesystem::path(::testing::TempDir()) / name;
}

TEST(Recording, RoundTrips) {
  const Recording written = record_run(1);
  const auto path = temporary("marblemaze_read_back.rec");
  save_recording(written, path);
  EXPECT_LT(std::filesystem::file_size(path), 24 * written.ticks.size());
  const Recording read = load_recording(path);
  EXPECT_TRUE(recording_bytes(read) == read_text_file(path));
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
  EXPECT_EQ(recording.ticks[static_cast<std::size_t>(rest - 1)].phase, Phase::stable);
  for (const RecordedMove& move : recording.moves) {
    EXPECT_EQ(move.begin, rest);
    EXPECT_EQ(recording.ticks[static_cast<std::size_t>(move.begin)].phase, Phase::accelerating);
    EXPECT_FALSE(move.reason.empty());
    rest = move.end;
  }
  EXPECT_EQ(rest, static_cast<long>(recording.ticks.size()));
  EXPECT_EQ(recording.spec.player.agent, "breadth-first");
  EXPECT_EQ(recording.build, build_id());
}

TEST(Recording, RejectsMovesOutsideTheMaze) {
  const Recording sound = record_run(1);
  ASSERT_GT(sound.moves.size(), 2u);
  const auto path = temporary("marblemaze_foreign.rec");
  const auto refused = [&](const std::function<void(Recording&)>& change) {
    Recording foreign = sound;
    change(foreign);
    save_recording(foreign, path);
    return testing::bad_input_of([&] { return load_recording(path).moves.size(); });
  };
  using ::testing::HasSubstr;
  EXPECT_THAT(refused([](auto& r) { r.moves[1].from = StateId(9999999); }), HasSubstr("9999999"));
  EXPECT_THAT(refused([](auto& r) { r.moves[1].from = StateId(); }), HasSubstr("state of move 2"));
  EXPECT_THAT(refused([](auto& r) { r.moves[0].to = StateId(27 * 8); }), HasSubstr("216"));
  EXPECT_THAT(refused([](auto& r) { r.moves[0].move = MoveId(3); }), HasSubstr("0 to 2"));
  EXPECT_THAT(refused([](auto& r) { r.moves[0].move = MoveId(); }), HasSubstr("0 to 2"));
  EXPECT_THAT(refused([](auto& r) { r.moves[1].control = ControlScheme{7}; }),
              HasSubstr("8 or 24"));
  EXPECT_THAT(refused([](auto& r) { r.spec.setup.control = ControlScheme::flat_4; }),
              HasSubstr("8 or 24"));
  EXPECT_THAT(refused([](auto& r) { r.moves[1].begin = r.moves[0].begin; }), HasSubstr("begin"));
  EXPECT_THAT(refused([](auto& r) { r.moves[1].end = 1 << 30; }), HasSubstr("end of move 2"));
  EXPECT_THAT(refused([](auto& r) { r.moves[0].ending = static_cast<Motion>(17); }),
              HasSubstr("17"));
  EXPECT_THAT(refused([](auto& r) { r.outcome = static_cast<Outcome>(-1); }), HasSubstr("-1"));
}

TEST(Recording, Version04CanBeOpened) {
  for (const char* name : {"bullet.rec", "switch.rec", "flat.rec", "free.rec", "predicted.rec"}) {
    const Recording recording =
        load_recording(std::string(MARBLEMAZE_SOURCE_DIR "/tests/fuzz/seeds/recording/") + name);
    EXPECT_FALSE(recording.ticks.empty()) << name;
  }
}

TEST(Recording, Format1IsRejectedWithTheVersionThatWroteIt) {
  const auto refused = [](const std::string& lines) {
    return testing::bad_input_of([&] {
      return recording_from_bytes("marblemaze-recording 1\n" + lines, "old.rec").moves.size();
    });
  };
  EXPECT_EQ(refused("{\"build\":\"0.3.0 with Bullet 3.24\"}\n"),
            "cannot read 'old.rec': it was recorded by marblemaze 0.3.0 with Bullet 3.24 (format "
            "1); record the run again, or read it with that version");
  EXPECT_THAT(refused(""), ::testing::HasSubstr("it was recorded by an older version (format 1)"));
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
           {"something else", ": expected a file that begins with marblemaze-recording 2"},
           {whole.substr(0, 60), " ends too early: expected a complete header"},
           {whole.substr(0, 200) + "x" + whole.substr(201), ": "},
           {whole.substr(0, whole.size() - 1), ": it ends too early: expected more ticks"},
           {whole + "!", ": after its last tick 1 byte: expected the end of the file"}})
    EXPECT_THAT(testing::bad_input_of([&bytes = bytes] {
                  return recording_from_bytes(bytes, "run.rec").moves.size();
                }),
                ::testing::StartsWith("recording 'run.rec'" + words));
}

}  // namespace
}  // namespace marblemaze
