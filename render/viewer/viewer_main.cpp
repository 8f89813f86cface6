#include <cstdio>
#include <cstdlib>
#include <numeric>
#include "maze/kruskal_generator.h"
#include "maze/theoretical_path.h"
#include "render/capture.h"
#include "render/gl_context.h"
#include "render/scene_renderer.h"
using namespace marblemaze;
int main(int argc, char** argv) {
  HeadlessContext context;
  std::puts(gl_renderer_name().c_str());
  const int n = argc > 2 ? atoi(argv[2]) : 5;
  const bool flat = argc > 3 && std::string(argv[3]) == "flat";
  const Maze maze = generate_kruskal({n, n, flat ? 1 : n}, flat ? Layers::flat : Layers::outer, 7);
  const int scheme_n = argc > 4 ? atoi(argv[4]) : flat ? 4 : 8;
  const OrientationScheme scheme(scheme_n, maze.grid().layers());
  Exhibit exhibit;
  exhibit.scene = still_scene(maze, scheme, scheme.state(CellId(n * n * (flat ? 1 : n) / 2 + n), OrientationId(3)));
  exhibit.scheme = &scheme;
  exhibit.orientation = OrientationId(3);
  exhibit.theoretical_path = TheoreticalPaths(maze).path_from(maze.start());
  SceneRenderer renderer;
  Camera camera;
  Look look;
  if (argc > 5) look.style = Style(atoi(argv[5]));
  if (argc > 6) look.orientation_points = atoi(argv[6]);
  if (argc > 7) look.explode = atof(argv[7]);
  const Palette& palette = palettes()[argc > 8 ? atoi(argv[8]) : 0];
  camera.distance = distance_to_see(glm::length(glm::vec3(maze.grid().dims())) / 2 * 1.03f, camera.field_of_view_rad, 16.0f / 9);
  const glm::ivec2 size(1280, 720);
  Framebuffer target(size, 0);
  renderer.draw(exhibit, look, palette, camera, target.name(), {{0, 0}, size}, fine_quality());
  save_png(read_framebuffer(target.name(), size), argv[1]);
  std::printf("errors [%s] walls %d calls %d ordering %.4f\n", gl_errors().c_str(), renderer.statistics().walls, renderer.statistics().draw_calls, renderer.statistics().ordering_ms);
}
