#include "engine/results/shard_progress.h"

#include <algorithm>
#include <array>

#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/json_reader.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFormat = "marblemaze-progress";
constexpr int kVersion = 2;  // 1 has expected costs instead of the remaining time
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
                             {"version", kVersion},
                             {"results", p.results},
                             {"shard", p.shard},
                             {"shards", p.shards},
                             {"state", to_string(p.state)},
                             {"total", p.total},
                             {"done", p.done},
                             {"left_s", p.seconds_left ? Json(*p.seconds_left) : nullptr},
                             {"last_result", p.last_result},
                             {"heard", p.heard}}
                                .dump() +
                            "\n");
}

}  // namespace

std::string_view to_string(ShardProgress::State state) {
  return kStates[static_cast<std::size_t>(state)];
}

void Pace::add(double now_s, double cost) {
  constexpr double kWindow_s = 30, kBetween_s = 1;
  now_ = {now_s, now_.cost + cost, now_.parts + 1};
  left_ = std::max(0.0, left_ - cost);
  if (now_s - moments_.back().s >= kBetween_s) moments_.push_back(now_);
  while (moments_.size() > 2 && now_s - moments_[1].s >= kWindow_s) moments_.pop_front();
}

std::optional<double> Pace::seconds_left() const {
  const double spent = now_.s - moments_.front().s, cost = now_.cost - moments_.front().cost;
  return cost > 0 ? std::optional(left_ * spent / cost) : std::nullopt;
}

double Pace::parts_per_second() const {
  const double spent = now_.s - moments_.front().s;
  return spent > 0 ? (now_.parts - moments_.front().parts) / spent : 0;
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
  if (read.version_of(kFormat, kVersion) < kVersion)
    throw BadInput("cannot read '" + file + "': written by an older version: run bench again");
  read.require_only({"format", "version", "results", "shard", "shards", "state", "total", "done",
                     "left_s", "last_result", "heard"});
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
  if (!read.at("left_s").is_null()) p.seconds_left = read.size("left_s");
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

ProgressFile::ProgressFile(const fs::path& results, ShardProgress progress, double cost_left)
    : file_(results.string() + kEnding), progress_(std::move(progress)), pace_(cost_left) {
  progress_.results = results.filename().string();
  progress_.last_result = seconds_now();
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
  const bool done = progress_.done == progress_.total;
  progress_.state = done ? ShardProgress::State::done : ShardProgress::State::interrupted;
  if (done) progress_.seconds_left = 0;
  save();
}

void ProgressFile::one_done(double cost) {
  using Seconds = std::chrono::duration<double>;
  const std::lock_guard lock(mutex_);
  ++progress_.done;
  pace_.add(Seconds(std::chrono::steady_clock::now() - began_).count(), cost);
  progress_.seconds_left = pace_.seconds_left();
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
  } catch (const std::exception&) {  // the database has what matters
  }
}

}  // namespace marblemaze
