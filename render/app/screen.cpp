#include "render/app/screen.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <set>

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include "maze/base/errors.h"
#include "render/gl/gl_context.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr double kLongAgo_s = 1e9;
constexpr int kAllThumbnails = 1000;
constexpr int kTrialFrames = 9;
constexpr double kTrialFrame_s = 1.0 / 60;
constexpr float kTurnPerPixel = 0.008f, kZoomPerNotch = 0.9f;

// Returns the part of the window in which a maze is rendered. The part always extends to the top
// and bottom of the window, and to the left or right window edge if it is at that edge of the
// scene.
Rectangle extended_to_window(Rectangle part, Rectangle scene, glm::ivec2 window) {
  const bool first = part.origin.x == scene.origin.x;
  const int from = first ? 0 : part.origin.x, end = part.origin.x + part.size.x;
  const bool last = scene.origin.x + scene.size.x - end < part.size.x;
  return {{from, 0}, {(last ? window.x : end) - from, window.y}};
}

class ContextScope {
 public:
  explicit ContextScope(ImGuiContext* context) : before_(ImGui::GetCurrentContext()) {
    ImGui::SetCurrentContext(context);
  }
  ~ContextScope() { ImGui::SetCurrentContext(before_); }
  ContextScope(const ContextScope&) = delete;
  ContextScope& operator=(const ContextScope&) = delete;

 private:
  ImGuiContext* before_;
};

// Converts a box to OpenGL pixels, whose rows are numbered from the bottom.
Rectangle in_pixels(const PanelBox& box, const ImageSize& size) {
  const glm::vec2 density = size.pixels_per_unit();
  const glm::ivec2 at(glm::vec2(box.at.x, box.at.y) * density);
  const glm::ivec2 sides(glm::vec2(box.size.x, box.size.y) * density);
  const auto low = static_cast<int>((box.at.y + box.size.y) * density.y);
  return {{at.x, size.pixels.y - low}, sides};
}

// Returns the window areas behind opaque panels, without their rounded corners.
std::vector<Rectangle> covered_rectangles(const PanelPlan& plan, const ImageSize& size) {
  const float corner = 0.3f * design_size("radius", "card") * ui_scale() + 1;
  const ImVec2 in{corner, corner};
  std::vector<Rectangle> covered;
  for (const PanelBox& panel : {plan.menu, plan.setup, plan.agent, plan.timeline, plan.moves})
    if (std::min(panel.size.x, panel.size.y) > 2 * corner)
      covered.push_back(in_pixels({panel.at + in, panel.size - in * 2}, size));
  return covered;
}

std::vector<Rectangle> visible_rectangles(const PanelPlan& plan, const ImageSize& size) {
  std::vector<Rectangle> covered = covered_rectangles(plan, size);
  if (covered.empty()) return {};
  std::ranges::sort(covered, {}, [](const Rectangle& each) { return each.origin.x; });
  std::set<int> edges{0, size.pixels.y};
  for (const Rectangle& each : covered)
    for (const int edge : {each.origin.y, each.origin.y + each.size.y})
      edges.insert(std::clamp(edge, 0, size.pixels.y));
  std::vector<Rectangle> seen;
  for (auto low = edges.begin(), high = std::next(low); high != edges.end(); ++low, ++high) {
    int x = 0;
    const auto add = [&](int end) {
      if (end > x) seen.push_back({{x, *low}, {end - x, *high - *low}});
    };
    for (const Rectangle& each : covered) {
      if (each.origin.y > *low || each.origin.y + each.size.y < *high) continue;
      add(each.origin.x);
      x = std::max(x, each.origin.x + each.size.x);
    }
    add(size.pixels.x);
  }
  return seen;
}

// Returns the rotation axis that tips the top of the maze towards `side` of the image (x right, y
// away from the camera). The axis is horizontal in the frame that the view keeps fixed: the world
// frame or the maze frame.
glm::dvec3 tilt_axis(const Session& session, glm::vec2 side) {
  const View& view = session.view;
  const glm::dvec3 axis(view.camera.away() * side.x - view.camera.right() * side.y);
  return view.look.frame == ReferenceFrame::maze ? session.run().attitude() * axis : axis;
}

}  // namespace

