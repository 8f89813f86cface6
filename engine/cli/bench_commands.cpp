#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <charconv>
#include <chrono>
#include <csignal>
#include <iostream>
#include <thread>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "engine/cli/command_line.h"
#include "engine/results_store.h"
#include "engine/table_report.h"
#include "maze/errors.h"

namespace marblemaze {
namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

std::atomic<bool> interrupted{false};
void note_interrupt(int) { interrupted = true; }

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
  bool json = false;
};

/// Two whole numbers with a mark between them, as "1-200" or "2/8".
std::pair<std::int64_t, std::int64_t> parse_pair(const std::string& what, const std::string& text, char mark, const char* expected) {
  std::int64_t a = 0, b = 0;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, a);
  const bool marked = first.ec == std::errc() && first.ptr != end && *first.ptr == mark;
  const auto second = marked ? std::from_chars(first.ptr + 1, end, b) : first;
  if (!marked || second.ec != std::errc() || second.ptr != end) throw BadInput(what, "'" + text + "'", expected);
  return {a, b};
}

std::vector<RowSpec> rows_of(const BenchOptions& options) {
  if (options.suite == "thesis") return thesis_suite();
  if (!options.suite.empty()) throw BadInput("suite", "'" + options.suite + "'", "thesis");
  std::vector<RowSpec> rows;
  const std::vector<std::string> agents =
      options.agents.empty() ? std::vector<std::string>{"complete-solution-prediction"} : options.agents;
  for (const std::string& layers : options.layers)
    for (int size : options.sizes)
      for (const std::string& agent : agents) {
        const Layers kind = layers_from_string(layers);
        static_cast<void>(planner_entry(agent));
        static_cast<void>(Grid({size, size, kind == Layers::flat ? 1 : size}, kind));
        const std::vector<int> schemes = !options.orientations.empty() ? options.orientations
                                                                        : std::vector{kind == Layers::flat ? 4 : 8};
        for (int scheme : schemes) {
          static_cast<void>(OrientationScheme(scheme, kind));
          rows.push_back({agent, scheme, kind, size});
        }
      }
  return rows;
}

/// The shard's tasks. Expensive rows come first so that no thread is left alone with one at the end.
std::vector<Task> tasks_of(const BenchOptions& options) {
  const auto [first, last] = parse_pair("seeds", options.seeds, '-', "A-B with 0 <= A <= B");
  if (first < 0 || last < first || last - first > 10000000) throw BadInput("seeds", "'" + options.seeds + "'", "A-B with 0 <= A <= B");
  const auto [shard, shards] = parse_pair("shard", options.shard, '/', "i/n with 1 <= i <= n");
  if (shard < 1 || shard > shards) throw BadInput("shard", "'" + options.shard + "'", "i/n with 1 <= i <= n");
  std::vector<Task> tasks;
  std::int64_t number = 0;
  for (const RowSpec& row : rows_of(options))
    for (std::int64_t seed = first; seed <= last; ++seed)
      if (number++ % shards == shard - 1) tasks.push_back({row, static_cast<std::uint64_t>(seed)});
  return tasks;
}

