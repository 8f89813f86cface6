// What helps a person along in the workbench: lessons, levels and hints.
#include <algorithm>
#include <cassert>
#include <utility>

#include "maze/base/errors.h"
#include "render/session/lessons.h"
#include "render/session/workbench.h"

namespace marblemaze {

void Workbench::start_lesson(const Lesson& lesson) {
  EpisodeSpec before = spec_for_others();
  show_marble();
  marble_.start(lesson_spec(lesson));
  before_guide_ = std::move(before);
  speed_before_lesson_ = marble_.time.speed();
  if (lesson.second_orientations > 0) marble_.set_beside(lesson.agent, lesson.second_orientations);
  lesson_.begin(lesson, marble_);
  lead_.begin(view.camera);
}

void Workbench::leave_lesson() {
  if (lesson_.open()) marble_.start(spec_for_others());
  assert(!lesson_.open());
}

std::string Workbench::close_lesson() {
  if (!lesson_.open()) return "";
  leave_lesson();
  return "The lesson is over. This is the maze from before it.";
}

std::string Workbench::step_lesson(int steps) {
  if (!lesson_.open()) return "No lesson is open: the menu Lessons has them.";
  const int wanted = static_cast<int>(lesson_.number()) + steps;
  if (wanted >= static_cast<int>(lesson_.count())) return close_lesson();
  lesson_.go(static_cast<std::size_t>(std::max(wanted, 0)), marble_);
  lead_.begin(view.camera);
  return "";
}

Camera Workbench::camera_of(const LessonView& from) const {
  constexpr float kRadians = 3.14159265f / 180;
  Camera wanted = view.camera;
  wanted.yaw_rad = from.yaw_deg * kRadians;
  wanted.pitch_rad = from.pitch_deg * kRadians;
  wanted.target = glm::vec3(0);
  wanted.distance = view.whole_distance();
  return wanted;
}

void Workbench::look_as_lesson_says() {
  if (lesson_.open() && lesson_.step().view) view.camera = camera_of(*lesson_.step().view);
  lead_.stop();
}

void Workbench::follow_lesson(double elapsed_s) {
  if (!lesson_.open()) return;
  if (lesson_.frame(marble_)) {
    ask({Act::step_lesson, 1});
    return;
  }
  if (const auto& from = lesson_.step().view; from && lead_.leads())
    lead_.frame(view.camera, camera_of(*from), elapsed_s);
}

EpisodeSpec Workbench::spec_for_others() const {
  return (level_.open() || lesson_.open()) && before_guide_ ? *before_guide_ : marble_.spec();
}

std::string Workbench::start_level(std::size_t number) {
  EpisodeSpec before = spec_for_others();
  show_marble();
  EpisodeSpec spec = level_spec(levels()[number]);
  spec.player.agent = before.player.agent;
  marble_.start(std::move(spec));
  level_.begin(number);
  before_guide_ = std::move(before);
  panels.show_levels = false;
  return progress_.fault();
}

void Workbench::load_progress() {
  progress_ = Progress(Progress::usual_file());
  if (!progress_.fault().empty()) say(progress_.fault());
}

void Workbench::follow_level() {
  if (!level_.open() || !shows_marble() || !level_.frame(marble_, progress_)) return;
  attempt([&] {
    progress_.add(level_.level(), {level_.result()->stars, level_.result()->moves});
    return "";
  });
}

std::size_t Workbench::moves_so_far() const {
  return game() ? game()->moves().size() : run().recording().moves.size();
}

Hint Workbench::known_hint() {
  if (classic() || filling()) throw BadInput("There is nothing to choose here.");
  if (!played().by_hand()) throw BadInput("The agent is playing. Press P to play by hand.");
  if (game()) {
    if (game()->is_recording() || !game()->shows_present())
      throw BadInput("A hint tells of the newest moment of a game: press End.");
    return hint_for(*game());
  }
  if (run().ended()) throw BadInput("The run has ended. R starts it again.");
  if (!run().waits_for_person()) throw BadInput("The marble still rolls: ask when it rests.");
  return hint_for(run(), counted_level());
}

std::string Workbench::give_hint() {
  Hint hint = known_hint();
  if (hint.move && !game() && level_.open() && !hint_.move) level_.count_hint();
  hint_ = std::move(hint);
  hint_at_ = moves_so_far();
  return hint_.words;
}

void Workbench::follow_hint() {
  if (hint_.move && hint_at_ != moves_so_far()) {
    if (message_ == hint_.words) drop_message();
    hint_ = {};
  }
  marble_.preview = game() ? std::nullopt : hint_.move;
}

}  // namespace marblemaze
