#include "engine/bench/marblebench.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/bench/report.h"
#include "engine/replay_page/embedded_files.h"
#include "engine/run/episode.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/hash.h"
#include "maze/base/json.h"
#include "maze/base/text.h"
#include "maze/files/maze_file.h"

namespace marblemaze {

// ---- the set of problems

namespace {

constexpr const char* kWhat = "benchmark set";
constexpr int kFormatVersion = 2;  // version 1 has neither runs nor a budget

GroundTruth truth_from(const Json& json, const std::string& problem) {
  const JsonReader reader(json, kWhat, "truth of problem " + problem + ": ");
  reader.require_only({"proved", "runs", "reached", "moves", "out_of_reach", "solution"});
  GroundTruth truth;
  truth.complete = reader.get<bool>("proved");
  if (json.contains("runs")) {
    truth.policy.runs = reader.count("runs");
    truth.policy.reached = reader.count("reached", truth.policy.runs);
    truth.policy.moves_of_reached = reader.count("moves");
    if (json.contains("out_of_reach"))
      truth.policy.out_of_reach = reader.non_negative("out_of_reach");
    truth.solvable = truth.policy.reached > 0;
    return truth;
  }
  for (int move : reader.counts("solution")) truth.solution.emplace_back(move);
  truth.solvable = !truth.solution.empty();
  return truth;
}

const PhysicsSettings& machine_from(const JsonReader& reader, const BenchmarkSet& set,
                                    const char* member) {
  const auto machine = set.machines.find(reader.text(member));
  if (machine == set.machines.end()) reader.reject(member, "the name of a machine in the set");
  return machine->second;
}

Setup setup_from(const Json& json, const JsonReader& reader, const BenchmarkSet& set,
                 const std::string& words) {
  Setup setup;
  const std::string world = reader.text("world");
  setup.kind = set.is_tilt() ? physics_kind(world).name : marble_world_kind(world).name;
  setup.maze = prefix_errors(
      words, [&] { return std::make_shared<const Maze>(maze_from(reader.at("maze"))); });
  setup.settings = machine_from(reader, set, "machine");
  if (json.contains("believed")) setup.planning_settings = machine_from(reader, set, "believed");
  setup.control = ControlScheme::none;
  if (!set.is_tilt())
    setup.control =
        OrientationScheme(ControlScheme{reader.count("orientations")}, setup.maze->grid().layers())
            .control();
  return setup;
}

std::string word_from(const JsonReader& reader, const char* name, const std::string& one,
                      const std::string& other) {
  const std::string word = reader.text(name);
  if (word != one && word != other) reader.reject(name, one + " or " + other);
  return word;
}

BenchmarkProblem problem_from(const Json& json, const BenchmarkSet& set) {
  const std::string name = JsonReader(json, kWhat, "problem ").text("name");
  const JsonReader reader(json, kWhat, "problem " + name + ": ");
  reader.require_only({"name", "group", "split", "goal", "world", "machine", "believed",
                       "orientations", "maze", "truth"});
  BenchmarkProblem problem;
  problem.name = name;
  problem.group = reader.text("group");
  problem.split = word_from(reader, "split", "development", "test");
  const std::string words = fmt::format("{}, problem {}", kWhat, name);
  if (set.is_tilt()) problem.rest = word_from(reader, "goal", "reach", "rest") == "rest";
  problem.setup = setup_from(json, reader, set, words);
  problem.truth = truth_from(reader.at("truth"), name);
  return problem;
}

BenchmarkSet set_from(const Json& json, const std::string& text) {
  const JsonReader reader(json, kWhat, "benchmark set ");
  reader.version_of("marblemaze-benchmark", kFormatVersion);
  reader.require_only({"format", "version", "name", "time_limit", "move_limit", "runs", "budget",
                       "machines", "problems"});
  BenchmarkSet set;
  set.name = reader.text("name");
  set.hash = text_hash(text);
  if (json.contains("time_limit")) {
    set.time_limit_s = reader.non_negative("time_limit");
    if (!set.is_tilt()) reader.reject("time_limit", "more than 0 s");
  } else {
    set.move_limit = reader.count("move_limit");
  }
  if (json.contains("runs")) {
    set.runs = reader.whole(reader.at("runs"), "runs", 1, 1000, "1 to 1000 runs");
    const JsonReader budget(reader.at("budget"), kWhat, "budget ");
    budget.require_only({"calls", "seconds"});
    set.budget = {budget.count("calls"), budget.non_negative("seconds")};
  }
  reader.read("machines", [&](const Json& machines) {
    for (const auto& [name, settings] : machines.members())
      set.machines.emplace(name, settings_from(settings));
  });
  for (const auto& [name, settings] : set.machines)
    if (set.is_tilt() && settings.solver.step != set.tick_s())
      reader.reject(
          "machines",
          "machines with equal time steps, because the time limit applies to all of them");
  std::set<std::string> names;
  for (const Json& problem : reader.list("problems", "a list of problems")) {
    set.problems.push_back(problem_from(problem, set));
    if (!names.insert(set.problems.back().name).second)
      throw BadInput(std::string(kWhat) + ": duplicate problem name '" + set.problems.back().name +
                     "'");
  }
  if (set.problems.empty()) reader.reject("problems", "at least one problem");
  return set;
}

}  // namespace

BenchmarkSet benchmark_set_from_json(const std::string& text) {
  return set_from(Json::parse(kWhat, text), text);
}

BenchmarkSet load_benchmark_set(const std::string& name) {
  if (std::ranges::count(built_in_sets(), name) > 0)
    return benchmark_set_from_json(std::string(embedded_file(name + ".json")));
  const std::string text = read_text_file(name);
  return prefix_errors("'" + name + "'", [&] { return benchmark_set_from_json(text); });
}

const std::vector<std::string>& built_in_sets() {
  static const std::vector<std::string> names{"marblebench-2", "marblebench-free-1"};
  return names;
}

int BenchmarkSet::run_count(const BenchmarkProblem& problem) const {
  if (runs == 1) return 1;
  const Traits traits = marble_world_kind(problem.setup.kind).traits(problem.setup.settings);
  return traits.deterministic ? 1 : runs;
}

MazeSource source_of(const BenchmarkSet& set) {
  const auto setup = [&set](const RowSpec&, std::uint64_t number) {
    return set.problems.at(number - 1).setup;
  };
  const auto describe = [&set](const Job& job) { return set.problems.at(job.seed - 1).name; };
  Json text{{"benchmark", set.name}};
  if (set.is_tilt()) text["tick_s"] = set.tick_s();
  return {set.name, set.hash, text.dump(), set.move_limit, setup, describe, set.time_limit_s, true};
}

Job job_in(const BenchmarkSet& set, const std::string& agent, std::size_t problem, int run) {
  assert(problem < set.problems.size() && run >= 1);
  const Setup& setup = set.problems[problem].setup;
  const Grid& grid = setup.maze->grid();
  const RowSpec row{.agent = agent,
                    .control = setup.control,
                    .layers = grid.layers(),
                    .size = grid.dims().x,
                    .rest = set.problems[problem].rest};
  Job job{row, problem + 1, set.name, set.hash};
  job.run = static_cast<std::uint64_t>(run);
  return job;
}

// ---- score cards

namespace {

constexpr const char* kCard = "score card";
constexpr const char* kCardFormat = "marblemaze-score-card";
constexpr int kCardVersion = 3;
constexpr const char* kAllGroups = "all";

CardRow card_row(const std::string& group, const std::vector<CardProblem>& problems) {
  CardRow row{.group = group, .problems = static_cast<int>(problems.size())};
  std::vector<double> correct, efficiency, regret, lower_bound, upper_bound;
  for (const CardProblem& problem : problems) {
    row.correct += problem.correct();
    row.runs += static_cast<int>(problem.outcomes.size());
    correct.push_back(problem.pct_correct());
    efficiency.push_back(problem.pct_efficiency());
    if (!std::isnan(problem.regret())) regret.push_back(problem.regret());
    // Every agent can give up, so both bounds are 100% for unsolvable problems.
    lower_bound.push_back(problem.provably_unsolvable() ? 100 : 100 * problem.lower_bound);
    upper_bound.push_back(problem.provably_unsolvable() ? 100 : 100 * problem.upper_bound);
  }
  row.pct_lower_bound = sample_of(lower_bound).mean;
  row.pct_upper_bound = sample_of(upper_bound).mean;
  row.pct_correct = mean_percentage(correct);
  row.pct_efficiency = mean(efficiency);
  row.regret = student_mean(regret);
  return row;
}

double probability_from(const JsonReader& reader, const char* name) {
  const double probability = reader.non_negative(name);
  if (probability > 1) reader.reject(name, "0 to 1");
  return probability;
}

CardProblem problem_of_card(const Json& json) {
  const JsonReader reader(json, kCard, "score card, run ");
  reader.require_only(
      {"problem", "group", "outcome", "moves", "chance", "at_least", "at_most", "fewest"});
  CardProblem problem{.name = reader.text("problem"),
                      .group = reader.text("group"),
                      .reference_success = probability_from(reader, "chance"),
                      .lower_bound = probability_from(reader, "at_least"),
                      .upper_bound = probability_from(reader, "at_most"),
                      .outcomes = split_words(reader.text("outcome"))};
  if (!problem.provably_unsolvable()) problem.reference_moves = reader.non_negative("fewest");
  for (const std::string& word : split_words(reader.text("moves")))
    problem.moves.push_back(parse_number<int>(word).value_or(-1));
  if (problem.outcomes.empty() || problem.moves.size() != problem.outcomes.size() ||
      std::ranges::min(problem.moves) < 0)
    reader.reject("moves", "a number for each outcome");
  return problem;
}

std::string member_text(const Json::Member& member) {
  const auto& [name, value] = member;
  if (!value.is_array()) return fmt::format("{}:{}", Json(name).dump(), value.dump());
  const auto line = [](const Json& element) { return "\n  " + element.dump(); };
  return fmt::format("\n {}: [{}]", Json(name).dump(), join_mapped(value, ",", line));
}

Json card_row_json(const CardRow& row) {
  return {{"group", row.group},
          {"problems", row.problems},
          {"runs", row.runs},
          {"right", row.correct},
          {"pct_right", estimate_json(row.pct_correct)},
          {"pct_at_least", four_decimals(row.pct_lower_bound)},
          {"pct_at_most", four_decimals(row.pct_upper_bound)},
          {"pct_efficiency", estimate_json(row.pct_efficiency)},
          {"regret", estimate_json(row.regret)}};
}

Json problem_json(const CardProblem& problem) {
  return {{"problem", problem.name},
          {"group", problem.group},
          {"outcome", fmt::format("{}", fmt::join(problem.outcomes, " "))},
          {"moves", fmt::format("{}", fmt::join(problem.moves, " "))},
          {"chance", problem.reference_success},
          {"at_least", problem.lower_bound},
          {"at_most", problem.upper_bound},
          {"fewest", problem.reference_moves}};
}

}  // namespace

int CardProblem::correct() const {
  return static_cast<int>(
      std::ranges::count(outcomes, provably_unsolvable() ? "unsolvable" : "solved"));
}

double CardProblem::pct_correct() const {
  return 100.0 * correct() / static_cast<double>(outcomes.size());
}

double CardProblem::pct_efficiency() const {
  if (provably_unsolvable()) return pct_correct();
  std::vector<double> efficiencies;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    efficiencies.push_back(outcomes[i] == "solved" ? 100 * (reference_moves / std::max(moves[i], 1))
                                                   : 0);
  return sample_of(efficiencies).mean;
}

double CardProblem::regret() const {
  std::vector<double> regrets;
  for (std::size_t i = 0; i < outcomes.size(); ++i)
    if (!provably_unsolvable() && outcomes[i] == "solved")
      regrets.push_back(moves[i] - reference_moves);
  return sample_of(regrets).mean;
}

std::vector<CardRow> ScoreCard::rows() const {
  std::vector<CardRow> rows;
  std::vector<std::string> groups;
  for (const CardProblem& problem : played)
    if (std::ranges::count(groups, problem.group) == 0) groups.push_back(problem.group);
  for (const std::string& group : groups) {
    std::vector<CardProblem> of_group;
    std::ranges::copy_if(played, std::back_inserter(of_group),
                         [&](const CardProblem& problem) { return problem.group == group; });
    rows.push_back(card_row(group, of_group));
  }
  rows.push_back(card_row(kAllGroups, played));
  return rows;
}

std::vector<CardProblem> card_problems(const BenchmarkSet& set,
                                       const std::vector<std::size_t>& chosen,
                                       const std::vector<ResultRow>& found) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, const ResultRow*> by_number;
  for (const ResultRow& row : found) by_number[{row.job.seed, row.job.run}] = &row;
  std::vector<CardProblem> problems;
  for (std::size_t index : chosen) {
    const BenchmarkProblem& problem = set.problems[index];
    const GroundTruth& truth = problem.truth;
    CardProblem& card = problems.emplace_back(
        CardProblem{problem.name, problem.group, truth.chance(),
                    problem.provably_unsolvable() ? 0 : truth.expected_moves(), truth.chance_low(),
                    truth.chance_high()});
    for (int run = 1; run <= set.runs; ++run) {
      const Job job = job_in(set, "", index, std::min(run, set.run_count(problem)));
      const ResultRow& made = *by_number.at({job.seed, job.run});
      card.outcomes.emplace_back(to_string(made.outcome));
      card.moves.push_back(made.counters.moves);
    }
  }
  return problems;
}

