#include "render/session/lessons.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <sstream>

#include <fmt/format.h>

#include "engine/replay_page/embedded_files.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

// Parses a moment, such as "over" or "before 3" (before move 3). The names are in the order of
// LessonMoment::At.
LessonMoment moment_from(const std::string& words) {
  constexpr std::array names{"here", "start", "before", "turning", "ended", "over", "all-over"};
  std::istringstream in(words);
  std::string at;
  int move = 0;
  in >> at >> move;
  const auto found = std::ranges::find(names, at);
  assert(found != names.end());
  return {LessonMoment::At(found - names.begin()), move};
}

LessonStep lesson_step_from(const Json& json) {
  LessonStep step{.text = json.at("text").text(),
                  .from = moment_from(json.at("from").text()),
                  .until = moment_from(json.value<std::string>("until", "here")),
                  .light = json.value<std::string>("light", ""),
                  .speed = json.value("speed", 1.0),
                  .moves_by_hand = json.value("movesByHand", 0)};
  if (const Json* view = json.find("view"))
    step.view = LessonView{view->at(0).get<float>(), view->at(1).get<float>()};
  return step;
}

// Parses a lesson. The maze has the format "5x5x5,outer,7": size, layers and seed.
Lesson lesson_from(const Json& json) {
  std::istringstream maze(json.at("maze").text());
  std::string size, layers;
  Lesson lesson{.name = json.at("name").text(),
                .title = json.at("title").text(),
                .agent = json.at("agent").text(),
                .second_orientations = json.value("secondOrientations", 0),
                .by_hand = json.value("byHand", false),
                .orientation_points = json.value("orientationPoints", false),
                .steps = {}};
  std::getline(std::getline(maze, size, ','), layers, ',') >> lesson.seed;
  lesson.size = std::stoi(size);
  lesson.layers = layers_from_string(layers);
  for (const Json& step : json.at("steps")) lesson.steps.push_back(lesson_step_from(step));
  return lesson;
}

constexpr double kCameraMove_s = 1.1;
constexpr float kTwoPi = 6.2831853f;

// Ignores the camera distance, which depends on the aspect ratio of the window.
bool same_direction(const Camera& a, const Camera& b) {
  return a.target == b.target && a.yaw_rad == b.yaw_rad && a.pitch_rad == b.pitch_rad;
}

long completed_moves(const MarbleRun& marble) {
  return std::ranges::count_if(marble.selected_run().moves(), [&](const RecordedMove& move) {
    return move.end > 0 && marble.done() >= move.end;
  });
}

}  // namespace

std::span<const Lesson> lessons() {
  static const std::vector<Lesson> all = [] {
    std::vector<Lesson> read;
    for (const Json& json : Json::parse("lessons", embedded_file("lessons.json")))
      read.push_back(lesson_from(json));
    return read;
  }();
  return all;
}

std::vector<std::string> lesson_names() {
  std::vector<std::string> names;
  std::ranges::transform(lessons(), std::back_inserter(names), &Lesson::name);
  return names;
}

const Lesson& find_lesson(const std::string& name) {
  const auto found = std::ranges::find(lessons(), name, &Lesson::name);
  if (found != lessons().end()) return *found;
  throw BadInput("lesson", "'" + name + "'",
                 fmt::format("one of {}", fmt::join(lesson_names(), ", ")));
}

RunSpec lesson_spec(const Lesson& lesson) {
  auto maze =
      std::make_shared<const Maze>(generate_kruskal(lesson.size, lesson.layers, lesson.seed));
  return {.setup = setup_in(std::move(maze)),
          .player = {.agent = lesson.agent, .by_hand = lesson.by_hand}};
}

void LessonTour::move_camera(Camera& camera, const Camera& goal, double elapsed_s) {
  if (!same_direction(camera, last_)) return stop_camera();
  moved_ = std::min(moved_ + elapsed_s / kCameraMove_s, 1.0);
  const auto p = static_cast<float>(glm::smoothstep(0.0, 1.0, moved_));
  camera.target = glm::mix(from_.target, goal.target, p);
  camera.yaw_rad = from_.yaw_rad + p * std::remainder(goal.yaw_rad - from_.yaw_rad, kTwoPi);
  camera.pitch_rad = glm::mix(from_.pitch_rad, goal.pitch_rad, p);
  camera.distance = glm::mix(from_.distance, goal.distance, p);
  last_ = camera;
}

std::optional<double> position_of(const MarbleRun& run, LessonMoment moment) {
  using At = LessonMoment::At;
  const auto& moves = run.moves();
  const long newest = run.ticks();
  const auto if_true = [](bool reached, long position) {
    return reached ? std::optional(static_cast<double>(position)) : std::nullopt;
  };
  switch (moment.at) {
    case At::here: return run.position();
    case At::start:
      return moves.empty() ? if_true(run.waits_for_user() || run.ended(), newest)
                           : if_true(true, moves.front().begin);
    case At::over: return if_true(run.ended(), newest);
    case At::all_over: return if_true(run.complete(), run.length());
    default: break;
  }
  const auto found = std::ranges::find(moves, moment.move, &RecordedMove::number);
  if (found == moves.end()) return std::nullopt;
  if (moment.at == At::before) return if_true(true, found->begin);
  if (moment.at == At::ended) return if_true(found->end > 0, found->end);
  return if_true(found->begin + kHalfTurnTicks <= newest, found->begin + kHalfTurnTicks);
}

void LessonTour::begin(const Lesson& lesson, MarbleRun& marble, const Camera& now) {
  assert(!lesson.steps.empty());
  lesson_ = &lesson;
  go(0, marble, now);
}

void LessonTour::go(std::size_t number, MarbleRun& marble, const Camera& now) {
  assert(is_open() && number < count());
  from_ = last_ = now;
  moved_ = 0;
  step_ = number;
  marble.pause();
  marble.set_backward(false);
  marble.set_speed(step().speed);
  while (!position_of(marble, step().from) && marble.extend(marble.length() + 1)) {
  }
  marble.jump(position_of(marble, step().from).value_or(static_cast<double>(marble.length())));
  playing_ = step().until.at != LessonMoment::At::here;
  if (playing_ || lesson_->by_hand) marble.play();
}

bool LessonTour::frame(MarbleRun& marble) {
  assert(is_open());
  if (playing_) {
    const auto until = position_of(marble, step().until);
    playing_ = marble.playing();
    if (until && playing_ && marble.position() >= *until) {
      marble.pause();
      marble.jump(*until);
      playing_ = false;
    }
  }
  return step().moves_by_hand > 0 && completed_moves(marble) >= step().moves_by_hand;
}

}  // namespace marblemaze
