#include "engine/results/merge.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/results/result_csv.h"
#include "engine/results/result_table.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/base/words.h"

namespace marblemaze {
namespace {

constexpr int kOwnFile = -1;        // the number of the file merged into
constexpr int kConflictsNamed = 3;  // in the message of a merge that failed

/// A row and the file that it is from.
struct WaitingRow {
  ResultRow row;
  int file;
};

bool same_result(const StoredColumn& column, const ResultRow& a, const ResultRow& b) {
  return column.measured || column.get(a) == column.get(b);
}

bool same_results(const std::vector<StoredColumn>& columns, const ResultRow& a,
                  const ResultRow& b) {
  return std::ranges::all_of(columns, [&](const auto& of) { return same_result(of, a, b); });
}

/// The columns of a row that are `wanted`: "moves 9, ticks 1000".
std::string listed(const std::vector<StoredColumn>& columns, const ResultRow& row, auto wanted) {
  std::string text;
  for (const StoredColumn& column : columns)
    if (wanted(column))
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : ", ", column.name, text_of(column.get(row)));
  return text;
}

std::string key_text(const std::vector<StoredColumn>& columns, const ResultRow& row) {
  return listed(columns, row, [](const StoredColumn& column) { return column.key; });
}

/// The figures of `row` that differ from those of `other`.
std::string difference_text(const std::vector<StoredColumn>& columns, const ResultRow& row,
                            const ResultRow& other) {
  return listed(columns, row,
                [&](const StoredColumn& column) { return !same_result(column, row, other); });
}

/// Gives up what was not finished.
class Merge {
 public:
  Merge(ResultsStore& into, OnConflict policy)
      : into_(into), policy_(policy), database_(into.database()) {
    database_.execute("BEGIN");
    for (const Question question : kQuestions)
      database_.execute(result_table(question).create_waiting());
  }
  ~Merge() {
    if (!done_) database_.try_to_execute("ROLLBACK");
  }
  Merge(const Merge&) = delete;
  Merge& operator=(const Merge&) = delete;

  void take(const ResultsStore& from) {
    into_.adopt_dictionaries(from);
    for (const Question question : kQuestions) wait(result_table(question), from);
    paths_.push_back(from.path());
  }

  MergeResult finish() {
    result_.taken.resize(paths_.size());
    if (policy_ == OnConflict::list) result_.conflict_lines = csv_.heading() + ",host,file\n";
    settle(result_table(Question::run), &Merged::episodes);
    settle(result_table(Question::truth), &Merged::truths);
    if (!named_.empty()) throw BadInput(failure());
    for (const Question question : kQuestions)
      database_.execute("DROP TABLE waiting_" + result_table(question).name());
    database_.execute("COMMIT");
    done_ = true;
    return std::move(result_);
  }

 private:
  void wait(const ResultTable& table, const ResultsStore& from) {
    SqliteStatement theirs = table.reading(from.database());
    SqliteStatement waiting = table.inserting_waiting(database_);
    while (theirs.step()) {
      stop_point();
      waiting.reset().bind(static_cast<std::int64_t>(paths_.size()));
      table.bind(waiting, table.read(theirs)).step();
    }
  }

  /// Rows with one key stand together: each such group is decided on by itself.
  void settle(const ResultTable& table, int Merged::*count) {
    SqliteStatement waiting = table.reading_waiting(database_);
    SqliteStatement finding = table.finding(database_);
    SqliteStatement inserting = table.inserting(database_);
    std::vector<WaitingRow> group;
    const auto decide = [&] {
      if (group.empty()) return;
      if (auto ours = table.find(finding, group.front().row.job))
        group.insert(group.begin(), {std::move(*ours), kOwnFile});
      const bool wanted = agreed(table.columns(), group) || policy_ == OnConflict::first;
      const WaitingRow& chosen = group.front();
      if (wanted && chosen.file != kOwnFile) {
        table.bind(inserting.reset(), chosen.row).step();
        ++(result_.taken[static_cast<std::size_t>(chosen.file)].*count);
      }
      group.clear();
    };
    while (waiting.step()) {
      stop_point();
      ResultRow row = table.read(waiting);
      const int file = static_cast<int>(waiting.integer());
      if (!group.empty() && group.front().row.job != row.job) decide();
      group.push_back({std::move(row), file});
    }
    decide();
  }

  /// Do all rows of a group tell the same? If not, the conflict is noted.
  bool agreed(const std::vector<StoredColumn>& columns, const std::vector<WaitingRow>& group) {
    const auto& first = group.front();
    const auto other = std::ranges::find_if(
        group, [&](const WaitingRow& c) { return !same_results(columns, first.row, c.row); });
    if (other == group.end()) return true;
    ++result_.conflicts;
    if (policy_ == OnConflict::fail && result_.conflicts <= kConflictsNamed)
      named_.push_back(fmt::format("{}: {} has {}, {} has {}", key_text(columns, first.row),
                                   source(first), difference_text(columns, first.row, other->row),
                                   source(*other),
                                   difference_text(columns, other->row, first.row)));
    if (policy_ == OnConflict::list)
      for (const WaitingRow& c : group)
        result_.conflict_lines += csv_.line(c.row) + "," + csv_cell(into_.host(c.row.host)) + "," +
                                  csv_cell(path(c.file)) + "\n";
    return false;
  }

  std::string path(int file) const {
    return file == kOwnFile ? into_.path() : paths_[static_cast<std::size_t>(file)];
  }
  std::string source(const WaitingRow& candidate) const {
    const std::string host = into_.host(candidate.row.host);
    return fmt::format("'{}' (made on {})", path(candidate.file),
                       host.empty() ? "an unknown machine" : host);
  }

  std::string failure() const {
    std::string text = fmt::format("merge: {} with different results, so nothing was written",
                                   counted(result_.conflicts, "row"));
    for (const std::string& one : named_) text += "; " + one;
    return text + "; --on-conflict first or list merges the rest";
  }

  ResultsStore& into_;
  const OnConflict policy_;
  const SqliteDatabase& database_;
  const MixedCsv csv_{MixedCsv::Columns::results};
  std::vector<std::string> paths_;
  std::vector<std::string> named_;  // the first conflicts, for the message
  MergeResult result_;
  bool done_ = false;
};

}  // namespace

MergeResult merge(ResultsStore& into, const std::vector<std::string>& files, OnConflict policy) {
  Merge merge(into, policy);
  for (const std::string& file : files) merge.take(ResultsStore(file, ResultsStore::Mode::read));
  return merge.finish();
}

}  // namespace marblemaze
