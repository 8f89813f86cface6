#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "agent/automata/maze_rules.h"
#include "agent/belief/path_predictor.h"
#include "agent/design/maze_designer.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/print.h"
#include "engine/cli/puzzle/puzzle_kind.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"
#include "maze/puzzles/board.h"
#include "maze/puzzles/four_bit_maze.h"
#include "maze/puzzles/jump_maze.h"

namespace marblemaze {
namespace {

// ---- four lamps

struct FourBitKind : PuzzleOptions {
  const char* name = "four-bit";
  const char* summary = "Four lamps, four buttons and a hidden table";
  const char* formats = "16 lines 'STATE: TARGETS OF BUTTONS 3 2 1 0', - for a lamp that is off";
  FourBitRules rules;
  std::string agent;

  void add_options(CLI::App& command) {
    command.add_option("--min-moves", rules.min_moves,
                       "Minimum number of moves in the shortest solution, 1 to 11");
    command.add_flag("--strict", rules.strict, "Each press turns on at most two other lamps");
    command.add_option("--agent", agent,
                       "solve: let this agent press the buttons; see the agents command");
  }

  FourBitMaze parse(const std::string& text) const { return parse_four_bit_maze(text); }

  std::optional<FourBitMaze> make(Rng& rng, GeneratorBudget&) const {
    return generate_four_bit_maze(rules, rng).maze;
  }

  Output generate(const FourBitMaze& maze) const {
    const std::string text = to_text(maze);
    return {text,
            {{"kind", name},
             {"table", maze.table()},
             {"text", text},
             {"shortest", maze.shortest_solution().size()}}};
  }

  Output solve(const FourBitMaze& maze) const {
    if (!agent.empty())
      return solve_by_agent({std::make_unique<FourBitWorld>(maze), four_bit_advice()}, agent);
    const std::vector<int> buttons = maze.shortest_solution();
    std::vector<int> states{FourBitMaze::kStart};
    for (int button : buttons) states.push_back(maze.press(states.back(), button));
    const bool solved = !buttons.empty();
    return {solved ? describe_presses(maze, buttons) + "\n" : "unsolvable\n",
            {{"outcome", solved ? "solved" : "unsolvable"},
             {"moves", buttons.size()},
             {"played", buttons},
             {"states", states}},
            solved};
  }

  Output check(const FourBitMaze& maze) const {
    const auto faults = maze.rule_violations(rules);
    const std::size_t shortest = maze.shortest_solution().size();
    std::string text;
    for (const std::string& fault : faults) text += fault + "\n";
    if (faults.empty()) text = fmt::format("valid; the shortest solution has {} moves\n", shortest);
    return {text,
            {{"valid", faults.empty()}, {"faults", faults}, {"shortest", shortest}},
            faults.empty()};
  }

  Exit play(const FourBitMaze& first) const {
    FourBitMaze maze = first;
    std::uint64_t next_seed = seed;
    int state = FourBitMaze::kStart, moves = 0;
    const auto show = [&] {
      print_out("lamps 4 3 2 1:  {}   ({} moves)\n", lamps(state), moves);
      if (state == FourBitMaze::kGoal)
        print_out("All lamps are off. You needed {} moves; the minimum is {}.\n", moves,
                  maze.shortest_solution().size());
    };
    const auto press = [&](char key) {
      if (key == 'r' || key == 'n') {
        if (key == 'n') {
          Rng rng(++next_seed);
          maze = generate_four_bit_maze(rules, rng).maze;
        }
        state = FourBitMaze::kStart, moves = 0;
      } else if (state != FourBitMaze::kGoal) {
        state = maze.press(state, key - '1');
        ++moves;
      }
    };
    print_out(
        "Turn all four lamps off. Only the button of a lit lamp has an effect: that lamp goes off, "
        "and others may change.\n");
    return play_keys(
        "1 2 3 4: press a button (4 is the leftmost)   r: start again   n: new maze   q: quit",
        "1234rn", press, show, [&] { return state == FourBitMaze::kGoal; });
  }

