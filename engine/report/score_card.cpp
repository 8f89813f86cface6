#include "engine/report/score_card.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/json_reader.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

constexpr const char* kCard = "score card";
constexpr const char* kCardFormat = "marblemaze-score-card";
constexpr int kCardVersion = 3;  // 2 has other rows, which follow from its runs, and a profile
constexpr const char* kAllGroups = "all";

CardRow card_row(const std::string& group, const std::vector<std::vector<CardRun>>& problems) {
  CardRow row{.group = group, .problems = static_cast<int>(problems.size())};
  std::vector<double> right, efficiency, regret, at_least, at_most;  // one element for each problem
  for (const std::vector<CardRun>& runs : problems) {
    std::vector<double> rights, efficiencies, regrets;
    for (const CardRun& run : runs) {
      row.right += run.correct();
      rights.push_back(run.correct() ? 100 : 0);
      efficiencies.push_back(100 * run.efficiency());
      if (run.correct() && !run.hopeless()) regrets.push_back(run.moves - run.fewest);
    }
    row.runs += static_cast<int>(runs.size());
    right.push_back(sample_of(rights).mean);
    efficiency.push_back(sample_of(efficiencies).mean);
    if (!regrets.empty()) regret.push_back(sample_of(regrets).mean);
    const CardRun& problem = runs.front();  // giving up rightly can always be done
    at_least.push_back(problem.hopeless() ? 100 : 100 * problem.at_least);
    at_most.push_back(problem.hopeless() ? 100 : 100 * problem.at_most);
  }
  row.pct_at_least = sample_of(at_least).mean;
  row.pct_at_most = sample_of(at_most).mean;
  row.pct_right = mean_percentage(right);
  row.pct_efficiency = mean(efficiency);
  row.regret = student_mean(regret);
  return row;
}

double chance_from(const JsonReader& reader, const char* name) {
  const double chance = reader.size(name);
  if (chance > 1) reader.refuse(name, "0 to 1");
  return chance;
}

/// Reads the runs of a problem.
std::vector<CardRun> runs_from(const Json& json) {
  const JsonReader reader(json, kCard, "score card, run ");
  reader.require_only(
      {"problem", "group", "outcome", "moves", "chance", "at_least", "at_most", "fewest"});
  CardRun run{.problem = reader.text("problem"),
              .group = reader.text("group"),
              .outcome = reader.text("outcome"),
              .chance = chance_from(reader, "chance"),
              .at_least = chance_from(reader, "at_least"),
              .at_most = chance_from(reader, "at_most")};
  if (!run.hopeless()) run.fewest = reader.size("fewest");
  const std::vector<std::string> outcomes = words_of(run.outcome);
  const std::vector<std::string> moves = words_of(reader.text("moves"));
  if (outcomes.empty() || moves.size() != outcomes.size())
    reader.refuse("moves", "a number for each outcome");
  std::vector<CardRun> runs(outcomes.size(), run);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const auto number = number_from<int>(moves[i]);
    if (!number || *number < 0) reader.refuse("moves", "a number for each outcome");
    runs[i].outcome = outcomes[i];
    runs[i].moves = *number;
  }
  return runs;
}

/// Returns a member of a document, with each element of a list on a line of its own.
std::string member_text(const Json::Member& member) {
  const auto& [name, value] = member;
  if (!value.is_array()) return fmt::format("{}:{}", Json(name).dump(), value.dump());
  const auto line = [](const Json& element) { return "\n  " + element.dump(); };
  return fmt::format("\n {}: [{}]", Json(name).dump(), chained(value, ",", line));
}

Json card_row_json(const CardRow& row) {
  return {{"group", row.group},
          {"problems", row.problems},
          {"runs", row.runs},
          {"right", row.right},
          {"pct_right", estimate_json(row.pct_right)},
          {"pct_at_least", four_decimals(row.pct_at_least)},
          {"pct_at_most", four_decimals(row.pct_at_most)},
          {"pct_efficiency", estimate_json(row.pct_efficiency)},
          {"regret", estimate_json(row.regret)}};
}

