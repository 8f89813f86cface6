#include "engine/recording/tick_list.h"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "engine/recording/made_recording.h"

namespace marblemaze {
namespace {

// As a marble that swings to and fro, with rests, and with all that floats can be.
RecordedTick tick_number(int i) {
  RecordedTick tick;
  const float swing = std::sin(static_cast<float>(i) * 0.05f);
  if (i / 100 % 3 != 0) {
    tick.maze = {std::cos(swing), std::sin(swing), 0, -0.0f};
    tick.marble = {2.5f + swing, swing * 1e-20f, -swing};
    tick.marble_rotation = {swing, 1, swing * swing, 0};
  }
  tick.phase = kPhases[static_cast<std::size_t>(i / 50) % kPhases.size()];
  tick.hash = static_cast<std::uint32_t>(i) * 2654435761u;
  return tick;
}

TickList ticks_to(int count, TickList list = TickList()) {
  for (int i = 0; i < count; ++i) list.push_back(tick_number(i));
  return list;
}

void expect_all(const TickList& list, int count) {
  ASSERT_EQ(list.size(), static_cast<std::size_t>(count));
  for (int i = 0; i < count; ++i)
    ASSERT_EQ(list[static_cast<std::size_t>(i)], tick_number(i)) << "tick " << i;
  for (int i = count - 1; i >= 0; i -= 97)
    ASSERT_EQ(list[static_cast<std::size_t>(i)], tick_number(i)) << "tick " << i;
}

TEST(TickList, GivesBackEveryTickBitForBit) {
  for (const int count : {1, 255, 256, 257, 512, 513, 5000}) expect_all(ticks_to(count), count);
}

TEST(TickList, OfARunTakesLessThanThirtyBytesATick) {
  TickList list;
  const Recording run = testing::record_run(1);
  for (int times = 0; times < 4; ++times)
    for (std::size_t i = 0; i < run.ticks.size(); ++i) list.push_back(run.ticks[i]);
  EXPECT_LT(static_cast<double>(list.packed_bytes()) / static_cast<double>(list.size()), 30);
}

TEST(TickList, SpillsToAFileAboveItsLimitAndLosesNothing) {
  const TickList list = ticks_to(20'000, TickList(20'000));
  EXPECT_GT(list.spilled_bytes(), 200'000u);
  EXPECT_LE(list.packed_bytes(), 40'000u);
  expect_all(list, 20'000);
}

TEST(TickList, ACopyOfASpilledListGoesOnByItself) {
  TickList list = ticks_to(5'000, TickList(20'000));
  TickList copy = list;
  for (int i = 5'000; i < 9'000; ++i) list.push_back(tick_number(i));
  for (int i = 0; i < 4'000; ++i) copy.push_back(tick_number(i));
  expect_all(list, 9'000);
  EXPECT_EQ(copy[5'000], tick_number(0));
  EXPECT_EQ(copy[8'999], tick_number(3'999));
  EXPECT_EQ(copy[4'999], tick_number(4'999));
}

TEST(TickList, StaysInMemoryWhereNoFileCanBeMade) {
  setenv("TMPDIR", "/nowhere/at/all", 1);
  const TickList list = ticks_to(5'000, TickList(20'000));
  unsetenv("TMPDIR");
  EXPECT_EQ(list.spilled_bytes(), 0u);
  expect_all(list, 5'000);
}

}  // namespace
}  // namespace marblemaze
