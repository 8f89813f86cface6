#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "engine/results/result_table.h"
#include "engine/results/results_store.h"
#include "engine/results/sqlite_database.h"
#include "maze/base/output_file.h"

namespace marblemaze {

/// The open database behind a ResultsStore: its format, and the two dictionaries (settings, hosts)
/// to whose entries the rows refer by a hash.
class ResultsFile {
 public:
  /// Throws as ResultsStore's constructor does.
  ResultsFile(const std::filesystem::path& path, ResultsStore::Mode mode);
  /// Leaves one plain file that can be copied and read from a folder without write permission.
  /// Where that fails the log beside the file holds the rest, and the next opening takes it in.
  ~ResultsFile();
  ResultsFile(const ResultsFile&) = delete;
  ResultsFile& operator=(const ResultsFile&) = delete;

  /// As ResultsStore::finish().
  void finish();

  [[nodiscard]] const SqliteDatabase& database() const { return *database_; }
  [[nodiscard]] const std::string& path() const { return database_->name(); }
  [[nodiscard]] int format() const { return format_; }

  /// `dictionary` is "settings" or "hosts".
  void define(const std::string& dictionary, const std::string& hash,
              const std::string& text) const;
  /// Empty where the hash is unknown.
  [[nodiscard]] std::string defined(const std::string& dictionary, const std::string& hash) const;
  /// Takes over the entries of both dictionaries.
  void adopt_dictionaries(const ResultsFile& other) const;

 private:
  void open(const std::filesystem::path& path, const std::string& name);
  void claim();
  [[nodiscard]] bool is_blank() const;
  void create() const;
  void upgrade();
  void check_format();

  std::optional<OutputFile> unfinished_;
  std::optional<SqliteDatabase> database_;
  bool writes_;
  int format_ = 0;
};

}  // namespace marblemaze
