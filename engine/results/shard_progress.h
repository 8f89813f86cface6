#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace marblemaze {

/// How far one shard of a bench has come, as it tells in a small file beside its database:
/// RESULTS.progress, JSON. Whoever wants to know reads that file and leaves the database alone.
struct ShardProgress {
  enum class State { running, done, interrupted };

  std::string results;  ///< the database, without its folder
  int shard = 1, shards = 1;
  State state = State::running;
  std::int64_t total = 0;        ///< episodes and truths of the shard
  std::int64_t done = 0;         ///< of them stored, by this run or one before
  double cost_left = 0;          ///< expected cost of what is left, in any unit
  double cost_done = 0;          ///< of what this run has done
  std::int64_t began = 0;        ///< seconds since 1970
  std::int64_t last_result = 0;  ///< when the last episode or truth was stored
  std::int64_t heard = 0;        ///< when this was written

  /// Seconds that the rest will take at the pace until now; below 0 where nothing is known yet.
  [[nodiscard]] double seconds_left() const;
  /// Running, but silent for so long that its process or machine is gone or hangs. `now` in seconds
  /// since 1970.
  [[nodiscard]] bool is_silent(std::int64_t now) const;
};
/// "running" and so on, as the file has it.
[[nodiscard]] std::string_view to_string(ShardProgress::State state);

/// Seconds since 1970.
[[nodiscard]] std::int64_t seconds_now();

/// Throws BadInput, naming the file, where it is something else.
[[nodiscard]] ShardProgress load_progress(const std::filesystem::path& file);
/// The same from the text of a file that messages call `file`.
[[nodiscard]] ShardProgress progress_from_json(const std::string& text, const std::string& file);
/// The progress files of a folder and all folders in it, sorted. Throws BadInput where it is no
/// folder.
[[nodiscard]] std::vector<std::filesystem::path> progress_files(
    const std::filesystem::path& folder);

/// Keeps the progress file of a running shard up to date: at the beginning, every ten seconds even
/// while an episode lasts, and at the end. That it cannot be written is no reason to stop.
class ProgressFile {
 public:
  /// Beside the database `results`.
  ProgressFile(const std::filesystem::path& results, ShardProgress progress);
  /// Says that the shard is done where nothing is left, else that it was interrupted.
  ~ProgressFile();
  ProgressFile(const ProgressFile&) = delete;
  ProgressFile& operator=(const ProgressFile&) = delete;

  /// One more episode or truth is stored.
  void one_done(double cost);

 private:
  void beat();
  void save();

  std::filesystem::path file_;
  std::mutex mutex_;  // guards what follows
  std::condition_variable ended_;
  ShardProgress progress_;
  bool has_ended_ = false;
  std::thread thread_;
};

}  // namespace marblemaze
