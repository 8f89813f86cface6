#include <algorithm>
#include <charconv>
#include <chrono>
#include <filesystem>
#include <iostream>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "agent/for_all.h"
#include "engine/cli/command_line.h"
#include "engine/cli/interrupts.h"
#include "engine/cli/progress_line.h"
#include "engine/results_store.h"
#include "engine/table_report.h"
#include "maze/errors.h"

namespace marblemaze {
namespace {

using Json = nlohmann::ordered_json;
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
  bool json = false;
};

/// Two whole numbers with a mark between them, as "1-200" or "2/8".
std::pair<std::int64_t, std::int64_t> parse_pair(const std::string& what, const std::string& text,
                                                 char mark, const char* expected) {
  std::int64_t a = 0, b = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, a);
  const bool marked = first.ec == std::errc() && first.ptr != end && *first.ptr == mark;
  const auto second = marked ? std::from_chars(first.ptr + 1, end, b) : first;
  if (!marked || second.ec != std::errc() || second.ptr != end)
    throw BadInput(what, "'" + text + "'", expected);
  return {a, b};
}

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

constexpr std::int64_t kMostMazes = 1000000;

/// Mazes "A-B" as the first and how many.
std::pair<std::uint64_t, std::int64_t> parse_seeds(const std::string& text) {
  const char* const expected = "A-B with 0 <= A <= B and at most 1000000 mazes";
  const auto [first, last] = parse_pair("seeds", text, '-', expected);
  if (first < 0 || last < first || last - first >= kMostMazes)
    throw BadInput("seeds", "'" + text + "'", expected);
  return {static_cast<std::uint64_t>(first), last - first + 1};
}

/// The shard's tasks. Dealt out one by one, so that each shard gets its part of the expensive rows.
std::vector<Task> tasks_of(const BenchOptions& options) {
  const auto [first, count] = parse_seeds(options.seeds);
  const auto [shard, shards] = parse_pair("shard", options.shard, '/', "i/n with 1 <= i <= n");
  if (shard < 1 || shard > shards)
    throw BadInput("shard", "'" + options.shard + "'", "i/n with 1 <= i <= n");
  std::vector<Task> tasks;
  std::int64_t number = 0;
  for (const RowSpec& row : rows_of(options))
    for (std::int64_t i = 0; i < count; ++i)
      if (number++ % shards == shard - 1)
        tasks.push_back({row, first + static_cast<std::uint64_t>(i)});
  return tasks;
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
  explicit Progress(std::size_t total) : total_(total) {}

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
    return fmt::format("{} of {} episodes, {:.1f} a second, {:.0f} s left", done_, total_, rate,
                       static_cast<double>(total_ - done_) / rate);
  }

  std::size_t total_, done_ = 0;
  ProgressLine line_;
};

void print_bench(const BenchOptions& options, std::size_t episodes, std::size_t stored_before,
                 const std::map<Outcome, int>& outcomes, double cpu_s, double wall_s) {
  if (options.json) {
    Json counts = Json::object();
    for (const auto& [outcome, count] : outcomes) counts[std::string(to_string(outcome))] = count;
    std::cout << Json{{"episodes", episodes}, {"stored_before", stored_before},
                      {"outcomes", counts},   {"cpu_s", cpu_s},
                      {"wall_s", wall_s},     {"results", options.results}}
                     .dump()
              << "\n";
    return;
  }
  fmt::print("{} episodes run, {} were there already:", episodes, stored_before);
  for (const auto& [outcome, count] : outcomes) fmt::print(" {} {}", count, to_string(outcome));
  fmt::print("\n{:.1f} s of processor time, {:.1f} s by the clock; results in {}\n", cpu_s, wall_s,
             options.results);
}

Exit bench(const BenchOptions& options) {
  const PhysicsSettings settings = options.settings.make();
  if (options.jobs < 0 || options.jobs > 1024)
    throw BadInput("jobs", std::to_string(options.jobs), "1 to 1024, or 0 for all cores");
  if (options.world != "bullet" && options.world != "imagined" && options.world != "predicted")
    throw BadInput("world", "'" + options.world + "'", "bullet, imagined or predicted");
  const std::vector<Task> all = tasks_of(options);
  note_interrupts();
  ResultsStore store(options.results, ResultsStore::Mode::create_or_append);
  store.add_settings(settings);
  const std::string hash = settings_hash(settings);
  std::vector<Task> tasks;
  for (const Task& task : all)
    if (!store.has(task, options.world, hash)) tasks.push_back(task);

  const int jobs = threads_for(options.jobs);
  std::map<Outcome, int> outcomes;
  std::size_t done = 0;
  Progress progress(tasks.size());
  const auto began = Clock::now();
  run_batch(
      tasks, options.world, settings, jobs,
      [&](const EpisodeRow& row) {
        store.add(row, hash);
        ++outcomes[row.outcome];
        ++done;
        progress.one_done();
      },
      interrupted());
  print_bench(options, done, all.size() - tasks.size(), outcomes, process_cpu_s(),
              std::chrono::duration<double>(Clock::now() - began).count());
  if (done == tasks.size()) return Exit::done;
  fmt::print(stderr, "interrupted with {} episodes to go; the same command goes on from here\n",
             tasks.size() - done);
  return Exit::not_reached;
}

