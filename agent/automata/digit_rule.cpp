#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <utility>
#include <vector>

#include "agent/automata/puzzle_automata.h"

namespace marblemaze {
namespace {

/// View of a group (row, column or section) in Sudoku and Tectonic. The cells of a group form a
/// tree. A wave travels from the leaves to the root, counts the possible cells of each digit, and
/// carries the result back to the leaves. Each cell removes the digits that are fixed elsewhere in
/// the group. A digit is fixed in a cell if no other cell of the group can have this digit. In
/// Tectonic, a cell also removes the digits that are fixed in the eight surrounding cells.
struct GroupView {
  enum class Stage : std::uint8_t { absent, counting, ready, informed };
  static constexpr std::uint8_t kRoot = 4;

  Stage stage = Stage::absent;
  std::uint8_t parent = kRoot;  // side of the parent: 0 right, 1 down, 2 left, 3 up
  std::uint8_t children = 0;
  bool complete = false;  // true if every digit occurs in the group
  /// Digits that are the only candidate of a cell in the subtree or, if the view is informed, in
  /// the whole group.
  DigitSet fixed = 0;
  DigitSet once = 0;   // candidates of at least one cell
  DigitSet twice = 0;  // candidates of at least two cells

  bool operator==(const GroupView&) const = default;
};

struct GroupCell : DeducingCell {
  bool touching = false;           // must differ from the eight surrounding cells
  std::array<GroupView, 3> views;  // across, down, section

  bool operator==(const GroupCell&) const = default;
};

/// View of a run in Kakuro. A messenger walks from the back to the front and stores in each cell
/// the digit sets that fit into the cells behind it. On the way back, the messenger stores the
/// digit sets that fit into the cells in front. A digit remains a candidate only if it completes
/// one set from each side to the required sum. The sets cover all placements of a run without
/// enumeration (van Dijk 2017).
struct RunView {
  enum class Messenger : std::uint8_t { none, forward, backward };

  Messenger messenger = Messenger::none;
  std::uint8_t sum = 0;
  DigitSets behind;  // digit sets that fit into the cells behind
  DigitSets before;  // digit sets that fit into the cells in front, while a messenger walks back

  bool operator==(const RunView&) const = default;
};

using Stage = GroupView::Stage;
using Messenger = RunView::Messenger;
using Cells = Neighbourhood<GroupCell, MooreShape>;

constexpr std::array<glm::ivec3, 4> kNeighbours{{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}}};

const GroupView& neighbour_view(const Cells& cells, std::size_t view, int side) {
  return cells(kNeighbours[side].x, kNeighbours[side].y).views[view];
}

void add(GroupView& total, DigitSet fixed, DigitSet once, DigitSet twice) {
  total.fixed |= fixed;
  total.twice |= static_cast<DigitSet>(twice | (total.once & once));
  total.once |= once;
}

GroupView count(const Cells& cells, std::size_t view) {
  const GroupCell& self = cells.self();
  GroupView next = self.views[view];
  next.fixed = next.once = next.twice = 0;
  add(next, only_digit(self.candidates) != 0 ? self.candidates : DigitSet{0}, self.candidates, 0);
  for (int side = 0; side < 4; ++side) {
    if ((next.children >> side & 1) == 0) continue;
    const GroupView& child = neighbour_view(cells, view, side);
    if (child.stage != Stage::ready) return self.views[view];
    add(next, child.fixed, child.once, child.twice);
  }
  next.stage = Stage::ready;
  return next;
}

GroupView next_group_view(const Cells& cells, std::size_t view) {
  GroupView next = cells.self().views[view];
  switch (next.stage) {
    case Stage::absent: return next;
    case Stage::counting: return count(cells, view);
    case Stage::informed: next.stage = Stage::counting; return next;
    case Stage::ready: break;
  }
  if (next.parent == GroupView::kRoot) {
    next.stage = Stage::informed;
    return next;
  }
  const GroupView& parent = neighbour_view(cells, view, next.parent);
  if (parent.stage != Stage::informed) return next;
  next.stage = Stage::informed;
  next.fixed = parent.fixed;
  next.once = parent.once;
  next.twice = parent.twice;
  return next;
}

// Returns the candidates that remain in an informed cell. Outdated counts are harmless, because
// candidates are never added.
DigitSet candidates_after(DigitSet candidates, const GroupView& view) {
  if (view.stage != Stage::informed || std::has_single_bit(candidates)) return candidates;
  const auto left = static_cast<DigitSet>(candidates & ~view.fixed);
  const auto here_only = static_cast<DigitSet>(left & view.once & ~view.twice);
  return view.complete && here_only != 0 ? here_only : left;
}

DigitSet without_neighbours(const Cells& cells, DigitSet candidates) {
  if (std::has_single_bit(cells.self().candidates)) return candidates;
  for (int y = -1; y <= 1; ++y) {
    for (int x = -1; x <= 1; ++x) {
      const GroupCell& next = cells(x, y);
      if ((x != 0 || y != 0) && next.touching && std::has_single_bit(next.candidates))
        candidates &= static_cast<DigitSet>(~next.candidates);
    }
  }
  return candidates;
}

std::vector<std::size_t> elements(const DigitSets& sets) {
  std::vector<std::size_t> found;
  for (std::size_t set = 0; set < sets.size(); ++set)
    if (sets[set]) found.push_back(set);
  return found;
}

DigitSet supported(const RunView& view, DigitSet candidates) {
  DigitSet kept = 0;
  const std::vector<std::size_t> all_behind = elements(view.behind);
  for (const std::size_t before : elements(view.before)) {
    for (const std::size_t behind : all_behind) {
      if ((before & behind) != 0) continue;
      const int digit = view.sum - sum_of(before) - sum_of(behind);
      if (digit >= 1 && digit <= 9 && ((before | behind) & digit_bit(digit)) == 0)
        kept |= digit_bit(digit);
    }
  }
  return static_cast<DigitSet>(candidates & kept);
}

const DigitSets kEmptySetOnly(1);

RunView next_view(const LineAround<RunView>& run, DeducingCell& cell) {
  if (run.self.messenger == Messenger::backward)
    cell.candidates &= supported(run.self, run.candidates);
  RunView next = run.self;
  next.messenger = Messenger::none;
  if (run.at_front && run.self.messenger == Messenger::forward) {
    next.messenger = Messenger::backward;
    next.before = kEmptySetOnly;
  } else if (!run.at_front && run.front.messenger == Messenger::backward) {
    next.messenger = Messenger::backward;
    next.before = with_one_more(run.front.before, run.front_candidates);
  } else if (run.at_back && run.self.messenger != Messenger::forward) {
    const bool idle = run.self.messenger == Messenger::backward;
    next.messenger = idle ? Messenger::forward : Messenger::none;
    next.behind = kEmptySetOnly;
  } else if (!run.at_back && run.back.messenger == Messenger::forward) {
    next.messenger = Messenger::forward;
    next.behind = with_one_more(run.back.behind, run.back_candidates);
  }
  return next;
}

void build_tree(const DigitGroup& group, const DigitPuzzle& puzzle, Lattice<GroupCell>& cells) {
  const auto view_of = [&](int cell) -> GroupView& {
    return cells.square(cell).views[static_cast<std::size_t>(group.view)];
  };
  std::vector<int> reached{group.cells[0]};
  for (int cell : group.cells) view_of(cell).complete = group.complete;
  view_of(reached[0]).stage = Stage::counting;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int side = 0; side < 4; ++side) {
      const int x = reached[i] % puzzle.width + kNeighbours[side].x,
                y = reached[i] / puzzle.width + kNeighbours[side].y;
      if (x < 0 || x >= puzzle.width || y < 0 || y >= puzzle.height) continue;
      const int next = y * puzzle.width + x;
      if (std::find(group.cells.begin(), group.cells.end(), next) == group.cells.end() ||
          view_of(next).stage != Stage::absent)
        continue;
      view_of(next).stage = Stage::counting;
      view_of(next).parent = static_cast<std::uint8_t>((side + 2) % 4);
      view_of(reached[i]).children |= static_cast<std::uint8_t>(1U << side);
      reached.push_back(next);
    }
  }
}

