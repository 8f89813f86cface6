#include "engine/sim/fast/device_model.h"

#include <cstring>
#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/sim/batch_rollout.h"
#include "engine/sim/marble_world.h"
#include "maze/base/random.h"
#include "tests/support/mazes.h"

namespace marblemaze {
namespace {

constexpr int kMazesOfMode = 3, kSmallest = 2, kLargest = 10;

template <class Value>
bool same(const Value& a, const Value& b) {
  return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b), sizeof a) == 0;
}

/// Returns worlds at the start of a run, each in a maze of its own; ControlScheme::none for
/// continuous control.
std::vector<MarbleWorld> starts_of(ControlScheme control, bool noise, int side) {
  const bool flat = control == ControlScheme::flat_4;
  const PhysicsSettings settings = noise ? PhysicsSettings() : exact_machine();
  std::vector<MarbleWorld> starts;
  for (std::uint64_t seed = 1; starts.size() < kMazesOfMode; ++seed) {
    const Layers layers = flat ? Layers::flat : seed % 2 == 0 ? Layers::outer : Layers::all;
    const auto maze = testing::random_maze({side, side, flat ? 1 : side}, layers, seed);
    if (control == ControlScheme::none) {
      starts.push_back(MarbleWorld::tilted(maze, settings, fast_physics()));
      continue;
    }
    MarbleWorld world(maze, control, settings, fast_physics());
    if (tick_to_rest(world) == Motion::settled) starts.push_back(world);
  }
  return starts;
}

/// Marbles of one mode: worlds, and equal runs by the functions that kernels call.
struct Marbles {
  std::vector<MarbleWorld> starts, worlds;
  DeviceTables tables;
  DeviceMazes mazes;
  std::vector<DeviceRun> runs;

  Marbles(std::vector<MarbleWorld> at_start, std::size_t count, bool rest, int limit)
      : starts(std::move(at_start)), tables(starts, rest, limit), mazes(tables.view()) {
    for (std::size_t i = 0; i < count; ++i) {
      worlds.push_back(starts[i % kMazesOfMode]);
      worlds.back().draw_from(i);
      runs.push_back(mazes.starts[i % kMazesOfMode]);
      begin_run(mazes, runs.back(), i);
    }
  }

  /// Returns the number of runs that differ from their worlds.
  [[nodiscard]] int different() const {
    int count = 0;
    for (std::size_t i = 0; i < runs.size(); ++i)
      count += !same(runs[i].state, worlds[i].marble_state());
    return count;
  }
};

/// Makes a run and its world begin again alike.
void begin_again(const Marbles& m, DeviceRun& run, MarbleWorld& world, std::uint64_t stream) {
  begin_run(m.mazes, run, stream);
  world.draw_from(stream);
  world.reset();
  if (!m.tables.first.end.tilted) tick_to_rest(world);
  const MarbleState &a = run.state, &b = world.marble_state();
  ASSERT_TRUE(same(a.bodies, b.bodies) && same(a.upright, b.upright) && same(a.rate, b.rate));
  ASSERT_TRUE(a.state == b.state && a.orientation == b.orientation && a.ticks == b.ticks &&
              a.draws == b.draws && same(a.seen, b.seen));
}

Outcome outcome_of_moves(const MarbleWorld& world, Motion motion, int moves, int limit) {
  if (motion == Motion::frozen) return Outcome::frozen;
  if (motion == Motion::overdue) return Outcome::overdue;
  if (world.is_goal(world.state())) return Outcome::solved;
  return moves >= limit ? Outcome::capped : Outcome::running;
}

void expect_same_moves(ControlScheme control, bool noise, int side, std::size_t count) {
  constexpr int kLimit = 2;
  Marbles m(starts_of(control, noise, side), count, false, kLimit);
  Rng rng(count);
  std::vector<MarbleWorld> alone = m.worlds;
  std::vector<std::size_t> running(count);
  std::iota(running.begin(), running.end(), 0);
  for (int made = 1; made <= kLimit; ++made) {
    std::vector<MarbleWorld*> worlds;
    std::vector<MoveId> moves;
    for (const std::size_t i : running) {
      worlds.push_back(&m.worlds[i]);
      moves.push_back(MoveId(static_cast<int>(rng.below(m.worlds[i].scheme().move_ids().size()))));
    }
    const std::vector<Motion> endings = batch_rollout(worlds, moves);
    std::vector<std::size_t> next;
    for (std::size_t k = 0; k < running.size(); ++k) {
      const std::size_t i = running[k];
      DeviceRun& run = m.runs[i];
      begin_move(m.mazes, run, moves[k].index, false, 0);
      float reward = 0;
      while (under_way(run.motion)) reward += continue_move(m.mazes, run, 200);
      const Outcome outcome = outcome_of_moves(m.worlds[i], endings[k], made, kLimit);
      ASSERT_EQ(run.motion, endings[k]);
      ASSERT_EQ(outcome_of(m.mazes.of(run), run), outcome);
      ASSERT_EQ(reward, outcome == Outcome::solved ? 1 : 0);
      if (outcome == Outcome::running) next.push_back(i);
      if (i % 16 != 0) continue;
      play_move(alone[i], moves[k]);
      ASSERT_TRUE(same(alone[i].marble_state(), run.state));
    }
    ASSERT_EQ(m.different(), 0);
    running = next;
  }
  for (std::size_t i = 0; i < count; i += 40)
    ASSERT_NO_FATAL_FAILURE(begin_again(m, m.runs[i], m.worlds[i], 7));
}

