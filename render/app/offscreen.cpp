// Viewer output that needs no window: images, videos, recordings and measurements.
#include <cstdio>
#include <iostream>
#include <sstream>

#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/print.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/lists.h"
#include "maze/base/text.h"
#include "maze/files/maze_file.h"
#include "render/app/captures.h"
#include "render/app/screen.h"
#include "render/app/viewer_options.h"
#include "render/app/window.h"
#include "render/gl/gl_context.h"
#include "render/scene/visibility.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

constexpr int kLayoutFrames = 60;  // enough for the graph layout to converge
constexpr double kVideoTail_s = 1.5, kFrame_s = 1.0 / 60;

struct OffscreenSession {
  explicit OffscreenSession(const ViewerOptions& given)
      : options(given), session(make_session(given)), size(parse_resolution(given.resolution)) {
    session->panels.show_panels = options.panels.value_or(false);
    apply_view(*session, options);
  }
  /// Seeks to the time or move in the options. If a lesson is open and the options specify neither,
  /// plays until the lesson pauses.
  void go_to_moment() {
    if (session->lesson.is_open() && options.at_time < 0 && options.at_move == 0)
      while (session->shown().plays() && !session->shown().over()) session->update(1.0 / 30, 0);
    else
      session->shown().show_moment(options.at_time, options.at_move);
    for (int frame = 0; frame < kLayoutFrames; ++frame) session->update(0, 0);
  }

  const ViewerOptions& options;
  HeadlessContext context;
  std::unique_ptr<Session> session;
  glm::ivec2 size;
};

void print_saved(const ViewerOptions& options, const std::string& choices, Outcome outcome) {
  // Text on standard output would corrupt a recording that is written there.
  print_text(is_standard_stream(options.save_run) ? stderr : stdout,
             fmt::format("{} ({}, {})\n", options.save_run, choices, to_string(outcome)));
}

/// Draws poses from standard input. Each line contains a maze file or a pose. A pose consists of
/// the maze rotation as a quaternion (w, x, y, z), the marble position in world coordinates, and
/// the marble radius in cells.
class PosePainter {
 public:
  explicit PosePainter(const Palette& palette) : palette_(palette) {
    look_.gravity = look_.hinge = look_.trail = look_.predicted_path = false;
  }

  /// Returns false at the end of the input. Throws BadInput if a line is malformed.
  bool draw_next(GLuint target, glm::ivec2 size) {
    for (std::string line; std::getline(std::cin, line);) {
      if (!line.starts_with('{')) return draw(line, target, size), true;
      maze_ = std::make_unique<Maze>(maze_from_json(line));
    }
    return false;
  }

 private:
  void draw(const std::string& line, GLuint target, glm::ivec2 size) {
    Frame frame;
    Scene& scene = frame.scene;
    glm::dquat& turn = scene.maze_pose.rotation;
    glm::dvec3& at = scene.marble.position;
    std::istringstream numbers(line);
    numbers >> turn.w >> turn.x >> turn.y >> turn.z >> at.x >> at.y >> at.z >> scene.marble_radius;
    std::string more;
    if (!maze_ || !numbers || numbers >> more)
      throw BadInput("pose", "'" + line + "'", "a maze, then 8 numbers");
    scene.maze = maze_.get();
    scene.wall_thickness = PhysicsSettings{}.nature.wall_thickness;
    Camera camera;
    const float reach = MazeTransform(scene, look_).reach();
    const float aspect = static_cast<float>(size.x) / static_cast<float>(size.y);
    camera.distance = distance_to_see(reach, camera.field_of_view_rad, aspect);
    renderer_.draw(frame, look_, palette_, camera, target, {{0, 0}, size},
                   quality_of(is_software_renderer() ? QualityLevel::fast : QualityLevel::fine));
  }

  const Palette& palette_;
  ViewOptions look_;
  SceneRenderer renderer_;
  std::unique_ptr<const Maze> maze_;
};

}  // namespace

void take_screenshot(const ViewerOptions& options) {
  OffscreenSession offscreen(options);
  Session& session = *offscreen.session;
  Screen screen;
  offscreen.go_to_moment();
  const auto draw = [&] {
    return screen.render(session, offscreen.size, kFrame_s, session.view.quality());
  };
  // The first frame measures the text size. The second frame scrolls to the highlighted control of
  // a lesson.
  for (int frame = 0; frame < 2; ++frame) static_cast<void>(draw());
  apply_view(session, options);
  save_png(draw(), options.screenshot);
  if (const std::string errors = gl_errors(); !errors.empty())
    throw MachineFailure("OpenGL reports " + errors);
  print_out("{}\n", options.screenshot);
}

