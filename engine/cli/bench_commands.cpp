// Commands that write results files: bench and merge.
#include <algorithm>
#include <chrono>
#include <map>

#include <fmt/format.h>

#include "engine/cli/answer_aloud.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/print.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/cpu_clock.h"

namespace marblemaze {
namespace {

using Clock = std::chrono::steady_clock;

struct BenchOptions {
  std::string suite;
  std::vector<std::string> agents;
  AgentCommandChoice own_agents;
  std::vector<int> orientations;
  std::vector<std::string> layers{"all"};
  std::vector<int> sizes{3};
  std::string world = "bullet";
  std::string seeds = "1-100";
  int runs = 1, move_limit = 0;  ///< no move limit: that of the world
  int jobs = 0;
  std::string results = "results.db";
  std::string shard = "1/1";
  SettingsChoice settings;
  bool free = false, rest = false;
  bool recovery = false;
  bool truth = false;
  bool json = false;
};

std::vector<RowSpec> rows_of(const BenchOptions& options) {
  std::vector<RowSpec> rows;
  const auto add = [&](RowSpec row) {
    row.recovery = options.recovery;
    row.rest = options.rest;
    row.move_limit = options.move_limit;
    if (std::ranges::count(rows, row) == 0) rows.push_back(row);
  };
  if (options.suite == "thesis") {
    for (const RowSpec& row : thesis_suite()) add(row);
    return rows;
  }
  const std::vector<std::string> agents =
      options.own_agents.enrol_beside(options.agents, {}, options.free);
  for (const std::string& layers : options.layers)
    for (int size : options.sizes) {
      const Layers kind = layers_from_string(layers);
      static_cast<void>(Grid(size, kind));  // throws if there is none
      std::vector<ControlScheme> schemes;
      for (const int orientations : options.orientations)
        schemes.push_back(ControlScheme{orientations});
      if (options.free)
        schemes = {ControlScheme::none};
      else if (schemes.empty())
        schemes = {usual_scheme(kind)};
      for (const ControlScheme scheme : schemes)
        if (!options.free) static_cast<void>(OrientationScheme(scheme, kind));
      for (const std::string& agent : agents)
        for (const ControlScheme scheme : schemes) add({agent, scheme, kind, size});
    }
  return rows;
}

Exit run_bench(const BenchOptions& options) {
  const auto began = Clock::now();
  const Source source = seeded(options.world, options.settings.make());
  options.free ? static_cast<void>(physics_kind(options.world))
               : static_cast<void>(marble_world_kind(options.world));
  const Shard shard = parse_shard(options.shard);
  const SeedRange seeds = parse_seeds(options.seeds);
  const std::vector<RowSpec> rows = rows_of(options);
  ResultsStore store(options.results, ResultsStore::Mode::create_or_append);
  std::map<Outcome, int> outcomes;
  int solvable = 0;
  const Answered episodes = answer_aloud(
      store, source, JobList(source.jobs(rows, seeds, options.runs), shard), "episodes",
      options.jobs, [&](const ResultRow& row) { ++outcomes[row.outcome]; });
  Answered truths;
  if (options.truth && episodes.left == 0)
    truths =
        answer_aloud(store, source, JobList(source.jobs(truths_of(rows), seeds), shard), "truths",
                     options.jobs, [&](const ResultRow& row) { solvable += row.truth.solvable; });
  store.finish();

  const double wall_s = std::chrono::duration<double>(Clock::now() - began).count();
  const double cpu_s = process_cpu_s();
  Finding all{
      fmt::format("{} episodes run, {} were there already:", episodes.found, episodes.before),
      {{"episodes", episodes.found},
       {"stored_before", episodes.before},
       {"outcomes", Json::object()},
       {"cpu_s", cpu_s},
       {"wall_s", wall_s},
       {"results", options.results}}};
  for (const auto& [outcome, count] : outcomes) {
    all.text += fmt::format(" {} {}", count, to_string(outcome));
    all.document["outcomes"][to_string(outcome)] = count;
  }
  if (options.truth) {
    all.text += fmt::format("\n{} truths found, {} were there already: {} solvable", truths.found,
                            truths.before, solvable);
    all.document["truths"] = {
        {"found", truths.found}, {"stored_before", truths.before}, {"solvable", solvable}};
  }
  all.text += fmt::format("\n{:.1f} s of processor time, {:.1f} s by the clock; results in {}\n",
                          cpu_s, wall_s, options.results);
  tell(all, options.json);
  return done_or_interrupted(
      episodes.left + truths.left,
      truths.left > 0 ? fmt::format("{} episodes and {} truths", episodes.left, truths.left)
                      : fmt::format("{} episodes", episodes.left));
}

// ---- merge

struct MergeOptions {
  std::string into;
  std::vector<std::string> files;
  bool json = false;
};

Finding merge_files(const MergeOptions& options) {
  // Nothing is created or changed before each file is known to be a results file.
  expect_database_file(options.into);
  for (const std::string& file : options.files)
    static_cast<void>(ResultsStore(file, ResultsStore::Mode::read));
  ResultsStore store(options.into, ResultsStore::Mode::create_whole);
  const std::vector<Merged> merged = store.merge(options.files);
  const StopScope scope{StopToken()};  // the rows are written
  Finding all;
  Json taken = Json::object(), truths = Json::object();
  for (std::size_t i = 0; i < merged.size(); ++i) {
    all.text += fmt::format("{}: {} episodes and {} truths taken over\n", options.files[i],
                            merged[i].episodes, merged[i].truths);
    taken[options.files[i]] = merged[i].episodes;
    truths[options.files[i]] = merged[i].truths;
  }
  all.document = {{"results", options.into},
                  {"episodes", store.count(Question::run)},
                  {"taken", taken},
                  {"truths", store.count(Question::truth)},
                  {"truths_taken", truths}};
  store.finish();
  return all;
}

Exit run_merge(const MergeOptions& options) {
  note_interrupts();
  try {
    return tell(merge_files(options), options.json);
  } catch (const Interrupted&) {
    print_error("interrupted: nothing was written; give the same command again\n");
    return Exit::interrupted;
  }
}

}  // namespace

void add_bench_command(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand(
      "bench", "Run many episodes on all cores and store them in a results file");
  CLI::Option* const suite =
      command->add_option("--suite", options->suite, "thesis: the 14 rows of Tables 7 and 8")
          ->check(one_of({"thesis"}));
  command->add_option("--agent", options->agents, "Agents to run (several may be given)")
      ->delimiter(',')
      ->excludes(suite);
  command->add_option("--orientations", options->orientations, "Control schemes")
      ->delimiter(',')
      ->check(one_of({"4", "8", "24"}))
      ->excludes(suite);
  command->add_option("--layers", options->layers, "Kinds of maze")
      ->delimiter(',')
      ->check(one_of({"all", "outer", "flat"}))
      ->excludes(suite);
  command->add_option("--size", options->sizes, "Cells on each side of the mazes")
      ->delimiter(',')
      ->check(within(2, kLargestSide))
      ->excludes(suite);
  options->own_agents.add_to(*command, true, false)->excludes(suite);
  command
      ->add_option("--move-limit", options->move_limit,
                   "Moves after which a run is truncated (default: 6,000)")
      ->check(within(0, kLargestInteger));
  add_world_option(*command, "--world", options->world);
  command->add_option("--seeds", options->seeds, "Seeds of the mazes, as A-B");
  command
      ->add_option("--runs", options->runs,
                   "Runs in each maze; they differ in the noise of the actuator and in the random "
                   "numbers of agents")
      ->check(within(1, 1'000'000));
  add_jobs_option(*command, options->jobs);
  command->add_option("--results", options->results, "Results file (SQLite)")->type_name(kDatabase);
  command->add_option("--shard", options->shard, "Run only part i of n of the work, as i/n");
  options->settings.add_to(*command);
  add_recovery_option(*command, options->recovery);
  command->add_flag("--truth", options->truth,
                    "Also find the optimum of each maze, or with noise both bounds on the success "
                    "probability, by trying moves in copies");
  add_free_options(
      *command, options->free, options->rest,
      {"--suite", "--orientations", "--recovery", "--truth", "--move-limit", "--call-limit"});
  command->add_flag("--json", options->json, "One JSON document");
  command->footer(
      "An interrupted bench ends with status 75. Give the same command again to continue.");
  set_action(*command, [options] { return run_resumably([&] { return run_bench(*options); }); });
}

void add_merge_command(CLI::App& app) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command =
      app.add_subcommand("merge", "Merge the results files of several shards into one file");
  command->add_option("OUT", options->into, "Results file to add to")
      ->required()
      ->type_name(kDatabase);
  command->add_option("FILES", options->files, "Results files to take from")
      ->required()
      ->type_name(kInput);
  command->add_flag("--json", options->json, "One JSON document");
  set_action(*command, [options] { return run_merge(*options); });
}

}  // namespace marblemaze
