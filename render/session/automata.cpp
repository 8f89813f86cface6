#include "render/session/automata.h"

#include <algorithm>
#include <cassert>
#include <limits>

#include <fmt/format.h>

#include "agent/automata/maze_rules.h"
#include "maze/base/lists.h"
#include "maze/grid/maze.h"
#include "maze/world/scene.h"

namespace marblemaze {
namespace {

constexpr Speeds kStepSpeeds{8, 0.125, 8};
constexpr int kLifeWidth = 64, kLifeHeight = 44;
constexpr double kLifeDensity = 0.3;
// Maximum number of stored generations of Life.
constexpr long kMaxGenerations = 2000;
constexpr int kRows = 60;  // generations until an elementary automaton reaches the lattice edges

std::variant<Automaton<Life>, Automaton<Elementary>> begin(const ClassicSpec& spec) {
  if (spec.rule) return Automaton<Elementary>(parse_pattern("#", 2 * kRows + 1), {*spec.rule});
  return Automaton<Life>(random_cells(kLifeWidth, kLifeHeight, kLifeDensity, spec.seed));
}

}  // namespace

DeadEndFilling::DeadEndFilling(std::shared_ptr<const Maze> maze, const OrientationScheme& scheme)
    : maze_(std::move(maze)), scheme_(scheme) {
  const Grid& grid = maze_->grid();
  filled_in_.assign(static_cast<std::size_t>(grid.box_cells()), -1);
  Automaton<DeadEndRule> automaton(dead_end_lattice(*maze_));
  do {
    const int iteration = automaton.iterations();
    automaton.now().for_each([&](int x, int y, int z, const MazeCell& cell) {
      if (!grid.in_maze({x, y, z})) return;
      int& filled = filled_in_[grid.cell({x, y, z}).index];
      if (filled < 0) filled = 0, ++cells_;
      if (cell.kind == MazeCell::Kind::path || filled > 0) return;
      filled = iterations_ = iteration;
    });
  } while (automaton.step());
}

int DeadEndFilling::filled_in(CellId cell) const { return filled_in_[cell.index]; }

float DeadEndFilling::time_left(CellId cell) const {
  const int filled = filled_in(cell);
  if (filled == 0) return std::numeric_limits<float>::infinity();
  return std::max(static_cast<float>(filled - position()), 0.0f);
}

int DeadEndFilling::open_cells() const {
  return static_cast<int>(std::ranges::count_if(
      filled_in_, [&](int filled) { return filled == 0 || filled > position(); }));
}

int DeadEndFilling::open_cells_at_end() const {
  return static_cast<int>(std::ranges::count(filled_in_, 0));
}

std::vector<Frame> DeadEndFilling::frames() const {
  Frame frame;
  frame.scene = resting_scene(*maze_, scheme_, scheme_.state(maze_->start(), OrientationId(0)));
  frame.scheme = &scheme_;
  for (CellId cell(0); cell.index < maze_->grid().box_cells(); ++cell.index)
    frame.time_left.push_back(maze_->grid().in_maze(cell) ? time_left(cell) : -1.0f);
  if (over()) frame.theoretical_path = TheoreticalPaths(*maze_).path_from(maze_->start());
  return {frame};
}

ClassicAutomaton::ClassicAutomaton(const ClassicSpec& spec)
    : Playback(kStepSpeeds),
      spec_(spec),
      automaton_(begin(spec)),
      max_generations_(spec.rule ? kRows : kMaxGenerations) {
  assert(!spec.rule || (*spec.rule >= 0 && *spec.rule <= 255));
  std::visit([this](const auto& automaton) { add_generation(automaton.now()); }, automaton_);
}

void ClassicAutomaton::add_generation(const Lattice<Bit>& generation) {
  generations_.push_back(generation);
  alive_.push_back(count_on(generation));
}

std::string ClassicAutomaton::title() const {
  return spec_.rule ? fmt::format("elementary rule {}", *spec_.rule)
                    : fmt::format("Game of Life, seed {}", spec_.seed);
}

const Lattice<Bit>& ClassicAutomaton::now() const {
  return checked(generations_, done(), "generation");
}

bool ClassicAutomaton::extend(long wanted) {
  if (length() >= wanted || complete()) return false;
  std::visit(
      [&](auto& automaton) {
        is_fixed_point_ = !automaton.step();
        if (!is_fixed_point_) add_generation(automaton.now());
      },
      automaton_);
  return !is_fixed_point_;
}

}  // namespace marblemaze
