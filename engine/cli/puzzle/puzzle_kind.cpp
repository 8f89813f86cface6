#include "engine/cli/puzzle/puzzle_kind.h"

#include <algorithm>
#include <array>

#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

constexpr std::array<const char*, 5> kVerbs{"generate", "solve", "play", "check", "dot"};

}  // namespace

void PuzzleKind::add(const std::shared_ptr<PuzzleKind>& kind, CLI::App& puzzle) {
  PuzzleOptions& options = kind->options_;
  CLI::App* command = puzzle.add_subcommand(kind->name_, kind->summary_);
  command->add_option("VERB", options.verb, "generate, solve, play, check or dot (Graphviz)")
      ->required()
      ->check(one_of({kVerbs.begin(), kVerbs.end()}));
  CLI::Option* const source =
      command
          ->add_option("SOURCE", options.source,
                       "File, - for standard input, or the puzzle itself; without it one is "
                       "generated")
          ->type_name(kInput);
  add_seed_option(*command, options.seed, "Seed of the generated puzzle");
  add_output_options(*command, options);
  kind->add_options(*command);
  for (const char* of_generator :
       {"--seed", "--budget", "--size", "--width", "--height", "--start", "--goal", "--density",
        "--hard", "--fill", "--spare", "--level", "--steps", "--energy", "--temperature",
        "--end-temperature", "--daily"})
    if (CLI::Option* const option = command->get_option_no_throw(of_generator))
      option->excludes(source);
  set_action(*command, [kind] { return kind->run(); });
}

Verb PuzzleKind::verb() const {
  return static_cast<Verb>(std::ranges::find(kVerbs, options_.verb) - kVerbs.begin());
}

void PuzzleKind::add_nth_option(CLI::App& command) {
  command.add_option("--nth", options_.nth, "Which puzzle of a file with several")
      ->check(within(1, kLargestInteger))
      ->needs(command.get_option("SOURCE"));
}

std::string PuzzleKind::chosen(const std::vector<std::string>& puzzles) const {
  const auto count = static_cast<int>(puzzles.size());
  if (options_.nth > count)
    throw BadInput("nth", std::to_string(options_.nth), fmt::format("1 to {}", count));
  if (options_.nth == 0 && count > 1)
    throw BadInput(name_ + " file with", counted(count, "puzzle"),
                   fmt::format("one puzzle, or --nth 1 to {}", count));
  return puzzles[static_cast<std::size_t>(std::max(options_.nth, 1) - 1)];
}

Finding PuzzleKind::not_generated(const std::string& wanted) const {
  return {"",
          {{"outcome", "not reached"}, {"wanted", wanted}, {"budget", options_.budget}},
          false,
          fmt::format("not reached within {} steps: {} (--budget)", options_.budget, wanted)};
}

// ---- the command

void add_puzzle_command(CLI::App& app) {
  CLI::App* puzzle =
      app.add_subcommand("puzzle", "Logic mazes, and puzzles solved by cellular automata");
  puzzle->require_subcommand(1);
  puzzle->footer(
      "Examples:\n"
      "  marblemaze puzzle four-bit play                       four lamps to turn off\n"
      "  marblemaze puzzle jump solve 221/122/220 --all        both solutions of a 3x3 board\n"
      "  marblemaze puzzle rook generate --daily 2026-03-01 --sheet today.svg\n"
      "  marblemaze puzzle nonogram solve --animate            watch a picture being found\n"
      "Exit status: 0 done, 1 stalled or unsolvable, 2 bad input.");
  for (PuzzleKindMaker* make :
       {make_four_bit_kind, make_jump_kind, make_rook_kind, make_nonogram_kind, make_binary_kind,
        make_maze_automaton_kind, make_sudoku_kind, make_tectonic_kind, make_kakuro_kind})
    PuzzleKind::add(make(), *puzzle);
  add_classic_automata(*puzzle);
}

}  // namespace marblemaze
