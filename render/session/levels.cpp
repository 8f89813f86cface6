#include "render/session/levels.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/json_reader.h"
#include "maze/files/maze_file.h"
#include "render/gl/viewer_files.h"
#include "render/session/files.h"

namespace marblemaze {
namespace {

std::vector<Level> built_in() {
  std::vector<Level> all;
  for (int number = 1;; ++number) {
    const std::string_view text = viewer_file(fmt::format("level-{:02}.json", number));
    if (text.empty()) return all;
    all.push_back(level_from_json(std::string(text)));
  }
}

constexpr const char* kFormat = "marblemaze-progress";

}  // namespace

std::span<const Level> levels() {
  static const std::vector<Level> all = built_in();
  return all;
}

Level level_from_json(const std::string& text) {
  const auto certificate = certificate_from_maze_json(text);
  if (!certificate || certificate->solution.empty())
    throw BadInput("level: expected a maze with a certificate of its solution");
  const Json document = Json::parse("level", text);
  return reading_json("level", [&] {
    const Json& told = document.at("level");
    JsonReader(told, "level", "level's ").require_only({"name", "ways"});
    Level level;
    level.name = told.at("name").text();
    level.key = certificate->maze;
    level.maze = std::make_shared<const Maze>(maze_from(document));
    level.control = certificate->control;
    for (const int move : certificate->solution) level.solution.emplace_back(move);
    for (const Json& way : told.at("ways"))
      level.ways[StateId(way.at(0).get<int>())] = {MoveId(way.at(1).get<int>()),
                                                   way.at(2).get<int>()};
    return level;
  });
}

RunSpec level_spec(const Level& level) {
  RunSpec spec;
  spec.setup = setup_in(level.maze, level.control, exact_machine());
  spec.player.by_hand = true;
  return spec;
}

int stars_for(const Level& level, int moves, bool with_hints) {
  const int stars = moves <= level.best() ? 3 : moves <= level.good() ? 2 : 1;
  return with_hints ? std::min(stars, 2) : stars;
}

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