struct ReportOptions {
  std::string file;
  std::string against;
  std::string hash;
  std::string version;
  std::string world;
  std::string seeds;
  SettingsChoice settings;
  bool json = false, csv = false, markdown = false, episodes = false;
};

std::vector<StoredEpisode> chosen_episodes(const ReportOptions& options) {
  std::string hash = options.hash;
  if (!options.settings.file.empty()) hash = settings_hash(options.settings.make());
  const auto [first, count] = options.seeds.empty()
                                  ? std::pair<std::uint64_t, std::int64_t>{0, INT64_MAX}
                                  : parse_seeds(options.seeds);
  std::vector<StoredEpisode> chosen;
  for (StoredEpisode& stored : ResultsStore(options.file, ResultsStore::Mode::read).episodes()) {
    const bool fits = (hash.empty() || stored.settings == hash) &&
                      (options.version.empty() || stored.version == options.version) &&
                      (options.world.empty() || stored.episode.world == options.world) &&
                      stored.episode.seed >= first &&
                      stored.episode.seed - first < static_cast<std::uint64_t>(count);
    if (fits) chosen.push_back(std::move(stored));
  }
  if (chosen.empty())
    throw BadInput("results file", "'" + options.file + "' without a fitting episode",
                   "at least one");
  return chosen;
}

void report(const ReportOptions& options) {
  if (!options.against.empty() && options.against != "thesis")
    throw BadInput("against", "'" + options.against + "'", "thesis");
  const std::vector<StoredEpisode> episodes = chosen_episodes(options);
  if (options.episodes) {
    std::cout << episodes_csv(episodes);
    return;
  }
  const Report report = make_report(episodes, !options.against.empty());
  if (!report.missing.empty() && report.against_thesis)
    fmt::print(stderr, "marblemaze: {} of the thesis's {} rows have no episode here\n",
               report.missing.size(), thesis_rows().size());
  std::cout << (options.json  ? report_json(report)
                : options.csv ? report_csv(report)
                              : report_markdown(report));
}

struct MergeOptions {
  std::string into;
  std::vector<std::string> files;
  bool json = false;
};

/// Nothing is made or changed before every file has been seen to be a results file.
void check_sources(const MergeOptions& options) {
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
  Json taken = Json::object();
  for (const std::string& file : options.files)
    taken[file] = store.merge(ResultsStore(file, ResultsStore::Mode::read));
  if (options.json) {
    std::cout << Json{{"results", options.into},
                      {"episodes", store.episodes().size()},
                      {"taken", taken}}
                     .dump()
              << "\n";
    return;
  }
  for (const auto& [file, count] : taken.items())
    fmt::print("{}: {} episodes taken over\n", file, count.get<int>());
}

}  // namespace

void add_bench_command(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand(
      "bench", "Run many episodes on all cores into a results file; go on where it stopped");
  CLI::Option* suite =
      command->add_option("--suite", options->suite, "thesis: the 14 rows of Tables 7 and 8");
  for (CLI::Option* own :
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
  command->add_option("--world", options->world, "bullet, imagined or predicted")
      ->capture_default_str();
  command->add_option("--seeds", options->seeds, "Mazes, as A-B")->capture_default_str();
  command->add_option("--jobs", options->jobs, "Threads; 0 for all cores")->capture_default_str();
  command->add_option("--results", options->results, "Results file (SQLite)")
      ->capture_default_str();
  command->add_option("--shard", options->shard, "Only the i-th of n parts of the work, as i/n")
      ->capture_default_str();
  options->settings.add_to(*command);
  command->add_flag("--recovery", options->recovery, "A frozen marble is not the end: the agent may tip the maze out of it");
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options, &context] { context.exit = bench(*options); });
}

void add_report_command(CLI::App& app, CommandContext&) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Tables 1 to 8 from a results file");
  command->add_option("FILE", options->file, "Results file")->required();
  command->add_option("--against", options->against,
                      "thesis: its figures beside ours, and which cells are inside");
  command->add_option("--settings-hash", options->hash, "Only episodes under these settings");
  options->settings.add_to(*command);
  command->add_option("--results-version", options->version,
                      "Only episodes of this version of the program");
  command->add_option("--world", options->world, "Only episodes in this kind of world");
  command->add_option("--seeds", options->seeds, "Only these mazes, as A-B");
  CLI::Option_group* form = command->add_option_group("Form");
  form->add_flag("--json", options->json, "One JSON document");
  form->add_flag("--csv", options->csv, "Comma-separated, a row a line");
  form->add_flag("--markdown", options->markdown, "Markdown (the default)");
  form->add_flag("--episodes", options->episodes, "Comma-separated, an episode a line");
  form->require_option(0, 1);
  command->callback([options] { report(*options); });
}

void add_merge_command(CLI::App& app, CommandContext&) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command =
      app.add_subcommand("merge", "Bring the results files of several shards into one");
  command->add_option("OUT", options->into, "Results file to add to")->required();
  command->add_option("FILES", options->files, "Results files to take from")->required();
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options] { merge(*options); });
}

}  // namespace marblemaze
