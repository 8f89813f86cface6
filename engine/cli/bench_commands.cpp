// Commands that create or read results: bench, merge, marblebench and report.
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/bench/marblebench.h"
#include "engine/bench/report.h"
#include "engine/bench/results_store.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/protocol/conversation.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/lists.h"
#include "maze/base/parallel.h"
#include "maze/base/random.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

// ---- jobs

struct JobCounts {
  std::uint64_t stored = 0, completed = 0, remaining = 0;
};

/// Progress of a list of jobs on standard error.
class JobProgress {
 public:
  /// `what` names the jobs, such as "episodes".
  JobProgress(const JobList& jobs, std::string what)
      : what_(std::move(what)), jobs_(jobs.size()), all_cost_(expected_cost(jobs)) {}

  void print_fault(const ResultRow& row, const MazeSource& source) {
    line_.print(fmt::format("marblemaze: {}, {}: {} after {}: {}", row.job.row.agent,
                            source.describe(row.job), to_string(row.outcome),
                            pluralize(row.counters.moves, "move"), row.fault));
  }

  void count(const Job& job) {
    cost_ += expected_cost(job);
    if (++done_ == jobs_)
      line_.finish(text());
    else if (line_.due())
      line_.show(text());
  }

  [[nodiscard]] std::uint64_t done() const { return done_; }

 private:
  [[nodiscard]] std::string text() const {
    const double spent_s = line_.seconds();
    return fmt::format("{} of {} {}, {:.1f} per second, {:.0f} s left", done_, jobs_, what_,
                       static_cast<double>(done_) / spent_s, spent_s * (all_cost_ - cost_) / cost_);
  }

  std::string what_;
  std::uint64_t jobs_, done_ = 0;
  double all_cost_, cost_ = 0;
  ProgressLine line_;
};

/// Runs the jobs that have no row in the store, on `threads` threads (0 for all cores). Prints
/// progress and agent faults to standard error, where `what` names the jobs. Calls `on_row` for
/// each new row.
JobCounts run_with_progress(ResultsStore& store, const MazeSource& source, const JobList& jobs,
                            const std::string& what, int threads,
                            const std::function<void(const ResultRow&)>& on_row) {
  const JobList missing = store.missing_jobs(jobs);
  JobProgress progress(missing, what);
  try {
    run_jobs(store, source, missing, threads_for(threads), [&](const ResultRow& row) {
      if (is_fault(row.outcome)) progress.print_fault(row, source);
      on_row(row);
      progress.count(row.job);
    });
  } catch (const Interrupted&) {  // the remaining jobs can be run later
  }
  return {jobs.size() - missing.size(), progress.done(), missing.size() - progress.done()};
}

/// Prints the number of remaining jobs, if any.
Exit done_or_interrupted(std::uint64_t left) {
  if (left == 0) return Exit::done;
  print_error("interrupted with {} left{}\n", pluralize(left, "job"), how_to_continue());
  return Exit::interrupted;
}

// ---- bench

struct BenchOptions {
  std::string suite;
  std::vector<std::string> agents;
  ExternalAgentOptions own_agents;
  std::vector<int> orientations;
  std::vector<std::string> layers{"all"};
  std::vector<int> sizes{3};
  std::string world = "bullet";
  std::string seeds = "1-100";
  int runs = 1, move_limit = 0;  ///< 0 for MazeSource::move_limit
  int jobs = 0;
  std::string results = "results.db";
  std::string shard = "1/1";
  SettingsOptions settings;
  bool tilt = false, rest = false;
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
      options.own_agents.agent_names(options.agents, {}, options.tilt);
  for (const std::string& layers : options.layers)
    for (int size : options.sizes) {
      const Layers kind = layers_from_string(layers);
      std::vector<ControlScheme> schemes;
      for (const int orientations : options.orientations)
        schemes.push_back(OrientationScheme(ControlScheme{orientations}, kind).control());
      if (schemes.empty()) schemes = {options.tilt ? ControlScheme::none : default_scheme(kind)};
      for (const std::string& agent : agents)
        for (const ControlScheme scheme : schemes) add({agent, scheme, kind, size});
    }
  return rows;
}

/// Returns the documented term for an outcome, which differs from the name in files.
std::string_view outcome_term(Outcome outcome) {
  switch (outcome) {
    case Outcome::capped: return "truncated";
    case Outcome::overdue: return "not at rest in time";
    case Outcome::timed_out: return "agent timed out";
    default: return to_string(outcome);
  }
}

