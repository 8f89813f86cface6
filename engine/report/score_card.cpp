#include "engine/report/score_card.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "maze/base/json_reader.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

constexpr const char* kCard = "score card";
constexpr int kCardVersion = 2;
constexpr const char* kAll = "all";

/// What can be got right, 0 to 1: giving up always can.
double possible_in(const CardRun& run, double chance) { return run.hopeless() ? 1 : chance; }

/// A figure of each run, problem by problem, or in one stratum if problems were played once;
/// nothing where it has none.
Strata strata_of(const std::vector<const CardRun*>& runs, bool once,
                 const std::function<std::optional<double>(const CardRun&)>& figure) {
  std::map<std::string, std::vector<double>> strata;
  for (const CardRun* run : runs)
    if (const std::optional<double> value = figure(*run))
      strata[once ? "" : run->problem].push_back(*value);
  Strata values;
  for (auto& [problem, of_problem] : strata) values.push_back(std::move(of_problem));
  return values;
}

double plain_mean(const std::vector<double>& values) { return sample_of(values).mean; }

CardRow row_of(const std::string& group, const std::vector<const CardRun*>& runs) {
  CardRow row;
  row.group = group;
  row.runs = static_cast<int>(runs.size());
  std::set<std::string> problems;
  for (const CardRun* run : runs) {
    problems.insert(run->problem);
    row.right += run->solved();
    row.pct_at_least += 100 * possible_in(*run, run->at_least) / row.runs;
    row.pct_at_most += 100 * possible_in(*run, run->at_most) / row.runs;
  }
  const auto of_solved = [](double figure, const CardRun& run) {
    return run.solved() && !run.hopeless() ? std::optional(figure) : std::nullopt;
  };
  row.problems = static_cast<int>(problems.size());
  const bool once = row.problems == row.runs;
  const auto mean_of = [&](const auto& figure) {
    return bootstrapped(strata_of(runs, once, figure), plain_mean);
  };
  row.moves = mean_of([&](const CardRun& run) { return of_solved(run.moves, run); });
  row.regret = mean_of([&](const CardRun& run) { return of_solved(run.moves - run.fewest, run); });
  row.pct_right = mean_of([](const CardRun& run) { return run.solved() ? 100 : 0; });
  const auto scores = strata_of(runs, once, [](const CardRun& run) { return 100 * run.score(); });
  row.score = bootstrapped(scores, interquartile_mean);
  row.mean_score = bootstrapped(scores, plain_mean);
  return row;
}

double chance_from(const JsonReader& reader, const char* name) {
  const double chance = reader.size(name);
  if (chance > 1) reader.refuse(name, "0 to 1");
  return chance;
}

/// The runs of a problem as a card has them.
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

/// A member of a document; the elements of a list stand one below the other.
std::string member_text(const Json::Member& member) {
  const auto& [name, value] = member;
  if (!value.is_array()) return fmt::format("{}:{}", Json(name).dump(), value.dump());
  const auto line = [](const Json& element) { return "\n  " + element.dump(); };
  return fmt::format("\n {}: [{}]", Json(name).dump(), chained(value, ",", line));
}

constexpr const char* kCardFormat = "marblemaze-score-card";

}  // namespace

std::vector<FigureOf<CardRow>> card_figures() {
  using Row = CardRow;
  constexpr auto possible = [](const Row& row) {
    return number_text(row.pct_at_least, 1) + " to " + number_text(row.pct_at_most, 1);
  };
  return {{in_json("group"), &Row::group, {"group"}},
          {in_json("problems"), &Row::problems, {"problems"}},
          {in_json("runs"), &Row::runs, {"runs"}},
          {in_json("right"), &Row::right},
          {in_json("pct_right"), &Row::pct_right, {"right, %", kOnCards}},
          {in_json("pct_at_least"), &Row::pct_at_least},
          {in_json("pct_at_most"), &Row::pct_at_most},
          {{}, possible, {"possible, %"}},
          {in_json("pct_score"), &Row::score, {"score, %", kOnCards}},
          {in_json(kMeanScore), &Row::mean_score, {"mean score, %", kOnCards}},
          {in_json("moves"), &Row::moves, {"moves", kOnCards}},
          {in_json("regret"), &Row::regret, {"excess moves", kOnCards}}};
}

