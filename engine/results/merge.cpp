#include "engine/results/merge.h"

#include <algorithm>

#include <fmt/format.h>

#include "engine/results/result_table.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

constexpr int kConflictsNamed = 3;  // in the message of a merge that failed

bool differs(const StoredColumn& column, const ResultRow& a, const ResultRow& b) {
  return !column.measured && column.get(a) != column.get(b);
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

/// Adds the rows of files one after the other, and collects the rows that contradict earlier ones.
class Merge {
 public:
  Merge(ResultsStore& into, const std::vector<std::string>& files) : into_(into), files_(files) {}

  std::vector<Merged> run() {
    for (const std::string& file : files_) {
      const ResultsStore from(file, ResultsStore::Mode::read);
      into_.adopt_sources(from);
      Merged merged;
      merged.episodes = add(from, result_table(Question::run));
      merged.truths = add(from, result_table(Question::truth));
      taken_.push_back(merged);
    }
    if (conflicts_ > 0)
      throw BadInput(fmt::format("merge: {} with different results, so nothing was written{}",
                                 counted(conflicts_, "row"), named_));
    return std::move(taken_);
  }

 private:
  int add(const ResultsStore& from, const ResultTable& table) {
    SqliteStatement theirs = table.reading(from.database());
    SqliteStatement inserting = table.inserting(into_.database());
    int added = 0;
    while (theirs.step()) {
      stop_point();
      const ResultRow row = table.read(theirs);
      const auto ours = into_.find(row.job);
      if (ours) {
        compare(table.columns(), *ours, row, from.path());
      } else {
        table.bind(inserting.reset(), row).step();
        ++added;
      }
    }
    return added;
  }

  void compare(const std::vector<StoredColumn>& columns, const ResultRow& ours,
               const ResultRow& theirs, const std::string& file) {
    const auto differing = [&](const StoredColumn& column) {
      return differs(column, ours, theirs);
    };
    if (std::ranges::none_of(columns, differing) || ++conflicts_ > kConflictsNamed) return;
    named_ += fmt::format("; {}: '{}' has {}, '{}' has {}",
                          listed(columns, ours, [](const auto& column) { return column.key; }),
                          source_of(ours.job), listed(columns, ours, differing), file,
                          listed(columns, theirs, differing));
  }

  /// The first of the earlier files that has a row of this job, else the file that is merged into.
  std::string source_of(const Job& job) const {
    for (std::size_t i = 0; i < taken_.size(); ++i)
      if (ResultsStore(files_[i], ResultsStore::Mode::read).find(job)) return files_[i];
    return into_.path();
  }

  ResultsStore& into_;
  const std::vector<std::string>& files_;
  std::vector<Merged> taken_;  // of the files until now
  int conflicts_ = 0;
  std::string named_;  // the first conflicts, for the message
};

}  // namespace

std::vector<Merged> merge(ResultsStore& into, const std::vector<std::string>& files) {
  into.database().execute("BEGIN");
  try {
    std::vector<Merged> taken = Merge(into, files).run();
    into.database().execute("COMMIT");
    return taken;
  } catch (...) {
    into.database().try_to_execute("ROLLBACK");
    throw;
  }
}

}  // namespace marblemaze
