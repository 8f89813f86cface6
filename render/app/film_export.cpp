#include "render/app/film_export.h"

#include <algorithm>

#include <fmt/format.h>

namespace marblemaze {
namespace {

constexpr glm::ivec2 kSize{1280, 720}, kLoopSize{800, 450};  // what is shared is to be small
constexpr int kExportRate = 30;
constexpr double kAfterTheEnd_s = 3, kLoop_s = 10;

// Of the move shown: what it is for, in the agent's words.
std::string reason(const MarbleRuns& marble) {
  const auto move = marble.move_now();
  const std::string rule = move ? marble.run().note(*move).rule : "";
  return rule.empty()
             ? ""
             : fmt::format("Move {}: {}", marble.run().recording().move(*move).number, rule);
}

}  // namespace

FilmExport::Film::Film(Workbench& window)
    : bench(Recording(window.run().recording())),
      roll(bench, screen, window.files.exporting->paths,
           window.files.exporting->loop ? kLoopSize : kSize, kExportRate) {
  bench.panels.show_panels = false;
  bench.view.look = window.view.look;
  bench.view.palette = window.view.palette;
  bench.view.camera = window.view.camera;
  bench.marble().time.set_speed(window.files.exporting->loop
                                    ? bench.run().seconds() / (kLoop_s - kAfterTheEnd_s)
                                    : window.marble().time.speed());
  bench.marble().time.jump(0);
  bench.marble().time.play();
}

double FilmExport::Film::length_s() const {
  const MarbleRuns& marble = bench.marble();
  const double run_s = static_cast<double>(marble.length()) * marble.run().seconds_per_tick();
  return run_s / marble.time.speed() + kAfterTheEnd_s;
}

void FilmExport::step() {
  if (!window_.files.exporting) return film_.reset();  // what is not whole leaves no file
  try {
    if (!film_) film_ = std::make_unique<Film>(window_);
    Film& film = *film_;
    if (window_.files.exporting->loop) film.bench.say(reason(film.bench.marble()));
    film.roll.add_frame();
    window_.files.exporting->part = std::min(film.roll.time_s() / film.length_s(), 1.0);
    if (film.roll.after_end_s() < kAfterTheEnd_s) return;
    window_.say("Saved " + film.roll.finish());
  } catch (const std::exception& failure) {
    window_.say(failure.what());
  }
  window_.files.exporting.reset();
  film_.reset();
}

}  // namespace marblemaze