void record_video(const ViewerOptions& options) {
  handle_signals();
  OffscreenSession offscreen(options);
  // Video formats require even side lengths.
  SessionVideo video(std::move(offscreen.session), {options.record}, offscreen.size / 2 * 2,
                     options.frames_a_second);
  run_until_interrupted(
      "interrupted: the video has been saved up to this point",
      [&] {
        while (video.time_s() < options.seconds && video.after_end_s() < kVideoTail_s) {
          check_stop();
          video.add_frame();
        }
      },
      [&] { print_out("{}\n", video.finish()); });
}

void save_run(const ViewerOptions& options) {
  handle_signals();
  const auto session = make_session(options);
  if (const LogicGame* const game = session->game()) {
    Playback& shown = session->shown();
    return run_until_interrupted(
        "interrupted: the game has been saved up to this point",
        [&] {
          while (shown.extend(options.at_move > 0 ? options.at_move : shown.length() + 1))
            check_stop();
        },
        [&] {
          save_game(game->recording(), options.save_run);
          print_saved(options, pluralize(game->moves().size(), "move"), game->outcome());
        });
  }
  if (!session->shows_marble())
    throw BadInput("Only a game can be saved as a recording. An automaton is always computed.");
  MarbleRun& run = session->run();
  const Recording& made = run.recording();
  const auto choices = [&] { return made.spec.tilt ? made.commands.size() : made.moves.size(); };
  const auto most = static_cast<std::size_t>(options.at_move);
  run_until_interrupted(
      "interrupted: the run has been saved up to this point",
      [&] {
        while (run.advance() && (most == 0 || choices() <= most)) check_stop();
      },
      [&] {
        save_recording(made, options.save_run);
        print_saved(options, length_text(made), run.outcome());
      });
}

bool report_visibility(const ViewerOptions& options) {
  OffscreenSession offscreen(options);
  offscreen.go_to_moment();
  const Session& session = *offscreen.session;
  SceneRenderer renderer;
  const Visibility seen =
      measure_visibility(renderer, session.marble().frames().front(), session.view.look,
                         session.view.colours(), offscreen.size);
  if (options.json) {
    Json poses = Json::array();
    for (const Visibility::Pose& pose : seen.by_pose)
      poses.push_back({{"difference", pose.difference}, {"pixels", pose.pixels}});
    print_out("{}\n",
              Json{{"enough", seen.found()}, {"poses", poses}, {"worst", seen.worst()}}.dump());
    return seen.found();
  }
  for (std::size_t i = 0; i < seen.by_pose.size(); ++i)
    print_out("pose {:2}: {} pixels differ by {} or more; {} pixels differ by at least {}\n", i + 1,
              seen.by_pose[i].pixels, Visibility::kDifference, Visibility::kPixels,
              seen.by_pose[i].difference);
  print_out(
      "visibility of the marble, from images with and without it, within {} pixels of its centre "
      "in {} poses: in the worst pose, {} pixels differ by {} of 255 (required: {})\n",
      Visibility::kNear_px, seen.by_pose.size(), Visibility::kPixels, seen.worst(),
      Visibility::kDifference);
  return seen.found();
}

void draw_poses(const ViewerOptions& options) {
  const glm::ivec2 size = parse_resolution(options.resolution);
  // The painter owns OpenGL objects, so the OpenGL context must outlive it.
  const auto begin = [&options] {
    return [painter = std::make_shared<PosePainter>(palettes()[options.theme.value_or(0)])](
               GLuint target, glm::ivec2 pixels) { return painter->draw_next(target, pixels); };
  };
  if (options.poses == "window") return show_in_window(size, begin);
  const HeadlessContext context;
  const auto draw_next = begin();
  const Framebuffer picture(size, 0);
  while (draw_next(picture.name(), size)) {
    const Image image = read_framebuffer(picture.name(), size);
    std::fwrite(image.rgb.data(), 1, image.rgb.size(), stdout);
    std::fflush(stdout);
  }
}

}  // namespace marblemaze
