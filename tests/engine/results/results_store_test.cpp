#include "engine/bench/results_store.h"

#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "engine/bench/results_store.h"
#include "engine/results/made_episodes.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/random.h"
#include "support/bad_input.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using testing::bad_input_of;
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

  /// Makes a closed file that contains these rows.
  std::string filled(const std::string& name, const std::vector<ResultRow>& episodes) const {
    ResultsStore store(file(name), Mode::create_or_append);
    store.add_source(seeded("bullet", {}));
    for (const ResultRow& episode : episodes) store.add(own(episode));
    return file(name);
  }

  static std::vector<std::uint64_t> seeds(const ResultsStore& store) {
    std::vector<std::uint64_t> all;
    for (const ResultRow& stored : store.rows(Question::run)) all.push_back(stored.job.seed);
    return all;
  }

  TemporaryFolder folder_;
};

const ResultRow kFirst = made_episode(1, Outcome::solved, {9, 2, 1, 7, 9});
const ResultRow kTruth = made_truth(1, 7);
const ResultRow kSecond = made_episode(2, Outcome::frozen, {4, 0, 0, 3, 4});

TEST_F(ResultsStoreTest, EpisodesRoundTrip) {
  const ResultRow back =
      ResultsStore(filled("a.db", {kFirst}), Mode::read).rows(Question::run).at(0);
  EXPECT_EQ(back.job.row, kFirst.job.row);
  EXPECT_EQ(back.job.seed, 1u);
  EXPECT_EQ(back.outcome, Outcome::solved);
  EXPECT_EQ(back.counters, kFirst.counters);
  EXPECT_EQ(back.ticks, 1000);
  EXPECT_EQ(back.path_cells, 17);
  EXPECT_EQ(back.cpu_us, 2000);
  EXPECT_EQ(back.job.settings, settings_hash({}));
  EXPECT_EQ(back.job.version, program_version());
}

TEST_F(ResultsStoreTest, TheSettingsBehindAHashCanBeReadBack) {
  const ResultsStore store(filled("a.db", {}), Mode::read);
  EXPECT_EQ(testing::settings_json(store, settings_hash({})), to_json(PhysicsSettings{}));
}

TEST_F(ResultsStoreTest, EpisodesWithAndWithoutRecoveryAreKeptApart) {
  ResultRow with = kFirst;
  with.job.row.recovery = true;
  ResultsStore store(filled("a.db", {kFirst, with}), Mode::create_or_append);
  const auto all = store.rows(Question::run);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_FALSE(all[0].job.row.recovery);
  EXPECT_TRUE(all[1].job.row.recovery);
  ResultRow other = kSecond;
  store.add(own(other));
  other.job.row.recovery = true;
  EXPECT_FALSE(store.find(own_job(other.job)));
}

TEST_F(ResultsStoreTest, RowsOfOlderVersionsAreReadSeparately) {
  const std::string path = filled("a.db", {kFirst});
  SqliteDatabase(path, SqliteDatabase::Mode::create_or_write)
      .execute("UPDATE episodes SET version = '0.1.0'");
  ResultsStore store(path, Mode::create_or_append);
  EXPECT_FALSE(store.find(own_job(kFirst.job)));
  store.add(own(kFirst));
  std::set<std::string> versions;
  for (const ResultRow& stored : store.rows(Question::run)) versions.insert(stored.job.version);
  EXPECT_EQ(versions, (std::set<std::string>{"0.1.0", program_version()}));
  EXPECT_NE(program_version(), "0.1.0");
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
        EXPECT_EQ(bad_input_of([&] { return ResultsStore(path, mode).rows(Question::run); }),
                  fmt::format("cannot read '{}': results of {} (format {}): run bench again, or "
                              "read it with that version",
                              path, has_rows ? "marblemaze 0.3.0" : "another version", format));
      EXPECT_EQ(read_text_file(path), before);
      std::filesystem::remove(path);
    }
}

TEST_F(ResultsStoreTest, AFileOfAnotherFormatMayHaveNoTableOfEpisodes) {
  const std::string path = filled("a.db", {});
  SqliteDatabase(path, SqliteDatabase::Mode::create_or_write)
      .execute("DROP TABLE episodes; PRAGMA user_version=9");
  EXPECT_THAT(bad_input_of([&] { return ResultsStore(path, Mode::read).rows(Question::run); }),
              HasSubstr("results of another version (format 9)"));
}

