#include <algorithm>

#include <fmt/format.h>

#include "agent/control/free_controller.h"
#include "agent/control/way_to_target.h"

namespace marblemaze {
namespace {

constexpr double kSpeed = 1.0;     // cells/s
constexpr double kSlope = 0.5;     // at most, of the floor
constexpr double kPerSpeed = 0.5;  // slope for each cell/s that is missing
constexpr double kLean = 0.3;      // towards a wall beside the way
constexpr double kFullTurn = 1.0;  // rad: from here on it turns at full rate

glm::dvec3 along(Direction direction) { return glm::dvec3(direction.vector()); }

/// Lays one wall of the marble's cell, which the next cell has too, under the marble, and slopes it
/// so that the marble rolls to the next cell no faster than it can be stopped.
class Floor final : public FreeController {
 public:
  explicit Floor(const FreeTask& task) : way_(task.maze), rest_(task.rest) {}

  FreeChoice decide(const FreeState& seen) override {
    const CellId cell = way_.cell_at(seen.marble);
    if (!cell.valid()) return {{}, "the marble is outside the maze"};
    if (cell == way_.maze().target()) return stay(seen);
    const Direction out = way_.out_of(cell);
    const CellId next = *way_.maze().grid().neighbour(cell, out);
    const Direction floor = floor_for(cell, next, out, seen.down);
    const double missing = kSpeed - glm::dot(seen.velocity, along(out));
    const double slope = std::clamp(kPerSpeed * missing, -kSlope, kSlope);
    const glm::dvec3 down = along(floor) + slope * along(out) + lean(cell, next, out, floor);
    return {towards(seen, down), fmt::format("rolls along {} on a wall towards {}, into {}",
                                             name(out), name(floor), place_words(way_, next))};
  }

 private:
  /// In the target: towards its walls, so that they hold the marble.
  [[nodiscard]] FreeChoice stay(const FreeState& seen) const {
    glm::dvec3 down(0);
    for (const Direction direction : kDirections)
      if (!way_.maze().open(way_.maze().target(), direction)) down += along(direction);
    if (!rest_ || glm::length(down) < 0.5) down = seen.down;
    return {towards(seen, down), "holds the marble in the target"};
  }

  [[nodiscard]] static glm::dvec3 towards(const FreeState& seen, glm::dvec3 down) {
    return wish_for_down(seen, glm::normalize(down), kFullTurn);
  }

  /// Has the way a wall on that side, in both cells or at least in this one?
  [[nodiscard]] int walls(CellId cell, CellId next, Direction side) const {
    return way_.maze().open(cell, side) ? 0 : way_.maze().open(next, side) ? 1 : 2;
  }

  /// Of the sides with most walls the one that takes the least turning.
  [[nodiscard]] Direction floor_for(CellId cell, CellId next, Direction out,
                                    glm::dvec3 down) const {
    const auto worth = [&](Direction side) {
      if (side.axis == out.axis) return -9.0;
      return 3.0 * walls(cell, next, side) + glm::dot(along(side), down);
    };
    return *std::max_element(kDirections.begin(), kDirections.end(),
                             [&](Direction a, Direction b) { return worth(a) < worth(b); });
  }

  /// A little towards a wall on the third axis, where one goes along.
  [[nodiscard]] glm::dvec3 lean(CellId cell, CellId next, Direction out, Direction floor) const {
    for (const Direction side : kDirections)
      if (side.axis != out.axis && side.axis != floor.axis && walls(cell, next, side) == 2)
        return kLean * along(side);
    return glm::dvec3(0);
  }

  [[nodiscard]] static std::string name(Direction direction) {
    return fmt::format("{}{}", direction.sign > 0 ? '+' : '-', "xyz"[direction.axis]);
  }

  WayToTarget way_;
  bool rest_;
};

}  // namespace

std::unique_ptr<FreeController> make_floor(const FreeTask& task) {
  return std::make_unique<Floor>(task);
}

}  // namespace marblemaze
