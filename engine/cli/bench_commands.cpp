#include <algorithm>
#include <chrono>
#include <climits>
#include <map>
#include <optional>

#include <fmt/format.h>
#include <sys/resource.h>

#include "engine/cli/bench_status.h"
#include "engine/cli/common/agent_command.h"
#include "engine/cli/common/batch_progress.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/print.h"
#include "engine/results/result_csv.h"
#include "engine/results/results_store.h"
#include "engine/results/shard_progress.h"
#include "engine/run/world_factory.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/parallel.h"
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
  const std::vector<std::string> agents = options.own_agents.enrol_beside(options.agents);
  for (const std::string& layers : options.layers)
    for (int size : options.sizes)
      for (const std::string& agent : agents) {
        const Layers kind = layers_from_string(layers);
        static_cast<void>(Grid(size, kind));
        const std::vector<int> schemes = !options.orientations.empty()
                                             ? options.orientations
                                             : std::vector{kind == Layers::flat ? 4 : 8};
        for (int scheme : schemes) {
          static_cast<void>(OrientationScheme(scheme, kind));
          const RowSpec row{agent, scheme, kind, size, options.recovery};
          if (std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
        }
      }
  return rows;
}

std::vector<Task> tasks_of(const BenchOptions& options) {
  const SeedRange seeds = parse_seeds(options.seeds);
  std::vector<Task> tasks;
  for (const RowSpec& row : rows_of(options))
    for (std::uint64_t i = 0; i < seeds.count(); ++i) tasks.push_back({row, seeds.first + i});
  return tasks;
}

struct Shard {
  int number, of;
};

Shard parse_shard(const std::string& text) {
  const char* const expected = "i/n with 1 <= i <= n";
  const auto [number, of] = parse_pair("shard", text, '/', expected);
  if (number < 1 || number > of || of > INT_MAX)
    throw BadInput("shard", "'" + text + "'", expected);
  return {static_cast<int>(number), static_cast<int>(of)};
}

/// The shard's part. Dealt out one by one, so that each shard gets its part of the expensive work.
template <typename Work>
std::vector<Work> part_of(const std::vector<Work>& all, Shard shard) {
  std::vector<Work> part;
  for (std::size_t i = static_cast<std::size_t>(shard.number - 1); i < all.size();
       i += static_cast<std::size_t>(shard.of))
    part.push_back(all[i]);
  return part;
}

/// All that a bench or one of its shards is to find.
struct Workload {
  std::vector<Task> episodes;
  std::vector<Problem> truths;

  [[nodiscard]] std::size_t size() const { return episodes.size() + truths.size(); }
  [[nodiscard]] double cost() const {
    double sum = 0;
    for (const Task& task : episodes) sum += expected_cost(task);
    for (const Problem& problem : truths) sum += expected_cost(problem);
    return sum;
  }
};

Workload workload_of(const BenchOptions& options, Shard shard) {
  const std::vector<Task> tasks = tasks_of(options);
  Workload work{part_of(tasks, shard), {}};
  if (options.truth) work.truths = part_of(problems_of(tasks), shard);
  return work;
}

/// What has no result yet, the costliest first: begun last, they would keep the other threads
/// waiting at the end.
template <typename Work>
std::vector<Work> left_of(const std::vector<Work>& all, const ResultsStore& store,
                          const std::string& world, const std::string& settings) {
  std::vector<Work> left;
  for (const Work& work : all)
    if (!store.has(work, world, settings)) left.push_back(work);
  std::stable_sort(left.begin(), left.end(), [](const Work& a, const Work& b) {
    return expected_cost(a) > expected_cost(b);
  });
  return left;
}

double process_cpu_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// What a run of bench has done, and what was done before.
struct BenchSummary {
  std::size_t episodes = 0, episodes_before = 0, episodes_left = 0;
  std::map<Outcome, int> outcomes;
  std::size_t truths = 0, truths_before = 0, truths_left = 0;
  int solvable = 0;  ///< of the truths
};