TEST_F(ResultsStoreTest, ImpossibleCountsAreRejected) {
  for (const std::string count : {"-5", "4294967301", "-9223372036854775808"}) {
    const std::string path = filled(count + ".db", {made_episode(7, Outcome::solved, {})});
    SqliteDatabase(path, SqliteDatabase::Mode::create_or_write)
        .execute("UPDATE episodes SET moves=" + count);
    const ResultsStore store(path, Mode::read);
    EXPECT_THAT(bad_input_of([&] { return store.rows(Question::run); }),
                HasSubstr(count + ": expected"));
  }
}

TEST_F(ResultsStoreTest, ASeedIsAnyNumberOf64Bits) {
  const std::string path = filled("r.db", {made_episode(UINT64_MAX, Outcome::solved, {})});
  EXPECT_EQ(seeds(ResultsStore(path, Mode::read)), (std::vector<std::uint64_t>{UINT64_MAX}));
}

// SQLite 3.40 reads a table in the order of its key, and checks it in the order of its columns.
TEST_F(ResultsStoreTest, SqlitesOwnCheckOfAFileFindsNothing) {
  const std::string path = filled("a.db", {kFirst, kSecond});
  ResultsStore(path, Mode::create_or_append).add(own(kTruth));
  const SqliteDatabase database(path, SqliteDatabase::Mode::read);
  SqliteStatement check(database, "PRAGMA integrity_check");
  ASSERT_TRUE(check.step());
  EXPECT_EQ(check.text(), "ok");
  SqliteStatement order(database,
                        "SELECT count(*) FROM pragma_table_info('episodes') WHERE pk != 0 AND "
                        "pk != cid + 1");
  ASSERT_TRUE(order.step());
  EXPECT_EQ(order.integer(), 0) << "columns of the key that are out of place, for other versions";
}

TEST_F(ResultsStoreTest, ReferencesRoundTrip) {
  ResultRow other = made_truth(2, -1);
  other.truth.complete = false;
  other.job.row.recovery = true;
  ResultsStore store(filled("a.db", {}), Mode::create_or_append);
  store.add(own(kTruth));
  store.add(own(other));
  const auto all = store.rows(Question::truth);
  ASSERT_EQ(all.size(), 2u);
  EXPECT_EQ(all[0].job, own_job(kTruth.job));
  EXPECT_EQ(all[0].truth, kTruth.truth);
  EXPECT_EQ(all[0].cpu_us, 5000);
  EXPECT_EQ(all[1].job, own_job(other.job));
  EXPECT_EQ(all[1].truth, other.truth);
  EXPECT_EQ(all[1].job.version, program_version());
}

TEST_F(ResultsStoreTest, OnlyTheSameProblemWorldAndSettingsCountAsFound) {
  ResultsStore store(filled("a.db", {}), Mode::create_or_append);
  store.add(own(kTruth));
  const Job job = own_job(kTruth.job);
  Job world = job, settings = job, recovery = job;
  world.world = "imagined";
  settings.settings = "another";
  recovery.row.recovery = true;
  EXPECT_TRUE(store.find(job));
  for (const Job& other : {world, settings, recovery}) EXPECT_FALSE(store.find(other));
}

TEST_F(ResultsStoreTest, TheOrderOfEpisodesIsThatOfTheirKeys) {
  EXPECT_EQ(seeds(ResultsStore(filled("a.db", {kSecond, kFirst}), Mode::read)),
            seeds(ResultsStore(filled("b.db", {kFirst, kSecond}), Mode::read)));
}

TEST_F(ResultsStoreTest, OnlyTheSameRowSeedWorldAndSettingsCountAsDone) {
  const ResultsStore store(filled("a.db", {kFirst}), Mode::read);
  const Job job = own_job(kFirst.job);
  Job row = job, seed = job, world = job, settings = job;
  row.row.control = ControlScheme::cube_24;
  seed.seed = 2;
  world.world = "predicted";
  settings.settings = "another";
  EXPECT_TRUE(store.find(job));
  for (const Job& other : {row, seed, world, settings, job.truth()})
    EXPECT_FALSE(store.find(other));
}

TEST_F(ResultsStoreTest, TheSecondWriterIsRejected) {
  const ResultsStore first(filled("a.db", {kFirst}), Mode::create_or_append);
  try {
    const ResultsStore second(file("a.db"), Mode::create_or_append);
    FAIL() << "both may write";
  } catch (const MachineFailure& failure) {
    EXPECT_THAT(failure.what(), HasSubstr("in use by another process"));
    EXPECT_THAT(failure.what(), HasSubstr("a.db"));
  }
}

