#pragma once

#include <array>
#include <cstdint>

#include "agent/automata/deduction.h"
#include "maze/puzzles/digit_puzzle.h"

/// The automata for the puzzles that van Dijk (2017, chapter 5) mentions as future work. Both
/// eliminate candidates and never guess.
namespace marblemaze {

/// View of a group (row, column, section) in Sudoku and Tectonic. The cells of a group form a tree
/// of neighbours. A wave travels from its leaves to its root, which counts the possible cells of
/// each digit, and back with the result. Then a cell removes the digits that are fixed elsewhere in
/// the group, and a digit with only one possible cell is fixed in that cell. In a Tectonic, a cell
/// also removes the digits that are fixed in the eight cells around it.
struct GroupView {
  enum class Phase : std::uint8_t { absent, counting, ready, informed };
  static constexpr std::uint8_t kRoot = 4;

  Phase phase = Phase::absent;
  std::uint8_t parent = kRoot;  ///< side of the parent: 0 right, 1 down, 2 left, 3 up
  std::uint8_t children = 0;    ///< one bit for each side
  bool complete = false;        ///< every digit occurs in the group
  /// Digits of cells with one candidate: in the subtree or, if the view is informed, in the group.
  DigitSet fixed = 0;
  DigitSet once = 0;   ///< digits that are candidates in at least one cell
  DigitSet twice = 0;  ///< digits that are candidates in at least two cells

  bool operator==(const GroupView&) const = default;
};

struct GroupCell : DeducingCell {
  bool touching = false;           ///< differs from the eight cells around it
  std::array<GroupView, 3> views;  ///< across, down, section

  bool operator==(const GroupCell&) const = default;
};

struct GroupRule {
  using Cell = GroupCell;
  using Shape = MooreShape;
  GroupCell operator()(const Neighbourhood<GroupCell, Shape>& cells) const;
};

/// View of a run in Kakuro. In every run, a messenger walks from the back to the front and stores
/// in each cell the sets of digits that the cells behind it can contain together. On its way back,
/// it does the same for the cells in front. A digit remains a candidate only if it completes two
/// such sets to the required sum. This considers all placements of a run, as van Dijk (2017)
/// proposes, without enumerating them.
struct RunView {
  enum class Messenger : std::uint8_t { none, forward, backward };  // to the front, to the back

  Messenger messenger = Messenger::none;
  std::uint8_t sum = 0;
  DigitSets behind;  ///< possible sets of digits in the cells behind
  DigitSets before;  ///< sets for the cells in front; valid with a backward messenger

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

/// Runs until every cell has one candidate, a cell has none, or no candidate was removed in two
/// rounds of every group (stalled).
[[nodiscard]] DeductionResult solve_by_automaton(const DigitPuzzle& puzzle,
                                                 const DeductionWatch& watch = {});

}  // namespace marblemaze