Json score_card_document(const ScoreCard& card) {
  return {{"format", kCardFormat},
          {"version", kCardVersion},
          {"benchmark", card.benchmark},
          {"hash", card.hash},
          {"problems", card.problems},
          {"agent", card.agent},
          {"knows", card.knows},
          {"program", card.version},
          {"track", card.track},
          {"budget", {{"calls", card.budget.calls}, {"seconds", card.budget.seconds}}},
          {"rows", Json::list(card.rows(), card_row_json)},
          {"runs", Json::list(card.played, problem_json)}};
}

std::string score_card_json(const ScoreCard& card) {
  return fmt::format("{{{}}}\n",
                     join_mapped(score_card_document(card).members(), ",", member_text));
}

ScoreCard score_card_from_json(const std::string& text) {
  const Json json = Json::parse(kCard, text);
  const JsonReader reader(json, kCard, "score card ");
  const int version = reader.version_of(kCardFormat, kCardVersion);
  if (version < kCardVersion)
    throw BadInput(
        fmt::format("cannot read the score card: it was written by marblemaze {} (version {}): run "
                    "marblebench again",
                    reader.text("program"), version));
  reader.require_only({"format", "version", "benchmark", "hash", "problems", "agent", "knows",
                       "program", "track", "budget", "rows", "runs"});
  ScoreCard card{reader.text("benchmark"), reader.text("hash"),  reader.text("problems"),
                 reader.text("agent"),     reader.text("knows"), reader.text("program")};
  // The agent name becomes a cell of a Markdown table.
  if (card.agent != message_line(card.agent) || card.agent.find('|') != std::string::npos)
    reader.reject("agent", "a name on one line without |");
  const JsonReader budget(reader.at("budget"), kCard, "score card, budget ");
  card.track = reader.text("track");
  card.budget = {budget.count("calls"), budget.non_negative("seconds")};
  for (const Json& problem : reader.list("runs", "a list of runs"))
    card.played.push_back(problem_of_card(problem));
  if (card.played.empty()) reader.reject("runs", "at least one run");
  return card;
}

