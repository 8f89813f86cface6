#include <algorithm>

#include <fmt/format.h>

#include "agent/automata/maze_rules.h"
#include "engine/cli/common/print.h"
#include "engine/cli/puzzle/puzzle_kind.h"

namespace marblemaze {
namespace {

template <class Rule>
void animate(const PuzzleOptions& options, Automaton<Rule> automaton) {
  Animation frames(options);
  do frames.frame(automaton.iterations(), picture(automaton.now()));
  while (options.animate && automaton.step());
}

// Returns the character of a square in the result of to_text().
char& character_of(const PathMaze& maze, int square, std::string& text) {
  return text[static_cast<std::size_t>(square / maze.width * (maze.width + 1) +
                                       square % maze.width)];
}

std::string marked(const PathMaze& maze, const MazeSolution& solution) {
  std::string text = to_text(maze);
  for (int square : solution.path) {
    char& c = character_of(maze, square, text);
    if (c == '.') c = 'o';
  }
  return text;
}

class MazeAutomatonKind final : public PuzzleKindOf<PathMaze> {
 public:
  MazeAutomatonKind()
      : PuzzleKindOf("maze-automaton",
                     "Mazes without cycles, solved by cells that see only their neighbours",
                     "rows of #, ., B and E") {}

 private:
  void add_options(CLI::App& command) override {
    command.add_option("--width", width_, "Width of a generated maze in squares, 5 to 200");
    command.add_option("--height", height_, "Height in squares, 5 to 200");
    command.add_option("--fill", fill_, "Share of the possible squares that become path");
    command.add_option("--rule", rule_, "dead-ends, marked (fake paths stay visible) or walker")
        ->check(one_of({"dead-ends", "marked", "walker"}));
    add_budget_flag(command, options_, 25'000'000, "squares looked at");
    add_animation_flags(command, options_);
  }

  PathMaze parse(const std::string& text) const override { return parse_path_maze(text); }

  std::optional<PathMaze> make(Rng& rng, GeneratorBudget& budget) const override {
    return random_path_maze(width_, height_, fill_, rng, budget);
  }
  std::string wanted() const override {
    return fmt::format("a way through {}x{} squares with --fill {}", width_, height_, fill_);
  }

  Finding generate(const PathMaze& maze) const override {
    return {
        to_text(maze),
        {{"kind", name_}, {"width", maze.width}, {"height", maze.height}, {"text", to_text(maze)}}};
  }

  Finding solve(const PathMaze& maze) const override {
    const bool walker = rule_ == "walker", mark = rule_ == "marked";
    const MazeSolution solution = walker ? solve_by_walker(maze) : solve_by_dead_ends(maze, mark);
    if (walker) {
      animate(options_, Automaton<WalkerRule>(walker_lattice(maze)));
    } else {
      animate(options_, Automaton<DeadEndRule>(dead_end_lattice(maze), {mark}));
    }
    const char* outcome = solution.reached ? "solved" : "unsolvable";
    return {
        marked(maze, solution) + fmt::format("{} after {} iterations, {} squares of main path\n",
                                             outcome, solution.iterations, solution.path.size()),
        {{"outcome", outcome},
         {"rule", rule_},
         {"iterations", solution.iterations},
         {"path", solution.path}},
        solution.reached};
  }

  Finding check(const PathMaze& maze) const override {
    const std::size_t length = main_path(maze).size();
    return {length > 0 ? fmt::format("no cycles, one way of {} squares\n", length)
                       : "no way from entrance to exit\n",
            {{"solvable", length > 0}, {"path_squares", length}},
            length > 0};
  }

  Exit play(const PathMaze& maze) const override {
    int here = maze.entrance, moves = 0;
    const auto show = [&] {
      std::string text = to_text(maze);
      character_of(maze, here, text) = '@';
      print_out("{}{}", text, here == maze.exit ? fmt::format("out, after {} steps\n", moves) : "");
    };
    const auto press = [&](char key) {
      static const std::string keys = "wdsa";
      const int steps[] = {-maze.width, 1, maze.width, -1};
      const auto place = keys.find(key);
      if (place == std::string::npos || here == maze.exit) return;
      const auto ways = maze.path_neighbours(here);
      const auto next = std::find(ways.begin(), ways.end(), here + steps[place]);
      if (next == ways.end()) return;
      here = *next;
      ++moves;
    };
    return play_keys(
        "Walk from B to E.  w up   a left   s down   d right (several at once are fine)   q: quit",
        press, show, [&] { return here == maze.exit; });
  }

  std::string dot(const PathMaze& maze) const override {
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

  int width_ = 31;
  int height_ = 15;
  double fill_ = 0.85;
  std::string rule_ = "dead-ends";
};

}  // namespace

std::shared_ptr<PuzzleKind> make_maze_automaton_kind() {
  return std::make_shared<MazeAutomatonKind>();
}

}  // namespace marblemaze
