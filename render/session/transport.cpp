#include "render/session/transport.h"

#include <algorithm>
#include <cmath>

namespace marblemaze {
namespace {

constexpr double kSlowest = 0.25, kFastest = 60;
constexpr double kLongestFrame_s = 0.1;  // after a longer pause of the program it does not catch up

}  // namespace

void Transport::set_pace(double pace) { pace_ = std::clamp(pace, kSlowest, kFastest); }

void Transport::frame(double elapsed_s) {
  if (!playing_) return;
  const double steps = pace_ * std::min(elapsed_s, kLongestFrame_s);
  jump(position_ + (backward_ ? -steps : steps));
  if (backward_ && position_ == 0) playing_ = false;
}

void Transport::step(int steps) {
  playing_ = false;
  jump((steps > 0 ? std::floor(position_) : std::ceil(position_)) + steps);
}

void Transport::jump(double position) {
  position = std::max(position, 0.0);
  const long there = reach_(static_cast<long>(std::ceil(position)));
  position_ = std::min(position, static_cast<double>(there));
}

}  // namespace marblemaze
