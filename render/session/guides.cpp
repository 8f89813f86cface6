#include "render/session/guides.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace marblemaze {

EpisodeSpec Guides::spec_for_others() const {
  return (level_.open() || lesson_.open()) && before_ ? *before_ : marble_.spec();
}

void Guides::start_lesson(const Lesson& lesson) {
  EpisodeSpec before = spec_for_others();
  marble_.start(lesson_spec(lesson), std::nullopt);
  before_ = std::move(before);
  speed_before_lesson_ = marble_.time.speed();
  if (lesson.second_orientations > 0) marble_.set_beside(lesson.agent, lesson.second_orientations);
  lesson_.begin(lesson, marble_);
  lead_.begin(view_.camera);
}

void Guides::leave_lesson() {
  if (lesson_.open()) marble_.start(spec_for_others());
  assert(!lesson_.open());
}

std::string Guides::close_lesson() {
  if (!lesson_.open()) return "";
  leave_lesson();
  return "The lesson is over. This is the maze from before it.";
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
  EpisodeSpec before = spec_for_others();
  EpisodeSpec spec = level_spec(levels()[number]);
  spec.player.agent = before.player.agent;
  marble_.start(std::move(spec), std::nullopt);
  level_.begin(number);
  before_ = std::move(before);
  return progress_.fault();
}

std::string Guides::load_progress() {
  progress_ = Progress(Progress::usual_file());
  return progress_.fault();
}

void Guides::changed_runs(bool same_maze) {
  level_.again();
  if (same_maze) return;
  if (lesson_.open()) marble_.time.set_speed(speed_before_lesson_);
  lesson_.close();
  level_.close();
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
