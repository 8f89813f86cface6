#include "render/session/graph_layout.h"

#include <algorithm>
#include <cmath>

namespace marblemaze {
namespace {

constexpr float kGoldenAngle = 2.3999632f;
constexpr int kMostPairsAFrame = 400'000;
// Attraction to the origin. The layout is slightly wider than high, like its panel.
constexpr glm::vec2 kGravity{0.05f, 0.065f};
// Maximum number of nodes in a spring layout. Larger spring layouts are unreadable.
constexpr std::size_t kMostSprings = 300;
constexpr float kLayeredShape = 1.5f;  // width / height
constexpr double kCooling = 0.992, kColdest = 0.02;

}  // namespace

std::optional<std::size_t> GraphLayout::find(StateId state) const {
  const auto found = index_.find(state);
  return found == index_.end() ? std::nullopt : std::optional(found->second);
}

std::size_t GraphLayout::node_for(StateId state, std::optional<std::size_t> beside,
                                  std::size_t known_since) {
  if (const auto known = find(state)) return *known;
  // Places new nodes next to their predecessor, each in a different direction so that they do not
  // coincide.
  const float angle = kGoldenAngle * static_cast<float>(nodes_.size());
  const glm::vec2 base = beside ? nodes_[*beside].place : glm::vec2(0);
  nodes_.push_back({state, known_since, base + glm::vec2(std::cos(angle), std::sin(angle)) * 0.8f,
                    glm::vec2(0)});
  index_[state] = nodes_.size() - 1;
  heat_ = std::max(heat_, 0.6);
  return nodes_.size() - 1;
}

void GraphLayout::add_arc(std::size_t from, std::size_t to, MoveId move, std::size_t known_since,
                          bool certain) {
  const auto [held, is_first] = holding_.try_emplace({from, move.index}, arcs_.size());
  if (!is_first) {
    GraphArc& before = arcs_[held->second];
    if (before.to == to && (certain || !before.certain)) return;
    before.known_until = known_since;  // earlier moments still show the old arc
    held->second = arcs_.size();
  }
  arcs_.push_back({from, to, move, known_since, certain});
}

void GraphLayout::update(const GraphStory& story) {
  if (story.scheme != scheme_) *this = GraphLayout();
  scheme_ = story.scheme;
  const auto& moves = story.moves;
  if (nodes_.empty() && story.first.valid()) node_for(story.first, std::nullopt, 0);
  for (; moves_seen_ < moves.size() && moves[moves_seen_].end > 0; ++moves_seen_) {
    const RecordedMove& move = moves[moves_seen_];
    if (move.control != story.scheme || !move.to.valid()) continue;
    if (!move.move.valid()) {
      node_for(move.to, std::nullopt, moves_seen_ + 1);
      continue;
    }
    const std::size_t from = node_for(move.from, std::nullopt, moves_seen_);
    const std::size_t to = node_for(move.to, from, moves_seen_ + 1);
    add_arc(from, to, move.move, moves_seen_ + 1, false);
  }
  if (story.knowledge && story.knowledge->graph().states().size() != states_seen_)
    add_certain(story.knowledge->graph());
  if (nodes_.size() > kMostSprings && nodes_.size() != layered_) layer();
}

// Adds arcs of untried moves with certain results.
void GraphLayout::add_certain(const StateGraph& graph) {
  states_seen_ = graph.states().size();
  for (const StateId state : graph.states()) {
    const auto arcs = graph.arcs(state);
    for (std::size_t m = 0; m < arcs.size(); ++m) {
      if (!arcs[m].to || arcs[m].tries > 0) continue;
      const std::size_t from = node_for(state, find(*arcs[m].to), moves_seen_);
      add_arc(from, node_for(*arcs[m].to, from, moves_seen_), MoveId(static_cast<int>(m)),
              moves_seen_, true);
    }
  }
}

std::vector<std::size_t> GraphLayout::depths() const {
  std::vector<std::vector<std::size_t>> next(nodes_.size());
  for (const GraphArc& arc : arcs_)
    if (arc.holds()) next[arc.from].push_back(arc.to);
  std::vector<std::size_t> depth(nodes_.size(), nodes_.size()), waiting;
  for (std::size_t start = 0; start < nodes_.size(); ++start) {
    if (depth[start] < nodes_.size()) continue;  // already visited
    depth[start] = 0;
    waiting.assign(1, start);
    for (std::size_t i = 0; i < waiting.size(); ++i)
      for (const std::size_t to : next[waiting[i]])
        if (depth[to] == nodes_.size()) depth[to] = depth[waiting[i]] + 1, waiting.push_back(to);
  }
  return depth;
}

// Arranges the nodes in columns by depth, each at about the mean height of its predecessors.
void GraphLayout::layer() {
  layered_ = nodes_.size();
  const std::vector<std::size_t> depth = depths();
  std::vector<std::vector<std::size_t>> columns(std::ranges::max(depth) + 1);
  for (std::size_t i = 0; i < nodes_.size(); ++i) columns[depth[i]].push_back(i);
  std::vector<float> sums(nodes_.size(), 0), parents(nodes_.size(), 0);
  std::size_t highest = 1;
  for (const auto& column : columns) highest = std::max(highest, column.size());
  const float row =
      static_cast<float>(columns.size()) / kLayeredShape / static_cast<float>(highest);
  for (std::size_t c = 0; c < columns.size(); ++c) {
    auto& column = columns[c];
    const auto at = [&](std::size_t i) { return parents[i] == 0 ? 0 : sums[i] / parents[i]; };
    std::ranges::stable_sort(column, {}, at);
    const float middle = static_cast<float>(column.size() - 1) / 2;
    for (std::size_t r = 0; r < column.size(); ++r)
      nodes_[column[r]].place = {static_cast<float>(c), (static_cast<float>(r) - middle) * row};
    for (const GraphArc& arc : arcs_)
      if (arc.holds() && depth[arc.from] == c && depth[arc.to] == c + 1)
        sums[arc.to] += nodes_[arc.from].place.y, parents[arc.to] += 1;
  }
  heat_ = 0;
}

void GraphLayout::relax(int rounds) {
  if (layered_ > 0) return;
  const auto pairs = static_cast<int>(std::max<std::size_t>(nodes_.size() * nodes_.size() / 2, 1));
  rounds = std::clamp(kMostPairsAFrame / pairs, 1, rounds);
  for (int i = 0; i < rounds && heat_ > kColdest; ++i) relax_once();
}

bool GraphLayout::rests() const { return nodes_.size() < 2 || heat_ <= kColdest; }

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
    if (arc.from == arc.to || !arc.holds()) continue;
    const glm::vec2 apart = nodes_[arc.to].place - nodes_[arc.from].place;
    const glm::vec2 pull = apart * (glm::length(apart) - (arc.certain ? 0.4f : 1.0f)) * 0.35f;
    push[arc.from] += pull;
    push[arc.to] -= pull;
  }
  const float step = 0.06f, farthest = 0.5f * static_cast<float>(heat_);
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    nodes_[i].speed = (nodes_[i].speed + (push[i] - nodes_[i].place * kGravity) * step) * 0.80f;
    const float fast = glm::length(nodes_[i].speed);
    if (fast > farthest) nodes_[i].speed *= farthest / fast;
    nodes_[i].place += nodes_[i].speed;
  }
  heat_ *= kCooling;
}

}  // namespace marblemaze
