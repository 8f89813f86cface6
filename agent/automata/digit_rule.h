#pragma once

#include <array>
#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/digit_puzzle.h"

/// Automata for the puzzles that van Dijk (2017, chapter 5) mentions as future work. Both remove
/// candidates and never guess.
namespace marblemaze {

/// View of a group (row, column or section) in Sudoku and Tectonic. The cells of a group form a
/// tree of neighbours. A wave travels from the leaves to the root, counts the possible cells of
/// each digit, and returns with the result. A cell then removes the digits that are fixed elsewhere
/// in the group. If a digit has only one possible cell, it is fixed in that cell. In Tectonic, a
/// cell also removes the digits that are fixed in the eight surrounding cells.
struct GroupView {
  enum class Phase : std::uint8_t { absent, counting, ready, informed };
  static constexpr std::uint8_t kRoot = 4;

  Phase phase = Phase::absent;
  std::uint8_t parent = kRoot;  ///< side of the parent: 0 right, 1 down, 2 left, 3 up
  std::uint8_t children = 0;    ///< one bit for each side
  bool complete = false;        ///< true if every digit occurs in the group
  /// Digits that are the only candidate of a cell, in the subtree or, if the view is informed, in
  /// the whole group.
  DigitSet fixed = 0;
  DigitSet once = 0;   ///< digits that are candidates in at least one cell
  DigitSet twice = 0;  ///< digits that are candidates in at least two cells

  bool operator==(const GroupView&) const = default;
};

struct GroupCell : DeducingCell {
  bool touching = false;           ///< must differ from the eight surrounding cells
  std::array<GroupView, 3> views;  ///< across, down, section

  bool operator==(const GroupCell&) const = default;
};

struct GroupRule {
  using Cell = GroupCell;
  using Shape = MooreShape;
  GroupCell operator()(const Neighbourhood<GroupCell, Shape>& cells) const;
};

/// View of a run in Kakuro. In every run, a messenger walks from the back to the front and stores
/// in each cell the digit sets that fit into the cells behind it. On the way back, it stores the
/// digit sets that fit into the cells in front. A digit remains a candidate only if it completes
/// two of these sets to the required sum. This covers all placements of a run, as van Dijk (2017)
/// proposes, without enumerating them.
struct RunView {
  enum class Messenger : std::uint8_t { none, forward, backward };  // to the front, to the back

  Messenger messenger = Messenger::none;
  std::uint8_t sum = 0;
  DigitSets behind;  ///< digit sets that fit into the cells behind
  DigitSets before;  ///< digit sets that fit into the cells in front, if a messenger walks back

  bool operator==(const RunView&) const = default;
};

using KakuroCell = LineCell<RunView>;

struct KakuroRule {
  using Cell = KakuroCell;
  using Shape = VonNeumannShape<1>;
  KakuroCell operator()(const Neighbourhood<KakuroCell, Shape>& cells) const;
};

[[nodiscard]] Lattice<GroupCell> group_lattice(const DigitPuzzle& puzzle);
[[nodiscard]] Lattice<KakuroCell> kakuro_lattice(const DigitPuzzle& puzzle);

/// Runs until every cell has one candidate or a cell has none. Stalls if no candidate is removed in
/// two rounds of every group.
[[nodiscard]] DeductionResult solve_by_automaton(const DigitPuzzle& puzzle,
                                                 const DeductionWatch& watch = {});

}  // namespace marblemaze