// ---- the leaderboard

namespace {

constexpr const char* kLegend =
    "A run is correct if it solved its problem, or if the agent gave up on a provably unsolvable "
    "one. The percentage of correct runs is the primary metric; the best policy reaches a value "
    "between the bounds. Path efficiency is reference moves / moves, 0 for an incorrect run and "
    "100 % for giving up correctly. Excess moves are moves - reference moves of solved runs; a "
    "policy's moves are its commands. Each figure is the mean over problems of the means of "
    "their runs, with a 95 % interval (Student's t) over the choice of problems.";

/// Sorts score cards by track, from the highest access level to the lowest, and then by the primary
/// metric.
std::vector<ScoreCard> ranked(std::vector<ScoreCard> cards) {
  constexpr std::array kTracks{"copies", "full", "heuristic", "blind"};
  std::ranges::stable_sort(cards, {}, [&](const ScoreCard& card) {
    return std::pair(std::ranges::find(kTracks, card.track) - kTracks.begin(),
                     -card.rows().back().pct_correct.value);
  });
  return cards;
}

/// The last two table rows are hypothetical agents: the reference policy, and an agent that always
/// gives up.
std::string standings_table(const std::vector<ScoreCard>& cards) {
  std::vector<Cells> lines;
  for (const ScoreCard& card : cards) {
    const CardRow all = card.rows().back();
    lines.push_back({card.track, card.agent, fmt::format("{} of {}", all.correct, all.runs),
                     estimate_text(all.pct_correct), estimate_text(all.pct_efficiency),
                     estimate_text(all.regret), card.version});
  }
  for (const auto& [name, share] :
       {std::pair("reference policy", 1), std::pair("always gives up", 0)}) {
    std::vector<double> successes;
    for (const CardProblem& problem : cards.front().played)
      successes.push_back(problem.provably_unsolvable() ? 100
                                                        : 100 * share * problem.reference_success);
    const std::string reached = estimate_text(mean_percentage(successes));
    lines.push_back({"–", name, "–", reached, reached, "–", "–"});
  }
  return "\nAll problems:\n\n" + markdown_table({"track", "agent", "correct runs", "correct, %",
                                                 "path efficiency, %", "excess moves", "program"},
                                                lines);
}

std::string groups_table(const std::vector<ScoreCard>& cards) {
  Cells headings{"agent"};
  for (const CardRow& row : cards.front().rows()) headings.push_back(row.group);
  std::vector<Cells> lines;
  for (const ScoreCard& card : cards) {
    Cells& line = lines.emplace_back(Cells{card.agent});
    for (const CardRow& row : card.rows()) line.push_back(number_text(row.pct_correct.value, 0));
  }
  return "\nCorrect runs by group, %:\n\n" + markdown_table(headings, lines);
}

std::string pairs_table(const std::vector<CardPair>& pairs) {
  if (pairs.empty()) return "";
  std::vector<Cells> lines;
  for (const CardPair& pair : pairs)
    lines.push_back({pair.second, estimate_text(pair.correct), estimate_text(pair.efficiency)});
  return fmt::format("\nDifference in percentage points from {}, on the same problems:\n\n{}",
                     pairs.front().first,
                     markdown_table({"agent", "correct", "path efficiency"}, lines));
}

void require_same_problems(const ScoreCard& first, const ScoreCard& other) {
  if (other.hash != first.hash)
    throw BadInput(
        "score card of " + other.agent + " with benchmark", other.benchmark + " " + other.hash,
        fmt::format("{} {}, as in the score card of {}", first.benchmark, first.hash, first.agent));
  const auto same = [](const CardProblem& a, const CardProblem& b) {
    return a.name == b.name && a.outcomes.size() == b.outcomes.size();
  };
  const auto runs = [](const ScoreCard& card) {
    return fmt::format("{} ({})", card.problems, card.rows().back().runs);
  };
  if (!std::ranges::equal(first.played, other.played, same))
    throw BadInput("score card of " + other.agent + " with problems", runs(other),
                   runs(first) + " as in the score card of " + first.agent);
}

Estimate mean_difference_of(const ScoreCard& first, const ScoreCard& second,
                            double (CardProblem::*figure)() const) {
  std::vector<double> differences;
  for (std::size_t i = 0; i < first.played.size(); ++i)
    differences.push_back((second.played[i].*figure)() - (first.played[i].*figure)());
  return student_mean(differences);
}

}  // namespace

