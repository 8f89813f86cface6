#include <algorithm>
#include <chrono>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "engine/cli/answer_aloud.h"
#include "engine/cli/bench_status.h"
#include "engine/cli/common/agent_command.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/print.h"
#include "engine/results/result_csv.h"
#include "engine/results/shard_progress.h"
#include "engine/run/free_episode.h"
#include "engine/run/world_factory.h"
#include "maze/base/cpu_clock.h"
#include "maze/base/errors.h"
#include "maze/base/seeds.h"
#include "maze/base/text_file.h"

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
  int jobs = 0;
  std::string results = "results.db";
  std::string shard = "1/1";
  std::string plan;    ///< a file; empty: run
  std::string status;  ///< a folder; empty: run
  SettingsChoice settings;
  bool free = false, rest = false;
  bool recovery = false;
  bool truth = false;
  bool json = false;
};

std::vector<RowSpec> rows_of(const BenchOptions& options) {
  if (options.suite == "thesis") {
    std::vector<RowSpec> suite = thesis_suite();
    for (RowSpec& row : suite) row.recovery = options.recovery;
    return suite;
  }
  if (!options.suite.empty()) throw BadInput("suite", "'" + options.suite + "'", "thesis");
  std::vector<RowSpec> rows;
  const std::vector<std::string> agents =
      options.own_agents.enrol_beside(options.agents, {}, options.free);
  for (const std::string& layers : options.layers)
    for (int size : options.sizes)
      for (const std::string& agent : agents) {
        const Layers kind = layers_from_string(layers);
        static_cast<void>(Grid(size, kind));
        const std::vector<int> schemes = options.free ? std::vector{0}
                                         : !options.orientations.empty()
                                             ? options.orientations
                                             : std::vector{kind == Layers::flat ? 4 : 8};
        for (int scheme : schemes) {
          if (!options.free) static_cast<void>(OrientationScheme(scheme, kind));
          const RowSpec row{agent, scheme, kind, size, options.recovery, options.rest};
          if (std::ranges::find(rows, row) == rows.end()) rows.push_back(row);
        }
      }
  return rows;
}

/// The shard's part. Dealt out one by one, so that each shard gets its part of the expensive work.
std::vector<Job> part_of(std::vector<Job> all, Shard shard) {
  if (shard.of == 1) return all;
  std::vector<Job> part;
  for (std::size_t i = 0; i < all.size(); ++i)
    if (shard.has(i)) part.push_back(std::move(all[i]));
  return part;
}

/// The jobs of one question, and what became of them.
struct Part {
  const char* what;            ///< in the plural
  std::vector<Job> jobs = {};  ///< until the bench begins
  std::size_t all = 0;         ///< how many there were
  std::vector<Job> left = {};  ///< of them, when the bench began
  std::size_t to_go = 0;       ///< of those left, at its end

  [[nodiscard]] std::size_t before() const { return all - left.size(); }
  [[nodiscard]] std::size_t found() const { return left.size() - to_go; }
};

/// All that a bench or one of its shards is to find, and what it found.
struct Workload {
  Part episodes{"episodes"}, truths{"truths"};
  std::map<Outcome, int> outcomes = {};  ///< of the episodes found
  int solvable = 0;                      ///< of the truths found

  void count(const ResultRow& row) {
    if (row.job.question() == Question::truth)
      solvable += row.truth.solvable;
    else
      ++outcomes[row.run.outcome];
  }
};

Workload workload_of(const BenchOptions& options, const Source& source, Shard shard) {
  const SeedRange seeds = parse_seeds(options.seeds);
  const std::vector<RowSpec> rows = rows_of(options);
  Workload work;
  work.episodes.jobs = part_of(source.jobs(rows, seeds), shard);
  if (options.truth) work.truths.jobs = part_of(source.jobs(truths_of(rows), seeds), shard);
  return work;
}

Finding finding_of(const BenchOptions& options, const Workload& work, double wall_s) {
  const double cpu_s = process_cpu_s();
  const Part &episodes = work.episodes, &truths = work.truths;
  Finding all{
      fmt::format("{} episodes run, {} were there already:", episodes.found(), episodes.before()),
      {{"episodes", episodes.found()},
       {"stored_before", episodes.before()},
       {"outcomes", Json::object()},
       {"cpu_s", cpu_s},
       {"wall_s", wall_s},
       {"results", options.results}}};
  for (const auto& [outcome, count] : work.outcomes) {
    all.text += fmt::format(" {} {}", count, to_string(outcome));
    all.document["outcomes"][to_string(outcome)] = count;
  }
  if (options.truth) {
    all.text += fmt::format("\n{} truths found, {} were there already: {} solvable", truths.found(),
                            truths.before(), work.solvable);
    all.document["truths"] = {
        {"found", truths.found()}, {"stored_before", truths.before()}, {"solvable", work.solvable}};
  }
  all.text += fmt::format("\n{:.1f} s of processor time, {:.1f} s by the clock; results in {}\n",
                          cpu_s, wall_s, options.results);
  return all;
}

