#include <fmt/format.h>
#include <gmock/gmock.h>

#include "engine/bench/made_episodes.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/parallel.h"
#include "support/bad_input.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using testing::error_message_of;
using ::testing::HasSubstr;
using testing::made_episode;
using testing::made_truth;
using testing::own;
using testing::own_job;
using testing::TemporaryFolder;
using Mode = ResultsStore::Mode;

class ResultsStoreTest : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  std::string filled(const std::string& name, const std::vector<ResultRow>& episodes) const {
    ResultsStore store(file(name), Mode::create_or_append);
    store.add_source(generated_mazes("bullet", {}));
    for (const ResultRow& episode : episodes) store.add(own(episode));
    return file(name);
  }

  static std::vector<std::uint64_t> seeds(const ResultsStore& store) {
    std::vector<std::uint64_t> all;
    for (const ResultRow& stored : store.rows(JobType::run)) all.push_back(stored.job.seed);
    return all;
  }

  TemporaryFolder folder_;
};

const ResultRow kFirst = made_episode(1, Outcome::solved, {9, 2, 1, 7, 9});
const ResultRow kTruth = made_truth(1, 7);
const ResultRow kSecond = made_episode(2, Outcome::frozen, {4, 0, 0, 3, 4});

TEST_F(ResultsStoreTest, RowsAndReferencesRoundTrip) {
  ResultRow most = kSecond;
  most.job.seed = UINT64_MAX;
  ResultRow other = made_truth(2, -1);
  other.truth.complete = false;
  other.job.row.recovery = true;
  const std::string path = filled("a.db", {most, kFirst, kTruth, other});
  const ResultsStore store(path, Mode::read);
  const auto runs = store.rows(JobType::run), truths = store.rows(JobType::reference);
  EXPECT_EQ(seeds(store), (std::vector<std::uint64_t>{UINT64_MAX, 1})) << "SQLite reads it as -1";
  EXPECT_EQ(runs[1].job, own_job(kFirst.job));
  EXPECT_EQ(runs[1].outcome, Outcome::solved);
  EXPECT_EQ(runs[1].counters, kFirst.counters);
  EXPECT_EQ(runs[1].ticks, 1000);
  EXPECT_EQ(runs[1].path_cells, 17);
  EXPECT_EQ(runs[1].cpu_us, 2000);
  ASSERT_EQ(truths.size(), 2u);
  EXPECT_EQ(truths[0].job, own_job(kTruth.job));
  EXPECT_EQ(truths[0].truth, kTruth.truth);
  EXPECT_EQ(truths[0].cpu_us, 5000);
  EXPECT_EQ(truths[1].job, own_job(other.job));
  EXPECT_EQ(truths[1].truth, other.truth);
  EXPECT_EQ(store.source_text(settings_hash({})), to_json(PhysicsSettings{}));
}

TEST_F(ResultsStoreTest, OnlyTheSameJobCountsAsFound) {
  const ResultsStore store(filled("a.db", {kFirst, kTruth}), Mode::read);
  for (const Job& job : {own_job(kFirst.job), own_job(kTruth.job)}) {
    std::vector<Job> others(6, job);
    others[0].row.control = ControlScheme::cube_24;
    others[1].row.recovery = true;
    others[2].seed = 2;
    others[3].world = "predicted";
    others[4].settings = "another";
    others[5].version = "0.1.0";
    EXPECT_TRUE(store.find(job));
    for (const Job& other : others) EXPECT_FALSE(store.find(other));
  }
}

TEST_F(ResultsStoreTest, ReadersSeeASnapshot) {
  auto writer = std::make_unique<ResultsStore>(filled("a.db", {kFirst}), Mode::create_or_append);
  auto before = std::make_unique<ResultsStore>(file("a.db"), Mode::read);
  writer->add(own(kSecond));
  const ResultsStore after(file("a.db"), Mode::read);
  writer.reset();
  EXPECT_EQ(seeds(*before), std::vector<std::uint64_t>{1});
  EXPECT_EQ(seeds(after), (std::vector<std::uint64_t>{1, 2}));
}

TEST_F(ResultsStoreTest, AFileOfAnotherFormatIsRejectedUnchanged) {
  for (const std::string format : {"10", "12"})
    for (const bool has_rows : {true, false}) {
      const std::string path =
          filled(format, has_rows ? std::vector{kFirst} : std::vector<ResultRow>());
      SqliteDatabase(path, SqliteDatabase::Mode::create_or_write)
          .execute("UPDATE episodes SET version = '0.3.0'; PRAGMA user_version=" + format);
      const std::string before = read_text_file(path);
      for (const Mode mode : {Mode::read, Mode::create_or_append})
        EXPECT_EQ(error_message_of([&] { return ResultsStore(path, mode).rows(JobType::run); }),
                  fmt::format("cannot read '{}': it was written by {} (format {}); run bench "
                              "again, or read it with that version",
                              path, has_rows ? "marblemaze 0.3.0" : "a different version", format));
      EXPECT_EQ(read_text_file(path), before);
      std::filesystem::remove(path);
    }
}

TEST_F(ResultsStoreTest, ImpossibleCountsAreRejected) {
  for (const std::string count : {"-5", "4294967301", "-9223372036854775808"}) {
    const std::string path = filled(count + ".db", {made_episode(7, Outcome::solved, {})});
    SqliteDatabase(path, SqliteDatabase::Mode::create_or_write)
        .execute("UPDATE episodes SET moves=" + count);
    const ResultsStore store(path, Mode::read);
    EXPECT_THAT(error_message_of([&] { return store.rows(JobType::run); }),
                HasSubstr(count + ": expected"));
  }
}