struct GroupRule {
  using Cell = GroupCell;
  using Shape = MooreShape;

  GroupCell operator()(const Neighbourhood<GroupCell, Shape>& cells) const {
    GroupCell next = cells.self();
    if (!next.part) return next;
    for (std::size_t view = 0; view < next.views.size(); ++view) {
      next.candidates &= candidates_after(cells.self().candidates, cells.self().views[view]);
      next.views[view] = next_group_view(cells, view);
    }
    if (next.touching) next.candidates = without_neighbours(cells, next.candidates);
    return next;
  }
};

using KakuroRule = LineRule<RunView>;

Lattice<GroupCell> group_lattice(const DigitPuzzle& puzzle) {
  auto cells = deducing_lattice<GroupCell>(puzzle.candidates, puzzle.width);
  for (int cell = 0; cell < puzzle.cells(); ++cell)
    cells.square(cell).touching = puzzle.kind == DigitKind::tectonic;
  for (const DigitGroup& group : groups_of(puzzle)) build_tree(group, puzzle, cells);
  return cells;
}

Lattice<KakuroRule::Cell> kakuro_lattice(const DigitPuzzle& puzzle) {
  auto cells = deducing_lattice<KakuroRule::Cell>(puzzle.candidates, puzzle.width);
  for (const DigitGroup& group : groups_of(puzzle)) {
    const auto view_of = [&](int cell) -> RunView& {
      return group.view == DigitGroup::View::across ? cells.square(cell).across
                                                    : cells.square(cell).down;
    };
    for (int cell : group.cells) view_of(cell).sum = static_cast<std::uint8_t>(group.sum);
    view_of(group.cells.back()).messenger = Messenger::forward;
    view_of(group.cells.back()).behind = kEmptySetOnly;
  }
  return cells;
}

template <class Rule>
DeductionResult run(const DigitPuzzle& puzzle, Lattice<typename Rule::Cell> lattice,
                    const DeductionWatch& watch) {
  std::size_t longest = 1;
  for (const DigitGroup& group : groups_of(puzzle)) longest = std::max(longest, group.cells.size());
  const int patience = 2 * (2 * static_cast<int>(longest) + 4);
  const auto why = [&](const Candidates& cells, int conflict) {
    return why_contradictory(puzzle.width, conflict, " has no digit left",
                             rule_violations(puzzle.with(cells)));
  };
  return deduce(Automaton<Rule>(std::move(lattice)), why, watch,
                [&](const auto&, int idle, bool) { return idle >= patience; });
}

}  // namespace

DeductionResult solve_by_automaton(const DigitPuzzle& puzzle, const DeductionWatch& watch) {
  if (puzzle.kind == DigitKind::kakuro)
    return run<KakuroRule>(puzzle, kakuro_lattice(puzzle), watch);
  return run<GroupRule>(puzzle, group_lattice(puzzle), watch);
}

}  // namespace marblemaze