std::vector<CardPair> pair_cards(const std::vector<ScoreCard>& cards) {
  assert(!cards.empty());
  const ScoreCard& first = cards.front();
  std::vector<CardPair> pairs;
  for (std::size_t i = 1; i < cards.size(); ++i) {
    require_same_problems(first, cards[i]);
    pairs.push_back({first.agent, cards[i].agent,
                     mean_difference_of(first, cards[i], &CardProblem::pct_correct),
                     mean_difference_of(first, cards[i], &CardProblem::pct_efficiency)});
  }
  return pairs;
}

std::string cards_markdown(const std::vector<ScoreCard>& cards) {
  const std::vector<CardPair> pairs = pair_cards(cards);
  const std::vector<ScoreCard> sorted = ranked(cards);
  const ScoreCard& card = cards.front();
  const CardRow all = card.rows().back();
  return fmt::format(
             "# {}, problems: {}\n\n{}\n\nHash {}, {} problems in {} runs. The best policy is "
             "correct in {:.1f} to {:.1f} % of them.\n",
             card.benchmark, card.problems, kLegend, card.hash, all.problems, all.runs,
             all.pct_lower_bound, all.pct_upper_bound) +
         standings_table(sorted) + groups_table(sorted) + pairs_table(pairs);
}

std::string cards_json(const std::vector<ScoreCard>& cards) {
  const auto pair_json = [](const CardPair& pair) -> Json {
    return {{"first", pair.first},
            {"second", pair.second},
            {"right_points", estimate_json(pair.correct)},
            {"efficiency_points", estimate_json(pair.efficiency)}};
  };
  return Json{{"cards", Json::list(cards, score_card_document)},
              {"pairs", Json::list(pair_cards(cards), pair_json)}}
             .dump() +
         "\n";
}

}  // namespace marblemaze