  std::string dot(const FourBitMaze& maze) const { return to_dot(maze); }
};

// ---- number boards

struct Board {
  JumpMaze maze;
  std::optional<double> energy{};
};

bool is_solvable(const JumpMaze& maze) {
  return maze.distances_to_goal()[maze.start] != kUnreachable;
}

void read_size(const std::string& text, RookRequest& request) {
  std::istringstream in(text);
  char x = 0;
  bool good = static_cast<bool>(in >> request.rows);
  request.cols = request.rows;
  if (good && in >> x) good = x == 'x' && in >> request.cols && !(in >> x);
  if (!good) throw BadInput("size", "'" + text + "'", "ROWSxCOLUMNS, such as 5x7, or one number");
}

Json quality_json(const JumpMaze& maze) {
  const RookQuality quality = rook_quality(maze);
  return {{"unreaching", quality.unreaching},
          {"unreached", quality.unreached},
          {"distance", quality.distance},
          {"other_shortest", quality.ties},
          {"choice_points", quality.choices}};
}

std::string in_words(const JumpMaze& maze, const JumpSolution& solution) {
  std::string text;
  for (int i = 0; i < solution.moves(); ++i) {
    const int to = solution.squares[static_cast<std::size_t>(i) + 1], from = solution.squares[i];
    text += fmt::format("{:>4}  {} {:<5} to row {} column {}\n", i + 1, maze.jumps[from],
                        heading_name(solution.headings[i]), to / maze.cols + 1, to % maze.cols + 1);
  }
  return text;
}

Json solution_json(const JumpSolution& solution) {
  return {{"moves", solution.moves()},
          {"squares", solution.squares},
          {"headings", Json::list(solution.headings, heading_name)}};
}

std::string board_picture(const JumpMaze& maze, int here, std::span<const int> passed) {
  return board_text(maze.squares(), maze.cols, [&](int square) {
    const std::string label = maze.label(square);
    if (square == here) return "<" + label + ">";
    const char* const mark = std::ranges::count(passed, square) > 0 ? "." : " ";
    return mark + label + mark;
  });
}

// ---- the game on the terminal

Exit play_jump_maze(const JumpMaze& maze) {
  const JumpStates states(maze);
  const std::vector<int> distances = distances_to(states.graph(), states.goal());
  const auto moves_left = [&](int state) { return distances[state]; };
  int state = states.start();
  std::vector<int> passed;
  const auto won = [&] { return state == states.goal(); };
  const auto show = [&] {
    print_out("{}", board_picture(maze, states.square(state), passed));
    if (won())
      print_out("You reached the goal in {} moves; the minimum is {}.\n", passed.size(),
                moves_left(states.start()));
    else if (states.headings(state).empty())
      print_out("no move is possible from here; press r to start again\n");
  };
  const auto go = [&](Heading heading) {
    if (std::ranges::count(states.headings(state), heading) == 0) {
      print_out("{} is not possible here\n", heading_name(heading));
      return;
    }
    passed.push_back(states.square(state));
    state = states.after(state, heading);
  };
  const auto hint = [&] {
    for (Heading heading : states.headings(state)) {
      const int next = moves_left(states.after(state, heading));
      if (next == kUnreachable || next + 1 != moves_left(state)) continue;
      print_out("{}: {} moves to the goal\n", heading_name(heading), next + 1);
      return;
    }
    print_out("the goal can no longer be reached: this is a dead-end region\n");
  };
  const auto press = [&](char key) {
    const auto place = std::string_view("wdsa").find(key);
    if (place != std::string_view::npos) {
      if (!won()) go(kHeadings[place]);
    } else if (key == 'r') {
      state = states.start();
      passed.clear();
    } else {
      hint();
    }
  };
  print_out("Reach G. The number on your square is the exact length of your next jump{}.\n",
            maze.u_turns == UTurns::allowed ? "" : ", and you can never jump straight back");
  return play_keys("w up   a left   s down   d right   h: hint   r: start again   q: quit",
                   "wasdhr", press, show, won);
}

// ---- the kinds jump and rook

/// Number board: random numbers or, if `designed` is set, a board found by a search.
struct JumpKind : PuzzleOptions {
  explicit JumpKind(bool design) : designed(design) {}

