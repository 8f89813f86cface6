#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/bench/job.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"

struct sqlite3;
struct sqlite3_stmt;

namespace marblemaze {

/// Throws BadInput for a path that SQLite cannot use, such as "-" or a pipe.
void expect_database_file(const std::filesystem::path& path);

/// Permission to write to a file, which only one process can have at a time. Any number of
/// processes may read at the same time. The system releases it when the process ends, even after a
/// crash. It does not interfere with SQLite's own locks. Destroy it after the database, because
/// closing a file also releases SQLite's locks on it.
class WriterLock {
 public:
  /// Throws MachineFailure if another process has the permission. `name` is the name of the file in
  /// the message.
  WriterLock(const std::filesystem::path& path, const std::string& name);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

/// An open SQLite file. An SQLite error becomes one line that contains the name of the file:
/// BadInput if the file is damaged or in a different format, and MachineFailure if the cause is the
/// disk, a permission, or another process that locks the file for seconds. A long query throws
/// Interrupted if a stop is requested for the work of its thread (maze/base/stop.h).
class SqliteDatabase {
 public:
  enum class Mode { create_or_write, read };

  /// Opens the file. Messages contain `name`, or the path if the name is empty.
  SqliteDatabase(const std::filesystem::path& path, Mode mode, const std::string& name = {});
  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  void execute(const std::string& sql) const;
  /// Executes a statement and ignores errors; used for closing and recovery.
  void try_to_execute(const char* sql) const noexcept;
  /// Returns the first value of the first row, or 0.
  [[nodiscard]] std::int64_t number(const char* query) const;

  /// Throws BadInput if the file is damaged. Reads the whole file.
  void expect_sound() const;
  /// Throws MachineFailure if the path no longer refers to the open file: SQLite would write to a
  /// moved or deleted file without an error.
  void expect_in_place() const;

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  friend class SqliteStatement;
  void check(int result) const;
  [[noreturn]] void fail(int result) const;

  std::string name_;
  sqlite3* handle_ = nullptr;
};

/// A prepared statement: parameters are bound in order, and columns are read in order.
class SqliteStatement {
 public:
  SqliteStatement(const SqliteDatabase& database, const std::string& sql);
  ~SqliteStatement();
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  /// Resets the statement, so other parameters can be bound.
  SqliteStatement& reset();
  SqliteStatement& bind(std::int64_t value);
  SqliteStatement& bind(const std::string& value);
  /// Advances to the next row. Returns false if there is none.
  bool step();
  std::int64_t integer();
  std::string text();

 private:
  const SqliteDatabase& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int read_ = 0;
};

/// Number of rows that a merge added from a file.
struct Merged {
  int episodes = 0, truths = 0;
};

/// A results file: an SQLite database with one row per run and per reference solution. Each row is
/// committed when it is computed, so a killed run loses nothing and the next run knows the
/// remaining jobs. Only one process at a time may write, and any number may read at the same time.
/// A reader sees the rows that existed when it opened the file.
class ResultsStore {
 public:
  /// create_whole: a new file gets its name only when finish() is called.
  enum class Mode { create_or_append, create_whole, read };

  /// Throws BadInput if the file is not a results file of this format, and MachineFailure if it
  /// cannot be opened or if another process is writing to it.
  ResultsStore(const std::filesystem::path& path, Mode mode);
  /// Leaves a single file, which can be copied and read from a folder without write permission. If
  /// another process is still reading, the log next to the file contains the remaining rows, and
  /// the next opening adds them to the file.
  ~ResultsStore();
  ResultsStore(const ResultsStore&) = delete;
  ResultsStore& operator=(const ResultsStore&) = delete;

  /// Stores the text from which the source's hash is computed.
  void add_source(const Source& source);
  /// Returns the row of a job, or nullopt.
  [[nodiscard]] std::optional<ResultRow> find(const Job& job) const;
  /// Returns the rows that exist in the file, in the order of the jobs.
  [[nodiscard]] std::vector<ResultRow> found(const JobList& jobs) const;
  /// Returns the jobs without a row, the most expensive first, so no thread waits for a long job at
  /// the end.
  [[nodiscard]] JobList left_of(const JobList& jobs) const;
  /// Adds a row. Throws MachineFailure if the disk is full, or if the file has been moved, deleted
  /// or replaced. Earlier rows are intact. Requires: row.job.version is the version of this
  /// program.
  void add(const ResultRow& row);

  /// Completes the file. This is the last call of a writer. Throws MachineFailure like add().
  void finish();

  /// Calls `use` for each row of a question, in an order that does not depend on the order in which
  /// rows were added.
  void each_row(Question question, const std::function<void(const ResultRow&)>& use) const;
  [[nodiscard]] std::vector<ResultRow> rows(Question question) const;
  /// Returns the number of rows.
  [[nodiscard]] std::int64_t count(Question question) const;
  /// Returns the JSON text from which the hash of a source was computed, or an empty string.
  [[nodiscard]] std::string source_text(const std::string& hash) const;

  /// Adds the rows of the files, from any version of the program: either all or none. Returns the
  /// numbers for each file. Throws BadInput if a file is not a results file, or if two files have
  /// different results for the same job. Throws Interrupted if a stop is requested.
  [[nodiscard]] std::vector<Merged> merge(const std::vector<std::string>& files);

  [[nodiscard]] const SqliteDatabase& database() const { return *database_; }
  [[nodiscard]] const std::string& path() const { return database_->name(); }

 private:
  void open_to_write(const std::filesystem::path& path, const std::string& name);
  void create() const;
  void check_format() const;
  void define_source(const std::string& hash, const std::string& text) const;
  void insert(const ResultRow& row);
  [[nodiscard]] std::vector<Merged> merge_rows(const std::vector<std::string>& files);

  std::optional<OutputFile> unfinished_;
  std::optional<WriterLock> lock_;  // outlives the database
  std::optional<SqliteDatabase> database_;
  bool writes_;
  using Statements = std::map<Question, std::unique_ptr<SqliteStatement>>;
  mutable Statements finding_;  // prepared once, because preparing is slower than finding a row
  Statements inserting_;
};

/// Computes the answers to the jobs on `threads` threads, like run_on_threads
/// (maze/base/parallel.h). Each row is in the file before it is passed to `on_row`, one at a time,
/// so an interrupted command can resume. Throws Interrupted if a stop is requested
/// (maze/base/stop.h); runs in progress are discarded. Requires: the jobs belong to the source and
/// are not in the file; threads >= 1.
void run_jobs(ResultsStore& store, const Source& source, const JobList& jobs, int threads,
              const std::function<void(const ResultRow&)>& on_row);

}  // namespace marblemaze
