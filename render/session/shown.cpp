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

TransportWords Shown::step_words(const std::string& step) {
  return {
      {{"|< start", [this] { time.jump(0), time.pause(); }}, {"< step", [this] { time.step(-1); }}},
      {{"step >", [this] { time.step(1); }}, {"End >|", [this] { to_newest(); }}},
      "%.2g " + step + "s/s",
      time.speeds().steps_per_s,
      fmt::format("{} {} of {}", step, time.done(), length()),
      1,
      true,
      {}};
}

}  // namespace marblemaze
