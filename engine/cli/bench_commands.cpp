#include <algorithm>
#include <chrono>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "engine/cli/answer_aloud.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/print.h"
#include "engine/results/shard_progress.h"
#include "engine/run/episode.h"
#include "engine/sim/marble_worlds.h"
#include "maze/base/cpu_clock.h"
#include "maze/base/errors.h"
#include "maze/base/random.h"
#include "maze/base/text.h"

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
  int runs = 1;
  int jobs = 0;
  std::string results = "results.db";
  std::string shard = "1/1";
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
    for (RowSpec& row : suite) {
      row.recovery = options.recovery;
      row.move_limit = options.own_agents.move_limit.value_or(0);
    }
    return suite;
  }
  std::vector<RowSpec> rows;
  AgentCommandChoice own = options.own_agents;
  own.move_limit.reset();  // it is part of the row, not of the agent's name
  const std::vector<std::string> agents = own.enrol_beside(options.agents, {}, options.free);
  for (const std::string& layers : options.layers)
    for (int size : options.sizes)
      for (const std::string& agent : agents) {
        const Layers kind = layers_from_string(layers);
        static_cast<void>(Grid(size, kind));
        const std::vector<int> schemes = options.free ? std::vector{0}
                                         : !options.orientations.empty()
                                             ? options.orientations
                                             : std::vector{orientations_of(usual_scheme(kind))};
        for (int scheme : schemes) {
          if (!options.free) static_cast<void>(OrientationScheme(ControlScheme{scheme}, kind));
          const RowSpec row{agent,
                            scheme,
                            kind,
                            size,
                            options.recovery,
                            options.rest,
                            options.own_agents.move_limit.value_or(0)};
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
      ++outcomes[row.outcome];
  }
};