// ImGui::CreateContext() makes only the first context current.
Screen::Screen(float display_scale)
    : imgui_(ImGui::CreateContext()), display_scale_(display_scale) {
  const ContextScope current(imgui_);
  ImGui::GetIO().IniFilename = nullptr;
  if (!ImGui_ImplOpenGL3_Init("#version 330"))
    throw MachineFailure("the panels do not support this version of OpenGL");
}

Screen::~Screen() {
  {
    const ContextScope current(imgui_);
    ImGui_ImplOpenGL3_Shutdown();
  }
  glUseProgram(0);  // otherwise the next screen finds a deleted program in use
  ImGui::DestroyContext(imgui_);
}

void Screen::update_theme(Session& session, float density) {
  session.view.ui_scale =
      session.view.requested_scale > 0 ? session.view.requested_scale : display_scale_;
  const bool other_scale = themed_scale_ != session.view.ui_scale || themed_density_ != density;
  if (!other_scale && themed_palette_ == session.view.palette) return;
  apply_theme(session.view.colours(), session.view.ui_scale);
  themed_palette_ = session.view.palette;
  themed_scale_ = session.view.ui_scale;
  themed_density_ = density;
  ImGui::GetIO().FontGlobalScale = 1 / density;
  if (!other_scale) return;
  const bool first =
      ImGui::GetIO().Fonts->Fonts.empty();  // the renderer creates the texture in the first frame
  if (!first) ImGui_ImplOpenGL3_DestroyFontsTexture();
  ImGui::GetIO().Fonts->Clear();
  load_fonts(session.view.ui_scale * density);
  if (!first) ImGui_ImplOpenGL3_CreateFontsTexture();
}

void Screen::begin_frame(Session& session, const ImageSize& size, double elapsed_s) {
  const glm::vec2 density = size.pixels_per_unit(), display(size.display);
  update_theme(session, density.x);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {display.x, display.y};
  io.DisplayFramebufferScale = {density.x, density.y};
  io.DeltaTime = static_cast<float>(std::max(elapsed_s, 1e-4));
  ImGui_ImplOpenGL3_NewFrame();
  ImGui::NewFrame();
}

// Arrow keys and the gamepad stick set the angular velocity. Releasing the mouse button ends a
// drag.
void Screen::apply_controls(Session& session) {
  if (!session.user_tilts()) return;
  leave_arrow_keys();
  const ImGuiIO& io = ImGui::GetIO();
  const auto held = [](ImGuiKey key) {
    return ImGui::IsKeyDown(ImGui::GetKeyIndex(key)) ? 1.0f : 0.0f;
  };
  glm::vec2 side = session.stick;
  if (!io.WantTextInput && !io.NavVisible && !dialog_open(session))
    side += glm::vec2(held(ImGuiKey_RightArrow) - held(ImGuiKey_LeftArrow),
                      held(ImGuiKey_UpArrow) - held(ImGuiKey_DownArrow));
  session.marble().push(tilt_axis(session, side));
  if (!ImGui::IsMouseDown(0)) session.run().hand.release();
}

void Screen::apply_mouse(Session& session, glm::vec2 size) {
  const ImGuiIO& io = ImGui::GetIO();
  if (io.WantCaptureMouse) return;
  const bool user_tilts = session.user_tilts();
  const glm::vec2 turn =
      glm::vec2(io.MouseDelta.x, -io.MouseDelta.y) * kTurnPerPixel / session.view.ui_scale;
  if (user_tilts && ImGui::IsMouseDragging(0, 0)) session.marble().drag(tilt_axis(session, turn));
  if (ImGui::IsMouseDragging(user_tilts ? 1 : 0, 0)) session.view.camera.orbit(-turn);
  if (ImGui::IsMouseDragging(2, 0) || (!user_tilts && ImGui::IsMouseDragging(1, 0)))
    session.view.camera.pan({io.MouseDelta.x / size.y, io.MouseDelta.y / size.y});
  if (io.MouseWheel != 0) session.view.camera.zoom(std::pow(kZoomPerNotch, io.MouseWheel));
}

