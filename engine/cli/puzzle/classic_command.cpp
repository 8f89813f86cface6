#include <fmt/format.h>

#include "agent/automata/classic_patterns.h"
#include "engine/cli/puzzle/puzzle_kind.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

struct ClassicOptions : PuzzleOptions {
  int rule = 30;
  int width = 0;
  int height = 0;
  int generations = 0;
  double density = 0.3;
};

Lattice<Bit> read_pattern(const ClassicOptions& options, const char* kind,
                          std::initializer_list<std::string_view> members) {
  return read_puzzle(
      options.source, ".rle and .cells files; rows of . and # or O",
      [&](const std::string& text) { return parse_pattern(text, options.width, options.height); },
      [&](const Lattice<Bit>&) {
        return Json{{"kind", kind}};
      },
      members);
}

Finding run_life(const ClassicOptions& options) {
  Automaton<Life> life(
      options.source.empty()
          ? random_cells(options.width, options.height, options.density, options.seed)
          : read_pattern(options, "life", {"text", "generations", "still", "alive"}));
  Animation frames(options);
  std::vector<int> alive{count_on(life.now())};
  bool still = false;
  frames.frame(0, to_text(life.now()));
  while (!still && life.iterations() < options.generations) {
    stop_point();
    still = !life.step();
    alive.push_back(count_on(life.now()));
    frames.frame(life.iterations(), to_text(life.now()));
  }
  const std::string text = to_text(life.now());
  return {text + fmt::format("{} cells alive after {} generations{}\n", alive.back(),
                             life.iterations(), still ? "; nothing changes any more" : ""),
          {{"kind", "life"},
           {"generations", life.iterations()},
           {"still", still},
           {"alive", alive},
           {"text", text}}};
}

Lattice<Bit> first_row(const ClassicOptions& options) {
  if (options.source.empty()) return parse_pattern("#", options.width);
  Lattice<Bit> cells = read_pattern(options, "elementary", {"text"});
  if (cells.height() > 1)
    throw BadInput("pattern of", counted(cells.height(), "row"), "one row of . and #");
  return cells;
}

// Prints the generations below each other.
Finding run_elementary(const ClassicOptions& options) {
  Automaton<Elementary> automaton(first_row(options), {options.rule});
  std::string text;
  Json rows = Json::array();
  for (;; automaton.step()) {
    stop_point();
    const std::string row = to_text(automaton.now());
    text += row;
    rows.push_back(row.substr(0, row.size() - 1));
    if (automaton.iterations() >= options.generations) break;
  }
  return {text,
          {{"kind", "elementary"},
           {"rule", options.rule},
           {"generations", automaton.iterations()},
           {"rows", rows},
           {"text", text}}};
}

CLI::App* add_classic(CLI::App& puzzle, ClassicOptions& options, const std::string& name,
                      const std::string& summary, const std::string& source) {
  CLI::App* command = puzzle.add_subcommand(name, summary);
  command->add_option("SOURCE", options.source, source)->type_name(kInput);
  command
      ->add_option("--width", options.width, "Width in cells, at least; all cells outside stay off")
      ->check(within(1, kLargestPattern));
  command->add_option("--generations", options.generations, "Generations to run")
      ->check(within(0, 1'000'000));
  add_output_options(*command, options);
  return command;
}

}  // namespace

void add_classic_automata(CLI::App& puzzle) {
  auto life = std::make_shared<ClassicOptions>();
  life->width = 60;
  life->height = 24;
  life->generations = 100;
  CLI::App* command =
      add_classic(puzzle, *life, "life", "Conway's Game of Life",
                  "Pattern: a file, - for standard input, or the rows of . and # themselves. "
                  "Without it: random cells");
  command->add_option("--height", life->height, "Height in cells, at least")
      ->check(within(1, kLargestPattern));
  CLI::Option* const source = command->get_option("SOURCE");
  command->add_option("--density", life->density, "Share of random cells that are alive")
      ->check(within(0.0, 1.0))
      ->excludes(source);
  add_seed_option(*command, life->seed, "Seed of the random cells")->excludes(source);
  add_animation_flags(*command, *life);
  set_action(*command,
             [life] { return tell_in_time(*life, "life", [&] { return run_life(*life); }); });

  auto line = std::make_shared<ClassicOptions>();
  line->width = 79;
  line->generations = 39;
  command = add_classic(puzzle, *line, "elementary", "Wolfram's automata of one dimension",
                        "First row of . and #, or a file with it. Without it: a single cell");
  command->add_option("--rule", line->rule, "Wolfram's number of the rule")->check(within(0, 255));
  set_action(*command, [line] {
    return tell_in_time(*line, "elementary", [&] { return run_elementary(*line); });
  });
}

}  // namespace marblemaze