Exit run_bench(const BenchOptions& options) {
  const auto began = std::chrono::steady_clock::now();
  const double cpu_before_s = process_cpu_s();
  const MarbleWorldKind& world =
      options.tilt ? physics_kind(options.world) : marble_world_kind(options.world);
  const MazeSource source = generated_mazes(std::string(world.name), options.settings.make());
  const Shard shard = parse_shard(options.shard);
  const SeedRange seeds = parse_seeds(options.seeds);
  const std::vector<RowSpec> rows = rows_of(options);
  ResultsStore store(options.results, ResultsStore::Mode::create_or_append);
  std::map<Outcome, int> outcomes;
  int solvable = 0;
  const JobCounts episodes = run_with_progress(
      store, source, JobList(source.jobs(rows, seeds, options.runs), shard), "episodes",
      options.jobs, [&](const ResultRow& row) { ++outcomes[row.outcome]; });
  JobCounts truths;
  if (options.truth && episodes.remaining == 0)
    truths = run_with_progress(store, source, JobList(source.jobs(truth_rows(rows), seeds), shard),
                               "truths", options.jobs,
                               [&](const ResultRow& row) { solvable += row.truth.solvable; });
  store.finish();

  const double wall_s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  const double cpu_s = process_cpu_s() - cpu_before_s;
  Output all{fmt::format("{} run, {} already stored{}", pluralize(episodes.completed, "episode"),
                         episodes.stored, outcomes.empty() ? "" : ":"),
             {{"episodes", episodes.completed},
              {"stored_before", episodes.stored},
              {"outcomes", Json::object()},
              {"cpu_s", cpu_s},
              {"wall_s", wall_s},
              {"results", options.results}}};
  for (const auto& [outcome, count] : outcomes) {
    all.text += fmt::format(" {} {}", count, outcome_term(outcome));
    all.document["outcomes"][to_string(outcome)] = count;
  }
  if (options.truth) {
    all.text +=
        fmt::format("\n{} found, {} already stored: {} solvable",
                    pluralize(truths.completed, "reference solution"), truths.stored, solvable);
    all.document["truths"] = {
        {"found", truths.completed}, {"stored_before", truths.stored}, {"solvable", solvable}};
  }
  all.text += fmt::format("\n{:.1f} s of processor time, {:.1f} s of wall-clock time{}\n", cpu_s,
                          wall_s, is_embedded() ? "" : "; results in " + options.results);
  print_output(all, options.json);
  return done_or_interrupted(episodes.remaining + truths.remaining);
}

// ---- merge

struct MergeOptions {
  std::string into;
  std::vector<std::string> files;
  bool json = false;
};

Output merge_files(const MergeOptions& options) {
  // Open every file first, so that an invalid file prevents any change.
  require_database_file(options.into);
  for (const std::string& file : options.files) {
    const ResultsStore readable(file, ResultsStore::Mode::read);
  }
  ResultsStore store(options.into, ResultsStore::Mode::create_whole);
  const std::vector<MergeCounts> merged = store.merge(options.files);
  const StopScope scope{StopToken()};  // the rows are written, so it is too late to stop
  Output all;
  Json taken = Json::object(), truths = Json::object();
  for (std::size_t i = 0; i < merged.size(); ++i) {
    all.text += fmt::format("{}: added {} episodes and {} reference solutions\n", options.files[i],
                            merged[i].episodes, merged[i].truths);
    taken[options.files[i]] = merged[i].episodes;
    truths[options.files[i]] = merged[i].truths;
  }
  all.document = {{"results", options.into},
                  {"episodes", store.count(JobType::run)},
                  {"taken", taken},
                  {"truths", store.count(JobType::reference)},
                  {"truths_taken", truths}};
  store.finish();
  return all;
}

// ---- marblebench

struct MarbleBenchOptions {
  std::vector<std::string> agents;
  ExternalAgentOptions own_agents;
  std::string split = "test";
  std::vector<std::string> problems;
  std::string set = built_in_sets().front();  ///< name of a built-in set, or path of a file
  std::string out;                            ///< folder for score cards, or empty
  std::string results;
  int jobs = 0;
  bool list = false, json = false;
};

struct ProblemSelection {
  std::vector<std::size_t> problems;
  std::string name;
};

