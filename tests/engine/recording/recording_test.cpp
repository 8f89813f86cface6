#include "engine/recording/recording.h"

#include <filesystem>
#include <fstream>
#include <functional>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "engine/recording/made_recording.h"
#include "maze/base/errors.h"
#include "maze/base/text_file.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using testing::record_run;

std::filesystem::path temporary(const char* name) {
  return std::filesystem::path(::testing::TempDir()) / name;
}

TEST(Recording, ReadsBackWhatItWrote) {
  const Recording written = record_run(1);
  const auto path = temporary("marblemaze_read_back.rec");
  save_recording(written, path);
  const Recording read = load_recording(path);
  EXPECT_EQ(*read.maze, *written.maze);
  EXPECT_EQ(read.settings, written.settings);
  ASSERT_EQ(read.ticks.size(), written.ticks.size());
  ASSERT_EQ(read.moves.size(), written.moves.size());
  for (std::size_t i = 0; i < read.moves.size(); ++i) {
    EXPECT_EQ(read.moves[i].reason, written.moves[i].reason);
    EXPECT_EQ(read.moves[i].plan, written.moves[i].plan);
    ASSERT_FALSE(read.moves[i].plan.empty());
    EXPECT_EQ(read.moves[i].plan.front().move, read.moves[i].move);
  }
  for (std::size_t i = 0; i < read.ticks.size(); i += 7) {
    EXPECT_EQ(read.ticks[i].hash, written.ticks[i].hash);
    EXPECT_EQ(read.ticks[i].phase, written.ticks[i].phase);
    EXPECT_LT(glm::distance(read.ticks[i].marble, written.ticks[i].marble), 1e-3f);
    EXPECT_GT(std::abs(glm::dot(read.ticks[i].maze, written.ticks[i].maze)), 1 - 1e-6f);
  }
}

TEST(Recording, TakesAboutADozenBytesATick) {
  const Recording recording = record_run(1);
  const auto path = temporary("marblemaze_size.rec");
  save_recording(recording, path);
  EXPECT_LT(static_cast<double>(std::filesystem::file_size(path)) /
                static_cast<double>(recording.ticks.size()),
            24);
}

TEST(Recording, NotesTheTicksThatEachMoveTookAndWhoChose) {
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
  EXPECT_EQ(recording.agent, "breadth-first");
  EXPECT_EQ(recording.build, build_id());
}

TEST(Recording, VerifiesARunThatChangesItsScheme) {
  EpisodeSpec spec;
  spec.maze = record_run(1).maze;
  spec.scheme_switch = SchemeSwitch{24, 2};
  Episode episode(spec);
  Recording recording;
  record(episode, recording);
  ASSERT_EQ(episode.run().switches, 1);
  EXPECT_EQ(recording.outcome, episode.outcome());
  const Verification result = verify_recording(recording);
  EXPECT_FALSE(result.first_difference);
  EXPECT_EQ(result.ticks_compared, episode.ticks());
}

TEST(Recording, VerifiesOnTheBuildThatMadeIt) {
  const Recording recording = record_run(2);
  const Verification result = verify_recording(recording);
  EXPECT_TRUE(result.same_build);
  EXPECT_FALSE(result.first_difference);
  EXPECT_EQ(result.ticks_compared, static_cast<long>(recording.ticks.size()));
}

TEST(Recording, NamesTheFirstTickThatDiffers) {
  Recording recording = record_run(2);
  testing::damage_tick(recording, 321);
  testing::damage_tick(recording, 400);
  EXPECT_EQ(verify_recording(recording).first_difference, 321);
}

