#include <algorithm>

#include <fmt/format.h>

#include "agent/automata/maze_rules.h"
#include "engine/cli/puzzle/puzzle_common.h"
#include "maze/base/errors.h"
#include "maze/files/maze_file.h"
#include "maze/grid/theoretical_path.h"

namespace marblemaze {
namespace {

struct MazeAutomatonOptions : PuzzleOptions {
  int width = 31;
  int height = 15;
  double fill = 0.85;
  std::string rule = "dead-ends";
  std::string cube;  // a marble maze file
};

PathMaze maze_of(const MazeAutomatonOptions& options) {
  if (!options.source.empty()) return parse_path_maze(read_source(options.source));
  Rng rng(options.seed);
  return random_path_maze(options.width, options.height, options.fill, rng);
}

template <class Rule>
void animate(const MazeAutomatonOptions& options, Automaton<Rule> automaton) {
  Animation frames(options);
  do frames.frame(automaton.iterations(), picture(automaton.now()));
  while (options.animate && automaton.step());
}

std::string marked(const PathMaze& maze, const MazeSolution& solution) {
  std::string text = to_text(maze);
  for (int square : solution.path) {
    char& c = text[static_cast<std::size_t>(square / maze.width * (maze.width + 1) +
                                            square % maze.width)];
    if (c == '.') c = 'o';
  }
  return text;
}

Exit solve(const MazeAutomatonOptions& options, const PathMaze& maze) {
  const bool walker = options.rule == "walker", mark = options.rule == "marked";
  const MazeSolution solution = walker ? solve_by_walker(maze) : solve_by_dead_ends(maze, mark);
  if (walker) {
    animate(options, Automaton<WalkerRule>(walker_lattice(maze)));
  } else {
    animate(options, Automaton<DeadEndRule>(dead_end_lattice(maze), {mark}));
  }
  emit(options,
       marked(maze, solution) + fmt::format("{} after {} iterations, {} squares of main path\n",
                                            solution.reached ? "solved" : "unsolvable",
                                            solution.iterations, solution.path.size()),
       {{"outcome", solution.reached ? "solved" : "unsolvable"},
        {"rule", options.rule},
        {"iterations", solution.iterations},
        {"path", solution.path}});
  return solution.reached ? Exit::done : Exit::not_reached;
}

// The rule in space: dead ends of a marble maze fill until its theoretical path is left.
Exit solve_cube(const MazeAutomatonOptions& options) {
  if (options.rule == "walker")
    throw BadInput("rule", "'walker'", "dead-ends or marked for a cube");
  const Maze maze = load_maze(options.cube);
  Automaton<DeadEndRule> automaton(dead_end_lattice(maze), {options.rule == "marked"});
  animate(options, automaton);
  const int iterations = run_to_rest(automaton, maze.grid().box_cells());
  std::vector<int> left;
  automaton.now().for_each([&](int x, int y, int z, const MazeCell& cell) {
    if (cell.kind == MazeCell::Kind::path) left.push_back(cell_number(maze.grid().cell({x, y, z})));
  });
  const bool agrees = static_cast<int>(left.size()) == TheoreticalPaths(maze).length(maze.start());
  emit(options,
       fmt::format("{} after {} iterations: cells {}\n",
                   agrees ? "the theoretical path is left" : "something else is left", iterations,
                   fmt::join(left, " ")),
       {{"outcome", agrees ? "solved" : "unsolvable"},
        {"rule", options.rule},
        {"iterations", iterations},
        {"cells", left}});
  return agrees ? Exit::done : Exit::not_reached;
}

Exit check(const MazeAutomatonOptions& options, const PathMaze& maze) {
  const std::size_t length = main_path(maze).size();
  emit(options,
       length > 0 ? fmt::format("no cycles, one way of {} squares\n", length)
                  : "no way from entrance to exit\n",
       {{"solvable", length > 0}, {"path_squares", length}});
  return length > 0 ? Exit::done : Exit::not_reached;
}

Exit play(const PathMaze& maze) {
  int here = maze.entrance, moves = 0;
  const auto show = [&] {
    std::string text = to_text(maze);
    text[static_cast<std::size_t>(here / maze.width * (maze.width + 1) + here % maze.width)] = '@';
    fmt::print("{}{}", text, here == maze.exit ? fmt::format("out, after {} steps\n", moves) : "");
  };
  const auto command = [&](const std::string& line) {
    for (char c : line) {
      static const std::string keys = "wdsa";
      const int steps[] = {-maze.width, 1, maze.width, -1};
      const auto key = keys.find(c);
      if (key == std::string::npos) continue;
      const auto ways = maze.path_neighbours(here);
      const int next = here + steps[key];
      if (here == maze.exit || std::find(ways.begin(), ways.end(), next) == ways.end()) continue;
      here = next;
      ++moves;
    }
    show();
    return true;
  };
  show();
  return play_lines(
      "Walk from B to E.  w up   a left   s down   d right (several at once are fine)   q: quit",
      command, [&] { return here == maze.exit; });
}

std::string dot_of(const PathMaze& maze) {
  std::string dot = "graph path_maze {\n  layout=neato;\n  node [shape=box];\n";
  for (int square = 0; square < static_cast<int>(maze.path.size()); ++square) {
    if (!maze.path[static_cast<std::size_t>(square)]) continue;
    const char* label = square == maze.entrance ? "B" : square == maze.exit ? "E" : "";
    dot += fmt::format("  q{} [label=\"{}\", pos=\"{},{}!\"];\n", square, label,
                       square % maze.width, maze.height - 1 - square / maze.width);
    for (int next : maze.path_neighbours(square))
      if (next > square) dot += fmt::format("  q{} -- q{};\n", square, next);
  }
  return dot + "}\n";
}

Exit run(const MazeAutomatonOptions& options) {
  if (verb_of(options) == Verb::solve && !options.cube.empty()) return solve_cube(options);
  const PathMaze maze = maze_of(options);
  switch (verb_of(options)) {
    case Verb::generate:
      emit(options, to_text(maze),
           {{"kind", "maze-automaton"},
            {"width", maze.width},
            {"height", maze.height},
            {"text", to_text(maze)}});
      return Exit::done;
    case Verb::solve: return solve(options, maze);
    case Verb::play: return play(maze);
    case Verb::check: return check(options, maze);
    case Verb::dot: emit(options, dot_of(maze), {{"dot", dot_of(maze)}}); return Exit::done;
  }
  return Exit::done;
}

}  // namespace

void add_maze_automaton_kind(Command& puzzle, CommandContext& context) {
  auto options = std::make_shared<MazeAutomatonOptions>();
  Command* command =
      add_puzzle_kind(puzzle, "maze-automaton",
                      "Mazes without cycles, solved by cells that see their neighbours", *options);
  command->add_option("--width", options->width, "Squares across of a generated maze, 5 to 200")
      ->capture_default_str();
  command->add_option("--height", options->height, "Squares down, 5 to 200")->capture_default_str();
  command->add_option("--fill", options->fill, "Share of possible squares that become path")
      ->capture_default_str();
  command
      ->add_option("--rule", options->rule, "dead-ends, marked (fake paths stay visible) or walker")
      ->one_of({"dead-ends", "marked", "walker"})
      ->capture_default_str();
  command->add_option("--cube", options->cube, "solve: a marble maze file, in space, instead");
  add_animation_flags(*command, *options);
  command->callback([options, &context] { context.exit = run(*options); });
}

}  // namespace marblemaze
