#include <algorithm>
#include <cassert>
#include <numeric>
#include <span>

#include <fmt/format.h>

#include "agent/belief/likely_motion.h"
#include "agent/belief/maze_belief.h"
#include "agent/search/frontier.h"
#include "maze/base/seeds.h"
#include "maze/grid/resting.h"

namespace marblemaze {
namespace {

constexpr int kSamples = 16;
// A state without hope is as bad as so many moves to the target.
constexpr double kLost = 60;

std::size_t index(int number) { return static_cast<std::size_t>(number); }

using Endings = std::vector<std::pair<StateId, double>>;

/// Where a marble let go comes to rest, in one maze that agrees with what was seen. Not for several
/// threads at once.
class SupposedMaze {
 public:
  /// Neither may be null.
  SupposedMaze(std::shared_ptr<const MazeLayout> layout, std::shared_ptr<const Maze> maze)
      : layout_(std::move(layout)), maze_(std::move(maze)) {
    const int states = layout_->grid.box_cells() * layout_->scheme->orientations();
    known_.resize(index(states));
  }

  /// Can a marble rest there? Then it stays where it was let go.
  [[nodiscard]] bool rests(StateId state) const {
    return can_rest(*maze_, *layout_->scheme, state);
  }
  /// Adds the endings in states, with their chances times `share`.
  void add_endings(StateId let_go, double share, Endings& endings) const {
    for (const auto& [end, chance] : endings_of(let_go)) endings.emplace_back(end, share * chance);
  }

 private:
  /// Of the few states that are asked for, reckoned once.
  [[nodiscard]] const Endings& endings_of(StateId let_go) const {
    auto& known = known_[index(let_go.index)];
    if (known) return *known;
    const OrientationScheme& scheme = *layout_->scheme;
    const OrientationId under = scheme.orientation(let_go);
    known = std::make_unique<Endings>();
    for (const auto& [cell, chance] : likely_endings(*layout_, *maze_, scheme.cell(let_go), under))
      known->emplace_back(scheme.state(cell, under), chance);
    return *known;
  }

  std::shared_ptr<const MazeLayout> layout_;
  std::shared_ptr<const Maze> maze_;
  mutable std::vector<std::unique_ptr<Endings>> known_;  // by state; null: not asked for yet
};

/// What may follow in every state that may be reached, as far as anybody can tell: a Markov
/// decision process in which a move that was made ends as it did, and any other as in the supposed
/// mazes in which a marble can rest where it begins. Its values are expected moves to the target; a
/// state without hope has kLost.
class Prospects {
 public:
  Prospects(const MazeLayout& layout, const StateGraph& graph, std::vector<SupposedMaze> supposed)
      : layout_(&layout), supposed_(std::move(supposed)) {
    values_.assign(index(layout.grid.box_cells() * layout.scheme->orientations()), kUnmet);
    first_.push_back(0);
    for (StateId state : graph.states()) {
      if (!is_balanced(state)) meet(state);
      for (MoveId move : layout.scheme->move_ids())
        for (const auto& [to, chance] : endings(graph, state, move)) meet(to);
    }
    for (std::size_t i = 0; i < states_.size(); ++i) look_on(graph, states_[i]);
    order_.resize(states_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::sort(order_.begin(), order_.end(),
              [&](std::size_t a, std::size_t b) { return states_[a] < states_[b]; });
    for (int sweep = 0; sweep < kMostSweeps && improve(); ++sweep) continue;
  }

  [[nodiscard]] double value(StateId state) const {
    if (is_balanced(state)) return kLost;
    assert(values_[index(state.index)] != kUnmet);
    return values_[index(state.index)];
  }

  /// Of a move with these endings, itself included.
  [[nodiscard]] double expected(std::span<const std::pair<StateId, double>> endings) const {
    double moves = 1, lost = 1;
    for (const auto& [to, chance] : endings) {
      moves += chance * value(to);
      lost -= chance;
    }
    return moves + std::max(lost, 0.0) * kLost;
  }

  /// Where the supposed mazes let a move end that was never made. What the chances lack of 1 is
  /// lost.
  [[nodiscard]] Endings supposed_endings(StateId from, MoveId move) const {
    const StateId turned =
        layout_->scheme->state(layout_->scheme->cell(from),
                               layout_->scheme->turn(layout_->scheme->orientation(from), move).to);
    std::vector<const SupposedMaze*> mazes;
    for (const SupposedMaze& maze : supposed_)
      if (is_balanced(from) || maze.rests(from)) mazes.push_back(&maze);
    Endings endings;
    for (const SupposedMaze* maze : mazes)
      maze->add_endings(turned, 1.0 / static_cast<double>(mazes.size()), endings);
    return merged(std::move(endings));
  }

 private:
  static constexpr int kMostSweeps = 300;
  static constexpr double kSettled = 0.01;  // moves
  static constexpr double kUnmet = -1;

  void meet(StateId state) {
    if (is_balanced(state) || values_[index(state.index)] != kUnmet) return;
    values_[index(state.index)] = layout_->scheme->cell(state) == layout_->target ? 0 : kLost;
    states_.push_back(state);
  }

  /// The endings of its moves; none where the target is reached.
  void look_on(const StateGraph& graph, StateId state) {
    for (MoveId move : layout_->scheme->move_ids()) {
      if (value(state) > 0)
        for (const auto& ending : endings(graph, state, move)) {
          meet(ending.first);
          endings_.push_back(ending);
        }
      first_.push_back(endings_.size());
    }
  }

  static Endings merged(Endings parts) {
    std::sort(parts.begin(), parts.end());
    Endings whole;
    for (const auto& [to, chance] : parts) {
      if (whole.empty() || whole.back().first != to) whole.emplace_back(to, 0);
      whole.back().second += chance;
    }
    return whole;
  }

  [[nodiscard]] Endings endings(const StateGraph& graph, StateId from, MoveId move) const {
    if (graph.knows(from))
      if (const auto& to = graph.arc(from, move).to) return {{*to, 1.0}};
    return supposed_endings(from, move);
  }

  /// One sweep of value iteration; false once nothing changes.
  bool improve() {
    double change = 0;
    const std::size_t moves = index(layout_->scheme->moves());
    for (std::size_t number : order_) {
      double& value = values_[index(states_[number].index)];
      for (std::size_t arc = number * moves; value > 0 && arc < (number + 1) * moves; ++arc) {
        if (first_[arc] == first_[arc + 1]) continue;
        const double left =
            expected(std::span(endings_).subspan(first_[arc], first_[arc + 1] - first_[arc]));
        if (left >= value) continue;
        change = std::max(change, value - left);
        value = left;
      }
    }
    return change > kSettled;
  }

  const MazeLayout* layout_;
  std::vector<SupposedMaze> supposed_;
  std::vector<double> values_;      // by state
  std::vector<StateId> states_;     // that may be reached, as they were met
  std::vector<std::size_t> order_;  // their places in states_, by state
  Endings endings_;                 // of all moves of these states, as they were met
  std::vector<std::size_t> first_;  // of each move, and the end of the last
};

/// What the agent believes in one state of its knowledge.
struct Supposition {
  Prospects prospects;
  std::size_t mazes = 0;                     ///< supposed
  int walls = 0, passages = 0, unknown = 0;  ///< certain, and not
  std::shared_ptr<const Belief> belief = nullptr;
};

/// Sees no wall, but knows the rules: infers from where moves ended which walls must, may and
/// cannot be there, and supposes mazes that agree. Of the untried moves within reach it makes the
/// one with the fewest expected moves to the target.
class Mapping : public Planner {
 public:
  explicit Mapping(const GrantedAdvice& advice) : layout_(advice.layout()), seed_(advice.seed()) {}

  Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    if (!layout_)  // a world without walls: nothing can be inferred of it
      return best_untried(graph, situation.state,
                          "nearest untried move: there are no walls to infer", [](StateId, MoveId) {
                            return Valued{0, std::nullopt};
                          });
    const Supposition supposition = believe(graph);
    FrontierSearch search(graph, situation.state);
    std::vector<Candidate> why;
    std::vector<FrontierArc> arcs;
    search.each([&](const FrontierArc& arc) {
      arcs.push_back(arc);
      why.push_back(judge(supposition, arc));
      return true;
    });
    if (why.empty()) return {};
    const auto best =
        std::min_element(why.begin(), why.end(),
                         [](const Candidate& a, const Candidate& b) { return a.value < b.value; });
    Decision decision = search.decision(arcs[static_cast<std::size_t>(best - why.begin())],
                                        reason(supposition, *best));
    decision.moves.back().expected = best->predicted;
    std::rotate(why.begin(), best, best + 1);
    decision.why = std::move(why);
    decision.belief = supposition.belief;
    return decision;
  }

