#include "engine/results/merge.h"

#include <gmock/gmock.h>

#include "engine/results/made_episodes.h"
#include "engine/results/sqlite_database.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "support/bad_input.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::bad_input_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::made_episode;
using testing::made_truth;
using testing::own;
using testing::TemporaryFolder;
using Mode = ResultsStore::Mode;

const ResultRow kMergedFirst = made_episode(1, Outcome::solved, {9, 2, 1, 7, 9});
const ResultRow kMergedSecond = made_episode(2, Outcome::frozen, {4, 0, 0, 3, 4});
const ResultRow kMergedTruth = made_truth(1, 7);

ResultRow with_moves(ResultRow episode, int moves) {
  episode.run.counters.moves = moves;
  return episode;
}

class MergeTest : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  /// A closed file that holds these, made on a machine of this name.
  std::string filled(const std::string& name, const std::vector<ResultRow>& episodes,
                     const std::vector<ResultRow>& truths = {},
                     const std::string& machine = "") const {
    {
      ResultsStore store(file(name), Mode::create_or_append);
      store.add_source(seeded("bullet", {}));
      for (const ResultRow& episode : episodes) store.add(own(episode));
      for (const ResultRow& truth : truths) store.add(own(truth));
    }
    if (!machine.empty())
      SqliteDatabase(file(name), SqliteDatabase::Mode::create_or_write)
          .execute("UPDATE hosts SET description = '" + machine + "', hash = '" + machine +
                   "'; UPDATE episodes SET host = '" + machine + "'");
    return file(name);
  }

  static MergeResult merged(ResultsStore& into, const std::vector<std::string>& files,
                            OnConflict policy = OnConflict::fail) {
    return merge(into, files, policy);
  }

  static std::vector<int> moves(const ResultsStore& store) {
    std::vector<int> all;
    for (const ResultRow& stored : store.rows(Question::run))
      all.push_back(stored.run.counters.moves);
    return all;
  }

  TemporaryFolder folder_;
};

TEST_F(MergeTest, WhatIsMissingIsTakenOverAndNothingTwice) {
  ResultsStore into(filled("a.db", {kMergedFirst}), Mode::create_or_append);
  const std::string from = filled("b.db", {kMergedFirst, kMergedSecond});
  EXPECT_EQ(merged(into, {from, from}).taken.at(0).episodes, 1);
  EXPECT_EQ(merged(into, {from}).taken.at(0).episodes, 0);
  EXPECT_THAT(moves(into), ElementsAre(9, 4));
}

TEST_F(MergeTest, TruthsAreTakenOverAndTwoOfOneProblemAreRefused) {
  ResultsStore into(filled("a.db", {kMergedFirst}, {kMergedTruth}), Mode::create_or_append);
  const std::string more = filled("b.db", {}, {kMergedTruth, made_truth(2, 4)});
  EXPECT_EQ(merged(into, {more}).taken.at(0).truths, 1);
  EXPECT_EQ(merged(into, {more}).taken.at(0).truths, 0);
  const std::string contradiction = filled("c.db", {}, {made_truth(3, 5), made_truth(1, 6)});
  EXPECT_THROW(merged(into, {contradiction}), BadInput);
  EXPECT_EQ(into.rows(Question::truth).size(), 2u);
}

TEST_F(MergeTest, AConflictNamesTheRowsAndBothMachinesAndNothingOfAnyFileIsWritten) {
  ResultsStore into(filled("a.db", {kMergedFirst}, {}, "old machine"), Mode::create_or_append);
  const std::string good = filled("b.db", {kMergedSecond});
  const std::string bad = filled("c.db", {with_moves(kMergedFirst, 10)}, {}, "new machine");
  EXPECT_THAT(bad_input_of([&] {
                return merged(into, {good, bad}).conflicts;
              }),
              AllOf(HasSubstr("1 row with different results, so nothing was written"),
                    HasSubstr("agent single-move-prediction"), HasSubstr("seed 1"),
                    HasSubstr("a.db' (made on old machine) has moves 9"),
                    HasSubstr("c.db' (made on new machine) has moves 10")));
  EXPECT_THAT(moves(into), ElementsAre(9));
  into.add(own(kMergedSecond));  // and the file can still be written
  EXPECT_THAT(moves(into), ElementsAre(9, 4));
}

