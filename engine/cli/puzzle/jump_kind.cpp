#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "agent/belief/world_advice.h"
#include "agent/design/maze_designer.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/cli/puzzle/puzzle_kind.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"
#include "maze/puzzles/board.h"
#include "maze/puzzles/jump_maze.h"

namespace marblemaze {
namespace {

struct Board {
  JumpMaze maze;
  std::optional<double> energy{};  // energy of a designed board
  std::string complaint{};         // complaint about a generated board that has no solution
};

bool is_solvable(const JumpMaze& maze, UTurns u_turns) {
  return maze.distances_to_goal(u_turns)[static_cast<std::size_t>(maze.start)] != kUnreachable;
}

void read_size(const std::string& text, RookRequest& request) {
  std::istringstream in(text);
  char x = 0;
  bool good = static_cast<bool>(in >> request.rows);
  request.cols = request.rows;
  if (good && in >> x) good = x == 'x' && in >> request.cols && !(in >> x);
  if (!good) throw BadInput("size", "'" + text + "'", "ROWSxCOLUMNS, as in 5x7, or one number");
}

Json quality_json(const JumpMaze& maze, UTurns u_turns) {
  const RookQuality quality = rook_quality(maze, u_turns);
  return {{"unreaching", quality.unreaching},
          {"unreached", quality.unreached},
          {"distance", quality.distance},
          {"other_shortest", quality.ties},
          {"choice_points", quality.choices}};
}

std::string in_words(const JumpMaze& maze, const JumpSolution& solution) {
  std::string text;
  for (int i = 0; i < solution.moves(); ++i) {
    const int to = solution.squares[static_cast<std::size_t>(i) + 1],
              from = solution.squares[static_cast<std::size_t>(i)];
    text += fmt::format("{:>4}  {} {:<5} to row {} column {}\n", i + 1,
                        maze.jumps[static_cast<std::size_t>(from)],
                        heading_name(solution.headings[static_cast<std::size_t>(i)]),
                        to / maze.cols + 1, to % maze.cols + 1);
  }
  return text;
}

Json solution_json(const JumpSolution& solution) {
  return {{"moves", solution.moves()},
          {"squares", solution.squares},
          {"headings", Json::list(solution.headings, heading_name)}};
}

// Writes the board with the present square in <> and dots around the squares passed before.
std::string board_picture(const JumpMaze& maze, int here, std::span<const int> passed) {
  return board_text(maze.squares(), maze.cols, [&](int square) {
    const std::string label = maze.label(square);
    if (square == here) return "<" + label + ">";
    const char* const mark = std::ranges::count(passed, square) > 0 ? "." : " ";
    return mark + label + mark;
  });
}

// ---- the game on the terminal

Exit play_jump_maze(const JumpMaze& maze, UTurns u_turns) {
  const JumpStates states(maze, u_turns);
  const std::vector<int> distances = distances_to(states.graph(), states.goal());
  const auto moves_left = [&](int state) { return distances[static_cast<std::size_t>(state)]; };
  int state = states.start();
  std::vector<int> passed;
  const auto won = [&] { return state == states.goal(); };
  const auto show = [&] {
    print_out("{}", board_picture(maze, states.square(state), passed));
    if (won())
      print_out("goal reached in {} moves; the fewest possible are {}\n", passed.size(),
                moves_left(states.start()));
    else if (states.headings(state).empty())
      print_out("no move is possible from here: r starts again\n");
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
      print_out("{}: {} moves are left\n", heading_name(heading), next + 1);
      return;
    }
    print_out("the goal cannot be reached any more: this is a dead-end region\n");
  };
  const auto press = [&](char key) {
    const auto place = std::string_view("wdsa").find(key);
    if (place != std::string_view::npos) {
      if (!won()) go(kHeadings[place]);
    } else if (key == 'r') {
      state = states.start();
      passed.clear();
    } else if (key == 'h') {
      hint();
    } else {
      print_out("'{}' is not a command: w a s d, h, r or q\n", key);
    }
  };
  print_out("Reach G. Each move goes exactly as many squares as the number under you says{}.\n",
            u_turns == UTurns::allowed ? "" : ", never straight back");
  return play_keys("w up   a left   s down   d right   h: hint   r: start again   q: quit", press,
                   show, won);
}

// ---- the kinds

// A board of random numbers.
class JumpKind : public PuzzleKindOf<Board> {
 public:
  JumpKind()
      : JumpKind("jump", "A random board; a jump is exactly as long as the number on its square",
                 kFormats) {}

