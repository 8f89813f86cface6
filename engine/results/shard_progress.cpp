#include "engine/results/shard_progress.h"

#include <algorithm>
#include <array>
#include <chrono>

#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/json_reader.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "marblemaze-progress";
constexpr const char* kEnding = ".progress";
constexpr std::chrono::seconds kBeat{10};
constexpr std::int64_t kSilence_s = 60;  // six beats, so that a slow network folder is no stall
constexpr std::array<const char*, 3> kStates{"running", "done", "interrupted"};

ShardProgress::State state_from(const JsonReader& read) {
  const std::string name = read.text("state");
  const auto* const found = std::find(kStates.begin(), kStates.end(), name);
  if (found == kStates.end()) read.refuse("state", "running, done or interrupted");
  return static_cast<ShardProgress::State>(found - kStates.begin());
}

void save_progress(const ShardProgress& p, const fs::path& file) {
  write_text_file(file, Json{{"format", kFormat},
                             {"version", 1},
                             {"results", p.results},
                             {"shard", p.shard},
                             {"shards", p.shards},
                             {"state", to_string(p.state)},
                             {"total", p.total},
                             {"done", p.done},
                             {"cost_left", p.cost_left},
                             {"cost_done", p.cost_done},
                             {"began", p.began},
                             {"last_result", p.last_result},
                             {"heard", p.heard}}
                                .dump() +
                            "\n");
}

}  // namespace

std::string_view to_string(ShardProgress::State state) {
  return kStates[static_cast<std::size_t>(state)];
}

double ShardProgress::seconds_left() const {
  if (state == State::done) return 0;
  const auto spent_s = static_cast<double>(heard - began);
  return cost_done > 0 && spent_s > 0 ? cost_left * spent_s / cost_done : -1;
}

bool ShardProgress::is_silent(std::int64_t now) const {
  return state == State::running && now - heard > kSilence_s;
}

std::int64_t seconds_now() {
  return std::chrono::duration_cast<std::chrono::seconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

ShardProgress load_progress(const fs::path& file) {
  return progress_from_json(read_text_file(file), file.string());
}

ShardProgress progress_from_json(const std::string& text, const std::string& file) {
  const std::string what = "progress file '" + file + "'";
  const Json json = Json::parse(what, text);
  const JsonReader read(json, what, what + ": ");
  read.version_of(kFormat, 1);
  read.require_only({"format", "version", "results", "shard", "shards", "state", "total", "done",
                     "cost_left", "cost_done", "began", "last_result", "heard"});
  const auto whole = [&](const char* name) {
    return static_cast<std::int64_t>(read.natural(name));
  };
  ShardProgress p;
  p.results = read.text("results");
  p.shard = read.count("shard");
  p.shards = read.count("shards");
  p.state = state_from(read);
  p.total = whole("total");
  p.done = whole("done");
  p.cost_left = read.size("cost_left");
  p.cost_done = read.size("cost_done");
  p.began = whole("began");
  p.last_result = whole("last_result");
  p.heard = whole("heard");
  return p;
}

std::vector<fs::path> progress_files(const fs::path& folder) {
  std::error_code error;
  if (!fs::is_directory(folder, error))
    throw BadInput("folder", "'" + folder.string() + "'", "a folder with shards of a bench");
  std::vector<fs::path> files;
  for (auto entry = fs::recursive_directory_iterator(
           folder, fs::directory_options::skip_permission_denied, error);
       entry != fs::recursive_directory_iterator(); entry.increment(error))
    if (entry->path().extension() == kEnding) files.push_back(entry->path());
  std::sort(files.begin(), files.end());
  return files;
}

ProgressFile::ProgressFile(const fs::path& results, ShardProgress progress)
    : file_(results.string() + kEnding), progress_(std::move(progress)) {
  progress_.results = results.filename().string();
  progress_.began = progress_.last_result = seconds_now();
  save();
  thread_ = std::thread([this] { beat(); });
}

ProgressFile::~ProgressFile() {
  {
    const std::lock_guard lock(mutex_);
    has_ended_ = true;
    ended_.notify_one();
  }
  thread_.join();
  progress_.state = progress_.done == progress_.total ? ShardProgress::State::done
                                                      : ShardProgress::State::interrupted;
  save();
}

void ProgressFile::one_done(double cost) {
  const std::lock_guard lock(mutex_);
  ++progress_.done;
  progress_.cost_done += cost;
  progress_.cost_left = std::max(0.0, progress_.cost_left - cost);
  progress_.last_result = seconds_now();
}

void ProgressFile::beat() {
  std::unique_lock lock(mutex_);
  while (!ended_.wait_for(lock, kBeat, [this] { return has_ended_; })) save();
}

void ProgressFile::save() {
  progress_.heard = seconds_now();
  try {
    save_progress(progress_, file_);
  } catch (const std::exception&) {  // the database holds what matters
  }
}

}  // namespace marblemaze
