#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/recording/game_recording.h"
#include "engine/recording/made_recording.h"
#include "maze/base/file_io.h"
#include "support/run_program.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using testing::ProgramRun;
using testing::run_marblemaze;

TEST(VerifyCommand, ExitsWithZeroOnlyIfEverythingIsVerified) {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "run.rec";
  Recording recording = testing::record_run(2);
  save_recording(recording, path);
  const ProgramRun same = run_marblemaze({"verify", path});
  EXPECT_EQ(same.status, 0);
  EXPECT_THAT(same.out, ::testing::MatchesRegex("the same: [0-9]+ ticks, 8 moves\n"));
  EXPECT_EQ(nlohmann::json::parse(run_marblemaze({"verify", path, "--json"}).out)["verified"],
            true);

  recording.spec.player.agent = "my-agent";
  save_recording(recording, path);
  const ProgramRun believed = run_marblemaze({"verify", path});
  EXPECT_EQ(believed.status, 1);
  EXPECT_THAT(believed.out,
              ::testing::HasSubstr("not verified: the reasons and plans of 'my-agent'"));
  const auto json = nlohmann::json::parse(run_marblemaze({"verify", path, "--json"}).out);
  EXPECT_EQ(json["same"], true);
  EXPECT_EQ(json["verified"], false);
  EXPECT_EQ(json["not_verified"].size(), 1u);

  recording.spec.player.agent = "breadth-first";
  recording.outcome = Outcome::solved;
  save_recording(recording, path);
  const ProgramRun forged = run_marblemaze({"verify", path});
  EXPECT_EQ(forged.status, 1);
  EXPECT_THAT(forged.out, ::testing::HasSubstr("recorded is 'solved', found 'running'"));
}

TEST(VerifyCommand, AcceptsRecordingsOfContinuousControl) {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "run.rec", page = folder / "run.html",
                    trace = folder / "trace.jsonl";
  const ProgramRun played =
      run_marblemaze({"solve", "--free", "--size", "3", "--seed", "3", "--rest", "--record", path,
                      "--trace", trace, "--json"});
  EXPECT_EQ(played.status, 0) << played.err;
  const auto summary = nlohmann::json::parse(played.out);
  EXPECT_EQ(summary["outcome"], "solved");
  const ProgramRun same = run_marblemaze({"verify", path});
  EXPECT_EQ(same.status, 0) << same.out;
  EXPECT_THAT(same.out, ::testing::HasSubstr(fmt::format("{} commands", summary["wishes"].dump())));
  EXPECT_EQ(run_marblemaze({"export", path, "--html", page}).status, 0);
  const std::string lines = read_text_file(trace);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), summary["wishes"].get<int>() + 1);
}

TEST(VerifyCommand, AcceptsRecordingsOfEveryWorldSchemeAndAgent) {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "run.rec", trace = folder / "trace.jsonl";
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{"--seed", "7", "--agent", "heuristic", "--run", "2"},
        {"--seed", "3", "--recovery", "--switch", "24@3", "--orientations", "8"},
        {"--size", "5", "--layers", "flat", "--world", "predicted", "--agent", "random-walk"},
        {"--size", "4", "--layers", "outer", "--world", "imagined", "--exact"}}) {
    std::vector<std::string> line{"solve", "--record", path, "--trace", trace, "--json"};
    line.insert(line.end(), options.begin(), options.end());
    const ProgramRun played = run_marblemaze(line);
    ASSERT_LE(played.status, 1) << played.err;
    const auto summary = nlohmann::json::parse(played.out);
    const Recording recording = load_recording(path);
    EXPECT_EQ(to_string(recording.outcome), summary["outcome"]);
    const ProgramRun same = run_marblemaze({"verify", path, "--json"});
    EXPECT_EQ(same.status, 0) << same.out;
    EXPECT_EQ(nlohmann::json::parse(same.out)["moves"], summary["moves"]);
  }
  EXPECT_THAT(run_marblemaze({"solve", "--record", "-", "--json"}).err,
              ::testing::HasSubstr("--record '-'"));
}

TEST(VerifyCommand, ReportsAnotherBuildInOneLine) {
  const testing::TemporaryFolder folder;
  const std::string path = folder / "run.rec";
  Recording recording = testing::record_run(2);
  recording.build = "0.1.0 of another compiler";
  save_recording(recording, path);
  const ProgramRun same = run_marblemaze({"verify", path});
  EXPECT_EQ(same.status, 1) << "whether that build made it is not known";
  EXPECT_THAT(same.out, ::testing::MatchesRegex("recorded by another build .*: the same: .*\n"));
  EXPECT_EQ(same.err, "");

  testing::damage_tick(recording, 321);
  save_recording(recording, path);
  const ProgramRun differs = run_marblemaze({"verify", path});
  EXPECT_EQ(differs.status, 1);
  EXPECT_THAT(differs.out,
              ::testing::MatchesRegex("recorded by another build .*: differs at tick 321 .*, which "
                                      "is not a fault of this program\n"));
  EXPECT_EQ(differs.err, "");
  const auto json = nlohmann::json::parse(run_marblemaze({"verify", path, "--json"}).out);
  EXPECT_EQ(json["same"], false);
  EXPECT_EQ(json["same_build"], false);
  EXPECT_EQ(json["first_difference"], 321);
}

TEST(VerifyCommand, ChecksGamesInLogicMazes) {
  const testing::TemporaryFolder folder;
  GameRecording game = testing::played("four-bit");
  const std::string path = folder / "game.rec";
  save_game(game, path);
  const ProgramRun same = run_marblemaze({"verify", path});
  EXPECT_EQ(same.status, 0);
  EXPECT_EQ(same.out, "the same: " + std::to_string(game.moves.size()) + " moves\n");

  game.moves[1].to = StateId(game.moves[1].to.index ^ 1);
  save_game(game, path);
  const ProgramRun differs = run_marblemaze({"verify", path});
  EXPECT_EQ(differs.status, 1);
  EXPECT_THAT(differs.out, ::testing::MatchesRegex("differs at move 2: .*\n"));
  EXPECT_EQ(
      nlohmann::json::parse(run_marblemaze({"verify", path, "--json"}).out)["first_difference"], 2);

  const ProgramRun page = run_marblemaze({"export", path, "--html", folder / "page.html"});
  EXPECT_EQ(page.status, 2);
  EXPECT_THAT(page.err, ::testing::MatchesRegex("[^\n]*logic maze[^\n]*\n"));
}

}  // namespace
}  // namespace marblemaze
