// Mazes, settings, forward models and state maps.
#include <algorithm>
#include <cstring>
#include <unordered_map>

#include "agent/analysis/state_map.h"
#include "engine/c_api/objects.h"
#include "maze/base/errors.h"
#include "maze/base/parallel.h"
#include "maze/files/drawing.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "maze/grid/maze.h"

namespace marblemaze::c_api {

std::shared_ptr<const Maze> maze_of(mm_maze handle) { return Use<MazeObject>(handle)->maze; }

MazeObject::MazeObject(std::shared_ptr<const Maze> of) : maze(std::move(of)) {
  const Grid& grid = maze->grid();
  const TheoreticalPaths paths(*maze);
  for (int cell = 0; cell < grid.box_cells(); ++cell) {
    for (const Direction side : kDirections) walls_.push_back(!maze->is_open(CellId(cell), side));
    distances_.push_back(paths.length(CellId(cell)));
  }
  for (int axis = 0; axis < 3; ++axis) info.dims[axis] = grid.dims()[axis];
  info.cells = grid.box_cells();
  info.maze_cells = grid.maze_cells();
  info.start = maze->start().index;
  info.target = maze->target().index;
  info.flat = grid.layers() == Layers::flat;
  info.seed = maze->generator().seed;
  maze_hash(*maze).copy(info.hash, sizeof info.hash - 1);
  info.walls = walls_.data();
  info.distances = distances_.data();
}

namespace {

std::shared_ptr<MazeObject> shared(Maze maze) {
  return std::make_shared<MazeObject>(std::make_shared<const Maze>(std::move(maze)));
}

std::string json_in(const char* text, std::size_t length) {
  return std::string(bytes_of(text, length));
}

struct ModelObject : ObjectOf<Kind::model, true> {
  Setup setup;
  std::shared_ptr<const OrientationScheme> scheme;
  std::shared_ptr<const Rules> rules;
  std::shared_ptr<const ForwardModel> model;
};

struct MapObject : ObjectOf<Kind::map, true> {
  explicit MapObject(MazeMap of);

  const MazeMap made;
  mm_map_info info{};

