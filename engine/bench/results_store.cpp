#include "engine/bench/results_store.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cmath>
#include <limits>
#include <set>
#include <sstream>
#include <type_traits>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <unistd.h>

#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/parallel.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"

namespace marblemaze {

namespace {

// An SQLite reader or checkpoint can lock the file briefly, so retry for 5 s.
constexpr int kRetryInterval_ms = 10, kMaxRetries = 500;
int wait_for_lock(void*, int retries) {
  if (retries >= kMaxRetries || current_work.stop.stop_requested()) return 0;
  sqlite3_sleep(kRetryInterval_ms);
  return 1;
}

// Number of SQLite virtual-machine instructions between two checks for a stop request.
constexpr int kInstructions = 10'000;
int stop_requested(void*) { return current_work.stop.stop_requested() ? 1 : 0; }

MachineFailure in_use(const std::string& name) {
  return MachineFailure("results file '" + name +
                        "' is in use by another process, perhaps a bench that is still running");
}

}  // namespace

WriterLock::WriterLock(const std::filesystem::path& path, const std::string& name)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  // The locked byte is outside the range that SQLite locks (0x40000000 to 0x400001ff). The lock
  // belongs to this descriptor and not to the process, so SQLite cannot release it.
  struct flock one {};
  one.l_type = F_WRLCK;
  one.l_whence = SEEK_SET;
  one.l_start = 0x40001000;
  one.l_len = 1;
  if (descriptor_ < 0 || fcntl(descriptor_, F_OFD_SETLK, &one) == 0) return;
  const bool taken = errno == EAGAIN || errno == EACCES;
  if (!taken) return;  // not supported by this file system
  ::close(descriptor_);
  throw in_use(name);
}

WriterLock::~WriterLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void require_database_file(const std::filesystem::path& path) {
  if (is_standard_stream(path) || is_stream(path))
    throw BadInput("results file", "'" + path.string() + "'",
                   "a file: a database cannot be standard input or output, a pipe or a device");
}

SqliteDatabase::SqliteDatabase(const std::filesystem::path& path, Mode mode,
                               const std::string& name)
    : name_(name.empty() ? path.string() : name) {
  if (name_.empty()) throw BadInput("results file", "''", "a file name");
  require_database_file(path);
  const int flags = SQLITE_OPEN_READWRITE | (mode == Mode::read ? 0 : SQLITE_OPEN_CREATE);
  // SQLite gives relative names such as :memory: a special meaning, but not absolute paths.
  const std::string absolute = std::filesystem::absolute(path).string();
  if (const int result = sqlite3_open_v2(absolute.c_str(), &handle_, flags, nullptr)) {
    sqlite3_close(handle_);
    if (result == SQLITE_NOMEM) throw std::bad_alloc();
    throw MachineFailure("cannot open the results file '" + name_ +
                         "': check that its folder exists and is writable");
  }
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_handler(handle_, wait_for_lock, nullptr);
  sqlite3_progress_handler(handle_, kInstructions, stop_requested, nullptr);
}

SqliteDatabase::~SqliteDatabase() { sqlite3_close(handle_); }

void SqliteDatabase::check(int result) const {
  if (result != SQLITE_OK && result != SQLITE_ROW && result != SQLITE_DONE) fail(result);
}

void SqliteDatabase::fail(int result) const {
  const std::string file = "results file '" + name_ + "'";
  const BadInput damaged("results file", "'" + name_ + "'",
                         "a file written by bench (it is damaged, or a different kind of file)");
  if (result == SQLITE_IOERR_SHORT_READ) throw damaged;
  if (result == SQLITE_IOERR_READ) throw MachineFailure("cannot read the " + file);
  switch (result & 0xff) {
    case SQLITE_INTERRUPT: throw Interrupted{};
    case SQLITE_FULL:
    case SQLITE_IOERR:
      throw MachineFailure("cannot write the " + file +
                           ": is the disk full? Results stored earlier are intact");
    case SQLITE_BUSY:
    case SQLITE_LOCKED: throw in_use(name_);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      throw MachineFailure("no permission to write to the " + file + " or its folder");
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:  // the SQL is correct, so the tables do not match the format
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG: throw damaged;
    case SQLITE_NOMEM:  // also returned if damaged bytes request too much memory
      throw MachineFailure("out of memory, or the " + file + " is damaged");
    default: throw MachineFailure(file + ": " + sqlite3_errstr(result));
  }
}

