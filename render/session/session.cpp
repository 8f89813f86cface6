#include "render/session/session.h"

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/lists.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

// Camera orbit around a solved maze.
constexpr double kOrbit_s = 4;
constexpr float kOrbit_rad = 0.5f;
constexpr double kBehindWelcome_rad_s = 0.12;

// The camera orbit is slow at both ends.
float orbit_at(double time_s) {
  return kOrbit_rad * static_cast<float>(glm::smoothstep(0.0, kOrbit_s, time_s));
}

}  // namespace

Session::Session(RunSpec spec) : background(spec.player.background) { start(std::move(spec)); }

Session::Session(Recording recording) {
  show(std::make_unique<MarbleRun>(std::move(recording)));
  marble().play();
}

bool Session::attempt(const std::function<std::string()>& action) {
  try {
    if (const std::string answer = action(); !answer.empty()) show_message(answer);
    return true;
  } catch (const std::exception& error) {  // a damaged file must not end the session
    show_message(error.what());
    return false;
  }
}

bool Session::run_or_defer(std::function<std::string()> action) {
  if (deferring_) return deferred_.push_back(std::move(action)), true;
  run_stored_ = false;
  return attempt(action);
}

void Session::run_deferred() {
  deferring_ = false;
  for (auto& action : std::exchange(deferred_, {})) run_or_defer(std::move(action));
}

bool ViewOptions::*Session::path_option() const {
  const bool plays = (played().by_hand() && !run().is_tilt()) || level.is_open();
  return plays && shows_marble() ? &ViewOptions::path_by_hand : &ViewOptions::theoretical_path;
}

ViewOptions Session::current_options() const {
  ViewOptions now = view.look;
  now.theoretical_path = view.look.*path_option();
  if (run().preview && run().decision_state()) now.turn_vectors = true;
  if (lesson.is_open() && lesson.lesson().orientation_points) now.orientation_points = true;
  return now;
}

void Session::show_welcome() {
  show_marble();
  set_by_hand(false);
  panels.welcome = true;
}

void Session::watch_from_welcome() {
  close_welcome();
  restart();
}

bool Session::close_welcome() {
  if (!std::exchange(panels.welcome, false)) return false;
  view.reset_camera();
  return true;
}

std::string Session::dismiss() {
  panels.dialog = Dialog::none;
  panels.show_physics = false;
  if (shows_result_card()) run().card_dismissed = true;
  close_welcome();
  run().demonstration = false;  // the user has chosen to watch this run
  return close_lesson();
}

void Session::request_quit() {
  quit = panels.dialog == Dialog::quit || quit_warnings().empty();
  if (!quit) panels.dialog = Dialog::quit;
}

void Session::update(double elapsed_s, double budget_s) {
  message_age_s_ += elapsed_s;
  if (shows_welcome() && run().moves().empty()) run().demonstration = true;
  const auto promised = run().pending_scheme();
  shown().update(elapsed_s, budget_s);
  for (MarbleRun* const each : {&marble(), marble().second.get()})
    if (each) each->set_move_cameras(view.camera);
  run_stored_ = false;
  attempt([&] { return update_lesson_and_level(elapsed_s); });
  update_hint();
  if (promised && run().ended())
    show_message(fmt::format(
        "The run ended before the maze could turn to {} orientations. Choose them again "
        "to start a run with them.",
        *promised));
  turn_camera(elapsed_s);
}

void Session::turn_camera(double elapsed_s) {
  if (view.follow_marble && shows_marble()) view.look_at_marble();
  if (orbits_solved_maze()) {
    double& time_s = run().orbit_time_s;
    const float before = orbit_at(time_s);
    time_s += elapsed_s;
    view.camera.orbit({orbit_at(time_s) - before, 0});
  }
  if (!shows_welcome()) return;
  if (marble().over()) restart();
  if (!view.reduced_motion)
    view.camera.orbit({static_cast<float>(kBehindWelcome_rad_s * elapsed_s), 0});
}

bool Session::shows_result_card() const {
  const Outcome outcome = run().outcome();
  return !run().card_dismissed && outcome != Outcome::running && shows_marble() &&
         !marble().second && marble().over() && !lesson.is_open() &&
         !(outcome == Outcome::solved && scored_level());
}

bool Session::orbits_solved_maze() const {
  return shows_result_card() && run().outcome() == Outcome::solved && !view.reduced_motion &&
         run().orbit_time_s < kOrbit_s;
}

bool Session::shows_welcome() const {
  return panels.welcome && !lesson.is_open() && shows_marble() && !played().by_hand();
}

bool Session::changes_by_itself() const {
  const bool is_planning = run().live() && !run().ended() && run().episode().is_planning();
  return shown().plays() || is_planning || lesson.moves_camera() || files.video ||
         files.exporting || files.pending_screenshot || message_shown() || orbits_solved_maze() ||
         (shows_welcome() && !view.reduced_motion) ||
         (shown().graph() && !shown().graph()->layout->has_converged());
}

// --- lessons, levels and hints ---