 protected:
  using PuzzleKindOf::PuzzleKindOf;
  static constexpr const char* kFormats =
      "rows of numbers, 0 or G for the goal, X for a dead square, brackets around the start";

  void add_options(CLI::App& command) override {
    add_board_options(command);
    add_budget_flag(command, options_, 100'000, "boards drawn without a way to the goal");
  }

  void add_board_options(CLI::App& command) {
    command.add_option("--size", size_, "Board, as ROWSxCOLUMNS or one number for a square");
    command.add_option("--start", request_.start,
                       "Start square: row * columns + column, from 0 (default)");
    command.add_option("--goal", request_.goal,
                       "Goal square; -1 (default) is the lower right corner");
    command.add_flag("--no-u-turns", no_u_turns_,
                     "A move may not go straight back to where the last one came from");
    CLI::Option* const all = command.add_flag(
        "--all", all_,
        "solve: list every solution without loops, shortest first; --sheet draws them all");
    command.add_option("--limit", limit_, "solve --all: stop after this many solutions")
        ->check(within(1, kLargestInteger))
        ->needs(all);
    CLI::Option* const agent =
        command.add_option("--agent", agent_, "solve: let this agent jump; see the agents command")
            ->excludes(all);
    command
        .add_option("--sheet", sheet_,
                    "Also write a sheet for printing (SVG), with the solution on its second page")
        ->type_name(kOutput);
    add_animation_flags(command, options_)->excludes(agent)->excludes(all);
  }

  // Draws until there is a path to the goal. Only the smallest boards need many draws.
  std::optional<Board> make(Rng& rng, GeneratorBudget& budget) const override {
    const RookRequest wish = request();
    Board board;
    do board.maze = random_jump_maze(wish.rows, wish.cols, wish.start, wish.goal, rng);
    while (!is_solvable(board.maze, u_turns()) && budget.spend());
    complain_of_no_way(board, options_.budget, "--budget");
    return board;
  }

  [[nodiscard]] RookRequest request() const {
    RookRequest wish = request_;
    read_size(size_, wish);
    wish.u_turns = u_turns();
    return wish;
  }

  void complain_of_no_way(Board& board, std::int64_t steps, const char* flag) const {
    if (!is_solvable(board.maze, u_turns()))
      board.complaint = fmt::format(
          "not reached: a board with a way to the goal within {} steps ({})", steps, flag);
  }

  [[nodiscard]] UTurns u_turns() const { return no_u_turns_ ? UTurns::forbidden : UTurns::allowed; }

  [[nodiscard]] virtual std::string sheet_title() const { return "Jump maze"; }

  std::string size_ = "6x6";
  RookRequest request_;

 private:
  Board parse(const std::string& text) const override { return {parse_jump_maze(text)}; }

  std::optional<Board> read_or_make() const override {
    expect_output_free({"--sheet", sheet_}, options_.output.empty(), "the board");
    std::optional<Board> board = PuzzleKindOf::read_or_make();
    if (sheet_.empty()) return board;
    const JumpSolutions all = all_ ? shortest_first(board->maze) : JumpSolutions();
    write_text_file(sheet_,
                    jump_sheet_svg(board->maze, u_turns(), sheet_title(), all_ ? &all : nullptr));
    return board;
  }

  [[nodiscard]] Json board_json(const JumpMaze& maze) const {
    return {{"kind", name_},
            {"rows", maze.rows},
            {"cols", maze.cols},
            {"jumps", maze.jumps},
            {"start", maze.start},
            {"goal", maze.goal},
            {"u_turns", !no_u_turns_},
            {"text", to_text(maze)},
            {"distances", maze.distances_to_goal(u_turns())},
            {"solvable", is_solvable(maze, u_turns())}};
  }

  Finding generate(const Board& board) const override {
    Json document = board_json(board.maze);
    document["quality"] = quality_json(board.maze, u_turns());
    if (board.energy) document["energy"] = *board.energy;
    return {to_text(board.maze), document, board.complaint.empty(), board.complaint};
  }

  [[nodiscard]] JumpSolutions shortest_first(const JumpMaze& maze) const {
    JumpSolutions solutions = all_solutions(maze, u_turns(), limit_);
    std::ranges::stable_sort(solutions.found, {}, &JumpSolution::moves);
    return solutions;
  }

  [[nodiscard]] Finding solve_all(const JumpMaze& maze) const {
    const JumpSolutions solutions = shortest_first(maze);
    std::string text;
    Json list = Json::array();
    for (const JumpSolution& solution : solutions.found) {
      text += fmt::format("{} moves\n{}", solution.moves(), in_words(maze, solution));
      list.push_back(solution_json(solution));
    }
    text +=
        fmt::format("{}{}\n", counted(list.size(), "loop-free solution"),
                    solutions.complete ? "" : " found before the search was cut short (--limit)");
    return {text,
            {{"outcome", list.empty() ? "unsolvable" : "solved"},
             {"complete", solutions.complete},
             {"solutions", list}},
            !list.empty()};
  }

  Finding solve(const Board& board) const override {
    const JumpMaze& maze = board.maze;
    if (!agent_.empty())
      return solve_by_agent(
          {std::make_unique<JumpWorld>(maze, u_turns()), jump_advice(maze, u_turns())}, agent_);
    if (all_) return solve_all(maze);
    const JumpSolution solution = shortest_solution(maze, u_turns());
    const bool solved = !solution.squares.empty();
    const std::uint64_t ways = count_shortest_solutions(maze, u_turns());
    Json document{{"outcome", solved ? "solved" : "unsolvable"}, {"shortest_solutions", ways}};
    document.update(solution_json(solution));
    Animation frames(options_);
    for (std::size_t i = 0; i < solution.squares.size(); ++i)
      frames.frame(static_cast<int>(i),
                   board_picture(maze, solution.squares[i], std::span(solution.squares).first(i)));
    return {solved ? in_words(maze, solution) + fmt::format("solved in {} moves; {}\n",
                                                            solution.moves(),
                                                            counted(ways, "shortest way"))
                   : "unsolvable\n",
            document, solved};
  }

  Exit play(const Board& board) const override { return play_jump_maze(board.maze, u_turns()); }

  Finding check(const Board& board) const override {
    const JumpMaze& maze = board.maze;
    const bool solvable = is_solvable(maze, u_turns());
    const auto closed = traps(maze);
    std::string text =
        fmt::format("{}distances to the goal (U-turns {}):\n{}", to_text(maze),
                    no_u_turns_ ? "forbidden" : "allowed", distance_table(maze, u_turns()));
    for (const auto& squares : closed) {
      std::string names;
      for (int square : squares)
        names += fmt::format(" ({},{})", square / maze.cols + 1, square % maze.cols + 1);
      text += fmt::format("dead-end region, by row and column:{}\n", names);
    }
    Json document = board_json(maze);
    document["traps"] = closed;
    document["quality"] = quality_json(maze, u_turns());
    return {text + (solvable ? "solvable\n" : "unsolvable\n"), document, solvable};
  }

  std::string dot(const Board& board) const override { return to_dot(board.maze, u_turns()); }

  bool no_u_turns_ = false;
  bool all_ = false;
  std::size_t limit_ = 100;
  std::string agent_;
  std::string sheet_;
};

// A designed board.
class RookKind final : public JumpKind {
 public:
  RookKind() : JumpKind("rook", "A jump maze designed by stochastic local search", kFormats) {
    size_ = "5x5";
  }

