#include <algorithm>

#include <fmt/format.h>

#include "engine/c_api/many.h"
#include "engine/run/saved_world.h"
#include "engine/sim/batch_rollout.h"
#include "engine/sim/marble_world.h"
#include "maze/base/lists.h"
#include "maze/base/parallel.h"
#include "maze/base/stop.h"
#include "maze/grid/maze.h"

namespace marblemaze::c_api {
namespace {

/// Environments that a thread takes at a time: enough to keep all lanes busy to nearly the end.
constexpr std::size_t kChunk = 64;
/// Mazes that are tried for one in which the marble settles at its start.
constexpr int kMostStarts = 10'000;

/// One world of a batch.
struct Place {
  Setup setup;
  std::unique_ptr<World> world;
  MarbleWorld* marble = nullptr;  // the same, where the kind is a physics back end
};

struct BatchObject : Many<Kind::batch, Place> {
  using Many::Many;
  const MarbleWorldKind* physics = nullptr;  // null where the kind has none

  /// In another maze than the setup's.
  [[nodiscard]] Place make(Setup setup, std::shared_ptr<const Maze> maze) const {
    setup.maze = std::move(maze);
    if (!physics) return {setup, setup.world(), nullptr};
    auto marble =
        std::make_unique<MarbleWorld>(setup.maze, setup.control, setup.settings, *physics);
    MarbleWorld* const made = marble.get();
    return {std::move(setup), std::move(marble), made};
  }
};

Place in_new_maze(const BatchObject& of, const Setup& setup, std::shared_ptr<const Maze> maze,
                  std::uint64_t seed) {
  Place made = of.make(setup, std::move(maze));
  made.world->draw_from(seed);
  return made;
}

/// Plays one move in each environment of `indices`, or brings it to rest where the move is none.
/// Only memory can run out; then some moves are made.
std::vector<Motion> play(const BatchObject& batch, const std::vector<std::size_t>& indices,
                         const std::vector<MoveId>& moves) {
  std::vector<Motion> endings(indices.size());
  const std::size_t chunks = (indices.size() + kChunk - 1) / kChunk;
  const std::size_t pieces = batch.jobs == 1 ? std::min<std::size_t>(chunks, 1) : chunks;
  const std::size_t size = batch.jobs == 1 ? indices.size() : kChunk;
  parallel_for(pieces, batch.jobs, [&](std::size_t piece) {
    const std::size_t first = piece * size, last = std::min(first + size, indices.size());
    stop_point(static_cast<std::int64_t>(first), static_cast<std::int64_t>(indices.size()));
    if (batch.physics) {
      std::vector<MarbleWorld*> worlds;
      for (std::size_t i = first; i < last; ++i) worlds.push_back(batch.places[indices[i]].marble);
      const auto part = batch_rollout(worlds, std::span(moves).subspan(first, last - first));
      std::copy(part.begin(), part.end(), endings.begin() + static_cast<std::ptrdiff_t>(first));
      return;
    }
    for (std::size_t i = first; i < last; ++i) {
      stop_point();
      World& world = *batch.places[indices[i]].world;
      if (moves[i].valid()) world.begin(moves[i]);
      endings[i] = tick_to_rest(world);
    }
  });
  return endings;
}

void play_and_tell(const BatchObject& batch, const std::vector<std::size_t>& indices,
                   const std::vector<MoveId>& moves, std::int32_t* states, std::int32_t* endings) {
  const std::vector<Motion> ends = play(batch, indices, moves);
  for (std::size_t i = 0; i < indices.size(); ++i) {
    states[indices[i]] = state_of(*batch.places[indices[i]].world).index;
    endings[indices[i]] = static_cast<std::int32_t>(ends[i]);
  }
}

MoveId checked_move(const Place& place, std::int32_t move, std::size_t index) {
  const World& world = *place.world;
  const std::string who = "environment " + std::to_string(index);
  if (!world.at_rest()) throw Failure(MM_NOT_NOW, who + ": expected one at rest");
  const auto count = world.moves(world.state()).size();
  if (move < 0 || static_cast<std::size_t>(move) >= count)
    throw BadInput(who + ", move", std::to_string(move),
                   fmt::format("0 to {}, or -1 for none", static_cast<long>(count) - 1));
  return MoveId(move);
}

/// The moves that are none of -1, and whose they are.
std::vector<MoveId> chosen_moves(const BatchObject& of, const std::int32_t* moves,
                                 std::vector<std::size_t>& indices) {
  require_pointer(moves, "moves");
  std::vector<MoveId> chosen;
  for (std::size_t i = 0; i < of.places.size(); ++i) {
    if (moves[i] == -1) continue;
    chosen.push_back(checked_move(of.places[i], moves[i], i));
    indices.push_back(i);
  }
  return chosen;
}

/// One run of a learner.
struct Run {
  const mm_batch_runs& all;
  std::size_t index;
  const Place& place;
  std::size_t cells = static_cast<std::size_t>(place.setup.maze->grid().box_cells());
  int orientations = orientations_of(place.setup.control);
  std::size_t states = cells * static_cast<std::size_t>(orientations);

