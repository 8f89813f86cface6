#pragma once

#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "agent/automata/classic_patterns.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "render/session/playback.h"

namespace marblemaze {

/// Playback of the cellular automaton that fills the dead ends of a maze. Each step is one
/// iteration.
class DeadEndFilling : public Playback {
 public:
  /// Draws the maze in the first orientation of `scheme`.
  DeadEndFilling(std::shared_ptr<const Maze> maze, const OrientationScheme& scheme);

  [[nodiscard]] int iterations() const { return iterations_; }
  /// Returns the iteration that fills a cell, counted from 1, or 0 if the cell stays open.
  [[nodiscard]] int filled_in(CellId cell) const;
  /// Returns the remaining number of iterations until a cell is filled, or infinity if the cell
  /// stays open.
  [[nodiscard]] float time_left(CellId cell) const;
  /// Returns the number of open cells at the displayed moment.
  [[nodiscard]] int open_cells() const;
  /// Returns the number of cells that are never filled.
  [[nodiscard]] int open_cells_at_end() const;
  [[nodiscard]] int cells() const { return cells_; }

  [[nodiscard]] std::string title() const override { return "dead ends of the maze"; }
  [[nodiscard]] long length() const override { return iterations_; }
  [[nodiscard]] std::vector<Frame> frames() const override;
  [[nodiscard]] TransportInfo transport_info() const override { return step_info("iteration"); }

 private:
  std::shared_ptr<const Maze> maze_;
  OrientationScheme scheme_;
  int cells_ = 0;
  int iterations_ = 0;
  std::vector<int> filled_in_;  // indexed by cell; -1 outside the maze
};

inline constexpr int kDefaultRule = 30;

struct ClassicSpec {
  std::optional<int> rule;  ///< Wolfram rule number, 0 to 255; empty for Life
  std::uint64_t seed = 1;   ///< random seed of Life
};

/// Playback of Conway's Game of Life or of an elementary automaton. Each step is one generation,
/// which is computed on demand.
class ClassicAutomaton : public Playback {
 public:
  explicit ClassicAutomaton(const ClassicSpec& spec);

  [[nodiscard]] const ClassicSpec& spec() const { return spec_; }
  [[nodiscard]] std::string title() const override;
  /// Returns all computed generations. A generation of an elementary automaton is one row.
  [[nodiscard]] const std::vector<Lattice<Bit>>& generations() const { return generations_; }
  [[nodiscard]] const std::vector<int>& alive() const { return alive_; }
  /// Returns the displayed generation.
  [[nodiscard]] const Lattice<Bit>& now() const;
  [[nodiscard]] bool still() const { return is_fixed_point_; }

  [[nodiscard]] long length() const override { return static_cast<long>(generations_.size()) - 1; }
  bool extend(long wanted) override;
  [[nodiscard]] bool complete() const override {
    return is_fixed_point_ || length() >= max_generations_;
  }
  [[nodiscard]] bool over() const override { return complete() && Playback::over(); }
  [[nodiscard]] TransportInfo transport_info() const override { return step_info("generation"); }

 private:
  void add_generation(const Lattice<Bit>& generation);

  ClassicSpec spec_;
  std::variant<Automaton<Life>, Automaton<Elementary>> automaton_;
  std::vector<Lattice<Bit>> generations_;
  std::vector<int> alive_;
  long max_generations_;
  bool is_fixed_point_ = false;
};

}  // namespace marblemaze