void Screen::draw_mazes(Session& session, GLuint target, glm::ivec2 size, Rectangle scene,
                        std::span<const Rectangle> seen, const Quality& quality) {
  const std::vector<Frame> frames = session.shown().frames();
  if (frames.empty()) return;
  const int width = scene.size.x / static_cast<int>(frames.size());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const Rectangle place{{scene.origin.x + width * static_cast<int>(i), scene.origin.y},
                          {width, scene.size.y}};
    const Rectangle whole = extended_to_window(place, scene, size);
    // The area behind the panels contains only the backdrop, so it must not reduce the resolution
    // of the maze.
    const glm::vec2 more = glm::vec2(whole.size) / glm::vec2(glm::max(scene.size, 1));
    Quality each = quality;
    each.max_pixels = static_cast<int>(static_cast<float>(quality.max_pixels) * more.x * more.y);
    renderer_.draw(frames[i], session.current_options(), session.view.colours(),
                   session.view.camera, target, whole, place, each, seen);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  glViewport(0, 0, size.x, size.y);
}

void Screen::draw(Session& session, GLuint target, const ImageSize& size, double elapsed_s,
                  const Quality& quality) {
  const ContextScope current(imgui_);
  begin_frame(session, size, elapsed_s);
  PanelPlan plan = plan_panels(session, size.display);
  animate_scene(plan.scene, session.view.reduced_motion ? kLongAgo_s : elapsed_s);
  const Rectangle scene = in_pixels(plan.scene, size);
  // If the aspect ratio of the window changes, all corners of the maze must stay in view.
  const std::size_t pictures = std::max<std::size_t>(session.shown().frames().size(), 1);
  const float aspect = plan.scene.size.x / plan.scene.size.y / static_cast<float>(pictures);
  if (std::abs(aspect - aspect_) > 1e-3f) session.view.fit_camera(aspect);
  aspect_ = aspect;
  thumbnails_.begin_frame({session.view.look.style, &session.view.colours(),
                           session.current_options().theoretical_path, session.content_version()},
                          most_thumbnails_);
  draw_panels(session, plan, thumbnails_);
  apply_controls(session);
  apply_mouse(session, size.display);
  ImGui::Render();
  glBindFramebuffer(GL_FRAMEBUFFER, target);
  const glm::vec3 ground = session.view.colours().panels.ground;
  glClearColor(ground.r, ground.g, ground.b, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  draw_mazes(session, target, size.pixels, scene, visible_rectangles(plan, size), quality);
  ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}

// Panels appear and disappear at once, but the maze moves smoothly to the centre of the free area.
void Screen::animate_scene(PanelBox& scene, double elapsed_s) {
  static const double length_s = static_cast<double>(design_size("motion_ms", "camera")) / 1000;
  const bool first = to_.size.x <= 0;
  const bool same = to_.at.x == scene.at.x && to_.at.y == scene.at.y &&
                    to_.size.x == scene.size.x && to_.size.y == scene.size.y;
  if (first || !same) {
    from_ = first ? scene : now_;
    to_ = scene;
    eased_s_ = 0;
  } else {
    eased_s_ += elapsed_s;
  }
  if (first || !eases_) eased_s_ = kLongAgo_s;
  const auto part = static_cast<float>(std::min(eased_s_ / length_s, 1.0));
  const float share = part * part * (3 - 2 * part);
  now_ = {from_.at + (to_.at - from_.at) * share, from_.size + (to_.size - from_.size) * share};
  moves_scene_ = part < 1;
  scene = now_;
}

QualityLevel Screen::affordable(Session& session, GLuint target, const ImageSize& size) {
  using std::chrono::steady_clock;
  return affordable_quality(is_software_renderer(), [&](const Quality& quality) {
    std::vector<double> times_ms;
    for (int i = 0; i < kTrialFrames; ++i) {
      const auto began = steady_clock::now();
      draw(session, target, size, kTrialFrame_s, quality);
      glFinish();
      times_ms.push_back(
          std::chrono::duration<double, std::milli>(steady_clock::now() - began).count());
    }
    // Drivers compile shaders during the first frames, so use the median.
    std::nth_element(times_ms.begin(), times_ms.begin() + kTrialFrames / 2, times_ms.end());
    return times_ms[kTrialFrames / 2];
  });
}

Image Screen::render(Session& session, const ImageSize& size, double elapsed_s,
                     const Quality& quality) {
  if (!canvas_ || canvas_->size() != size.pixels) {
    canvas_.reset();
    canvas_.emplace(size.pixels, 0);
  }
  most_thumbnails_ = kAllThumbnails;
  eases_ = false;
  draw(session, canvas_->name(), size, elapsed_s, quality);
  return read_framebuffer(canvas_->name(), size.pixels);
}

}  // namespace marblemaze
