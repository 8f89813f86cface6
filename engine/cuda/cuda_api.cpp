#include <new>
#include <string>
#include <vector>

#include "engine/cuda/device_batch.h"
#include "engine/cuda/marblemaze_cuda.h"
#include "engine/sim/batch_rollout.h"
#include "engine/sim/marble_world.h"
#include "maze/base/errors.h"
#include "maze/files/maze_file.h"

using namespace marblemaze;

struct mmc_batch {
  DeviceBatch runs;
};

namespace {

thread_local std::string last_error;

/// Returns what `body` returns, or `failed` if it throws.
template <class Result, class Body>
Result answered(Result failed, Body&& body) noexcept {
  try {
    return body();
  } catch (const std::bad_alloc&) {
    last_error = "cuda: out of memory: use fewer mazes";
  } catch (const std::exception& error) {
    last_error = message_line(error.what());
  }
  return failed;
}

/// Returns worlds at the start of a run.
std::vector<MarbleWorld> starts_of(const mmc_setup& setup) {
  const PhysicsSettings settings =
      setup.settings ? settings_from_json(setup.settings) : PhysicsSettings();
  const ControlScheme control{setup.orientations};
  std::vector<MarbleWorld> starts;
  for (std::size_t i = 0; i < setup.mazes_count; ++i) {
    const auto maze = std::make_shared<const Maze>(maze_from_json(setup.mazes[i]));
    if (i > 0 && (maze->grid().dims() != starts[0].maze().grid().dims() ||
                  maze->grid().layers() != starts[0].maze().grid().layers()))
      throw BadInput("maze", std::to_string(i), "the sides and layers of maze 0");
    if (control == ControlScheme::none)
      starts.push_back(MarbleWorld::tilted(maze, settings, fast_physics()));
    else
      starts.emplace_back(maze, control, settings, fast_physics());
  }
  if (starts.empty()) throw BadInput("mazes", "0", "1 or more");
  if (control == ControlScheme::none) return starts;
  const std::vector<Motion> ends =
      batch_rollout(pointers_to(starts), std::vector<MoveId>(starts.size()));
  for (std::size_t i = 0; i < ends.size(); ++i)
    if (ends[i] != Motion::settled)
      throw BadInput("maze", std::to_string(i), "one in which the marble settles at its start");
  return starts;
}

}  // namespace

const char* mmc_last_error(void) { return last_error.c_str(); }

mmc_batch* mmc_create(const mmc_setup* setup) {
  return answered<mmc_batch*>(nullptr, [&] {
    const DeviceTables tables(starts_of(*setup), setup->rest != 0, setup->limit);
    return new mmc_batch{DeviceBatch(tables, setup->runs, setup->device)};
  });
}

void mmc_free(mmc_batch* batch) { delete batch; }

mmc_arrays mmc_arrays_of(const mmc_batch* batch) {
  const DeviceRows& rows = batch->runs.rows();
  return {rows.rewards, rows.outcomes, rows.states, rows.observations};
}

int mmc_reset(mmc_batch* batch, const uint8_t* mask) {
  return answered(-1, [&] {
    batch->runs.reset(mask);
    return 0;
  });
}

int mmc_turn(mmc_batch* batch, const float* commands, int32_t ticks, int32_t again) {
  return answered(-1, [&] {
    batch->runs.step_tilt(commands, ticks, again != 0);
    return 0;
  });
}

int mmc_synchronize(mmc_batch* batch) {
  return answered(-1, [&] {
    batch->runs.synchronize();
    return 0;
  });
}

int64_t mmc_move(mmc_batch* batch, const int32_t* moves, int32_t ticks, int32_t again) {
  return answered<int64_t>(-1, [&] { return batch->runs.step_moves(moves, ticks, again != 0); });
}
