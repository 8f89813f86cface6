#include "engine/cli/puzzle/puzzle_kind.h"

#include <algorithm>
#include <array>

#include "engine/cli/common/print.h"
#include "maze/base/words.h"

namespace marblemaze {
namespace {

constexpr std::array<const char*, 5> kVerbs{"generate", "solve", "play", "check", "dot"};

}  // namespace

void PuzzleKind::add(std::shared_ptr<PuzzleKind> kind, Command& puzzle) {
  PuzzleOptions& options = kind->options_;
  Command* command = puzzle.add_subcommand(kind->name_, kind->summary_);
  command->add_option("VERB", options.verb, "generate, solve, play, check or dot (Graphviz)")
      ->required()
      ->one_of({kVerbs.begin(), kVerbs.end()});
  command
      ->add_option("SOURCE", options.source,
                   "File, - for standard input, or the puzzle itself; without it one is generated")
      ->reads_file();
  add_seed_option(*command, options.seed, "Seed of the generated puzzle");
  add_output_options(*command, options);
  command->act_on(kind->verbs({Verb::generate, Verb::solve, Verb::check, Verb::dot}),
                  {"output", "json"});
  kind->add_options(*command);
  command->act_on(kind->generated(), {"seed"});
  command->callback([kind] { return kind->run(); });
}

Verb PuzzleKind::verb() const {
  return static_cast<Verb>(std::ranges::find(kVerbs, options_.verb) - kVerbs.begin());
}

Subject PuzzleKind::generated() const {
  return {"a puzzle that is generated", [this] { return generates(); }};
}

Subject PuzzleKind::verbs(const std::vector<Verb>& verbs) const {
  const auto word = [](Verb one) { return kVerbs[static_cast<std::size_t>(one)]; };
  return {chained(verbs, " or ", word),
          [this, verbs] { return std::ranges::find(verbs, verb()) != verbs.end(); }};
}

Exit PuzzleKind::not_generated(const std::string& wanted) const {
  print_error("not reached within {} steps: {} (--budget)\n", options_.budget, wanted);
  if (!options_.json) return Exit::not_reached;
  return tell(
      options_,
      {"", {{"outcome", "not reached"}, {"wanted", wanted}, {"budget", options_.budget}}, false});
}

}  // namespace marblemaze
