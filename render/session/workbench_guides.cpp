// What helps a person along in the workbench: lessons, levels and hints.
#include <algorithm>
#include <cassert>
#include <utility>

#include "maze/base/errors.h"
#include "render/session/lessons.h"
#include "render/session/workbench.h"

namespace marblemaze {

void Workbench::start_lesson(const std::string& name) {
  attempt([&] {
    const Lesson& lesson = find_lesson(name);
    EpisodeSpec before = spec_for_others();
    show_filling(false);
    marble_.start(lesson_spec(lesson));
    before_guide_ = std::move(before);
    speed_before_lesson_ = marble_.time.speed();
    if (lesson.second_orientations > 0)
      marble_.set_beside(lesson.agent, lesson.second_orientations);
    lesson_.begin(lesson, marble_);
    lead_.begin(camera);
    return "";
  });
}

void Workbench::leave_lesson() {
  if (lesson_.open()) marble_.start(spec_for_others());
  assert(!lesson_.open());
}

void Workbench::close_lesson() {
  if (!lesson_.open()) return;
  leave_lesson();
  say("The lesson is over. This is the maze from before it.");
}

void Workbench::go_to_step(std::size_t number) {
  lesson_.go(number, marble_);
  lead_.begin(camera);
}

void Workbench::step_lesson(int steps) {
  if (!lesson_.open()) return say("No lesson is open: the menu Lessons has them.");
  const int wanted = static_cast<int>(lesson_.number()) + steps;
  if (wanted >= static_cast<int>(lesson_.count())) return close_lesson();
  go_to_step(static_cast<std::size_t>(std::max(wanted, 0)));
}

Camera Workbench::camera_of(const LessonView& view) const {
  constexpr float kRadians = 3.14159265f / 180;
  Camera wanted = camera;
  wanted.yaw_rad = view.yaw_deg * kRadians;
  wanted.pitch_rad = view.pitch_deg * kRadians;
  wanted.target = glm::vec3(0);
  wanted.distance = whole_distance();
  return wanted;
}

void Workbench::look_as_lesson_says() {
  if (lesson_.open() && lesson_.step().view) camera = camera_of(*lesson_.step().view);
  lead_.stop();
}

void Workbench::follow_lesson(double elapsed_s) {
  if (!lesson_.open()) return;
  if (lesson_.frame(marble_)) return step_lesson(1);
  if (const auto& view = lesson_.step().view; view && lead_.leads())
    lead_.frame(camera, camera_of(*view), elapsed_s);
}

EpisodeSpec Workbench::spec_for_others() const {
  return (level_.open() || lesson_.open()) && before_guide_ ? *before_guide_ : marble_.spec();
}

void Workbench::start_level(std::size_t number) {
  attempt([&] {
    EpisodeSpec before = spec_for_others();
    show_filling(false);
    EpisodeSpec spec = level_spec(levels()[number]);
    spec.player.agent = before.player.agent;
    marble_.start(std::move(spec));
    level_.begin(number);
    before_guide_ = std::move(before);
    show_levels = false;
    return progress.fault();
  });
}

void Workbench::follow_level() {
  if (!level_.open() || game_ || filling_ || classic_ || !level_.frame(marble_, progress)) return;
  attempt([&] {
    progress.add(level_.level(), {level_.result()->stars, level_.result()->moves});
    return "";
  });
}

std::size_t Workbench::moves_so_far() const {
  return game_ ? game_->moves().size() : run().recording().moves.size();
}

Hint Workbench::known_hint() {
  if (classic_ || filling_) throw BadInput("There is nothing to choose here.");
  if (!played().by_hand()) throw BadInput("The agent is playing. Press P to play by hand.");
  if (game_) {
    if (game_->is_recording() || !game_->shows_present())
      throw BadInput("A hint tells of the newest moment of a game: press End.");
    return hint_for(*game_);
  }
  if (run().ended()) throw BadInput("The run has ended. R starts it again.");
  if (!run().waits_for_person()) throw BadInput("The marble still rolls: ask when it rests.");
  return hint_for(run(), counted_level());
}

void Workbench::give_hint() {
  attempt([&] {
    Hint hint = known_hint();
    if (hint.move && !game_ && level_.open() && !hint_.move) level_.count_hint();
    hint_ = std::move(hint);
    hint_at_ = moves_so_far();
    return hint_.words;
  });
}

void Workbench::follow_hint() {
  if (hint_.move && hint_at_ != moves_so_far()) {
    if (message_ == hint_.words) drop_message();
    hint_ = {};
  }
  marble_.preview = game_ ? std::nullopt : hint_.move;
}

}  // namespace marblemaze
