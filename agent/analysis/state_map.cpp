#include "agent/analysis/state_map.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/parallel.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {
namespace {

constexpr std::size_t kArcsPerBatch = 16;  // batch size of predictions

std::vector<DigraphArc> digraph_arcs(const std::vector<MapArc>& arcs,
                                     const std::unordered_map<StateId, int>& node) {
  std::vector<DigraphArc> result;
  for (const MapArc& arc : arcs)
    if (arc.to) result.push_back({node.at(arc.from), node.at(*arc.to)});
  return result;
}

std::unordered_map<StateId, int> number(const std::vector<StateId>& states) {
  std::unordered_map<StateId, int> node;
  for (std::size_t i = 0; i < states.size(); ++i) node.emplace(states[i], static_cast<int>(i));
  return node;
}

void try_arcs(const ForwardModel& model, const Rules& rules, std::span<MapArc> arcs) {
  std::vector<StateMove> moves;
  std::vector<MapArc*> uncertain;
  for (MapArc& arc : arcs) {
    arc.to = rules.certain_result(arc.from, arc.move);
    arc.certain = arc.to.has_value();
    if (arc.certain) continue;
    moves.push_back({arc.from, arc.move});
    uncertain.push_back(&arc);
  }
  const std::vector<Prediction> predictions = model.predict_all(moves);
  for (std::size_t i = 0; i < uncertain.size(); ++i) {
    if (predictions[i].guesses.empty()) continue;
    const Guess& most_likely = predictions[i].guesses.front();
    uncertain[i]->probability = most_likely.probability;
    uncertain[i]->to = most_likely.to;
  }
}

Json numbers(const std::vector<StateId>& states) {
  return Json::list(states, [](StateId state) { return state.index; });
}

double six_digits(double probability) { return std::round(probability * 1e6) / 1e6; }

struct ArcNotes {
  std::map<StateMove, double> probability;
  std::set<StateMove> certain;
};

/// Returns the row. Throws BadInput unless the row is a list of `values` elements.
const Json& row_of(const Json& row, std::size_t values) {
  if (row.elements().size() == values) return row;
  throw BadInput(row.dump() + ": expected " + pluralize(values, "value"));
}

StateMove read_move(const Json& row) {
  return {StateId(row.at(0).get<int>()), MoveId(row.at(1).get<int>())};
}

ArcNotes read_notes(const JsonReader& from) {
  ArcNotes notes;
  from.read("knife_edge", [&](const Json& rows) {
    for (const Json& edge : rows)
      notes.probability[read_move(row_of(edge, 3))] = edge.at(2).get<double>();
  });
  from.read("certain", [&](const Json& rows) {
    for (const Json& arc : rows) notes.certain.insert(read_move(row_of(arc, 2)));
  });
  return notes;
}

StateId known_state(const Json& number, const std::set<int>& known) {
  const int state = number.get<int>();
  if (known.contains(state)) return StateId(state);
  throw BadInput("state", number.dump(), "one of \"states\"");
}

std::vector<MapArc> read_arcs(const Json& rows, const ArcNotes& notes, const std::set<int>& known) {
  std::vector<MapArc> arcs;
  for (const Json& row : rows) {
    MapArc arc;
    arc.from = known_state(row_of(row, 3).at(0), known);
    arc.move = MoveId(row.at(1).get<int>());
    if (!row.at(2).is_null()) arc.to = known_state(row.at(2), known);
    const StateMove key(arc.from, arc.move);
    arc.certain = notes.certain.contains(key);
    if (const auto edge = notes.probability.find(key); edge != notes.probability.end())
      arc.probability = edge->second;
    arcs.push_back(arc);
  }
  return arcs;
}

MazeMap read_map(const Json& document) {
  const JsonReader from(document, "map", "map: ");
  from.require_only({"solvable", "optimum", "shortest_solutions", "solution", "states",
                     "transitions", "traps", "knife_edge", "certain", "orientations"});
  std::vector<StateId> states;
  std::set<int> known;
  for (const int state : from.get<std::vector<int>>("states")) {
    states.emplace_back(state);
    if (state < 0 || !known.insert(state).second)
      throw BadInput("map: state", std::to_string(state), "a unique number of at least 0");
  }
  if (states.empty()) from.reject("states", "at least the start state");
  const ArcNotes notes = read_notes(from);
  std::vector<MapArc> arcs =
      from.read("transitions", [&](const Json& rows) { return read_arcs(rows, notes, known); });
  // Runs end at the goal, so a state is a goal if and only if it has no moves.
  std::set<StateId> with_moves;
  for (const MapArc& arc : arcs) with_moves.insert(arc.from);
  const auto is_goal = [&](StateId state) { return !with_moves.contains(state); };
  const ControlScheme control{from.get<int>("orientations")};
  const Layers layers = control == ControlScheme::flat_4 ? Layers::flat : Layers::all;
  return {StateMap(std::move(states), std::move(arcs), is_goal),
          std::make_shared<const OrientationScheme>(control, layers)};
}

std::string graphml_head() {
  std::string text =
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<graphml xmlns=\"http://graphml.graphdrawing.org/xmlns\">\n";
  struct Key {
    const char *name, *of, *type;
  };
  for (const Key& key : {Key{"label", "node", "string"}, Key{"cell", "node", "int"},
                         Key{"orientation", "node", "int"}, Key{"start", "node", "boolean"},
                         Key{"goal", "node", "boolean"}, Key{"frozen", "node", "boolean"},
                         Key{"move", "edge", "int"}, Key{"share", "edge", "double"}})
    text += fmt::format(" <key id=\"{0}\" for=\"{1}\" attr.name=\"{0}\" attr.type=\"{2}\"/>\n",
                        key.name, key.of, key.type);
  return text + " <graph edgedefault=\"directed\">\n";
}

template <class Value>
std::string data(const char* key, const Value& value) {
  return fmt::format("<data key=\"{}\">{}</data>", key, value);
}

std::string graphml_state(const MazeMap& maze_map, StateId state) {
  const OrientationScheme& scheme = *maze_map.scheme;
  return fmt::format("  <node id=\"s{}\">{}{}{}{}{}{}</node>\n", state.index,
                     data("label", xml_escaped(maze_map.label(state))),
                     data("cell", cell_number(scheme.cell(state))),
                     data("orientation", scheme.orientation(state).index),
                     data("start", state == maze_map.map.start()),
                     data("goal", maze_map.map.is_goal(state)), data("frozen", false));
}

constexpr const char* kFrozenNode =
    "  <node id=\"frozen\"><data key=\"label\">frozen</data><data key=\"start\">false</data>"
    "<data key=\"goal\">false</data><data key=\"frozen\">true</data></node>\n";

std::string graphml_move(const MapArc& arc) {
  return fmt::format("  <edge source=\"s{}\" target=\"{}\">{}{}</edge>\n", arc.from.index,
                     arc.to ? fmt::format("s{}", arc.to->index) : "frozen",
                     data("move", arc.move.index),
                     data("share", fmt::format("{:g}", arc.probability)));
}

}  // namespace

