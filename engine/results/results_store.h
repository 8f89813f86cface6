#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/experiments/maze_truth.h"

namespace marblemaze {

/// An episode with what it was run under.
struct StoredEpisode {
  EpisodeRow episode;
  std::string settings;  ///< hash
  std::string version;   ///< of the program
};

/// A ground truth with what it was found under.
struct StoredTruth {
  TruthRow row;
  std::string settings;  ///< hash
  std::string version;   ///< of the program
};

/// How much a merge took over.
struct Merged {
  int episodes = 0, truths = 0;
};

/// A results file: an SQLite database to which each episode and each ground truth is committed as
/// it ends, so that a killed run loses nothing and the next one knows what is left. One process at
/// a time may write, and none may read meanwhile; any number may read a file that nobody writes.
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
  [[nodiscard]] bool has(const Task& task, const std::string& world,
                         const std::string& settings) const;
  [[nodiscard]] bool has(const Problem& problem, const std::string& world,
                         const std::string& settings) const;
  /// Throw MachineFailure when the disk is full; what was there before is intact.
  void add(const EpisodeRow& row, const std::string& settings);
  void add(const TruthRow& row, const std::string& settings);
  /// Takes over all that another file has and this one has not. All or nothing: throws BadInput
  /// when the same episode ended differently in both, or the same problem has two truths.
  Merged merge(const ResultsStore& other);

  /// Both in a fixed order that does not depend on the order of adding.
  [[nodiscard]] std::vector<StoredEpisode> episodes() const;
  [[nodiscard]] std::vector<StoredTruth> truths() const;
  [[nodiscard]] std::string settings_json(const std::string& hash) const;

 private:
  bool adopt(const StoredEpisode& theirs, const std::string& from);
  bool adopt(const StoredTruth& theirs, const std::string& from);
  void adopt_settings(const std::string& hash, const ResultsStore& from);

  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// The version under which results are stored.
[[nodiscard]] std::string program_version();

}  // namespace marblemaze
