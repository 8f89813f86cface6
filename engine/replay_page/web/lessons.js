// Small experiments with a few sentences about what each shows.
export const kUsualAgent = "complete-solution-prediction";
export const kLessons = [
  {
    name: "no-undo", title: "No undo", maze: "4x4x1,flat,5", agent: "breadth-first", byHand: true,
    text: "Turn this flat maze with the left and right arrows. Turn it one way, then back. The marble seldom returns: it rolls on " +
      "from where it lies. The state space is a directed graph: few moves have a way back. Press Undo and see what it says.",
  },
  {
    name: "frozen", title: "A marble that freezes", maze: "3x3x3,all,56", agent: kUsualAgent,
    text: "The marble is in a state when it lies in a corner, with a wall on every side to which gravity pulls it. On an edge it can " +
      "be still for a while, but that is no state. After half a second on an edge the run ends. Watch the last move.",
  },
  {
    name: "not-repeatable", title: "The same turn, another end", maze: "4x4x1,flat,184", agent: "depth-first",
    text: "Moves 2 and 6 are the same turn from the same state, and yet they end in different cells. The actuator has noise: no turn " +
      "takes exactly as long as the one before. Such a move is sensitive. An agent is never certain where a move ends.",
  },
  {
    name: "unsolvable", title: "Nothing left to try", maze: "4x4x1,flat,33", agent: "breadth-first",
    text: "Passages lead to every cell, yet the marble never comes to rest in the target. The agent tries every move of every state " +
      "that it can reach. It gives up when no question mark is left in the graph. The thesis calls this outcome unsolvable.",
  },
  {
    name: "prediction", title: "Predicting moves before making them", maze: "5x5x5,outer,7", agent: kUsualAgent,
    text: "This agent predicts how each move ends and plans a whole solution. Where it was wrong, it plans again. Read its reasons.",
  },
];