void SqliteDatabase::require_in_place() const {
  int moved = 0;
  check(sqlite3_file_control(handle_, "main", SQLITE_FCNTL_HAS_MOVED, &moved));
  if (moved == 0) return;
  throw MachineFailure("the results file '" + name_ +
                       "' was moved, deleted or replaced during the run: move it back, or run the "
                       "same command again");
}

void SqliteDatabase::execute(const std::string& sql) const {
  check(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr));
}

void SqliteDatabase::execute_unchecked(const char* sql) const noexcept {
  sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
}

void SqliteDatabase::require_intact() const {
  SqliteStatement statement(*this, "PRAGMA quick_check(1)");
  if (!statement.step() || statement.text() != "ok") fail(SQLITE_CORRUPT);
}

std::int64_t SqliteDatabase::number(const char* query) const {
  SqliteStatement statement(*this, query);
  return statement.step() ? statement.integer() : 0;
}

SqliteStatement::SqliteStatement(const SqliteDatabase& database, const std::string& sql)
    : database_(database) {
  database.check(sqlite3_prepare_v2(database.handle_, sql.c_str(), -1, &statement_, nullptr));
}

SqliteStatement::~SqliteStatement() { sqlite3_finalize(statement_); }

SqliteStatement& SqliteStatement::reset() {
  sqlite3_reset(statement_);  // returns the error of the last step, which was already handled
  bound_ = 0;
  return *this;
}

SqliteStatement& SqliteStatement::bind(std::int64_t value) {
  database_.check(sqlite3_bind_int64(statement_, ++bound_, value));
  return *this;
}

SqliteStatement& SqliteStatement::bind(const std::string& value) {
  database_.check(sqlite3_bind_text(statement_, ++bound_, value.c_str(), -1, SQLITE_TRANSIENT));
  return *this;
}

bool SqliteStatement::step() {
  const int result = sqlite3_step(statement_);
  read_ = 0;
  database_.check(result);
  return result == SQLITE_ROW;
}

std::int64_t SqliteStatement::integer() { return sqlite3_column_int64(statement_, read_++); }

std::string SqliteStatement::text() {
  const unsigned char* value = sqlite3_column_text(statement_, read_++);
  return value != nullptr ? reinterpret_cast<const char*>(value) : "";
}

