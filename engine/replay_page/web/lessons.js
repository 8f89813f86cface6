// Small experiments with a few sentences about what each shows.
const kUsualAgent = "complete-solution-prediction";
const kLessons = [
  {
    name: "no-undo", title: "No undo", maze: "4x4x1,flat,5", agent: "breadth-first", byHand: true,
    text: "Turn this flat maze with the left and right arrows. Turn it one way, then back. The marble seldom returns: it rolls on " +
      "from where it lies. To know where a move leads does not tell how to come back. Press Undo and see what it says.",
  },
  {
    name: "frozen", title: "A marble that freezes", maze: "3x3x3,all,56", agent: kUsualAgent,
    text: "A state is well defined when the marble lies in a corner, with a wall on every side to which gravity pulls it. On an " +
      "edge it can be still for a while, and that is no state. After half a second the rules end the run. Watch the last move.",
  },
  {
    name: "not-repeatable", title: "The same turn, another end", maze: "4x4x1,flat,184", agent: "depth-first",
    text: "Moves 2 and 6 are the same turn from the same state, and yet they end in different cells. No turn takes exactly as long " +
      "as the one before. Near a ridge the difference decides. So an agent can never be certain where a move ends.",
  },
  {
    name: "unsolvable", title: "A maze without a solution", maze: "4x4x1,flat,33", agent: "breadth-first",
    text: "Every cell can be reached through the passages, yet the marble never comes to rest in the target. The agent tries every " +
      "move of every state. It knows that it is over when no question mark is left in the graph.",
  },
  {
    name: "prediction", title: "Imagining a way before going it", maze: "5x5x5,outer,7", agent: kUsualAgent,
    text: "This agent guesses the marble's whole way for each move and plans a complete solution. Where a move ends elsewhere, it " +
      "drops the plan and plans again with what it learned. Read its reasons beside the moves.",
  },
];
