#include <cstdio>
#include <iostream>
#include <sstream>

#include "engine/sim/physics_settings.h"
#include "maze/base/errors.h"
#include "maze/base/lists.h"
#include "maze/files/maze_file.h"
#include "render/app/viewer_options.h"
#include "render/app/window.h"
#include "render/gl/capture.h"
#include "render/gl/gl_context.h"
#include "render/scene/scene_renderer.h"

namespace marblemaze {
namespace {

/// Draws poses from standard input. A line is a maze file, or a pose: the maze's rotation as a
/// quaternion w, x, y, z, the marble's position in world coordinates and its radius, in cells.
class PosePainter {
 public:
  explicit PosePainter(const Palette& palette) : palette_(palette) {
    look_.gravity = look_.hinge = look_.trail = look_.predicted_path = false;
  }

  /// Draws the next pose. Returns false at the end of the input. Throws BadInput.
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
    const float reach = MazePlacement(scene, look_).reach();
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

const Palette& palette_of(const ViewerOptions& options) {
  const Palette* const chosen = row_named(palettes(), options.theme);
  return chosen ? *chosen : palettes().front();
}

}  // namespace

void draw_poses(const ViewerOptions& options) {
  const glm::ivec2 size = parse_resolution(options.resolution);
  // The painter must be created and destroyed while the context exists.
  const auto begin = [&options] {
    return [painter = std::make_shared<PosePainter>(palette_of(options))](
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
