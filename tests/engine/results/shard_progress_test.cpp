#include "engine/results/shard_progress.h"

#include <gmock/gmock.h>

#include "support/bad_input.h"
#include "support/run_program.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::bad_input_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::TemporaryFolder;
using State = ShardProgress::State;

TEST(ShardProgressFile, ItTellsTheBeginningTheEndAndWhatWasDoneBetween) {
  const TemporaryFolder folder;
  const std::string results = (folder / "shard.db").string();
  ShardProgress begun;
  begun.shard = 3;
  begun.shards = 4;
  begun.total = 5;
  begun.done = 3;
  {
    ProgressFile file(results, begun, 10);
    const ShardProgress told = load_progress(results + ".progress");
    EXPECT_EQ(told.state, State::running);
    EXPECT_EQ(told.results, "shard.db");
    EXPECT_EQ(told.shard, 3);
    EXPECT_EQ(told.done, 3);
    EXPECT_FALSE(told.is_silent(seconds_now()));
    file.one_done(6);
  }
  const ShardProgress interrupted = load_progress(results + ".progress");
  EXPECT_EQ(interrupted.state, State::interrupted);
  EXPECT_EQ(interrupted.done, 4);
  {
    ProgressFile file(results, interrupted, 4);
    file.one_done(4);
  }
  const ShardProgress done = load_progress(results + ".progress");
  EXPECT_EQ(done.state, State::done);
  EXPECT_EQ(done.seconds_left, 0);
}

TEST(ShardProgressFile, ThatItCannotBeWrittenLosesNoRow) {
  const testing::Shell shell;
  const testing::ProgramRun run = shell.run(
      "mkdir r.db.progress && touch r.db.progress/kept\n"
      "$M bench --world predicted --agent heuristic --seeds 1-8 --shard 1/2 --results r.db");
  EXPECT_EQ(run.status, 0) << run.err;
  EXPECT_EQ(shell.run("$M report r.db --episodes | wc -l; ls -d r.db* r.db.progress/*").out,
            "5\nr.db\nr.db.progress\nr.db.progress/kept\n");
}

TEST(Pace, TheTimeLeftFollowsFromTheCostAndTheRecentSpeed) {
  Pace pace(1000);
  EXPECT_FALSE(pace.seconds_left()) << "nothing is known yet";
  for (int s = 1; s <= 100; ++s) pace.add(s, 1);
  EXPECT_NEAR(*pace.seconds_left(), 900, 1);
  for (int s = 101; s <= 140; ++s) pace.add(s, 10);  // what comes now is ten times as fast
  EXPECT_NEAR(*pace.seconds_left(), 50, 1);
  EXPECT_NEAR(pace.parts_per_second(), 1, 0.05);
}

TEST(ShardProgressFile, OnlyARunningShardCanStall) {
  ShardProgress p;
  p.heard = 1000;
  EXPECT_FALSE(p.is_silent(1030));
  EXPECT_TRUE(p.is_silent(1300));
  p.state = State::interrupted;
  EXPECT_FALSE(p.is_silent(1300));
}

TEST(ShardProgressFile, WhatIsNoneIsRefusedByName) {
  const TemporaryFolder folder;
  for (const char* text : {"{}", "dear diary", "[1]", "{\"format\": \"marblemaze-maze\"}"}) {
    const std::string file = folder.write("a.progress", text);
    EXPECT_THAT(bad_input_of([&] { return load_progress(file); }), HasSubstr("a.progress")) << text;
  }
}

TEST(ShardProgressFile, TheFilesOfAllFoldersInAFolderAreFound) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "b");
  const std::string outer = folder.write("x.db.progress", "");
  const std::string inner = folder.write("b/y.db.progress", "");
  folder.write("x.db", "");
  EXPECT_THAT(progress_files(folder.path()), ElementsAre(inner, outer));
  EXPECT_THAT(bad_input_of([&] { return progress_files(outer); }),
              AllOf(HasSubstr("x.db.progress"), HasSubstr("folder")));
}

}  // namespace
}  // namespace marblemaze
