#include "engine/c_api/episode_words.h"

#include <algorithm>

#include "engine/c_api/objects.h"
#include "engine/replay_page/page_data.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze::c_api {
namespace {

constexpr std::size_t kMostCandidates = 8;

Json optional_number(StateId state) { return state.valid() ? Json(state.index) : Json(); }

Json cell_of(const EpisodeObject& object, StateId state) {
  if (!object.in_a_maze() || !state.valid()) return {};
  return cell_number(object.episode.scheme().cell(state));
}

/// Around which the maze would turn, in its own frame.
Json axis_of(const EpisodeObject& object, StateId state, MoveId move) {
  const OrientationScheme scheme = object.episode.scheme();
  const glm::dvec3 axis = scheme.turn(scheme.orientation(state), move).axis;
  return Json::array({axis.x, axis.y, axis.z});
}

Json choices_of(const EpisodeObject& object) {
  Json list = Json::array();
  const Episode& episode = object.episode;
  const World& world = episode.world();
  if (episode.outcome() != Outcome::running || !world.at_rest()) return list;
  for (const MoveId move : world.moves(world.state())) {
    Json choice{{"move", move.index}, {"words", world.describe(world.state(), move)}};
    if (object.in_a_maze()) choice["axis"] = axis_of(object, world.state(), move);
    list.push_back(std::move(choice));
  }
  return list;
}

Json counters_of(const Episode& episode) {
  const Counters counters = episode.counters();
  Json document = Json::object();
  for (const CounterField& counter : kCounters) document[counter.name] = counters.*counter.member;
  return document;
}

/// What was weighed for the last decision, the chosen one first.
Json why_of(const EpisodeObject& object) {
  Json list = Json::array();
  const std::vector<Candidate>& why = object.episode.knowledge().last_decision().why;
  const Rules& rules = *object.episode.world().rules();
  for (std::size_t i = 0; i < std::min(why.size(), kMostCandidates); ++i) {
    const Candidate& candidate = why[i];
    list.push_back({{"from", rules.describe(candidate.parent)},
                    {"words", rules.describe(candidate.parent, candidate.move)},
                    {"value", candidate.value},
                    {"moves_away", candidate.moves_away},
                    {"cell", cell_of(object, candidate.predicted.value_or(StateId()))}});
  }
  return list;
}

/// Squares row by row from the upper left; where the player stands.
Json board_of(const BoardFamily& family, std::uint64_t seed, StateId state) {
  const JumpMaze maze = family.make(seed);
  const JumpStates states(maze, family.u_turns);
  return {
      {"rows", maze.rows},   {"cols", maze.cols},
      {"jumps", maze.jumps}, {"start", maze.start},
      {"goal", maze.goal},   {"square", state.valid() ? states.square(state.index) : maze.start}};
}

}  // namespace

Json described(const EpisodeObject& object) {
  const Episode& episode = object.episode;
  const StateId state = state_of(episode.world());
  const auto turning_to = episode.wanted_scheme();
  Json document{{"outcome", to_string(episode.outcome())},
                {"phase", to_string(episode.phase())},
                {"agent", episode.spec().player.agent},
                {"orientations", episode.orientations()},
                {"turning_to", turning_to ? Json(*turning_to) : Json()},
                {"by_hand", episode.spec().player.by_hand},
                {"waits", episode.waits_for_person()},
                {"ticks", episode.ticks()},
                {"state", optional_number(state)},
                {"state_words", state.valid() ? episode.world().describe(state) : std::string()},
                {"cell", cell_of(object, state)},
                {"choices", choices_of(object)},
                {"counters", counters_of(episode)},
                {"rule", episode.knowledge().last_decision().rule},
                {"why", why_of(object)}};
  if (object.in_a_maze()) {
    document["seconds_per_tick"] = episode.spec().setup.settings.solver.step;
    document["marble_radius"] = episode.spec().setup.settings.nature.marble_radius;
    document["path"] = page_path(*episode.spec().setup.maze);
  } else {
    const Setup& setup = episode.spec().setup;
    const WorldEntry& family = world_entry(setup.kind);
    if (family.board) document["board"] = board_of(*family.board, setup.seed, state);
    if (family.lamps) document["lamps"] = optional_number(state);
  }
  return document;
}

Json moves_from(const EpisodeObject& object, std::size_t first) {
  const std::vector<RecordedMove>& moves = object.recording.moves;
  first = std::min(first, moves.size());
  if (object.in_a_maze()) return page_moves(object.recording, first);
  Json list = Json::array();
  for (std::size_t i = first; i < moves.size(); ++i)
    list.push_back(
        {{"number", moves[i].number},
         {"words", object.episode.world().describe(moves[i].from, moves[i].move)},
         {"reason", moves[i].reason},
         {"move", moves[i].move.index},
         {"states", Json::array({optional_number(moves[i].from), optional_number(moves[i].to)})},
         {"ending", moves[i].ending == Motion::settled ? "settled" : "overdue"}});
  return list;
}

}  // namespace marblemaze::c_api
