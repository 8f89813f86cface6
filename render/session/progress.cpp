#include "render/session/progress.h"

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/json_reader.h"
#include "maze/base/text_file.h"
#include "render/session/file_names.h"

namespace marblemaze {
namespace {

constexpr const char* kFormat = "marblemaze-progress";

}  // namespace

std::filesystem::path Progress::usual_file() {
  return kept_file("XDG_DATA_HOME", ".local/share", "progress.json");
}

Progress::Progress(std::filesystem::path file) : file_(std::move(file)) {
  std::error_code none;
  if (file_.empty() || !std::filesystem::exists(file_, none)) return;
  try {
    read();
  } catch (const std::exception& error) {
    entries_.clear(), times_.clear(), lessons_.clear();
    broken_ = true;
    fault_ = fmt::format("'{}' cannot be read: {}. It will be kept beside; stars are counted anew.",
                         file_.string(), error.what());
  }
}

void Progress::read() {
  const Json document = Json::parse("progress", read_text_file(file_));
  reading_json("progress", [&] {
    if (!(document.at("format") == kFormat) || document.at("version").get<int>() != 1)
      throw BadInput("expected the format " + std::string(kFormat) + ", version 1");
    for (const auto& [key, entry] : document.at("levels").members())
      entries_[key] = {entry.at("name").text(),
                       {entry.at("stars").get<int>(), entry.at("moves").get<int>()}};
    if (document.contains("lessons"))
      for (const auto& name : document.at("lessons").get<std::vector<std::string>>())
        lessons_.insert(name);
    if (!document.contains("times")) return;
    for (const auto& [key, seconds] : document.at("times").members())
      times_[key] = seconds.get<double>();
  });
}

Progress::Best Progress::best(const Level& level) const {
  const auto found = entries_.find(level.key);
  return found == entries_.end() ? Best{} : found->second.best;
}

int Progress::stars() const {
  int sum = 0;
  for (const Level& level : levels()) sum += best(level).stars;
  return sum;
}

void Progress::add(const Level& level, Best result) {
  Entry& entry = entries_[level.key];
  if (!result.better_than(entry.best)) return;
  entry = {level.name, result};
  if (!file_.empty()) write();
}

std::optional<double> Progress::time(const std::string& key) const {
  const auto found = times_.find(key);
  return found == times_.end() ? std::nullopt : std::optional(found->second);
}

void Progress::add_time(const std::string& key, double seconds) {
  const auto [kept, is_first] = times_.try_emplace(key, seconds);
  if (!is_first && kept->second <= seconds) return;
  kept->second = seconds;
  if (!file_.empty()) write();
}

void Progress::add_lesson(const std::string& lesson) {
  if (lessons_.insert(lesson).second && !file_.empty()) write();
}

void Progress::write() {
  Json kept = Json::object();
  for (const auto& [key, entry] : entries_)
    kept[key] =
        Json{{"name", entry.name}, {"stars", entry.best.stars}, {"moves", entry.best.moves}};
  Json times = Json::object();
  for (const auto& [key, seconds] : times_) times[key] = seconds;
  std::error_code failure;
  std::filesystem::create_directories(file_.parent_path(), failure);
  if (broken_) {
    // A place for it that no file has yet.
    const std::filesystem::path stem = file_.parent_path() / file_.stem();
    std::filesystem::rename(file_, unused_path(stem.string() + "-broken", ".json"), failure);
  }
  if (broken_ && failure)
    throw MachineFailure(fmt::format("'{}' is broken and cannot be moved aside: {}", file_.string(),
                                     failure.message()));
  broken_ = false;
  fault_.clear();
  write_text_file(file_,
                  Json{{"format", kFormat},
                       {"version", 1},
                       {"levels", kept},
                       {"lessons", std::vector<std::string>(lessons_.begin(), lessons_.end())},
                       {"times", times}}
                          .dump(1) +
                      "\n");
}

}  // namespace marblemaze
