#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiments/job.h"

namespace marblemaze {

class ResultsFile;

/// A results file: an SQLite database to which each row is committed as it is found, so that a
/// killed run loses nothing and the next one knows what is left. One process at a time may write,
/// and none may read meanwhile; any number may read a file that nobody writes.
class ResultsStore {
 public:
  /// create_whole: a new file gets its name when finish() is called, and not before.
  enum class Mode { create_or_append, create_whole, read };

  /// Throws BadInput when the file is no results file or of a newer format, MachineFailure when it
  /// cannot be opened or another process is using it.
  ResultsStore(const std::filesystem::path& path, Mode mode);
  ~ResultsStore();
  ResultsStore(const ResultsStore&) = delete;
  ResultsStore& operator=(const ResultsStore&) = delete;

  /// Remembers what the source's hash stands for.
  void add_source(const Source& source);
  /// The row of a job, if there is one.
  [[nodiscard]] std::optional<ResultRow> find(const Job& job) const;
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
  /// The settings behind a hash, as JSON.
  [[nodiscard]] std::string settings_json(const std::string& hash) const;
  /// The machine's fingerprint behind a hash; empty where the file knows none.
  [[nodiscard]] std::string host(const std::string& hash) const;

  /// The database, for the other classes of this module.
  [[nodiscard]] const ResultsFile& file() const { return *file_; }

 private:
  std::string own_host();

  std::unique_ptr<ResultsFile> file_;
  std::string own_host_;  // hash; empty until a row was added
};

}  // namespace marblemaze
