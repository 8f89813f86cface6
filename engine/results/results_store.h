#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/experiments/maze_truth.h"

namespace marblemaze {

/// An episode with what it was run under.
struct StoredEpisode {
  EpisodeRow episode;
  std::string settings;   ///< hash
  std::string version;    ///< of the program
  std::string host = {};  ///< hash of the machine's fingerprint; empty in older files
};

/// A ground truth with what it was found under.
struct StoredTruth {
  TruthRow row;
  std::string settings;   ///< hash
  std::string version;    ///< of the program
  std::string host = {};  ///< hash of the machine's fingerprint; empty in older files
};

class ResultsFile;

/// A results file: an SQLite database to which each episode and each ground truth is committed as
/// it ends, so that a killed run loses nothing and the next one knows what is left. One process at
/// a time may write, and none may read meanwhile; any number may read a file that nobody writes.
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

  /// Remembers the settings behind a hash.
  void add_settings(const PhysicsSettings& settings);
  /// The same of a benchmark's set, whose hash stands in place of the settings'.
  void add_settings(const std::string& hash, const std::string& text);
  /// Is there a result of this version of the program?
  [[nodiscard]] bool has(const Task& task, const std::string& world,
                         const std::string& settings) const;
  [[nodiscard]] bool has(const Problem& problem, const std::string& world,
                         const std::string& settings) const;
  /// Is there a row with the same key?
  [[nodiscard]] bool has(const StoredEpisode& key) const;
  [[nodiscard]] bool has(const StoredTruth& key) const;
  /// Throw MachineFailure when the disk is full; what was there before is intact. So they do where
  /// the file was moved, deleted or replaced meanwhile, and say where the rows are. The row gets
  /// the fingerprint of this machine.
  void add(const EpisodeRow& row, const std::string& settings);
  void add(const TruthRow& row, const std::string& settings);

  /// For whoever has written, as the last call: throws MachineFailure where the rows are not under
  /// the file's name, as add() does.
  void finish();

  /// Both in a fixed order that does not depend on the order of adding.
  [[nodiscard]] std::vector<StoredEpisode> episodes() const;
  [[nodiscard]] std::vector<StoredTruth> truths() const;
  /// How many episodes and truths there are.
  [[nodiscard]] std::pair<std::int64_t, std::int64_t> counts() const;
  [[nodiscard]] std::string settings_json(const std::string& hash) const;
  /// The machine's fingerprint behind a hash; empty where the file knows none.
  [[nodiscard]] std::string host(const std::string& hash) const;

  /// The database, for this room's other classes.
  [[nodiscard]] const ResultsFile& file() const { return *file_; }

 private:
  std::string own_host();

  std::unique_ptr<ResultsFile> file_;
  std::string own_host_;  // hash; empty until a row was added
};

/// The version under which results are stored.
[[nodiscard]] std::string program_version();

/// The key under which a result of this version of the program will be stored.
[[nodiscard]] StoredEpisode planned_episode(const Task& task, const std::string& world,
                                            const std::string& settings);
[[nodiscard]] StoredTruth planned_truth(const Problem& problem, const std::string& world,
                                        const std::string& settings);

}  // namespace marblemaze
