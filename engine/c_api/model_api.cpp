#include <algorithm>
#include <unordered_map>

#include "agent/analysis/state_map.h"
#include "engine/c_api/call.h"
#include "engine/c_api/objects.h"
#include "maze/base/errors.h"
#include "maze/base/parallel.h"

namespace marblemaze::c_api {
namespace {

struct ModelObject : Object {
  static constexpr Kind kKind = Kind::model;
  static constexpr bool kShared = true;
  Setup setup;
  std::shared_ptr<const OrientationScheme> scheme;
  std::shared_ptr<const Rules> rules;
  std::shared_ptr<const ForwardModel> model;
};

using MapObject = SharedValue<Kind::map, MazeMap>;

Trials trials_of(std::int32_t runs, double displacement) {
  if (runs < 1 || runs > 10'000) throw BadInput("runs", std::to_string(runs), "1 to 10000");
  if (!(displacement >= 0 && displacement <= 0.1))
    throw BadInput("displacement", std::to_string(displacement), "0 to 0.1 cells");
  return {runs, displacement, 1};
}

std::shared_ptr<const ForwardModel> model_of(const std::string& kind, const Setup& setup,
                                             const Advice& advice, const Trials& trials) {
  if (kind == "first-cell") return advice.first_cell;
  if (kind == "predictor") return advice.predictor;
  if (kind == "imagination") return advice.imagination(1);
  Setup world = setup;
  world.kind = kind;
  return world.model(trials);
}

std::shared_ptr<ModelObject> make_model(const char* kind, mm_maze maze, std::int32_t orientations,
                                        mm_settings settings, const Trials& trials) {
  const std::string name(text_of(kind, "kind"));
  auto in = maze_of(maze);
  auto made = std::make_shared<ModelObject>();
  made->setup = setup_in(std::move(in), asked_scheme(orientations), settings_of(settings));
  made->scheme = made->setup.scheme();
  const Advice advice = made->setup.advice();
  made->rules = advice.rules;
  made->model = model_of(name, made->setup, advice, trials);
  return made;
}

struct PredictionArrays {
  std::int32_t* states;
  std::int32_t* endings;
  double* probabilities;
};

void write(const Prediction& prediction, const PredictionArrays& to, std::size_t count,
           std::size_t& length) {
  const auto states = answer(prediction.guesses.size(), to.states, count, length, "states");
  const auto endings = array(to.endings, length, "endings");
  const auto probabilities = array(to.probabilities, length, "probabilities");
  for (std::size_t i = 0; i < length; ++i) {
    const Guess& guess = prediction.guesses[i];
    states[i] = guess.to.value_or(StateId()).index;
    endings[i] = static_cast<std::int32_t>(guess.to ? Motion::settled : Motion::frozen);
    probabilities[i] = guess.probability;
  }
}

mm_map_info info_of(const MazeMap& made) {
  mm_map_info info{};
  info.start = made.map.start().index;
  info.states = static_cast<std::int32_t>(made.map.states().size());
  info.arcs = static_cast<std::int32_t>(made.map.arcs().size());
  info.optimum = made.map.optimum().value_or(-1);
  info.traps = static_cast<std::int32_t>(made.map.traps().size());
  info.orientations = made.scheme->orientations();
  info.shortest_solutions = made.map.shortest_solutions();
  return info;
}

/// The number of each state's trap; states outside of traps have none.
std::unordered_map<StateId, std::int32_t> trap_numbers(const StateMap& map) {
  std::unordered_map<StateId, std::int32_t> numbers;
  for (std::size_t i = 0; i < map.traps().size(); ++i)
    for (const StateId state : map.traps()[i]) numbers.emplace(state, static_cast<std::int32_t>(i));
  return numbers;
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_model_create(const char* kind, mm_maze maze, int32_t orientations,
                          mm_settings settings, int32_t runs, double displacement,
                          mm_model* model) {
  return handed_out(model, "model", [&] {
    return make_model(kind, maze, orientations, settings, trials_of(runs, displacement));
  });
}

mm_status mm_model_predict(mm_model model, int32_t state, int32_t move, int32_t* states,
                           int32_t* endings, double* probabilities, size_t count, size_t* length) {
  return answered_by<ModelObject>(model, [&](const ModelObject& from) {
    size_t& needed = output(length, "length");
    require_state(*from.setup.maze, orientations_of(from.setup.control), state, false);
    const MoveId by = move_of(move, from.rules->moves(StateId(state)).size());
    write(from.model->predict(StateId(state), by), {states, endings, probabilities}, count, needed);
  });
}

mm_status mm_map_create(mm_model model, int32_t jobs, mm_map* map) {
  return handed_out(map, "map", [&] {
    const Use<ModelObject> from(model);
    if (jobs < 0) throw BadInput("jobs", std::to_string(jobs), "0 or more threads");
    return std::make_shared<MapObject>(MazeMap{
        explore(*from->model, *from->rules, from->setup.predicted_start(), threads_for(jobs)),
        from->scheme});
  });
}

mm_status mm_map_get_info(mm_map map, mm_map_info* info) {
  return answered([&] { put_struct(info_of(Use<MapObject>(map)->value), info, "info"); });
}

mm_status mm_map_states(mm_map map, int32_t* states, int32_t* distances, int32_t* traps,
                        size_t count) {
  return answered_by<MapObject>(map, [&](const MapObject& from) {
    const StateMap& all = from.value.map;
    require_room(count, all.states().size(), "states");
    const auto to = array(states, all.states().size(), "states");
    const auto trap_of = trap_numbers(all);
    for (std::size_t i = 0; i < to.size(); ++i) {
      const StateId state = all.states()[i];
      to[i] = state.index;
      if (distances) distances[i] = all.moves_to_goal(state).value_or(-1);
      if (!traps) continue;
      const auto trap = trap_of.find(state);
      traps[i] = trap == trap_of.end() ? -1 : trap->second;
    }
  });
}

mm_status mm_map_arcs(mm_map map, int32_t* arcs, double* probabilities, size_t count) {
  return answered_by<MapObject>(map, [&](const MapObject& from) {
    const std::vector<MapArc>& all = from.value.map.arcs();
    require_room(count, all.size(), "arcs");
    const auto to = array(arcs, 3 * all.size(), "arcs");
    for (std::size_t i = 0; i < all.size(); ++i) {
      to[3 * i] = all[i].from.index;
      to[3 * i + 1] = all[i].move.index;
      to[3 * i + 2] = all[i].to.value_or(StateId()).index;
      if (probabilities) probabilities[i] = all[i].probability;
    }
  });
}

mm_status mm_map_solution(mm_map map, int32_t* moves, size_t count, size_t* length) {
  return answered_by<MapObject>(map, [&](const MapObject& from) {
    size_t& needed = output(length, "length");
    const std::vector<MapArc> solution = from.value.map.solution();
    const auto to = answer(solution.size(), moves, count, needed, "moves");
    for (std::size_t i = 0; i < needed; ++i) to[i] = solution[i].move.index;
  });
}

mm_status mm_map_to_json(mm_map map, char* buffer, size_t capacity, size_t* needed) {
  return answered([&] { put_text(to_json(Use<MapObject>(map)->value), buffer, capacity, needed); });
}