TEST_F(ResultsStoreTest, TheSecondWriterIsRejected) {
  const ResultsStore first(filled("a.db", {kFirst}), Mode::create_or_append);
  EXPECT_THAT([&] { const ResultsStore second(file("a.db"), Mode::create_or_append); },
              ::testing::ThrowsMessage<MachineFailure>(HasSubstr("a.db' is in use by another")));
}

TEST_F(ResultsStoreTest, AFinishedFileGetsItsNameAndReplacesNothing) {
  ResultsStore free(file("free.db"), Mode::create_whole);
  ResultsStore taken(file("taken.db"), Mode::create_whole);
  for (ResultsStore* store : {&free, &taken}) store->add(own(kFirst));
  EXPECT_FALSE(std::filesystem::exists(file("free.db")));
  filled("taken.db", {kSecond});
  free.finish();
  EXPECT_THROW(taken.finish(), MachineFailure);
  EXPECT_EQ(seeds(ResultsStore(file("free.db"), Mode::read)), std::vector<std::uint64_t>{1});
  EXPECT_EQ(seeds(ResultsStore(file("taken.db"), Mode::read)), std::vector<std::uint64_t>{2});
}

TEST_F(ResultsStoreTest, SpecialSqliteNamesAreFileNames) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  { const ResultsStore store(":memory:", Mode::create_or_append); }
  EXPECT_TRUE(std::filesystem::exists(":memory:"));
  std::filesystem::current_path(before);
  EXPECT_THROW(ResultsStore("", Mode::create_or_append), BadInput);
}

// ---- merge

ResultRow with_moves(ResultRow episode, int moves) {
  episode.counters.moves = moves;
  return episode;
}

std::vector<int> moves(const ResultsStore& store) {
  std::vector<int> all;
  for (const ResultRow& stored : store.rows(JobType::run)) all.push_back(stored.counters.moves);
  return all;
}

TEST_F(ResultsStoreTest, AMergeAddsOnlyMissingRows) {
  ResultRow slower = kFirst;  // CPU time is not a conflict
  slower.cpu_us = 9000;
  ResultsStore into(file("a.db"), Mode::create_or_append);
  EXPECT_EQ(into.merge({filled("b.db", {slower, kTruth})}).at(0).truths, 1);
  EXPECT_EQ(into.source_text(settings_hash({})), to_json(PhysicsSettings{}));
  const std::string from = filled("c.db", {kFirst, kSecond, kTruth, made_truth(2, 4)});
  const MergeCounts merged = into.merge({from, from}).at(0);
  EXPECT_EQ(merged.episodes, 1);
  EXPECT_EQ(merged.truths, 1);
  EXPECT_EQ(into.merge({from}).at(0).episodes, 0);
  EXPECT_THAT(moves(into), ElementsAre(9, 4));
}

TEST_F(ResultsStoreTest, AConflictNamesTheRowAndWritesNothing) {
  ResultsStore into(filled("a.db", {kFirst}), Mode::create_or_append);
  const std::string good = filled("b.db", {kSecond});
  const std::string bad = filled("c.db", {with_moves(kFirst, 10)});
  EXPECT_THAT(error_message_of([&] {
                return into.merge({good, bad});
              }),
              AllOf(HasSubstr("so nothing was written"), HasSubstr("agent single-move-prediction"),
                    HasSubstr("seed 1"), HasSubstr("c.db' has moves 10"),
                    HasSubstr("before it have moves 9")));
  const std::vector<std::string> truths{filled("e.db", {kTruth}),
                                        filled("f.db", {made_truth(1, 6)})};
  EXPECT_NE(error_message_of([&] { return into.merge(truths); }), "accepted");
  into.add(own(kSecond));
  EXPECT_THAT(moves(into), ElementsAre(9, 4));
}

// ---- jobs of a benchmark

JobList list(const std::vector<JobBlock>& blocks) { return JobList(blocks); }

std::vector<Job> each(const JobList& jobs) {
  std::vector<Job> all;
  for (std::uint64_t i = 0; i < jobs.size(); ++i) all.push_back(jobs[i]);
  return all;
}

TEST(RunJobs, ShardsContainEachJobOnceAndResumeWhereTheyStopped) {
  const testing::TemporaryFolder folder;
  const MazeSource source = generated_mazes("predicted", {});
  std::vector<JobBlock> blocks = source.jobs({{"breadth-first", ControlScheme::cube_8}}, {5, 8}, 3);
  blocks.push_back({source.job({"heuristic", ControlScheme::cube_8}, 1)});
  std::vector<Job> dealt(JobList(blocks).size());
  ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
  for (std::uint64_t number = 1; number <= 4; ++number) {
    const JobList shard(blocks, {number, 4});
    for (std::uint64_t i = 0; i < shard.size(); ++i) dealt.at(4 * i + number - 1) = shard[i];
    run_jobs(store, source, list({{shard[1]}}), 1, [](const ResultRow&) {});
    std::vector<Job> left = each(shard);
    left.erase(left.begin() + 1);
    EXPECT_EQ(each(store.missing_jobs(shard)), left);
  }
  EXPECT_EQ(dealt, each(JobList(blocks)));
}

TEST(RunJobs, JobsOfAMillionMazesAreListedImmediately) {
  const testing::TemporaryFolder folder;
  const MazeSource source = generated_mazes("bullet", {});
  const ResultsStore store(folder / "a.db", ResultsStore::Mode::create_or_append);
  const double began = thread_cpu_s();
  const JobList left = store.missing_jobs(JobList(source.jobs(thesis_suite(), {1, 1'000'000})));
  ASSERT_EQ(left.size(), 14'000'000u);
  EXPECT_EQ(left[13'999'999].seed, 1'000'000u);
  EXPECT_LT(thread_cpu_s() - began, 1);
}

}  // namespace
}  // namespace marblemaze
