#include "engine/protocol/agent_knowledge.h"

#include <algorithm>
#include <array>

#include "maze/base/lists.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

namespace marblemaze {
namespace {

using enum AccessFlags;

constexpr AccessFlags kFull = distances | first_cell | predictor | rules | imagination | walls;
constexpr std::array kLevels{
    AccessLevel{"blind", experience, "its own experience only"},
    AccessLevel{"heuristic", distances, "theoretical distances"},
    AccessLevel{"full", kFull, "the maze, the path predictor and imagined moves"},
    AccessLevel{"copies", kFull | copies,
                "exact copies of the world, the maze, the path predictor and imagined moves"},
};

}  // namespace

std::span<const AccessLevel> access_levels() { return kLevels; }

const AccessLevel* access_level_named(std::string_view name) { return find_by_name(kLevels, name); }

const AccessLevel& access_level_of(AccessFlags access) {
  const auto* const found = std::ranges::find_if(
      kLevels, [&](const auto& level) { return includes(level.access, access); });
  return found == kLevels.end() ? kLevels.back() : *found;
}

AgentKnowledge::News AgentKnowledge::news(const StateGraph& graph) {
  News news;
  const int orientations = advice_.orientations();
  for (const StateId state : graph.states()) {
    const std::span<const Arc> arcs = graph.arcs(state);
    const auto [sent, is_new] = sent_results_.try_emplace(state, arcs.size(), StateId());
    if (is_new) {
      KnownState& known = news.states.emplace_back(KnownState{state, arcs.size()});
      if (orientations > 0) {
        const int settled = settled_state(state).index;
        known.cell = settled / orientations;
        known.orientation = settled % orientations;
        known.balanced = is_balanced(state);
      }
      if (may(distances) && advice_.distance()) known.distance = advice_.distance()(state);
    }
    for (std::size_t move = 0; move < arcs.size(); ++move) {
      if (!arcs[move].to || *arcs[move].to == sent->second[move]) continue;
      sent->second[move] = *arcs[move].to;
      news.arcs.push_back({state, move, *arcs[move].to});
    }
  }
  return news;
}

std::shared_ptr<const Maze> AgentKnowledge::maze() const {
  return may(walls) ? advice_.maze() : nullptr;
}

std::vector<std::string_view> AgentKnowledge::models() const {
  std::vector<std::string_view> names;
  if (!may(walls)) return names;
  if (advice_.first_cell()) names.emplace_back("first-cell");
  if (advice_.predictor()) names.emplace_back("predictor");
  if (advice_.imagination()) names.emplace_back("imagination");
  return names;
}

const ForwardModel* AgentKnowledge::model(std::string_view name) {
  if (!may(walls)) return nullptr;
  if (name == "first-cell") return advice_.first_cell().get();
  if (name == "predictor") return advice_.predictor().get();
  if (name != "imagination" || !advice_.imagination()) return nullptr;
  if (!imagination_) imagination_ = advice_.imagination()(1);
  return imagination_.get();
}

// An agent can compute every settled state of a maze from its index. In other worlds, and for
// balanced states, an agent knows only states that were visited or predicted.
bool AgentKnowledge::may_query(StateId state) const {
  if (!may(walls)) return false;
  if (sent_results_.contains(state) || predicted_.contains(state)) return true;
  const std::shared_ptr<const Maze> in = maze();
  return in && state.index >= 0 && in->grid().in_maze(CellId(state.index / advice_.orientations()));
}

std::vector<Guess> AgentKnowledge::ask(const ForwardModel& model, StateId from, MoveId move) {
  std::vector<Guess> guesses = model.predict(from, move).guesses;
  for (const Guess& guess : guesses)
    if (guess.to) predicted_.insert(*guess.to);
  return guesses;
}

std::optional<PathAhead> path_ahead(const PathToTarget& path, glm::dvec3 marble) {
  const CellId cell = path.cell_at(marble);
  if (!cell.valid()) return std::nullopt;
  const bool there = cell == path.maze().target();
  return PathAhead{path.distance_from(marble),
                   there ? glm::dvec3(0) : glm::dvec3(path.exit_direction(cell).vector())};
}

}  // namespace marblemaze
