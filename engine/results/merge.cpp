#include "engine/results/merge.h"

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

constexpr int kConflictsNamed = 3;  // in the message of a merge that failed

/// "moves 9, ticks 1000", the columns for which `wanted` holds.
template <class Wanted>
std::string listed(const std::vector<StoredText>& columns, Wanted wanted) {
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (wanted(i))
      text += fmt::format("{}{} {}", text.empty() ? "" : ", ", columns[i].name, columns[i].text);
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
      const Merged merged{add(from, Question::run), add(from, Question::truth)};
      taken_.push_back(merged);
    }
    if (conflicts_ > 0)
      throw BadInput(fmt::format("merge: {} with different results, so nothing was written{}",
                                 counted(conflicts_, "row"), named_));
    return std::move(taken_);
  }

 private:
  int add(const ResultsStore& from, Question question) {
    int added = 0;
    from.each_row(question, [&](const ResultRow& row) {
      stop_point();
      if (const auto ours = into_.find(row.job)) return compare(*ours, row, from.path());
      into_.insert(row);
      ++added;
    });
    return added;
  }

  void compare(const ResultRow& ours, const ResultRow& theirs, const std::string& file) {
    const std::vector<StoredText> first = stored_texts(ours), second = stored_texts(theirs);
    const auto differs = [&](std::size_t i) {
      return first[i].role != Role::measured && first[i].text != second[i].text;
    };
    const std::string differing = listed(first, differs);
    if (differing.empty() || ++conflicts_ > kConflictsNamed) return;
    named_ += fmt::format("; {}: '{}' has {}, '{}' has {}",
                          listed(first, [&](std::size_t i) { return first[i].role == Role::key; }),
                          source_of(ours.job), differing, file, listed(second, differs));
  }

  /// Returns the first of the earlier files that has a row of this job, else the file merged into.
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