namespace {

// ---- columns

static_assert(sizeof(Counters) == kCounters.size() * sizeof(int), "each counter is in the list");

enum class Role {
  group,   ///< key column that is equal for all jobs of a JobList::Group
  number,  ///< key column that numbers the jobs of a group
  result,
  measured,  ///< differs between two runs of the same job, such as CPU time
};

// These functions call visit(name, member, role) for each column in table order. The key columns
// must be in primary-key order, because the integrity check of SQLite up to version 3.40 confuses
// key columns in tables WITHOUT ROWID.

template <class Row, class Visit>
void visit_run_columns(Row& row, Visit visit) {
  using enum Role;
  auto& job = row.job;
  auto& kind = row.job.row;
  visit("layers", kind.layers, group);
  visit("size", kind.size, group);
  visit("agent", kind.agent, group);
  visit("orientations", kind.control, group);
  visit("recovery", kind.recovery, group);
  visit("world", job.world, group);
  visit("seed", job.seed, number);
  visit("run", job.run, number);
  visit("settings", job.settings, group);
  visit("version", job.version, group);
  visit("rest", kind.rest, group);
  visit("move_limit", kind.move_limit, group);
  visit("outcome", row.outcome, result);
  for (const auto& [name, counter] : kCounters) visit(name, row.counters.*counter, result);
  visit("ticks", row.ticks, result);
  visit("path_cells", row.path_cells, result);
  visit("effort_ms", row.effort_ms, result);
  visit("cpu_us", row.cpu_us, measured);
  visit("thinking_us", row.thinking_us, measured);
}

template <class Row, class Visit>
void visit_truth_columns(Row& row, Visit visit) {
  using enum Role;
  auto& job = row.job;
  auto& kind = row.job.row;
  auto& truth = row.truth;
  visit("layers", kind.layers, group);
  visit("size", kind.size, group);
  visit("orientations", kind.control, group);
  visit("recovery", kind.recovery, group);
  visit("world", job.world, group);
  visit("seed", job.seed, number);
  visit("settings", job.settings, group);
  visit("version", job.version, group);
  visit("rest", kind.rest, group);
  visit("solvable", truth.solvable, result);
  visit("exact", truth.complete, result);
  visit("solution", truth.solution, result);
  visit("tried", truth.tried, result);
  visit("policy_runs", truth.policy.runs, result);
  visit("policy_reached", truth.policy.reached, result);
  visit("policy_moves", truth.policy.moves_of_reached, result);
  visit("sampled_chance_ppm", truth.policy.chance, result);
  visit("sampled_moves_ppm", truth.policy.moves, result);
  visit("out_of_reach_ppm", truth.policy.out_of_reach, result);
  visit("cpu_us", row.cpu_us, measured);
}

template <class Row, class Visit>
void visit_columns(JobType type, Row& row, Visit visit) {
  if (type == JobType::run)
    visit_run_columns(row, visit);
  else
    visit_truth_columns(row, visit);
}

constexpr double kParts = 1e6;  // fractions are stored in millionths

template <class Number>
requires std::is_integral_v<Number> std::int64_t stored(Number number) {
  return static_cast<std::int64_t>(number);
}
std::int64_t stored(double share) { return std::llround(kParts * share); }
std::string stored(const std::string& text) { return text; }
std::int64_t stored(ControlScheme control) { return orientations_of(control); }
std::string stored(Layers layers) { return std::string(to_string(layers)); }
std::string stored(Outcome outcome) { return std::string(to_string(outcome)); }
std::string stored(const std::vector<MoveId>& moves) {
  return join_mapped(moves, " ", [](MoveId move) { return std::to_string(move.index); });
}

/// Seeds and run numbers can be any 64-bit value. All other numbers are counts, and a count out of
/// range means that this program did not write the file.
template <class Number>
requires std::is_integral_v<Number>
void restore(Number& number, SqliteStatement& from) {
  const std::int64_t whole = from.integer();
  if constexpr (!std::is_same_v<Number, std::uint64_t>) {
    constexpr auto kMost = static_cast<std::int64_t>(std::numeric_limits<Number>::max());
    if (whole < 0 || whole > kMost)
      throw BadInput("results file with number", std::to_string(whole),
                     fmt::format("a value from 0 to {} in this column", kMost));
  }
  number = static_cast<Number>(whole);
}
void restore(double& share, SqliteStatement& from) {
  std::int64_t parts = 0;
  restore(parts, from);
  share = static_cast<double>(parts) / kParts;
}
void restore(std::string& text, SqliteStatement& from) {
  text = from.text();
  if (text != message_line(text))
    throw BadInput("results file with text", "'" + text + "'",
                   "a name on one line without control characters");
}
void restore(ControlScheme& control, SqliteStatement& from) {
  int orientations = 0;
  restore(orientations, from);
  control = ControlScheme{orientations};
  constexpr std::array kSchemes{ControlScheme::none, ControlScheme::flat_4, ControlScheme::cube_8,
                                ControlScheme::cube_24};
  if (std::ranges::find(kSchemes, control) == kSchemes.end())
    throw BadInput("results file with orientations", std::to_string(orientations), "0, 4, 8 or 24");
}
void restore(Layers& layers, SqliteStatement& from) { layers = layers_from_string(from.text()); }
void restore(Outcome& outcome, SqliteStatement& from) {
  const std::string name = from.text();
  for (int i = static_cast<int>(Outcome::solved); i <= static_cast<int>(kLastOutcome); ++i)
    if (name == to_string(static_cast<Outcome>(i))) {
      outcome = static_cast<Outcome>(i);
      return;
    }
  throw BadInput("results file with outcome", "'" + name + "'", "an outcome of this version");
}
void restore(std::vector<MoveId>& moves, SqliteStatement& from) {
  const std::string text = from.text();
  std::istringstream stream(text);
  moves.clear();
  for (int number = 0; stream >> number;) moves.emplace_back(number);
  if (!stream.eof()) throw BadInput("results file with moves", "'" + text + "'", "integers");
}

// ---- SQL

struct TableSql {
  std::string create, insert, read, count;
  std::string find;     ///< parameters: all key columns
  std::string numbers;  ///< the numbers of the stored jobs of a group; parameters: its key columns
};

void append(std::string& list, const std::string& item, const char* separator = ", ") {
  list += (list.empty() ? "" : separator) + item;
}

TableSql make_sql(JobType type) {
  std::string names, definitions, parameters, keys, equal_keys, equal_group;
  const ResultRow row;
  visit_columns(type, row, [&](const std::string& name, const auto& member, Role role) {
    const bool integer = std::is_arithmetic_v<decltype(stored(member))>;
    append(names, name);
    append(definitions, name + (integer ? " INTEGER NOT NULL" : " TEXT NOT NULL"));
    append(parameters, "?");
    if (role > Role::number) return;
    append(keys, name);
    append(equal_keys, name + "=?", " AND ");
    if (role == Role::group) append(equal_group, name + "=?", " AND ");
  });
  const bool runs = type == JobType::run;
  const char* const table = runs ? "episodes" : "truths";
  return {
      .create = fmt::format("CREATE TABLE {} ({}, PRIMARY KEY ({})) WITHOUT ROWID", table,
                            definitions, keys),
      .insert = fmt::format("INSERT INTO {} ({}) VALUES ({})", table, names, parameters),
      .read = fmt::format("SELECT {} FROM {} ORDER BY {}", names, table, keys),
      .count = fmt::format("SELECT count(*) FROM {}", table),
      .find = fmt::format("SELECT {} FROM {} WHERE {}", names, table, equal_keys),
      .numbers =
          fmt::format("SELECT seed, {} FROM {} WHERE {}", runs ? "run" : "1", table, equal_group),
  };
}

const TableSql& sql_of(JobType type) {
  static const TableSql runs = make_sql(JobType::run), truths = make_sql(JobType::reference);
  return type == JobType::run ? runs : truths;
}

/// Binds the columns with the roles up to `last`.
SqliteStatement& bind_columns(SqliteStatement& statement, const ResultRow& row, Role last) {
  visit_columns(row.job.type(), row, [&](const char*, const auto& member, Role role) {
    if (role <= last) statement.bind(stored(member));
  });
  return statement;
}

/// Throws BadInput if this program did not write the row.
ResultRow read_row(SqliteStatement& statement, JobType type) {
  ResultRow row;
  visit_columns(type, row, [&](const char*, auto& member, Role) { restore(member, statement); });
  if (type == JobType::run && row.job.row.agent.empty())
    throw BadInput("results with agent", "''", "a name");
  return row;
}

// ---- merge

struct ColumnText {
  std::string text;  ///< such as "moves 9"
  Role role;
};
std::vector<ColumnText> column_texts(const ResultRow& row) {
  std::vector<ColumnText> columns;
  visit_columns(row.job.type(), row, [&](const char* name, const auto& member, Role role) {
    columns.push_back({fmt::format("{} {}", name, stored(member)), role});
  });
  return columns;
}

std::string key_text(const ResultRow& row) {
  std::string text;
  for (const ColumnText& column : column_texts(row))
    if (column.role <= Role::number) append(text, column.text);
  return text;
}

/// Returns the result columns that differ from another row of the same job, such as "moves 9, ticks
/// 1000".
std::string differing_text(const ResultRow& row, const ResultRow& other) {
  const std::vector<ColumnText> columns = column_texts(row), others = column_texts(other);
  std::string text;
  for (std::size_t i = 0; i < columns.size(); ++i)
    if (columns[i].role == Role::result && columns[i].text != others[i].text)
      append(text, columns[i].text);
  return text;
}

// ---- the file

constexpr int kResultsFormat = 11;          // version of the tables; other versions are rejected
constexpr int kApplicationId = 0x4d4d417a;  // distinguishes our files from other databases

/// Returns the program that wrote a results file of any format, such as "marblemaze 0.3.0".
std::string writer_of(const SqliteDatabase& database) {
  std::string version;
  try {
    SqliteStatement statement(database, "SELECT max(version) FROM episodes");
    if (statement.step()) version = statement.text();
  } catch (const BadInput&) {
  }
  return version.empty() ? "a different version" : "marblemaze " + version;
}

}  // namespace

