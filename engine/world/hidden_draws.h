#pragma once

#include <cstdint>

#include <glm/geometric.hpp>
#include <glm/vec2.hpp>

#include "maze/base/random.h"

namespace marblemaze {

/// What differs from move to move in a machine that is not perfect (thesis 3.6: "residual effects
/// of prior events"; 6.5: the brake grips "within an acceptable tolerance"). The draws of a move
/// follow from the stream and from the number of moves before it, and from nothing else. They are
/// part of a world's state that nobody sees: whoever copies it copies the draws still to come.
class HiddenDraws {
 public:
  /// Worlds with different streams draw independently.
  explicit HiddenDraws(std::uint64_t stream = 0, std::uint64_t moves = 0)
      : stream_(stream), moves_(moves) {}

  /// What one move draws. A setting says how much each counts.
  struct Move {
    double turn_time = 0;  ///< 1: uniform in [-1, 1), how far the drive is too slow
    glm::dvec2 tilt{0};    ///< 1: uniform in the unit disc, where the brake leaves the maze
  };
  /// Of the next move.
  Move next();
  /// From the first move again.
  void restart() { moves_ = 0; }

  /// What draws that go on like these are made of.
  [[nodiscard]] std::uint64_t stream() const { return stream_; }
  [[nodiscard]] std::uint64_t moves() const { return moves_; }

 private:
  std::uint64_t stream_;
  std::uint64_t moves_;
};

}  // namespace marblemaze
