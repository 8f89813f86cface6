#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <map>

#include <fmt/format.h>
#include <sys/resource.h>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/progress_line.h"
#include "engine/results/results_store.h"
#include "engine/results/sqlite_database.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/parallel.h"
#include "maze/base/seeds.h"

namespace marblemaze {
namespace {

using Clock = std::chrono::steady_clock;

struct BenchOptions {
  std::string suite;
  std::vector<std::string> agents;
  std::vector<int> orientations;
  std::vector<std::string> layers{"all"};
  std::vector<int> sizes{3};
  std::string world = "bullet";
  std::string seeds = "1-100";
  int jobs = 0;
  std::string results = "results.db";
  std::string shard = "1/1";
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
  const std::vector<std::string> agents =
      options.agents.empty() ? std::vector<std::string>{"complete-solution-prediction"}
                             : options.agents;
  for (const std::string& layers : options.layers)
    for (int size : options.sizes)
      for (const std::string& agent : agents) {
        const Layers kind = layers_from_string(layers);
        static_cast<void>(planner_entry(agent));
        static_cast<void>(Grid({size, size, kind == Layers::flat ? 1 : size}, kind));
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

/// The shard's part. Dealt out one by one, so that each shard gets its part of the expensive work.
template <typename Work>
std::vector<Work> part_of(const std::vector<Work>& all, const std::string& shard_of) {
  const char* const expected = "i/n with 1 <= i <= n";
  const auto [shard, shards] = parse_pair("shard", shard_of, '/', expected);
  if (shard < 1 || shard > shards) throw BadInput("shard", "'" + shard_of + "'", expected);
  std::vector<Work> part;
  for (std::size_t i = static_cast<std::size_t>(shard - 1); i < all.size();
       i += static_cast<std::size_t>(shards))
    part.push_back(all[i]);
  return part;
}

/// What has no result yet.
template <typename Work>
std::vector<Work> left_of(const std::vector<Work>& all, const ResultsStore& store,
                          const std::string& world, const std::string& settings) {
  std::vector<Work> left;
  for (const Work& work : all)
    if (!store.has(work, world, settings)) left.push_back(work);
  return left;
}

double process_cpu_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// How far a batch has come.
class Progress {
 public:
  Progress(const char* what, std::size_t total) : what_(what), total_(total) {}

  void one_done() {
    ++done_;
    if (done_ == total_)
      line_.finish(text());
    else if (line_.due())
      line_.show(text());
  }

 private:
  [[nodiscard]] std::string text() const {
    const double rate = static_cast<double>(done_) / std::max(line_.seconds(), 1e-9);
    return fmt::format("{} of {} {}, {:.1f} a second, {:.0f} s left", done_, total_, what_, rate,
                       static_cast<double>(total_ - done_) / rate);
  }

  const char* what_;
  std::size_t total_, done_ = 0;
  ProgressLine line_;
};

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
    std::cout << document.dump() << "\n";
    return;
  }
  fmt::print("{} episodes run, {} were there already:", sum.episodes, sum.episodes_before);
  for (const auto& [outcome, count] : sum.outcomes) fmt::print(" {} {}", count, to_string(outcome));
  if (options.truth)
    fmt::print("\n{} truths found, {} were there already: {} solvable", sum.truths,
               sum.truths_before, sum.solvable);
  fmt::print("\n{:.1f} s of processor time, {:.1f} s by the clock; results in {}\n", cpu_s, wall_s,
             options.results);
}

void run_episodes(const BenchOptions& options, const std::vector<Task>& part,
                  const PhysicsSettings& settings, ResultsStore& store, BenchSummary& sum) {
  const std::string hash = settings_hash(settings);
  const std::vector<Task> tasks = left_of(part, store, options.world, hash);
  Progress progress("episodes", tasks.size());
  run_batch(
      tasks, options.world, settings, threads_for(options.jobs),
      [&](const EpisodeRow& row) {
        store.add(row, hash);
        ++sum.outcomes[row.outcome];
        ++sum.episodes;
        progress.one_done();
      },
      interrupted());
  sum.episodes_before = part.size() - tasks.size();
  sum.episodes_left = tasks.size() - sum.episodes;
}

void find_truths(const BenchOptions& options, const std::vector<Problem>& part,
                 const PhysicsSettings& settings, ResultsStore& store, BenchSummary& sum) {
  const std::string hash = settings_hash(settings);
  const std::vector<Problem> problems = left_of(part, store, options.world, hash);
  Progress progress("truths", problems.size());
  run_on_threads<TruthRow>(
      problems.size(), threads_for(options.jobs),
      [&](std::size_t i) { return find_truth(problems[i], options.world, settings); },
      [&](const TruthRow& row) {
        store.add(row, hash);
        sum.solvable += row.truth.solvable;
        ++sum.truths;
        progress.one_done();
      },
      interrupted());
  sum.truths_before = part.size() - problems.size();
  sum.truths_left = problems.size() - sum.truths;
}

Exit bench(const BenchOptions& options) {
  const PhysicsSettings settings = options.settings.make();
  static_cast<void>(marble_world_kind(options.world));
  if (options.truth) require_truth(options.world, settings);
  const std::vector<Task> tasks = tasks_of(options);
  const std::vector<Task> episodes = part_of(tasks, options.shard);
  note_interrupts();
  ResultsStore store(options.results, ResultsStore::Mode::create_or_append);
  store.add_settings(settings);

  BenchSummary sum;
  const auto began = Clock::now();
  run_episodes(options, episodes, settings, store, sum);
  if (options.truth)
    find_truths(options, part_of(problems_of(tasks), options.shard), settings, store, sum);
  print_bench(options, sum, std::chrono::duration<double>(Clock::now() - began).count());
  if (sum.episodes_left + sum.truths_left == 0) return Exit::done;
  fmt::print(stderr, "interrupted with {} to go; the same command goes on from here\n",
             sum.truths_left > 0
                 ? fmt::format("{} episodes and {} truths", sum.episodes_left, sum.truths_left)
                 : fmt::format("{} episodes", sum.episodes_left));
  return Exit::not_reached;
}

struct MergeOptions {
  std::string into;
  std::vector<std::string> files;
  bool json = false;
};

/// Nothing is made or changed before every file has been seen to be a results file.
void check_sources(const MergeOptions& options) {
  expect_database_file(options.into);
  for (const std::string& file : options.files) {
    std::error_code none;
    if (std::filesystem::equivalent(file, options.into, none))
      throw BadInput("merge", "'" + file + "'", "files other than the one merged into");
    static_cast<void>(ResultsStore(file, ResultsStore::Mode::read));
  }
}

void merge(const MergeOptions& options) {
  note_interrupts();
  check_sources(options);
  ResultsStore store(options.into, ResultsStore::Mode::create_or_append);
  Json taken = Json::object(), truths = Json::object();
  for (const std::string& file : options.files) {
    const Merged merged = store.merge(ResultsStore(file, ResultsStore::Mode::read));
    taken[file] = merged.episodes;
    truths[file] = merged.truths;
  }
  if (options.json) {
    std::cout << Json{{"results", options.into},
                      {"episodes", store.episodes().size()},
                      {"taken", taken},
                      {"truths", store.truths().size()},
                      {"truths_taken", truths}}
                     .dump()
              << "\n";
    return;
  }
  for (const auto& [file, count] : taken.members())
    fmt::print("{}: {} episodes and {} truths taken over\n", file, count.get<int>(),
               truths[file].get<int>());
}

}  // namespace

void add_bench_command(Command& app, CommandContext& context) {
  auto options = std::make_shared<BenchOptions>();
  Command* command = app.add_subcommand(
      "bench", "Run many episodes on all cores into a results file; go on where it stopped");
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
    own->excludes(suite);
  command->add_option("--world", options->world, marble_world_names({}, true))
      ->capture_default_str();
  command->add_option("--seeds", options->seeds, "Mazes, as A-B")->capture_default_str();
  add_jobs_option(*command, options->jobs);
  command->add_option("--results", options->results, "Results file (SQLite)")
      ->capture_default_str();
  command->add_option("--shard", options->shard, "Only the i-th of n parts of the work, as i/n")
      ->capture_default_str();
  options->settings.add_to(*command);
  command->add_flag("--recovery", options->recovery,
                    "A frozen marble is not the end: the agent may tip the maze out of it");
  command->add_flag("--truth", options->truth,
                    "Find the fewest moves of each maze, too, by trying all in exact copies");
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options, &context] { context.exit = bench(*options); });
}

void add_merge_command(Command& app, CommandContext&) {
  auto options = std::make_shared<MergeOptions>();
  Command* command =
      app.add_subcommand("merge", "Bring the results files of several shards into one");
  command->add_option("OUT", options->into, "Results file to add to")->required();
  command->add_option("FILES", options->files, "Results files to take from")->required();
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options] { merge(*options); });
}

}  // namespace marblemaze
