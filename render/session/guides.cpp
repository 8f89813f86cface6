#include "render/session/guides.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "agent/analysis/state_map.h"
#include "agent/play/human_or_agent.h"
#include "maze/base/json.h"
#include "maze/base/json_reader.h"
#include "maze/base/text.h"
#include "maze/grid/generator.h"
#include "maze/grid/maze.h"
#include "render/gl/viewer_files.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr double kWay_s = 1.1;
constexpr float kTurn = 6.2831853f;

// The distance may change by itself, when the window takes another shape.
bool same_direction(const Camera& a, const Camera& b) {
  return a.target == b.target && a.yaw_rad == b.yaw_rad && a.pitch_rad == b.pitch_rad;
}

std::vector<FreeLevel> of_file() {
  const Json list = Json::parse("levels", std::string(viewer_file("turn-freely.json")));
  return reading_json("levels", [&] {
    std::vector<FreeLevel> all;
    for (const Json& told : list.at("levels")) {
      const Layers layers = layers_from_string(told.at("layers").text());
      all.push_back({told.at("name").text(), std::make_shared<const Maze>(generate_kruskal(
                                                 told.at("size").get<int>(), layers,
                                                 told.at("seed").get<std::uint64_t>()))});
    }
    return all;
  });
}

using At = LessonMoment::At;

std::optional<double> if_over(const MarbleRuns& marble, bool all) {
  if (all && marble.complete()) return static_cast<double>(marble.length());
  const ShownRun& run = marble.run(0);
  return !all && run.ended() ? std::optional(static_cast<double>(run.ticks())) : std::nullopt;
}

std::optional<double> of_start(const ShownRun& run) {
  if (!run.recording().moves.empty())
    return static_cast<double>(run.recording().moves.front().begin);
  return run.waits_for_person() || run.ended() ? std::optional(static_cast<double>(run.ticks()))
                                               : std::nullopt;
}

std::optional<double> of_move(const ShownRun& run, LessonMoment moment) {
  const auto& moves = run.recording().moves;
  const auto found = std::ranges::find(moves, moment.move, &RecordedMove::number);
  if (found == moves.end()) return std::nullopt;
  if (moment.at == At::before) return static_cast<double>(found->begin);
  if (moment.at == At::ended)
    return found->end > 0 ? std::optional(static_cast<double>(found->end)) : std::nullopt;
  const double half = static_cast<double>(found->begin) + kHalfATurn;
  return half <= static_cast<double>(run.ticks()) ? std::optional(half) : std::nullopt;
}

// The moves that a person has made and seen to their end.
int moves_seen(const MarbleRuns& marble) {
  const auto& moves = marble.run().recording().moves;
  return static_cast<int>(std::ranges::count_if(moves, [&](const RecordedMove& move) {
    return move.end > 0 && marble.time.done() >= move.end;
  }));
}

// What begins a hint of this move.
std::string named(const ShownRun& run, const Camera& camera, MoveId move) {
  return fmt::format("Hint: {} (key {}).", tip_words(tips(run, run.ticks() - 1, move, camera)),
                     move.index + 1);
}

// So far the person has made the moves of the certified solution.
bool on_solution(const ShownRun& run, const Level& level) {
  const auto& made = run.recording().moves;
  if (made.size() >= level.solution.size()) return false;
  for (std::size_t i = 0; i < made.size(); ++i)
    if (made[i].move != level.solution[i]) return false;
  return true;
}

Hint of_level(const ShownRun& run, const Camera& camera, const Level& level, StateId state) {
  if (on_solution(run, level)) {
    const std::size_t made = run.recording().moves.size();
    const MoveId move = level.solution[made];
    return {move, fmt::format("{} {} to go; this solution was tried in this very maze.",
                              named(run, camera, move),
                              counted(level.best() - static_cast<int>(made), "move"))};
  }
  const auto way = level.ways.find(state);
  if (way == level.ways.end())
    return {
        std::nullopt,
        "From here no move that was tried leads to the target: a dead-end region. R starts again."};
  return {way->second.move,
          fmt::format("{} About {} to go, as far as moves tried from this state show.",
                      named(run, camera, way->second.move), counted(way->second.left, "move"))};
}

Hint of_predictor(const ShownRun& run, const Camera& camera, StateId state) {
  const Advice& advice = run.episode().player().advice(run.control_at(run.ticks()));
  if (!advice.predictor || is_balanced(state)) return {std::nullopt, "No hint is known here."};
  const StateMap map = explore(*advice.predictor, *advice.rules, state);
  if (!map.solvable() || map.solution().empty())
    return {std::nullopt, "The path predictor finds no solution from here. It may be wrong."};
  const MoveId move = map.solution().front().move;
  return {move, fmt::format("{} The path predictor believes that the target is {} away. It may be "
                            "wrong.",
                            named(run, camera, move), counted(*map.optimum(), "move"))};
}

