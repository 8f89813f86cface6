#pragma once

#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "engine/c_api/call.h"
#include "engine/c_api/objects.h"
#include "maze/base/errors.h"
#include "maze/base/parallel.h"
#include "maze/base/stop.h"
#include "maze/grid/generator.h"

namespace marblemaze::c_api {

/// Worlds that are made, kept and played together: the environments of a batch, or mazes that are
/// turned freely. A place has a `setup`, with its maze, and a `world`.
template <Kind kind, class OnePlace>
struct Many : Object {
  static constexpr Kind kKind = kind;
  static constexpr bool kShared = false;
  using Place = OnePlace;

  /// Without places. `one` is what the header calls a place. Throws BadInput where there is no
  /// maze, or `threads` is negative.
  Many(std::span<const mm_maze> mazes, std::int32_t threads, const std::string& one) {
    if (mazes.empty()) throw BadInput("count", "0", "1 " + one + " or more");
    if (threads < 0) throw BadInput("jobs", std::to_string(threads), "0 or more threads");
    jobs = threads_for(threads);
  }

  /// A place for each maze, made of its handle and its number.
  template <class Make>
  void add(std::span<const mm_maze> mazes, Make&& make) {
    for (std::size_t i = 0; i < mazes.size(); ++i) {
      stop_point(static_cast<std::int64_t>(i), static_cast<std::int64_t>(mazes.size()));
      places.push_back(make(mazes[i], i));
    }
  }

  /// Throw BadInput for a number that no place has, and for another number of places.
  [[nodiscard]] Place& at(std::size_t index) {
    if (index >= places.size())
      throw BadInput("index", std::to_string(index), fmt::format("0 to {}", places.size() - 1));
    return places[index];
  }
  void require_size(std::size_t count) const {
    if (count != places.size())
      throw BadInput("count", std::to_string(count), std::to_string(places.size()));
  }

  /// Of the mask; all where it is null.
  [[nodiscard]] std::vector<std::size_t> chosen(const std::uint8_t* mask) const {
    std::vector<std::size_t> indices;
    for (std::size_t i = 0; i < places.size(); ++i)
      if (takes_part(mask, i)) indices.push_back(i);
    return indices;
  }

  int jobs = 1;
  std::vector<Place> places;
};

/// For functions that use all worlds, whose number the caller has named.
template <class Worlds, class Body>
mm_status with_all(std::uint64_t handle, std::size_t count, Body&& body) {
  return answered_by<Worlds>(handle, [&](Worlds& of) {
    of.require_size(count);
    body(of);
  });
}
/// For functions that do something with each world of a mask.
template <class Worlds, class Body>
mm_status with_each(std::uint64_t handle, const std::uint8_t* mask, std::size_t count,
                    Body&& body) {
  return with_all<Worlds>(handle, count, [&](Worlds& of) {
    for (std::size_t i = 0; i < count; ++i)
      if (takes_part(mask, i)) body(of.places[i], i);
  });
}
/// For functions that use one world.
template <class Worlds, class Body>
mm_status with_one(std::uint64_t handle, std::size_t index, Body&& body) {
  return answered_by<Worlds>(handle, [&](Worlds& of) { body(of.at(index)); });
}

/// Puts the worlds of `indices` into new random mazes of the same sides and layers, in all or,
/// where this throws, in none: `make(of, setup, maze, seed)` is a place.
template <class Worlds, class Make>
void make_new_mazes(Worlds& of, const std::vector<std::size_t>& indices, const std::uint64_t* seeds,
                    Make&& make) {
  std::vector<typename Worlds::Place> made(indices.size());
  parallel_for(indices.size(), of.jobs, [&](std::size_t k) {
    stop_point(static_cast<std::int64_t>(k), static_cast<std::int64_t>(indices.size()));
    const std::uint64_t seed = seeds[indices[k]];
    const Setup& setup = of.places[indices[k]].setup;
    const Grid& grid = setup.maze->grid();
    made[k] = make(of, setup,
                   std::make_shared<const Maze>(generate_kruskal(grid.dims(), grid.layers(), seed)),
                   seed);
  });
  for (std::size_t k = 0; k < indices.size(); ++k) of.places[indices[k]] = std::move(made[k]);
}

/// make_new_mazes() for those of the mask.
template <class Worlds, class Make>
mm_status with_new_mazes(std::uint64_t handle, const std::uint8_t* mask, const std::uint64_t* seeds,
                         std::size_t count, Make&& make) {
  return with_all<Worlds>(handle, count, [&](Worlds& of) {
    require_pointer(seeds, "seeds");
    make_new_mazes(of, of.chosen(mask), seeds, make);
  });
}

/// Hands out the maze of one world.
template <class Worlds>
mm_status hand_out_maze(std::uint64_t handle, std::size_t index, mm_maze* maze) {
  return with_one<Worlds>(handle, index, [&](const auto& place) {
    mm_maze& made = output(maze, "maze");
    made = give(std::make_shared<MazeObject>(place.setup.maze));
  });
}

}  // namespace marblemaze::c_api