  bool designed;
  const char* name = designed ? "rook" : "jump";
  const char* summary =
      designed ? "A jump maze designed by stochastic local search"
               : "A random board; a jump is exactly as long as the number on its square";
  const char* formats =
      "rows of numbers, 0 or G for the goal, X for a dead square, brackets around the start";
  std::string size = designed ? "5x5" : "6x6";
  RookRequest request;
  bool no_u_turns = false, all = false;
  std::size_t limit = 100;
  std::string agent, sheet, daily;

  void add_options(CLI::App& command) {
    add_generator_option(command, "--size", size,
                         "Size of the board: ROWSxCOLUMNS, or one number for a square board");
    add_generator_option(command, "--start", request.start,
                         "Start square: row * columns + column, counted from 0. The default is 0");
    add_generator_option(command, "--goal", request.goal,
                         "Goal square; -1 (default) is the lower right corner");
    command.add_flag("--no-u-turns", no_u_turns,
                     "A move may not go straight back to the previous square");
    CLI::Option* const all_option = command.add_flag(
        "--all", all,
        "solve: list every solution without loops, shortest first; --sheet draws them all");
    command.add_option("--limit", limit, "solve --all: stop after this many solutions")
        ->check(within(1, kLargestInteger))
        ->needs(all_option);
    CLI::Option* const agent_option =
        command
            .add_option("--agent", agent,
                        "solve: have this agent play; the agents command lists all agents")
            ->excludes(all_option);
    command
        .add_option("--sheet", sheet,
                    "Also write a sheet for printing (SVG), with the solution on its second page")
        ->type_name(kOutput);
    add_animation_options(command, *this)->excludes(agent_option)->excludes(all_option);
    if (designed)
      add_design_options(command);
    else
      add_budget_option(command, *this, 100'000, "random boards without a path to the goal");
  }

  void add_design_options(CLI::App& command) {
    budget = request.steps;
    add_generator_option(command, "--steps", budget, "Number of steps of the search");
    add_generator_option(command, "--energy", request.energy,
                         "Objective of the search: unreaching, distance or everything");
    add_generator_option(command, "--temperature", request.cooling.start,
                         "Initial temperature; at 0, no step to a worse board is accepted");
    add_generator_option(command, "--end-temperature", request.cooling.end, "Final temperature");
    add_generator_option(command, "--daily", daily,
                         "Use the maze of this day, YYYY-MM-DD, instead of --seed")
        ->excludes(command.get_option("--seed"));
  }

  Board parse(const std::string& text) const {
    Board board{parse_jump_maze(text)};
    if (no_u_turns) board.maze.u_turns = UTurns::forbidden;
    return board;
  }

  /// Returns nullopt if the goal cannot be reached. Only the smallest random boards need many
  /// attempts.
  std::optional<Board> make(Rng& rng, GeneratorBudget& steps) const {
    RookRequest wanted = request;
    read_size(size, wanted);
    if (no_u_turns) wanted.u_turns = UTurns::forbidden;
    Board board;
    if (designed) {
      wanted.steps = budget;
      if (!daily.empty()) rng = Rng(daily_seed(daily));
      const RookDesign design = design_rook_maze(wanted, rng, [](const SearchProgress& progress) {
        return check_stop(progress.step, progress.steps), true;
      });
      board = {design.best, design.best_energy};
    } else {
      do {
        board.maze = random_jump_maze(wanted.rows, wanted.cols, wanted.start, wanted.goal, rng);
        board.maze.u_turns = wanted.u_turns;
      } while (!is_solvable(board.maze) && steps.spend());
    }
    return is_solvable(board.maze) ? std::optional(board) : std::nullopt;
  }

  void require_separate_outputs() const {
    require_output_free({"--sheet", sheet}, output.empty(), "the board");
  }

  void write_sheet(const Board& board) const {
    if (sheet.empty()) return;
    const std::string title = designed ? "Rook maze" : "Jump maze";
    const JumpSolutions solutions = all ? all_solutions(board.maze, limit) : JumpSolutions();
    write_text_file(sheet,
                    jump_sheet_svg(board.maze, daily.empty() ? title : title + " of " + daily,
                                   all ? &solutions : nullptr));
  }

  Json board_json(const JumpMaze& maze) const {
    return {{"kind", name},
            {"rows", maze.rows},
            {"cols", maze.cols},
            {"jumps", maze.jumps},
            {"start", maze.start},
            {"goal", maze.goal},
            {"u_turns", maze.u_turns == UTurns::allowed},
            {"text", to_text(maze)},
            {"distances", maze.distances_to_goal()},
            {"solvable", is_solvable(maze)}};
  }

  Output generate(const Board& board) const {
    Json document = board_json(board.maze);
    document["quality"] = quality_json(board.maze);
    if (board.energy) document["energy"] = *board.energy;
    return {to_text(board.maze), document};
  }

  Output solve_all(const JumpMaze& maze) const {
    const JumpSolutions solutions = all_solutions(maze, limit);
    std::string text;
    Json list = Json::array();
    for (const JumpSolution& solution : solutions.found) {
      text += fmt::format("{} moves\n{}", solution.moves(), in_words(maze, solution));
      list.push_back(solution_json(solution));
    }
    text += pluralize(list.size(), "loop-free solution");
    if (!solutions.complete)
      text += list.size() == limit ? ", the shortest of more (--limit)"
                                   : ", the shortest; the search was cut short";
    text += "\n";
    return {text,
            {{"outcome", list.empty() ? "unsolvable" : "solved"},
             {"complete", solutions.complete},
             {"solutions", list}},
            !list.empty()};
  }

  Output solve(const Board& board) const {
    const JumpMaze& maze = board.maze;
    if (!agent.empty())
      return solve_by_agent({std::make_unique<JumpWorld>(maze), jump_advice(maze)}, agent);
    if (all) return solve_all(maze);
    const JumpSolution solution = shortest_solution(maze);
    const bool solved = !solution.squares.empty();
    const std::uint64_t ways = count_shortest_solutions(maze);
    Json document{{"outcome", solved ? "solved" : "unsolvable"}, {"shortest_solutions", ways}};
    document.update(solution_json(solution));
    Animation frames(*this);
    for (std::size_t i = 0; i < solution.squares.size(); ++i)
      frames.frame(static_cast<int>(i),
                   board_picture(maze, solution.squares[i], std::span(solution.squares).first(i)));
    return {solved ? in_words(maze, solution) + fmt::format("solved in {} moves; {}\n",
                                                            solution.moves(),
                                                            pluralize(ways, "shortest solution"))
                   : "unsolvable\n",
            document, solved};
  }

  Exit play(const Board& board) const { return play_jump_maze(board.maze); }

  Output check(const Board& board) const {
    const JumpMaze& maze = board.maze;
    const bool solvable = is_solvable(maze);
    const auto closed = traps(maze);
    std::string text = fmt::format("{}number of moves to the goal (U-turns {}):\n{}", to_text(maze),
                                   maze.u_turns == UTurns::allowed ? "allowed" : "forbidden",
                                   distance_table(maze));
    for (const auto& squares : closed) {
      std::string names;
      for (int square : squares)
        names += fmt::format(" ({},{})", square / maze.cols + 1, square % maze.cols + 1);
      text += fmt::format("dead-end region, by row and column:{}\n", names);
    }
    Json document = board_json(maze);
    document["traps"] = closed;
    document["quality"] = quality_json(maze);
    return {text + (solvable ? "solvable\n" : "unsolvable\n"), document, solvable};
  }

  std::string dot(const Board& board) const { return to_dot(board.maze); }
};

// ---- mazes of an automaton

template <class Rule>
void animate_automaton(const PuzzleOptions& options, Automaton<Rule> automaton) {
  Animation frames(options);
  do frames.frame(automaton.iterations(), picture(automaton.now()));
  while (options.animate && automaton.step());
}

char& character_of(const PathMaze& maze, int square, std::string& text) {
  return text[square / maze.width * (maze.width + 1) + square % maze.width];
}

std::string marked(const PathMaze& maze, const MazeSolution& solution) {
  std::string text = to_text(maze);
  for (int square : solution.path) {
    char& c = character_of(maze, square, text);
    if (c == '.') c = 'o';
  }
  return text;
}

struct MazeAutomatonKind : PuzzleOptions {
  const char* name = "maze-automaton";
  const char* summary = "Mazes without cycles, solved by cells that see only their neighbours";
  const char* formats = "rows of #, ., B and E";
  int width = 31, height = 15;
  double fill = 0.85;
  std::string rule = "dead-ends";