std::optional<StateId> result_in(const LogicGame& game, StateId state, MoveId move) {
  if (const JumpWorld* board = game.maze().board()) return board->result(state, move);
  if (const FourBitMaze* lamps = game.maze().lamps())
    return StateId(lamps->press(state.index, move.index));
  return std::nullopt;
}

}  // namespace

void CameraLead::frame(Camera& camera, const Camera& goal, double elapsed_s) {
  if (!leads()) return;
  if (!same_direction(camera, last_)) return stop();
  part_ = std::min(part_ + elapsed_s / kWay_s, 1.0);
  const auto p = static_cast<float>(glm::smoothstep(0.0, 1.0, part_));
  camera.target = glm::mix(from_.target, goal.target, p);
  camera.yaw_rad = from_.yaw_rad + p * std::remainder(goal.yaw_rad - from_.yaw_rad, kTurn);
  camera.pitch_rad = glm::mix(from_.pitch_rad, goal.pitch_rad, p);
  camera.distance = glm::mix(from_.distance, goal.distance, p);
  last_ = camera;
}

std::span<const FreeLevel> free_levels() {
  static const std::vector<FreeLevel> all = of_file();
  return all;
}

std::optional<std::size_t> free_level_of(const ShownRun& run) {
  const auto all = free_levels();
  for (std::size_t i = 0; i < all.size() && run.turns_freely(); ++i)
    if (all[i].maze == run.setup().maze) return i;
  return std::nullopt;
}

std::string time_key(const Maze& maze, bool rest) {
  return maze_hash(maze) + (rest ? ", at rest" : "");
}

std::string time_key(const ShownRun& run) {
  const PhysicsSettings& settings = run.setup().settings;
  const bool usual = settings == PhysicsSettings{} || settings == exact_machine();
  const bool counts =
      run.turns_freely() && run.spec().player.by_hand && !run.is_recording() && usual;
  return counts ? time_key(run.maze(), run.recording().spec.tilt->rest) : "";
}

bool LevelGame::counts(const ShownRun& run) const {
  assert(open());
  const RunSpec wanted = level_spec(level());
  const Recording& made = run.recording();
  return made.spec.setup == wanted.setup && !made.spec.player.recovery && !made.spec.tilt &&
         std::ranges::all_of(made.moves,
                             [](const auto& move) { return move.reason == kChosenByHand; });
}

int LevelGame::stars_in_reach(int moves) const {
  assert(open());
  // At least one move more is needed.
  return stars_for(level(), moves + (result_ ? 0 : 1), hints_ > 0);
}

bool LevelGame::frame(const MarbleRuns& marble, const Progress& progress) {
  assert(open());
  const ShownRun& run = marble.run();
  if (result_ || run.outcome() != Outcome::solved || marble.count() > 1 ||
      marble.time.position() < static_cast<double>(run.ticks()) || !counts(run))
    return false;
  const int moves = moves_made(run), stars = stars_for(level(), moves, hints_ > 0);
  const bool record = Progress::Best{stars, moves}.better_than(progress.best(level()));
  result_ = LevelResult{moves, stars, record};
  return true;
}

std::optional<double> position_of(const MarbleRuns& marble, LessonMoment moment) {
  const ShownRun& run = marble.run(0);
  switch (moment.at) {
    case At::here: return marble.time.position();
    case At::start: return of_start(run);
    case At::over: return if_over(marble, false);
    case At::all_over: return if_over(marble, true);
    case At::before:
    case At::turning:
    case At::ended: break;
  }
  return of_move(run, moment);
}

void LessonTour::begin(const Lesson& lesson, MarbleRuns& marble) {
  assert(!lesson.steps.empty());
  lesson_ = &lesson;
  go(0, marble);
}

void LessonTour::go(std::size_t number, MarbleRuns& marble) {
  assert(open() && number < count());
  step_ = number;
  marble.time.pause();
  marble.time.set_backward(false);
  marble.time.set_speed(step().speed);
  while (!position_of(marble, step().from) && marble.extend(marble.length() + 1)) {
  }
  marble.time.jump(position_of(marble, step().from).value_or(static_cast<double>(marble.length())));
  playing_ = step().until.at != At::here;
  if (playing_ || step().moves_by_hand > 0) marble.time.play();
}

bool LessonTour::frame(MarbleRuns& marble) {
  assert(open());
  if (playing_) {
    const auto until = position_of(marble, step().until);
    playing_ = marble.time.playing();
    if (until && playing_ && marble.time.position() >= *until) {
      marble.time.pause();
      marble.time.jump(*until);
      playing_ = false;
    }
  }
  return step().moves_by_hand > 0 && moves_seen(marble) >= step().moves_by_hand;
}

Hint hint_for(const ShownRun& run, const Camera& camera, const Level* level) {
  assert(run.waits_for_person());
  const StateId state = run.state_at(run.ticks()).value();
  return level ? of_level(run, camera, *level, state) : of_predictor(run, camera, state);
}

