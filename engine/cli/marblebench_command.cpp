#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "agent/tilt/tilt_policy.h"
#include "engine/cli/answer_aloud.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/experiments/benchmark_maker.h"
#include "engine/experiments/benchmark_set.h"
#include "engine/protocol/conversation.h"
#include "engine/report/score_card.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/json_reader.h"
#include "maze/base/lists.h"
#include "maze/base/parallel.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

/// A set of problems by the rules of MarbleBench 2.
struct BenchmarkMaking {
  std::string file;   ///< the set
  std::string seeds;  ///< a file of whole numbers, from which all is drawn; empty: the published
  std::string shard = "1/1";
};

struct MarbleBenchOptions {
  std::vector<std::string> agents;
  AgentCommandChoice own_agents;
  std::string split = "test";
  std::vector<std::string> problems;
  std::string set = carried_sets().front();  ///< one that the program carries, or a file
  std::string out;                           ///< a folder; empty: cards are printed
  std::string results;
  BenchmarkMaking making;  ///< without a file: none is made
  int jobs = 0;
  bool list = false, json = false;
};

/// Which problems of the set are played, and how a card calls them.
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

/// What is possible in a problem, in words.
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
  const bool free = set.turned_freely();
  std::string text = fmt::format(
      "{}, hash {}, {}, at most {} a run\n", set.name, set.hash,
      counted(set.problems.size(), "problem"),
      free ? fmt::format("{:g} s", set.time_limit_s) : fmt::format("{} moves", set.move_limit));
  Json problems = Json::array();
  for (std::size_t index : choice.problems) {
    const BenchmarkProblem& p = set.problems[index];
    const bool known = p.truth.chance() > 0;  // and the fewest moves with it
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

/// An agent's runs of the chosen problems.
std::vector<Job> jobs_of(const BenchmarkSet& set, const Choice& choice, const std::string& agent) {
  std::vector<Job> jobs;
  for (std::size_t problem : choice.problems)
    for (int run = 1; run <= set.runs_of(set.problems[problem]); ++run)
      jobs.push_back(job_in(set, agent, problem, run));
  return jobs;
}

/// Each once; those by command within the set's budget, unless another was given, which their
/// names tell then.
std::vector<std::string> chosen_agents(const MarbleBenchOptions& options, const BenchmarkSet& set) {
  const AgentLimits usual{.decision_s = set.budget.seconds, .calls = set.budget.calls};
  std::vector<std::string> agents;
  for (const std::string& agent :
       options.own_agents.enrol_beside(options.agents, usual, set.turned_freely()))
    if (std::ranges::count(agents, agent) == 0) agents.push_back(agent);
  return agents;
}

/// Plays what the store has not. How many runs are left: some where it was interrupted.
std::size_t play(const MarbleBenchOptions& options, const BenchmarkSet& set, const Choice& choice,
                 const std::vector<std::string>& agents, ResultsStore& store) {
  std::vector<Job> jobs;
  for (const std::string& agent : agents)
    for (const Job& job : jobs_of(set, choice, agent)) jobs.push_back(job);
  return answer_aloud(store, source_of(set), store.left_of(jobs), "runs", options.jobs,
                      [](const ResultRow&) {});
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

/// With the folders above it. Throws BadInput where the name is a file's, MachineFailure where none
/// can be made.
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
  if (set.turned_freely()) {
    card.knows = tilt_policies().entry(agent).knows;
    card.track = "controllers";
  } else {
    const PlannerEntry& entry = planners().entry(agent);
    card.knows = entry.knows;
    card.track = knowledge_class_of(entry.knowledge).name;
  }
  return card;
}

/// Writes the cards and prints their leaderboard.
void tell_cards(const MarbleBenchOptions& options, const BenchmarkSet& set, const Choice& choice,
                const std::vector<std::string>& agents, const ResultsStore& store) {
  std::vector<ScoreCard> cards;
  for (const std::string& agent : agents) {
    cards.push_back(card_of(agent, set, choice, store.found(jobs_of(set, choice, agent))));
    if (!options.out.empty())
      write_text_file(card_file(options.out, agent), score_card_json(cards.back()));
  }
  print_out("{}", options.json ? cards_json(cards) : cards_markdown(cards));
}

Exit run_agents(const MarbleBenchOptions& options, const BenchmarkSet& set, const Choice& choice) {
  const std::vector<std::string> agents = chosen_agents(options, set);
  if (!options.out.empty()) make_folder(options.out);
  for (const std::string& agent : options.out.empty() ? std::vector<std::string>() : agents)
    check_outputs({options.set}, {{"--out", card_file(options.out, agent).string()}});
  ResultsStore store(results_file(options), ResultsStore::Mode::create_or_append);
  const std::size_t left = play(options, set, choice, agents, store);
  store.finish();
  if (left > 0) {
    print_error("interrupted with {} to go; give the same command again to continue\n",
                counted(left, "run"));
    return Exit::interrupted;
  }
  tell_cards(options, set, choice, agents, store);
  return Exit::done;
}

// ---- marblebench --make

/// The lines of a file that are not empty; none if there is no file.
std::vector<std::string> kept_lines(const std::string& file) {
  if (!std::filesystem::exists(file)) return {};
  std::vector<std::string> lines = parts_of(read_text_file(file), '\n');
  std::erase(lines, "");
  return lines;
}

std::vector<std::uint64_t> seeds_from(const std::string& file) {
  if (file.empty()) return {BenchmarkMaker::kPublished};
  std::vector<std::uint64_t> seeds;
  for (const std::string& line : kept_lines(file)) {
    const auto seed = number_from<std::uint64_t>(line);
    if (!seed) throw BadInput("'" + file + "': seed", "'" + line + "'", "one integer per line");
    seeds.push_back(*seed);
  }
  return seeds;
}

/// Problems by their places. A file has one a line.
using Found = std::map<std::uint64_t, BenchmarkProblem>;

Found found_before(const std::string& file, const BenchmarkMaker& maker) {
  Found found;
  const std::string what = "'" + file + "'";
  for (const std::string& line : kept_lines(file)) {
    const Json json = Json::parse(what, line);
    const JsonReader reader(json, what, "problem ");
    reader.require_only({"seeds", "place", "problem"});
    if (reader.natural("seeds") != maker.fingerprint())
      reader.refuse("seeds", "the fingerprint of these seeds; it is the work of others");
    naming(what, [&] {
      found[reader.natural("place")] = benchmark_problem_from(reader.at("problem"), maker.frame());
    });
  }
  return found;
}

void keep(const Found::value_type& placed, const std::string& file, const BenchmarkMaker& maker) {
  const Json line{{"seeds", maker.fingerprint()},
                  {"place", placed.first},
                  {"problem", json_of(placed.second, maker.frame())}};
  std::ofstream out(file, std::ios::app);
  out << line.dump() << '\n';
  if (!out.flush()) throw MachineFailure("cannot write '" + file + "'");
}

/// Finds the problems of these places on so many threads, until it is interrupted, and keeps each
/// in the file.
void find_problems(const BenchmarkMaker& maker, const std::vector<std::size_t>& places, int threads,
                   const std::string& file, Found& found) {
  const auto make = [&](std::size_t i) -> Found::value_type {
    return {places[i], maker.problem(places[i])};
  };
  ProgressLine line;
  std::size_t done = 0;
  const auto words = [&] { return fmt::format("{} of {} problems", done, places.size()); };
  const auto take = [&](const Found::value_type& placed) {
    keep(placed, file, maker);
    found.insert(placed);
    ++done;
    if (line.due()) line.show(words());
  };
  try {
    run_on_threads<Found::value_type>(places.size(), threads, make, take);
  } catch (const Interrupted&) {  // the file has what was found
  }
  line.finish(words());
}

/// Makes the set's problems, or a shard's, on so many threads (0: all cores), and keeps each in
/// FILE.work, a line each, so that it goes on where it was stopped; writes FILE in its stead once
/// all are there. The lines of several shards' files, put together in one, are the work of all of
/// them. Throws BadInput, also for work of other seeds, and MachineFailure.
Exit make_benchmark(const BenchmarkMaking& making, int jobs) {
  const BenchmarkMaker maker(seeds_from(making.seeds));
  const Shard shard = parse_shard(making.shard);
  const std::string kept = making.file + ".work";
  check_outputs({making.seeds}, {{"--make", kept}});
  Found found = found_before(kept, maker);
  std::vector<std::size_t> places;
  for (std::size_t place = 0; place < maker.size(); ++place)
    if (shard.has(place) && !found.contains(place)) places.push_back(place);
  find_problems(maker, places, threads_for(jobs), kept, found);
  stop_point();
  BenchmarkSet set = maker.frame();
  for (const auto& [place, problem] : found) set.problems.push_back(problem);
  const std::string problems = counted(set.problems.size(), "problem");
  if (set.problems.size() < maker.size()) {
    print_out("{} of {} in {}; add the lines of the other shards and give the command again\n",
              problems, maker.size(), kept);
    return Exit::done;
  }
  write_text_file(making.file, to_json(set));
  std::filesystem::remove(kept);
  print_out("{} in {}\n", problems, making.file);
  return Exit::done;
}

Exit marblebench_command(const MarbleBenchOptions& options) {
  if (!options.making.file.empty()) return make_benchmark(options.making, options.jobs);
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
      ->type_name(kInput);
  CLI::Option* const out =
      command->add_option("--out", options->out, "Folder for each agent's score card (JSON)")
          ->type_name(kFolder);
  command
      ->add_option("--results", options->results,
                   "Results file (SQLite); results.db in the folder of --out unless given, or "
                   "marblebench.db")
      ->type_name(kDatabase);
  CLI::Option* const make =
      command
          ->add_option("--make", options->making.file,
                       "Run no agent; make a set by the rules of MarbleBench 2 and write it here")
          ->type_name(kOutput);
  command
      ->add_option("--seeds-from", options->making.seeds,
                   "File of your own seeds for --make, one integer per line")
      ->type_name(kInput)
      ->needs(make);
  command
      ->add_option("--shard", options->making.shard,
                   "Make only part i of n of the problems, as i/n")
      ->needs(make);
  for (CLI::Option* of_runs : {agent, out}) of_runs->excludes(list)->excludes(make);
  add_jobs_option(*command, options->jobs);
  command->add_flag("--json", options->json, "One JSON document");
  command->footer(
      "An interrupted run ends with status 75. Give the same command again to continue.");
  set_action(*command,
             [options] { return run_resumably([&] { return marblebench_command(*options); }); });
}

}  // namespace marblemaze
