#include "agent/automata/digit_rule.h"

#include <algorithm>
#include <bit>
#include <vector>

namespace marblemaze {
namespace {

using Phase = GroupView::Phase;
using Messenger = RunView::Messenger;
using Cells = Neighbourhood<GroupCell, MooreShape>;

constexpr std::array<glm::ivec3, 4> kNeighbours{{{1, 0, 0}, {0, 1, 0}, {-1, 0, 0}, {0, -1, 0}}};

const GroupView& beside(const Cells& cells, std::size_t view, int side) {
  return cells(kNeighbours[side].x, kNeighbours[side].y).views[view];
}

void add(GroupView& total, DigitSet fixed, DigitSet once, DigitSet twice) {
  total.fixed |= fixed;
  total.twice |= static_cast<DigitSet>(twice | (total.once & once));
  total.once |= once;
}

// Marks a counting cell as ready when all its children are ready.
GroupView count(const Cells& cells, std::size_t view) {
  const GroupCell& self = cells.self();
  GroupView next = self.views[view];
  next.fixed = next.once = next.twice = 0;
  add(next, only_digit(self.candidates) != 0 ? self.candidates : DigitSet{0}, self.candidates, 0);
  for (int side = 0; side < 4; ++side) {
    if ((next.children >> side & 1) == 0) continue;
    const GroupView& child = beside(cells, view, side);
    if (child.phase != Phase::ready) return self.views[view];
    add(next, child.fixed, child.once, child.twice);
  }
  next.phase = Phase::ready;
  return next;
}

GroupView next_group_view(const Cells& cells, std::size_t view) {
  GroupView next = cells.self().views[view];
  switch (next.phase) {
    case Phase::absent: return next;
    case Phase::counting: return count(cells, view);
    case Phase::informed: next.phase = Phase::counting; return next;
    case Phase::ready: break;
  }
  if (next.parent == GroupView::kRoot) {
    next.phase = Phase::informed;
    return next;
  }
  const GroupView& parent = beside(cells, view, next.parent);
  if (parent.phase != Phase::informed) return next;
  next.phase = Phase::informed;
  next.fixed = parent.fixed;
  next.once = parent.once;
  next.twice = parent.twice;
  return next;
}

// Returns the candidates that remain in an informed cell. Counts may be stale, but candidates are
// never added. A digit with only one possible cell therefore never gets another.
DigitSet kept_by(DigitSet candidates, const GroupView& view) {
  if (view.phase != Phase::informed || std::has_single_bit(candidates)) return candidates;
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

// Returns the elements of a set in ascending order.
std::vector<std::size_t> elements(const DigitSets& sets) {
  std::vector<std::size_t> found;
  for (std::size_t set = 0; set < sets.size(); ++set)
    if (sets[set]) found.push_back(set);
  return found;
}

// Returns the candidates with which the run can still reach its sum.
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

const DigitSets kNothingYet(1);  // contains only the empty set

RunView next_run(const LineAround<RunView>& run) {
  RunView next = run.self;
  next.messenger = Messenger::none;
  if (run.at_front && run.self.messenger == Messenger::forward) {  // turn around at the front
    next.messenger = Messenger::backward;
    next.before = kNothingYet;
  } else if (!run.at_front && run.front.messenger == Messenger::backward) {
    next.messenger = Messenger::backward;
    next.before = with_one_more(run.front.before, run.front_candidates);
  } else if (run.at_back && run.self.messenger != Messenger::forward) {
    const bool idle = run.self.messenger == Messenger::backward;  // turn around at the back
    next.messenger = idle ? Messenger::forward : Messenger::none;
    next.behind = kNothingYet;
  } else if (!run.at_back && run.back.messenger == Messenger::forward) {
    next.messenger = Messenger::forward;
    next.behind = with_one_more(run.back.behind, run.back_candidates);
  }
  return next;
}

// Builds a spanning tree of a group's cells. The root is the first cell. Neighbours are added in
// the order of their sides.
void plant(const DigitGroup& group, const DigitPuzzle& puzzle, Lattice<GroupCell>& cells) {
  const auto view_of = [&](int cell) -> GroupView& {
    return cells.at(cell % puzzle.width, cell / puzzle.width)
        .views[static_cast<std::size_t>(group.view)];
  };
  std::vector<int> reached{group.cells[0]};
  for (int cell : group.cells) view_of(cell).complete = group.complete;
  view_of(reached[0]).phase = Phase::counting;
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (int side = 0; side < 4; ++side) {
      const int x = reached[i] % puzzle.width + kNeighbours[side].x,
                y = reached[i] / puzzle.width + kNeighbours[side].y;
      if (x < 0 || x >= puzzle.width || y < 0 || y >= puzzle.height) continue;
      const int next = y * puzzle.width + x;
      if (std::find(group.cells.begin(), group.cells.end(), next) == group.cells.end() ||
          view_of(next).phase != Phase::absent)
        continue;
      view_of(next).phase = Phase::counting;
      view_of(next).parent = static_cast<std::uint8_t>((side + 2) % 4);
      view_of(reached[i]).children |= static_cast<std::uint8_t>(1U << side);
      reached.push_back(next);
    }
  }
}

template <class Rule>
DeductionResult run(const DigitPuzzle& puzzle, Lattice<typename Rule::Cell> lattice,
                    const DeductionWatch& watch) {
  std::size_t longest = 1;
  for (const DigitGroup& group : groups_of(puzzle)) longest = std::max(longest, group.cells.size());
  const int patience = 2 * (2 * static_cast<int>(longest) + 4);
  const auto why = [&](const Candidates& cells, int conflict) {
    return why_contradictory(puzzle.width, conflict, " has no digit left",
                             faults(puzzle.with(cells)));
  };
  return deduce(Automaton<Rule>(std::move(lattice)), why, watch,
                [&](const auto&, int quiet, bool) { return quiet >= patience; });
}

}  // namespace

GroupCell GroupRule::operator()(const Neighbourhood<GroupCell, Shape>& cells) const {
  GroupCell next = cells.self();
  if (!next.part) return next;
  for (std::size_t view = 0; view < next.views.size(); ++view) {
    next.candidates &= kept_by(cells.self().candidates, cells.self().views[view]);
    next.views[view] = next_group_view(cells, view);
  }
  if (next.touching) next.candidates = without_neighbours(cells, next.candidates);
  return next;
}

KakuroCell KakuroRule::operator()(const Neighbourhood<KakuroCell, Shape>& cells) const {
  const KakuroCell& self = cells.self();
  KakuroCell next = self;
  if (!self.part) return next;
  next.across = next_run(row_around(cells));
  next.down = next_run(column_around(cells));
  for (const RunView* view : {&self.across, &self.down}) {
    if (view->messenger == Messenger::backward)
      next.candidates &= supported(*view, self.candidates);
  }
  return next;
}

Lattice<GroupCell> group_lattice(const DigitPuzzle& puzzle) {
  auto cells = deducing_lattice<GroupCell>(puzzle.candidates, puzzle.width);
  for (int cell = 0; cell < puzzle.cells(); ++cell)
    cells.at(cell % puzzle.width, cell / puzzle.width).touching =
        puzzle.kind == DigitKind::tectonic;
  for (const DigitGroup& group : groups_of(puzzle)) plant(group, puzzle, cells);
  return cells;
}

Lattice<KakuroCell> kakuro_lattice(const DigitPuzzle& puzzle) {
  auto cells = deducing_lattice<KakuroCell>(puzzle.candidates, puzzle.width);
  const auto at = [&](int cell) -> KakuroCell& {
    return cells.at(cell % puzzle.width, cell / puzzle.width);
  };
  for (const DigitGroup& group : groups_of(puzzle)) {
    const auto view_of = [&](int cell) -> RunView& {
      return group.view == DigitGroup::View::across ? at(cell).across : at(cell).down;
    };
    for (int cell : group.cells) view_of(cell).sum = static_cast<std::uint8_t>(group.sum);
    view_of(group.cells.back()).messenger = Messenger::forward;
    view_of(group.cells.back()).behind = kNothingYet;
  }
  return cells;
}

DeductionResult solve_by_automaton(const DigitPuzzle& puzzle, const DeductionWatch& watch) {
  if (puzzle.kind == DigitKind::kakuro)
    return run<KakuroRule>(puzzle, kakuro_lattice(puzzle), watch);
  return run<GroupRule>(puzzle, group_lattice(puzzle), watch);
}

}  // namespace marblemaze