TEST_F(MergeTest, TheFirstFilesRowIsKeptWhereThatWasAskedFor) {
  ResultsStore into(filled("a.db", {kMergedFirst}), Mode::create_or_append);
  const std::string b =
      filled("b.db", {with_moves(kMergedFirst, 10), with_moves(kMergedSecond, 5)});
  const std::string c = filled("c.db", {with_moves(kMergedSecond, 6)});
  const MergeResult result = merged(into, {b, c}, OnConflict::first);
  EXPECT_EQ(result.conflicts, 2);
  EXPECT_EQ(result.taken.at(0).episodes, 1);
  EXPECT_EQ(result.taken.at(1).episodes, 0);
  EXPECT_THAT(moves(into), ElementsAre(9, 5));
}

TEST_F(MergeTest, ListedConflictsAreLeftOutAndTheRestIsMerged) {
  ResultsStore into(file("a.db"), Mode::create_or_append);
  const ResultRow third = made_episode(3, Outcome::solved, {3, 0, 0, 3, 3});
  const std::string b =
      filled("b.db", {kMergedFirst, kMergedSecond}, {kMergedTruth}, "one, with a comma");
  const std::string c = filled("c.db", {with_moves(kMergedFirst, 10), third}, {made_truth(1, 6)});
  const MergeResult result = merged(into, {b, c}, OnConflict::list);
  EXPECT_EQ(result.conflicts, 2);
  EXPECT_THAT(moves(into), ElementsAre(4, 3));
  EXPECT_TRUE(into.rows(Question::truth).empty());
  std::vector<std::string> lines;
  std::istringstream text(result.conflict_lines);
  for (std::string line; std::getline(text, line);) lines.push_back(line);
  ASSERT_EQ(lines.size(), 5u) << result.conflict_lines;
  EXPECT_THAT(lines[0], AllOf(HasSubstr("row,layers,size,agent,"), HasSubstr(",host,file")));
  EXPECT_THAT(lines[1], AllOf(HasSubstr("episode,outer,5,single-move-prediction,8,0,bullet,1,"),
                              HasSubstr(",solved,9,"), HasSubstr("\"one, with a comma\"")));
  EXPECT_THAT(lines[2], HasSubstr(",solved,10,"));
  EXPECT_THAT(lines[3], HasSubstr("truth,outer,5,,8,0,bullet,1,"));
}

TEST_F(MergeTest, AMeasuredTimeOrAnotherMachineIsNoConflict) {
  ResultRow slower = kMergedFirst;
  slower.cpu_us = 9000;
  ResultsStore into(filled("a.db", {kMergedFirst}), Mode::create_or_append);
  const MergeResult result = merged(into, {filled("b.db", {slower}, {}, "another")});
  EXPECT_EQ(result.conflicts, 0);
  EXPECT_EQ(result.taken.at(0).episodes, 0);
}

TEST_F(MergeTest, SettingsAndMachinesComeWithTheRows) {
  ResultsStore into(file("a.db"), Mode::create_or_append);
  merged(into, {filled("b.db", {kMergedFirst}, {}, "far away")});
  EXPECT_EQ(testing::settings_json(into, settings_hash({})), to_json(PhysicsSettings{}));
  EXPECT_EQ(into.host(into.rows(Question::run).at(0).host), "far away");
}

TEST_F(MergeTest, AStoppedMergeWritesNothing) {
  ResultsStore into(filled("a.db", {kMergedFirst}), Mode::create_or_append);
  const StopSource stop;
  stop.request_stop();
  const std::string other = filled("b.db", {kMergedSecond});
  {
    const StopScope scope(stop.token());
    EXPECT_THROW(static_cast<void>(merge(into, {other}, OnConflict::fail)), Interrupted);
  }
  EXPECT_THAT(moves(into), ElementsAre(9));
}

}  // namespace
}  // namespace marblemaze
