#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "agent/design/local_search.h"
#include "maze/puzzles/jump_maze.h"

/// What makes a rook jumping maze a good one (Neller 2010), as energies for local_search, and
/// a design from a few numbers.
namespace marblemaze {

/// Facts about a board that an energy may weigh.
struct RookQuality {
  int unreaching = 0;      ///< squares without a path to the goal
  int unreached = 0;       ///< squares the start cannot reach
  int distance = 0;        ///< moves of a shortest solution, kUnreachable without one
  std::uint64_t ties = 0;  ///< shortest solutions beyond the first
  int choices = 0;  ///< squares on a shortest solution, goal excluded, with two or more jumps
};
/// Under the rule for U-turns; a square reaches the goal when a player who begins there can.
[[nodiscard]] RookQuality rook_quality(const JumpMaze& maze, UTurns u_turns = UTurns::allowed);

/// Energy = the weighted sum below; smaller is better. As they stand they are energy 1 of the
/// slides, the number of unreaching states; the last three are what the slides propose to try.
struct RookWeights {
  double unreaching = 1;  ///< + for each square without a path to the goal
  double distance = 0;    ///< - for each move of a shortest solution (nothing without one)
  double unreached = 0;   ///< + for each square the start cannot reach
  double ties = 0;        ///< + for each shortest solution beyond the first, at most 10 counted
  double choices = 0;     ///< - for each choice point along a shortest solution

  /// Energy 2: rows * cols * unreaching - distance(start, goal).
  static RookWeights long_solution(int rows, int cols);
  /// Everything at once: all squares on the way, a long and unique solution full of choices.
  static RookWeights everything(int rows, int cols);
};
[[nodiscard]] double rook_energy(const JumpMaze& maze, const RookWeights& weights,
                                 UTurns u_turns = UTurns::allowed);

struct RookRequest {
  int rows = 5;
  int cols = 5;
  int start = 0;
  int goal = -1;  ///< -1: the lower right corner
  std::int64_t steps = 5'000;
  std::string energy = "distance";  ///< unreaching, distance or everything
  /// What did best for energy 2 in so many steps on boards of 5 to 8 squares a side.
  Cooling cooling{.start = 1, .end = 0.1};
  UTurns u_turns = UTurns::allowed;
};

using RookDesign = SearchResult<JumpMaze>;

/// Throws BadInput for impossible boards, unknown energies and fewer than 0 steps.
[[nodiscard]] RookDesign design_rook_maze(
    const RookRequest& request, Rng& rng,
    const std::function<bool(const SearchProgress&)>& proceed = [](const auto&) { return true; });

/// The seed of a day's maze. Throws BadInput unless the text is a real date as YYYY-MM-DD.
[[nodiscard]] std::uint64_t daily_seed(const std::string& date);

}  // namespace marblemaze