 private:
  [[nodiscard]] Supposition believe(const StateGraph& graph) const {
    MazeBelief belief(layout_);
    long made = 0;
    for (StateId state : graph.states()) {
      belief.saw(state);
      for (MoveId move : layout_->scheme->move_ids())
        for (const auto& [to, times] : graph.arc(state, move).results) {
          belief.saw(state, move, to);
          made += times;
        }
    }
    belief.infer();
    // The seed may be the one that the maze was made from: never draw what its generator drew.
    Rng rng(mixed_seed(seed_ ^ 0x6d617070696e67u, static_cast<std::uint64_t>(made)));
    std::vector<SupposedMaze> supposed;
    const auto mazes = belief.sample(kSamples, rng);
    for (const auto& maze : mazes) supposed.emplace_back(layout_, maze);
    Supposition supposition{Prospects(*layout_, graph, std::move(supposed)), mazes.size()};
    supposition.belief = std::make_shared<const Belief>(Belief{{}, belief.passage_chances(mazes)});
    for (int wall : belief.certain().places())
      ++(belief.certain().at(wall) == WallStatus::wall      ? supposition.walls
         : belief.certain().at(wall) == WallStatus::passage ? supposition.passages
                                                            : supposition.unknown);
    return supposition;
  }

  /// The moves to the target by this arc, as expected; where the move ends in most of the mazes.
  [[nodiscard]] static Candidate judge(const Supposition& supposition, const FrontierArc& arc) {
    const Endings endings = supposition.prospects.supposed_endings(arc.parent, arc.move);
    Candidate candidate{arc.parent, arc.move, arc.depth + supposition.prospects.expected(endings),
                        arc.depth + 1, std::nullopt};
    const auto likeliest =
        std::max_element(endings.begin(), endings.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    if (likeliest != endings.end()) candidate.predicted = likeliest->first;
    return candidate;
  }

  [[nodiscard]] static std::string reason(const Supposition& now, const Candidate& best) {
    return fmt::format(
        "untried move with the fewest expected moves to the target: {:.1f}, the mean over {} mazes "
        "that agree with what was seen; {} walls and {} passages are certain, {} are unknown",
        best.value, now.mazes, now.walls, now.passages, now.unknown);
  }

  std::shared_ptr<const MazeLayout> layout_;
  std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<Planner> make_mapping(const GrantedAdvice& advice) {
  return std::make_unique<Mapping>(advice);
}

}  // namespace marblemaze
