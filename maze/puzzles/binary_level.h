#pragma once

#include <optional>

#include "maze/puzzles/binary_puzzle.h"

/// How hard a binary puzzle is, by the methods that solve it (van Dijk 2017, 4.3):
///
///   1  easy: pairs and trios, Methods 1 and 2
///   2  medium: complete lines too, Method 3
///   3  hard: also lines that would equal a complete one, Method 4
///   4  extreme: anything else that has one solution
///
/// An automaton reaches levels 1 and 2.
namespace marblemaze {

constexpr int kEasiestLevel = 1, kHardestLevel = 4;

/// What the methods of a level up to 3 make certain, applied until nothing follows.
[[nodiscard]] BinaryPuzzle apply_methods(const BinaryPuzzle& puzzle, int level);

/// The level of a puzzle with exactly one solution.
[[nodiscard]] int difficulty(const BinaryPuzzle& puzzle);

/// A puzzle of just that level, from which no given square can be left out without making it harder
/// or ambiguous. None where the budget runs out first. Steps are those of make_binary_puzzle().
/// Throws BadInput for sizes that make_binary_puzzle() refuses.
[[nodiscard]] std::optional<BinaryPuzzle> make_binary_puzzle_of_level(int size, int level, Rng& rng,
                                                                      GeneratorBudget& budget);

}  // namespace marblemaze