StateMap::StateMap(std::vector<StateId> states, std::vector<MapArc> arcs,
                   const std::function<bool(StateId)>& is_goal)
    : states_(std::move(states)),
      arcs_(std::move(arcs)),
      node_(number(states_)),
      graph_(static_cast<int>(states_.size()), digraph_arcs(arcs_, node_)) {
  for (std::size_t i = 0; i < states_.size(); ++i)
    if (is_goal(states_[i])) goals_.push_back(static_cast<int>(i));
  to_goal_ = distances_to(graph_, goals_);
  for (const std::vector<int>& part : closed_components(graph_)) {
    if (to_goal_[part.front()] != kUnreachable) continue;
    std::vector<StateId> trap;
    trap.reserve(part.size());
    for (int i : part) trap.push_back(states_[i]);
    std::sort(trap.begin(), trap.end());
    traps_.push_back(std::move(trap));
  }
  std::sort(traps_.begin(), traps_.end());
}

int StateMap::node(StateId state) const {
  const auto found = node_.find(state);
  return found == node_.end() ? -1 : found->second;
}

std::optional<int> StateMap::moves_to_goal(StateId state) const {
  const int i = node(state);
  if (i < 0 || to_goal_[i] == kUnreachable) return std::nullopt;
  return to_goal_[i];
}

bool StateMap::is_goal(StateId state) const { return moves_to_goal(state) == 0; }

std::uint64_t StateMap::shortest_solutions() const {
  return count_shortest_paths(graph_, 0, goals_);
}

std::vector<MapArc> StateMap::solution() const {
  std::vector<MapArc> steps;
  if (!solvable()) return steps;
  for (StateId state = start(); !is_goal(state);) {
    const int left = *moves_to_goal(state);
    const auto next = std::find_if(arcs_.begin(), arcs_.end(), [&](const MapArc& arc) {
      return arc.from == state && arc.to && moves_to_goal(*arc.to) == left - 1;
    });
    steps.push_back(*next);
    state = *next->to;
  }
  return steps;
}

