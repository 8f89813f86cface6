#include <algorithm>

#include <fmt/format.h>

#include "engine/c_api/objects.h"
#include "engine/sim/batch_rollout.h"
#include "maze/base/errors.h"
#include "maze/base/parallel.h"
#include "maze/base/stop.h"
#include "maze/grid/generator.h"
#include "maze/grid/maze.h"

namespace marblemaze::c_api {
namespace {

/// Number of worlds per task of a thread. Large enough to keep the SIMD lanes busy.
constexpr std::size_t kChunk = 64;
/// Maximum number of mazes to try before the marble settles in the start cell.
constexpr int kMaxSeedsTried = 10'000;

using Indices = std::vector<std::size_t>;

WorldRun& run_at(BatchObject& batch, std::size_t index) {
  if (index >= batch.runs.size())
    throw BadInput("index", std::to_string(index), fmt::format("0 to {}", batch.runs.size() - 1));
  return batch.runs[index];
}

Indices selected(const BatchObject& batch, const std::uint8_t* mask) {
  Indices indices;
  for (std::size_t i = 0; i < batch.runs.size(); ++i)
    if (!mask || mask[i] != 0) indices.push_back(i);
  return indices;
}

/// Splits `count` worlds into ranges and calls work(first, last) for each range, in parallel.
template <class Work>
void for_each_range(const BatchObject& batch, std::size_t count, std::size_t part, Work&& work) {
  check_stop(0,
             static_cast<std::int64_t>(
                 count));  // worker threads can do all the work, and they never invoke the watcher
  parallel_for((count + part - 1) / part, batch.jobs, [&](std::size_t piece) {
    check_stop(static_cast<std::int64_t>(piece * part), static_cast<std::int64_t>(count));
    work(piece * part, std::min((piece + 1) * part, count));
  });
}

/// Executes one move in each of the given worlds. An invalid MoveId lets the marble settle. If
/// memory runs out, only some of the moves are executed.
void execute_moves(BatchObject& batch, const Indices& indices, const std::vector<MoveId>& moves) {
  const std::size_t part = batch.jobs == 1 ? std::max<std::size_t>(indices.size(), 1) : kChunk;
  for_each_range(batch, indices.size(), part, [&](std::size_t first, std::size_t last) {
    if (batch.runs.front().marble()) {
      std::vector<MarbleWorld*> worlds;
      for (std::size_t i = first; i < last; ++i) worlds.push_back(batch.runs[indices[i]].marble());
      const auto ends = batch_rollout(worlds, std::span(moves).subspan(first, last - first));
      for (std::size_t i = first; i < last; ++i) batch.runs[indices[i]].motion = ends[i - first];
      return;
    }
    for (std::size_t i = first; i < last; ++i) {
      check_stop();
      WorldRun& run = batch.runs[indices[i]];
      if (moves[i].valid()) run.world->begin(moves[i]);
      run.motion = tick_to_rest(*run.world);
    }
  });
}

Indices step(BatchObject& batch, const std::int32_t* moves) {
  require_pointer(moves, "moves");
  Indices indices;
  std::vector<MoveId> by;
  for (std::size_t i = 0; i < batch.runs.size(); ++i) {
    if (moves[i] == -1) continue;
    const World& world = batch.runs[i].discrete();
    require_rest(world, i);
    const std::size_t count = world.moves(world.state()).size();
    if (moves[i] < 0 || static_cast<std::size_t>(moves[i]) >= count)
      throw BadInput(
          fmt::format("world {}, move", i), std::to_string(moves[i]),
          count == 0 ? "-1, because the state has no moves" : fmt::format("-1 to {}", count - 1));
    by.emplace_back(moves[i]);
    indices.push_back(i);
  }
  execute_moves(batch, indices, by);
  for (const std::size_t i : indices) ++batch.runs[i].moves;
  return indices;
}

Indices turn(BatchObject& batch, const std::uint8_t* mask, const double* commands, int ticks) {
  if (ticks < 0) throw BadInput("ticks", std::to_string(ticks), "0 or more");
  const Indices indices = selected(batch, mask);
  for (const std::size_t i : indices) {
    static_cast<void>(batch.runs[i].tilted_world());
    if (commands) static_cast<void>(command_of(commands + 3 * i, i));
  }
  for_each_range(batch, indices.size(), kChunk, [&](std::size_t first, std::size_t last) {
    std::vector<MarbleWorld*> worlds;
    for (std::size_t k = first; k < last; ++k) {
      worlds.push_back(&batch.runs[indices[k]].tilted_world());
      if (commands) worlds.back()->set_command(command_of(commands + 3 * indices[k]));
    }
    for (int left = ticks; left > 0; left -= kTicksBetweenStops) {
      check_stop();
      advance_together(worlds, std::min(left, kTicksBetweenStops));
    }
  });
  return indices;
}

/// Throws BadInput if the mazes have different side lengths or layers.
void require_same_size(const Maze& maze, const Maze& first, const std::string& which) {
  if (maze.grid().dims() != first.grid().dims() || maze.grid().layers() != first.grid().layers())
    throw BadInput("maze", which, "the side lengths and layers of the first maze");
}

std::shared_ptr<BatchObject> make_batch(const mm_setup* setup, std::span<const mm_maze> mazes,
                                        std::int32_t jobs) {
  if (mazes.empty()) throw BadInput("count", "0", "1 world or more");
  if (jobs < 0) throw BadInput("jobs", std::to_string(jobs), "0 or more threads");
  auto batch = std::make_shared<BatchObject>();
  batch->jobs = threads_for(jobs);
  const WorldSpec common = spec_of(setup, maze_of(mazes[0]));
  for (std::size_t i = 0; i < mazes.size(); ++i) {
    check_stop(static_cast<std::int64_t>(i), static_cast<std::int64_t>(mazes.size()));
    WorldSpec spec = common;
    spec.setup.maze = maze_of(mazes[i]);
    if (common.is_tilt())
      require_same_size(*spec.setup.maze, *common.setup.maze, std::to_string(i));
    batch->runs.emplace_back(std::move(spec));
    if (!common.is_tilt()) batch->runs.back().world->draw_from(i);
  }
  return batch;
}

/// Replaces the mazes of the given worlds with random mazes. If this throws, no world changes.
void replace_mazes(BatchObject& batch, const Indices& indices, const std::uint64_t* seeds) {
  std::vector<std::optional<WorldRun>> made(indices.size());
  parallel_for(indices.size(), batch.jobs, [&](std::size_t k) {
    check_stop(static_cast<std::int64_t>(k), static_cast<std::int64_t>(indices.size()));
    WorldSpec spec = batch.runs[indices[k]].spec;
    const Grid& grid = spec.setup.maze->grid();
    const std::uint64_t seed = seeds[indices[k]];
    spec.setup.maze =
        std::make_shared<const Maze>(generate_kruskal(grid.dims(), grid.layers(), seed));
    made[k].emplace(std::move(spec));
    if (!made[k]->spec.is_tilt()) made[k]->world->draw_from(seed);
  });
  for (std::size_t k = 0; k < indices.size(); ++k) batch.runs[indices[k]] = std::move(*made[k]);
}

/// Resets worlds and lets the marbles settle. Returns the worlds in which the marble did not
/// settle.
Indices start_runs(BatchObject& batch, const Indices& indices, const std::uint64_t* streams) {
  Indices discrete, unsettled;
  for (const std::size_t i : indices) {
    WorldRun& run = batch.runs[i];
    if (streams) run.draw_from(streams[i]);
    run.reset();
    if (!run.spec.is_tilt()) discrete.push_back(i);
  }
  execute_moves(batch, discrete, std::vector<MoveId>(discrete.size()));
  for (const std::size_t i : discrete)
    if (batch.runs[i].motion != Motion::settled) unsettled.push_back(i);
  return unsettled;
}

Indices reset(BatchObject& batch, const std::uint8_t* mask, std::uint64_t* seeds,
              const std::uint64_t* streams) {
  const Indices all = selected(batch, mask);
  if (!seeds) {
    start_runs(batch, all, streams);
    return all;
  }
  Indices waiting = all;
  for (int tries = kMaxSeedsTried; !waiting.empty(); --tries) {
    if (tries == 0) throw BadInput("mazes: the marble must come to rest at the start");
    replace_mazes(batch, waiting, seeds);
    waiting = start_runs(batch, waiting, streams);
    for (const std::size_t i : waiting) ++seeds[i];
  }
  return all;
}

/// Throws BadInput if a world is incompatible with the other worlds of the batch.
void require_compatible(const BatchObject& batch, const WorldRun& world) {
  const WorldRun& first = batch.runs.front();
  const Setup &one = world.spec.setup, &other = first.spec.setup;
  if (!one.maze || one.kind != other.kind || world.orientations() != first.orientations() ||
      one.settings != other.settings)
    throw BadInput("world", "with a different kind, settings or control scheme",
                   "a world like the others in the batch");
  require_same_size(*one.maze, *other.maze, "of the world");
}

std::size_t cells_of(const WorldRun& run) {
  return static_cast<std::size_t>(run.spec.setup.maze->grid().box_cells());
}

template <class Element, class Value>
void write_element(Element* array, std::size_t row, Value value) {
  if (array) array[row] = static_cast<Element>(value);
}

/// Clears `visited` and `distances` in one row of a view.
void clear_row(const WorldRun& run, std::size_t row, const mm_view& view) {
  if (run.spec.is_tilt()) return;
  const std::size_t cells = cells_of(run);
  const std::size_t states = cells * static_cast<std::size_t>(run.orientations());
  if (view.visited) std::fill_n(view.visited + states * row, states, std::int8_t{0});
  if (view.distances) std::fill_n(view.distances + cells * row, cells, 0);
}

/// Fills one row of a view, except for the reward.
void fill_row(WorldRun& run, std::size_t row, const mm_view& view) {
  const StateId at = run.state();
  write_element(view.states, row, at.index);
  write_element(view.endings, row, run.motion);
  if (view.outcomes) write_element(view.outcomes, row, run.outcome());
  write_element(view.moves, row, run.moves);
  write_element(view.ticks, row, run.ticks());
  if (run.spec.is_tilt()) {
    if (view.tilt) write_tilt(run.tilted_world().tilt_state(), view.tilt + MM_TILT_STATE * row);
    if (view.observations) fill_observation(run, view.observations + MM_TILT_OBSERVATION * row);
    return;
  }
  if (!at.valid()) return;
  const int count = run.orientations(), settled = settled_state(at).index, cell = settled / count;
  write_element(view.cells, row, cell);
  write_element(view.orientations, row, settled % count);
  const auto state_at = static_cast<std::size_t>(settled), cell_at = static_cast<std::size_t>(cell);
  if (view.visited)
    view.visited[cells_of(run) * static_cast<std::size_t>(count) * row + state_at] = 1;
  if (view.distances)
    view.distances[cells_of(run) * row + cell_at] = run.path().cells_after(CellId(cell)) + 1;
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

/// Runs the body of a batch function and fills the view. `body(batch)` returns the indices of the
/// worlds that it used. If `clear` is true, visited states are cleared first.
template <class Body>
static mm_status with_all(mm_batch batch, const mm_view* view, size_t count, Body&& body,
                          bool clear = false) {
  return with_object<BatchObject>(batch, [&](BatchObject& of) {
    if (count != of.runs.size())
      throw BadInput("count", std::to_string(count), std::to_string(of.runs.size()));
    const mm_view to = view ? read_struct(view, "view") : mm_view{};
    std::vector<bool> solved(to.rewards ? count : 0);
    for (std::size_t i = 0; i < solved.size(); ++i)
      solved[i] = of.runs[i].outcome() == Outcome::solved;
    for (const std::size_t i : body(of)) {
      if (clear) clear_row(of.runs[i], i, to);
      fill_row(of.runs[i], i, to);
      if (to.rewards) to.rewards[i] = !solved[i] && of.runs[i].outcome() == Outcome::solved ? 1 : 0;
    }
  });
}

mm_status mm_batch_create(const mm_setup* setup, const mm_maze* mazes, size_t count, int32_t jobs,
                          mm_batch* batch) {
  return create_object(batch, "batch",
                       [&] { return make_batch(setup, array(mazes, count, "mazes"), jobs); });
}

mm_status mm_batch_reset(mm_batch batch, const uint8_t* mask, uint64_t* seeds,
                         const uint64_t* streams, const mm_view* view, size_t count) {
  return with_all(
      batch, view, count, [&](BatchObject& of) { return reset(of, mask, seeds, streams); }, true);
}

mm_status mm_batch_step(mm_batch batch, const int32_t* moves, const mm_view* view, size_t count) {
  return with_all(batch, view, count, [&](BatchObject& of) { return step(of, moves); });
}

mm_status mm_batch_turn(mm_batch batch, const uint8_t* mask, const double* commands, int32_t ticks,
                        const mm_view* view, size_t count) {
  return with_all(batch, view, count,
                  [&](BatchObject& of) { return turn(of, mask, commands, ticks); });
}

mm_status mm_batch_observe(mm_batch batch, const mm_view* view, size_t count) {
  return with_all(batch, view, count, [](BatchObject& of) { return selected(of, nullptr); });
}

mm_status mm_batch_maze(mm_batch batch, size_t index, mm_maze* maze) {
  return create_object(maze, "maze", [&] {
    const Use<BatchObject> of(batch);
    return std::make_shared<MazeObject>(run_at(*of, index).spec.setup.maze);
  });
}

mm_status mm_batch_world(mm_batch batch, size_t index, mm_world* world) {
  return create_object(world, "world", [&] {
    const Use<BatchObject> of(batch);
    return std::make_shared<WorldObject>(run_at(*of, index));
  });
}

mm_status mm_batch_put(mm_batch batch, size_t index, mm_world world) {
  return with_object<BatchObject>(batch, [&](BatchObject& of) {
    WorldRun& to = run_at(of, index);
    WorldRun from(Use<WorldObject>(world)->run);
    require_compatible(of, from);
    from.spec.limit = to.spec.limit;
    from.spec.rest = to.spec.rest;
    to = std::move(from);
  });
}
