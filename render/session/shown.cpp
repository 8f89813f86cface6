#include "render/session/shown.h"

#include <fmt/format.h>

namespace marblemaze {

void Shown::show_moment(double at_s, int at_move) {
  time.pause();
  time.jump(at_s >= 0 ? at_s * time.speed() * time.speeds().steps_per_s : at_move);
}

bool Shown::at_end() const {
  return complete() && !time.backward() && time.position() >= static_cast<double>(length());
}

void Shown::play(bool backward) {
  time.set_backward(backward);
  if (at_end()) time.jump(0);
  time.play();
}

void Shown::to_newest() {
  time.jump(static_cast<double>(length()));
  time.set_backward(false);
}

void Shown::restart() {
  time.jump(0);
  time.play();
}

TransportWords Shown::step_words(const std::string& step) const {
  return {.back = {{{Act::to_start}, "|< start", "\u275a\u25c0", "To the start"},
                   {{Act::step_tick, -1}, "< step", "\u25c2", "One step back (,)"}},
          .on = {{{Act::step_tick, 1}, "step >", "\u25b8", "One step on (.)"},
                 {{Act::to_newest}, "End >|", "\u25b6\u25b6\u275a", "To the newest moment (End)"}},
          .speed_format = "%.2g " + step + "s/s",
          .speed_unit = time.speeds().steps_per_s,
          .facts = fmt::format("{} {} of {}", step, time.done(), length())};
}

}  // namespace marblemaze
