#include "maze/puzzles/jump_maze.h"

#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/random.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr const char* kThreeByThree = "221/122/220";
constexpr const char* kTableA = "11112/41232/12222/33211/2432G";
constexpr const char* kTableB = "33443/41232/31112/32332/3413G";
constexpr const char* kRj6001 = "353432/522422/413232/351323/122242/44554G";
constexpr const char* kAbbott =
    "62742442/22254216/34242553/45432234/21234423/24323364/64233263/6743322G";

TEST(JumpMaze, TheThreeByThreeHasADeadSquareAndAClosedTrap) {
  const JumpMaze maze = parse_jump_maze(kThreeByThree);
  EXPECT_TRUE(JumpWorld(maze).moves(StateId(4)).empty());
  EXPECT_EQ(JumpWorld(maze).describe(StateId(0), MoveId(0)), "2 squares right");
  // squares 1 = (0,1) and 7 = (2,1) lead only to each other
  EXPECT_THAT(traps(maze), ElementsAre(ElementsAre(1, 7), ElementsAre(4)));
}

TEST(JumpMaze, BothDistanceTablesOfTheSlidesMatchCellForCell) {
  EXPECT_THAT(
      parse_jump_maze(kTableA).distances_to_goal(),
      ElementsAre(4, 5, 4, 3, 2, 3, 4, 3, 4, 2, 4, 5, 2, 4, 1, 3, 2, 2, 2, 1, 5, 6, 4, 5, 0));
  EXPECT_THAT(parse_jump_maze(kTableB).distances_to_goal(),
              ElementsAre(18, 7, 10, 17, 8, 14, 5, 12, 15, 13, 3, 4, 3, 2, 1, 19, 6, 11, 18, 12, 15,
                          8, 9, 16, 0));
  EXPECT_EQ(count_shortest_solutions(parse_jump_maze(kTableB)), 8u);
}

TEST(JumpMaze, Rj6001TakesFourteenMoves) {
  EXPECT_EQ(shortest_solution(parse_jump_maze(kRj6001)).moves(), 14);
}

TEST(JumpMaze, AbbottsMazeTakesSixMovesOrThirtyNineWithoutUTurns) {
  JumpMaze maze = parse_jump_maze(kAbbott);
  EXPECT_EQ(shortest_solution(maze).moves(), 6);
  maze.u_turns = UTurns::forbidden;
  EXPECT_EQ(shortest_solution(maze).moves(), 39);
  EXPECT_EQ(count_shortest_solutions(maze), 1u);
}

TEST(JumpMaze, EveryListedSolutionIsALoopFreeWalkToTheGoal) {
  const JumpMaze maze = parse_jump_maze(kTableB);
  const JumpSolutions solutions = all_solutions(maze, 500);
  EXPECT_GE(solutions.found.size(), 8u);
  EXPECT_TRUE(std::ranges::is_sorted(solutions.found, {}, &JumpSolution::moves));
  EXPECT_EQ(solutions.found[7].moves(), shortest_solution(maze).moves());
  EXPECT_GT(solutions.found[8].moves(), shortest_solution(maze).moves());
  for (JumpSolution solution : solutions.found) {
    for (int i = 0; i < solution.moves(); ++i)
      ASSERT_EQ(maze.target(solution.squares[i], solution.headings[i]), solution.squares[i + 1]);
    std::sort(solution.squares.begin(), solution.squares.end());
    ASSERT_EQ(std::adjacent_find(solution.squares.begin(), solution.squares.end()),
              solution.squares.end());
  }
}

TEST(JumpMaze, TextRoundTripsInEveryNotation) {
  JumpMaze maze = parse_jump_maze("1 2 [3]\n2, 1, 12\n1 1 G\n");
  EXPECT_EQ(maze.start, 2);
  EXPECT_EQ(maze.goal, 8);
  EXPECT_EQ(maze.jumps[5], 12);
  EXPECT_EQ(parse_jump_maze(to_text(maze)), maze);
  maze.u_turns = UTurns::forbidden;
  EXPECT_EQ(parse_jump_maze(to_text(maze)), maze);
  EXPECT_EQ(parse_jump_maze("# a board\n12[3]\n211\n11G"), parse_jump_maze("1 2 [3]/2 1 1/1 1 0"));
  EXPECT_EQ(parse_jump_maze("2 X 1/1 2 2/2 2 G"), parse_jump_maze("201/122/22G")) << "dead squares";
}

TEST(JumpMaze, DistancesWithoutUTurnsMatchASearchOverStates) {
  Rng rng(11);
  for (int trial = 0; trial < 60; ++trial) {
    JumpMaze maze = random_jump_maze(3 + trial % 5, 3 + trial % 4, 0, 8, rng);
    maze.u_turns = UTurns::forbidden;
    const std::vector<int> distances = maze.distances_to_goal();
    for (int square = 0; square < maze.squares(); ++square) {
      if (square == maze.goal) continue;
      maze.start = square;
      const JumpSolution solution = shortest_solution(maze);
      EXPECT_EQ(distances[square], solution.squares.empty() ? kUnreachable : solution.moves());
    }
    EXPECT_EQ(distances[maze.goal], 0);
  }
}

TEST(JumpSheet, ListsAllSolutionsOnAsManyPagesAsNeeded) {
  const JumpMaze maze = parse_jump_maze(kThreeByThree);
  JumpSolutions solutions = all_solutions(maze);
  EXPECT_THAT(jump_sheet_svg(maze, "Three & three", &solutions),
              AllOf(HasSubstr("height=\"594mm\""), HasSubstr("Three &amp; three"),
                    HasSubstr("2 solutions without loops; the shortest takes 2 moves.")));
  solutions.found.assign(100, solutions.found.front());
  EXPECT_THAT(jump_sheet_svg(maze, "x", &solutions), HasSubstr("height=\"2079mm\""));
  EXPECT_THAT(jump_sheet_svg(parse_jump_maze("2[2]1/122/220"), "x"),
              HasSubstr("There is no path to the goal."));
}

}  // namespace
}  // namespace marblemaze
