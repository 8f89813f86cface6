#include "render/viewer/viewer_options.h"

#include <charconv>
#include <cmath>
#include <cstdio>
#include <sstream>

#include "maze/errors.h"
#include "maze/maze_file.h"
#include "render/viewer/lessons.h"

namespace marblemaze {
namespace {

template <class Choice>
Choice one_of(const char* what, const std::string& name, std::initializer_list<const char*> names) {
  int index = 0;
  std::string known;
  for (const char* candidate : names) {
    if (name == candidate) return static_cast<Choice>(index);
    known += (known.empty() ? "" : ", ") + std::string(candidate);
    ++index;
  }
  throw BadInput(what, "'" + name + "'", "one of " + known);
}

bool is_recording(const std::string& file) {
  return !file.empty() && read_text_file(file).starts_with("marblemaze-recording ");
}

void aim(Workbench& bench, const std::string& text) {
  if (text == "x" || text == "y" || text == "z")
    return bench.look_along(static_cast<Axis>(text[0] - 'x'));
  double yaw = 0, pitch = 0, nearness = 1;
  const int found = std::sscanf(text.c_str(), "%lf,%lf,%lf", &yaw, &pitch, &nearness);
  if (found < 2 || !(nearness > 0))
    throw BadInput("camera", "'" + text + "'", "x, y, z or YAW,PITCH[,NEARNESS] in degrees");
  bench.camera.yaw_rad = static_cast<float>(yaw * 3.14159265358979 / 180);
  bench.camera.pitch_rad = 0;
  bench.camera.orbit({0, static_cast<float>(pitch * 3.14159265358979 / 180)});
  bench.camera.zoom(static_cast<float>(1 / nearness));
}

}  // namespace

glm::ivec2 parse_resolution(const std::string& text) {
  glm::ivec2 size(0);
  char rest = 0;
  if (std::sscanf(text.c_str(), "%dx%d%c", &size.x, &size.y, &rest) != 2 || size.x < 64 ||
      size.y < 64 || size.x > 8192 || size.y > 8192)
    throw BadInput("resolution", "'" + text + "'", "WIDTHxHEIGHT, each from 64 to 8192");
  return size;
}

std::unique_ptr<Workbench> make_bench(const ViewerOptions& options) {
  if (!options.lesson.empty()) {
    auto bench = std::make_unique<Workbench>(lesson_spec(find_lesson(options.lesson)));
    bench->start_lesson(options.lesson);
    return bench;
  }
  if (is_recording(options.maze.file))
    return std::make_unique<Workbench>(load_recording(options.maze.file));
  PerformanceSpec spec;
  spec.maze = options.maze.make();
  static_cast<void>(planner_entry(options.agent));
  spec.agent = options.agent;
  spec.orientations =
      options.orientations == 0 ? default_orientations(*spec.maze) : options.orientations;
  spec.world = options.world;
  spec.settings = options.settings.make();
  spec.by_hand = options.by_hand;
  spec.recovery = options.recovery;
  auto bench = std::make_unique<Workbench>(std::move(spec));
  if (!options.second_agent.empty() || options.second_orientations > 0)
    bench->compare_with(options.second_agent.empty() ? options.agent : options.second_agent,
                        options.second_orientations > 0 ? options.second_orientations
                                                        : bench->run().spec().orientations);
  return bench;
}

void apply_view(Workbench& bench, const ViewerOptions& options) {
  bench.palette = one_of<std::size_t>("theme", options.theme, {"dark", "light", "colour-blind"});
  bench.look.style = one_of<Style>("style", options.style, {"glass", "thesis", "collision-mesh"});
  bench.look.edges = one_of<EdgeMode>("edges", options.edges, {"selective", "all", "none"});
  bench.look.wall_colour = one_of<WallColour>("walls", options.walls, {"plain", "visited", "axis"});
  bench.look.frame = one_of<Frame>("frame", options.frame, {"world", "maze"});
  bench.look.orientation_points = bench.look.orientation_points || options.orientation_points;
  bench.look.contacts = options.contacts;
  bench.look.explode = options.explode;
  bench.look.mesh_thickness = options.mesh_thickness;
  if (options.layers_shown > 0) bench.look.slice_to.z = options.layers_shown;
  bench.large_graph = options.large_graph;
  bench.show_help = options.help_overlay;
  bench.ui_scale = options.ui_scale;
  bench.playback.set_speed(options.speed);
  bench.reset_camera();
  if (!options.camera.empty()) aim(bench, options.camera);
}

}  // namespace marblemaze
