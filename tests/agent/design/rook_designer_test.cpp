#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "agent/design/maze_designer.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

constexpr const char* kTableA = "11112/41232/12222/33211/2432G";
constexpr const char* kTableB = "33443/41232/31112/32332/3413G";

TEST(LocalSearch, UphillStepsAreTakenWithTheMetropolisProbability) {
  Rng rng(7);
  int taken = 0;
  for (int i = 0; i < 20'000; ++i) taken += accepts(1, 2, rng) ? 1 : 0;
  EXPECT_NEAR(taken / 20'000.0, std::exp(-0.5), 0.012);
}

TEST(RookDesigner, TheEnergiesOfTheSlidesTablesAreMinusFourAndMinusEighteen) {
  const RookWeights weights = rook_weights("distance", 5, 5);
  EXPECT_EQ(rook_energy(parse_jump_maze(kTableA), weights), -4);
  EXPECT_EQ(rook_energy(parse_jump_maze(kTableB), weights), -18);
  EXPECT_EQ(rook_energy(parse_jump_maze(kTableA), RookWeights()), 0);
  EXPECT_EQ(rook_energy(parse_jump_maze("221/122/220"), RookWeights()), 3);
}

TEST(RookDesigner, QualityIncludesTheCriteriaOfTheSlides) {
  const RookQuality quality = rook_quality(parse_jump_maze("221/122/220"));
  EXPECT_EQ(quality.unreaching,
            3);  // two squares that lead only to each other, and a square without a jump
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

TEST(RookDesigner, DatesDetermineSeedsAndOtherTextIsRejected) {
  EXPECT_EQ(daily_seed("2026-02-28"), 20260228u);
  for (const char* text :
       {"", "today", "2026-02-30", "2026-13-01", "2026/01/01", "26-01-01", "2026-1-011"})
    EXPECT_THROW((void)daily_seed(text), BadInput) << text;
}

}  // namespace
}  // namespace marblemaze
