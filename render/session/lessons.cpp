#include "render/session/lessons.h"

#include "maze/base/errors.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

using At = LessonMoment::At;

constexpr LessonMoment kStart{At::start}, kOver{At::over}, kAllOver{At::all_over}, kStay{At::here};
constexpr LessonMoment before(int move) { return {At::before, move}; }
constexpr LessonMoment turning(int move) { return {At::turning, move}; }
constexpr LessonMoment ended(int move) { return {At::ended, move}; }

Lesson frozen() {
  return {
      .name = "frozen",
      .title = "A marble that freezes",
      .size = 3,
      .seed = 56,
      .steps = {
          {.text = "The marble lies in a corner of the maze: walls hold it on every side to which "
                   "gravity pulls it. That is a state. In each state the agent chooses a move.",
           .from = kStart,
           .view = LessonView{35, 20}},
          {.text =
               "A move turns the maze until another corner is at the top. The marble rolls until "
               "it lies in a corner again: the next state. The bar below holds all that has "
               "happened; drag it to see it again.",
           .from = before(1),
           .until = ended(1),
           .light = "scrub",
           .view = LessonView{35, 20}},
          {.text =
               "Now the last move. The run pauses where the marble balances on an edge: a wall is "
               "missing on one side. It can be still there for a while, but that is not a state.",
           .from = before(3),
           .until = kOver,
           .view = LessonView{35, 20}},
          {.text =
               "After half a second on an edge the run is over, even if the marble slowly rolls "
               "off. Frozen is one of three endings. The others are solved, and unsolvable: the "
               "agent gave up. With this switch a run goes on: the agent may tip the maze again.",
           .from = kOver,
           .light = "Recover when frozen",
           .view = LessonView{35, 20}}}};
}

Lesson no_undo() {
  return {
      .name = "no-undo",
      .title = "No undo",
      .layers = Layers::flat,
      .seed = 7,
      .agent = "breadth-first",
      .by_hand = true,
      .steps = {
          {.text =
               "You play: bring the red marble to the green target. This maze is flat and turns "
               "like a wheel. Turn it twice to the same side: press Right, and again when the "
               "marble rests, or click this move.",
           .from = kStart,
           .light = "1: clockwise",
           .moves_by_hand = 2},
          {.text = "Now take the second turn back: press Left, or click the other move. Will the "
                   "marble come back, too?",
           .from = kStay,
           .light = "2: counter-clockwise",
           .moves_by_hand = 3},
          {.text =
               "It does not: it rolls on. Only some moves can be taken back. So the state space is "
               "a directed graph, and a wrong move can lead into a region without a way out.",
           .from = kStay},
          {.text =
               "Ask for an undo: press Backspace, or click here. It is refused, in the viewer as "
               "for every agent. You can only start again (R).",
           .from = kStay,
           .light = "Undo"},
          {.text = "Go on and solve it. Your moves are counted below, beside the path predictor's "
                   "guess. With P the agent takes over, and knows all that your moves have shown.",
           .from = kStay,
           .light = "Play by hand"}}};
}

Lesson not_repeatable() {
  return {
      .name = "not-repeatable",
      .title = "The same turn, another end",
      .layers = Layers::flat,
      .seed = 184,
      .agent = "depth-first",
      .steps = {
          {.text =
               "An agent tries moves and remembers where each ended. Watch its second move: a turn "
               "of the maze while the marble lies in cell 1. The run pauses before it.",
           .from = kStart,
           .until = before(2)},
          {.text = "This is move 2. It ends in cell 12, and the agent learns: this turn leads from "
                   "cell 1 to cell 12.",
           .from = before(2),
           .until = ended(2),
           .light = "Mind"},
          {.text =
               "Four moves later the maze stands as it did, and the marble lies in cell 1 again. "
               "Move 6 is the same turn. This time the marble comes to rest in the target.",
           .from = before(6),
           .until = ended(6)},
          {.text =
               "The actuator has noise: no turn takes exactly as long as the one before. Near an "
               "edge that decides where the marble rolls. Such a move is called sensitive.",
           .from = ended(6),
           .light = "scrub"},
          {.text = "So an agent is never certain where a move ends, even if it has made it before. "
                   "Its panel counts the moves that ended elsewhere: they are unrepeatable.",
           .from = ended(6),
           .light = "Mind"}}};
}

