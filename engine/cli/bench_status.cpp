#include "engine/cli/bench_status.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "engine/results/shard_progress.h"
#include "maze/base/words.h"

namespace marblemaze {
namespace {

struct ShownShard {
  std::string database;  ///< with its folder
  ShardProgress progress;
  bool silent;

  [[nodiscard]] std::string_view state() const {
    return silent ? "stalled" : to_string(progress.state);
  }
};

struct Status {
  std::vector<ShownShard> shards;
  std::int64_t done = 0, total = 0;
  int stalled = 0, interrupted = 0, not_begun = 0;
  double seconds_left = 0;  ///< of the running shards; below 0 where one of them cannot tell

  void add(ShownShard shard) {
    done += shard.progress.done;
    total += shard.progress.total;
    stalled += shard.silent;
    interrupted += shard.progress.state == ShardProgress::State::interrupted;
    if (shard.state() == "running" && seconds_left >= 0) {
      const double left = shard.progress.seconds_left();
      seconds_left = left < 0 ? left : std::max(seconds_left, left);
    }
    shards.push_back(std::move(shard));
  }
};

Status status_of(const std::string& folder, std::int64_t now) {
  Status status;
  std::map<int, std::set<int>> met;  // by how many there are; each may have a folder of its own
  for (const auto& file : progress_files(folder)) {
    ShardProgress progress = load_progress(file);
    met[progress.shards].insert(progress.shard);
    const bool silent = progress.is_silent(now);
    const std::string database = (file.parent_path() / progress.results).string();
    status.add({database, std::move(progress), silent});
  }
  for (const auto& [shards, numbers] : met)
    status.not_begun += std::max(0, shards - static_cast<int>(numbers.size()));
  return status;
}

std::string time_text(double seconds) {
  if (seconds < 0) return "time left not known yet";
  if (seconds < 120) return fmt::format("{:.0f} s left", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min left", seconds / 60);
  return fmt::format("{:.1f} h left", seconds / 3600);
}

std::string line_of(const ShownShard& shard, std::int64_t now) {
  const ShardProgress& p = shard.progress;
  std::string text =
      fmt::format("{}: {} of {}, {}", shard.database, p.done, p.total, shard.state());
  if (shard.silent) return text + fmt::format(": nothing heard for {} s", now - p.heard);
  if (p.state == ShardProgress::State::running)
    text += fmt::format(", {}, last result {} s ago", time_text(p.seconds_left()),
                        std::max<std::int64_t>(0, now - p.last_result));
  return text;
}

Json json_of(const Status& status, std::int64_t now) {
  const auto left = [](double seconds) { return seconds < 0 ? Json(nullptr) : Json(seconds); };
  Json shards = Json::array();
  for (const ShownShard& shard : status.shards)
    shards.push_back(Json{{"results", shard.database},
                          {"shard", shard.progress.shard},
                          {"shards", shard.progress.shards},
                          {"state", shard.state()},
                          {"done", shard.progress.done},
                          {"total", shard.progress.total},
                          {"left_s", left(shard.progress.seconds_left())},
                          {"silent_s", now - shard.progress.heard}});
  return {{"shards", shards},
          {"done", status.done},
          {"total", status.total},
          {"stalled", status.stalled},
          {"interrupted", status.interrupted},
          {"not_begun", status.not_begun},
          {"left_s", left(status.seconds_left)}};
}

}  // namespace

Finding bench_status(const std::string& folder) {
  const std::int64_t now = seconds_now();
  const Status status = status_of(folder, now);
  std::string text;
  for (const ShownShard& shard : status.shards) text += line_of(shard, now) + "\n";
  text += fmt::format("{} of {} in {}, {}; {} stalled, {} interrupted, {} not begun\n", status.done,
                      status.total, counted(status.shards.size(), "shard"),
                      time_text(status.seconds_left), status.stalled, status.interrupted,
                      status.not_begun);
  return {text, json_of(status, now)};
}

}  // namespace marblemaze