StateMap explore(const ForwardModel& model, const Rules& rules, StateId start, int jobs) {
  std::vector<StateId> states{start};
  std::unordered_map<StateId, int> seen{{start, 0}};
  std::vector<MapArc> arcs;
  for (std::size_t layer = 0; layer < states.size();) {
    const std::size_t first = arcs.size();
    for (; layer < states.size(); ++layer)
      if (!rules.is_goal(states[layer]))
        for (MoveId move : rules.moves(states[layer]))
          arcs.push_back({states[layer], move, std::nullopt, false, 1});
    const std::span<MapArc> open = std::span(arcs).subspan(first);
    parallel_for((open.size() + kArcsPerBatch - 1) / kArcsPerBatch, jobs, [&](std::size_t i) {
      const std::size_t begin = i * kArcsPerBatch;
      check_stop(static_cast<std::int64_t>(first + begin), static_cast<std::int64_t>(arcs.size()));
      try_arcs(model, rules, open.subspan(begin, std::min(kArcsPerBatch, open.size() - begin)));
    });
    for (std::size_t i = first; i < arcs.size(); ++i)
      if (arcs[i].to && seen.emplace(*arcs[i].to, 0).second) states.push_back(*arcs[i].to);
  }
  return StateMap(std::move(states), std::move(arcs),
                  [&](StateId state) { return rules.is_goal(state); });
}

std::string to_dot(const MazeMap& maze_map) {
  const StateMap& map = maze_map.map;
  std::string text = "digraph map {\n  node [shape=box, style=rounded];\n";
  for (StateId state : map.states())
    text += fmt::format("  {} [label=\"{}\"{}];\n", state.index, maze_map.label(state),
                        map.is_goal(state)     ? ", style=filled, fillcolor=palegreen"
                        : state == map.start() ? ", penwidth=2"
                                               : "");
  for (const MapArc& arc : map.arcs())
    if (arc.to)
      text += fmt::format("  {} -> {} [label=\"{}\"{}];\n", arc.from.index, arc.to->index,
                          arc.move.index,
                          arc.certain           ? ", style=dotted"
                          : arc.probability < 1 ? ", style=dashed"
                                                : "");
  return text + "}\n";
}

std::string MazeMap::label(StateId state) const {
  return fmt::format("{}: {}", state.index, describe_state(*scheme, state));
}

std::string to_json(const MazeMap& maze_map) {
  const StateMap& map = maze_map.map;
  Json transitions = Json::array(), knife = Json::array(), certain = Json::array(),
       solution = Json::array();
  for (const MapArc& arc : map.solution())
    solution.push_back({arc.from.index, arc.move.index, arc.to->index});
  for (const MapArc& arc : map.arcs()) {
    transitions.push_back({arc.from.index, arc.move.index, arc.to ? Json(arc.to->index) : Json()});
    if (arc.probability < 1)
      knife.push_back({arc.from.index, arc.move.index, six_digits(arc.probability)});
    if (arc.certain) certain.push_back(Json::array({arc.from.index, arc.move.index}));
  }
  const Json document{{"solvable", map.solvable()},
                      {"optimum", map.optimum() ? Json(*map.optimum()) : Json()},
                      {"shortest_solutions", map.shortest_solutions()},
                      {"solution", solution},
                      {"states", numbers(map.states())},
                      {"transitions", transitions},
                      {"traps", Json::list(map.traps(), numbers)},
                      {"knife_edge", knife},
                      {"certain", certain},
                      {"orientations", maze_map.scheme->orientations()}};
  return document.dump() + "\n";
}

std::string to_graphml(const MazeMap& maze_map) {
  const StateMap& map = maze_map.map;
  std::string text = graphml_head();
  for (StateId state : map.states()) text += graphml_state(maze_map, state);
  const auto freezes = [](const MapArc& arc) { return !arc.to; };
  if (std::any_of(map.arcs().begin(), map.arcs().end(), freezes)) text += kFrozenNode;
  for (const MapArc& arc : map.arcs()) text += graphml_move(arc);
  return text + " </graph>\n</graphml>\n";
}

MazeMap maze_map_from_json(const std::string& text) { return read_map(Json::parse("map", text)); }

}  // namespace marblemaze
