#include <algorithm>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/puzzles/board.h"
#include "maze/puzzles/nonogram.h"

namespace marblemaze {
namespace {

// A small picture is drawn until it has what is asked for. A large one hardly ever has it: it is
// mended, by changing some of the squares that the clues leave open.
class NonogramMaker {
 public:
  NonogramMaker(int width, int height, double density, bool simple, Rng& rng,
                GeneratorBudget& budget)
      : width_(width),
        squares_(static_cast<std::size_t>(width) * height),
        density_(density),
        simple_(simple),
        rng_(rng),
        budget_(budget) {}

  std::optional<Nonogram> run() {
    for (int draw = 0; draw < kDraws; ++draw) {
      const Picture picture = drawn();
      if (open_squares(picture).empty()) return done(picture);
      if (budget_.exhausted()) return std::nullopt;
    }
    while (!budget_.exhausted()) {
      if (auto puzzle = mended(drawn())) return puzzle;
    }
    return std::nullopt;
  }

 private:
  static constexpr int kDraws = 100;    // enough for boards of up to about ten squares a side
  static constexpr int kMends = 1'000;  // of one picture
  static constexpr int kGuesses = 100;  // to find two answers to one board

  Picture drawn() {
    Picture picture(squares_);
    for (CandidateSet& shade : picture)
      shade = rng_.unit() < density_ ? Shade::black : Shade::white;
    return picture;
  }

  // None when the budget ran out while the last board was looked at: nobody knows about it then.
  [[nodiscard]] std::optional<Nonogram> done(const Picture& picture) const {
    if (budget_.exhausted()) return std::nullopt;
    return nonogram_of(picture, width_);
  }

  std::optional<Nonogram> mended(Picture picture) {
    for (int mend = 0; mend < kMends && !budget_.exhausted(); ++mend) {
      std::vector<std::size_t> open = open_squares(picture);
      if (open.empty()) return done(picture);
      rng_.shuffle(std::span<std::size_t>(open));
      // Many at once while there are many: each board costs a step.
      for (std::size_t i = 0; i < 1 + open.size() / 20; ++i)
        picture[open[i]] = rng_.unit() < density_ ? Shade::black : Shade::white;
    }
    return std::nullopt;
  }

  // Squares that line rules leave unknown or, where these need not suffice, in which two answers
  // differ.
  std::vector<std::size_t> open_squares(const Picture& picture) {
    const Nonogram puzzle = nonogram_of(picture, width_);
    if (simple_) {
      budget_.spend();
      return differing(deduce_lines(puzzle), picture);
    }
    GeneratorBudget guesses(std::min<std::int64_t>(kGuesses, budget_.left()));
    const std::vector<Picture> two = solve_within(puzzle, 2, guesses);
    budget_.spend(guesses.spent());
    if (two.size() == 2) return differing(two[0], two[1]);
    return guesses.exhausted() ? differing(deduce_lines(puzzle), picture)
                               : std::vector<std::size_t>{};
  }

  [[nodiscard]] static std::vector<std::size_t> differing(const Picture& one,
                                                          const Picture& other) {
    std::vector<std::size_t> squares;
    for (std::size_t i = 0; i < one.size(); ++i) {
      if (one[i] != other[i]) squares.push_back(i);
    }
    return squares;
  }

  int width_;
  std::size_t squares_;
  double density_;
  bool simple_;
  Rng& rng_;
  GeneratorBudget& budget_;
};

}  // namespace

std::optional<Nonogram> make_nonogram(int width, int height, double density, bool simple, Rng& rng,
                                      GeneratorBudget& budget) {
  check_sides("nonogram side", width, height, 1, Nonogram::kLargestSide);
  if (!(density > 0 && density < 1))
    throw BadInput("density", fmt::format("{}", density), "between 0 and 1");
  return NonogramMaker(width, height, density, simple, rng, budget).run();
}

}  // namespace marblemaze