  void add_options(CLI::App& command) {
    add_generator_option(command, "--width", width,
                         "Width of a generated maze in squares, 5 to 200");
    add_generator_option(command, "--height", height, "Height in squares, 5 to 200");
    add_generator_option(command, "--fill", fill,
                         "Fraction of the possible squares that become path squares");
    command.add_option("--rule", rule, "dead-ends, marked (fake paths stay visible) or walker")
        ->check(one_of({"dead-ends", "marked", "walker"}));
    add_budget_option(command, *this, 25'000'000, "examined squares");
    add_animation_options(command, *this);
  }

  PathMaze parse(const std::string& text) const { return parse_path_maze(text); }

  std::optional<PathMaze> make(Rng& rng, GeneratorBudget& steps) const {
    return random_path_maze(width, height, fill, rng, steps);
  }
  Output generate(const PathMaze& maze) const {
    return {
        to_text(maze),
        {{"kind", name}, {"width", maze.width}, {"height", maze.height}, {"text", to_text(maze)}}};
  }

  Output solve(const PathMaze& maze) const {
    const bool walker = rule == "walker", mark = rule == "marked";
    const MazeSolution solution = walker ? solve_by_walker(maze) : solve_by_dead_ends(maze, mark);
    if (walker) {
      animate_automaton(*this, Automaton<WalkerRule>(walker_lattice(maze)));
    } else {
      animate_automaton(*this, Automaton<DeadEndRule>(dead_end_lattice(maze), {mark}));
    }
    const char* outcome = solution.reached ? "solved" : "unsolvable";
    return {marked(maze, solution) +
                fmt::format("{} after {} iterations, {} squares on the main path\n", outcome,
                            solution.iterations, solution.path.size()),
            {{"outcome", outcome},
             {"rule", rule},
             {"iterations", solution.iterations},
             {"path", solution.path}},
            solution.reached};
  }

