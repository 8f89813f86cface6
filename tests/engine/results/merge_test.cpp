
#include <gmock/gmock.h>

#include "engine/results/made_episodes.h"
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
  episode.counters.moves = moves;
  return episode;
}

class MergeTest : public ::testing::Test {
 protected:
  std::string file(const std::string& name) const { return (folder_ / name).string(); }

  /// Makes a closed file that contains these rows.
  std::string filled(const std::string& name, const std::vector<ResultRow>& episodes,
                     const std::vector<ResultRow>& truths = {}) const {
    ResultsStore store(file(name), Mode::create_or_append);
    store.add_source(seeded("bullet", {}));
    for (const ResultRow& episode : episodes) store.add(own(episode));
    for (const ResultRow& truth : truths) store.add(own(truth));
    return file(name);
  }

  static std::vector<int> moves(const ResultsStore& store) {
    std::vector<int> all;
    for (const ResultRow& stored : store.rows(Question::run)) all.push_back(stored.counters.moves);
    return all;
  }

  TemporaryFolder folder_;
};

TEST_F(MergeTest, OnlyMissingRowsAreAdded) {
  ResultsStore into(filled("a.db", {kMergedFirst}), Mode::create_or_append);
  const std::string from = filled("b.db", {kMergedFirst, kMergedSecond});
  EXPECT_EQ(into.merge({from, from}).at(0).episodes, 1);
  EXPECT_EQ(into.merge({from}).at(0).episodes, 0);
  EXPECT_THAT(moves(into), ElementsAre(9, 4));
}

TEST_F(MergeTest, ReferencesAreAddedAndConflictsRejected) {
  ResultsStore into(filled("a.db", {kMergedFirst}, {kMergedTruth}), Mode::create_or_append);
  const std::string more = filled("b.db", {}, {kMergedTruth, made_truth(2, 4)});
  EXPECT_EQ(into.merge({more}).at(0).truths, 1);
  EXPECT_EQ(into.merge({more}).at(0).truths, 0);
  const std::string contradiction = filled("c.db", {}, {made_truth(3, 5), made_truth(1, 6)});
  EXPECT_THROW(static_cast<void>(into.merge({contradiction})), BadInput);
  EXPECT_EQ(into.rows(Question::truth).size(), 2u);
}

TEST_F(MergeTest, AConflictNamesRowsAndFilesAndWritesNothing) {
  ResultsStore into(filled("a.db", {kMergedFirst}), Mode::create_or_append);
  const std::string good = filled("b.db", {kMergedSecond});
  const std::string bad = filled("c.db", {with_moves(kMergedFirst, 10)});
  EXPECT_THAT(bad_input_of([&] {
                return into.merge({good, bad});
              }),
              AllOf(HasSubstr("1 row with different results, so nothing was written"),
                    HasSubstr("agent single-move-prediction"), HasSubstr("seed 1"),
                    HasSubstr("a.db' has moves 9"), HasSubstr("c.db' has moves 10")));
  EXPECT_THAT(moves(into), ElementsAre(9));
  into.add(own(kMergedSecond));  // the file can still be written
  EXPECT_THAT(moves(into), ElementsAre(9, 4));
}

TEST_F(MergeTest, AConflictBetweenTwoOfTheFilesNamesTheseTwo) {
  ResultsStore into(file("a.db"), Mode::create_or_append);
  const std::string b = filled("b.db", {kMergedSecond}), c = filled("c.db", {kMergedFirst});
  const std::string d =
      filled("d.db", {with_moves(kMergedFirst, 10), with_moves(kMergedSecond, 5)});
  EXPECT_THAT(bad_input_of([&] {
                return into.merge({b, c, d});
              }),
              AllOf(HasSubstr("2 rows with different results"), HasSubstr("c.db' has moves 9"),
                    HasSubstr("b.db' has moves 4"), HasSubstr("d.db' has moves 5")));
  EXPECT_THAT(moves(into), ElementsAre());
}

TEST_F(MergeTest, MeasuredTimesDoNotConflict) {
  ResultRow slower = kMergedFirst;
  slower.cpu_us = 9000;
  ResultsStore into(filled("a.db", {kMergedFirst}), Mode::create_or_append);
  EXPECT_EQ(into.merge({filled("b.db", {slower})}).at(0).episodes, 0);
}

TEST_F(MergeTest, SettingsComeWithTheRows) {
  ResultsStore into(file("a.db"), Mode::create_or_append);
  EXPECT_EQ(into.merge({filled("b.db", {kMergedFirst})}).at(0).episodes, 1);
  EXPECT_EQ(testing::settings_json(into, settings_hash({})), to_json(PhysicsSettings{}));
}

TEST_F(MergeTest, AStoppedMergeWritesNothing) {
  ResultsStore into(filled("a.db", {kMergedFirst}), Mode::create_or_append);
  const StopSource stop;
  stop.request_stop();
  const std::string other = filled("b.db", {kMergedSecond});
  {
    const StopScope scope(stop.token());
    EXPECT_THROW(static_cast<void>(into.merge({other})), Interrupted);
  }
  EXPECT_THAT(moves(into), ElementsAre(9));
}

}  // namespace
}  // namespace marblemaze
