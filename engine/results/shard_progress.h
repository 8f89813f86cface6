#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

namespace marblemaze {

/// Estimates the remaining time of a work from its speed in the last half minute: jobs begin with
/// the longest, so that the mean speed since the beginning says little.
class Pace {
 public:
  /// `total_cost` is the expected cost of the whole work, in any unit.
  explicit Pace(double total_cost) : left_(total_cost) {}

  /// Counts a part that was done by the time `now_s`, in seconds since the beginning.
  void add(double now_s, double cost);
  /// Returns the seconds that remain, or nothing while there is no speed.
  [[nodiscard]] std::optional<double> seconds_left() const;
  /// Returns the parts per second in the last half minute, or 0.
  [[nodiscard]] double parts_per_second() const;

 private:
  struct Moment {
    double s = 0, cost = 0;  ///< done until then
    double parts = 0;
  };
  std::deque<Moment> moments_{Moment{}};  // about a second apart
  Moment now_;
  double left_;
};

/// Progress of one shard of a bench, in a small file next to its database: RESULTS.progress, JSON.
/// Readers need not touch the database.
struct ShardProgress {
  enum class State { running, done, interrupted };

  std::string results = {};  ///< the database, without its folder
  int shard = 1, shards = 1;
  State state = State::running;
  std::int64_t total = 0;                             ///< runs and reference solutions of the shard
  std::int64_t done = 0;                              ///< stored, by this process or an earlier one
  std::optional<double> seconds_left = std::nullopt;  ///< estimate; nothing while there is none
  std::int64_t last_result = 0;  ///< seconds since 1970 when the last row was stored
  std::int64_t heard = 0;        ///< seconds since 1970 when this was written

  /// Returns whether the shard is running but silent for so long that its process or machine is
  /// gone or hangs. `now` is in seconds since 1970.
  [[nodiscard]] bool is_silent(std::int64_t now) const;
};
/// Returns "running" and so on, as the file has it.
[[nodiscard]] std::string_view to_string(ShardProgress::State state);

/// Seconds since 1970.
[[nodiscard]] std::int64_t seconds_now();

/// Throws BadInput if the file is something else.
[[nodiscard]] ShardProgress load_progress(const std::filesystem::path& file);
/// Reads the text of a file that messages call `file`.
[[nodiscard]] ShardProgress progress_from_json(const std::string& text, const std::string& file);
/// Returns the progress files in a folder and in all folders below it, sorted. Throws BadInput if
/// it is not a folder.
[[nodiscard]] std::vector<std::filesystem::path> progress_files(
    const std::filesystem::path& folder);

/// Keeps the progress file of a running shard up to date: at the beginning, every ten seconds, and
/// at the end. A file that cannot be written is ignored.
class ProgressFile {
 public:
  /// Next to the database `results`; `cost_left` is the expected cost of what is not done.
  ProgressFile(const std::filesystem::path& results, ShardProgress progress, double cost_left);
  /// Marks the shard as done if nothing is left, else as interrupted.
  ~ProgressFile();
  ProgressFile(const ProgressFile&) = delete;
  ProgressFile& operator=(const ProgressFile&) = delete;

  /// Counts one more row that is stored.
  void one_done(double cost);

 private:
  void beat();
  void save();

  std::filesystem::path file_;
  std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  std::mutex mutex_;  // guards what follows
  std::condition_variable ended_;
  ShardProgress progress_;
  Pace pace_;
  bool has_ended_ = false;
  std::thread thread_;
};

}  // namespace marblemaze
