#pragma once

#include <array>
#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/digit_puzzle.h"

/// The automata for the puzzles that van Dijk (2017, chapter 5) only speculates about. Both are
/// eliminations: candidates disappear, none is ever guessed.
namespace marblemaze {

/// Sudoku and Tectonic. In every group (row, column, section) a wave runs from the leaves of a tree
/// of neighbouring cells to its root, counting where digits can still stand, and back with the
/// result: digits that are fixed elsewhere in the group go, and a digit with one place left goes
/// there. In a Tectonic a cell also drops the digits fixed in any of the eight cells around it.
struct GroupView {
  enum class Phase : std::uint8_t { absent, counting, ready, informed };
  static constexpr std::uint8_t kRoot = 4;

  Phase phase = Phase::absent;
  std::uint8_t parent = kRoot;  ///< side of the parent: 0 right, 1 down, 2 left, 3 up
  std::uint8_t children = 0;    ///< bit per side
  bool complete = false;        ///< every digit occurs in the group
  /// Digits of cells with one candidate, in the subtree; once informed, in the group.
  DigitSet fixed = 0;
  DigitSet once = 0;   ///< digits that are a candidate somewhere
  DigitSet twice = 0;  ///< digits that are a candidate in two cells or more

  bool operator==(const GroupView&) const = default;
};

struct GroupCell : DeducingCell {
  bool touching = false;           ///< differs from the cells all around
  std::array<GroupView, 3> views;  ///< across, down, section

  bool operator==(const GroupCell&) const = default;
};

struct GroupRule {
  using Cell = GroupCell;
  using Shape = MooreShape;
  GroupCell operator()(const Neighbourhood<GroupCell, Shape>& cells) const;
};

/// Kakuro. In every run a messenger walks from the back to the front, leaving with each cell the
/// sets of digits that the cells behind it can take together, and walks back with the same for the
/// cells in front of it: a digit stays only where the two can be completed to the sum. All
/// placements of a run are weighed, as van Dijk 2017 (docs/reference/puzzles.md) proposes, without
/// going through them one by one.
struct RunView {
  enum class Messenger : std::uint8_t { none, forward, backward };  // to the front, to the back

  Messenger messenger = Messenger::none;
  std::uint8_t sum = 0;
  DigitSets behind;  ///< sets of digits that the cells behind can take
  DigitSets before;  ///< the same for the cells in front; valid with a backward messenger

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

/// Runs until every cell has one candidate, one has none, or no candidate went while every group
/// made two whole rounds (stalled).
[[nodiscard]] DeductionResult solve_by_automaton(const DigitPuzzle& puzzle,
                                                 const DeductionWatch& watch = {});

}  // namespace marblemaze