ProblemSelection chosen_problems(const MarbleBenchOptions& options, const BenchmarkSet& set) {
  ProblemSelection choice{{}, options.problems.empty() ? options.split : "some"};
  for (const std::string& name : options.problems)
    if (!find_by_name(set.problems, name))
      throw BadInput("problem", "'" + name + "'", "a name that marblebench --list prints");
  const auto named = [&](const BenchmarkProblem& problem) {
    if (options.problems.empty()) return options.split == "all" || options.split == problem.split;
    return std::ranges::count(options.problems, problem.name) > 0;
  };
  for (std::size_t i = 0; i < set.problems.size(); ++i)
    if (named(set.problems[i])) choice.problems.push_back(i);
  if (choice.problems.empty())
    throw BadInput("split", "'" + options.split + "'",
                   "a split that contains problems of this set");
  return choice;
}

std::string best_result_text(const BenchmarkProblem& p, bool tilt) {
  if (p.provably_unsolvable()) return "no solution";
  if (!p.truth.uncertain()) return fmt::format("{} moves", p.truth.solution.size());
  return fmt::format("{:.1f} % in {:.2f} {}", 100 * p.truth.chance(), p.truth.expected_moves(),
                     tilt ? "commands" : "moves");
}

std::string maze_text(const BenchmarkProblem& p, bool tilt) {
  const Grid& grid = p.setup.maze->grid();
  return fmt::format("{}x{}x{} {}, {}", grid.dims().x, grid.dims().y, grid.dims().z,
                     to_string(grid.layers()),
                     tilt ? fmt::format("to {}", p.rest ? "rest" : "reach")
                          : fmt::format("{} orientations", p.setup.control));
}

Output list_problems(const BenchmarkSet& set, const ProblemSelection& choice) {
  const bool tilt = set.is_tilt();
  std::string text = fmt::format(
      "{}, hash {}, {}, at most {} per run\n", set.name, set.hash,
      pluralize(set.problems.size(), "problem"),
      tilt ? fmt::format("{:g} s", set.time_limit_s) : fmt::format("{} moves", set.move_limit));
  Json problems = Json::array();
  for (std::size_t index : choice.problems) {
    const BenchmarkProblem& p = set.problems[index];
    const bool known = p.truth.chance() > 0;
    text += fmt::format("{:<16} {:<12} {:<16} {:<32} {}\n", p.name, p.split, p.setup.kind,
                        maze_text(p, tilt), best_result_text(p, tilt));
    problems.push_back({{"name", p.name},
                        {"group", p.group},
                        {"split", p.split},
                        {"world", p.setup.kind},
                        {tilt ? "rest" : "orientations",
                         tilt ? Json(p.rest) : Json(orientations_of(p.setup.control))},
                        {"chance", p.truth.chance()},
                        {"fewest", known ? Json(p.truth.expected_moves()) : Json(nullptr)},
                        {"proved", p.truth.complete}});
  }
  return {
      text,
      {{"benchmark", set.name},
       {"hash", set.hash},
       {tilt ? "time_limit_s" : "move_limit", tilt ? Json(set.time_limit_s) : Json(set.move_limit)},
       {"problems", problems}}};
}

std::string results_file(const MarbleBenchOptions& options) {
  if (!options.results.empty()) return options.results;
  return options.out.empty() ? "marblebench.db"
                             : (std::filesystem::path(options.out) / "results.db").string();
}

std::vector<JobBlock> jobs_of(const BenchmarkSet& set, const ProblemSelection& choice,
                              const std::string& agent) {
  std::vector<JobBlock> jobs;
  for (std::size_t problem : choice.problems)
    jobs.push_back({.first = job_in(set, agent, problem),
                    .runs = static_cast<std::uint64_t>(set.run_count(set.problems[problem]))});
  return jobs;
}

/// Returns the agents without duplicates. The limits of external agents default to the budget of
/// the set. Other limits become part of the agent names.
std::vector<std::string> chosen_agents(const MarbleBenchOptions& options, const BenchmarkSet& set) {
  const AgentLimits usual{.decision_s = set.budget.seconds, .calls = set.budget.calls};
  std::vector<std::string> agents;
  for (const std::string& agent :
       options.own_agents.agent_names(options.agents, usual, set.is_tilt()))
    if (std::ranges::count(agents, agent) == 0) agents.push_back(agent);
  return agents;
}

