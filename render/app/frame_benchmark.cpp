#include <chrono>
#include <vector>

#include "engine/bench/statistics.h"
#include "engine/cli/common/print.h"
#include "maze/base/json.h"
#include "render/app/screen.h"
#include "render/app/viewer_options.h"
#include "render/gl/gl_context.h"
#include "render/session/shown.h"

namespace marblemaze {
namespace {

using std::chrono::steady_clock;

constexpr int kFrames = 300, kFirstFrames = 20;  // drivers compile shaders during the first frames
constexpr int kFewestFrames = 5;
constexpr double kLongest_s = 20;  // limit of each of the two measurements
constexpr double kFrame_s = 1.0 / 60;

double ms_since(steady_clock::time_point began) {
  return std::chrono::duration<double, std::milli>(steady_clock::now() - began).count();
}

// Durations of the frames of one measurement in ms.
struct FrameTimes {
  std::vector<double> whole;     // physics, panels and image until everything is drawn
  std::vector<double> graphics;  // part of the graphics card or software renderer

  [[nodiscard]] int count() const { return static_cast<int>(whole.size()); }
};

struct Measured {
  Screen& screen;
  Session& session;
  const Framebuffer& canvas;
  Quality quality;
};

void add_frame(const Measured& what, GLuint query, FrameTimes& times) {
  const auto began = steady_clock::now();
  what.session.frame(kFrame_s, Shown::kWindowBudget_s);
  glBeginQuery(GL_TIME_ELAPSED, query);
  what.screen.draw(what.session, what.canvas.name(), what.canvas.size(), kFrame_s, what.quality);
  glEndQuery(GL_TIME_ELAPSED);
  glFinish();
  times.whole.push_back(ms_since(began));
  GLuint64 elapsed_ns = 0;
  glGetQueryObjectui64v(query, GL_QUERY_RESULT, &elapsed_ns);
  times.graphics.push_back(static_cast<double>(elapsed_ns) * 1e-6);
  if (what.session.shown().over()) what.session.shown().jump(0);
}

FrameTimes measure(const Measured& what, int frames) {
  GLuint query = 0;
  glGenQueries(1, &query);
  FrameTimes times;
  const auto began = steady_clock::now();
  while (times.count() < frames &&
         (times.count() < kFewestFrames || ms_since(began) < 1000 * kLongest_s))
    add_frame(what, query, times);
  glDeleteQueries(1, &query);
  return times;
}

FrameTimes measure(const Measured& what, bool panels) {
  what.session.panels.show_panels = panels;
  static_cast<void>(measure(what, kFirstFrames));
  return measure(what, kFrames);
}

Json times_as_json(const FrameTimes& times) {
  return {{"frames", times.count()},
          {"graphics_ms", quantile(times.graphics, 0.5)},
          {"graphics_p99_ms", quantile(times.graphics, 0.99)},
          {"median_ms", quantile(times.whole, 0.5)},
          {"p99_ms", quantile(times.whole, 0.99)}};
}

void say_times(const char* what, const FrameTimes& times) {
  print_out(
      "{}: {} frames, median and 99th percentile: whole frame {:.2f} and {:.2f} ms, of that "
      "graphics {:.2f} and {:.2f} ms\n",
      what, times.count(), quantile(times.whole, 0.5), quantile(times.whole, 0.99),
      quantile(times.graphics, 0.5), quantile(times.graphics, 0.99));
}

}  // namespace

void run_benchmark(const ViewerOptions& options) {
  const HeadlessContext context;
  const auto session = make_bench(options);
  Screen screen;
  apply_view(*session, options);
  const Framebuffer canvas(parse_resolution(options.resolution), 0);
  if (!session->view.look.quality)
    session->view.look.quality = screen.affordable(*session, canvas.name(), canvas.size());
  const Measured what{screen, *session, canvas, quality_of(*session->view.look.quality)};
  const FrameTimes with = measure(what, true), without = measure(what, false);
  const SceneRenderer& scene = screen.scene();
  if (options.json) {
    const Json result{{"draw_calls", scene.draw_calls()},
                      {"height", canvas.size().y},
                      {"panels_off", times_as_json(without)},
                      {"panels_on", times_as_json(with)},
                      {"quality", name_of(*session->view.look.quality)},
                      {"renderer", gl_renderer_name()},
                      {"walls", scene.walls()},
                      {"width", canvas.size().x}};
    return print_out("{}\n", result.dump());
  }
  print_out("{} at {}x{}, quality {}: {} walls, {} draw calls\n", gl_renderer_name(),
            canvas.size().x, canvas.size().y, name_of(*session->view.look.quality), scene.walls(),
            scene.draw_calls());
  say_times("with panels", with);
  say_times("without panels", without);
}

}  // namespace marblemaze
