#include <functional>

#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/print.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/text.h"
#include "render/app/captures.h"
#include "render/app/screen.h"
#include "render/app/viewer_options.h"
#include "render/gl/gl_context.h"
#include "render/scene/visibility.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr int kLayoutFrames = 60;  // enough for the layout of the explored state space to settle
constexpr double kFilmTail_s = 1.5;

// Moves to the moment of a lesson step, at which the step pauses.
void go_to_moment(Session& session, const ViewerOptions& options) {
  if (session.lesson().open() && options.at_time < 0 && options.at_move == 0)
    while (session.shown().plays() && !session.shown().over()) session.frame(1.0 / 30, 0);
  else
    session.shown().show_moment(options.at_time, options.at_move);
  for (int frame = 0; frame < kLayoutFrames; ++frame) session.frame(0, 0);
}

void say_saved(const ViewerOptions& options, const std::string& choices, Outcome outcome) {
  // A recording on standard output must not be mixed with text.
  print_text(is_standard_stream(options.save_run) ? stderr : stdout,
             fmt::format("{} ({}, {})\n", options.save_run, choices, to_string(outcome)));
}

/// Runs the work. Returns false if it was interrupted; its results up to then are saved anyway.
bool as_far_as_it_comes(const std::function<void()>& work) {
  try {
    work();
    return true;
  } catch (const Interrupted&) {
    return false;
  }
}

[[noreturn]] void end_interrupted(const char* what) {
  print_error("interrupted: {} is saved up to this point\n", what);
  throw Interrupted{};
}

void save_game_of(const LogicGame& game, Shown& shown, const ViewerOptions& options) {
  const bool ended = as_far_as_it_comes([&] {
    while (shown.extend(options.at_move > 0 ? options.at_move : shown.length() + 1)) stop_point();
  });
  save_game(game.recording(), options.save_run);
  say_saved(options, counted(game.moves().size(), "move"), game.outcome());
  if (!ended) end_interrupted("the game");
}

}  // namespace

void take_screenshot(const ViewerOptions& options) {
  const HeadlessContext context;
  const auto session = make_bench(options);
  Screen screen;
  session->panels.show_panels = options.panels;
  apply_view(*session, options);
  go_to_moment(*session, options);
  const glm::ivec2 size = parse_resolution(options.resolution);
  // The first frame measures texts, the second positions them.
  static_cast<void>(screen.picture(*session, size, 1.0 / 60, picture_quality(*session)));
  apply_view(*session, options);
  const Image image = screen.picture(*session, size, 1.0 / 60, picture_quality(*session));
  save_png(image, options.screenshot);
  if (const std::string errors = gl_errors(); !errors.empty())
    throw MachineFailure("OpenGL reports " + errors);
  print_out("{}\n", options.screenshot);
}

void record_film(const ViewerOptions& options) {
  note_interrupts();
  const HeadlessContext context;
  const auto session = make_bench(options);
  Screen screen;
  session->panels.show_panels = options.panels;
  apply_view(*session, options);
  // The video formats require even sides.
  const glm::ivec2 size = parse_resolution(options.resolution) / 2 * 2;
  FilmRoll film(*session, screen, {options.record}, size, options.frames_a_second);
  const bool ended = as_far_as_it_comes([&] {
    while (film.time_s() < options.seconds && film.after_end_s() < kFilmTail_s) {
      stop_point();
      film.add_frame();
    }
  });
  print_out("{}\n", film.finish());
  if (!ended) end_interrupted("the video");
}

void save_run(const ViewerOptions& options) {
  note_interrupts();
  const auto session = make_bench(options);
  if (const LogicGame* const game = session->game())
    return save_game_of(*game, session->shown(), options);
  if (!session->shows_marble())
    throw BadInput("Only a game can be saved as a recording: an automaton is computed anew.");
  MarbleRun& run = session->run();
  const Recording& made = run.recording();
  const auto choices = [&] { return made.spec.tilt ? made.commands.size() : made.moves.size(); };
  const auto most = static_cast<std::size_t>(options.at_move);
  const bool ended = as_far_as_it_comes([&] {
    while (run.advance() && (most == 0 || choices() <= most)) stop_point();
  });
  save_recording(run.recording(), options.save_run);
  say_saved(options, choices_in_words(made), run.outcome());
  if (!ended) end_interrupted("the run");
}

bool report_visibility(const ViewerOptions& options) {
  const HeadlessContext context;
  const auto session = make_bench(options);
  apply_view(*session, options);
  go_to_moment(*session, options);
  SceneRenderer renderer;
  const Visibility seen =
      measure_visibility(renderer, session->marble().frames().front(), session->view.look,
                         session->view.colours(), parse_resolution(options.resolution));
  if (options.json) {
    Json poses = Json::array();
    for (const Visibility::Pose& pose : seen.by_pose)
      poses.push_back({{"difference", pose.difference}, {"pixels", pose.pixels}});
    print_out("{}\n",
              Json{{"enough", seen.found()}, {"poses", poses}, {"worst", seen.worst()}}.dump());
    return seen.found();
  }
  for (std::size_t i = 0; i < seen.by_pose.size(); ++i)
    print_out("pose {:2}: {} pixels differ by {} and more; {} pixels by {}\n", i + 1,
              seen.by_pose[i].pixels, Visibility::kDifference, Visibility::kPixels,
              seen.by_pose[i].difference);
  print_out(
      "marble against the same image without it, within {} pixels of its centre, {} poses: {} "
      "pixels differ by {} of 255 in the worst (at least {})\n",
      Visibility::kNear_px, seen.by_pose.size(), Visibility::kPixels, seen.worst(),
      Visibility::kDifference);
  return seen.found();
}

}  // namespace marblemaze