std::string Session::start_lesson(const std::string& name) {
  panels.close(Dialog::lessons);
  const Lesson& started = find_lesson(name);
  start_lesson_or_level(lesson_spec(started));
  if (started.second_orientations > 0) {
    RunSpec second = marble().spec();
    second.setup.control = ControlScheme{started.second_orientations};
    second.player.by_hand = false;
    marble().second = make_run(std::move(second));
  }
  lesson.begin(started, marble(), view.camera);
  open_highlighted_tab();
  close_welcome();
  return "";
}

std::string Session::step_lesson(int steps) {
  if (!lesson.is_open()) return "No lesson is open. Choose one under Help > Lessons.";
  const int wanted = static_cast<int>(lesson.number()) + steps;
  if (wanted >= static_cast<int>(lesson.count())) {
    progress.add_lesson(lesson.lesson().name);
    return close_lesson();
  }
  lesson.go(static_cast<std::size_t>(std::max(wanted, 0)), marble(), view.camera);
  open_highlighted_tab();
  return "";
}

void Session::open_highlighted_tab() {
  const std::string& light = lesson.step().light;
  for (const char* control : {"right", "Continue when stuck"})
    if (light == control) panels.open_panel(panels.setup_fold);
  if (light != "Mind" && light != "Why" && light != "Unrepeatable") return;
  panels.tab = light == "Why" ? light : "Mind";
  panels.open_panel(panels.agent_fold);
}

std::string Session::close_lesson() {
  if (!lesson.is_open()) return "";
  restore_display();
  if (!shows_marble() || !(run().demonstration || run().moves().empty()))
    return "The lesson is over. This is your previous run.";
  show_welcome();  // the previous run was only the demonstration
  marble().play();
  return "";
}

Camera Session::lesson_camera(const LessonView& from) const {
  Camera wanted = view.camera;
  wanted.yaw_rad = glm::radians(from.yaw_deg);
  wanted.pitch_rad = glm::radians(from.pitch_deg);
  wanted.target = glm::vec3(0);
  wanted.distance = view.whole_distance();
  return wanted;
}

void Session::apply_lesson_view() {
  if (!lesson.is_open()) return;
  if (lesson.step().view) view.camera = lesson_camera(*lesson.step().view);
  lesson.stop_camera();
}

std::string Session::start_level(std::size_t number) {
  panels.close(Dialog::levels);
  RunSpec spec = level_spec(checked(levels(), number, "level"));
  spec.player.agent = base_spec().player.agent;
  start_lesson_or_level(std::move(spec));
  level.begin(number);
  return progress.fault();
}

std::string Session::start_tilt_level(std::size_t number) {
  panels.close(Dialog::levels);
  RunSpec spec = base_spec();
  spec.setup = setup_in(checked(tilt_levels(), number, "level").maze, std::nullopt);
  spec.player.by_hand = true;
  spec.tilt = TiltSpec{};
  start_lesson_or_level(std::move(spec));
  close_welcome();
  return "";
}

std::string Session::leave_level() {
  panels.close(Dialog::levels);
  if (!previous_ || lesson.is_open()) return "No level is open.";
  restore_display();
  return "This is your previous run.";
}

const Level* Session::scored_level() const {
  return level.is_open() && level.counts(run()) ? &level.level() : nullptr;
}

std::string Session::update_lesson_and_level(double elapsed_s) {
  if (lesson.is_open() && lesson.frame(marble())) return step_lesson(1);
  if (lesson.moves_camera())
    lesson.move_camera(view.camera, lesson_camera(*lesson.step().view), elapsed_s);
  if (level.is_open() && shows_marble()) level.frame(marble(), progress);
  if (const std::string key = time_key(run()); run().outcome() == Outcome::solved && !key.empty())
    progress.add_time(key, run().seconds());
  return "";
}

Hint Session::find_hint() {
  if (shows_marble() && run().is_tilt())
    throw BadInput(
        "There are no hints while you turn the maze freely, because hints are moves. Follow the "
        "shortest path.");
  if (!shows_marble() && !game()) throw BadInput("There is nothing to choose here.");
  if (!played().by_hand()) throw BadInput("The agent is playing. Press P to play by hand.");
  if (game()) {
    if (game()->is_recording() || !game()->shows_latest_state())
      throw BadInput("Hints are available only for the latest position. Press End.");
    return hint_for(*game());
  }
  if (run().ended()) throw BadInput("The run has ended. Press R to start again.");
  if (!run().waits_for_user())
    throw BadInput("The marble is still rolling. Ask for a hint when it rests.");
  return hint_for(run(), view.camera, scored_level());
}

std::string Session::give_hint() {
  Hint hint = find_hint();
  if (hint.move && !game() && level.is_open() && !hint_.move) level.count_hint();
  hint_ = std::move(hint);
  hint_moves_ = played().moves().size();
  return hint_.words;
}

void Session::update_hint() {
  if (hint_.move && hint_moves_ != played().moves().size()) {
    if (message_ == hint_.words) clear_message();
    hint_ = {};
  }
  if (pinned_ && pinned_->second != marble().position()) pinned_.reset();
  marble().preview.reset();
  if (marble().second) marble().second->preview.reset();
  if (!game()) run().preview = pinned_ ? std::optional(pinned_->first) : hint_.move;
}

}  // namespace marblemaze
