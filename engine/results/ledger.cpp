#include "engine/results/ledger.h"

#include <algorithm>
#include <unordered_set>

#include "maze/base/parallel.h"

namespace marblemaze {
namespace {

bool differ_in_seed_only(const Job& a, const Job& b) {
  return a.row == b.row && a.world == b.world && a.settings == b.settings && a.version == b.version;
}

}  // namespace

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
  struct Left {
    const Job* job;
    double cost;
  };
  std::vector<Left> left;
  // Jobs that differ only in their seed stand together: a query for each such group, and not for
  // each job.
  for (std::size_t i = 0; i < jobs.size();) {
    const Job& first = jobs[i];
    const double cost = expected_cost(first);
    std::unordered_set<std::uint64_t> stored;
    if (store_) stored = store_->seeds_like(first);
    for (; i < jobs.size() && differ_in_seed_only(jobs[i], first); ++i)
      if (!stored.contains(jobs[i].seed)) left.push_back({&jobs[i], cost});
  }
  std::ranges::stable_sort(left, std::greater(), &Left::cost);
  std::vector<Job> sorted;
  sorted.reserve(left.size());
  for (const Left& one : left) sorted.push_back(*one.job);
  return sorted;
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