double process_cpu_s() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
         1e-6 * static_cast<double>(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

/// A line on standard error: rewritten in place on a terminal, every ten seconds elsewhere.
class Progress {
 public:
  explicit Progress(std::size_t total) : total_(total), began_(Clock::now()), shown_(began_) {}

  void one_done() {
    ++done_;
    const auto now = Clock::now();
    if (now - shown_ < (tty_ ? std::chrono::milliseconds(200) : std::chrono::seconds(10)) && done_ != total_) return;
    if (!tty_ && done_ == total_ && shown_ == began_) return;
    shown_ = now;
    const double seconds = std::chrono::duration<double>(now - began_).count();
    const double rate = static_cast<double>(done_) / std::max(seconds, 1e-9);
    fmt::print(stderr, "{}{} of {} episodes, {:.1f} a second, {:.0f} s left{}", tty_ ? "\r" : "", done_, total_, rate,
               static_cast<double>(total_ - done_) / rate, tty_ && done_ != total_ ? "   " : "\n");
  }

 private:
  std::size_t total_, done_ = 0;
  Clock::time_point began_, shown_;
  bool tty_ = isatty(STDERR_FILENO) != 0;
};

void print_bench(const BenchOptions& options, std::size_t episodes, std::size_t stored_before, const std::map<Outcome, int>& outcomes,
                 double cpu_s, double wall_s) {
  if (options.json) {
    Json counts = Json::object();
    for (const auto& [outcome, count] : outcomes) counts[std::string(to_string(outcome))] = count;
    std::cout << Json{{"episodes", episodes}, {"stored_before", stored_before}, {"outcomes", counts}, {"cpu_s", cpu_s},
                      {"wall_s", wall_s}, {"results", options.results}}.dump()
              << "\n";
    return;
  }
  fmt::print("{} episodes run, {} were there already:", episodes, stored_before);
  for (const auto& [outcome, count] : outcomes) fmt::print(" {} {}", count, to_string(outcome));
  fmt::print("\n{:.1f} s of processor time, {:.1f} s by the clock; results in {}\n", cpu_s, wall_s, options.results);
}

Exit bench(const BenchOptions& options) {
  const PhysicsSettings settings = options.settings.make();
  if (options.jobs < 0 || options.jobs > 1024) throw BadInput("jobs", std::to_string(options.jobs), "1 to 1024, or 0 for all cores");
  if (options.world != "bullet" && options.world != "imagined" && options.world != "predicted") throw BadInput("world", "'" + options.world + "'", "bullet, imagined or predicted");
  const std::vector<Task> all = tasks_of(options);
  ResultsStore store(options.results, ResultsStore::Mode::create_or_append);
  store.add_settings(settings);
  const std::string hash = settings_hash(settings);
  std::vector<Task> tasks;
  for (const Task& task : all)
    if (!store.has(task, options.world, hash)) tasks.push_back(task);

  const int jobs = options.jobs > 0 ? options.jobs : std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  std::signal(SIGINT, note_interrupt);
  std::signal(SIGTERM, note_interrupt);
  std::map<Outcome, int> outcomes;
  std::size_t done = 0;
  Progress progress(tasks.size());
  const auto began = Clock::now();
  run_batch(tasks, options.world, settings, jobs, [&](const EpisodeRow& row) {
    store.add(row, hash);
    ++outcomes[row.outcome];
    ++done;
    progress.one_done();
  }, interrupted);
  print_bench(options, done, all.size() - tasks.size(), outcomes, process_cpu_s(),
              std::chrono::duration<double>(Clock::now() - began).count());
  if (done == tasks.size()) return Exit::done;
  fmt::print(stderr, "interrupted with {} episodes to go; the same command goes on from here\n", tasks.size() - done);
  return Exit::not_reached;
}

struct ReportOptions {
  std::string file;
  std::string against;
  std::string hash;
  std::string seeds;
  SettingsChoice settings;
  bool json = false, csv = false, markdown = false, episodes = false;
};

std::vector<StoredEpisode> chosen_episodes(const ReportOptions& options) {
  std::string hash = options.hash;
  if (!options.settings.file.empty()) hash = settings_hash(options.settings.make());
  const auto [first, last] = options.seeds.empty() ? std::pair<std::int64_t, std::int64_t>{0, INT64_MAX}
                                                   : parse_pair("seeds", options.seeds, '-', "A-B");
  std::vector<StoredEpisode> chosen;
  for (StoredEpisode& stored : ResultsStore(options.file, ResultsStore::Mode::read).episodes()) {
    const auto seed = static_cast<std::int64_t>(stored.episode.seed);
    if ((hash.empty() || stored.settings == hash) && seed >= first && seed <= last) chosen.push_back(std::move(stored));
  }
  if (chosen.empty()) throw BadInput("results file", "'" + options.file + "' without a fitting episode", "at least one");
  return chosen;
}

void report(const ReportOptions& options) {
  const bool against = !options.against.empty();
  if (against && options.against != "thesis") throw BadInput("against", "'" + options.against + "'", "thesis");
  const std::vector<StoredEpisode> episodes = chosen_episodes(options);
  if (options.episodes) {
    std::cout << episodes_csv(episodes);
    return;
  }
  const std::vector<TableRow> rows = table_rows(episodes);
  if (options.json)
    std::cout << report_json(rows, against);
  else if (options.csv)
    std::cout << report_csv(rows, against);
  else
    std::cout << report_markdown(rows, against);
}

void merge(const std::string& into, const std::vector<std::string>& files) {
  for (const std::string& file : files)
    if (file == into) throw BadInput("merge", "'" + file + "'", "files other than the one merged into");
  ResultsStore store(into, ResultsStore::Mode::create_or_append);
  for (const std::string& file : files) {
    const int taken = store.merge(ResultsStore(file, ResultsStore::Mode::read));
    fmt::print("{}: {} episodes taken over\n", file, taken);
  }
}

}  // namespace

void add_bench_command(CLI::App& app, CommandContext& context) {
  auto options = std::make_shared<BenchOptions>();
  CLI::App* command = app.add_subcommand("bench", "Run many episodes on all cores into a results file; go on where it stopped");
  command->add_option("--suite", options->suite, "thesis: the 14 rows of Tables 7 and 8");
  command->add_option("--agent", options->agents, "Searches to run (several may be given)")->delimiter(',');
  command->add_option("--orientations", options->orientations, "Control schemes")->delimiter(',');
  command->add_option("--layers", options->layers, "Kinds of maze")->delimiter(',')->capture_default_str();
  command->add_option("--size", options->sizes, "Cells a side")->delimiter(',')->capture_default_str();
  command->add_option("--world", options->world, "bullet, imagined or predicted")->capture_default_str();
  command->add_option("--seeds", options->seeds, "Mazes, as A-B")->capture_default_str();
  command->add_option("--jobs", options->jobs, "Threads; 0 for all cores")->capture_default_str();
  command->add_option("--results", options->results, "Results file (SQLite)")->capture_default_str();
  command->add_option("--shard", options->shard, "Only the i-th of n parts of the work, as i/n")->capture_default_str();
  options->settings.add_to(*command);
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options, &context] { context.exit = bench(*options); });
}

void add_report_command(CLI::App& app, CommandContext&) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command = app.add_subcommand("report", "Tables 1 to 8 from a results file");
  command->add_option("FILE", options->file, "Results file")->required();
  command->add_option("--against", options->against, "thesis: its figures beside ours, and which cells are inside");
  command->add_option("--settings-hash", options->hash, "Only episodes under these settings");
  options->settings.add_to(*command);
  command->add_option("--seeds", options->seeds, "Only these mazes, as A-B");
  command->add_flag("--json", options->json, "One JSON document");
  command->add_flag("--csv", options->csv, "Comma-separated, a row a line");
  command->add_flag("--markdown", options->markdown, "Markdown (the default)");
  command->add_flag("--episodes", options->episodes, "Comma-separated, an episode a line");
  command->callback([options] { report(*options); });
}

void add_merge_command(CLI::App& app, CommandContext&) {
  struct Options {
    std::string into;
    std::vector<std::string> files;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("merge", "Bring the results files of several shards into one");
  command->add_option("OUT", options->into, "Results file to add to")->required();
  command->add_option("FILES", options->files, "Results files to take from")->required();
  command->callback([options] { merge(options->into, options->files); });
}

}  // namespace marblemaze
