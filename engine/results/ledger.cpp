#include "engine/results/ledger.h"

#include <algorithm>

#include "maze/base/parallel.h"

namespace marblemaze {

Ledger::Ledger(const std::optional<std::filesystem::path>& file) {
  if (file) store_.emplace(*file, ResultsStore::Mode::create_or_append);
}

std::vector<ResultRow> Ledger::found(const std::vector<Job>& jobs) const {
  std::vector<ResultRow> rows;
  if (!store_) return rows;
  for (const Job& job : jobs)
    if (auto row = store_->find(job)) rows.push_back(std::move(*row));
  return rows;
}

std::vector<Job> Ledger::left_of(const std::vector<Job>& jobs) const {
  std::vector<Job> left;
  for (const Job& job : jobs)
    if (!store_ || !store_->find(job)) left.push_back(job);
  std::ranges::stable_sort(left, std::greater(), expected_cost);
  return left;
}

void Ledger::run(const Source& source, const std::vector<Job>& jobs, int threads,
                 const std::function<void(const ResultRow&)>& on_row, const StopToken& stop) {
  if (store_) store_->add_source(source);
  run_on_threads<ResultRow>(
      jobs.size(), threads, [&](std::size_t i) { return answer(jobs[i], source, stop); },
      [&](const ResultRow& row) {
        if (store_) store_->add(row);
        on_row(row);
      },
      stop);
}

void Ledger::finish() {
  if (store_) store_->finish();
}

}  // namespace marblemaze
