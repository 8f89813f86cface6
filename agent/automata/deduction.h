#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "agent/automata/lattice.h"
#include "maze/base/stop.h"
#include "maze/puzzles/board.h"
#include "maze/puzzles/exact_solver.h"

namespace marblemaze {

/// Cell of a puzzle automaton. A cell that is not part of the puzzle never changes.
struct DeducingCell {
  CandidateSet candidates = 0;
  bool part = false;
  bool conflict = false;  ///< no candidate is left

  /// Removes all candidates that are not in `possible`. If no candidate would be left, keeps the
  /// candidates and marks the cell as in conflict.
  void keep(CandidateSet possible) {
    const auto left = static_cast<CandidateSet>(candidates & possible);
    conflict = conflict || left == 0;
    if (left != 0) candidates = left;
  }
  bool operator==(const DeducingCell&) const = default;
};

/// Cell with a row view and a column view. The cell is also in conflict if the two views disagree.
template <class View>
struct LineCell : DeducingCell {
  View across, down;

  bool operator==(const LineCell&) const = default;
};

/// Converts a board to cells.
template <class Cell>
[[nodiscard]] Lattice<Cell> deducing_lattice(const Candidates& board, int width) {
  Lattice<Cell> cells(width, static_cast<int>(board.size()) / width);
  for (int i = 0; i < static_cast<int>(board.size()); ++i) {
    Cell& cell = cells.square(i);
    cell.candidates = board[i];
    cell.part = board[i] != 0;
  }
  return cells;
}

/// Row view or column view of a cell and of the two adjacent cells. Front is left or up, and back
/// is right or down. Cells outside the puzzle have an empty view.
template <class View>
struct LineAround {
  const View& front;
  const View& self;
  const View& back;
  bool at_front, at_back;
  CandidateSet front_candidates, candidates, back_candidates;
};

template <class Cell, class Shape>
[[nodiscard]] auto row_around(const Neighbourhood<Cell, Shape>& cells) {
  const Cell &self = cells.self(), &left = cells(-1, 0), &right = cells(1, 0);
  return LineAround<decltype(self.across)>{left.across,     self.across,     right.across,
                                           !left.part,      !right.part,     left.candidates,
                                           self.candidates, right.candidates};
}
template <class Cell, class Shape>
[[nodiscard]] auto column_around(const Neighbourhood<Cell, Shape>& cells) {
  const Cell &self = cells.self(), &up = cells(0, -1), &below = cells(0, 1);
  return LineAround<decltype(self.down)>{up.down,         self.down,       below.down,
                                         !up.part,        !below.part,     up.candidates,
                                         self.candidates, below.candidates};
}

/// Rule for cells with a row view and a column view. next_view(line, next) returns the next view of
/// a line and may remove candidates from the cell `next`.
template <class View>
struct LineRule {
  using Cell = LineCell<View>;
  using Shape = VonNeumannShape<1>;

  Cell operator()(const Neighbourhood<Cell, Shape>& cells) const {
    Cell next = cells.self();
    if (!next.part) return next;
    next.across = next_view(row_around(cells), next);
    next.down = next_view(column_around(cells), next);
    return next;
  }
};

enum class Deduction { solved, stalled, contradiction, out_of_time };
[[nodiscard]] constexpr const char* to_string(Deduction ending) {
  constexpr const char* names[] = {"solved", "stalled", "contradiction", "out of time"};
  return names[static_cast<int>(ending)];
}

struct DeductionResult {
  Deduction ending = Deduction::stalled;
  Candidates candidates;
  int iterations = 0;  ///< index of the last iteration that removed a candidate
  int observed = 0;    ///< index of the iteration that detected the outcome
  std::string reason;  ///< rule and position of a contradiction
};

using DeductionWatch = std::function<void(const Candidates&)>;

/// Returns the reason for a contradiction, or an empty string. `conflict` is the first cell in
/// conflict, or kNoConflict.
using WhyContradictory = std::function<std::string(const Candidates&, int conflict)>;
constexpr int kNoConflict = -1;

/// Describes a contradiction by the cell in conflict, if any, and the first broken rule.
[[nodiscard]] inline std::string why_contradictory(int width, int conflict, const char* what,
                                                   const std::vector<std::string>& broken) {
  std::string reason;
  if (conflict != kNoConflict) reason = square_name(conflict, width) + what;
  if (!broken.empty()) reason += (reason.empty() ? "" : "; ") + broken.front();
  return reason;
}

/// Updates the candidates and the first cell in conflict from a generation. Returns true if the
/// candidates have changed.
template <class Cell>
bool read_candidates(const Lattice<Cell>& cells, Candidates& candidates, int& conflict) {
  bool changed = false;
  std::size_t i = 0;
  cells.for_each([&](int, int, int, const Cell& cell) {
    changed = changed || candidates[i] != cell.candidates;
    candidates[i] = cell.candidates;
    const bool wrong = cell.conflict || (cell.part && cell.candidates == 0);
    if (wrong && conflict == kNoConflict) conflict = static_cast<int>(i);
    ++i;
  });
  return changed;
}

/// Runs an automaton until no cell is open, a cell is in conflict, or `limit` iterations have
/// passed. Also stops when at_rest(generation, idle, changed) returns true. `idle` is the number of
/// iterations since the last candidate was removed. `changed` is true if the last iteration changed
/// a cell.
template <class Rule, class AtRest>
[[nodiscard]] DeductionResult deduce(Automaton<Rule> automaton, const WhyContradictory& why,
                                     const DeductionWatch& watch, AtRest at_rest,
                                     int limit = std::numeric_limits<int>::max()) {
  const auto& first = automaton.now();
  DeductionResult result;
  result.candidates.resize(static_cast<std::size_t>(first.width()) * first.height());
  int conflict = kNoConflict;
  read_candidates(first, result.candidates, conflict);
  if (watch) watch(result.candidates);
  bool over = complete(result.candidates) || conflict != kNoConflict;
  while (!over && automaton.iterations() < limit) {
    check_stop();
    const bool changed = automaton.step();
    if (read_candidates(automaton.now(), result.candidates, conflict))
      result.iterations = automaton.iterations();
    if (watch) watch(result.candidates);
    over = at_rest(automaton.now(), automaton.iterations() - result.iterations, changed) ||
           complete(result.candidates) || conflict != kNoConflict;
  }
  result.observed = automaton.iterations();
  if (over) result.reason = why(result.candidates, conflict);
  result.ending = !over                         ? Deduction::out_of_time
                  : !result.reason.empty()      ? Deduction::contradiction
                  : complete(result.candidates) ? Deduction::solved
                                                : Deduction::stalled;
  return result;
}

}  // namespace marblemaze
