#include <optional>

#include <fmt/format.h>

#include "engine/cli/agree_tables.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/numbers.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/experiments/agreement.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

struct AgreeOptions {
  AgreementSpec spec;
  AgreeTables tables;
  std::string engine;
  SettingsChoice settings;
  bool as_tables = false;
};

void print_rows(const std::vector<AgreementRow>& rows, bool json) {
  const double plain = rows.at(1).ns_per_tick();
  if (json) {
    auto list = Json::array();
    for (const AgreementRow& row : rows)
      list.push_back({{"path", row.contender.name},
                      {"moves", row.moves},
                      {"agreed", row.agreed},
                      {"ticks", row.ticks},
                      {"ns_per_step", row.ns_per_tick()},
                      {"speed", plain / row.ns_per_tick()}});
    print_out("{}\n", Json{{"rows", list}}.dump());
    return;
  }
  print_out("{:<40} {:>9} {:>12} {:>14}\n", "path", "agreement", "ns a step", "against plain");
  for (const AgreementRow& row : rows)
    print_out("{:<40} {:>8.2f}% {:>12.0f} {:>13.1f}x\n", row.contender.name, 100 * row.share(),
              row.ns_per_tick(), plain / row.ns_per_tick());
  print_out(
      "{} moves from the same settled states. The reference is the plain compound at the fine "
      "step.\n",
      rows.front().moves);
}

void agree_on_moves(const AgreeOptions& options) {
  const AgreeTables& shared = options.tables;
  AgreementSpec spec = options.spec;
  if (!shared.layers.empty()) spec.layers = layers_from_string(shared.layers);
  spec.size = shared.size.value_or(spec.size);
  spec.orientations = shared.orientations.value_or(spec.orientations);
  spec.jobs = shared.jobs;
  spec.settings = options.settings.make();
  if (!options.engine.empty()) spec.engine = &engine_named(options.engine, "engine");
  ProgressLine line;
  const auto rows = measure_agreement(spec, [&](long moves) {
    if (line.due()) line.show(fmt::format("{} of {} moves", moves, spec.moves));
  });
  line.finish(fmt::format("{0} of {0} moves", spec.moves));
  print_rows(rows, shared.json);
}

Exit run_agree(const AgreeOptions& options) {
  if (options.tables.layers == "flat") throw BadInput("layers", "'flat'", "all or outer");
  if (!options.as_tables) {
    agree_on_moves(options);
    return Exit::done;
  }
  AgreeTables tables = options.tables;
  tables.settings = options.settings.make();
  return agree_on_tables(tables);
}

}  // namespace

void add_agree_command(Command& app, CommandContext& context) {
  auto options = std::make_shared<AgreeOptions>();
  AgreementSpec& spec = options->spec;
  AgreeTables& tables = options->tables;
  Command* command = app.add_subcommand("agree",
                                        "Compare the fast physics with plain Bullet: where moves "
                                        "end, the figures of the tables, the speed");
  const auto add = [&](const char* flag, auto& value, const char* about, double low, double high) {
    return within(low, high, command->add_option(flag, value, about));
  };
  command->add_flag("--tables", options->as_tables,
                                               "Play the thesis's rows with each physics on the "
                                               "same mazes, and compare the tables cell by cell");
  for (CommandOption* of_moves :
       {add("--moves", spec.moves, "Moves in all", 1, 1e8),
        add("--mazes", spec.mazes, "Mazes to spread them over", 1, 1e6),
        add("--fine-step", spec.fine_step, "Step of the reference, s", 0.0005, 0.01667)})
    of_moves->excludes({"tables"});
  command
      ->add_option("--engine", options->engine,
                   "Also compare another engine: ode, where the program was built with it")
      ->excludes({"tables"});
  within(kSmallestSide, kLargestSide,
         command->add_option("--size", tables.size,
                             "Cells a side (5); with --tables, only rows of this size"));
  command->add_option("--layers", tables.layers,
                      "all or outer (outer); with --tables, only rows of this kind");
  command->add_option("--orientations", tables.orientations,
                      "8 or 24 (8); with --tables, only rows of this scheme");
  add_seed_option(*command, spec.seed, "Seed of mazes and moves")->excludes({"tables"});
  command
      ->add_option("--suite", tables.suite, "With --tables: thesis, the 14 rows of Tables 7 and 8")
      ->needs({"tables"});
  command->add_option("--agent", tables.agents, "With --tables: only rows of these agents")
      ->delimiter(',')
      ->needs({"tables"});
  command->add_option("--seeds", tables.seeds, "With --tables: mazes, as A-B")
      ->needs({"tables"});
  command
      ->add_option("--paths", tables.paths,
                   "With --tables: two or more of grid, compound, imagined and ode")
      ->delimiter(',')
      ->needs({"tables"});
  command
      ->add_option("--results", tables.results,
                   "With --tables: keep episodes in this results file, and go on from it")
      ->adds_to_file()
      ->needs({"tables"});
  add_jobs_option(*command, tables.jobs);
  options->settings.add_to(*command);
  command->add_flag("--json", tables.json, "One JSON document");
  command->footer("Interrupted, agree --tables ends with status 75; with --results it can go on.");
  command->callback([options, &context] { context.exit = run_agree(*options); });
}

}  // namespace marblemaze
