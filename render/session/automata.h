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

/// Dead-end filling of a marble maze by the cellular automaton, from the first generation to rest,
/// as something to be looked at forward and backward. What is left is the theoretical path. Its
/// steps are iterations.
class DeadEndFilling : public Shown {
 public:
  /// The maze stands upright in the scheme's first orientation.
  DeadEndFilling(std::shared_ptr<const Maze> maze, const OrientationScheme& scheme);

  /// Iterations that change something.
  [[nodiscard]] int iterations() const { return iterations_; }
  /// The iteration, from 1, in which a cell is filled; 0 for a cell that is left.
  [[nodiscard]] int filled_in(CellId cell) const;
  /// Iterations from the moment shown until the cell is filled: 0 when it is, infinity when it
  /// never will be. Up to 1 the cell is a dead end.
  [[nodiscard]] float time_left(CellId cell) const;
  /// Cells not filled at the moment shown, those being filled included.
  [[nodiscard]] int open_cells() const;
  /// Cells that are left at rest.
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
  std::vector<int> filled_in_;  // by cell of the box; -1 where the box has no cell of the maze
};

inline constexpr int kUsualRule = 30;

/// Which classic automaton, and from what it starts.
struct ClassicSpec {
  std::optional<int> rule;  ///< Wolfram's number of an elementary automaton, 0 to 255; none: Life
  std::uint64_t seed = 1;  ///< of Life's random cells; an elementary automaton starts from one cell
};

/// Conway's Game of Life, or one of Wolfram's elementary automata, to be looked at forward and
/// backward. Its steps are generations, which are made as they are wanted.
class ClassicAutomaton : public Shown {
 public:
  explicit ClassicAutomaton(const ClassicSpec& spec);

  [[nodiscard]] const ClassicSpec& spec() const { return spec_; }
  [[nodiscard]] std::string title() const override;
  /// All that were made, the first included. Those of an elementary automaton are rows.
  [[nodiscard]] const std::vector<Lattice<Bit>>& generations() const { return generations_; }
  /// The living cells of each.
  [[nodiscard]] const std::vector<int>& alive() const { return alive_; }
  /// The one at the moment shown.
  [[nodiscard]] const Lattice<Bit>& now() const;
  /// Nothing changes after the last generation that was made.
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