void expect_same_control(bool noise, int side, std::size_t count, bool rest) {
  constexpr int kCommands = 4;
  Marbles m(starts_of(ControlScheme::none, noise, side), count, rest, 3 * kCommandTicks);
  Rng rng(count);
  std::vector<MarbleWorld> alone = m.worlds;
  std::vector<PathToTarget> ways;
  for (const MarbleWorld& world : m.starts) ways.emplace_back(world.model().maze);
  for (int made = 0; made < kCommands; ++made) {
    std::vector<MarbleWorld*> worlds;
    for (std::size_t i = 0; i < count; ++i) {
      const glm::dvec3 command(rng.between(-2, 2), rng.between(-2, 2), rng.between(-2, 2));
      DeviceRun& run = m.runs[i];
      if (outcome_of(m.mazes.of(run), run) != Outcome::running) {
        ASSERT_EQ(step_tilt(m.mazes, run, command, kCommandTicks, false, 0), 0);
        ASSERT_TRUE(same(run.state, m.worlds[i].marble_state()));
        step_tilt(m.mazes, run, command, kCommandTicks, true, i + 7);
        ASSERT_NO_FATAL_FAILURE(begin_again(m, run, m.worlds[i], i + 7));
        continue;
      }
      worlds.push_back(&m.worlds[i]);
      worlds.back()->command(command);
      step_tilt(m.mazes, run, command, kCommandTicks, false, 0);
      if (i % 16 != 0 || made > 1) continue;
      alone[i].command(command);
      alone[i].advance(kCommandTicks);
      ASSERT_TRUE(same(alone[i].marble_state(), run.state));
    }
    advance_together(worlds, kCommandTicks);
    ASSERT_EQ(m.different(), 0);
    for (std::size_t i = 0; i < count; i += 4) {
      const MarbleWorld& world = m.worlds[i];
      float rows[2][kTiltObservation], reward;
      std::int32_t outcome, state;
      put_row(m.mazes, m.runs[i], {&reward, &outcome, &state, rows[0]}, 0);
      put_observation(ways[i % kMazesOfMode], world.tilt_state(), world.limits().rate, rows[1]);
      ASSERT_EQ(std::memcmp(rows[0], rows[1], sizeof rows[0]), 0);
      ASSERT_FALSE(world.escaped());
      const bool solved = rest ? world.rests() : world.reached();
      const bool capped = world.ticks() >= 3 * kCommandTicks;
      ASSERT_EQ(outcome, static_cast<int>(solved   ? Outcome::solved
                                          : capped ? Outcome::capped
                                                   : Outcome::running));
    }
  }
}

// 100,000 marbles: 85,000 under continuous control, 15,000 in moves, which take longer.
TEST(DeviceModel, FunctionsGiveTheBitsOfLanesAndOfSingleMarblesInAllModes) {
  constexpr std::size_t kSides = kLargest - kSmallest + 1;
  for (int side = kSmallest; side <= kLargest; ++side)
    for (const bool noise : {true, false}) {
      SCOPED_TRACE(fmt::format("{} cells a side, noise {}", side, noise));
      for (const ControlScheme control :
           {ControlScheme::flat_4, ControlScheme::cube_8, ControlScheme::cube_24})
        ASSERT_NO_FATAL_FAILURE(expect_same_moves(control, noise, side, 15'000 / (6 * kSides) + 1));
      for (const bool rest : {true, false})
        ASSERT_NO_FATAL_FAILURE(expect_same_control(noise, side, 85'000 / (4 * kSides) + 1, rest));
    }
}

}  // namespace
}  // namespace marblemaze
