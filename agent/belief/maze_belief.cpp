#include "agent/belief/maze_belief.h"

#include <algorithm>
#include <numeric>

#include "agent/belief/likely_motion.h"
#include "agent/belief/rolling.h"
#include "maze/base/arithmetic/transcendental.h"

namespace marblemaze {
namespace {

constexpr int kNodesPerWall = 300;  // of the search for a tree with one wall, or without
constexpr int kNodesPerSample = 300;
constexpr std::size_t kMostWays = 1000;  // listed for one move
constexpr int kMostSteps = 20'000;       // on the way to them
constexpr int kDrawsPerSample = 2;       // where motion is only likely: the likelier half is kept

/// Can a marble that only rolls down still come from one cell to the other?
bool leads_on(const MazeLayout& layout, OrientationId under, CellId from, CellId to) {
  const glm::ivec3 way = layout.grid.position(to) - layout.grid.position(from);
  const auto& downs = layout.scheme->down(under);
  return std::all_of(downs.begin(), downs.end(),
                     [&](Direction down) { return way[down.axis] * down.sign >= 0; });
}

/// One roll in which unknown walls are as assumed. What it asks beyond is a wall at first.
CellId assumed_roll(const MazeLayout& layout, const PartialMaze& known, const SeenMove& move,
                    Explanation& assumed) {
  std::size_t next = 0;  // no roll asks for the same wall twice: it never comes back
  return rolling(
      layout.grid, *layout.scheme, move.from, move.under, layout.speed_threshold,
      [&](CellId cell, Direction direction) {
        const WallStatus status = known.at(cell, direction);
        if (status != WallStatus::unknown) return status == WallStatus::passage;
        if (next == assumed.size())
          assumed.push_back({known.number(cell, direction), WallStatus::wall});
        return assumed[next++].status == WallStatus::passage;
      },
      [&](CellId cell) { return leads_on(layout, move.under, cell, move.to); });
}

/// All ways down from one cell to another that may be open: what a marble may have rolled along
/// where motion is only likely. A maze is a tree, so that one of them at most is open. False once
/// there are too many.
bool list_ways(const MazeLayout& layout, const PartialMaze& known, const SeenMove& move,
               CellId cell, int& steps, Explanation& way, Explanations& found) {
  if (++steps > kMostSteps) return false;
  if (cell == move.to) {
    found.push_back(way);
    return found.size() <= kMostWays;
  }
  for (Direction down : layout.scheme->down(move.under)) {
    const int wall = known.number(cell, down);
    if (wall < 0 || known.at(wall) == WallStatus::wall) continue;
    const CellId next = *layout.grid.neighbour(cell, down);
    if (!leads_on(layout, move.under, next, move.to)) continue;
    const std::size_t length = way.size();
    if (known.at(wall) == WallStatus::unknown) way.push_back({wall, WallStatus::passage});
    if (!list_ways(layout, known, move, next, steps, way, found)) return false;
    way.resize(length);
  }
  return true;
}

/// The next assumptions in order, or none: the last wall becomes a passage.
bool next_assumptions(Explanation& assumed) {
  while (!assumed.empty() && assumed.back().status == WallStatus::passage) assumed.pop_back();
  if (assumed.empty()) return false;
  assumed.back().status = WallStatus::passage;
  return true;
}

bool contradicts(const PartialMaze& walls, const WallFact& fact) {
  return walls.at(fact.wall) != WallStatus::unknown && walls.at(fact.wall) != fact.status;
}

bool learn_all(PartialMaze& walls, const Explanation& facts) {
  return std::all_of(facts.begin(), facts.end(),
                     [&](const WallFact& fact) { return walls.learn(fact); });
}

bool is_possible(PartialMaze walls, const Explanation& facts) {
  return learn_all(walls, facts) && walls.is_possible();
}

/// Drops explanations that contradict what is known, and the facts that are known.
void simplify(Explanations& ways, const PartialMaze& walls) {
  std::erase_if(ways, [&](const Explanation& facts) {
    return std::any_of(facts.begin(), facts.end(),
                       [&](const WallFact& fact) { return contradicts(walls, fact); });
  });
  for (Explanation& facts : ways)
    std::erase_if(facts, [&](const WallFact& fact) { return walls.at(fact.wall) == fact.status; });
}

/// What all explanations have in common; there must be one.
Explanation common_facts(const Explanations& ways) {
  Explanation common = ways.front();
  for (const Explanation& facts : ways)
    std::erase_if(common, [&](const WallFact& fact) {
      return std::find(facts.begin(), facts.end(), fact) == facts.end();
    });
  return common;
}

/// The chance of an explanation in a random spanning tree, as if walls were independent.
double prior(const Grid& grid, std::size_t places, const Explanation& facts) {
  const double passage = (grid.maze_cells() - 1.0) / static_cast<double>(places);
  double chance = 1;
  for (const WallFact& fact : facts)
    chance *= fact.status == WallStatus::passage ? passage : 1 - passage;
  return chance;
}

/// Draws an index with these weights, one at least.
std::size_t draw(const std::vector<double>& weights, Rng& rng) {
  double left = rng.unit() * std::reduce(weights.begin(), weights.end());
  for (std::size_t i = 0; i < weights.size(); ++i)
    if ((left -= weights[i]) < 0) return i;
  return weights.size() - 1;
}

}  // namespace

std::optional<Explanations> explanations(const MazeLayout& layout, const PartialMaze& known,
                                         const SeenMove& move) {
  Explanations found;
  Explanation assumed;
  if (!layout.exact_motion) {
    int steps = 0;
    if (!list_ways(layout, known, move, move.from, steps, assumed, found)) return std::nullopt;
    return found;
  }
  int rolls = 0;
  do {
    if (++rolls > kMostRolls) return std::nullopt;
    if (assumed_roll(layout, known, move, assumed) == move.to) found.push_back(assumed);
  } while (next_assumptions(assumed));
  return found;
}

/// A partial maze together with the moves that it does not explain yet.
struct MazeBelief::Search {
  PartialMaze walls;
  std::vector<Explanations> open;