std::vector<FigureOf<std::vector<CardRun>>> problem_figures() {
  using CardRuns = std::vector<CardRun>;
  constexpr auto chance = [](const CardRuns& runs) {
    return runs[0].hopeless()   ? "no solution"
           : runs[0].chance < 1 ? fmt::format("{:.1f} %", 100 * runs[0].chance)
                                : "certain";
  };
  constexpr auto fewest = [](const CardRuns& runs) {
    return runs[0].hopeless() ? "–" : fmt::format("{:.4g}", runs[0].fewest);
  };
  constexpr auto outcomes = [](const CardRuns& runs) {
    return chained(runs, " ", &CardRun::outcome);
  };
  constexpr auto moves = [](const CardRuns& runs) {
    return chained(runs, " ", [](const CardRun& run) { return std::to_string(run.moves); });
  };
  const auto number = [](auto CardRun::*figure) {
    return [figure](const CardRuns& runs) { return runs[0].*figure; };
  };
  return {{in_json("problem"), number(&CardRun::problem), {"problem"}},
          {in_json("group"), number(&CardRun::group)},
          {in_json("outcome"), outcomes, {"outcome"}},
          {in_json("moves"), moves, {"moves"}},
          {in_json("chance"), number(&CardRun::chance)},
          {in_json("at_least"), number(&CardRun::at_least)},
          {in_json("at_most"), number(&CardRun::at_most)},
          {in_json("fewest"), number(&CardRun::fewest), {"fewest", fewest}},
          {{}, chance, {"chance"}}};
}

std::vector<CardRow> ScoreCard::rows() const {
  std::vector<std::string> order;
  std::map<std::string, std::vector<const CardRun*>> groups;
  for (const CardRun& run : runs) {
    if (groups.count(run.group) == 0) order.push_back(run.group);
    groups[run.group].push_back(&run);
    groups[kAll].push_back(&run);
  }
  order.emplace_back(kAll);
  std::vector<CardRow> rows;
  rows.reserve(order.size());
  for (const std::string& group : order) rows.push_back(row_of(group, groups[group]));
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

std::vector<double> ScoreCard::profile() const {
  std::vector<double> shares;
  for (double least : kProfile) {
    const auto has = [&](const CardRun& run) { return run.score() >= least; };
    shares.push_back(100.0 * static_cast<double>(std::count_if(runs.begin(), runs.end(), has)) /
                     static_cast<double>(runs.size()));
  }
  return shares;
}

std::vector<CardRun> card_runs(const BenchmarkSet& set, const std::vector<std::size_t>& chosen,
                               const std::string& agent, const std::vector<ResultRow>& found) {
  std::map<std::uint64_t, const RunFigures*> by_number;
  for (const ResultRow& row : found) by_number[row.job.seed] = &row.run;
  std::vector<CardRun> runs;
  for (std::size_t index : chosen) {
    const BenchmarkProblem& problem = set.problems[index];
    const GroundTruth& truth = problem.truth;
    const int played = set.runs_of(problem);
    for (int run = 1; run <= set.runs; ++run) {
      const RunFigures& made = *by_number.at(job_in(set, agent, index, std::min(run, played)).seed);
      runs.push_back({problem.name, problem.group, std::string(to_string(made.outcome)),
                      made.counters.moves, truth.chance(),
                      problem.hopeless() ? 0 : truth.expected_moves(), truth.chance_low(),
                      truth.chance_high()});
    }
  }
  return runs;
}

Json score_card_document(const ScoreCard& card) {
  Json rows = Json::array(), runs = Json::array(), profile = Json::array();
  const auto row_figures = card_figures();
  const auto run_figures = problem_figures();
  for (const CardRow& row : card.rows())
    rows.push_back(forms::json_row_with_ends(row_figures, row, Digits::four));
  for (const std::vector<CardRun>& problem : card.by_problem())
    runs.push_back(forms::json_row(run_figures, problem, Digits::all));
  const std::vector<double> shares = card.profile();
  for (std::size_t i = 0; i < shares.size(); ++i)
    profile.push_back(
        {{"score", ScoreCard::kProfile[i]}, {"pct_of_runs", forms::rounded(shares[i])}});
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
          {"profile", profile},
          {"rows", rows},
          {"runs", runs}};
}

std::string score_card_json(const ScoreCard& card) {
  return fmt::format("{{{}}}\n", chained(score_card_document(card).members(), ",", member_text));
}

ScoreCard score_card_from_json(const std::string& text) {
  const Json json = Json::parse(kCard, text);
  return reading_json(kCard, [&] {
    const JsonReader reader(json, kCard, "score card ");
    if (reader.version_of(kCardFormat, kCardVersion) < kCardVersion)
      throw BadInput("cannot read the score card: it is of marblemaze " + reader.text("program") +
                     " (version 1): run marblebench again");
    reader.require_only({"format", "version", "benchmark", "hash", "problems", "agent", "knows",
                         "program", "track", "budget", "profile", "rows", "runs"});
    ScoreCard card{reader.text("benchmark"), reader.text("hash"),  reader.text("problems"),
                   reader.text("agent"),     reader.text("knows"), reader.text("program")};
    // It stands in tables of Markdown.
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