ShardProgress progress_of(const Workload& work, Shard shard) {
  ShardProgress progress;
  progress.shard = shard.number;
  progress.shards = shard.of;
  for (const Part* part : {&work.episodes, &work.truths}) {
    progress.total += static_cast<std::int64_t>(part->all);
    progress.done += static_cast<std::int64_t>(part->before());
    for (const Job& job : part->left) progress.cost_left += expected_cost(job);
  }
  return progress;
}

/// Runs what the results file has not, and closes it.
void run_workload(const BenchOptions& options, const Source& source, Shard shard, Workload& work) {
  Ledger ledger(options.results);
  for (Part* part : {&work.episodes, &work.truths}) {
    part->all = part->jobs.size();
    part->left = ledger.left_of(std::move(part->jobs));
  }
  // A bench in one piece shows its progress on the terminal and leaves no file but the database.
  std::optional<ProgressFile> file;
  if (shard.of > 1) file.emplace(options.results, progress_of(work, shard));
  for (Part* part : {&work.episodes, &work.truths}) {
    const auto on_row = [&](const ResultRow& row) {
      work.count(row);
      if (file) file->one_done(expected_cost(row.job));
    };
    part->to_go = answer_aloud(ledger, source, part->left, part->what, options.jobs, on_row);
  }
  ledger.finish();
}

/// The rows that the results will have, in the order of the work.
void write_plan(const std::string& file, const Workload& work) {
  const MixedCsv csv(MixedCsv::Columns::key);
  std::string text = csv.heading() + "\n";
  for (const Part* part : {&work.episodes, &work.truths})
    for (const Job& job : part->jobs) text += csv.line({job}) + "\n";
  write_text_file(file, text);
}

Exit run_bench(const BenchOptions& options) {
  const PhysicsSettings settings = options.settings.make();
  if (options.free)
    static_cast<void>(free_backend(options.world));
  else
    static_cast<void>(marble_world_kind(options.world));
  if (options.truth) require_truth(options.world, settings);
  const Shard shard = parse_shard(options.shard);
  const Source source = seeded(options.world, settings);
  Workload work = workload_of(options, source, shard);
  if (!options.plan.empty()) {
    write_plan(options.plan, work);
    return Exit::done;
  }
  const auto began = Clock::now();
  run_workload(options, source, shard, work);
  const double wall_s = std::chrono::duration<double>(Clock::now() - began).count();
  const Exit exit = tell(finding_of(options, work, wall_s), options.json);
  const std::size_t episodes = work.episodes.to_go, truths = work.truths.to_go;
  if (episodes + truths == 0) return exit;
  print_error("interrupted with {} to go; the same command goes on from here\n",
              truths > 0 ? fmt::format("{} episodes and {} truths", episodes, truths)
                         : fmt::format("{} episodes", episodes));
  return Exit::interrupted;
}

Exit bench(const BenchOptions& options) {
  if (!options.status.empty()) return tell(bench_status(options.status), options.json);
  return run_resumably([&] { return run_bench(options); });
}

}  // namespace

void add_bench_command(Command& app) {
  auto options = std::make_shared<BenchOptions>();
  Command* command = app.add_subcommand(
      "bench", "Run many episodes on all cores and store them in a results file");
  command->add_option("--suite", options->suite, "thesis: the 14 rows of Tables 7 and 8");
  for (CommandOption* own :
       {command->add_option("--agent", options->agents, "Agents to run (several may be given)"),
        command->add_option("--orientations", options->orientations, "Control schemes"),
        command->add_option("--layers", options->layers, "Kinds of maze"),
        command->add_option("--size", options->sizes, "Cells a side")})
    own->delimiter(',')->excludes({"suite"});
  options->own_agents.add_to(*command, {"suite"}, true);
  command->add_option("--world", options->world, marble_world_names({}, true));
  command->add_option("--seeds", options->seeds, "Seeds of the mazes, as A-B");
  add_jobs_option(*command, options->jobs);
  command->add_option("--results", options->results, "Results file (SQLite)")->adds_to_file();
  command->add_option("--shard", options->shard, "Run only part i of n of the work, as i/n");
  command
      ->add_option("--plan", options->plan,
                   "Run nothing; write which rows the results will have (CSV)")
      ->writes_file();
  command
      ->add_option("--status", options->status,
                   "Run nothing; show the progress of the shards in this folder")
      ->offers_files()
      ->stands_alone_but_for({"json"});
  options->settings.add_to(*command)->acts_on(physics_in(options->world));
  command
      ->add_flag("--recovery", options->recovery,
                 "Go on when the marble freezes: the agent may tip the maze again")
      ->acts_on(physics_in(options->world));
  command->add_flag(
      "--truth", options->truth,
      "Also find the optimum of each maze, or with noise both ends of the possible, by trying "
      "moves in copies");
  add_free_flags(*command, options->free, options->rest,
                 {"suite", "orientations", "recovery", "truth", "move-limit", "call-limit"});
  command->add_flag("--json", options->json, "One JSON document");
  for (const char* of_runs : {"jobs", "results", "json"})
    command->option(of_runs)->excludes({"plan"});
  command->footer(
      "An interrupted bench ends with status 75. Give the same command again: it goes on from "
      "there.");
  command->callback([options] { return bench(*options); });
}

}  // namespace marblemaze