Json problem_json(const std::vector<CardRun>& runs) {
  const auto moves = [](const CardRun& run) { return std::to_string(run.moves); };
  const CardRun& first = runs.front();
  return {{"problem", first.problem},
          {"group", first.group},
          {"outcome", chained(runs, " ", &CardRun::outcome)},
          {"moves", chained(runs, " ", moves)},
          {"chance", first.chance},
          {"at_least", first.at_least},
          {"at_most", first.at_most},
          {"fewest", first.fewest}};
}

}  // namespace

std::vector<CardRow> ScoreCard::rows() const {
  const std::vector<std::vector<CardRun>> all = by_problem();
  std::vector<CardRow> rows;
  std::vector<std::string> groups;
  for (const auto& problem : all)
    if (std::ranges::count(groups, problem[0].group) == 0) groups.push_back(problem[0].group);
  for (const std::string& group : groups) {
    std::vector<std::vector<CardRun>> of_group;
    std::ranges::copy_if(all, std::back_inserter(of_group),
                         [&](const auto& problem) { return problem[0].group == group; });
    rows.push_back(card_row(group, of_group));
  }
  rows.push_back(card_row(kAllGroups, all));
  return rows;
}

std::vector<std::vector<CardRun>> ScoreCard::by_problem() const {
  std::vector<std::vector<CardRun>> parts;
  for (const CardRun& run : runs) {
    if (parts.empty() || parts.back()[0].problem != run.problem) parts.emplace_back();
    parts.back().push_back(run);
  }
  return parts;
}

std::vector<CardRun> card_runs(const BenchmarkSet& set, const std::vector<std::size_t>& chosen,
                               const std::vector<ResultRow>& found) {
  std::map<std::pair<std::uint64_t, std::uint64_t>, const ResultRow*> by_number;
  for (const ResultRow& row : found) by_number[{row.job.seed, row.job.run}] = &row;
  std::vector<CardRun> runs;
  for (std::size_t index : chosen) {
    const BenchmarkProblem& problem = set.problems[index];
    const GroundTruth& truth = problem.truth;
    for (int run = 1; run <= set.runs; ++run) {
      const Job job = job_in(set, "", index, std::min(run, set.runs_of(problem)));
      const ResultRow& made = *by_number.at({job.seed, job.run});
      runs.push_back({problem.name, problem.group, std::string(to_string(made.outcome)),
                      made.counters.moves, truth.chance(),
                      problem.hopeless() ? 0 : truth.expected_moves(), truth.chance_low(),
                      truth.chance_high()});
    }
  }
  return runs;
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
          {"runs", Json::list(card.by_problem(), problem_json)}};
}

std::string score_card_json(const ScoreCard& card) {
  return fmt::format("{{{}}}\n", chained(score_card_document(card).members(), ",", member_text));
}

ScoreCard score_card_from_json(const std::string& text) {
  const Json json = Json::parse(kCard, text);
  return reading_json(kCard, [&] {
    const JsonReader reader(json, kCard, "score card ");
    if (reader.version_of(kCardFormat, kCardVersion) < 2)
      throw BadInput("cannot read the score card: it is of marblemaze " + reader.text("program") +
                     " (version 1): run marblebench again");
    reader.require_only({"format", "version", "benchmark", "hash", "problems", "agent", "knows",
                         "program", "track", "budget", "profile", "rows", "runs"});
    ScoreCard card{reader.text("benchmark"), reader.text("hash"),  reader.text("problems"),
                   reader.text("agent"),     reader.text("knows"), reader.text("program")};
    // The name is a cell in tables of Markdown.
    if (card.agent != message_line(card.agent) || card.agent.find('|') != std::string::npos)
      reader.refuse("agent", "a name on one line without |");
    const JsonReader budget(reader.at("budget"), kCard, "score card, budget ");
    card.track = reader.text("track");
    card.budget = {budget.count("calls"), budget.size("seconds")};
    for (const Json& problem : reader.list("runs", "a list of runs")) {
      const std::vector<CardRun> runs = runs_from(problem);
      card.runs.insert(card.runs.end(), runs.begin(), runs.end());
    }
    if (card.runs.empty()) reader.refuse("runs", "at least one run");
    return card;
  });
}

}  // namespace marblemaze