Workload workload_of(const BenchOptions& options, const Source& source, Shard shard) {
  const SeedRange seeds = parse_seeds(options.seeds);
  const std::vector<RowSpec> rows = rows_of(options);
  Workload work;
  work.episodes.jobs = part_of(source.jobs(rows, seeds, options.runs), shard);
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

void start_progress(std::optional<ProgressFile>& file, const BenchOptions& options,
                    const Workload& work, Shard shard) {
  ShardProgress progress{.shard = shard.number, .shards = shard.of};
  double cost = 0;
  for (const Part* part : {&work.episodes, &work.truths}) {
    progress.total += static_cast<std::int64_t>(part->all);
    progress.done += static_cast<std::int64_t>(part->before());
    for (const Job& job : part->left) cost += expected_cost(job);
  }
  file.emplace(options.results, progress, cost);
}

/// Runs what the results file has not, and closes it.
void run_workload(const BenchOptions& options, const Source& source, Shard shard, Workload& work) {
  ResultsStore store(options.results, ResultsStore::Mode::create_or_append);
  for (Part* part : {&work.episodes, &work.truths}) {
    part->all = part->jobs.size();
    part->left = store.left_of(std::move(part->jobs));
  }
  // A bench in one piece shows its progress on the terminal and leaves no file but the database.
  std::optional<ProgressFile> file;
  if (shard.of > 1) start_progress(file, options, work, shard);
  for (Part* part : {&work.episodes, &work.truths}) {
    const auto on_row = [&](const ResultRow& row) {
      work.count(row);
      if (file) file->one_done(expected_cost(row.job));
    };
    part->to_go = answer_aloud(store, source, part->left, part->what, options.jobs, on_row);
  }
  store.finish();
}

Exit run_bench(const BenchOptions& options) {
  const PhysicsSettings settings = options.settings.make();
  if (options.free)
    static_cast<void>(physics_kind(options.world));
  else
    static_cast<void>(marble_world_kind(options.world));
  const Shard shard = parse_shard(options.shard);
  const Source source = seeded(options.world, settings);
  Workload work = workload_of(options, source, shard);
  const auto began = Clock::now();
  run_workload(options, source, shard, work);
  const double wall_s = std::chrono::duration<double>(Clock::now() - began).count();
  const Exit exit = tell(finding_of(options, work, wall_s), options.json);
  const std::size_t episodes = work.episodes.to_go, truths = work.truths.to_go;
  if (episodes + truths == 0) return exit;
  print_error("interrupted with {} to go; give the same command again to continue\n",
              truths > 0 ? fmt::format("{} episodes and {} truths", episodes, truths)
                         : fmt::format("{} episodes", episodes));
  return Exit::interrupted;
}

// ---- bench --status

struct ShownShard {
  std::string database;  ///< with its folder
  ShardProgress progress;
  bool silent;

  [[nodiscard]] std::string_view state() const {
    return silent ? "stalled" : to_string(progress.state);
  }
};

struct Status {
  std::vector<ShownShard> shards;
  std::int64_t done = 0, total = 0;
  int stalled = 0, interrupted = 0, not_begun = 0;
  std::optional<double> seconds_left = 0;  ///< of the running shards; nothing if one cannot tell

  void add(ShownShard shard) {
    done += shard.progress.done;
    total += shard.progress.total;
    stalled += shard.silent;
    interrupted += shard.progress.state == ShardProgress::State::interrupted;
    if (shard.state() == "running" && seconds_left) {
      const auto left = shard.progress.seconds_left;
      seconds_left = left ? std::optional(std::max(*seconds_left, *left)) : std::nullopt;
    }
    shards.push_back(std::move(shard));
  }
};

Status status_of(const std::string& folder, std::int64_t now) {
  Status status;
  std::map<int, std::set<int>> met;  // by how many there are; each may have a folder of its own
  for (const auto& file : progress_files(folder)) {
    ShardProgress progress = load_progress(file);
    met[progress.shards].insert(progress.shard);
    const bool silent = progress.is_silent(now);
    const std::string database = (file.parent_path() / progress.results).string();
    status.add({database, std::move(progress), silent});
  }
  for (const auto& [shards, numbers] : met)
    status.not_begun += std::max(0, shards - static_cast<int>(numbers.size()));
  return status;
}

std::string time_text(std::optional<double> seconds) {
  if (!seconds) return "time left not known yet";
  if (*seconds < 120) return fmt::format("{:.0f} s left", *seconds);
  if (*seconds < 7200) return fmt::format("{:.0f} min left", *seconds / 60);
  return fmt::format("{:.1f} h left", *seconds / 3600);
}

std::string line_of(const ShownShard& shard, std::int64_t now) {
  const ShardProgress& p = shard.progress;
  std::string text =
      fmt::format("{}: {} of {}, {}", shard.database, p.done, p.total, shard.state());
  if (shard.silent) return text + fmt::format(": nothing heard for {} s", now - p.heard);
  if (p.state == ShardProgress::State::running)
    text += fmt::format(", {}, last result {} s ago", time_text(p.seconds_left),
                        std::max<std::int64_t>(0, now - p.last_result));
  return text;
}

Json json_of(const Status& status, std::int64_t now) {
  const auto left = [](std::optional<double> seconds) {
    return seconds ? Json(*seconds) : Json(nullptr);
  };
  Json shards = Json::array();
  for (const ShownShard& shard : status.shards)
    shards.push_back(Json{{"results", shard.database},
                          {"shard", shard.progress.shard},
                          {"shards", shard.progress.shards},
                          {"state", shard.state()},
                          {"done", shard.progress.done},
                          {"total", shard.progress.total},
                          {"left_s", left(shard.progress.seconds_left)},
                          {"silent_s", now - shard.progress.heard}});
  return {{"shards", shards},
          {"done", status.done},
          {"total", status.total},
          {"stalled", status.stalled},
          {"interrupted", status.interrupted},
          {"not_begun", status.not_begun},
          {"left_s", left(status.seconds_left)}};
}

/// How far the shards in a folder, and in the folders in it, have come, from their progress files
/// alone. Throws BadInput where it is no folder or a progress file is something else.
Finding bench_status(const std::string& folder) {
  const std::int64_t now = seconds_now();
  const Status status = status_of(folder, now);
  std::string text;
  for (const ShownShard& shard : status.shards) text += line_of(shard, now) + "\n";
  text += fmt::format("{} of {} in {}, {}; {} stalled, {} interrupted, {} not begun\n", status.done,
                      status.total, counted(status.shards.size(), "shard"),
                      time_text(status.seconds_left), status.stalled, status.interrupted,
                      status.not_begun);
  return {text, json_of(status, now)};
}

Exit bench(const BenchOptions& options) {
  if (!options.status.empty()) return tell(bench_status(options.status), options.json);
  return run_resumably([&] { return run_bench(options); });
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
  CLI::Option* const own = options->own_agents.add_to(*command, true);
  own->excludes(suite);
  CLI::Option* const move_limit = command->get_option("--move-limit");  // of every agent here
  move_limit->description("Moves after which a run is truncated (default: 6,000)");
  move_limit->remove_needs(own);
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
  command
      ->add_option("--status", options->status,
                   "Run nothing; show the progress of the shards in this folder")
      ->type_name(kFolder);
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
  set_action(*command, [options] { return bench(*options); });
}

}  // namespace marblemaze