TEST(Recording, OfAnotherBuildIsSaidToBeOneBeforeItsDifferenceIsTold) {
  Recording recording = record_run(2);
  EXPECT_THAT(describe(verify_recording(recording), recording),
              ::testing::StartsWith("the same: "));
  testing::damage_tick(recording, 321);
  EXPECT_THAT(describe(verify_recording(recording), recording),
              ::testing::StartsWith("differs at tick 321 "));
  recording.build = "0.1.0 of another compiler";
  const Verification result = verify_recording(recording);
  EXPECT_FALSE(result.same_build);
  EXPECT_EQ(result.first_difference, 321);
  const std::string text = describe(result, recording);
  EXPECT_THAT(text, ::testing::StartsWith(
                        "recorded by another build (0.1.0 of another compiler; this is "));
  EXPECT_THAT(text, ::testing::HasSubstr("): differs at tick 321 ("));
  EXPECT_THAT(text, ::testing::EndsWith("which is no failure of the program"));
  EXPECT_EQ(text.find('\n'), std::string::npos);
}

TEST(Recording, OfAWorldThatIsNotKnownHereIsStillShown) {
  Recording recording = record_run(1);
  recording.world = "quantum";
  const auto path = temporary("marblemaze_unknown_world.rec");
  save_recording(recording, path);
  EXPECT_TRUE(load_recording(path).traits().posed);
  EXPECT_THAT(testing::bad_input_of([&] { return verify_recording(recording).moves_made; }),
              ::testing::HasSubstr("'quantum'"));
}

TEST(Recording, RefusesMovesThatLeadOutOfTheMaze) {
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
  EXPECT_THAT(refused([](auto& r) { r.moves[1].orientations = 7; }), HasSubstr("8 or 24"));
  EXPECT_THAT(refused([](auto& r) { r.orientations = 4; }), HasSubstr("8 or 24"));
  EXPECT_THAT(refused([](auto& r) { r.moves[1].begin = r.moves[0].begin; }), HasSubstr("begin"));
  EXPECT_THAT(refused([](auto& r) { r.moves[1].end = 1 << 30; }), HasSubstr("end of move 2"));
  EXPECT_THAT(refused([](auto& r) { r.moves[0].ending = static_cast<Motion>(17); }),
              HasSubstr("17"));
  EXPECT_THAT(refused([](auto& r) { r.outcome = static_cast<Outcome>(-1); }), HasSubstr("-1"));
}

TEST(Recording, NamesTheFileThatWasCutOffOrGoesOn) {
  const std::string whole = recording_bytes(record_run(1));
  const auto refused = [](const std::string& bytes) {
    return testing::bad_input_of(
        [&] { return recording_from_bytes(bytes, "run.rec").moves.size(); });
  };
  EXPECT_EQ(refused(whole.substr(0, 60)),
            "recording 'run.rec' ends too soon: expected a whole header");
  EXPECT_EQ(refused(whole.substr(0, whole.size() - 1)),
            "recording 'run.rec': it ends too soon: expected more ticks");
  EXPECT_EQ(refused(whole + "!"),
            "recording 'run.rec': after its last tick 1 byte: expected the end of the file");
}

#ifndef NDEBUG
TEST(RecordingDeathTest, BeginsWithTheEpisodeAndNeedsAMaze) {
  EpisodeSpec spec;
  spec.maze = record_run(1).maze;
  Episode begun(spec);
  begun.tick();
  Recording recording;
  EXPECT_DEATH(record(begun, recording), "ticks");
  const Environment environment = make_environment("bullet", spec.maze, 8, {});
  Episode elsewhere(*environment.world, environment.advice, {});
  EXPECT_DEATH(record(elsewhere, recording), "maze");
}
#endif

TEST(Recording, RefusesDamagedFilesInWords) {
  const Recording recording = record_run(1);
  const auto path = temporary("marblemaze_damaged.rec");
  save_recording(recording, path);
  const std::string whole = read_text_file(path);
  for (const std::string& text :
       {std::string("something else"), whole.substr(0, 40), whole.substr(0, whole.size() - 9),
        whole.substr(0, 200) + "x" + whole.substr(201)}) {
    std::ofstream(path, std::ios::binary) << text;
    EXPECT_THROW(static_cast<void>(load_recording(path)), BadInput);
  }
}

}  // namespace
}  // namespace marblemaze