  /// Learns what all explanations of a move have in common. False where no tree agrees. `thorough`
  /// also drops explanations that leave no spanning tree, each by itself.
  bool propagate(bool thorough) {
    for (bool changed = true, inferred = false; changed;) {
      const PartialMaze before = walls;
      for (Explanations& ways : open) {
        simplify(ways, walls);
        if (thorough)
          std::erase_if(ways, [&](const Explanation& facts) {
            return !marblemaze::is_possible(walls, facts);
          });
        if (ways.empty() || !learn_all(walls, common_facts(ways))) return false;
        if (ways.size() == 1) ways.front().clear();
      }
      drop_explained();
      if (inferred && before == walls) return true;
      if (!walls.infer()) return false;
      changed = !(before == walls);
      inferred = true;
    }
    return true;
  }

  /// Explanations exclude each other, so that one without unknown walls is the only one.
  void drop_explained() {
    std::erase_if(open, [](const Explanations& ways) {
      return std::any_of(ways.begin(), ways.end(),
                         [](const Explanation& facts) { return facts.empty(); });
    });
  }

  [[nodiscard]] std::vector<double> priors(const Explanations& ways) const {
    std::vector<double> chances;
    for (const Explanation& facts : ways)
      chances.push_back(prior(walls.grid(), walls.places().size(), facts));
    return chances;
  }

  /// Takes the move with the fewest explanations out. Needs one.
  Explanations take_fewest() {
    const auto fewest = std::min_element(
        open.begin(), open.end(),
        [](const Explanations& a, const Explanations& b) { return a.size() < b.size(); });
    Explanations ways = std::move(*fewest);
    open.erase(fewest);
    return ways;
  }

