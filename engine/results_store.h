#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/batch.h"

namespace marblemaze {

/// An episode with what it was run under.
struct StoredEpisode {
  EpisodeRow episode;
  std::string settings;  ///< hash
  std::string version;   ///< of the program
};

/// A results file: an SQLite database to which each episode is committed as it ends, so that a killed
/// run loses nothing and the next one knows what is left. One process at a time may write.
class ResultsStore {
 public:
  enum class Mode { create_or_append, read };

  /// Throws BadInput when the file is no results file or of a newer format, MachineFailure when it
  /// cannot be opened or another process is using it.
  ResultsStore(const std::filesystem::path& path, Mode mode);
  ~ResultsStore();
  ResultsStore(const ResultsStore&) = delete;
  ResultsStore& operator=(const ResultsStore&) = delete;

  /// Remembers the settings behind a hash.
  void add_settings(const PhysicsSettings& settings);
  [[nodiscard]] bool has(const Task& task, const std::string& world, const std::string& settings) const;
  /// Throws MachineFailure when the disk is full; what was there before is intact.
  void add(const EpisodeRow& row, const std::string& settings);
  /// Takes over all episodes of another file that are not here yet; returns how many. Throws BadInput
  /// when the same episode ended differently in both.
  int merge(const ResultsStore& other);

  /// In a fixed order that does not depend on the order of adding.
  [[nodiscard]] std::vector<StoredEpisode> episodes() const;
  [[nodiscard]] std::string settings_json(const std::string& hash) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The version under which results are stored.
[[nodiscard]] std::string program_version();

}  // namespace marblemaze