Hint hint_for(const LogicGame& game) {
  if (!game.insight()) return {std::nullopt, "This maze was never searched for a solution."};
  const StateId state = game.state();
  const auto left = game.fewest_moves(state);
  if (!left) return {std::nullopt, "The goal cannot be reached any more. R starts again."};
  for (const MoveId move : game.rules().moves(state)) {
    const auto to = result_in(game, state, move);
    if (to && game.fewest_moves(*to) == *left - 1)
      return {move, fmt::format("Hint: {}. {} to go; no solution is shorter.",
                                game.maze().move_name(game.rules(), state, move),
                                counted(*left, "move"))};
  }
  return {std::nullopt, "The goal is reached."};
}

RunSpec Guides::spec_for_others() const {
  RunSpec spec = marble_.spec();
  if (!(level_.open() || lesson_.open()) || !before_) return spec;
  const bool background = spec.player.background;
  const auto tilt = std::exchange(spec, before_->runs.front()->spec()).tilt;
  spec.tilt = tilt;
  spec.player.background = background;
  return spec;
}

// The first lesson or level keeps what was shown; a lesson's own run is nobody's.
void Guides::start(RunSpec spec) {
  const bool lesson = lesson_.open();
  auto before = std::exchange(before_, std::nullopt);
  try {
    marble_.start(std::move(spec));
  } catch (...) {
    before_ = std::move(before);
    throw;
  }
  if (!before) before = std::exchange(marble_.replaced, {});
  if (lesson) marble_.replaced = {};
  before_ = std::move(before);
}

void Guides::give_back() {
  assert(before_);
  const bool lesson = lesson_.open();
  marble_.show_again(*std::exchange(before_, std::nullopt));
  if (lesson) marble_.replaced = {};
  lesson_.close();
  level_.close();
}

void Guides::start_lesson(const Lesson& lesson) {
  start(lesson_spec(lesson));
  if (lesson.second_orientations > 0) {
    marble_.set_beside(lesson.agent, ControlScheme{lesson.second_orientations});
    marble_.replaced = {};
  }
  lesson_.begin(lesson, marble_);
  lead_.begin(view_.camera);
}

std::string Guides::close_lesson() {
  if (!lesson_.open()) return "";
  give_back();
  return "The lesson is over. This is the run from before it.";
}

std::string Guides::leave_level() {
  if (!before_ || lesson_.open()) return "No level is played.";
  give_back();
  return "This is the run from before the levels.";
}

std::string Guides::step_lesson(int steps) {
  if (!lesson_.open()) return "No lesson is open: Help > Lessons has them.";
  const int wanted = static_cast<int>(lesson_.number()) + steps;
  if (wanted >= static_cast<int>(lesson_.count())) {
    progress_.add_lesson(lesson_.lesson().name);
    return close_lesson();
  }
  lesson_.go(static_cast<std::size_t>(std::max(wanted, 0)), marble_);
  lead_.begin(view_.camera);
  return "";
}

Camera Guides::camera_of(const LessonView& from) const {
  constexpr float kRadians = 3.14159265f / 180;
  Camera wanted = view_.camera;
  wanted.yaw_rad = from.yaw_deg * kRadians;
  wanted.pitch_rad = from.pitch_deg * kRadians;
  wanted.target = glm::vec3(0);
  wanted.distance = view_.whole_distance();
  return wanted;
}

void Guides::look_as_lesson_says() {
  if (lesson_.open() && lesson_.step().view) view_.camera = camera_of(*lesson_.step().view);
  lead_.stop();
}

std::string Guides::start_level(std::size_t number) {
  RunSpec spec = level_spec(checked(levels(), number, "level"));
  spec.player.agent = spec_for_others().player.agent;
  start(std::move(spec));
  level_.begin(number);
  return progress_.fault();
}

void Guides::start_free_level(std::size_t number) {
  RunSpec spec = spec_for_others();
  spec.setup = setup_in(checked(free_levels(), number, "level").maze, std::nullopt);
  spec.player.by_hand = true;
  spec.tilt = TiltSpec{};
  start(std::move(spec));
}

std::string Guides::load_progress() {
  progress_ = Progress(Progress::usual_file());
  return progress_.fault();
}

void Guides::changed_runs(bool same_maze) {
  level_.again();
  if (same_maze) return;
  if (lesson_.open() && before_) marble_.time.set_speed(before_->speed);
  lesson_.close();
  level_.close();
  if (before_) left = *std::exchange(before_, std::nullopt);
}

std::string Guides::frame(double elapsed_s, bool shows_marble) {
  if (lesson_.open() && lesson_.frame(marble_)) return step_lesson(1);
  if (leads()) lead_.frame(view_.camera, camera_of(*lesson_.step().view), elapsed_s);
  if (level_.open() && shows_marble && level_.frame(marble_, progress_))
    progress_.add(level_.level(), {level_.result()->stars, level_.result()->moves});
  const ShownRun& run = marble_.run();
  if (const std::string key = time_key(run); run.outcome() == Outcome::solved && !key.empty())
    progress_.add_time(key, run.seconds());
  return "";
}

}  // namespace marblemaze
