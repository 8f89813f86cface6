#include "render/session/lessons.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <sstream>

#include <fmt/format.h>

#include "engine/replay_page/embedded_files.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

// "over", or "before 3" where it is that of a move. The words stand in the order of
// LessonMoment::At.
LessonMoment moment_of(const std::string& words) {
  constexpr std::array names{"here", "start", "before", "turning", "ended", "over", "all-over"};
  std::istringstream in(words);
  std::string at;
  int move = 0;
  in >> at >> move;
  const auto found = std::ranges::find(names, at);
  assert(found != names.end());
  return {LessonMoment::At(found - names.begin()), move};
}

LessonStep lesson_step_of(const Json& json) {
  LessonStep step{.text = json.at("text").text(),
                  .from = moment_of(json.at("from").text()),
                  .until = moment_of(json.value<std::string>("until", "here")),
                  .light = json.value<std::string>("light", ""),
                  .speed = json.value("speed", 1.0),
                  .moves_by_hand = json.value("movesByHand", 0)};
  if (const Json* view = json.find("view"))
    step.view = LessonView{view->at(0).get<float>(), view->at(1).get<float>()};
  return step;
}

// Its maze stands there as in an address of the page for browsers: "5x5x5,outer,7".
Lesson lesson_of(const Json& json) {
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
  for (const Json& step : json.at("steps")) lesson.steps.push_back(lesson_step_of(step));
  return lesson;
}

}  // namespace

std::span<const Lesson> lessons() {
  static const std::vector<Lesson> all = [] {
    std::vector<Lesson> read;
    for (const Json& json : Json::parse("lessons", embedded_file("lessons.json")))
      read.push_back(lesson_of(json));
    return read;
  }();
  return all;
}

std::vector<std::string> lesson_names() {
  std::vector<std::string> names;
  for (const Lesson& lesson : lessons()) names.push_back(lesson.name);
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

}  // namespace marblemaze
