#include <algorithm>

#include "agent/tilt/tilt_policy.h"
#include "engine/c_api/many.h"
#include "engine/recording/recorder.h"
#include "engine/run/saved_world.h"
#include "engine/sim/tilt_world.h"

namespace marblemaze::c_api {
namespace {

/// How much a thread does between two looks at whether the work goes on.
constexpr std::size_t kWorldsAtOnce = 64;
constexpr int kTicksAtOnce = 64;

struct Tilted {
  Setup setup;
  std::shared_ptr<const WayToTarget> way;
  std::unique_ptr<TiltWorld> world;
  std::unique_ptr<TiltPolicy> policy;  // null until one is asked for

  [[nodiscard]] std::string identity() const { return setup.identity() + ", turned freely"; }
};

using TiltObject = Many<Kind::tilt, Tilted>;

void draw_for_run(const Tilted& place, std::uint64_t run) {
  place.world->draw_from(draws_of_run(*place.setup.maze, run));
}

Tilted tilted(Setup setup, std::shared_ptr<const Maze> maze) {
  setup.maze = std::move(maze);
  auto world = std::make_unique<TiltWorld>(tilt_world(setup, 1));
  auto way = std::make_shared<const WayToTarget>(setup.maze);
  return {std::move(setup), std::move(way), std::move(world), nullptr};
}

std::shared_ptr<TiltObject> make_tilt(const char* kind, std::span<const mm_maze> mazes,
                                      mm_settings settings, std::int32_t jobs) {
  auto tilt = std::make_shared<TiltObject>(mazes, jobs, "maze");
  const Setup setup = setup_of(kind, mazes[0], 0, settings);
  tilt->add(mazes, [&](mm_maze handle, std::size_t index) {
    auto maze = maze_of(handle);
    if (maze->grid().dims() != setup.maze->grid().dims() ||
        maze->grid().layers() != setup.maze->grid().layers())
      throw BadInput("maze", std::to_string(index), "the sides and layers of the first");
    return tilted(setup, std::move(maze));
  });
  return tilt;
}

glm::dvec3 action_of(const double* actions, std::size_t index) {
  return {actions[3 * index], actions[3 * index + 1], actions[3 * index + 2]};
}

void require_actions(const std::vector<std::size_t>& worlds, const double* actions) {
  for (const std::size_t i : worlds) {
    const glm::dvec3 action = action_of(actions, i);
    if (!(glm::length(action) <= kLargestCommand))
      throw BadInput(fmt::format("world {}, action", i),
                     fmt::format("{} {} {}", action.x, action.y, action.z), "three numbers");
  }
}

/// A command and its ticks for some worlds; without actions the ticks alone.
void act(const TiltObject& of, std::span<const std::size_t> part, const double* actions,
         int ticks) {
  std::vector<TiltWorld*> worlds;
  for (const std::size_t i : part) {
    worlds.push_back(of.places[i].world.get());
    if (actions) worlds.back()->command(action_of(actions, i));
  }
  for (int left = ticks; left > 0; left -= kTicksAtOnce) {
    stop_point(static_cast<std::int64_t>(part.front()),
               static_cast<std::int64_t>(of.places.size()));
    advance_together(worlds, std::min(left, kTicksAtOnce));
  }
}

void act(const TiltObject& of, const std::uint8_t* mask, const double* actions, int ticks) {
  if (ticks < 0) throw BadInput("ticks", std::to_string(ticks), "0 or more");
  const std::vector<std::size_t> chosen = of.chosen(mask);
  if (actions) require_actions(chosen, actions);
  parallel_for((chosen.size() + kWorldsAtOnce - 1) / kWorldsAtOnce, of.jobs,
               [&](std::size_t piece) {
                 const std::size_t first = piece * kWorldsAtOnce;
                 const std::size_t count = std::min(kWorldsAtOnce, chosen.size() - first);
                 act(of, std::span(chosen).subspan(first, count), actions, ticks);
               });
}

template <class Number>
Number* put(const glm::dvec3& from, Number* to) {
  for (int a = 0; a < 3; ++a) *to++ = static_cast<Number>(from[a]);
  return to;
}

void put_state(const TiltState& state, double* to) {
  for (const glm::dvec3& part : {state.marble, state.velocity, state.spin, state.down, state.rate})
    to = put(part, to);
}

std::uint8_t flags_of(const TiltWorld& world) {
  return static_cast<std::uint8_t>((world.reached() ? MM_TILT_REACHED : 0) |
                                   (world.rests() ? MM_TILT_RESTS : 0) |
                                   (world.escaped() ? MM_TILT_ESCAPED : 0));
}

void observe(const Tilted& place, float* to) {
  const Maze& maze = *place.setup.maze;
  const TiltState state = place.world->state();
  const CellId cell = place.way->cell_at(state.marble);
  std::fill_n(to, MM_TILT_OBSERVATION, 0.0f);
  if (!cell.valid()) return;
  const glm::dvec3 middle = glm::dvec3(maze.grid().position(cell)) + 0.5;
  const bool there = cell == maze.target();
  for (const glm::dvec3& part :
       {state.marble - middle, middle / glm::dvec3(maze.grid().dims()), state.velocity, state.spin,
        state.down, state.rate / place.world->limits().rate})
    to = put(part, to);
  for (const Direction side : kDirections) *to++ = maze.open(cell, side) ? 0.0f : 1.0f;
  to = put(there ? glm::dvec3(0) : glm::dvec3(place.way->out_of(cell).vector()), to);
  *to = static_cast<float>(place.way->left_from(state.marble));
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_tilt_create(const char* kind, const mm_maze* mazes, size_t count, mm_settings settings,
                         int32_t jobs, mm_tilt* tilt) {
  return handed_out(tilt, "tilt",
                    [&] { return make_tilt(kind, array(mazes, count, "mazes"), settings, jobs); });
}

mm_status mm_tilt_get_info(mm_tilt tilt, mm_tilt_info* info) {
  return answered_by<TiltObject>(tilt, [&](TiltObject& of) {
    const TiltWorld& first = *of.places[0].world;
    mm_tilt_info made{};
    made.worlds = static_cast<int32_t>(of.places.size());
    made.copyable = 1;
    made.max_rate = first.limits().rate;
    made.max_acceleration = first.limits().acceleration;
    made.tick = first.tick_s();
    put_struct(made, info, "info");
  });
}

mm_status mm_tilt_act(mm_tilt tilt, const uint8_t* mask, const double* actions, int32_t ticks,
                      size_t count) {
  return with_all<TiltObject>(tilt, count, [&](TiltObject& of) { act(of, mask, actions, ticks); });
}

mm_status mm_tilt_states(mm_tilt tilt, double* states, int64_t* ticks, uint8_t* flags,
                         size_t count) {
  return with_each<TiltObject>(tilt, nullptr, count, [&](const Tilted& place, std::size_t i) {
    if (states) put_state(place.world->state(), states + MM_TILT_STATE * i);
    if (ticks) ticks[i] = place.world->ticks();
    if (flags) flags[i] = flags_of(*place.world);
  });
}

mm_status mm_tilt_observe(mm_tilt tilt, float* observations, size_t count) {
  return with_all<TiltObject>(tilt, count, [&](const TiltObject& of) {
    require_pointer(observations, "observations");
    for (std::size_t i = 0; i < count; ++i)
      observe(of.places[i], observations + MM_TILT_OBSERVATION * i);
  });
}

mm_status mm_tilt_reset(mm_tilt tilt, const uint8_t* mask, size_t count) {
  return with_each<TiltObject>(tilt, mask, count, [](Tilted& place, std::size_t) {
    place.world->reset();
    place.policy.reset();
  });
}

mm_status mm_tilt_new_mazes(mm_tilt tilt, const uint8_t* mask, const uint64_t* seeds,
                            size_t count) {
  const auto make = [](const TiltObject&, const Setup& setup, std::shared_ptr<const Maze> maze,
                       std::uint64_t) { return tilted(setup, std::move(maze)); };
  return with_new_mazes<TiltObject>(tilt, mask, seeds, count, make);
}

mm_status mm_tilt_draw_for_run(mm_tilt tilt, const uint8_t* mask, const uint64_t* runs,
                               size_t count) {
  return with_each<TiltObject>(tilt, mask, count, [&](const Tilted& place, std::size_t i) {
    require_pointer(runs, "runs");
    draw_for_run(place, runs[i]);
  });
}

mm_status mm_tilt_maze(mm_tilt tilt, size_t index, mm_maze* maze) {
  return hand_out_maze<TiltObject>(tilt, index, maze);
}

mm_status mm_tilt_frame(mm_tilt tilt, size_t index, float* frame) {
  return with_one<TiltObject>(tilt, index, [&](const Tilted& place) {
    require_pointer(frame, "frame");
    const TickNumbers made = numbers_of(tick_of(place.world->scene(), Phase::accelerating, 0));
    std::copy(made.begin(), made.end(), frame);
  });
}

mm_status mm_tilt_save(mm_tilt tilt, size_t index, void* bytes, size_t capacity, size_t* needed) {
  return with_one<TiltObject>(tilt, index, [&](const Tilted& place) {
    put_bytes(save_world(*place.world, place.identity()), bytes, capacity, needed);
  });
}

mm_status mm_tilt_restore(mm_tilt tilt, size_t index, const void* bytes, size_t length) {
  return with_one<TiltObject>(tilt, index, [&](Tilted& place) {
    restore_world(*place.world, place.identity(), bytes_of(bytes, length));
    place.policy.reset();
  });
}

mm_status mm_tilt_use_controller(mm_tilt tilt, size_t index, const char* policy, int32_t rest) {
  return with_one<TiltObject>(tilt, index, [&](Tilted& place) {
    const auto& entry = tilt_policies().entry(std::string(text_of(policy, "controller")));
    place.policy = entry.make(tilt_task(place.setup, rest != 0, *place.world));
  });
}

mm_status mm_tilt_decide(mm_tilt tilt, size_t index, double* action, char* buffer, size_t capacity,
                         size_t* needed) {
  return with_one<TiltObject>(tilt, index, [&](const Tilted& place) {
    require_pointer(action, "action");
    require_pointer(needed, "needed");
    if (!place.policy)
      throw Failure(MM_NOT_NOW, "world: expected one with a controller: mm_tilt_use_controller()");
    const TiltChoice choice = place.policy->decide(place.world->state());
    put(choice.command, action);
    put_text(choice.reason, buffer, capacity, needed);
  });
}