ResultsStore::ResultsStore(const std::filesystem::path& path, Mode mode)
    : writes_(mode != Mode::read) {
  require_database_file(path);
  std::error_code none;
  const bool there = std::filesystem::exists(path, none);
  if (!writes_ && !there)
    throw BadInput("results file", "'" + path.string() + "'", "an existing file, written by bench");
  if (!writes_) {
    database_.emplace(path, SqliteDatabase::Mode::read);
    database_->execute("BEGIN");  // hides rows written from now on
    check_format();
  } else if (mode == Mode::create_whole && !there) {
    unfinished_.emplace(path);
    open_to_write(unfinished_->temporary_path(), path.string());
  } else {
    open_to_write(path, path.string());
  }
}

ResultsStore::~ResultsStore() {
  prepared_.clear();
  if (writes_) database_->execute_unchecked("PRAGMA journal_mode=DELETE");
}

/// Opens the file for writing. Leaves a file in a different format unchanged, byte for byte.
void ResultsStore::open_to_write(const std::filesystem::path& path, const std::string& name) {
  database_.emplace(path, SqliteDatabase::Mode::create_or_write, name);
  lock_.emplace(path, name);
  database_->execute("BEGIN EXCLUSIVE");
  if (database_->number("SELECT count(*) FROM sqlite_master") == 0 &&
      database_->number("PRAGMA application_id") == 0 &&
      database_->number("PRAGMA user_version") == 0)
    create();
  else
    check_format();
  database_->execute("COMMIT");
  // In WAL mode, other processes can read during a write. A commit does not wait for the disk, so a
  // power failure can lose the last few rows, but a program crash cannot.
  database_->execute("PRAGMA journal_mode=WAL");
  database_->execute("PRAGMA synchronous=NORMAL");
}

