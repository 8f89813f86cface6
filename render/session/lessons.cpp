#include "render/session/lessons.h"

#include <array>

#include "maze/base/errors.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze {

std::span<const Lesson> lessons() {
  static const std::array<Lesson, 6> all{{
      {"frozen", "A marble that freezes",
       "A state is well defined when the marble lies in a corner, with a wall on every side to "
       "which gravity pulls it. On an edge, where a wall is missing, it can be still for a while. "
       "That is not a state, and the agent knows only about states. After half a second the run "
       "is over, even if the marble is leaving the edge slowly. Watch the last move (End).",
       3, Layers::all, 56, "complete-solution-prediction", 8, 0, false, false},
      {"no-undo", "No undo",
       "Play by hand: Left and Right turn this flat maze. Turn it one way, then back. The marble "
       "seldom returns: it rolls on from where it is. To know where a move leads does not tell "
       "how to come back, so the graph of states is directed. Press Backspace to ask for an undo.",
       4, Layers::flat, 5, "breadth-first", 4, 0, true, false},
      {"not-repeatable", "The same turn, another end",
       "Moves 2 and 6 are the same turn from the same state, in cell 1. The first ends in cell 12, "
       "the second in the target. No turn takes exactly as long as the one before, and the brake "
       "leaves a tilt too small to be seen. Near a ridge that decides to which side the marble "
       "rolls. So an agent can never be certain where a move ends, not even one that it has made.",
       4, Layers::flat, 184, "depth-first", 4, 0, false, false},
      {"unsolvable", "A maze that cannot be solved",
       "Every cell can be reached through the passages, yet the marble never comes to rest in "
       "the target: no sequence of turns leads there. The agent must try every move of every "
       "state that it can reach. It knows when no question mark is left in the graph.",
       4, Layers::flat, 33, "breadth-first", 4, 0, false, false},
      {"prediction", "Imagining a way before making it",
       "This agent guesses the marble's whole way for each move (bright line, pale ball) and "
       "plans a complete solution. Where a move ends elsewhere than guessed, it drops the plan and "
       "plans again with what it learned. Compare \"Expected\" with \"Ended in\" in the agent's "
       "panel.",
       5, Layers::outer, 7, "complete-solution-prediction", 8, 0, false, false},
      {"8-and-24", "Eight orientations against twenty-four",
       "The same maze under two control schemes, at the same time. On the left the maze can come "
       "to rest on each of its 8 corners; on the right on any of 3 points beside each corner. "
       "That gives more moves, more states, and ways out that eight do not have.",
       5, Layers::outer, 5, "complete-solution-prediction", 8, 24, false, true},
  }};
  return all;
}

const Lesson& find_lesson(const std::string& name) {
  std::string known;
  for (const Lesson& lesson : lessons()) {
    if (lesson.name == name) return lesson;
    known += (known.empty() ? "" : ", ") + lesson.name;
  }
  throw BadInput("lesson", "'" + name + "'", "one of " + known);
}

EpisodeSpec lesson_spec(const Lesson& lesson) {
  EpisodeSpec spec;
  spec.maze =
      std::make_shared<const Maze>(generate_kruskal(lesson.size, lesson.layers, lesson.seed));
  spec.agent = lesson.agent;
  spec.orientations = lesson.orientations;
  spec.by_hand = lesson.by_hand;
  return spec;
}

}  // namespace marblemaze
