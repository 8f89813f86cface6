#include "render/session/session.h"

#include <fmt/format.h>

namespace marblemaze {
namespace {

// Duration of the orbit around a solved maze.
constexpr double kOrbit_s = 4;
constexpr float kOrbit_rad = 0.5f;
constexpr double kBehindDoors_rad_s = 0.12;

// Returns the angle of the orbit at a time, slow at both ends.
float orbit_at(double time_s) {
  return kOrbit_rad * static_cast<float>(glm::smoothstep(0.0, kOrbit_s, time_s));
}

}  // namespace

Session::Session(RunSpec spec) : background(spec.player.background) { start(std::move(spec)); }

Session::Session(Recording recording) {
  show_recording(std::move(recording));
  marble_->play();
}

Shown& Session::shown_now() const { return instead_ ? *instead_ : *marble_; }

bool Session::attempt(const std::function<std::string()>& action) {
  try {
    if (const std::string answer = action(); !answer.empty()) say(answer);
    return true;
  } catch (const std::exception& error) {  // the session continues whatever a file contains
    say(error.what());
    return false;
  }
}

bool Session::carry_out(std::function<std::string()> action) {
  if (holds_) return held_.push_back(std::move(action)), true;
  kept_ = false;
  return attempt(action);
}

void Session::do_held() {
  holds_ = false;
  for (auto& action : std::exchange(held_, {})) carry_out(std::move(action));
}

// Returns a turn about a horizontal axis. If the maze is fixed in the image, its axes are those of
// the image.
glm::dvec3 Session::turn_to(glm::vec2 side) const {
  const glm::dvec3 axis(view.camera.away() * side.x - view.camera.right() * side.y);
  return view.look.frame == ReferenceFrame::maze ? run().attitude() * axis : axis;
}

bool ViewOptions::*Session::path_switch() const {
  const bool plays = (by_hand() && !run().turns_freely()) || level_.open();
  return plays && shows_marble() ? &ViewOptions::path_by_hand : &ViewOptions::theoretical_path;
}

ViewOptions Session::look_now() const {
  ViewOptions now = view.look;
  now.theoretical_path = view.look.*path_switch();
  if (run().preview && run().chooses_in()) now.turn_vectors = true;
  if (lesson_.open() && lesson_.lesson().orientation_points) now.orientation_points = true;
  return now;
}

void Session::show_doors() {
  show_marble();
  let_person_play(false);
  panels.welcome = true;
}

void Session::watch_from_doors() {
  leave_doors();
  restart();
  shown().set_speed(0.5);
}

std::string Session::dismiss() {
  files.asks = panels.show_help = panels.show_physics = panels.show_levels = panels.show_lessons =
      panels.show_about = panels.show_glossary = panels.asks_to_quit = false;
  end_dropped_ = end_dropped_ || shows_end();  // not the news that is still to come
  leave_doors();
  run().demonstration = false;  // the run of the person who watches it
  return close_lesson();
}

void Session::ask_to_quit() {
  quit = panels.asks_to_quit || lost_at_quit().empty();
  panels.asks_to_quit = !quit;
}

void Session::frame(double elapsed_s, double budget_s) {
  message_age_s_ += elapsed_s;
  if (shows_welcome() && run().recording().moves.empty()) run().demonstration = true;
  const auto promised = run().pending_scheme();
  shown().frame(elapsed_s, budget_s);
  kept_ = false;
  attempt([&] { return follow_guides(elapsed_s); });
  follow_hint();
  if (promised && run().ended())
    say(fmt::format("The run ended before the maze could turn to {} orientations.", *promised));
  if (view.follow_marble && shows_marble()) view.look_at_marble();
  celebrate(elapsed_s);
  if (shows_welcome()) turn_behind_doors(elapsed_s);
}

void Session::turn_behind_doors(double elapsed_s) {
  if (marble_->over()) restart();
  if (view.reduced_motion) return;
  view.camera.orbit({static_cast<float>(kBehindDoors_rad_s * elapsed_s), 0});
}

bool Session::leave_doors() {
  if (!std::exchange(panels.welcome, false)) return false;
  view.reset_camera();
  return true;
}

bool Session::shows_end() const {
  const Outcome outcome = run().outcome();
  return !end_dropped_ && outcome != Outcome::running && shows_marble() && !marble_->beside &&
         marble_->over() && !(outcome == Outcome::solved && counted_level());
}

bool Session::celebrates() const {
  return shows_end() && run().outcome() == Outcome::solved && !view.reduced_motion &&
         since_solved_s_ < kOrbit_s;
}

bool Session::shows_welcome() const {
  return panels.welcome && !lesson_.open() && shows_marble() && !by_hand();
}

void Session::celebrate(double elapsed_s) {
  if (!celebrates()) return;
  const float before = orbit_at(since_solved_s_);
  since_solved_s_ += elapsed_s;
  view.camera.orbit({orbit_at(since_solved_s_) - before, 0});
}

bool Session::changes_by_itself() const {
  const bool thinks = run().live() && !run().ended() && run().episode().thinks();
  return shown().plays() || thinks || leads() || files.film || files.exporting ||
         files.wanted_screenshot || message_shown() || celebrates() ||
         (shows_welcome() && !view.reduced_motion) ||
         (shown().graph() && !shown().graph()->layout->rests());
}

}  // namespace marblemaze