  /// Where the marble rests, or rested last.
  void stand(std::int64_t state) const {
    const std::int64_t cell = state / orientations;
    all.states[index] = state;
    all.cells[index] = cell;
    all.orientations[index] = state % orientations;
    all.visited[states * index + static_cast<std::size_t>(state)] = 1;
    if (!all.distances) return;
    const std::size_t seen = cells * index + static_cast<std::size_t>(cell);
    all.seen_distances[seen] = all.distances[seen];
  }

  void begin() const {
    all.moves[index] = 0;
    all.outcomes[index] = MM_OUTCOME_RUNNING;
    std::fill_n(all.visited + states * index, states, std::int8_t{0});
    if (all.distances) {
      const TheoreticalPaths paths(*place.setup.maze);
      for (std::size_t i = 0; i < cells; ++i)
        all.distances[cells * index + i] = paths.length(CellId(static_cast<int>(i)));
      std::fill_n(all.seen_distances + cells * index, cells, 0);
    }
    stand(state_of(*place.world).index);
  }

  void note(Motion ending) const {
    const StateId rests = state_of(*place.world);
    const std::int64_t to = rests.valid() ? rests.index % MM_BALANCED : all.states[index];
    const bool in_target = to / orientations == place.setup.maze->target().index;
    ++all.moves[index];
    all.outcomes[index] = ending == Motion::frozen           ? MM_OUTCOME_FROZEN
                          : ending == Motion::overdue        ? MM_OUTCOME_OVERDUE
                          : in_target                        ? MM_OUTCOME_SOLVED
                          : all.moves[index] >= all.move_cap ? MM_OUTCOME_CAPPED
                                                             : MM_OUTCOME_RUNNING;
    stand(to);
  }
};

void require_memory(const mm_batch_runs* runs) {
  require_pointer(runs, "runs");
  if (runs->size != sizeof *runs)
    throw BadInput("runs of size", std::to_string(runs->size), std::to_string(sizeof *runs));
  for (const void* memory :
       std::initializer_list<const void*>{runs->states, runs->moves, runs->outcomes, runs->cells,
                                          runs->orientations, runs->visited})
    require_pointer(memory, "an array of the runs");
  if (runs->distances) require_pointer(runs->seen_distances, "seen_distances of the runs");
}

/// Those of `waiting` whose marble did not settle at its start.
std::vector<std::size_t> begin_runs(const BatchObject& of, const std::vector<std::size_t>& waiting,
                                    const std::uint64_t* streams, const mm_batch_runs& runs) {
  for (const std::size_t i : waiting) {
    of.places[i].world->draw_from(streams[i]);
    of.places[i].world->reset();
  }
  const std::vector<Motion> ends = play(of, waiting, std::vector<MoveId>(waiting.size()));
  std::vector<std::size_t> failed;
  for (std::size_t k = 0; k < waiting.size(); ++k)
    if (ends[k] == Motion::settled)
      Run{runs, waiting[k], of.places[waiting[k]]}.begin();
    else
      failed.push_back(waiting[k]);
  return failed;
}

std::shared_ptr<BatchObject> make_batch(const char* kind, std::span<const mm_maze> mazes,
                                        std::int32_t orientations, mm_settings settings,
                                        std::int32_t jobs) {
  auto batch = std::make_shared<BatchObject>(mazes, jobs, "environment");
  const Setup setup = setup_of(kind, mazes[0], orientations, settings);
  batch->physics = row_named(physics_kinds(), setup.kind);
  batch->add(mazes, [&](mm_maze maze, std::size_t index) {
    Place made = batch->make(setup, maze_of(maze));
    made.world->draw_from(index);
    return made;
  });
  return batch;
}

void require_rest(const World& world) {
  if (!world.at_rest()) throw Failure(MM_NOT_NOW, "environment: expected one at rest");
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_batch_create(const char* kind, const mm_maze* mazes, size_t count,
                          int32_t orientations, mm_settings settings, int32_t jobs,
                          mm_batch* batch) {
  return handed_out(batch, "batch", [&] {
    return make_batch(kind, array(mazes, count, "mazes"), orientations, settings, jobs);
  });
}

mm_status mm_batch_size(mm_batch batch, size_t* count) {
  return answered([&] { output(count, "count") = Use<BatchObject>(batch)->places.size(); });
}

mm_status mm_batch_reset(mm_batch batch, const uint8_t* mask, int32_t* states, int32_t* endings,
                         size_t count) {
  return with_all<BatchObject>(batch, count, [&](BatchObject& of) {
    require_pointer(states, "states");
    require_pointer(endings, "endings");
    const std::vector<std::size_t> indices = of.chosen(mask);
    for (std::size_t i : indices) of.places[i].world->reset();
    play_and_tell(of, indices, std::vector<MoveId>(indices.size()), states, endings);
  });
}

mm_status mm_batch_step(mm_batch batch, const int32_t* moves, int32_t* states, int32_t* endings,
                        size_t count) {
  return with_all<BatchObject>(batch, count, [&](BatchObject& of) {
    require_pointer(states, "states");
    require_pointer(endings, "endings");
    std::vector<std::size_t> indices;
    const std::vector<MoveId> chosen = chosen_moves(of, moves, indices);
    play_and_tell(of, indices, chosen, states, endings);
  });
}

mm_status mm_batch_begin(mm_batch batch, const uint8_t* mask, uint64_t* seeds,
                         const uint64_t* streams, const mm_batch_runs* runs, size_t count) {
  return with_all<BatchObject>(batch, count, [&](BatchObject& of) {
    require_pointer(streams, "streams");
    require_memory(runs);
    std::vector<std::size_t> waiting = of.chosen(mask);
    for (int tries = seeds ? kMostStarts : 1; !waiting.empty(); --tries) {
      if (tries == 0)
        throw BadInput("mazes: expected some in which the marble comes to rest at the start");
      if (seeds) make_new_mazes(of, waiting, seeds, in_new_maze);
      waiting = begin_runs(of, waiting, streams, *runs);
      if (seeds)
        for (const std::size_t i : waiting) ++seeds[i];
    }
  });
}

mm_status mm_batch_play(mm_batch batch, const int32_t* moves, const mm_batch_runs* runs,
                        size_t count) {
  return with_all<BatchObject>(batch, count, [&](BatchObject& of) {
    require_memory(runs);
    std::vector<std::size_t> indices;
    const std::vector<MoveId> chosen = chosen_moves(of, moves, indices);
    std::vector<Run> playing;
    for (const std::size_t i : indices) {
      const std::int64_t state = runs->states[i];
      playing.push_back({*runs, i, of.places[i]});
      if (state < 0 || static_cast<std::size_t>(state) >= playing.back().states)
        throw BadInput("state of a run", std::to_string(state), "a settled one");
    }
    const std::vector<Motion> ends = play(of, indices, chosen);
    for (std::size_t k = 0; k < playing.size(); ++k) playing[k].note(ends[k]);
  });
}

mm_status mm_batch_states(mm_batch batch, int32_t* states, size_t count) {
  return with_all<BatchObject>(batch, count, [&](BatchObject& of) {
    require_pointer(states, "states");
    for (std::size_t i = 0; i < count; ++i) states[i] = state_of(*of.places[i].world).index;
  });
}

mm_status mm_batch_pose(mm_batch batch, size_t index, mm_pose* pose) {
  return with_one<BatchObject>(
      batch, index, [&](const Place& place) { put_struct(pose_of(*place.world), pose, "pose"); });
}

mm_status mm_batch_place(mm_batch batch, const int32_t* states, size_t count) {
  return with_all<BatchObject>(batch, count, [&](BatchObject& of) {
    require_pointer(states, "states");
    if (!of.physics)
      throw Failure(MM_UNSUPPORTED, "batch: expected worlds with a marble that has poses");
    for (std::size_t i = 0; i < count; ++i)
      if (states[i] != -1)
        require_state(*of.places[i].setup.maze, of.places[i].marble->scheme().orientations(),
                      states[i], false);
    for (std::size_t i = 0; i < count; ++i)
      if (states[i] != -1) of.places[i].marble->place(StateId(states[i]));
  });
}

mm_status mm_batch_new_mazes(mm_batch batch, const uint8_t* mask, const uint64_t* seeds,
                             size_t count) {
  return with_new_mazes<BatchObject>(batch, mask, seeds, count, in_new_maze);
}

mm_status mm_batch_draw_from(mm_batch batch, const uint8_t* mask, const uint64_t* streams,
                             size_t count) {
  return with_each<BatchObject>(batch, mask, count, [&](const Place& place, std::size_t i) {
    require_pointer(streams, "streams");
    place.world->draw_from(streams[i]);
  });
}

mm_status mm_batch_maze(mm_batch batch, size_t index, mm_maze* maze) {
  return hand_out_maze<BatchObject>(batch, index, maze);
}

mm_status mm_batch_save(mm_batch batch, size_t index, void* bytes, size_t capacity,
                        size_t* needed) {
  return with_one<BatchObject>(batch, index, [&](const Place& place) {
    put_bytes(save_world(*place.world, place.setup.identity()), bytes, capacity, needed);
  });
}

mm_status mm_batch_restore(mm_batch batch, size_t index, const void* bytes, size_t length) {
  return with_one<BatchObject>(batch, index, [&](const Place& place) {
    restore_world(*place.world, place.setup.identity(), bytes_of(bytes, length));
  });
}

mm_status mm_batch_copy_for_agent(mm_batch batch, size_t index, uint64_t stream, mm_world* copy) {
  return with_one<BatchObject>(batch, index, [&](const Place& place) {
    mm_world& made = output(copy, "copy");
    require_rest(*place.world);
    made = give(copy_for_agent(place.setup, *place.world, stream));
  });
}
