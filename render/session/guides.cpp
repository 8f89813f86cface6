#include "render/session/guides.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace marblemaze {

EpisodeSpec Guides::spec_for_others() const {
  EpisodeSpec spec = marble_.spec();
  if (!(level_.open() || lesson_.open()) || !before_) return spec;
  const bool background = spec.player.background;
  spec = before_->runs.front()->spec();
  spec.player.background = background;
  return spec;
}

// The first lesson or level keeps what was shown; a lesson's own run is nobody's.
void Guides::start(EpisodeSpec spec, std::optional<FreePlay> free) {
  const bool lesson = lesson_.open();
  auto before = std::exchange(before_, std::nullopt);
  try {
    marble_.start(std::move(spec), std::move(free));
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
  start(lesson_spec(lesson), std::nullopt);
  if (lesson.second_orientations > 0) {
    marble_.set_beside(lesson.agent, lesson.second_orientations);
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
  EpisodeSpec spec = level_spec(checked(levels(), number, "level"));
  spec.player.agent = spec_for_others().player.agent;
  start(std::move(spec), std::nullopt);
  level_.begin(number);
  return progress_.fault();
}

void Guides::start_free_level(std::size_t number) {
  EpisodeSpec spec = spec_for_others();
  spec.setup = setup_in(checked(free_levels(), number, "level").maze, 0);
  spec.player.by_hand = true;
  start(std::move(spec), FreePlay{});
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
