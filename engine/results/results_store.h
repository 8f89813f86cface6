#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/experiments/job.h"
#include "engine/results/sqlite_database.h"
#include "maze/base/output_file.h"

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
  /// The indices of the jobs without a row. Fast when jobs that differ only in their seed stand
  /// together.
  [[nodiscard]] std::vector<std::size_t> missing(std::span<const Job> jobs) const;
  /// Throws MachineFailure when the disk is full; what was there before is intact. So it does where
  /// the file was moved, deleted or replaced meanwhile, and says where the rows are. The row gets
  /// the fingerprint of this machine. Precondition: this version of the program has found it.
  void add(ResultRow row);

  /// For whoever has written, as the last call: throws MachineFailure where the rows are not under
  /// the file's name, as add() does.
  void finish();

  /// Those of a question in a fixed order that does not depend on the order of adding.
  [[nodiscard]] std::vector<ResultRow> rows(Question question) const;
  /// How many there are.
  [[nodiscard]] std::int64_t count(Question question) const;
  /// What the hash of a source stands for, as JSON; empty where the file knows none.
  [[nodiscard]] std::string source_text(const std::string& hash) const;
  /// The machine's fingerprint behind a hash; empty where the file knows none.
  [[nodiscard]] std::string host(const std::string& hash) const;

  // For who copies rows from file to file.
  [[nodiscard]] const SqliteDatabase& database() const { return *database_; }
  [[nodiscard]] const std::string& path() const { return database_->name(); }
  /// Takes over what another file's hashes of settings and machines stand for.
  void adopt_dictionaries(const ResultsStore& other) const;

 private:
  void open_to_write(const std::filesystem::path& path, const std::string& name);
  [[nodiscard]] bool is_blank() const;
  void create() const;
  void check_format() const;
  /// `dictionary` is "settings" or "hosts", to whose entries the rows refer by a hash.
  void define(const std::string& dictionary, const std::string& hash,
              const std::string& text) const;
  std::string own_host();

  std::optional<OutputFile> unfinished_;
  std::optional<WriterLock> lock_;  // outlives the database
  std::optional<SqliteDatabase> database_;
  bool writes_;
  using Statements = std::map<Question, std::unique_ptr<SqliteStatement>>;
  mutable Statements finding_;  // prepared once: that takes longer than to find a row
  Statements inserting_;
  std::string own_host_;  // hash; empty until a row was added
};

}  // namespace marblemaze
