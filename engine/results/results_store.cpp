#include "engine/results/results_store.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "engine/results/result_table.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/parallel.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

constexpr int kResultsFormat = 10;          // of the tables; files of other formats are rejected
constexpr int kApplicationId = 0x4d4d417a;  // tells our files from other databases

constexpr const char* kSettingsTable =
    "CREATE TABLE settings (hash TEXT PRIMARY KEY, json TEXT NOT NULL)";

/// "marblemaze 0.3.0", the version in the rows of a results file of any format.
std::string writer_of(const SqliteDatabase& database) {
  std::string version;
  try {
    SqliteStatement statement(database, "SELECT max(version) FROM episodes");
    if (statement.step()) version = statement.text();
  } catch (const BadInput&) {  // no such table in that format
  }
  return version.empty() ? "another version" : "marblemaze " + version;
}

}  // namespace

ResultsStore::ResultsStore(const std::filesystem::path& path, Mode mode)
    : writes_(mode != Mode::read) {
  expect_database_file(path);
  std::error_code none;
  const bool there = std::filesystem::exists(path, none);
  if (!writes_ && !there)
    throw BadInput("results file", "'" + path.string() + "'", "a file that bench has written");
  if (!writes_) {
    database_.emplace(path, SqliteDatabase::Mode::read);
    database_->execute("BEGIN");  // whatever is written from now on is not seen
    check_format();
  } else if (mode == Mode::create_whole && !there) {
    unfinished_.emplace(path);
    open_to_write(unfinished_->unfinished(), path.string());
  } else {
    open_to_write(path, path.string());
  }
}

ResultsStore::~ResultsStore() {
  finding_.clear();
  inserting_.clear();
  if (writes_) database_->try_to_execute("PRAGMA journal_mode=DELETE");
}

/// A file that is not ours is left as it was, byte for byte.
void ResultsStore::open_to_write(const std::filesystem::path& path, const std::string& name) {
  database_.emplace(path, SqliteDatabase::Mode::create_or_write, name);
  lock_.emplace(path, name);
  database_->execute("BEGIN EXCLUSIVE");
  if (database_->number("SELECT count(*) FROM sqlite_master") == 0 && is_blank())
    create();
  else
    check_format();
  database_->execute("COMMIT");
  // Others can read meanwhile. A commit costs no wait for the disk; only a power cut can lose the
  // last few episodes.
  database_->execute("PRAGMA journal_mode=WAL");
  database_->execute("PRAGMA synchronous=NORMAL");
}

void ResultsStore::finish() {
  database_->expect_in_place();  // as long as the rows can still be copied
  database_->try_to_execute("PRAGMA journal_mode=DELETE");
  database_->expect_in_place();
  if (unfinished_) unfinished_->finish_new();
}

bool ResultsStore::is_blank() const {
  return database_->number("PRAGMA application_id") == 0 &&
         database_->number("PRAGMA user_version") == 0;
}

void ResultsStore::create() const {
  database_->execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", kApplicationId,
                                 kResultsFormat));
  database_->execute(kSettingsTable);
  for (const Question question : kQuestions) database_->execute(result_table(question).create());
}

void ResultsStore::check_format() const {
  if (database_->number("PRAGMA application_id") != kApplicationId)
    throw BadInput("results file", "'" + path() + "'",
                   "a file that bench has written (it is something else)");
  const std::int64_t version = database_->number("PRAGMA user_version");
  if (version != kResultsFormat)
    throw BadInput(
        fmt::format("cannot read '{}': results of {} (format {}): run bench again, or "
                    "read it with that version",
                    path(), writer_of(*database_), version));
  database_->expect_sound();
}

void ResultsStore::define_source(const std::string& hash, const std::string& text) const {
  SqliteStatement(*database_, "INSERT OR IGNORE INTO settings VALUES (?, ?)")
      .bind(hash)
      .bind(text)
      .step();
}

void ResultsStore::adopt_sources(const ResultsStore& other) const {
  SqliteStatement statement(other.database(), "SELECT * FROM settings");
  while (statement.step()) {
    const std::string hash = statement.text();
    define_source(hash, statement.text());
  }
}

void ResultsStore::add_source(const Source& source) { define_source(source.hash, source.text); }

std::optional<ResultRow> ResultsStore::find(const Job& job) const {
  const ResultTable& table = result_table(job.question());
  auto& finding = finding_[job.question()];
  if (!finding) finding.reset(new SqliteStatement(table.finding(database())));
  return table.find(*finding, job);
}

std::vector<ResultRow> ResultsStore::found(const std::vector<Job>& jobs) const {
  std::vector<ResultRow> rows;
  for (const Job& job : jobs)
    if (auto row = find(job)) rows.push_back(std::move(*row));
  return rows;
}

std::vector<Job> ResultsStore::left_of(std::vector<Job> jobs) const {
  std::vector<std::pair<double, Job*>> left;  // with expected costs
  for (std::size_t i = 0; i < jobs.size();) {
    stop_point();
    const Job& first = jobs[i];
    const auto stored = result_table(first.question()).seeds_like(database(), first);
    const double cost = expected_cost(first);
    for (; i < jobs.size() && alike_but_for_seed(jobs[i], first); ++i)
      if (!stored.contains(jobs[i].seed)) left.emplace_back(cost, &jobs[i]);
  }
  std::ranges::stable_sort(left, std::greater(), &std::pair<double, Job*>::first);
  std::vector<Job> sorted;
  sorted.reserve(left.size());
  for (const auto& [cost, job] : left) sorted.push_back(std::move(*job));
  return sorted;
}

void ResultsStore::add(const ResultRow& row) {
  assert(row.job.version == program_version());
  const StopScope scope{StopToken()};  // a row that was found is kept
  const ResultTable& table = result_table(row.job.question());
  auto& inserting = inserting_[row.job.question()];
  if (!inserting) inserting.reset(new SqliteStatement(table.inserting(database())));
  table.bind(inserting->reset(), row).step();
  inserting->reset();
  database().expect_in_place();
}

std::vector<ResultRow> ResultsStore::rows(Question question) const {
  const ResultTable& table = result_table(question);
  SqliteStatement statement = table.reading(database());
  std::vector<ResultRow> rows;
  while (statement.step()) rows.push_back(table.read(statement));
  return rows;
}

std::int64_t ResultsStore::count(Question question) const {
  const std::string query = "SELECT count(*) FROM " + result_table(question).name();
  return database().number(query.c_str());
}

std::string ResultsStore::source_text(const std::string& hash) const {
  SqliteStatement statement(database(), "SELECT json FROM settings WHERE hash=?");
  return statement.bind(hash).step() ? statement.text() : "";
}

void run_jobs(ResultsStore& store, const Source& source, const std::vector<Job>& jobs, int threads,
              const std::function<void(const ResultRow&)>& on_row) {
  store.add_source(source);
  run_on_threads<ResultRow>(
      jobs.size(), threads, [&](std::size_t i) { return answer(jobs[i], source); },
      [&](const ResultRow& row) {
        store.add(row);
        on_row(row);
      });
}

}  // namespace marblemaze