 private:
  void add_options(CLI::App& command) override {
    add_board_options(command);
    command.add_option("--steps", request_.steps, "Steps of the search");
    command.add_option("--energy", request_.energy,
                       "What to look for: unreaching, distance or everything");
    command.add_option("--temperature", request_.cooling.start,
                       "Temperature at the start; at 0 no step to a worse board is accepted");
    command.add_option("--end-temperature", request_.cooling.end, "Temperature at the end");
    command.add_option("--daily", daily_, "The maze of a day, YYYY-MM-DD, instead of --seed")
        ->excludes(command.get_option("--seed"));
  }

  std::optional<Board> make(Rng& rng, GeneratorBudget&) const override {
    const RookRequest wish = request();
    if (!daily_.empty()) rng = Rng(daily_seed(daily_));
    const RookDesign design = design_rook_maze(wish, rng, [](const SearchProgress& progress) {
      return stop_point(progress.step, progress.steps), true;
    });
    Board board{design.best, design.best_energy};
    complain_of_no_way(board, wish.steps, "--steps");
    return board;
  }

  std::string sheet_title() const override {
    return "Rook maze" + (daily_.empty() ? "" : " of " + daily_);
  }

  std::string daily_;
};

}  // namespace

std::shared_ptr<PuzzleKind> make_jump_kind() { return std::make_shared<JumpKind>(); }
std::shared_ptr<PuzzleKind> make_rook_kind() { return std::make_shared<RookKind>(); }

}  // namespace marblemaze
