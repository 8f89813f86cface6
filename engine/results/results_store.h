#pragma once

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiments/job.h"
#include "engine/results/sqlite_database.h"
#include "maze/base/file_io.h"

namespace marblemaze {

/// Role of a column in a results file.
enum class Role {
  key,
  result,
  measured  ///< such as processor time, which differs between two runs of the same job
};

/// Value of one column of a row, as text.
struct StoredText {
  const char* name;
  Role role;
  std::string text;
};

/// Returns all columns of a row, in the order of the file, the key first.
[[nodiscard]] std::vector<StoredText> stored_texts(const ResultRow& row);

/// A results file: an SQLite database with one row per run and per reference solution. Each row is
/// committed when it is found, so that a killed run loses nothing and the next one knows what is
/// left. One process at a time may write, and any number may read meanwhile. A reader sees the rows
/// that were there when it opened the file.
class ResultsStore {
 public:
  /// create_whole: a new file gets its name when finish() is called, and not before.
  enum class Mode { create_or_append, create_whole, read };

  /// Throws BadInput if the file is not a results file of this format, MachineFailure if it cannot
  /// be opened, and FileInUse if another process is writing to it and this one wants to, too.
  ResultsStore(const std::filesystem::path& path, Mode mode);
  /// Leaves one plain file that can be copied and read from a folder without write permission.
  /// Where that fails, because somebody still reads it, the log beside the file holds the rest, and
  /// the next opening takes it in.
  ~ResultsStore();
  ResultsStore(const ResultsStore&) = delete;
  ResultsStore& operator=(const ResultsStore&) = delete;

  /// Remembers what the source's hash stands for.
  void add_source(const Source& source);
  /// Returns the row of a job, or nothing.
  [[nodiscard]] std::optional<ResultRow> find(const Job& job) const;
  /// Returns the rows that the file has, in the order of the jobs.
  [[nodiscard]] std::vector<ResultRow> found(const std::vector<Job>& jobs) const;
  /// Returns the jobs without a row, the costliest first, so that no thread waits for one at the
  /// end. Fast if jobs that differ only in seed and run are next to each other.
  [[nodiscard]] std::vector<Job> left_of(std::vector<Job> jobs) const;
  /// Throws MachineFailure if the disk is full, or if the file was moved, deleted or replaced
  /// meanwhile. Earlier rows are intact.
  /// Requires: row.job.version is this program's.
  void add(const ResultRow& row);

  /// The last call of a writer. Throws MachineFailure if the rows are not under the file's name, as
  /// add() does.
  void finish();

  /// Calls `use` for each row of a question, in an order that does not depend on that of adding.
  void each_row(Question question, const std::function<void(const ResultRow&)>& use) const;
  [[nodiscard]] std::vector<ResultRow> rows(Question question) const;
  /// Returns the number of rows.
  [[nodiscard]] std::int64_t count(Question question) const;
  /// Returns what the hash of a source stands for, as JSON, or nothing.
  [[nodiscard]] std::string source_text(const std::string& hash) const;

  // For merge(), which adds rows of any version in one transaction.
  [[nodiscard]] const SqliteDatabase& database() const { return *database_; }
  [[nodiscard]] const std::string& path() const { return database_->name(); }
  void insert(const ResultRow& row);
  /// Adds the sources of another file.
  void adopt_sources(const ResultsStore& other) const;

 private:
  void open_to_write(const std::filesystem::path& path, const std::string& name);
  [[nodiscard]] bool is_blank() const;
  void create() const;
  void check_format() const;
  void define_source(const std::string& hash, const std::string& text) const;

  std::optional<OutputFile> unfinished_;
  std::optional<WriterLock> lock_;  // outlives the database
  std::optional<SqliteDatabase> database_;
  bool writes_;
  using Statements = std::map<Question, std::unique_ptr<SqliteStatement>>;
  mutable Statements finding_;  // prepared once, because preparing takes longer than finding a row
  Statements inserting_;
};

/// Answers the jobs on so many threads as run_on_threads (maze/base/parallel.h) does. Each row is
/// in the file before `on_row` gets it, one at a time, so that an interrupted command can resume.
/// Throws Interrupted when the work is to stop (maze/base/stop.h); the runs under way are
/// discarded. Requires: the jobs are of the source and not in the file; threads >= 1.
void run_jobs(ResultsStore& store, const Source& source, const std::vector<Job>& jobs, int threads,
              const std::function<void(const ResultRow&)>& on_row);

}  // namespace marblemaze
