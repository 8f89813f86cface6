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

std::vector<Job> Ledger::left_of(std::vector<Job> jobs) const {
  struct Left {
    Job* job;
    double cost;
  };
  std::vector<Left> left;
  const auto add = [&](Job& job) {
    const bool same = !left.empty() && alike_but_for_seed(*left.back().job, job);
    left.push_back({&job, same ? left.back().cost : expected_cost(job)});
  };
  if (store_)
    for (const std::size_t index : store_->missing(jobs)) add(jobs[index]);
  else
    for (Job& job : jobs) add(job);
  std::ranges::stable_sort(left, std::greater(), &Left::cost);
  std::vector<Job> sorted;
  sorted.reserve(left.size());
  for (const Left& one : left) sorted.push_back(std::move(*one.job));
  return sorted;
}

void Ledger::run(const Source& source, const std::vector<Job>& jobs, int threads,
                 const std::function<void(const ResultRow&)>& on_row) {
  if (store_) store_->add_source(source);
  run_on_threads<ResultRow>(
      jobs.size(), threads, [&](std::size_t i) { return answer(jobs[i], source); },
      [&](const ResultRow& row) {
        if (store_) store_->add(row);
        on_row(row);
      });
}

void Ledger::finish() {
  if (store_) store_->finish();
}

}  // namespace marblemaze