 private:
  std::vector<std::int32_t> states_, distances_, traps_, arcs_, solution_;
  std::vector<double> probabilities_;
};

RolloutSettings trials_of(std::int32_t runs, double displacement) {
  if (runs < 1 || runs > 10'000) throw BadInput("runs", std::to_string(runs), "1 to 10000");
  if (!(displacement >= 0 && displacement <= 0.1))
    throw BadInput("displacement", std::to_string(displacement), "0 to 0.1 cells");
  return {runs, displacement, 1};
}

std::shared_ptr<const ForwardModel> model_of(const std::string& kind, const Setup& setup,
                                             const Advice& advice, const RolloutSettings& trials) {
  if (kind == "first-cell") return advice.first_cell;
  if (kind == "predictor") return advice.predictor;
  if (kind == "imagination") return advice.make_planning_model(1);
  Setup world = setup;
  world.kind = kind;
  return world.make_model(trials);
}

std::shared_ptr<ModelObject> make_model(const mm_setup* setup, const RolloutSettings& trials) {
  const WorldSpec spec = spec_of(setup, nullptr, true);
  if (!spec.setup.maze || spec.is_tilt())
    throw Failure(MM_UNSUPPORTED, "model: a model requires discrete moves in a marble maze");
  auto made = std::make_shared<ModelObject>();
  const std::string kind = spec.setup.kind;
  made->setup = spec.setup;
  made->setup.kind = "bullet";
  made->scheme = made->setup.make_scheme();
  const Advice advice = made->setup.make_advice();
  made->rules = advice.rules;
  made->model = model_of(kind, made->setup, advice, trials);
  return made;
}

MapObject::MapObject(MazeMap of) : made(std::move(of)) {
  const StateMap& map = made.map;
  std::unordered_map<StateId, std::int32_t> trap_of;
  for (std::size_t i = 0; i < map.traps().size(); ++i)
    for (const StateId state : map.traps()[i]) trap_of.emplace(state, static_cast<int>(i));
  for (const StateId state : map.states()) {
    states_.push_back(state.index);
    distances_.push_back(map.moves_to_goal(state).value_or(-1));
    const auto trap = trap_of.find(state);
    traps_.push_back(trap == trap_of.end() ? -1 : trap->second);
  }
  for (const MapArc& arc : map.arcs()) {
    arcs_.insert(arcs_.end(), {arc.from.index, arc.move.index, arc.to.value_or(StateId()).index});
    probabilities_.push_back(arc.probability);
  }
  for (const MapArc& arc : map.solution()) solution_.push_back(arc.move.index);
  info.start = map.start().index;
  info.states = static_cast<std::int32_t>(states_.size());
  info.arcs = static_cast<std::int32_t>(probabilities_.size());
  info.optimum = map.optimum().value_or(-1);
  info.traps = static_cast<std::int32_t>(map.traps().size());
  info.orientations = made.scheme->orientations();
  info.shortest_solutions = map.shortest_solutions();
  info.state = states_.data();
  info.distance = distances_.data();
  info.trap = traps_.data();
  info.arc = arcs_.data();
  info.probability = probabilities_.data();
  info.solution = solution_.data();
}

}  // namespace

void write_guesses(const mm_guess** guesses, std::size_t* count,
                   const std::function<std::vector<Guess>()>& predict) {
  static thread_local std::vector<mm_guess> last;
  const mm_guess*& to = output(guesses, "guesses");
  std::size_t& length = output(count, "count");
  const std::vector<Guess> predicted = predict();
  last.clear();
  for (const Guess& guess : predicted)
    last.push_back({guess.to.value_or(StateId()).index, 0, guess.probability});
  to = last.data();
  length = last.size();
}

}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_maze_generate(int32_t w, int32_t h, int32_t d, const char* layers, uint64_t seed,
                           mm_maze* maze) {
  return create_object(maze, "maze", [&] {
    const Layers kind = layers_from_string(std::string(string_of(layers, "layers")));
    return shared(generate_kruskal({w, h, d}, kind, seed));
  });
}

mm_status mm_maze_from_json(const char* text, size_t length, mm_maze* maze) {
  return create_object(maze, "maze", [&] { return shared(maze_from_json(json_in(text, length))); });
}

mm_status mm_maze_get_info(mm_maze maze, mm_maze_info* info) {
  return with_object<MazeObject>(maze,
                                 [&](MazeObject& of) { write_struct(of.info, info, "info"); });
}

mm_status mm_maze_to_text(mm_maze maze, const char* format, mm_text* text) {
  return return_text<MazeObject>(maze, text, [&](MazeObject& of) {
    const std::string_view wanted = string_of(format, "format");
    if (wanted == "json") return to_json(*of.maze);
    if (wanted == "ascii") return to_ascii(*of.maze);
    throw BadInput("format", "'" + std::string(wanted) + "'", "json or ascii");
  });
}

mm_status mm_maze_svg(mm_maze maze, int32_t path, const int32_t* rests, size_t count,
                      mm_text* svg) {
  return return_text<MazeObject>(maze, svg, [&](MazeObject& of) {
    if (rests == nullptr) return maze_svg(*of.maze, path != 0);
    std::vector<CellId> cells;
    for (std::int32_t rest : std::span(rests, count)) {
      if (!of.maze->grid().in_maze(CellId(rest)))
        throw BadInput("cell", std::to_string(rest), "a cell of the maze");
      cells.emplace_back(rest);
    }
    return maze_svg(*of.maze, cells);
  });
}

mm_status mm_settings_from_json(const char* text, size_t length, mm_settings* settings) {
  return create_object(settings, "settings", [&] {
    const std::string json = json_in(text, length);
    return std::make_shared<SettingsObject>(json.empty() ? PhysicsSettings{}
                                                         : settings_from_json(json));
  });
}

mm_status mm_settings_to_json(mm_settings settings, mm_text* json) {
  return run_call([&] {
    write_text(to_json(settings == 0 ? PhysicsSettings{} : Use<SettingsObject>(settings)->value),
               json);
  });
}

mm_status mm_model_create(const mm_setup* setup, int32_t runs, double displacement,
                          mm_model* model) {
  return create_object(model, "model",
                       [&] { return make_model(setup, trials_of(runs, displacement)); });
}

mm_status mm_model_predict(mm_model model, int32_t state, int32_t move, const mm_guess** guesses,
                           size_t* count) {
  return with_object<ModelObject>(model, [&](const ModelObject& from) {
    write_guesses(guesses, count, [&] {
      require_state(*from.setup.maze, orientations_of(from.setup.control), state, false);
      const MoveId by = move_of(move, from.rules->moves(StateId(state)).size());
      return from.model->predict(StateId(state), by).guesses;
    });
  });
}

mm_status mm_map_create(mm_model model, int32_t jobs, mm_map* map) {
  return create_object(map, "map", [&] {
    const Use<ModelObject> from(model);
    if (jobs < 0) throw BadInput("jobs", std::to_string(jobs), "0 or more threads");
    return std::make_shared<MapObject>(MazeMap{
        explore(*from->model, *from->rules, from->setup.predicted_start(), threads_for(jobs)),
        from->scheme});
  });
}

mm_status mm_map_get_info(mm_map map, mm_map_info* info) {
  return with_object<MapObject>(map,
                                [&](const MapObject& of) { write_struct(of.info, info, "info"); });
}

mm_status mm_map_to_json(mm_map map, mm_text* json) {
  return return_text<MapObject>(map, json, [](const MapObject& of) { return to_json(of.made); });
}
