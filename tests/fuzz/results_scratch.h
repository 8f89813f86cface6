#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "engine/report/report.h"
#include "engine/results/results_store.h"
#include "fuzz/fuzz_target.h"
#include "maze/base/json.h"
#include "support/temporary_folder.h"

/// What the two targets that read results files share.
namespace marblemaze::fuzz {

/// A folder that lasts as long as the process.
inline const testing::TemporaryFolder& scratch() {
  static const testing::TemporaryFolder folder;
  return folder;
}

/// Opening a file that somebody uses, or that cannot be written, fails by right.
template <class Read>
bool accepts_file(Read&& read) {
  bool done = false;
  return accepts([&] {
           try {
             read();
             done = true;
           } catch (const MachineFailure& failure) {
             require_one_line(failure.what());
           }
         }) &&
         done;
}

/// As `report` does, in every form.
inline void report_in_all_forms(const std::filesystem::path& file) {
  accepts_file([&] {
    const ResultsStore store(file, ResultsStore::Mode::read);
    const auto episodes = store.rows(Question::run);
    const auto truths = store.rows(Question::truth);
    static_cast<void>(episodes_csv(episodes, truths));
    if (episodes.empty()) return;
    const Report report = make_report(episodes, true, truths);
    static_cast<void>(Json::parse("report", report_json(report)));
    require(report_csv(report).ends_with('\n'), "a table is whole");
    require(report_markdown(report).ends_with('\n'), "a report is whole");
    require(curves_csv(report).ends_with('\n'), "curves are whole");
  });
}

/// As `merge` does, into a new file, which must then be one that is read.
inline void merge_into_new(const std::filesystem::path& file) {
  const std::filesystem::path into = scratch() / "merged.db";
  std::filesystem::remove(into);
  const bool merged = accepts_file([&] {
    ResultsStore store(into, ResultsStore::Mode::create_or_append);
    static_cast<void>(store.merge({file.string()}));
  });
  if (merged) static_cast<void>(ResultsStore(into, ResultsStore::Mode::read).rows(Question::run));
}

}  // namespace marblemaze::fuzz