/// Returns a path such as "cards/greedy-1.0-0f2cb48a.json" for the agent "greedy 1.0 (0f2cb48a)".
std::filesystem::path card_file(const std::filesystem::path& folder, const std::string& agent) {
  constexpr std::string_view kKept =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._+";
  std::string name;
  for (const char c : agent) {
    if (kKept.find(c) != std::string_view::npos)
      name += c;
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  if (name.ends_with('-')) name.pop_back();
  return folder / (name + ".json");
}

ScoreCard card_of(const std::string& agent, const BenchmarkSet& set, const ProblemSelection& choice,
                  const std::vector<ResultRow>& found) {
  ScoreCard card{set.name, set.hash, choice.name, agent, "", program_version()};
  card.played = card_problems(set, choice.problems, found);
  card.budget = set.budget;
  if (set.is_tilt()) {
    card.knows = tilt_policies().at(agent).knows;
    card.track = "tilt policies";
  } else {
    const PlannerEntry& entry = planners().at(agent);
    card.knows = entry.knows;
    card.track = access_level_of(entry.access).name;
  }
  return card;
}

Exit run_agents(const MarbleBenchOptions& options, const BenchmarkSet& set,
                const ProblemSelection& choice) {
  const std::vector<std::string> agents = chosen_agents(options, set);
  if (!options.out.empty()) {
    std::error_code error;
    std::filesystem::create_directories(options.out, error);
    if (std::filesystem::exists(options.out) && !std::filesystem::is_directory(options.out))
      throw BadInput("--out", "'" + options.out + "'", "a folder");
    if (error)
      throw MachineFailure("cannot create the folder '" + options.out + "': " + error.message());
    for (const std::string& agent : agents)
      check_outputs({options.set}, {{"--out", card_file(options.out, agent).string()}});
  }
  std::vector<JobBlock> jobs;
  for (const std::string& agent : agents)
    for (const JobBlock& block : jobs_of(set, choice, agent)) jobs.push_back(block);
  ResultsStore store(results_file(options), ResultsStore::Mode::create_or_append);
  const JobCounts runs = run_with_progress(store, source_of(set), JobList(jobs), "runs",
                                           options.jobs, [](const ResultRow&) {});
  store.finish();
  if (runs.remaining > 0) return done_or_interrupted(runs.remaining);
  std::vector<ScoreCard> cards;
  for (const std::string& agent : agents) {
    cards.push_back(
        card_of(agent, set, choice, store.find_all(JobList(jobs_of(set, choice, agent)))));
    if (!options.out.empty())
      write_text_file(card_file(options.out, agent), score_card_json(cards.back()));
  }
  print_out("{}", options.json ? cards_json(cards) : cards_markdown(cards));
  return Exit::done;
}

Exit marblebench_command(const MarbleBenchOptions& options) {
  const BenchmarkSet set = load_benchmark_set(options.set);
  const ProblemSelection choice = chosen_problems(options, set);
  if (!options.list) return run_agents(options, set, choice);
  return print_output(list_problems(set, choice), options.json);
}

// ---- report

struct ReportOptions {
  std::string file;
  std::vector<std::string> cards;  ///< score cards to read instead of `file`
  std::string against;
  std::vector<std::string> compare;
  std::string hash;
  std::string version;
  std::string world;
  std::string seeds;
  bool json = false, csv = false, episodes = false, curves = false;
};

std::vector<ResultRow> chosen_episodes(const ReportOptions& options, const ResultsStore& store) {
  const SeedRange seeds = options.seeds.empty() ? SeedRange{} : parse_seeds(options.seeds);
  const auto fits = [](const std::string& wanted, const std::string& value) {
    return wanted.empty() || wanted == value;
  };
  const std::vector<ResultRow> stored = store.rows(JobType::run);
  if (stored.empty())
    throw BadInput("results file", "'" + options.file + "'", "at least one episode");
  std::vector<ResultRow> chosen;
  for (const ResultRow& row : stored)
    if (fits(options.hash, row.job.settings) && fits(options.version, row.job.version) &&
        fits(options.world, row.job.world) && seeds.contains(row.job.seed))
      chosen.push_back(row);
  if (chosen.empty())
    throw BadInput("results file", "'" + options.file + "'",
                   "episodes that match --settings-hash, --results-version, --world and --seeds");
  return chosen;
}

void report_cards(const ReportOptions& options) {
  std::vector<ScoreCard> cards;
  for (const std::string& file : options.cards)
    cards.push_back(prefix_errors("'" + file + "'",
                                  [&] { return score_card_from_json(read_text_file(file)); }));
  print_out("{}", options.json ? cards_json(cards) : cards_markdown(cards));
}

/// Returns the tick duration of the episodes. For continuous control, the stored source of an
/// episode is either the physics settings or a benchmark set.
double tick_s(const std::vector<ResultRow>& episodes, const ResultsStore& store) {
  const auto turned = [](const ResultRow& row) { return row.job.row.is_tilt(); };
  const auto turned_run = std::ranges::find_if(episodes, turned);
  if (turned_run == episodes.end()) return PhysicsSettings{}.solver.step;
  const Json source = Json::parse("source", store.source_text(turned_run->job.settings));
  if (source.contains("benchmark")) return source.value("tick_s", PhysicsSettings{}.solver.step);
  return settings_from(source).solver.step;
}

void report_comparison(const ReportOptions& options, const std::vector<ResultRow>& runs) {
  const std::vector<AgentComparison> comparisons =
      compare_agents(runs, options.compare[0], options.compare[1]);
  const Job& job = runs.front().job;
  print_out("{}", options.json ? comparison_json(comparisons, job).dump() + "\n"
                               : comparison_markdown(comparisons, job));
}

void report(const ReportOptions& options) {
  if (!options.cards.empty()) return report_cards(options);
  if (options.file.empty())
    throw BadInput("FILE is required: a results file, or score cards with --bench");
  const ResultsStore store(options.file, ResultsStore::Mode::read);
  const std::vector<ResultRow> episodes = chosen_episodes(options, store),
                               truths = store.rows(JobType::reference);
  if (!options.compare.empty()) return report_comparison(options, episodes);
  if (options.episodes) return print_out("{}", episodes_csv(episodes, truths));
  const Report report =
      make_report(episodes, !options.against.empty(), truths, tick_s(episodes, store));
  if (!report.missing.empty() && report.against_thesis)
    print_error("marblemaze: {} of the thesis's {} rows have no episodes in this file\n",
                report.missing.size(), thesis_rows().size());
  print_out("{}", options.json     ? report_json(report)
                  : options.csv    ? report_csv(report)
                  : options.curves ? curves_csv(report)
                                   : report_markdown(report));
}

}  // namespace