TEST_F(ResultsStoreTest, AReaderSeesASnapshotDuringWrites) {
  ResultsStore writer(filled("a.db", {kFirst}), Mode::create_or_append);
  const ResultsStore before(file("a.db"), Mode::read);
  writer.add(own(kSecond));
  const ResultsStore after(file("a.db"), Mode::read);
  EXPECT_EQ(seeds(before), std::vector<std::uint64_t>{1});
  EXPECT_EQ(seeds(after), (std::vector<std::uint64_t>{1, 2}));
}

TEST_F(ResultsStoreTest, AWriterThatEndsDuringAReadLosesNothing) {
  const std::string path = filled("a.db", {});
  auto writer = std::make_unique<ResultsStore>(path, Mode::create_or_append);
  writer->add(own(kFirst));
  const auto reader = std::make_unique<ResultsStore>(path, Mode::read);
  writer.reset();
  EXPECT_EQ(seeds(*reader), std::vector<std::uint64_t>{1});
  EXPECT_EQ(seeds(ResultsStore(path, Mode::read)), std::vector<std::uint64_t>{1});
}

TEST_F(ResultsStoreTest, RowsForADeletedFileAreNotReportedAsStored) {
  const std::string path = filled("a.db", {});
  ResultsStore store(path, Mode::create_or_append);
  std::filesystem::rename(path, file("b.db"));
  EXPECT_THROW(store.add(own(kFirst)), MachineFailure);
  EXPECT_THROW(store.add(own(kTruth)), MachineFailure);
  EXPECT_THROW(store.finish(), MachineFailure);
}

TEST_F(ResultsStoreTest, AFinishedFileGetsItsNameAndReplacesNothing) {
  for (const bool taken : {false, true}) {
    const std::string path = file(taken ? "taken.db" : "free.db");
    ResultsStore store(path, Mode::create_whole);
    store.add(own(kFirst));
    EXPECT_FALSE(std::filesystem::exists(path));
    if (taken) filled("taken.db", {kSecond});
    if (taken)
      EXPECT_THROW(store.finish(), MachineFailure);
    else
      store.finish();
  }
  EXPECT_EQ(seeds(ResultsStore(file("free.db"), Mode::read)), std::vector<std::uint64_t>{1});
  EXPECT_EQ(seeds(ResultsStore(file("taken.db"), Mode::read)), std::vector<std::uint64_t>{2});
}

TEST_F(ResultsStoreTest, DamageIsReportedInPlainWords) {
  std::vector<ResultRow> episodes;
  for (std::uint64_t seed = 1; seed <= 60; ++seed)
    episodes.push_back(made_episode(seed, Outcome::solved, {9, 2, 1, 7, 9}));
  const std::string whole = read_text_file(filled("a.db", episodes));
  Rng rng(20070501);
  const auto expect_told = [&](const std::string& bytes, const std::string& what) {
    const std::string path = folder_.write("damaged.db", bytes);
    for (const Mode mode : {Mode::read, Mode::create_or_append}) try {
        const ResultsStore store(path, mode);
        static_cast<void>(store.rows(Question::run).size() + store.rows(Question::truth).size());
      } catch (const BadInput& error) {
        EXPECT_THAT(error.what(), HasSubstr("expected")) << what;
      } catch (const std::exception& error) {
        ADD_FAILURE() << what << ": " << error.what();
      }
  };
  for (int i = 0; i < 300; ++i) {
    std::string bytes = whole;
    // The first page describes the structure of all others, so half of the flips are there.
    const std::size_t at = rng.below(i % 2 == 0 ? 4096 : bytes.size());
    bytes[at] = static_cast<char>(bytes[at] ^ 1 << rng.below(8));
    expect_told(bytes, "bit in byte " + std::to_string(at));
  }
  for (int i = 0; i < 50; ++i) {
    const std::size_t length = 1 + rng.below(whole.size());
    expect_told(whole.substr(0, length), "length " + std::to_string(length));
  }
}

TEST_F(ResultsStoreTest, TwoReadersMayReadConcurrently) {
  const ResultsStore first(filled("a.db", {kFirst}), Mode::read);
  const ResultsStore second(file("a.db"), Mode::read);
  EXPECT_EQ(seeds(first), seeds(second));
}

TEST_F(ResultsStoreTest, AClosedStoreIsOneFileThatCanBeCopied) {
  filled("a.db", {kFirst});
  int files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    ++files;
  EXPECT_EQ(files, 1);
}

TEST_F(ResultsStoreTest, SpecialSqliteNamesAreFileNames) {
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder_.path());
  { const ResultsStore store(":memory:", Mode::create_or_append); }
  EXPECT_TRUE(std::filesystem::exists(":memory:"));
  std::filesystem::current_path(before);
  EXPECT_THROW(ResultsStore("", Mode::create_or_append), BadInput);
}

}  // namespace
}  // namespace marblemaze