void print_bench(const BenchOptions& options, const BenchSummary& sum, double wall_s) {
  const double cpu_s = process_cpu_s();
  if (options.json) {
    Json counts = Json::object();
    for (const auto& [outcome, count] : sum.outcomes)
      counts[std::string(to_string(outcome))] = count;
    Json document{{"episodes", sum.episodes}, {"stored_before", sum.episodes_before},
                  {"outcomes", counts},       {"cpu_s", cpu_s},
                  {"wall_s", wall_s},         {"results", options.results}};
    if (options.truth)
      document["truths"] = {
          {"found", sum.truths}, {"stored_before", sum.truths_before}, {"solvable", sum.solvable}};
    print_out("{}\n", document.dump());
    return;
  }
  print_out("{} episodes run, {} were there already:", sum.episodes, sum.episodes_before);
  for (const auto& [outcome, count] : sum.outcomes) print_out(" {} {}", count, to_string(outcome));
  if (options.truth)
    print_out("\n{} truths found, {} were there already: {} solvable", sum.truths,
              sum.truths_before, sum.solvable);
  print_out("\n{:.1f} s of processor time, {:.1f} s by the clock; results in {}\n", cpu_s, wall_s,
            options.results);
}

/// What the two kinds of work share while a bench runs.
struct Bench {
  const BenchOptions& options;
  const PhysicsSettings& settings;
  const std::string& hash;
  ResultsStore& store;
  ProgressFile* file;  ///< null: none is kept
  BenchSummary sum = {};

  void told(BatchProgress& line, double cost) const {
    line.one_done();
    if (file != nullptr) file->one_done(cost);
  }

  void run_episodes(const std::vector<Task>& tasks) {
    BatchProgress line("episodes", tasks.size());
    run_batch(
        tasks, options.world, settings, threads_for(options.jobs),
        [&](const EpisodeRow& row) {
          store.add(row, hash);
          if (is_fault(row.outcome))
            line.say(fault_line(
                row, fmt::format("{} orientations, seed {}", row.row.orientations, row.seed)));
          ++sum.outcomes[row.outcome];
          ++sum.episodes;
          told(line, expected_cost(Task{row.row, row.seed}));
        },
        interrupted());
    sum.episodes_left = tasks.size() - sum.episodes;
  }

  void find_truths(const std::vector<Problem>& problems) {
    BatchProgress line("truths", problems.size());
    run_on_threads<TruthRow>(
        problems.size(), threads_for(options.jobs),
        [&](std::size_t i) { return find_truth(problems[i], options.world, settings); },
        [&](const TruthRow& row) {
          store.add(row, hash);
          sum.solvable += row.truth.solvable;
          ++sum.truths;
          told(line, expected_cost(row.problem));
        },
        interrupted());
    sum.truths_left = problems.size() - sum.truths;
  }
};

/// Runs what the store has not; the store is closed again before the summary is told.
BenchSummary run_workload(const BenchOptions& options, const PhysicsSettings& settings, Shard shard,
                          const Workload& work) {
  ResultsStore store(options.results, ResultsStore::Mode::create_or_append);
  store.add_settings(settings);
  const std::string hash = settings_hash(settings);
  const Workload left{left_of(work.episodes, store, options.world, hash),
                      left_of(work.truths, store, options.world, hash)};
  // A bench in one piece shows its progress on the terminal and leaves no file but the database.
  std::optional<ProgressFile> file;
  if (shard.of > 1) {
    ShardProgress progress;
    progress.shard = shard.number;
    progress.shards = shard.of;
    progress.total = static_cast<std::int64_t>(work.size());
    progress.done = static_cast<std::int64_t>(work.size() - left.size());
    progress.cost_left = left.cost();
    file.emplace(options.results, progress);
  }
  Bench bench{options, settings, hash, store, file ? &*file : nullptr};
  bench.sum.episodes_before = work.episodes.size() - left.episodes.size();
  bench.sum.truths_before = work.truths.size() - left.truths.size();
  bench.run_episodes(left.episodes);
  bench.find_truths(left.truths);
  store.finish();
  return bench.sum;
}