// ---- options

void add_bench_command(CLI::App& app) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand(
      "bench", "Run many episodes on all cores and store them in a results file");
  CLI::Option* const suite =
      command->add_option("--suite", options->suite, "thesis: the 14 rows of Tables 7 and 8")
          ->check(one_of({"thesis"}));
  command
      ->add_option("--agent", options->agents,
                   "One or more agents to run (default: complete-solution-prediction, with "
                   "--tilt cem)")
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
  command->add_option("--size", options->sizes, "Number of cells on each side of the mazes")
      ->delimiter(',')
      ->check(within(2, kLargestSide))
      ->excludes(suite);
  options->own_agents.add_to(*command, true, false)->excludes(suite);
  command
      ->add_option("--move-limit", options->move_limit,
                   "Moves after which a run is truncated (default: 6,000)")
      ->check(within(0, kLargestInteger));
  add_world_option(*command, "--world", options->world);
  command->add_option("--seeds", options->seeds, "Range of maze seeds, A-B");
  command
      ->add_option("--runs", options->runs,
                   "Number of runs in each maze, which differ in actuator noise and in the random "
                   "numbers of agents")
      ->check(within(1, 1'000'000));
  add_jobs_option(*command, options->jobs);
  command->add_option("--results", options->results, "Results file (SQLite)")->type_name(kDatabase);
  command->add_option("--shard", options->shard, "Run only part i of n of the work, given as i/n");
  options->settings.add_to(*command);
  add_recovery_option(*command, options->recovery);
  command->add_flag("--truth", options->truth,
                    "Also find the optimum of each maze (with noise, both bounds on the success "
                    "probability) by trying moves in copies of the world");
  add_tilt_options(
      *command, options->tilt, options->rest,
      {"--suite", "--orientations", "--recovery", "--truth", "--move-limit", "--call-limit"});
  command->add_flag("--json", options->json, "Print one JSON document");
  command->footer(
      "An interrupted bench exits with status 75. Run the same command again to continue.");
  set_action(*command, [options] {
    return run_resumably([&] { return run_bench(*options); }, "interrupted" + how_to_continue());
  });
}

void add_merge_command(CLI::App& app) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command =
      app.add_subcommand("merge", "Merge the results files of several shards into one file");
  command->add_option("OUT", options->into, "Results file to which rows are added")
      ->required()
      ->type_name(kDatabase);
  command->add_option("FILES", options->files, "Results files to read")
      ->required()
      ->type_name(kInput);
  command->add_flag("--json", options->json, "Print one JSON document");
  set_action(*command, [options] {
    return run_resumably([&] { return print_output(merge_files(*options), options->json); },
                         "interrupted: nothing was written; run the same command again");
  });
}

