#include "render/session/graph_layout.h"

#include <algorithm>
#include <cmath>

namespace marblemaze {
namespace {

constexpr float kGoldenAngle = 2.3999632f;
constexpr int kMaxPairsPerFrame = 400'000;
// Attraction of nodes to the origin, weaker along x because the graph panel is wide.
constexpr glm::vec2 kGravity{0.05f, 0.065f};
// Maximum number of nodes in a spring layout. Larger spring layouts are unreadable.
constexpr std::size_t kMaxSpringNodes = 300;
constexpr float kLayeredAspect = 1.5f;  // width / height
constexpr double kCooling = 0.992, kMinTemperature = 0.02;

}  // namespace

std::optional<std::size_t> GraphLayout::find(StateId state) const {
  const auto found = index_.find(state);
  return found == index_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t GraphLayout::find_or_add(StateId state, std::optional<std::size_t> neighbour,
                                     std::size_t known_since) {
  if (const auto known = find(state)) return *known;
  // New nodes are placed next to their predecessor, in different directions so that they do not
  // overlap.
  const float angle = kGoldenAngle * static_cast<float>(nodes_.size());
  const glm::vec2 base = neighbour ? nodes_[*neighbour].place : glm::vec2(0);
  nodes_.push_back({state, known_since, base + glm::vec2(std::cos(angle), std::sin(angle)) * 0.8f,
                    glm::vec2(0)});
  index_[state] = nodes_.size() - 1;
  temperature_ = std::max(temperature_, 0.6);
  return nodes_.size() - 1;
}

void GraphLayout::add_arc(std::size_t from, std::size_t to, MoveId move, std::size_t known_since,
                          bool certain) {
  const auto [held, is_first] = current_arcs_.try_emplace({from, move.index}, arcs_.size());
  if (!is_first) {
    GraphArc& before = arcs_[held->second];
    if (before.to == to && (certain || !before.certain)) return;
    before.known_until = known_since;  // earlier moments show the old arc
    held->second = arcs_.size();
  }
  arcs_.push_back({from, to, move, known_since, certain});
}

void GraphLayout::update(const GraphInput& input) {
  if (input.scheme != scheme_) *this = GraphLayout();
  scheme_ = input.scheme;
  const auto& moves = input.moves;
  if (nodes_.empty() && input.first.valid()) find_or_add(input.first, std::nullopt, 0);
  for (; moves_processed_ < moves.size() && moves[moves_processed_].end > 0; ++moves_processed_) {
    const RecordedMove& move = moves[moves_processed_];
    if (move.control != input.scheme || !move.to.valid()) continue;
    if (!move.move.valid()) {
      find_or_add(move.to, std::nullopt, moves_processed_ + 1);
      continue;
    }
    const std::size_t from = find_or_add(move.from, std::nullopt, moves_processed_);
    const std::size_t to = find_or_add(move.to, from, moves_processed_ + 1);
    add_arc(from, to, move.move, moves_processed_ + 1, false);
  }
  if (input.knowledge && input.knowledge->graph().states().size() != states_processed_)
    add_certain(input.knowledge->graph());
  if (nodes_.size() > kMaxSpringNodes && nodes_.size() != layered_nodes_) arrange_in_columns();
}

// Adds an arc for each untried move with a certain result.
void GraphLayout::add_certain(const StateGraph& graph) {
  states_processed_ = graph.states().size();
  for (const StateId state : graph.states()) {
    const auto arcs = graph.arcs(state);
    for (std::size_t m = 0; m < arcs.size(); ++m) {
      if (!arcs[m].to || arcs[m].tries > 0) continue;
      const std::size_t from = find_or_add(state, find(*arcs[m].to), moves_processed_);
      add_arc(from, find_or_add(*arcs[m].to, from, moves_processed_), MoveId(static_cast<int>(m)),
              moves_processed_, true);
    }
  }
}

std::vector<std::size_t> GraphLayout::depths() const {
  std::vector<std::vector<std::size_t>> next(nodes_.size());
  for (const GraphArc& arc : arcs_)
    if (arc.is_current()) next[arc.from].push_back(arc.to);
  std::vector<std::size_t> depth(nodes_.size(), nodes_.size()), waiting;
  for (std::size_t start = 0; start < nodes_.size(); ++start) {
    if (depth[start] < nodes_.size()) continue;
    depth[start] = 0;
    waiting.assign(1, start);
    for (std::size_t i = 0; i < waiting.size(); ++i)
      for (const std::size_t to : next[waiting[i]])
        if (depth[to] == nodes_.size()) depth[to] = depth[waiting[i]] + 1, waiting.push_back(to);
  }
  return depth;
}

// Arranges the nodes in columns by depth. Each node is placed near the mean height of its
// predecessors.
void GraphLayout::arrange_in_columns() {
  layered_nodes_ = nodes_.size();
  const std::vector<std::size_t> depth = depths();
  std::vector<std::vector<std::size_t>> columns(std::ranges::max(depth) + 1);
  for (std::size_t i = 0; i < nodes_.size(); ++i) columns[depth[i]].push_back(i);
  std::vector<float> sums(nodes_.size(), 0), parents(nodes_.size(), 0);
  std::size_t highest = 1;
  for (const auto& column : columns) highest = std::max(highest, column.size());
  const float row =
      static_cast<float>(columns.size()) / kLayeredAspect / static_cast<float>(highest);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    auto& column = columns[c];
    const auto at = [&](std::size_t i) { return parents[i] == 0 ? 0 : sums[i] / parents[i]; };
    std::ranges::stable_sort(column, {}, at);
    const float middle = static_cast<float>(column.size() - 1) / 2;
    for (std::size_t r = 0; r < column.size(); ++r)
      nodes_[column[r]].place = {static_cast<float>(c), (static_cast<float>(r) - middle) * row};
    for (const GraphArc& arc : arcs_)
      if (arc.is_current() && depth[arc.from] == c && depth[arc.to] == c + 1)
        sums[arc.to] += nodes_[arc.from].place.y, parents[arc.to] += 1;
  }
  temperature_ = 0;
}

void GraphLayout::relax(int rounds) {
  if (layered_nodes_ > 0) return;
  const auto pairs = static_cast<int>(std::max<std::size_t>(nodes_.size() * nodes_.size() / 2, 1));
  rounds = std::clamp(kMaxPairsPerFrame / pairs, 1, rounds);
  for (int i = 0; i < rounds && temperature_ > kMinTemperature; ++i) relax_once();
}

bool GraphLayout::has_converged() const {
  return nodes_.size() < 2 || temperature_ <= kMinTemperature;
}

void GraphLayout::relax_once() {
  std::vector<glm::vec2> push(nodes_.size(), glm::vec2(0));
  for (std::size_t a = 0; a < nodes_.size(); ++a)
    for (std::size_t b = a + 1; b < nodes_.size(); ++b) {
      const glm::vec2 apart = nodes_[a].place - nodes_[b].place;
      const float squared = std::max(glm::dot(apart, apart), 1e-3f);
      const glm::vec2 force = apart / squared * 1.5f / (1.0f + squared * squared * 0.02f);
      push[a] += force;
      push[b] -= force;
    }
  for (const GraphArc& arc : arcs_) {
    if (arc.from == arc.to || !arc.is_current()) continue;
    const glm::vec2 apart = nodes_[arc.to].place - nodes_[arc.from].place;
    const glm::vec2 pull = apart * (glm::length(apart) - (arc.certain ? 0.4f : 1.0f)) * 0.35f;
    push[arc.from] += pull;
    push[arc.to] -= pull;
  }
  const float step = 0.06f, farthest = 0.5f * static_cast<float>(temperature_);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].speed = (nodes_[i].speed + (push[i] - nodes_[i].place * kGravity) * step) * 0.80f;
    const float fast = glm::length(nodes_[i].speed);
    if (fast > farthest) nodes_[i].speed *= farthest / fast;
    nodes_[i].place += nodes_[i].speed;
  }
  temperature_ *= kCooling;
}

}  // namespace marblemaze
