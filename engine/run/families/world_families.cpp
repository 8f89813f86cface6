#include "engine/run/families/world_families.h"

#include "agent/belief/path_predictor.h"
#include "agent/design/maze_designer.h"
#include "engine/run/episode.h"
#include "maze/base/errors.h"
#include "maze/base/lists.h"
#include "maze/base/text.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

template <bool Strict>
FourBitMaze lamps(std::uint64_t seed) {
  Rng rng(seed);
  return generate_four_bit_maze(FourBitRules{7, Strict}, rng).maze;
}

template <UTurns Rule>
JumpMaze board(std::uint64_t seed) {
  Rng rng(seed);
  JumpMaze maze;
  do {
    maze = random_jump_maze(6, 6, 0, 35, rng);
    maze.u_turns = Rule;
  } while (shortest_solution(maze).squares.empty());
  return maze;
}

JumpMaze rook(std::uint64_t seed) {
  Rng rng(seed);
  return design_rook_maze({.rows = 5, .cols = 5, .steps = 2'000}, rng).best;
}

}  // namespace

const std::vector<WorldFamily>& world_families() {
  static const std::vector<WorldFamily> entries{
      {.name = "four-bit",
       .summary = "four lamps and a hidden table; shortest solution 7 moves or more",
       .lamps = lamps<false>},
      {.name = "four-bit-strict",
       .summary = "four lamps and a hidden table; each press turns on at most two other lamps",
       .lamps = lamps<true>},
      {.name = "jump",
       .summary = "6x6 jump maze, corner to corner",
       .board = BoardFamily{board<UTurns::allowed>, UTurns::allowed, "jump-no-u-turn"}},
      {.name = "jump-no-u-turn",
       .summary = "6x6 jump maze without U-turns",
       .board = BoardFamily{board<UTurns::forbidden>, UTurns::forbidden, "jump"}},
      {.name = "rook",
       .summary = "5x5 rook maze designed for a long solution",
       .board = BoardFamily{rook, UTurns::allowed, ""}},
      {"predicted-flat", "4x4 marble maze in which the path predictor is always right",
       MarbleFamily{"predicted", 4, Layers::flat, ControlScheme::flat_4}},
      {"predicted", "3x3x3 marble maze, 8 orientations; the path predictor is always right",
       MarbleFamily{"predicted", 3, Layers::all, ControlScheme::cube_8}},
      {"predicted-24", "3x3x3 marble maze, 24 orientations; the path predictor is always right",
       MarbleFamily{"predicted", 3, Layers::all, ControlScheme::cube_24}},
      {"bullet-flat", "4x4 marble maze in Bullet",
       MarbleFamily{"bullet", 4, Layers::flat, ControlScheme::flat_4}},
      {"bullet", "3x3x3 marble maze, 8 orientations, in Bullet",
       MarbleFamily{"bullet", 3, Layers::all, ControlScheme::cube_8}},
  };
  return entries;
}

Setup WorldFamily::setup(std::uint64_t seed) const {
  if (!marble) return {.kind = std::string(name), .control = ControlScheme::none, .seed = seed};
  auto maze = std::make_shared<const Maze>(generate_kruskal(marble->size, marble->layers, seed));
  return {std::string(marble->kind), std::move(maze), marble->control};
}

Environment WorldFamily::make(std::uint64_t seed) const {
  if (lamps) return lamps_environment(lamps(seed));
  if (board) return board_environment(board->make(seed));
  return setup(seed).make_environment();
}

std::string WorldFamily::text(std::uint64_t seed) const {
  if (lamps) return to_text(lamps(seed));
  return board ? to_text(board->make(seed)) : "";
}

Environment lamps_environment(const FourBitMaze& maze) {
  return {std::make_unique<FourBitWorld>(maze), four_bit_advice()};
}

Environment board_environment(const JumpMaze& maze) {
  return {std::make_unique<JumpWorld>(maze), jump_advice(maze)};
}

const WorldFamily& world_family(const std::string& name) {
  if (const WorldFamily* const entry = find_by_name(world_families(), name)) return *entry;
  throw BadInput("world", "'" + name + "'",
                 "one of " + join_mapped(world_families(), ", ", &WorldFamily::name));
}

}  // namespace marblemaze
