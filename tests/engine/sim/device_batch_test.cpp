#include "engine/sim/device/device_batch.h"

#include <cstdlib>
#include <cstring>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/sim/batch_rollout.h"
#include "engine/sim/marble_world.h"
#include "maze/base/errors.h"
#include "maze/base/random.h"
#include "tests/support/mazes.h"

// The environment variable MARBLEMAZE_TEST_DEVICE is the number of a GPU, by default -1 for the
// processor; MARBLEMAZE_TEST_MARBLES is the number of marbles, by default 100,000.

namespace marblemaze {
namespace {

constexpr std::size_t kMazes = 3;
constexpr int kSmallest = 2, kLargest = 10;

const char* from_environment(const char* name, const char* usual) {
  const char* const value = std::getenv(name);
  return value ? value : usual;
}

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
  for (std::uint64_t seed = 1; starts.size() < kMazes; ++seed) {
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

/// Runs of one mode, and equal worlds.
struct Marbles {
  std::vector<MarbleWorld> starts, worlds;
  DeviceBatch batch;
  std::vector<DeviceRun> runs;
  std::vector<float> rewards, observations;
  std::vector<std::int32_t> outcomes;

  Marbles(std::vector<MarbleWorld> at_start, std::size_t count, DeviceTask task)
      : starts(std::move(at_start)),
        batch(make_device(std::atoi(from_environment("MARBLEMAZE_TEST_DEVICE", "-1"))), starts,
              task, static_cast<std::int64_t>(count)),
        runs(count),
        rewards(count),
        observations(task.tilted ? count * kTiltObservation : 0),
        outcomes(count) {
    for (std::size_t i = 0; i < count; ++i) worlds.push_back(world_of(i));
    look();
  }

  /// Returns a world at the start of the run with a stream.
  [[nodiscard]] MarbleWorld world_of(std::size_t stream) const {
    MarbleWorld world = starts[stream % kMazes];
    world.draw_from(stream);
    return world;
  }
  template <class Value>
  void read(std::vector<Value>& to, const Value* from) {
    if (!to.empty()) batch.device().copy(to.data(), from, to.size() * sizeof(Value));
  }
  /// Reads the rows, and expects the states of the worlds.
  void look() {
    const DeviceRows& rows = batch.rows();
    read(runs, rows.runs);
    read(rewards, rows.rewards);
    read(observations, rows.observations);
    read(outcomes, rows.outcomes);
    std::size_t different = 0;
    for (std::size_t i = 0; i < runs.size(); ++i)
      different += !same(runs[i].state, worlds[i].marble_state());
    ASSERT_EQ(different, 0u);
  }
  template <class Value>
  void step(Value* row, const std::vector<Value>& actions, int ticks, bool again) {
    batch.device().copy(row, actions.data(), actions.size() * sizeof(Value));
    batch.step(ticks, again);
    batch.device().synchronize();
  }
};

Outcome outcome_of_moves(const MarbleWorld& world, Motion motion, int moves, int limit) {
  if (motion == Motion::frozen) return Outcome::frozen;
  if (motion == Motion::overdue) return Outcome::overdue;
  if (world.is_goal(world.state())) return Outcome::solved;
  return moves >= limit ? Outcome::capped : Outcome::running;
}

void expect_same_moves(ControlScheme control, bool noise, int side, std::size_t count) {
  constexpr int kLimit = 2;
  Marbles m(starts_of(control, noise, side), count, {.limit = kLimit, .rewards = {}});
  ASSERT_FALSE(::testing::Test::HasFatalFailure());
  Rng rng(count);
  for (int made = 1; made <= kLimit + 1; ++made) {
    std::vector<MarbleWorld*> worlds;
    std::vector<MoveId> moves;
    std::vector<std::int32_t> chosen;
    std::vector<std::size_t> running;
    for (std::size_t i = 0; i < count; ++i) {
      chosen.push_back(
          static_cast<std::int32_t>(rng.below(m.starts[0].scheme().move_ids().size())));
      if (m.outcomes[i] != static_cast<int>(Outcome::running)) {
        if (made > kLimit) m.worlds[i] = m.world_of(i + count);
        continue;
      }
      running.push_back(i);
      worlds.push_back(&m.worlds[i]);
      moves.push_back(MoveId(chosen[i]));
    }
    std::vector<MarbleWorld> alone;
    for (std::size_t k = 0; k < running.size(); k += 16) alone.push_back(*worlds[k]);
    const std::vector<Motion> endings = batch_rollout(worlds, moves);
    m.step(m.batch.rows().moves, chosen, 0, made > kLimit);
    ASSERT_NO_FATAL_FAILURE(m.look());
    for (std::size_t k = 0; k < running.size(); ++k) {
      const std::size_t i = running[k];
      const Outcome outcome = outcome_of_moves(m.worlds[i], endings[k], made, kLimit);
      ASSERT_EQ(m.runs[i].motion, endings[k]);
      ASSERT_EQ(m.outcomes[i], static_cast<int>(outcome));
      ASSERT_EQ(m.rewards[i], outcome == Outcome::solved ? 1 : 0);
      if (k % 16 != 0) continue;
      play_move(alone[k / 16], moves[k]);
      ASSERT_TRUE(same(alone[k / 16].marble_state(), m.runs[i].state));
    }
  }
}

void expect_same_control(bool noise, int side, std::size_t count, bool rest) {
  constexpr int kCommands = 3;
  Marbles m(starts_of(ControlScheme::none, noise, side), count,
            {.tilted = true, .rest = rest, .limit = kCommands * kCommandTicks, .rewards = {}});
  ASSERT_FALSE(::testing::Test::HasFatalFailure());
  Rng rng(count);
  std::vector<PathToTarget> ways;
  for (const MarbleWorld& world : m.starts) ways.emplace_back(world.model().maze);
  for (int made = 1; made <= kCommands + 1; ++made) {
    std::vector<MarbleWorld*> worlds;
    std::vector<MarbleWorld> alone;
    std::vector<float> commands;
    for (std::size_t i = 0; i < count; ++i) {
      for (int a = 0; a < 3; ++a) commands.push_back(static_cast<float>(rng.between(-2, 2)));
      const glm::dvec3 command(commands[3 * i], commands[3 * i + 1], commands[3 * i + 2]);
      if (m.outcomes[i] != static_cast<int>(Outcome::running)) {
        if (made > kCommands) m.worlds[i] = m.world_of(i + count);
        continue;
      }
      m.worlds[i].command(command);
      worlds.push_back(&m.worlds[i]);
      if (i % 16 == 0) alone.push_back(m.worlds[i]);
    }
    advance_together(worlds, kCommandTicks);
    for (std::size_t k = 0, i = 0; i < count; i += 16) {
      if (m.outcomes[i] != static_cast<int>(Outcome::running)) continue;
      alone[k].advance(kCommandTicks);
      ASSERT_TRUE(same(alone[k++].marble_state(), m.worlds[i].marble_state()));
    }
    const std::vector<std::int32_t> before = m.outcomes;
    m.step(m.batch.rows().commands, commands, kCommandTicks, made > kCommands);
    ASSERT_NO_FATAL_FAILURE(m.look());
    for (std::size_t i = 0; i < count; ++i) {
      const MarbleWorld& world = m.worlds[i];
      const bool solved = rest ? world.rests() : world.reached();
      const bool capped = world.ticks() >= kCommands * kCommandTicks;
      ASSERT_EQ(m.outcomes[i], static_cast<int>(world.escaped() ? Outcome::escaped
                                                : solved        ? Outcome::solved
                                                : capped        ? Outcome::capped
                                                                : Outcome::running));
      ASSERT_EQ(m.rewards[i], solved && before[i] == static_cast<int>(Outcome::running) ? 1 : 0);
      if (i % 4 != 0) continue;
      float expected[kTiltObservation];
      put_observation(ways[static_cast<std::size_t>(m.runs[i].maze)], world.tilt_state(),
                      world.limits().rate, expected);
      ASSERT_EQ(std::memcmp(&m.observations[kTiltObservation * i], expected, sizeof expected), 0);
    }
  }
}

// 85 % of the marbles are under continuous control. The others make moves, which take longer.
TEST(DeviceBatch, KernelsGiveTheBitsOfLanesAndOfSingleMarblesInAllModes) {
  const auto marbles =
      std::strtoull(from_environment("MARBLEMAZE_TEST_MARBLES", "100000"), nullptr, 10);
  constexpr std::size_t kSides = kLargest - kSmallest + 1;
  for (int side = kSmallest; side <= kLargest; ++side)
    for (const bool noise : {true, false}) {
      SCOPED_TRACE(fmt::format("{} cells a side, noise {}", side, noise));
      for (const ControlScheme control :
           {ControlScheme::flat_4, ControlScheme::cube_8, ControlScheme::cube_24})
        ASSERT_NO_FATAL_FAILURE(
            expect_same_moves(control, noise, side, marbles * 15 / 100 / (6 * kSides) + 1));
      for (const bool rest : {true, false})
        ASSERT_NO_FATAL_FAILURE(
            expect_same_control(noise, side, marbles * 85 / 100 / (4 * kSides) + 1, rest));
    }
}

TEST(DeviceBatch, OfADeviceThatIsMissingSaysWhatToDo) {
  try {
    static_cast<void>(make_device(0));
  } catch (const MachineFailure& failure) {
    EXPECT_NE(std::string(failure.what()).find(": "), std::string::npos);
    EXPECT_EQ(std::string(failure.what()).find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace marblemaze
