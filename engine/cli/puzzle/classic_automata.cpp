// The commands `puzzle life` and `puzzle elementary`, which show automata and have no VERB.
#include <fmt/format.h>

#include "agent/automata/classic_patterns.h"
#include "engine/cli/puzzle/puzzle_kind.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

struct ClassicOptions : SourceOptions {
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

Output run_life(const ClassicOptions& options) {
  Automaton<Life> life(
      options.source.empty()
          ? random_cells(options.width, options.height, options.density, options.seed)
          : read_pattern(options, "life", {"text", "generations", "still", "alive"}));
  Animation frames(options);
  std::vector<int> alive{count_on(life.now())};
  bool still = false;
  frames.frame(0, to_text(life.now()));
  while (!still && life.iterations() < options.generations) {
    check_stop();
    still = !life.step();
    alive.push_back(count_on(life.now()));
    frames.frame(life.iterations(), to_text(life.now()));
  }
  const std::string text = to_text(life.now());
  return {text + fmt::format("{} cells alive after {} generations{}\n", alive.back(),
                             life.iterations(), still ? "; the pattern no longer changes" : ""),
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
    throw BadInput("pattern of", pluralize(cells.height(), "row"), "one row of . and #");
  return cells;
}

Output run_elementary(const ClassicOptions& options) {
  Automaton<Elementary> automaton(first_row(options), {options.rule});
  std::string text;
  Json rows = Json::array();
  for (;; automaton.step()) {
    check_stop();
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
      ->add_option("--width", options.width, "Minimum width in cells; all cells outside stay off")
      ->check(within(1, kLargestPattern));
  command->add_option("--generations", options.generations, "Number of generations")
      ->check(within(0, 1'000'000));
  add_output_options(*command, options);
  return command;
}

}  // namespace

void add_life(CLI::App& puzzle) {
  auto options = std::make_shared<ClassicOptions>();
  options->width = 60;
  options->height = 24;
  options->generations = 100;
  CLI::App* command = add_classic(puzzle, *options, "life", "Conway's Game of Life",
                                  "Pattern: a file, - for standard input, or the rows of . and # "
                                  "themselves. By default, random cells");
  command->add_option("--height", options->height, "Minimum height in cells")
      ->check(within(1, kLargestPattern));
  add_generator_option(*command, "--density", options->density,
                       "Fraction of cells that are alive in a random pattern")
      ->check(within(0.0, 1.0));
  add_generator_option(*command, "--seed", options->seed, "Seed of the random cells");
  add_animation_options(*command, *options);
  set_action(*command, [options] {
    return print_with_limit(*options, "life", [&] { return run_life(*options); });
  });
}

void add_elementary(CLI::App& puzzle) {
  auto options = std::make_shared<ClassicOptions>();
  options->width = 79;
  options->generations = 39;
  CLI::App* command =
      add_classic(puzzle, *options, "elementary", "Wolfram's one-dimensional automata",
                  "First row of . and #, or a file that contains it. By default, a single cell");
  command->add_option("--rule", options->rule, "Wolfram's rule number")->check(within(0, 255));
  set_action(*command, [options] {
    return print_with_limit(*options, "elementary", [&] { return run_elementary(*options); });
  });
}

}  // namespace marblemaze
