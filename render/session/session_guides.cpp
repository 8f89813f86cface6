// Guides through marble mazes in a session: lessons, levels and hints.
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/lists.h"
#include "render/session/run_words.h"
#include "render/session/session.h"

namespace marblemaze {

std::string Session::start_lesson(const std::string& name) {
  panels.show_lessons = false;
  const Lesson& lesson = find_lesson(name);
  start_guide(lesson_spec(lesson));
  if (lesson.second_orientations > 0) {
    RunSpec second = spec();
    second.setup.control = ControlScheme{lesson.second_orientations};
    second.player.by_hand = false;
    marble_->beside = make_run(std::move(second));
  }
  lesson_.begin(lesson, *marble_);
  open_lit_tab();
  lead_.begin(view.camera);
  leave_doors();
  return "";
}

std::string Session::step_lesson(int steps) {
  if (!lesson_.open()) return "No lesson is open: Help > Lessons has them.";
  const int wanted = static_cast<int>(lesson_.number()) + steps;
  if (wanted >= static_cast<int>(lesson_.count())) {
    progress_.add_lesson(lesson_.lesson().name);
    return close_lesson();
  }
  lesson_.go(static_cast<std::size_t>(std::max(wanted, 0)), *marble_);
  open_lit_tab();
  lead_.begin(view.camera);
  return "";
}

void Session::open_lit_tab() {
  const std::string& light = lesson_.step().light;
  if (light != "Mind" && light != "Why") return;
  panels.tab = light;
  if (panels.mind_fold == Fold::folded) panels.mind_fold = Fold::as_room;
}

std::string Session::close_lesson() {
  if (!lesson_.open()) return "";
  give_back();
  return "The lesson is over. This is the run from before it.";
}

Camera Session::camera_of(const LessonView& from) const {
  constexpr float kRadians = 3.14159265f / 180;
  Camera wanted = view.camera;
  wanted.yaw_rad = from.yaw_deg * kRadians;
  wanted.pitch_rad = from.pitch_deg * kRadians;
  wanted.target = glm::vec3(0);
  wanted.distance = view.whole_distance();
  return wanted;
}

void Session::look_as_lesson_says() {
  if (lesson_.open() && lesson_.step().view) view.camera = camera_of(*lesson_.step().view);
  lead_.stop();
}

std::string Session::start_level(std::size_t number) {
  panels.show_levels = false;
  RunSpec spec = level_spec(checked(levels(), number, "level"));
  spec.player.agent = spec_for_others().player.agent;
  start_guide(std::move(spec));
  level_.begin(number);
  return progress_.fault();
}

std::string Session::start_free_level(std::size_t number) {
  panels.show_levels = false;
  RunSpec spec = spec_for_others();
  spec.setup = setup_in(checked(free_levels(), number, "level").maze, std::nullopt);
  spec.player.by_hand = true;
  spec.tilt = TiltSpec{};
  start_guide(std::move(spec));
  leave_doors();
  return "";
}

std::string Session::leave_level() {
  panels.show_levels = false;
  if (!before_ || lesson_.open()) return "No level is played.";
  give_back();
  return "This is the run from before the levels.";
}

const Level* Session::counted_level() const {
  return level_.open() && level_.counts(run()) ? &level_.level() : nullptr;
}

void Session::load_progress() {
  progress_ = Progress(Progress::usual_file());
  if (!progress_.fault().empty()) say(progress_.fault());
}

std::string Session::follow_guides(double elapsed_s) {
  if (lesson_.open() && lesson_.frame(*marble_)) return step_lesson(1);
  if (leads()) lead_.frame(view.camera, camera_of(*lesson_.step().view), elapsed_s);
  if (level_.open() && shows_marble() && level_.frame(*marble_, progress_))
    progress_.add(level_.level(), {level_.result()->stars, level_.result()->moves});
  if (const std::string key = time_key(run()); run().outcome() == Outcome::solved && !key.empty())
    progress_.add_time(key, run().seconds());
  return "";
}

std::string Session::refuse_undo() const {
  return page_words(game() ? "no_undo_of_logic" : "no_undo").text();
}

std::size_t Session::moves_so_far() const {
  return game() ? game()->moves().size() : run().recording().moves.size();
}

Hint Session::known_hint() {
  if (shows_marble() && run().turns_freely())
    throw BadInput("Hints are moves, and this maze is turned freely: follow the shortest path.");
  if (classic() || filling()) throw BadInput("There is nothing to choose here.");
  if (!by_hand()) throw BadInput("The agent is playing. Press P to play by hand.");
  if (game()) {
    if (game()->is_recording() || !game()->shows_present())
      throw BadInput("A hint tells of the newest moment of a game: press End.");
    return hint_for(*game());
  }
  if (run().ended()) throw BadInput("The run has ended. R starts it again.");
  if (!run().waits_for_person()) throw BadInput("The marble still rolls: ask when it rests.");
  return hint_for(run(), view.camera, counted_level());
}

std::string Session::give_hint() {
  Hint hint = known_hint();
  if (hint.move && !game() && level_.open() && !hint_.move) level_.count_hint();
  hint_ = std::move(hint);
  hint_at_ = moves_so_far();
  return hint_.words;
}

void Session::follow_hint() {
  if (hint_.move && hint_at_ != moves_so_far()) {
    if (message_ == hint_.words) drop_message();
    hint_ = {};
  }
  if (pinned_ && pinned_->second != marble_->position()) pinned_.reset();
  marble_->preview.reset();
  if (marble_->beside) marble_->beside->preview.reset();
  if (!game()) run().preview = pinned_ ? std::optional(pinned_->first) : hint_.move;
}

}  // namespace marblemaze
