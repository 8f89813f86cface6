#include "render/session/levels.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "agent/analysis/state_map.h"
#include "agent/play/knowledge_engine.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/text.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "render/gl/viewer_files.h"
#include "render/session/logic_game.h"
#include "render/session/run.h"
#include "render/session/run_text.h"
#include "render/session/view.h"

namespace marblemaze {
namespace {

// Throws BadInput if the text is not a valid level.
Level level_from_json(const std::string& text) {
  const auto certificate = certificate_from_maze_json(text);
  if (!certificate || certificate->solution.empty())
    throw BadInput("level: the maze has no certificate of its solution");
  const Json document = Json::parse("level", text);
  const JsonReader from(JsonReader(document, "level", "").at("level"), "level", "level's ");
  from.require_only({"name", "ways"});
  Level level;
  level.name = from.text("name");
  level.key = certificate->maze;
  level.maze = std::make_shared<const Maze>(maze_from(document));
  level.control = certificate->control;
  for (const int move : certificate->solution) level.solution.emplace_back(move);
  from.read("ways", [&](const Json& ways) {
    for (const Json& way : ways)
      level.ways[StateId(way.at(0).get<int>())] = {MoveId(way.at(1).get<int>()),
                                                   way.at(2).get<int>()};
  });
  return level;
}

std::vector<Level> load_levels() {
  std::vector<Level> all;
  for (int number = 1;; ++number) {
    const std::string_view text = viewer_file(fmt::format("level-{:02}.json", number));
    if (text.empty()) return all;
    all.push_back(level_from_json(std::string(text)));
  }
}

std::vector<Level> load_tilt_levels() {
  std::vector<Level> all;
  const Json list = Json::parse("levels", viewer_file("turn-freely.json"));
  for (const Json& json : list.at("levels"))
    all.push_back({.name = json.at("name").text(),
                   .maze = std::make_shared<const Maze>(generate_kruskal(
                       json.at("size").get<int>(), layers_from_string(json.at("layers").text()),
                       json.at("seed").get<std::uint64_t>()))});
  return all;
}

std::string hint_prefix(const MarbleRun& run, const Camera& camera, MoveId move) {
  return fmt::format("Hint: {} (key {}).",
                     tilt_label(tilt_direction(run, run.ticks() - 1, move, camera)),
                     move.index + 1);
}

bool on_solution(const MarbleRun& run, const Level& level) {
  const auto& made = run.moves();
  return made.size() < level.solution.size() &&
         std::ranges::equal(made, std::span(level.solution).first(made.size()), {},
                            &RecordedMove::move);
}

Hint level_hint(const MarbleRun& run, const Camera& camera, const Level& level, StateId state) {
  if (on_solution(run, level)) {
    const std::size_t made = run.recording().moves.size();
    const MoveId move = level.solution[made];
    return {move, fmt::format("{} {} left; no solution is shorter.", hint_prefix(run, camera, move),
                              pluralize(level.best() - static_cast<int>(made), "move"))};
  }
  const auto way = level.ways.find(state);
  if (way == level.ways.end())
    return {std::nullopt,
            "No move that has been tried from here leads to the target: this is a dead-end region. "
            "Press R to start again."};
  return {
      way->second.move,
      fmt::format("{} About {} left, according to the moves that have been tried from this state.",
                  hint_prefix(run, camera, way->second.move), pluralize(way->second.left, "move"))};
}

Hint predictor_hint(const MarbleRun& run, const Camera& camera, StateId state) {
  const Advice& advice = run.episode().player().advice(run.control_at(run.ticks()));
  if (!advice.predictor || is_balanced(state))
    return {std::nullopt, "There is no hint for this state."};
  const StateMap map = explore(*advice.predictor, *advice.rules, state);
  if (!map.solvable() || map.solution().empty())
    return {std::nullopt, "The path predictor finds no solution from here. It may be wrong."};
  const MoveId move = map.solution().front().move;
  return {move, fmt::format(
                    "{} The path predictor estimates that the target is {} away. It may be wrong.",
                    hint_prefix(run, camera, move), pluralize(*map.optimum(), "move"))};
}

constexpr const char* kFormat = "marblemaze-progress";

LevelResult result_from(const Json& entry) {
  return {entry.at("stars").get<int>(), entry.at("moves").get<int>()};
}

// Throws BadInput if the document is not a valid progress file.
void check(const Json& document) {
  const JsonReader from(document, "progress", "progress ");
  from.version_of(kFormat, 1);
  from.read("levels", [](const Json& levels) {
    for (const auto& [key, entry] : levels.members())
      static_cast<void>(entry.at("name").text()), static_cast<void>(result_from(entry));
  });
  if (document.contains("lessons"))
    static_cast<void>(from.get<std::vector<std::string>>("lessons"));
  if (document.contains("times"))
    from.read("times", [](const Json& times) {
      for (const auto& [key, seconds] : times.members()) static_cast<void>(seconds.get<double>());
    });
}

}  // namespace

std::span<const Level> levels() {
  static const std::vector<Level> all = load_levels();
  return all;
}

RunSpec level_spec(const Level& level) {
  RunSpec spec;
  spec.setup = setup_in(level.maze, level.control, without_noise());
  spec.player.by_hand = true;
  return spec;
}

int stars_for(const Level& level, int moves, bool with_hints) {
  const int stars = moves <= level.best() ? 3 : moves <= level.good() ? 2 : 1;
  return with_hints ? std::min(stars, 2) : stars;
}

std::filesystem::path Progress::default_file() {
  return data_file_path("XDG_DATA_HOME", ".local/share", "progress.json");
}

Progress::Progress()
    : data_{{"format", kFormat},
            {"version", 1},
            {"levels", Json::object()},
            {"lessons", Json::array()},
            {"times", Json::object()}} {}

Progress::Progress(std::filesystem::path file) : Progress() {
  file_ = std::move(file);
  std::error_code none;
  if (file_.empty() || !std::filesystem::exists(file_, none)) return;
  try {
    const Json read = Json::parse("progress", read_text_file(file_));
    check(read);
    data_.update(read);
  } catch (const std::exception& error) {
    damaged_ = true;
    error_ = fmt::format(
        "'{}' cannot be read: {}. The file will be renamed, and your stars start again at 0.",
        file_.string(), error.what());
  }
}

LevelResult Progress::best(const Level& level) const {
  const Json* const entry = data_.at("levels").find(level.key);
  return entry ? result_from(*entry) : LevelResult();
}

int Progress::stars() const {
  int sum = 0;
  for (const Level& level : levels()) sum += best(level).stars;
  return sum;
}

void Progress::add(const Level& level, LevelResult result) {
  if (!result.better_than(best(level))) return;
  data_["levels"][level.key] =
      Json{{"name", level.name}, {"stars", result.stars}, {"moves", result.moves}};
  write();
}

std::optional<double> Progress::time(const std::string& key) const {
  const Json* const seconds = data_.at("times").find(key);
  return seconds ? std::optional(seconds->get<double>()) : std::nullopt;
}

void Progress::add_time(const std::string& key, double seconds) {
  if (time(key).value_or(seconds + 1) <= seconds) return;
  data_["times"][key] = seconds;
  write();
}

bool Progress::learned(const std::string& lesson) const {
  return std::ranges::any_of(data_.at("lessons"), [&](const Json& name) { return name == lesson; });
}

void Progress::add_lesson(const std::string& lesson) {
  if (learned(lesson)) return;
  data_["lessons"].push_back(lesson);
  write();
}

void Progress::write() {
  if (file_.empty()) return;
  std::error_code failure;
  std::filesystem::create_directories(file_.parent_path(), failure);
  if (damaged_) {
    const std::filesystem::path stem = file_.parent_path() / file_.stem();
    std::filesystem::rename(file_, unused_path(stem.string() + "-broken", ".json"), failure);
  }
  if (damaged_ && failure)
    throw MachineFailure(fmt::format("'{}' is damaged and cannot be renamed: {}", file_.string(),
                                     failure.message()));
  damaged_ = false;
  error_.clear();
  write_text_file(file_, data_.dump(1) + "\n");
}

std::span<const Level> tilt_levels() {
  static const std::vector<Level> all = load_tilt_levels();
  return all;
}

std::optional<std::size_t> tilt_level_of(const MarbleRun& run) {
  const auto all = tilt_levels();
  for (std::size_t i = 0; i < all.size() && run.is_tilt(); ++i)
    if (all[i].maze == run.setup().maze) return i;
  return std::nullopt;
}

std::string time_key(const Maze& maze, bool rest) {
  return maze_hash(maze) + (rest ? ", at rest" : "");
}

std::string time_key(const MarbleRun& run) {
  const PhysicsSettings& settings = run.setup().settings;
  const bool has_defaults = settings == PhysicsSettings{} || settings == without_noise();
  const bool counts =
      run.is_tilt() && run.spec().player.by_hand && !run.is_recording() && has_defaults;
  return counts ? time_key(run.maze(), run.recording().spec.tilt->rest) : "";
}

bool LevelGame::counts(const MarbleRun& run) const {
  assert(is_open());
  const RunSpec wanted = level_spec(level());
  const Recording& made = run.recording();
  return made.spec.setup == wanted.setup && !made.spec.player.recovery && !made.spec.tilt &&
         std::ranges::all_of(made.moves,
                             [](const auto& move) { return move.reason == kChosenByUser; });
}

int LevelGame::max_stars(int moves) const {
  assert(is_open());
  // An unsolved level needs at least one more move.
  return stars_for(level(), moves + (result_ ? 0 : 1), hints_ > 0);
}

void LevelGame::frame(const MarbleRun& marble, Progress& progress) {
  assert(is_open());
  const MarbleRun& run = marble.selected_run();
  if (result_ || run.outcome() != Outcome::solved || marble.second ||
      marble.position() < static_cast<double>(run.ticks()) || !counts(run))
    return;
  const int moves = run.moves_made();
  result_ = LevelResult{stars_for(level(), moves, hints_ > 0), moves};
  record_ = result_->better_than(progress.best(level()));
  progress.add(level(), *result_);
}

Hint hint_for(const MarbleRun& run, const Camera& camera, const Level* level) {
  assert(run.waits_for_user());
  const StateId state = run.state_at(run.ticks()).value();
  return level ? level_hint(run, camera, *level, state) : predictor_hint(run, camera, state);
}

Hint hint_for(const LogicGame& game) {
  const StateId state = game.state();
  const auto left = game.fewest_moves(state);
  if (!left) return {std::nullopt, "The goal can no longer be reached. Press R to start again."};
  for (const MoveId move : game.rules().moves(state))
    if (game.fewest_moves(game.maze().result(state, move)) == *left - 1)
      return {move, fmt::format("Hint: {}. {} left; no solution is shorter.",
                                game.maze().move_name(state, move), pluralize(*left, "move"))};
  return {std::nullopt, "The goal is reached."};
}

}  // namespace marblemaze
