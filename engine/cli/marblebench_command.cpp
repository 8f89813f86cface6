#include <algorithm>
#include <filesystem>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/cli/answer_aloud.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/protocol/conversation.h"
#include "engine/report/score_card.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/lists.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

struct MarbleBenchOptions {
  std::vector<std::string> agents;
  AgentCommandChoice own_agents;
  std::string split = "test";
  std::vector<std::string> problems;
  std::string set = carried_sets().front();  ///< one that the program carries, or a file
  std::string out;                           ///< a folder; empty: cards are printed
  std::string results;
  int jobs = 0;
  bool list = false, json = false;
};

/// Problems of the set that are played, by index, and their name on a score card.
struct Choice {
  std::vector<std::size_t> problems;
  std::string name;
};

Choice chosen_problems(const MarbleBenchOptions& options, const BenchmarkSet& set) {
  Choice choice{{}, options.problems.empty() ? options.split : "some"};
  for (const std::string& name : options.problems)
    if (!row_named(set.problems, name))
      throw BadInput("problem", "'" + name + "'", "one that marblebench --list names");
  const auto named = [&](const BenchmarkProblem& problem) {
    if (options.problems.empty())
      return options.split == "all" || options.split == to_string(problem.split);
    return std::ranges::count(options.problems, problem.name) > 0;
  };
  for (std::size_t i = 0; i < set.problems.size(); ++i)
    if (named(set.problems[i])) choice.problems.push_back(i);
  if (choice.problems.empty())
    throw BadInput("split", "'" + options.split + "'", "one of which the set has problems");
  return choice;
}

/// Returns the best possible result of a problem in words.
std::string possible_words(const BenchmarkProblem& p, bool free) {
  if (p.hopeless()) return "no solution";
  if (!p.truth.uncertain()) return fmt::format("{} moves", p.truth.solution.size());
  return fmt::format("{:.1f} % in {:.2f} {}", 100 * p.truth.chance(), p.truth.expected_moves(),
                     free ? "commands" : "moves");
}

std::string kind_words(const BenchmarkProblem& p, bool free) {
  const Grid& grid = p.setup.maze->grid();
  return fmt::format("{}x{}x{} {}, {}", grid.dims().x, grid.dims().y, grid.dims().z,
                     to_string(grid.layers()),
                     free ? fmt::format("to {}", p.rest ? "rest" : "reach")
                          : fmt::format("{} orientations", p.setup.control));
}

Finding list_of(const BenchmarkSet& set, const Choice& choice) {
  const bool free = set.continuous();
  std::string text = fmt::format(
      "{}, hash {}, {}, at most {} a run\n", set.name, set.hash,
      counted(set.problems.size(), "problem"),
      free ? fmt::format("{:g} s", set.time_limit_s) : fmt::format("{} moves", set.move_limit));
  Json problems = Json::array();
  for (std::size_t index : choice.problems) {
    const BenchmarkProblem& p = set.problems[index];
    const bool known = p.truth.chance() > 0;  // then the fewest moves are known, too
    text += fmt::format("{:<16} {:<12} {:<16} {:<32} {}\n", p.name, to_string(p.split),
                        p.setup.kind, kind_words(p, free), possible_words(p, free));
    problems.push_back({{"name", p.name},
                        {"group", p.group},
                        {"split", to_string(p.split)},
                        {"world", p.setup.kind},
                        {free ? "rest" : "orientations",
                         free ? Json(p.rest) : Json(orientations_of(p.setup.control))},
                        {"chance", p.truth.chance()},
                        {"fewest", known ? Json(p.truth.expected_moves()) : Json(nullptr)},
                        {"proved", p.truth.complete}});
  }
  return {
      text,
      {{"benchmark", set.name},
       {"hash", set.hash},
       {free ? "time_limit_s" : "move_limit", free ? Json(set.time_limit_s) : Json(set.move_limit)},
       {"problems", problems}}};
}

std::string results_file(const MarbleBenchOptions& options) {
  if (!options.results.empty()) return options.results;
  return options.out.empty() ? "marblebench.db"
                             : (std::filesystem::path(options.out) / "results.db").string();
}

/// Returns an agent's runs of the chosen problems.
std::vector<JobBlock> jobs_of(const BenchmarkSet& set, const Choice& choice,
                              const std::string& agent) {
  std::vector<JobBlock> jobs;
  for (std::size_t problem : choice.problems)
    jobs.push_back({.first = job_in(set, agent, problem),
                    .runs = static_cast<std::uint64_t>(set.runs_of(set.problems[problem]))});
  return jobs;
}

/// Returns the agents, each once. External agents get the set's budget unless options give another
/// one, which is then part of their names.
std::vector<std::string> chosen_agents(const MarbleBenchOptions& options, const BenchmarkSet& set) {
  const AgentLimits usual{.decision_s = set.budget.seconds, .calls = set.budget.calls};
  std::vector<std::string> agents;
  for (const std::string& agent :
       options.own_agents.enrol_beside(options.agents, usual, set.continuous()))
    if (std::ranges::count(agents, agent) == 0) agents.push_back(agent);
  return agents;
}

