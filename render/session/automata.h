#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "agent/automata/classic_patterns.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "render/session/shown.h"

namespace marblemaze {

/// Shows how the cellular automaton fills the dead ends of a marble maze, forwards and backwards.
/// Steps are iterations. At the end, only the theoretical path remains.
class DeadEndFilling : public Shown {
 public:
  /// Creates the sequence for a maze that is drawn in the first orientation of the scheme.
  DeadEndFilling(std::shared_ptr<const Maze> maze, const OrientationScheme& scheme);

  /// Returns the number of iterations that change a cell.
  [[nodiscard]] int iterations() const { return iterations_; }
  /// Returns the 1-based iteration in which a cell is filled, or 0 if it stays open.
  [[nodiscard]] int filled_in(CellId cell) const;
  /// Returns the number of iterations from the shown moment until the cell is filled: 0 if it is
  /// filled, infinity if it stays open. Values of at most 1 mean a dead end.
  [[nodiscard]] float time_left(CellId cell) const;
  /// Returns the number of cells that are not yet filled at the shown moment, including cells that
  /// are being filled.
  [[nodiscard]] int open_cells() const;
  /// Returns the number of cells that remain open at the end.
  [[nodiscard]] int left_cells() const;
  [[nodiscard]] int cells() const { return cells_; }

  [[nodiscard]] std::string title() const override { return "dead ends of the maze"; }
  [[nodiscard]] long length() const override { return iterations_; }
  [[nodiscard]] std::vector<Frame> frames() const override;
  [[nodiscard]] TransportWords transport_words() const override { return step_words("iteration"); }

 private:
  std::shared_ptr<const Maze> maze_;
  OrientationScheme scheme_;
  int cells_ = 0;
  int iterations_ = 0;
  std::vector<int> filled_in_;  // indexed by cell of the box; -1 outside the maze
};

inline constexpr int kDefaultRule = 30;

/// Kind and initial state of a classic automaton.
struct ClassicSpec {
  std::optional<int> rule;  ///< Wolfram's number, 0 to 255; empty: Life
  std::uint64_t seed = 1;   ///< seed of Life; elementary automata start with one cell
};

/// Shows Conway's Game of Life or one of Wolfram's elementary automata, forwards and backwards.
/// Steps are generations, which are computed on demand.
class ClassicAutomaton : public Shown {
 public:
  explicit ClassicAutomaton(const ClassicSpec& spec);

  [[nodiscard]] const ClassicSpec& spec() const { return spec_; }
  [[nodiscard]] std::string title() const override;
  /// Returns all computed generations, including the first. Generations of an elementary automaton
  /// are rows.
  [[nodiscard]] const std::vector<Lattice<Bit>>& generations() const { return generations_; }
  /// Returns the number of living cells per generation.
  [[nodiscard]] const std::vector<int>& alive() const { return alive_; }
  /// Returns the generation at the shown moment.
  [[nodiscard]] const Lattice<Bit>& now() const;
  /// Returns whether the last generation is a fixed point.
  [[nodiscard]] bool still() const { return still_; }

  [[nodiscard]] long length() const override { return static_cast<long>(generations_.size()) - 1; }
  bool extend(long wanted) override;
  [[nodiscard]] bool complete() const override { return still_ || length() >= most_; }
  [[nodiscard]] bool over() const override { return complete() && Shown::over(); }
  [[nodiscard]] TransportWords transport_words() const override { return step_words("generation"); }

 private:
  void keep(const Lattice<Bit>& generation);

  ClassicSpec spec_;
  std::variant<Automaton<Life>, Automaton<Elementary>> automaton_;
  std::vector<Lattice<Bit>> generations_;
  std::vector<int> alive_;
  long most_;
  bool still_ = false;
};

}  // namespace marblemaze
