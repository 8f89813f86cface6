#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "engine/bench/job.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"

struct sqlite3;
struct sqlite3_stmt;

namespace marblemaze {

/// Throws BadInput if SQLite cannot use the path, for example "-" or a pipe.
void require_database_file(const std::filesystem::path& path);

/// Exclusive lock for writing to a file. Readers are not blocked. The kernel releases the lock when
/// the process ends, even after a crash. The lock does not conflict with SQLite's own locks. The
/// lock must outlive the database, because closing the descriptor also releases SQLite's locks.
class WriterLock {
 public:
  /// Throws MachineFailure if another process holds the lock. Error messages contain `name` as the
  /// file name.
  WriterLock(const std::filesystem::path& path, const std::string& name);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

/// Open SQLite database. An SQLite error becomes an exception with a one-line message that contains
/// the file name. BadInput means a damaged file or a different format. MachineFailure means a disk
/// error, a missing permission, or a file that another process has locked for several seconds. Long
/// queries throw Interrupted if a stop is requested for the work of the calling thread
/// (maze/base/stop.h).
class SqliteDatabase {
 public:
  enum class Mode { create_or_write, read };

  /// Error messages contain `name`, or the path if the name is empty.
  SqliteDatabase(const std::filesystem::path& path, Mode mode, const std::string& name = {});
  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  void execute(const std::string& sql) const;
  /// Ignores errors. Used for closing and rollback.
  void execute_unchecked(const char* sql) const noexcept;
  /// Returns the first value of the first row, or 0.
  [[nodiscard]] std::int64_t number(const char* query) const;

  /// Throws BadInput if the file is damaged. Reads the entire file.
  void require_intact() const;
  /// Throws MachineFailure if the file was moved, deleted or replaced. SQLite itself would continue
  /// to write to such a file without an error.
  void require_in_place() const;

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  friend class SqliteStatement;
  void check(int result) const;
  [[noreturn]] void fail(int result) const;

  std::string name_;
  sqlite3* handle_ = nullptr;
};

/// Parameters of the statement are bound in order, and columns are read in order.
class SqliteStatement {
 public:
  SqliteStatement(const SqliteDatabase& database, const std::string& sql);
  ~SqliteStatement();
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  SqliteStatement& reset();
  SqliteStatement& bind(std::int64_t value);
  SqliteStatement& bind(const std::string& value);
  /// Returns false if there is no further row.
  bool step();
  std::int64_t integer();
  std::string text();

 private:
  const SqliteDatabase& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int read_ = 0;
};

struct MergeCounts {
  int episodes = 0, truths = 0;
};

/// Results file: an SQLite database with one row per run and per reference solution. Each row is
/// committed as soon as it is computed, so a killed process loses no finished rows, and the next
/// run can resume. Only one process can write at a time, and any number can read. A reader sees the
/// rows that existed when it opened the file.
class ResultsStore {
 public:
  /// create_whole writes a new file under a temporary name until finish() is called.
  enum class Mode { create_or_append, create_whole, read };

  /// Throws BadInput if the file is not a results file of this format, and MachineFailure if the
  /// file cannot be opened or another process is writing to it.
  ResultsStore(const std::filesystem::path& path, Mode mode);
  /// Merges the write-ahead log into the file, so that the file can be copied, and can be read from
  /// a folder without write permission. If another process is still reading, the log remains until
  /// the next process opens the file.
  ~ResultsStore();
  ResultsStore(const ResultsStore&) = delete;
  ResultsStore& operator=(const ResultsStore&) = delete;

  void add_source(const MazeSource& source);
  [[nodiscard]] std::optional<ResultRow> find(const Job& job) const;
  [[nodiscard]] std::vector<ResultRow> find_all(const JobList& jobs) const;
  /// Returns the jobs without a row, the most expensive first, so that all threads finish at about
  /// the same time.
  [[nodiscard]] JobList missing_jobs(const JobList& jobs) const;
  /// Adds a row. Throws MachineFailure if the disk is full, or if the file was moved, deleted or
  /// replaced. Earlier rows stay intact. Requires: row.job.version is the version of this program.
  void add(const ResultRow& row);

  /// Completes the file. Must be the last call of a writer. Throws MachineFailure like add().
  void finish();

  /// Returns the rows ordered by job.
  [[nodiscard]] std::vector<ResultRow> rows(JobType type) const;
  [[nodiscard]] std::int64_t count(JobType type) const;
  /// Returns the JSON text with this hash, or an empty string if the source is unknown.
  [[nodiscard]] std::string source_text(const std::string& hash) const;

  /// Adds the rows of all files in one transaction. Returns the number of added rows for each file.
  /// The files can come from different program versions. Throws BadInput if a file is not a results
  /// file, or if two files have different results for the same job. Throws Interrupted if a stop is
  /// requested.
  [[nodiscard]] std::vector<MergeCounts> merge(const std::vector<std::string>& files);

  [[nodiscard]] const std::string& path() const { return database_->name(); }

 private:
  void open_to_write(const std::filesystem::path& path, const std::string& name);
  void create() const;
  void check_format() const;
  void define_source(const std::string& hash, const std::string& text) const;
  void insert(const ResultRow& row);
  void each_row(JobType type, const std::function<void(const ResultRow&)>& use) const;
  [[nodiscard]] std::vector<MergeCounts> merge_rows(const std::vector<std::string>& files);
  /// Returns false if the row is already in the store. Throws BadInput if the stored row has other
  /// results. Error messages contain `file`.
  bool merge_row(const ResultRow& row, const std::string& file);
  /// Returns a statement that is prepared once, because preparing is slower than finding a row.
  SqliteStatement& prepared(const std::string& sql) const;

  std::optional<OutputFile> unfinished_;
  std::optional<WriterLock> lock_;  // outlives the database
  std::optional<SqliteDatabase> database_;
  bool writes_;
  mutable std::map<std::string, SqliteStatement> prepared_;
};

/// Runs the jobs on `threads` threads. Stores each row before passing it to `on_row`, one row at a
/// time, so that an interrupted command can resume. Throws Interrupted if a stop is requested
/// (maze/base/stop.h), and discards runs in progress. Requires: the jobs come from this source and
/// have no row in the store; threads >= 1.
void run_jobs(ResultsStore& store, const MazeSource& source, const JobList& jobs, int threads,
              const std::function<void(const ResultRow&)>& on_row);

}  // namespace marblemaze
