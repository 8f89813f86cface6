#include "agent/belief/likely_motion.h"

#include <algorithm>
#include <cmath>

#include "agent/belief/rolling.h"

namespace marblemaze {
namespace {

// Counted in Bullet; the table is in docs/results/learning-agents.md.
constexpr double kFastGoesOn = 0.98;  // over a hole
constexpr double kSlowFalls = 0.78;   // into a hole
constexpr double kHaltsOnEdge = 0.6;  // between equally steep ways
constexpr double kSteeperWins = 0.9;  // of ways that are not equally steep
constexpr double kRarest = 0.001;

struct Options {
  const Direction* onward = nullptr;
  std::vector<const Direction*> falls;  // the steepest first
};

Options open_ways(const WaysDown& ways, const RollingMarble& marble, unsigned open) {
  Options options;
  for (const Direction& way : ways) {
    if (!(open >> way.index() & 1)) continue;
    if (way.axis == marble.axis)
      options.onward = &way;
    else
      options.falls.push_back(&way);
  }
  return options;
}

/// One of several ways to fall, with so much chance among them.
void fall(const Options& options, glm::dvec3 up, double chance, std::vector<WayOn>& ways) {
  const auto slope = [&](std::size_t i) { return std::abs(up[options.falls[i]->axis]); };
  const std::size_t count = options.falls.size();
  if (count == 1) return ways.push_back({*options.falls[0], chance});
  const bool equal = slope(0) < slope(1) + 1e-9;
  for (std::size_t i = 0; i < count; ++i) {
    const double share = equal    ? (1 - kHaltsOnEdge) / static_cast<double>(count)
                         : i == 0 ? kSteeperWins
                                  : (1 - kSteeperWins) / static_cast<double>(count - 1);
    ways.push_back({*options.falls[i], chance * share});
  }
}

/// The only way down that is open, as most often; null where there is none or a choice.
const Direction* only_way(const MazeLayout& layout, OrientationId orientation, unsigned open) {
  const Direction* only = nullptr;
  for (const Direction& way : layout.scheme->down(orientation)) {
    if (!(open >> way.index() & 1)) continue;
    if (only) return nullptr;
    only = &way;
  }
  return only;
}

void roll_on(const MazeLayout& layout, const Maze& maze, RollingMarble marble,
             OrientationId orientation, double chance,
             std::vector<std::pair<CellId, double>>& endings) {
  while (const Direction* way = only_way(layout, orientation, maze.open_mask(marble.cell)))
    marble = rolled(layout, marble, orientation, *way);
  const auto ways = ways_on(layout, marble, orientation, maze.open_mask(marble.cell));
  if (ways.empty()) return endings.emplace_back(marble.cell, chance), void();
  for (const WayOn& on : ways)
    if (chance * on.chance > kRarest)
      roll_on(layout, maze, rolled(layout, marble, orientation, on.way), orientation,
              chance * on.chance, endings);
}

}  // namespace

std::vector<WayOn> ways_on(const MazeLayout& layout, const RollingMarble& marble,
                           OrientationId orientation, unsigned open) {
  const WaysDown down(*layout.scheme, orientation);
  const Options options = open_ways(down, marble, open);
  std::vector<WayOn> ways;
  const bool fast = marble.speed >= layout.speed_threshold;
  if (options.falls.empty()) {
    if (options.onward) ways.push_back({*options.onward, 1});
  } else if (layout.exact_motion) {
    ways.push_back({fast && options.onward ? *options.onward : *options.falls.front(), 1});
  } else {
    const double falls = !options.onward ? 1 : fast ? 1 - kFastGoesOn : kSlowFalls;
    if (options.onward) ways.push_back({*options.onward, 1 - falls});
    fall(options, layout.scheme->up(orientation), falls, ways);
  }
  std::stable_sort(ways.begin(), ways.end(),
                   [](const WayOn& a, const WayOn& b) { return a.chance > b.chance; });
  return ways;
}

RollingMarble rolled(const MazeLayout& layout, const RollingMarble& marble,
                     OrientationId orientation, Direction way) {
  const double gained = std::abs(layout.scheme->up(orientation)[way.axis]);
  return {*layout.grid.neighbour(marble.cell, way), way.axis,
          way.axis == marble.axis ? marble.speed + gained : 0};
}

std::vector<std::pair<CellId, double>> likely_endings(const MazeLayout& layout, const Maze& maze,
                                                      CellId cell, OrientationId orientation) {
  std::vector<std::pair<CellId, double>> endings;
  roll_on(layout, maze, {cell}, orientation, 1, endings);
  return endings;
}

}  // namespace marblemaze
