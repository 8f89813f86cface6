#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/cli/answer_aloud.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/numbers.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/experiments/agreement.h"
#include "engine/report/paired_rows.h"
#include "maze/base/errors.h"
#include "maze/base/seeds.h"

namespace marblemaze {
namespace {

/// What is compared: single moves, or with `as_tables` the rows of a suite.
struct AgreeOptions {
  bool as_tables = false;
  AgreementSpec moves;  ///< of these its layers, size and orientations are the options below
  std::string engine;
  // Of moves the mazes, of tables a filter: where one is empty, all of the suite's rows are played.
  std::string layers;
  std::optional<int> size;  ///< cells a side
  std::optional<int> orientations;
  std::string suite = "thesis";
  std::vector<std::string> agents;  ///< a filter, too
  std::string seeds = "1-100";
  std::vector<std::string> paths{"grid", "compound", "imagined"};
  std::string results;  ///< a results file to keep episodes in and go on from; empty: none
  SettingsChoice settings;
  bool json = false;
};

/// The other engine of this name, which the option `what` asked for. Throws BadInput for any other
/// name, and where the program was built without the engine's library.
const PhysicsBackendEntry& engine_named(const std::string& name, const std::string& what) {
  if (name != kSecondOpinion) throw BadInput(what, "'" + name + "'", std::string(kSecondOpinion));
  if (const PhysicsBackendEntry* engine = second_opinion()) return *engine;
  throw BadInput(what, "'" + name + "'",
                 "a program that was built with ODE (docs/results/second-opinion.md)");
}

Finding finding_of(const std::vector<AgreementRow>& rows) {
  const double plain = rows.at(1).ns_per_tick();
  std::string text = fmt::format("{:<40} {:>9} {:>12} {:>14}\n", "path", "agreement", "ns a step",
                                 "against plain");
  Json list = Json::array();
  for (const AgreementRow& row : rows) {
    const double speed = plain / row.ns_per_tick();
    text += fmt::format("{:<40} {:>8.2f}% {:>12.0f} {:>13.1f}x\n", row.contender.name,
                        100 * row.share(), row.ns_per_tick(), speed);
    list.push_back({{"path", row.contender.name},
                    {"moves", row.moves},
                    {"agreed", row.agreed},
                    {"ticks", row.ticks},
                    {"ns_per_step", row.ns_per_tick()},
                    {"speed", speed}});
  }
  text += fmt::format(
      "{} moves from the same settled states. The reference is the plain compound at the fine "
      "step.\n",
      rows.front().moves);
  return {text, {{"rows", list}}};
}

Exit agree_on_moves(const AgreeOptions& options) {
  AgreementSpec spec = options.moves;
  if (!options.layers.empty()) spec.layers = layers_from_string(options.layers);
  spec.size = options.size.value_or(spec.size);
  spec.orientations = options.orientations.value_or(spec.orientations);
  spec.settings = options.settings.make();
  if (!options.engine.empty()) spec.engine = &engine_named(options.engine, "engine");
  ProgressLine line;
  const auto rows = measure_agreement(spec, [&](long moves) {
    if (line.due()) line.show(fmt::format("{} of {} moves", moves, spec.moves));
  });
  line.finish(fmt::format("{0} of {0} moves", spec.moves));
  return tell(finding_of(rows), options.json);
}

// --- the same of tables

/// A way to compute the physics, by the name that people know it by.
struct Path {
  std::string name;
  Source source;
};

Path path_of(const std::string& name, PhysicsSettings settings) {
  if (name == "imagined") return {name, seeded("imagined", settings)};
  if (name == kSecondOpinion)
    return {name, seeded(std::string(engine_named(name, "paths").name), settings)};
  if (name != "grid" && name != "compound")
    throw BadInput("paths", "'" + name + "'",
                   fmt::format("grid, compound, imagined or {}", kSecondOpinion));
  settings.solver.collision = name == "grid" ? Collision::grid : Collision::compound;
  return {name, seeded("bullet", settings)};
}

std::vector<Path> paths_of(const AgreeOptions& options) {
  const PhysicsSettings settings = options.settings.make();
  std::vector<Path> paths;
  std::set<std::string> names;
  for (const std::string& name : options.paths) {
    paths.push_back(path_of(name, settings));
    names.insert(name);
  }
  if (paths.size() < 2 || names.size() < paths.size())
    throw BadInput("paths", fmt::format("'{}'", fmt::join(options.paths, ",")),
                   "two or more different ones");
  return paths;
}

std::vector<RowSpec> rows_of(const AgreeOptions& options) {
  if (options.suite != "thesis") throw BadInput("suite", "'" + options.suite + "'", "thesis");
  std::vector<RowSpec> rows = thesis_suite();
  std::erase_if(rows, [&](const RowSpec& row) {
    const auto& agents = options.agents;
    return (!agents.empty() && std::ranges::count(agents, row.agent) == 0) ||
           (!options.layers.empty() && row.layers != layers_from_string(options.layers)) ||
           (options.size && row.size != *options.size) ||
           (options.orientations && row.orientations != *options.orientations);
  });
  if (!rows.empty()) return rows;
  throw BadInput(
      "rows",
      fmt::format("of agents '{}', size {}, layers '{}', orientations {}",
                  fmt::join(options.agents, ","), options.size.value_or(0), options.layers,
                  options.orientations.value_or(0)),
      "some of the thesis's: its six agents, 5 outer or 3 all, 8 or 24 with the last agent");
}

Exit agree_on_tables(const AgreeOptions& options) {
  const std::vector<Path> paths = paths_of(options);
  const std::vector<RowSpec> rows = rows_of(options);
  const SeedRange seeds = parse_seeds(options.seeds);
  const bool keeps = !options.results.empty();
  Ledger ledger(keeps ? std::optional(options.results) : std::nullopt);
  note_interrupts();
  std::vector<PathResults> results;
  std::size_t left = 0;
  for (const auto& [name, source] : paths) {
    const std::vector<Job> jobs = source.jobs(rows, seeds);
    results.push_back({name, ledger.found(jobs)});
    std::vector<ResultRow>& episodes = results.back().episodes;
    left = answer_aloud(ledger, source, ledger.left_of(jobs), "episodes with " + name,
                        options.moves.jobs, [&](const ResultRow& row) { episodes.push_back(row); });
    if (left > 0) break;
  }
  ledger.finish();
  if (left > 0) {
    print_error("interrupted; {}\n", keeps ? "the same command goes on from here"
                                           : "with --results FILE the same command would go on "
                                             "from here");
    return Exit::interrupted;
  }
  const std::vector<PairedPaths> pairs = pair_paths(results, rows);
  print_out("{}", options.json ? paired_json(pairs) : paired_markdown(pairs));
  return Exit::done;
}

Exit run_agree(const AgreeOptions& options) {
  if (options.layers == "flat") throw BadInput("layers", "'flat'", "all or outer");
  return options.as_tables ? agree_on_tables(options) : agree_on_moves(options);
}

}  // namespace

void add_agree_command(Command& app) {
  auto options = std::make_shared<AgreeOptions>();
  AgreementSpec& moves = options->moves;
  Command* command = app.add_subcommand("agree",
                                        "Compare the fast physics with plain Bullet: where moves "
                                        "end, the figures of the tables, the speed");
  const auto add = [&](const char* flag, auto& value, const char* about, double low, double high) {
    return within(low, high, command->add_option(flag, value, about));
  };
  command->add_flag("--tables", options->as_tables,
                    "Play the thesis's rows with each physics on the same mazes, and compare the "
                    "tables cell by cell");
  for (CommandOption* of_moves :
       {add("--moves", moves.moves, "Moves in all", 1, 1e8),
        add("--mazes", moves.mazes, "Mazes to spread them over", 1, 1e6),
        add("--fine-step", moves.fine_step, "Step of the reference, s", 0.0005, 0.01667)})
    of_moves->excludes({"tables"});
  command
      ->add_option("--engine", options->engine,
                   "Also compare another engine: ode, where the program was built with it")
      ->excludes({"tables"});
  within(kSmallestSide, kLargestSide,
         command->add_option("--size", options->size,
                             "Cells a side (5); with --tables, only rows of this size"));
  command->add_option("--layers", options->layers,
                      "all or outer (outer); with --tables, only rows of this kind");
  command->add_option("--orientations", options->orientations,
                      "8 or 24 (8); with --tables, only rows of this scheme");
  add_seed_option(*command, moves.seed, "Seed of mazes and moves")->excludes({"tables"});
  command
      ->add_option("--suite", options->suite,
                   "With --tables: thesis, the 14 rows of Tables 7 and 8")
      ->needs({"tables"});
  command->add_option("--agent", options->agents, "With --tables: only rows of these agents")
      ->delimiter(',')
      ->needs({"tables"});
  command->add_option("--seeds", options->seeds, "With --tables: mazes, as A-B")->needs({"tables"});
  command
      ->add_option("--paths", options->paths,
                   "With --tables: two or more of grid, compound, imagined and ode")
      ->delimiter(',')
      ->needs({"tables"});
  command
      ->add_option("--results", options->results,
                   "With --tables: keep episodes in this results file, and go on from it")
      ->adds_to_file()
      ->needs({"tables"});
  add_jobs_option(*command, moves.jobs);
  options->settings.add_to(*command);
  command->add_flag("--json", options->json, "One JSON document");
  command->footer("Interrupted, agree --tables ends with status 75; with --results it can go on.");
  command->callback([options] { return run_agree(*options); });
}

}  // namespace marblemaze