/// The rows that the results will have, in the order of the work.
void write_plan(const BenchOptions& options, const PhysicsSettings& settings,
                const Workload& work) {
  const MixedCsv csv(MixedCsv::Columns::key);
  const std::string hash = settings_hash(settings);
  std::string text = csv.heading() + "\n";
  for (const Task& task : work.episodes)
    text += csv.line(planned_episode(task, options.world, hash)) + "\n";
  for (const Problem& problem : work.truths)
    text += csv.line(planned_truth(problem, options.world, hash)) + "\n";
  write_text_file(options.plan, text);
}

Exit bench(const BenchOptions& options) {
  if (!options.status.empty()) {
    print_bench_status(options.status, options.json);
    return Exit::done;
  }
  const PhysicsSettings settings = options.settings.make();
  static_cast<void>(marble_world_kind(options.world));
  if (options.truth) require_truth(options.world, settings);
  const Shard shard = parse_shard(options.shard);
  const Workload work = workload_of(options, shard);
  if (!options.plan.empty()) {
    write_plan(options, settings, work);
    return Exit::done;
  }
  note_interrupts();
  const auto began = Clock::now();
  const BenchSummary sum = run_workload(options, settings, shard, work);
  print_bench(options, sum, std::chrono::duration<double>(Clock::now() - began).count());
  if (sum.episodes_left + sum.truths_left == 0) return Exit::done;
  print_error("interrupted with {} to go; the same command goes on from here\n",
              sum.truths_left > 0
                  ? fmt::format("{} episodes and {} truths", sum.episodes_left, sum.truths_left)
                  : fmt::format("{} episodes", sum.episodes_left));
  return Exit::interrupted;
}

}  // namespace

void add_bench_command(Command& app, CommandContext& context) {
  auto options = std::make_shared<BenchOptions>();
  Command* command = app.add_subcommand(
      "bench", "Run many episodes on all cores and store them in a results file");
  CommandOption* suite =
      command->add_option("--suite", options->suite, "thesis: the 14 rows of Tables 7 and 8");
  for (CommandOption* own :
       {command->add_option("--agent", options->agents, "Searches to run (several may be given)")
            ->delimiter(','),
        command->add_option("--orientations", options->orientations, "Control schemes")
            ->delimiter(','),
        command->add_option("--layers", options->layers, "Kinds of maze")
            ->delimiter(',')
            ->capture_default_str(),
        command->add_option("--size", options->sizes, "Cells a side")
            ->delimiter(',')
            ->capture_default_str()})
    own->excludes({suite});
  options->own_agents.add_to(*command, suite, true);
  command->add_option("--world", options->world, marble_world_names({}, true))
      ->capture_default_str();
  command->add_option("--seeds", options->seeds, "Seeds of the mazes, as A-B")
      ->capture_default_str();
  add_jobs_option(*command, options->jobs);
  command->add_option("--results", options->results, "Results file (SQLite)")
      ->adds_to_file()
      ->capture_default_str();
  command->add_option("--shard", options->shard, "Run only part i of n of the work, as i/n")
      ->capture_default_str();
  CommandOption* plan =
      command
          ->add_option("--plan", options->plan,
                       "Run nothing; write which rows the results will have (CSV)")
          ->writes_file();
  CommandOption* status =
      command
          ->add_option("--status", options->status,
                       "Run nothing; show the progress of the shards in this folder")
          ->offers_files();
  options->settings.add_to(*command)->acts_on(physics_in(options->world));
  command
      ->add_flag("--recovery", options->recovery,
                 "Go on when the marble freezes: the agent may tip the maze again")
      ->acts_on(physics_in(options->world));
  command->add_flag("--truth", options->truth,
                    "Also find the fewest moves of each maze, or with chance the best policy, by "
                    "trying moves in copies");
  CommandOption* json = command->add_flag("--json", options->json, "One JSON document");
  status->stands_alone_but_for({json});
  for (const char* of_runs : {"jobs", "results", "json"})
    command->option(of_runs)->excludes({plan});
  command->footer(
      "An interrupted bench ends with status 75. Give the same command again: it goes on from "
      "there.");
  command->callback([options, &context] { context.exit = bench(*options); });
}

}  // namespace marblemaze
