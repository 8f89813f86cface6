#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "agent/belief/puzzle_advice.h"
#include "agent/design/rook_designer.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/puzzle/agent_run.h"
#include "engine/cli/puzzle/jump_play.h"
#include "maze/base/errors.h"
#include "maze/puzzles/jump_sheet.h"
#include "maze/puzzles/jump_world.h"

namespace marblemaze {
namespace {

bool is_solvable(const JumpMaze& maze, UTurns u_turns) {
  return maze.distances_to_goal(u_turns)[static_cast<std::size_t>(maze.start)] != kUnreachable;
}

struct JumpOptions : PuzzleOptions {
  bool rook = false;  // designed instead of random
  std::string size = "6x6";
  int start = 0;
  int goal = -1;
  bool no_u_turns = false;
  bool all = false;
  std::size_t limit = 100;
  std::string agent;
  RookRequest request;
  std::string daily;
  std::string sheet;

  [[nodiscard]] UTurns u_turns() const { return no_u_turns ? UTurns::forbidden : UTurns::allowed; }
};

void read_size(const std::string& text, RookRequest& request) {
  std::istringstream in(text);
  char x = 0;
  bool good = static_cast<bool>(in >> request.rows);
  request.cols = request.rows;
  if (good && in >> x) good = x == 'x' && in >> request.cols && !(in >> x);
  if (!good) throw BadInput("size", "'" + text + "'", "ROWSxCOLUMNS, as in 5x7, or one number");
}

// A board drawn until there is a way to the goal; only the smallest ones ever need many draws.
JumpMaze random_solvable(const JumpOptions& options, const RookRequest& request, Rng& rng) {
  ToldBudget budget(options);
  for (;;) {
    JumpMaze maze = random_jump_maze(request.rows, request.cols, request.start, request.goal, rng);
    if (is_solvable(maze, options.u_turns()) || !(*budget).spend()) return maze;
  }
}

RookDesign design_with_progress(const RookRequest& request, Rng& rng) {
  ProgressLine line;
  return design_rook_maze(request, rng, [&](const SearchProgress& progress) {
    if (line.due())
      line.show(fmt::format("{} of {} steps, best energy {}", progress.step, progress.steps,
                            progress.best_energy));
    return true;
  });
}

// Throws BadInput where the flags make no sense; `energy` is set for designed boards only.
JumpMaze board_of(const JumpOptions& options, std::optional<double>& energy) {
  if (!options.source.empty()) return parse_jump_maze(read_source(options.source));
  RookRequest request = options.request;
  read_size(options.size, request);
  request.start = options.start;
  request.goal = options.goal;
  Rng rng(options.daily.empty() ? options.seed : daily_seed(options.daily));
  if (!options.rook) return random_solvable(options, request, rng);
  request.u_turns = options.u_turns();
  RookDesign design = design_with_progress(request, rng);
  energy = design.best_energy;
  return design.best;
}

Json board_json(const JumpOptions& options, const JumpMaze& maze) {
  return {{"kind", options.rook ? "rook" : "jump"},
          {"rows", maze.rows},
          {"cols", maze.cols},
          {"jumps", maze.jumps},
          {"start", maze.start},
          {"goal", maze.goal},
          {"u_turns", !options.no_u_turns},
          {"text", to_text(maze)},
          {"distances", maze.distances_to_goal(options.u_turns())},
          {"solvable", is_solvable(maze, options.u_turns())}};
}

Json quality_json(const JumpMaze& maze, UTurns u_turns) {
  const RookQuality quality = rook_quality(maze, u_turns);
  return {{"unreaching", quality.unreaching},
          {"unreached", quality.unreached},
          {"distance", quality.distance},
          {"other_shortest", quality.ties},
          {"choice_points", quality.choices}};
}

std::string sheet_title(const JumpOptions& options) {
  if (!options.daily.empty()) return "Rook jumping maze of " + options.daily;
  return options.rook ? "Rook jumping maze" : "Number-jump maze";
}

Exit generate(const JumpOptions& options, const JumpMaze& maze, std::optional<double> energy) {
  Json document = board_json(options, maze);
  document["quality"] = quality_json(maze, options.u_turns());
  if (energy) document["energy"] = *energy;
  emit(options, to_text(maze), document);
  if (!options.source.empty() || is_solvable(maze, options.u_turns())) return Exit::done;
  fmt::print(stderr, "not reached: a board with a way to the goal within {} steps ({})\n",
             options.rook ? options.request.steps : options.budget,
             options.rook ? "--steps" : "--budget");
  return Exit::not_reached;
}

std::string told(const JumpMaze& maze, const JumpSolution& solution) {
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
  Json headings = Json::array();
  for (Heading heading : solution.headings) headings.push_back(heading_name(heading));
  return {{"moves", solution.moves()}, {"squares", solution.squares}, {"headings", headings}};
}

JumpSolutions shortest_first(const JumpOptions& options, const JumpMaze& maze) {
  JumpSolutions solutions = all_solutions(maze, options.u_turns(), options.limit);
  std::stable_sort(solutions.found.begin(), solutions.found.end(),
                   [](const auto& a, const auto& b) { return a.moves() < b.moves(); });
  return solutions;
}

void replay_at_once(const JumpOptions& options, const JumpMaze& maze,
                    const std::vector<JumpSolution>& solutions) {
  Animation frames(options);
  const int longest = solutions.empty() ? -1 : solutions.back().moves();
  for (int moves = 0; options.animate && moves <= longest; ++moves)
    frames.frame(moves, boards_at_once(maze, solutions, moves));
}

Exit solve_all(const JumpOptions& options, const JumpMaze& maze) {
  const JumpSolutions solutions = shortest_first(options, maze);
  replay_at_once(options, maze, solutions.found);
  std::string text;
  Json list = Json::array();
  for (const JumpSolution& solution : solutions.found) {
    text += fmt::format("{} moves\n{}", solution.moves(), told(maze, solution));
    list.push_back(solution_json(solution));
  }
  text += fmt::format("{} loop-free solution{}{}\n", solutions.found.size(),
                      solutions.found.size() == 1 ? "" : "s",
                      solutions.complete ? "" : " found before the search was cut short (--limit)");
  emit(options, text,
       {{"outcome", list.empty() ? "unsolvable" : "solved"},
        {"complete", solutions.complete},
        {"solutions", list}});
  return list.empty() ? Exit::not_reached : Exit::done;
}

Exit solve(const JumpOptions& options, const JumpMaze& maze) {
  const UTurns u_turns = options.u_turns();
  if (!options.agent.empty())
    return solve_by_agent(options,
                          {std::make_unique<JumpWorld>(maze, u_turns), jump_advice(maze, u_turns)},
                          options.agent);
  if (options.all) return solve_all(options, maze);
  const JumpSolution solution = shortest_solution(maze, u_turns);
  const bool solved = !solution.squares.empty();
  const std::uint64_t ways = count_shortest_solutions(maze, u_turns);
  Json document{{"outcome", solved ? "solved" : "unsolvable"}, {"shortest_solutions", ways}};
  document.update(solution_json(solution));
  Animation frames(options);
  for (std::size_t i = 0; i < solution.squares.size(); ++i)
    frames.frame(static_cast<int>(i),
                 board_picture(maze, solution.squares[i], std::span(solution.squares).first(i)));
  emit(options,
       solved ? told(maze, solution) + fmt::format("solved in {} moves; {} shortest way{}\n",
                                                   solution.moves(), ways, ways == 1 ? "" : "s")
              : "unsolvable\n",
       document);
  return solved ? Exit::done : Exit::not_reached;
}

Exit check(const JumpOptions& options, const JumpMaze& maze) {
  const bool solvable = is_solvable(maze, options.u_turns());
  const auto closed = traps(maze);
  std::string text = to_text(maze) +
                     fmt::format("distances to the goal (U-turns {}):\n",
                                 options.no_u_turns ? "forbidden" : "allowed") +
                     distance_table(maze, options.u_turns());
  for (const auto& squares : closed) {
    std::string names;
    for (int square : squares)
      names += fmt::format(" ({},{})", square / maze.cols + 1, square % maze.cols + 1);
    text += fmt::format("trap, by row and column:{}\n", names);
  }
  text += solvable ? "solvable\n" : "unsolvable\n";
  Json document = board_json(options, maze);
  document["traps"] = closed;
  document["quality"] = quality_json(maze, options.u_turns());
  emit(options, text, document);
  return solvable ? Exit::done : Exit::not_reached;
}

Exit run(const JumpOptions& options) {
  const NamedFile output{"--output", options.output}, sheet{"--sheet", options.sheet};
  expect_outputs(options.source, {output, sheet});
  expect_output_free(sheet, options.output.empty(), "the board");
  std::optional<double> energy;
  const JumpMaze maze = board_of(options, energy);
  if (!options.sheet.empty()) {
    PuzzleOptions to_file;
    to_file.output = options.sheet;
    emit(to_file,
         options.all ? jump_sheet_svg(maze, options.u_turns(), sheet_title(options),
                                      shortest_first(options, maze))
                     : jump_sheet_svg(maze, options.u_turns(), sheet_title(options)),
         {});
  }
  switch (verb_of(options)) {
    case Verb::generate: return generate(options, maze, energy);
    case Verb::solve: return solve(options, maze);
    case Verb::play: return play_jump_maze(maze, options.u_turns());
    case Verb::check: return check(options, maze);
    case Verb::dot: {
      const std::string dot = to_dot(maze, options.u_turns());
      emit(options, dot, {{"dot", dot}});
      return Exit::done;
    }
  }
  return Exit::done;
}

Command* add_kind(Command& puzzle, CommandContext& context,
                  const std::shared_ptr<JumpOptions>& options, const std::string& name,
                  const std::string& summary) {
  Command* command = add_puzzle_kind(puzzle, name, summary, *options);
  command->add_option("--size", options->size, "Board, as ROWSxCOLUMNS or one number for a square")
      ->capture_default_str();
  command->add_option("--start", options->start, "Start square: row * columns + column, from 0")
      ->capture_default_str();
  command->add_option("--goal", options->goal, "Goal square; -1 is the lower right corner")
      ->capture_default_str();
  command->add_flag("--no-u-turns", options->no_u_turns,
                    "A move may not go straight back where the last came from");
  command->add_flag("--all", options->all,
                    "solve: every loop-free solution, shortest first; --animate replays them all "
                    "at once, --sheet draws them all");
  command->add_option("--limit", options->limit, "solve --all: stop after so many")
      ->capture_default_str();
  command->add_option("--agent", options->agent,
                      "solve: let this agent jump; see the agents command");
  command->add_option("--sheet", options->sheet,
                      "Also write a printable SVG sheet, solution on its second page");
  add_animation_flags(*command, *options);
  command->callback([options, &context] { context.exit = run(*options); });
  return command;
}

}  // namespace

void add_jump_kinds(Command& puzzle, CommandContext& context) {
  auto jump = std::make_shared<JumpOptions>();
  add_budget_flag(*add_kind(puzzle, context, jump, "jump",
                            "Jump exactly as many squares as the number says; a random board"),
                  *jump, 100'000, "boards drawn without a way to the goal");
  auto rook = std::make_shared<JumpOptions>();
  rook->rook = true;
  rook->size = "5x5";
  Command* command =
      add_kind(puzzle, context, rook, "rook", "The same, designed by stochastic local search");
  command->add_option("--steps", rook->request.steps, "Steps of the search")->capture_default_str();
  command
      ->add_option("--energy", rook->request.energy,
                   "What to look for: unreaching, distance or everything")
      ->capture_default_str();
  command
      ->add_option("--temperature", rook->request.cooling.start,
                   "At the start; 0 refuses every uphill step")
      ->capture_default_str();
  command->add_option("--end-temperature", rook->request.cooling.end, "At the end")
      ->capture_default_str();
  command->add_option("--daily", rook->daily, "The maze of a day, YYYY-MM-DD, instead of --seed");
}

}  // namespace marblemaze