void ResultsStore::finish() {
  database_->require_in_place();  // while the rows can still be copied
  // This moves the rows into the file itself. In a file that other processes are reading, it fails,
  // but then the rows are safe in the WAL file.
  if (unfinished_)
    database_->execute("PRAGMA journal_mode=DELETE");
  else
    database_->execute_unchecked("PRAGMA journal_mode=DELETE");
  database_->require_in_place();
  if (unfinished_) unfinished_->finish_new();
}

void ResultsStore::create() const {
  database_->execute(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}", kApplicationId,
                                 kResultsFormat));
  database_->execute("CREATE TABLE settings (hash TEXT PRIMARY KEY, json TEXT NOT NULL)");
  for (const JobType type : kJobTypes) database_->execute(sql_of(type).create);
}

void ResultsStore::check_format() const {
  if (database_->number("PRAGMA application_id") != kApplicationId)
    throw BadInput("results file", "'" + path() + "'",
                   "a file written by bench (this is a different kind of file)");
  const std::int64_t version = database_->number("PRAGMA user_version");
  if (version != kResultsFormat)
    throw BadInput(
        fmt::format("cannot read '{}': it was written by {} (format {}); run bench again, or read "
                    "it with that version",
                    path(), writer_of(*database_), version));
  database_->require_intact();
}

void ResultsStore::define_source(const std::string& hash, const std::string& text) const {
  SqliteStatement(*database_, "INSERT OR IGNORE INTO settings VALUES (?, ?)")
      .bind(hash)
      .bind(text)
      .step();
}

void ResultsStore::add_source(const MazeSource& source) { define_source(source.hash, source.text); }

SqliteStatement& ResultsStore::prepared(const std::string& sql) const {
  return prepared_.try_emplace(sql, *database_, sql).first->second.reset();
}

std::optional<ResultRow> ResultsStore::find(const Job& job) const {
  SqliteStatement& finding = prepared(sql_of(job.type()).find);
  std::optional<ResultRow> row;
  if (bind_columns(finding, {job}, Role::number).step()) row = read_row(finding, job.type());
  finding.reset();  // an open statement would block log checkpoints
  return row;
}

std::vector<ResultRow> ResultsStore::find_all(const JobList& jobs) const {
  std::vector<ResultRow> rows;
  for (std::uint64_t i = 0; i < jobs.size(); ++i)
    if (auto row = find(jobs[i])) rows.push_back(std::move(*row));
  return rows;
}

