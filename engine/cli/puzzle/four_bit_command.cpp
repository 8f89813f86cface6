#include <fmt/format.h>

#include "agent/belief/puzzle_advice.h"
#include "engine/cli/puzzle/agent_run.h"
#include "maze/puzzles/four_bit_world.h"

namespace marblemaze {
namespace {

struct FourBitOptions : PuzzleOptions {
  FourBitRules rules;
  std::string agent;
};

struct Given {
  FourBitMaze maze;
  int changes = -1;  // of the generator; -1: not generated
};

Given maze_of(const FourBitOptions& options) {
  if (!options.source.empty()) return {parse_four_bit_maze(read_source(options.source))};
  Rng rng(options.seed);
  const GeneratedFourBitMaze made = generate_four_bit_maze(options.rules, rng);
  return {made.maze, made.changes};
}

Json document(const FourBitOptions& options, const Given& given) {
  Json json{{"kind", "four-bit"},
            {"table", given.maze.table()},
            {"text", to_text(given.maze)},
            {"shortest", given.maze.shortest_solution().size()}};
  if (given.changes >= 0)
    json["generator"] = {{"seed", options.seed},
                         {"changes", given.changes},
                         {"min_moves", options.rules.min_moves},
                         {"strict", options.rules.strict}};
  return json;
}

Exit solve(const FourBitOptions& options, const FourBitMaze& maze) {
  if (!options.agent.empty())
    return solve_by_agent(options, {std::make_unique<FourBitWorld>(maze), four_bit_advice()},
                          options.agent);
  const std::vector<int> buttons = maze.shortest_solution();
  Json states = Json::array({FourBitMaze::kStart});
  for (int button : buttons) states.push_back(maze.press(states.back().get<int>(), button));
  const bool solved = !buttons.empty();
  emit(options, solved ? describe_presses(maze, buttons) + "\n" : "unsolvable\n",
       {{"outcome", solved ? "solved" : "unsolvable"},
        {"moves", buttons.size()},
        {"played", buttons},
        {"states", states}});
  return solved ? Exit::done : Exit::not_reached;
}

Exit check(const FourBitOptions& options, const FourBitMaze& maze) {
  const auto faults = maze.faults(options.rules);
  std::string text;
  for (const std::string& fault : faults) text += fault + "\n";
  if (faults.empty())
    text =
        fmt::format("valid; the shortest solution has {} moves\n", maze.shortest_solution().size());
  emit(options, text,
       {{"valid", faults.empty()},
        {"faults", faults},
        {"shortest", maze.shortest_solution().size()}});
  return faults.empty() ? Exit::done : Exit::not_reached;
}

Exit play(FourBitOptions options, Given given) {
  int state = FourBitMaze::kStart, moves = 0;
  const auto show = [&] {
    fmt::print("lamps 4 3 2 1:  {}   ({} moves)\n", lamps(state), moves);
    if (state == FourBitMaze::kGoal)
      fmt::print("all lamps are off: solved in {} moves, {} would do\n", moves,
                 given.maze.shortest_solution().size());
  };
  const auto command = [&](const std::string& line) {
    for (char c : line) {
      if (c >= '1' && c <= '4' && state != FourBitMaze::kGoal) {
        state = given.maze.press(state, c - '1');
        ++moves;
      } else if (c == 'r') {
        state = FourBitMaze::kStart, moves = 0;
      } else if (c == 'n') {
        ++options.seed;
        options.source.clear();
        given = maze_of(options);
        state = FourBitMaze::kStart, moves = 0;
      } else if (c != ' ') {
        fmt::print("'{}' is no button: 1 to 4, r, n or q\n", c);
        continue;
      }
    }
    show();
    return true;
  };
  fmt::print(
      "Turn all four lamps off. Only a burning lamp's button does something: that lamp goes out, "
      "others may change.\n");
  show();
  return play_lines(
      "1 2 3 4: press a button (4 is the leftmost)   r: start again   n: new maze   q: quit",
      command, [&] { return state == FourBitMaze::kGoal; });
}

Exit run(const FourBitOptions& options) {
  const Given given = maze_of(options);
  switch (verb_of(options)) {
    case Verb::generate:
      emit(options, to_text(given.maze), document(options, given));
      return Exit::done;
    case Verb::solve: return solve(options, given.maze);
    case Verb::play: return play(options, given);
    case Verb::check: return check(options, given.maze);
    case Verb::dot:
      emit(options, to_dot(given.maze), {{"dot", to_dot(given.maze)}});
      return Exit::done;
  }
  return Exit::done;
}

}  // namespace

void add_four_bit_kind(Command& puzzle, CommandContext& context) {
  auto options = std::make_shared<FourBitOptions>();
  Command* command =
      add_puzzle_kind(puzzle, "four-bit", "Four lamps, four buttons and a hidden table", *options);
  command
      ->add_option("--min-moves", options->rules.min_moves,
                   "A shortest solution has at least this many moves, 1 to 11")
      ->capture_default_str();
  command->add_flag("--strict", options->rules.strict,
                    "At most two other lamps come on in one press");
  command->add_option("--agent", options->agent,
                      "solve: let this agent press instead; see the agents command");
  command->callback([options, &context] { context.exit = run(*options); });
}

}  // namespace marblemaze