Lesson unsolvable() {
  return {
      .name = "unsolvable",
      .title = "Nothing left to try",
      .layers = Layers::flat,
      .seed = 33,
      .agent = "breadth-first",
      .steps = {
          {.text = "The yellow line leads through open passages to the target. But the marble only "
                   "rolls when the maze turns. Does a sequence of turns lead there?",
           .from = kStart},
          {.text =
               "The agent makes the nearest move never tried. The graph shows the explored state "
               "space; question marks are moves never tried. The run pauses after move 4.",
           .from = before(1),
           .until = ended(4),
           .light = "Mind",
           .speed = 2},
          {.text =
               "It goes on like that. Where all moves of a state are known, it walks to the next "
               "state with a question mark, here four times as fast.",
           .from = ended(4),
           .until = kOver,
           .speed = 4},
          {.text = "No question mark is left: every move of every state that can be reached was "
                   "tried. The agent gives up. The thesis calls this outcome unsolvable.",
           .from = kOver,
           .light = "Mind"}}};
}

Lesson prediction() {
  return {
      .name = "prediction",
      .title = "Predicting moves before making them",
      .size = 5,
      .layers = Layers::outer,
      .seed = 7,
      .steps = {
          {.text =
               "Before it moves, this agent predicts the marble's way for every move, and plans a "
               "complete solution: five moves to the target.",
           .from = kStart,
           .view = LessonView{35, 20}},
          {.text =
               "The bright line is the way that it predicts for this move, and the ring is where "
               "it expects the marble to rest. This time the prediction comes true.",
           .from = turning(1),
           .until = ended(1)},
          {.text =
               "The second move of the plan. Compare what was expected with where it ended: the "
               "marble ended elsewhere.",
           .from = before(2),
           .until = ended(2),
           .light = "Mind"},
          {.text =
               "The agent has learned where the move really leads. It drops the rest of its plan "
               "and plans again from where the marble is. Here are the reasons for its next move.",
           .from = turning(3),
           .light = "Why"},
          {.text = "One more prediction is wrong, and it plans again. In the end the marble is in "
                   "the target. Predictions are useful even if some are wrong.",
           .from = ended(3),
           .until = kOver,
           .speed = 3}}};
}

Lesson eight_and_24() {
  return {
      .name = "8-and-24",
      .title = "Eight orientations against twenty-four",
      .size = 5,
      .layers = Layers::outer,
      .seed = 5,
      .second_orientations = 24,
      .orientation_points = true,
      .steps = {
          {.text =
               "The same maze, twice. On the left it can come to rest on each of its 8 corners, "
               "on the right on any of 3 points beside each corner: 24. The points are marked on "
               "the cubes.",
           .from = kStart},
          {.text = "The lit points are those to which the next move can turn the maze. More points "
                   "mean more moves, more states, and other slopes to roll down.",
           .from = turning(1),
           .light = "scrub"},
          {.text =
               "Both agents search in the same way. On the left the run ends without a solution: "
               "the marble freezes. Here time runs eight times as fast.",
           .from = turning(1),
           .until = kOver,
           .speed = 8},
          {.text = "On the right the marble reaches the target: 24 orientations have moves that 8 "
                   "lack. Choose here which run the panels show.",
           .from = kAllOver,
           .light = "right"}}};
}

}  // namespace

std::span<const Lesson> lessons() {
  static const std::vector<Lesson> all{frozen(),     no_undo(),    not_repeatable(),
                                       unsolvable(), prediction(), eight_and_24()};
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
  auto maze =
      std::make_shared<const Maze>(generate_kruskal(lesson.size, lesson.layers, lesson.seed));
  return {.setup = setup_in(std::move(maze)),
          .player = {.agent = lesson.agent, .by_hand = lesson.by_hand}};
}

}  // namespace marblemaze
