#include "engine/sim/fast/device_model.h"

#include <cassert>

#include "agent/tilt/tilt_policy.h"
#include "engine/sim/marble_world.h"

namespace marblemaze {
namespace {

DeviceScheme scheme_of(const OrientationScheme& scheme) {
  DeviceScheme flat{scheme.orientations(), scheme.moves(), {}};
  for (OrientationId o(0); o.index < scheme.orientations(); ++o.index) {
    DeviceScheme::Orientation& to = flat.of[o.index];
    to.up = scheme.up(o);
    for (const MoveId move : scheme.move_ids()) to.turns[move.index] = scheme.turn(o, move);
    for (const Direction down : scheme.down(o))
      to.down = static_cast<std::uint8_t>(to.down | 1 << down.index());
  }
  return flat;
}

DeviceModel model_of(const MarbleModel& model, DeviceEnd end) {
  return {.settings = model.settings,
          .rest = model.rest,
          .limits = model.limits,
          .constants = model.constants,
          .turn_time = model.turn_time,
          .brake_tolerance = model.brake_tolerance,
          .fast = *model.physics->lanes(),
          .cells = nullptr,
          .scheme = nullptr,
          .target_cell = model.target(),
          .end = end};
}

}  // namespace

DeviceTables::DeviceTables(std::span<const MarbleWorld> worlds, bool rest, std::int64_t limit)
    : scheme(scheme_of(worlds.front().scheme())),
      first(
          model_of(worlds.front().model(), {worlds.front().marble_state().tilts(), rest, limit})) {
  for (const MarbleWorld& world : worlds) {
    const std::shared_ptr<const Maze>& maze = world.model().maze;
    assert(world.model().physics->lanes() &&
           maze->grid().dims() == worlds.front().maze().grid().dims());
    assert(first.end.tilted || world.at_rest());
    walls.insert(walls.end(), world.model().walls->table().begin(),
                 world.model().walls->table().end());
    const PathToTarget way(maze);
    for (CellId cell(0); maze->grid().in_box(cell); ++cell.index) {
      const bool in_maze = maze->grid().in_maze(cell);
      const bool leads_on = in_maze && cell != maze->target();
      cells.push_back(
          {.left = leads_on ? way.left(cell) : 0,
           .open = maze->open_mask(cell),
           .in_maze = in_maze,
           .way_out = static_cast<std::uint8_t>(leads_on ? way.out_of(cell).index() : 0)});
    }
    starts.push_back({.state = world.marble_state(),
                      .motion = Motion::settled,
                      .maze = static_cast<std::int32_t>(targets.size())});
    targets.push_back(maze->target());
  }
}

DeviceMazes DeviceTables::view() const {
  DeviceMazes mazes{.model = first,
                    .count = static_cast<int>(targets.size()),
                    .octants = static_cast<int>(walls.size() / targets.size()),
                    .cells = static_cast<int>(cells.size() / targets.size()),
                    .targets = targets.data(),
                    .starts = starts.data()};
  mazes.model.fast.walls.bits = walls.data();
  mazes.model.cells = cells.data();
  mazes.model.scheme = &scheme;
  return mazes;
}

}  // namespace marblemaze