  /// A tree that explains every move, in random order with backtracking; nothing where there is
  /// none or `budget` nodes were not enough, which makes the budget negative.
  [[nodiscard]] static std::optional<PartialMaze> explain_all(Search node, Rng& rng, int& budget) {
    if (--budget < 0 || !node.propagate(false)) return std::nullopt;
    if (node.open.empty()) return std::move(node.walls);
    Explanations ways = node.take_fewest();
    while (!ways.empty() && budget >= 0) {
      const auto chosen = ways.begin() + static_cast<std::ptrdiff_t>(draw(node.priors(ways), rng));
      Search next = node;
      if (learn_all(next.walls, *chosen))
        if (auto found = explain_all(std::move(next), rng, budget)) return found;
      ways.erase(chosen);
    }
    return std::nullopt;
  }
};

MazeBelief::MazeBelief(std::shared_ptr<const MazeLayout> layout)
    : layout_(std::move(layout)), certain_(layout_->grid) {}

void MazeBelief::saw(StateId rest) {
  const int missing = missing_walls(rest);
  const OrientationScheme& scheme = *layout_->scheme;
  for (Direction down : scheme.down(scheme.orientation(rest)))
    certain_.learn(scheme.cell(rest), down,
                   missing >> down.axis & 1 ? WallStatus::passage : WallStatus::wall);
}

void MazeBelief::saw(StateId from, MoveId move, StateId to) {
  const OrientationScheme& scheme = *layout_->scheme;
  saw(from);
  saw(to);
  const Turn& turn = scheme.turn(scheme.orientation(from), move);
  if (is_balanced(from) || turn.close) return;
  learn_departure(from, turn, scheme.cell(to));
  if (!is_balanced(to)) moves_.insert({scheme.cell(from), turn.to, scheme.cell(to)});
}

void MazeBelief::learn_departure(StateId from, const Turn& turn, CellId to) {
  const OrientationScheme& scheme = *layout_->scheme;
  const CellId cell = scheme.cell(from);
  if (to == cell) return;
  const auto held = scheme.down(scheme.orientation(from));
  for (Direction down : scheme.down(turn.to)) {
    if (std::find(held.begin(), held.end(), down) != held.end()) continue;
    PartialMaze left = certain_;
    if (left.learn(cell, down, WallStatus::passage) && left.is_possible()) certain_ = left;
  }
}

std::vector<Explanations> MazeBelief::unexplained() const {
  std::vector<Explanations> open;
  for (const SeenMove& move : moves_) {
    auto all = explanations(*layout_, certain_, move);
    if (!all || all->empty()) continue;  // too many to list; or no roll ends there: a surprise
    std::erase_if(
        *all, [&](const Explanation& facts) { return !marblemaze::is_possible(certain_, facts); });
    if (all->size() > 1 || (all->size() == 1 && !all->front().empty())) open.push_back(*all);
  }
  return open;
}

void MazeBelief::infer() {
  [[maybe_unused]] const bool possible = certain_.infer();
  // A move that was too open to list may become clear by what others proved.
  for (int known = -1; known != count_known();) {
    known = count_known();
    open_ = unexplained();
    Search search{certain_, open_};
    if (!search.propagate(true)) search = without_surprises();
    certain_ = search.walls;
    open_ = search.open;
  }
  look_both_ways();
}

int MazeBelief::count_known() const {
  const auto& places = certain_.places();
  return static_cast<int>(std::count_if(places.begin(), places.end(), [&](int wall) {
    return certain_.at(wall) != WallStatus::unknown;
  }));
}

// No maze agrees with all moves: one of them ended as the motion does not allow. Such a move proves
// nothing, but which one it was depends on the order.
MazeBelief::Search MazeBelief::without_surprises() const {
  Search kept{certain_, {}};
  for (const Explanations& ways : unexplained()) {
    Search more = kept;
    more.open.push_back(ways);
    if (more.propagate(true)) kept = std::move(more);
  }
  return kept;
}

void MazeBelief::look_both_ways() {
  if (open_.empty()) return;  // infer() is complete where nothing but the tree constrains
  Rng rng(1);  // decides how long it takes, and what is found where a search gives out
  std::set<std::pair<int, WallStatus>> witnessed;
  for (int wall : certain_.places())
    for (WallStatus status : {WallStatus::wall, WallStatus::passage}) {
      if (certain_.at(wall) != WallStatus::unknown || witnessed.contains({wall, status})) continue;
      Search supposed{certain_, open_};
      supposed.walls.learn({wall, status});
      int budget = kNodesPerWall;
      if (const auto found = Search::explain_all(std::move(supposed), rng, budget)) {
        PartialMaze tree = *found;
        for (const Passage& passage : found->completed(rng))
          tree.learn({tree.number(passage.first,
                                  *tree.grid().direction_between(passage.first, passage.second)),
                      WallStatus::passage});
        for (int other : tree.places())
          witnessed.insert({other, tree.at(other) == WallStatus::passage ? WallStatus::passage
                                                                         : WallStatus::wall});
      } else if (budget >= 0) {
        certain_.learn({wall, status == WallStatus::wall ? WallStatus::passage : WallStatus::wall});
        Search search{certain_, open_};
        search.propagate(false);
        certain_ = search.walls;
        open_ = search.open;
      }
    }
}

std::vector<std::shared_ptr<const Maze>> MazeBelief::sample(int count, Rng& rng) const {
  const int draws = layout_->exact_motion ? count : kDrawsPerSample * count;
  std::vector<std::pair<double, std::shared_ptr<const Maze>>> drawn;
  for (int i = 0; i < draws; ++i) {
    int budget = kNodesPerSample;
    const auto found = Search::explain_all({certain_, open_}, rng, budget);
    if (!found) continue;
    auto maze = std::make_shared<const Maze>(completed(*found, rng));
    drawn.emplace_back(layout_->exact_motion ? 0 : log_likelihood(*maze), std::move(maze));
  }
  std::stable_sort(drawn.begin(), drawn.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::shared_ptr<const Maze>> mazes;
  for (auto& [likelihood, maze] : drawn)
    if (std::ssize(mazes) < count) mazes.push_back(std::move(maze));
  return mazes;
}

std::vector<float> MazeBelief::passage_chances(
    std::span<const std::shared_ptr<const Maze>> mazes) const {
  // What is not proved is never quite certain.
  constexpr float kLeast = 0.01f;
  std::vector<float> chances(static_cast<std::size_t>(3 * layout_->grid.box_cells()), 0.0f);
  for (const auto& maze : mazes)
    for (const auto& [a, b] : maze->passages())
      chances[static_cast<std::size_t>(certain_.number(
          a, *layout_->grid.direction_between(a, b)))] += 1 / static_cast<float>(mazes.size());
  for (int wall : certain_.places()) {
    float& chance = chances[static_cast<std::size_t>(wall)];
    const WallStatus status = certain_.at(wall);
    chance = status == WallStatus::unknown ? std::clamp(chance, kLeast, 1 - kLeast)
                                           : (status == WallStatus::passage ? 1.0f : 0.0f);
  }
  return chances;
}

Maze MazeBelief::completed(const PartialMaze& walls, Rng& rng) const {
  const CellId first = layout_->grid.first_cell();
  const CellId start = first == layout_->target ? layout_->grid.last_cell() : first;
  return {layout_->grid, walls.completed(rng), start, layout_->target};
}

double MazeBelief::log_likelihood(const Maze& maze) const {
  constexpr double kUnexplained = 1e-4;
  double sum = 0;
  for (const SeenMove& move : moves_) {
    double chance = kUnexplained;
    for (const auto& [to, share] : likely_endings(*layout_, maze, move.from, move.under))
      if (to == move.to) chance += share;
    sum += binary_logarithm(chance);
  }
  return sum;
}

}  // namespace marblemaze