void add_marblebench_command(CLI::App& app) {
  auto options = std::make_shared<MarbleBenchOptions>();
  CLI::App* command = app.add_subcommand(
      "marblebench", "Run agents on MarbleBench, a fixed set of problems, and write score cards");
  CLI::Option* const agent =
      command
          ->add_option("--agent", options->agents,
                       "One or more agents to run (default: complete-solution-prediction, or cem "
                       "for tilt policies)")
          ->delimiter(',');
  CLI::Option* const list = command->add_flag(
      "--list", options->list,
      "List the problems and the best possible result of each, without running anything");
  options->own_agents.add_to(*command, true)->excludes(list);
  CLI::Option* const split =
      command
          ->add_option("--split", options->split,
                       "test, development (for tuning an agent), or all problems")
          ->check(one_of({"test", "development", "all"}));
  command->add_option("--problem", options->problems, "Run only these problems; see --list")
      ->delimiter(',')
      ->excludes(split);
  command
      ->add_option("--set", options->set,
                   "The set of problems: marblebench-2, marblebench-free-1 (for which --agent "
                   "selects tilt policies), or a file")
      ->type_name(fmt::format("{}:{{{}}}", kInput, fmt::join(built_in_sets(), ",")));
  CLI::Option* const out =
      command->add_option("--out", options->out, "Folder for each agent's score card (JSON)")
          ->type_name(kFolder);
  command
      ->add_option("--results", options->results,
                   "Results file (SQLite). The default is results.db in the folder of --out, or "
                   "marblebench.db without --out")
      ->type_name(kDatabase);
  for (CLI::Option* of_runs : {agent, out}) of_runs->excludes(list);
  add_jobs_option(*command, options->jobs);
  command->add_flag("--json", options->json, "Print one JSON document");
  command->footer(
      "An interrupted run exits with status 75. Run the same command again to continue.");
  set_action(*command, [options] {
    return run_resumably([&] { return marblebench_command(*options); },
                         "interrupted" + how_to_continue());
  });
}

void add_report_command(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      app.add_subcommand("report", "Print Tables 1 to 8 of the thesis from a results file");
  CLI::Option* const file =
      command->add_option("FILE", options->file, "Results file")->type_name(kInput);
  CLI::Option* const bench =
      command
          ->add_option(
              "--bench", options->cards,
              "Print a leaderboard of MarbleBench score cards (JSON files) for the same problems")
          ->type_name(kInput)
          ->excludes(file);
  CLI::Option* const compare =
      command
          ->add_option("--compare", options->compare,
                       "Compare two agents: print paired differences over the same mazes and runs")
          ->type_name("AGENT")
          ->expected(2)
          ->allow_extra_args(false);
  command
      ->add_option(
          "--against", options->against,
          "thesis: also show the thesis's figures, and whether they agree within sampling error")
      ->check(one_of({"thesis"}));
  command->add_option("--settings-hash", options->hash, "Only episodes with these settings");
  command->add_option("--results-version", options->version,
                      "Only episodes of this version of the program");
  command->add_option("--world", options->world, "Only episodes in this kind of world");
  command->add_option("--seeds", options->seeds, "Only mazes with seeds in this range, A-B");
  exclude_each_other(
      {command->add_flag("--json", options->json, "Print one JSON document"),
       command->add_flag("--csv", options->csv, "CSV with one line per row of the tables"),
       command->add_flag_callback(
           "--markdown", [] {}, "Markdown (the default)"),
       command->add_flag("--episodes", options->episodes, "CSV with one line per episode"),
       command->add_flag("--curves", options->curves,
                         "CSV of the percentage of mazes solved within k moves, with one line for "
                         "each k at which it changes")});
  for (const char* of_results : {"--compare", "--against", "--settings-hash", "--results-version",
                                 "--world", "--seeds", "--csv", "--episodes", "--curves"})
    bench->excludes(command->get_option(of_results));
  for (const char* of_tables : {"--against", "--csv", "--episodes", "--curves"})
    compare->excludes(command->get_option(of_tables));
  command->footer(
      "Unsolvable is the thesis's word for a run in which the agent gave up because it had nothing "
      "left to try. The maze may have a solution.");
  set_action(*command, [options] { report(*options); });
}

}  // namespace marblemaze