/// Returns "cards/greedy-1.0-0f2cb48a.json" for the agent "greedy 1.0 (0f2cb48a)".
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

/// Creates the folder and the folders above it. Throws BadInput if it is a file, and MachineFailure
/// if it cannot be created.
void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  if (std::filesystem::exists(folder, error) && !std::filesystem::is_directory(folder, error))
    throw BadInput("--out", "'" + folder.string() + "'", "a folder");
  std::filesystem::create_directories(folder, error);
  if (error)
    throw MachineFailure(
        fmt::format("cannot make the folder '{}': {}", folder.string(), error.message()));
}

ScoreCard card_of(const std::string& agent, const BenchmarkSet& set, const Choice& choice,
                  const std::vector<ResultRow>& found) {
  ScoreCard card{set.name, set.hash, choice.name, agent, "", program_version()};
  card.runs = card_runs(set, choice.problems, found);
  card.budget = set.budget;
  if (set.continuous()) {
    card.knows = tilt_policies().entry(agent).knows;
    card.track = "controllers";
  } else {
    const PlannerEntry& entry = planners().entry(agent);
    card.knows = entry.knows;
    card.track = access_level_entry(entry.knowledge).name;
  }
  return card;
}

/// Plays the runs that the store lacks, writes the cards, and prints their leaderboard.
Exit run_agents(const MarbleBenchOptions& options, const BenchmarkSet& set, const Choice& choice) {
  const std::vector<std::string> agents = chosen_agents(options, set);
  if (!options.out.empty()) {
    make_folder(options.out);
    for (const std::string& agent : agents)
      check_outputs({options.set}, {{"--out", card_file(options.out, agent).string()}});
  }
  std::vector<JobBlock> jobs;
  for (const std::string& agent : agents)
    for (const JobBlock& block : jobs_of(set, choice, agent)) jobs.push_back(block);
  ResultsStore store(results_file(options), ResultsStore::Mode::create_or_append);
  const Answered runs = answer_aloud(store, source_of(set), JobList(jobs), "runs", options.jobs,
                                     [](const ResultRow&) {});
  store.finish();
  if (runs.left > 0) return done_or_interrupted(runs.left, counted(runs.left, "run"));
  std::vector<ScoreCard> cards;
  for (const std::string& agent : agents) {
    cards.push_back(card_of(agent, set, choice, store.found(JobList(jobs_of(set, choice, agent)))));
    if (!options.out.empty())
      write_text_file(card_file(options.out, agent), score_card_json(cards.back()));
  }
  print_out("{}", options.json ? cards_json(cards) : cards_markdown(cards));
  return Exit::done;
}

Exit marblebench_command(const MarbleBenchOptions& options) {
  const bool carried = std::ranges::count(carried_sets(), options.set) > 0;
  const BenchmarkSet own = carried ? BenchmarkSet{} : load_benchmark_set(options.set);
  const BenchmarkSet& set = carried ? carried_set(options.set) : own;
  const Choice choice = chosen_problems(options, set);
  if (!options.list) return run_agents(options, set, choice);
  return tell(list_of(set, choice), options.json);
}

}  // namespace

void add_marblebench_command(CLI::App& app) {
  auto options = std::make_shared<MarbleBenchOptions>();
  CLI::App* command = app.add_subcommand(
      "marblebench", "Play MarbleBench, a fixed set of problems, and write score cards");
  CLI::Option* const agent =
      command->add_option("--agent", options->agents, "Agents to run (several may be given)")
          ->delimiter(',');
  CLI::Option* const list = command->add_flag(
      "--list", options->list, "Run nothing; list the problems and what is possible in each");
  options->own_agents.add_to(*command, true)->excludes(list);
  CLI::Option* const split =
      command
          ->add_option("--split", options->split,
                       "test, development (for tuning an agent), or all problems")
          ->check(one_of({"test", "development", "all"}));
  command->add_option("--problem", options->problems, "Only these problems; see --list")
      ->delimiter(',')
      ->excludes(split);
  command
      ->add_option("--set", options->set,
                   "The set of problems: marblebench-2, marblebench-free-1 (for which --agent "
                   "names controllers), or a file")
      ->type_name(kInput)
      ->check(or_one_of(carried_sets()));
  CLI::Option* const out =
      command->add_option("--out", options->out, "Folder for each agent's score card (JSON)")
          ->type_name(kFolder);
  command
      ->add_option("--results", options->results,
                   "Results file (SQLite); results.db in the folder of --out unless given, or "
                   "marblebench.db")
      ->type_name(kDatabase);
  for (CLI::Option* of_runs : {agent, out}) of_runs->excludes(list);
  add_jobs_option(*command, options->jobs);
  command->add_flag("--json", options->json, "One JSON document");
  command->footer(
      "An interrupted run ends with status 75. Give the same command again to continue.");
  set_action(*command,
             [options] { return run_resumably([&] { return marblebench_command(*options); }); });
}

}  // namespace marblemaze