  Output check(const PathMaze& maze) const {
    const std::size_t length = main_path(maze).size();
    return {length > 0 ? fmt::format("no cycles; a path of {} squares leads to the exit\n", length)
                       : "no path from entrance to exit\n",
            {{"solvable", length > 0}, {"path_squares", length}},
            length > 0};
  }

  Exit play(const PathMaze& maze) const {
    int here = maze.entrance, moves = 0;
    const auto show = [&] {
      std::string text = to_text(maze);
      character_of(maze, here, text) = '@';
      print_out(
          "{}{}", text,
          here == maze.exit ? fmt::format("You reached the exit after {} steps.\n", moves) : "");
    };
    const auto press = [&](char key) {
      const int directions[] = {-maze.width, 1, maze.width, -1};
      const auto place = std::string_view("wdsa").find(key);
      if (here == maze.exit) return;
      const auto ways = maze.path_neighbours(here);
      const auto next = std::find(ways.begin(), ways.end(), here + directions[place]);
      if (next == ways.end()) return;
      here = *next;
      ++moves;
    };
    return play_keys(
        "Walk from B to E.  w up   a left   s down   d right (several at once are fine)   q: quit",
        "wasd", press, show, [&] { return here == maze.exit; });
  }

  std::string dot(const PathMaze& maze) const {
    std::string dot = "graph path_maze {\n  layout=neato;\n  node [shape=box];\n";
    for (int square = 0; square < static_cast<int>(maze.path.size()); ++square) {
      if (!maze.path[square]) continue;
      const char* label = square == maze.entrance ? "B" : square == maze.exit ? "E" : "";
      dot += fmt::format("  q{} [label=\"{}\", pos=\"{},{}!\"];\n", square, label,
                         square % maze.width, maze.height - 1 - square / maze.width);
      for (int next : maze.path_neighbours(square))
        if (next > square) dot += fmt::format("  q{} -- q{};\n", square, next);
    }
    return dot + "}\n";
  }
};

}  // namespace

void add_four_bit(CLI::App& puzzle) { add_kind<FourBitKind>(puzzle); }
void add_jump(CLI::App& puzzle) { add_kind(puzzle, JumpKind(false)); }
void add_rook(CLI::App& puzzle) { add_kind(puzzle, JumpKind(true)); }
void add_maze_automaton(CLI::App& puzzle) { add_kind<MazeAutomatonKind>(puzzle); }

}  // namespace marblemaze
