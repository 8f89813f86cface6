#pragma once

#include <filesystem>
#include <fstream>
#include <functional>
#include <string>

#include "engine/bench/report.h"
#include "engine/bench/results_store.h"
#include "fuzz/fuzz_target.h"
#include "maze/base/json.h"
#include "support/temporary_folder.h"

/// Common functions of the two targets that read results files.
namespace marblemaze::fuzz {

/// A folder with the lifetime of the process.
inline const testing::TemporaryFolder& scratch() {
  static const testing::TemporaryFolder folder;
  return folder;
}

/// Opens a file. Failing is correct if the file is in use or cannot be written.
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

/// Makes all forms of a report, like `report`.
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

/// Merges the file into a new one, like `merge`. The new file must be readable.
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