JobList ResultsStore::missing_jobs(const JobList& jobs) const {
  std::vector<JobList::Group> missing = jobs.groups();
  for (JobList::Group& group : missing) {
    SqliteStatement numbers(*database_, sql_of(group.job.type()).numbers);
    bind_columns(numbers, {group.job}, Role::group);
    std::set<std::pair<std::uint64_t, std::uint64_t>> stored;
    while (numbers.step()) {
      const auto seed = static_cast<std::uint64_t>(numbers.integer());
      stored.emplace(seed, static_cast<std::uint64_t>(numbers.integer()));
    }
    std::erase_if(group.runs, [&](const auto& run) { return stored.contains(run); });
  }
  const auto cost = [](const JobList::Group& group) { return expected_cost(group.job); };
  std::ranges::stable_sort(missing, std::greater(), cost);
  return JobList(std::move(missing));
}

void ResultsStore::add(const ResultRow& row) {
  assert(row.job.version == program_version());
  const StopScope scope{StopToken()};  // store a computed row even if a stop is requested
  insert(row);
  database_->require_in_place();
}

void ResultsStore::insert(const ResultRow& row) {
  SqliteStatement& inserting = prepared(sql_of(row.job.type()).insert);
  bind_columns(inserting, row, Role::measured).step();
  inserting.reset();
}

void ResultsStore::each_row(JobType type, const std::function<void(const ResultRow&)>& use) const {
  SqliteStatement statement(*database_, sql_of(type).read);
  while (statement.step()) use(read_row(statement, type));
}

std::vector<ResultRow> ResultsStore::rows(JobType type) const {
  std::vector<ResultRow> rows;
  each_row(type, [&](const ResultRow& row) { rows.push_back(row); });
  return rows;
}

std::int64_t ResultsStore::count(JobType type) const {
  return database_->number(sql_of(type).count.c_str());
}

std::string ResultsStore::source_text(const std::string& hash) const {
  SqliteStatement statement(*database_, "SELECT json FROM settings WHERE hash=?");
  return statement.bind(hash).step() ? statement.text() : "";
}

std::vector<MergeCounts> ResultsStore::merge(const std::vector<std::string>& files) {
  database_->execute("BEGIN");
  try {
    std::vector<MergeCounts> merged = merge_rows(files);
    database_->execute("COMMIT");
    return merged;
  } catch (...) {
    database_->execute_unchecked("ROLLBACK");
    throw;
  }
}

std::vector<MergeCounts> ResultsStore::merge_rows(const std::vector<std::string>& files) {
  std::vector<MergeCounts> merged;
  for (const std::string& file : files) {
    const ResultsStore from(file, Mode::read);
    SqliteStatement sources(*from.database_, "SELECT * FROM settings");
    while (sources.step()) {
      const std::string hash = sources.text();
      define_source(hash, sources.text());
    }
    MergeCounts& added = merged.emplace_back();
    from.each_row(JobType::run,
                  [&](const ResultRow& row) { added.episodes += merge_row(row, file); });
    from.each_row(JobType::reference,
                  [&](const ResultRow& row) { added.truths += merge_row(row, file); });
  }
  return merged;
}

bool ResultsStore::merge_row(const ResultRow& row, const std::string& file) {
  check_stop();
  const std::optional<ResultRow> ours = find(row.job);
  if (!ours) {
    insert(row);
    return true;
  }
  if (const std::string differing = differing_text(row, *ours); !differing.empty())
    throw BadInput(fmt::format(
        "merge: different results for {}, so nothing was written: '{}' has {}, but the files "
        "before it have {}",
        key_text(row), file, differing, differing_text(*ours, row)));
  return false;
}

void run_jobs(ResultsStore& store, const MazeSource& source, const JobList& jobs, int threads,
              const std::function<void(const ResultRow&)>& on_row) {
  store.add_source(source);
  run_on_threads<ResultRow>(
      jobs.size(), threads,
      [&](std::size_t i) {
        check_stop(static_cast<std::int64_t>(i), static_cast<std::int64_t>(jobs.size()));
        return run_job(jobs[i], source);
      },
      [&](const ResultRow& row) {
        store.add(row);
        on_row(row);
      });
}

}  // namespace marblemaze
