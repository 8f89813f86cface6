#include <algorithm>
#include <cstdint>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/cli/commands.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/print.h"
#include "engine/report/comparison.h"
#include "engine/report/report.h"
#include "engine/report/score_card.h"
#include "engine/results/results_store.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

struct ReportOptions {
  std::string file;
  std::vector<std::string> cards;  ///< files; instead of `file`
  std::string against;
  std::vector<std::string> compare;  ///< two agents
  std::string hash;
  std::string version;
  std::string world;
  std::string seeds;
  bool json = false, html = false, csv = false, markdown = false, episodes = false, curves = false;
};

/// Returns the worlds, settings, versions and seeds of the episodes.
std::string contents(const std::vector<ResultRow>& episodes) {
  std::set<std::string> worlds, versions, settings;
  std::set<std::uint64_t> seeds;
  for (const ResultRow& episode : episodes) {
    worlds.insert(episode.job.world);
    versions.insert(episode.job.version);
    settings.insert(episode.job.settings);
    seeds.insert(episode.job.seed);
  }
  return fmt::format("world {}, settings {}, version {}, seeds {}-{}", fmt::join(worlds, ", "),
                     fmt::join(settings, ", "), fmt::join(versions, ", "), *seeds.begin(),
                     *seeds.rbegin());
}

std::vector<ResultRow> chosen_episodes(const ReportOptions& options, const ResultsStore& store) {
  const SeedRange seeds = options.seeds.empty() ? SeedRange{} : parse_seeds(options.seeds);
  const auto fits = [](const std::string& wanted, const std::string& value) {
    return wanted.empty() || wanted == value;
  };
  const std::vector<ResultRow> stored = store.rows(Question::run);
  if (stored.empty())
    throw BadInput("results file", "'" + options.file + "'", "at least one episode");
  std::vector<ResultRow> chosen;
  for (const ResultRow& row : stored)
    if (fits(options.hash, row.job.settings) && fits(options.version, row.job.version) &&
        fits(options.world, row.job.world) && seeds.contains(row.job.seed))
      chosen.push_back(row);
  if (chosen.empty())
    throw BadInput("results file",
                   "'" + options.file + "' without an episode that fits the options",
                   contents(stored));
  return chosen;
}

void report_cards(const ReportOptions& options) {
  std::vector<ScoreCard> cards;
  for (const std::string& file : options.cards)
    cards.push_back(
        naming("'" + file + "'", [&] { return score_card_from_json(read_text_file(file)); }));
  print_out("{}", options.json   ? cards_json(cards)
                  : options.html ? cards_html(cards)
                                 : cards_markdown(cards));
}

/// Returns the length of a tick of these episodes. With continuous control, the stored source is
/// the settings, or a set of problems.
double tick_s(const std::vector<ResultRow>& episodes, const ResultsStore& store) {
  const auto turned = [](const ResultRow& row) { return row.job.row.continuous(); };
  const auto free = std::ranges::find_if(episodes, turned);
  if (free == episodes.end()) return PhysicsSettings{}.solver.step;
  const Json source = Json::parse("source", store.source_text(free->job.settings));
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
    throw BadInput("FILE", "''", "a results file, or score cards by --bench");
  const ResultsStore store(options.file, ResultsStore::Mode::read);
  const std::vector<ResultRow> episodes = chosen_episodes(options, store),
                               truths = store.rows(Question::truth);
  if (!options.compare.empty()) return report_comparison(options, episodes);
  if (options.episodes) return print_out("{}", episodes_csv(episodes, truths));
  const Report report =
      make_report(episodes, !options.against.empty(), truths, tick_s(episodes, store));
  if (!report.missing.empty() && report.against_thesis)
    print_error("marblemaze: {} of the thesis's {} rows have no episode here\n",
                report.missing.size(), thesis_rows().size());
  print_out("{}", options.json     ? report_json(report)
                  : options.csv    ? report_csv(report)
                  : options.curves ? curves_csv(report)
                                   : report_markdown(report));
}

}  // namespace

void add_report_command(CLI::App& app) {
  auto options = std::make_shared<ReportOptions>();
  CLI::App* command =
      app.add_subcommand("report", "Print Tables 1 to 8 of the thesis from a results file");
  CLI::Option* const file =
      command->add_option("FILE", options->file, "Results file")->type_name(kInput);
  CLI::Option* const bench = command
                                 ->add_option("--bench", options->cards,
                                              "Print the leaderboard of score cards of marblebench "
                                              "(JSON files) on the same problems")
                                 ->type_name(kInput)
                                 ->excludes(file);
  command
      ->add_option("--compare", options->compare,
                   "Two agents: print their paired differences over the same mazes and runs")
      ->type_name("AGENT")
      ->expected(2);
  command
      ->add_option("--against", options->against,
                   "thesis: show its figures beside ours, and which agree within sampling error")
      ->check(one_of({"thesis"}));
  command->add_option("--settings-hash", options->hash, "Only episodes under these settings");
  command->add_option("--results-version", options->version,
                      "Only episodes of this version of the program");
  command->add_option("--world", options->world, "Only episodes in this kind of world");
  command->add_option("--seeds", options->seeds, "Only mazes of these seeds, as A-B");
  exclude_each_other(
      {command->add_flag("--json", options->json, "One JSON document"),
       command->add_flag("--csv", options->csv, "CSV, one line for each row of the tables"),
       command->add_flag("--markdown", options->markdown, "Markdown (the default)"),
       command->add_flag("--html", options->html, "The leaderboard as a page for browsers")
           ->needs(bench),
       command->add_flag("--episodes", options->episodes, "CSV, one line for each episode"),
       command->add_flag(
           "--curves", options->curves,
           "CSV of the share of mazes solved within k moves, one line for each step of a curve")});
  for (const char* of_results : {"--compare", "--against", "--settings-hash", "--results-version",
                                 "--world", "--seeds", "--csv", "--episodes", "--curves"})
    bench->excludes(command->get_option(of_results));
  command->footer(
      "Unsolvable is the thesis's word for a run in which the agent gave up, with nothing left to "
      "try. The maze may have a solution.");
  set_action(*command, [options] { report(*options); });
}

}  // namespace marblemaze
