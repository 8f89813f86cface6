#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "agent/design/maze_designer.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

constexpr const char* kTableA = "11112/41232/12222/33211/2432G";
constexpr const char* kTableB = "33443/41232/31112/32332/3413G";

constexpr Cooling kDeadDrunk{0, 0};
constexpr Cooling kSuperDrunk{HUGE_VAL, HUGE_VAL};

struct Walk {
  SearchResult<int> found;
  std::vector<int> stood;  ///< position before each step

  [[nodiscard]] int uphill() const {
    int steps = 0;
    for (std::size_t i = 1; i < stood.size(); ++i)
      steps += std::abs(stood[i]) > std::abs(stood[i - 1]);
    return steps;
  }
};

// The energy is |x|, and each step changes x by one.
Walk search_line(int from, const Cooling& cooling, std::int64_t steps, std::uint64_t seed) {
  Rng rng(seed);
  std::vector<int> stood;
  const auto found = local_search(
      from,
      [&](int x, Rng& r) {
        stood.push_back(x);
        return x + (r.below(2) == 0 ? 1 : -1);
      },
      [](int x) { return static_cast<double>(std::abs(x)); }, cooling, steps, rng,
      [](const SearchProgress&) { return true; });
  return {found, stood};
}

TEST(LocalSearch, TheDeadDrunkNeverGoesUphill) {
  const Walk walk = search_line(20, kDeadDrunk, 500, 1);
  EXPECT_EQ(walk.uphill(), 0);
  EXPECT_EQ(walk.stood.back(), 0);
}

TEST(LocalSearch, TheSuperDrunkAcceptsEveryStep) {
  EXPECT_NEAR(search_line(20, kSuperDrunk, 1000, 1).uphill(), 500, 60);
}

TEST(LocalSearch, KeepsTheBestDesignWhenTheSearchContinues) {
  const Walk walk = search_line(3, kSuperDrunk, 10'000, 2);
  EXPECT_EQ(walk.found.best, 0);
  EXPECT_EQ(walk.found.best_energy, 0);
  EXPECT_NE(walk.stood.back(), 0);
}

TEST(LocalSearch, TheTemperatureFallsGeometricallyFromStartToEnd) {
  const Cooling cooling{8, 2};
  EXPECT_DOUBLE_EQ(cooling.at(0, 3), 8);
  EXPECT_DOUBLE_EQ(cooling.at(1, 3), 4);
  EXPECT_DOUBLE_EQ(cooling.at(2, 3), 2);
}

TEST(LocalSearch, UphillStepsAreTakenWithTheMetropolisProbability) {
  Rng rng(7);
  int taken = 0;
  for (int i = 0; i < 20'000; ++i) taken += accepts(1, 2, rng) ? 1 : 0;
  EXPECT_NEAR(taken / 20'000.0, std::exp(-0.5), 0.012);
}

TEST(LocalSearch, ProgressIsReportedAfterEveryStepAndCanEndTheSearch) {
  Rng rng(1);
  std::int64_t calls = 0;
  const auto found = local_search(
      5, [](int x, Rng&) { return x - 1; }, [](int x) { return static_cast<double>(x); },
      kDeadDrunk, 100, rng,
      [&](const SearchProgress& progress) {
        EXPECT_EQ(progress.step, ++calls);
        return progress.best_energy > 0;
      });
  EXPECT_EQ(found.best, 0);
  EXPECT_EQ(calls, 5);
}

TEST(RookDesigner, TheEnergiesOfTheSlidesTablesAreMinusFourAndMinusEighteen) {
  const RookWeights weights = RookWeights::long_solution(5, 5);
  EXPECT_EQ(rook_energy(parse_jump_maze(kTableA), weights), -4);
  EXPECT_EQ(rook_energy(parse_jump_maze(kTableB), weights), -18);
  EXPECT_EQ(rook_energy(parse_jump_maze(kTableA), RookWeights()), 0);
  EXPECT_EQ(rook_energy(parse_jump_maze("221/122/220"), RookWeights()), 3);
}

TEST(RookDesigner, QualityIncludesTheCriteriaOfTheSlides) {
  const RookQuality quality = rook_quality(parse_jump_maze("221/122/220"));
  EXPECT_EQ(quality.unreaching,
            3);  // the two squares that lead only to each other, and the square without a jump
  EXPECT_EQ(quality.distance, 2);
  EXPECT_EQ(quality.ties, 0u);
  EXPECT_EQ(quality.unreached, 0);
  EXPECT_EQ(quality.choices, 2);
  EXPECT_EQ(rook_quality(parse_jump_maze(kTableB)).ties, 7u);
}

double median_energy(int size, const Cooling& cooling) {
  std::vector<double> energies;
  for (std::uint64_t seed = 1; seed <= 101; ++seed) {
    Rng rng(seed);
    energies.push_back(
        design_rook_maze({.rows = size, .cols = size, .cooling = cooling}, rng).best_energy);
  }
  std::nth_element(energies.begin(), energies.begin() + 50, energies.end());
  return energies[50];
}

TEST(RookDesigner, TheMedianOf101RunsReachesTheRequiredEnergy) {
  EXPECT_LE(median_energy(5, RookRequest{}.cooling), -17);
  EXPECT_LE(median_energy(6, RookRequest{}.cooling), -26);
  EXPECT_LE(median_energy(7, RookRequest{}.cooling), -35);
}

TEST(RookDesigner, TheSuperDrunkDoesWorseThanTheOthers) {
  EXPECT_GT(median_energy(5, kSuperDrunk), median_energy(5, kDeadDrunk));
}

TEST(RookDesigner, AllWeightsTogetherGiveAUniqueSolution) {
  Rng rng(1);
  const RookDesign design = design_rook_maze({.energy = "everything"}, rng);
  const RookQuality quality = rook_quality(design.best);
  EXPECT_EQ(quality.unreaching, 0);
  EXPECT_EQ(quality.unreached, 0);
  EXPECT_EQ(quality.ties, 0u);
  EXPECT_GE(quality.distance, 8);
}

TEST(RookDesigner, InvalidRequestsAreRejected) {
  Rng rng(1);
  EXPECT_THROW((void)design_rook_maze({.rows = 1}, rng), BadInput);
  EXPECT_THROW((void)design_rook_maze({.steps = -1}, rng), BadInput);
  EXPECT_THROW((void)design_rook_maze({.energy = "beauty"}, rng), BadInput);
}

TEST(RookDesigner, ADateGivesASeedAndOtherTextIsRejected) {
  EXPECT_EQ(daily_seed("2026-02-28"), 20260228u);
  for (const char* text :
       {"", "today", "2026-02-30", "2026-13-01", "2026/01/01", "26-01-01", "2026-1-011"})
    EXPECT_THROW((void)daily_seed(text), BadInput) << text;
}

}  // namespace
}  // namespace marblemaze
