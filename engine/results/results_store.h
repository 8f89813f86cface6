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

/// A results file: an SQLite database to which each row is committed as it is found, so that a
/// killed run loses nothing and the next one knows what is left. One process at a time may write;
/// any number may read meanwhile. A reader sees the rows that were there when it opened the file.
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
  /// The row of a job, if there is one.
  [[nodiscard]] std::optional<ResultRow> find(const Job& job) const;
  /// The rows that the file has, in the order of the jobs.
  [[nodiscard]] std::vector<ResultRow> found(const std::vector<Job>& jobs) const;
  /// The jobs without a row, the costliest first: begun last, they would keep the other threads
  /// waiting at the end. Fast when jobs that differ only in their seed are next to each other.
  [[nodiscard]] std::vector<Job> left_of(std::vector<Job> jobs) const;
  /// Throws MachineFailure if the disk is full, or if the file was moved, deleted or replaced
  /// meanwhile. Earlier rows are intact.
  /// Requires: row.job.version is this program's.
  void add(const ResultRow& row);

  /// For whoever has written, as the last call: throws MachineFailure where the rows are not under
  /// the file's name, as add() does.
  void finish();

  /// Those of a question in a fixed order that does not depend on the order of adding.
  [[nodiscard]] std::vector<ResultRow> rows(Question question) const;
  /// How many there are.
  [[nodiscard]] std::int64_t count(Question question) const;
  /// What the hash of a source stands for, as JSON; empty where the file knows none.
  [[nodiscard]] std::string source_text(const std::string& hash) const;

  // For who copies rows from file to file.
  [[nodiscard]] const SqliteDatabase& database() const { return *database_; }
  [[nodiscard]] const std::string& path() const { return database_->name(); }
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
  mutable Statements finding_;  // prepared once: that takes longer than to find a row
  Statements inserting_;
};

/// Answers the jobs on so many threads as run_on_threads (maze/base/parallel.h) does. Each row is
/// in the file before `on_row` gets it, one at a time, so an interrupted command continues where it
/// was. Throws Interrupted when the work is to stop (maze/base/stop.h); the runs under way are
/// dropped. Requires: the jobs are of the source and not in the file; threads >= 1.
void run_jobs(ResultsStore& store, const Source& source, const std::vector<Job>& jobs, int threads,
              const std::function<void(const ResultRow&)>& on_row);

}  // namespace marblemaze
