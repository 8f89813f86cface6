#include "engine/report/score_card.h"

#include <algorithm>
#include <cassert>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "maze/base/json_reader.h"

namespace marblemaze {
namespace {

constexpr const char* kWhat = "score card";
constexpr int kFormatVersion = 1;
constexpr const char* kAll = "all";

Estimate scaled(const Estimate& e, double factor) {
  return {e.value * factor, e.low * factor, e.high * factor};
}

CardRow row_of(const std::string& group, const std::vector<const CardRun*>& runs) {
  CardRow row;
  row.group = group;
  std::vector<double> efficiency, moves, regret;
  for (const CardRun* run : runs) {
    ++row.problems;
    row.possible += run->chance;
    efficiency.push_back(100 * run->efficiency());
    if (!run->solved()) continue;
    ++row.solved;
    moves.push_back(run->moves);
    regret.push_back(run->moves - run->fewest);
  }
  row.pct_of_possible = scaled(share(row.solved, row.problems), row.problems / row.possible);
  row.efficiency = mean_percentage(efficiency);
  row.moves = mean(moves);
  row.regret = mean(regret);
  return row;
}

CardRun run_from(const Json& json) {
  const JsonReader reader(json, kWhat, "score card, run ");
  CardRun run{reader.text("problem"), reader.text("group"),  reader.text("outcome"),
              reader.count("moves"),  reader.size("chance"), reader.size("fewest")};
  if (run.chance <= 0 || run.chance > 1) reader.refuse("chance", "above 0, at most 1");
  return run;
}

/// A member of a document; the elements of a list stand one below the other.
std::string member_text(const Json::Member& member) {
  const auto& [name, value] = member;
  if (!value.is_array()) return fmt::format("{}:{}", Json(name).dump(), value.dump());
  std::vector<std::string> lines;
  for (const Json& element : value) lines.push_back("\n  " + element.dump());
  return fmt::format("\n {}: [{}]", Json(name).dump(), fmt::join(lines, ","));
}

void require_format(const JsonReader& reader, const char* format) {
  if (reader.text("format") != format) reader.refuse("format", format);
  if (reader.count("version") != kFormatVersion)
    reader.refuse("version", fmt::format("{}, which this program knows", kFormatVersion));
}

constexpr const char* kCardFormat = "marblemaze-score-card";
constexpr const char* kTimingsFormat = "marblemaze-timings";

}  // namespace

const std::vector<FigureOf<CardRow>>& card_figures() {
  using R = CardRow;
  static const std::vector<FigureOf<R>> figures{
      {in_json("group"), &R::group, {"group"}},
      {in_json("problems"), &R::problems, {"problems"}},
      {in_json("solved"), &R::solved, {"solved"}},
      {in_json("possible"), &R::possible, {"possible"}},
      {in_json("pct_of_possible"), &R::pct_of_possible, {"% of the possible", kOnCards}},
      {in_json("efficiency"), &R::efficiency, {"SPL, %", kOnCards}},
      {in_json("moves"), &R::moves, {"moves", kOnCards}},
      {in_json("regret"), &R::regret, {"excess moves", kOnCards}}};
  return figures;
}

const std::vector<FigureOf<CardRun>>& run_figures() {
  using R = CardRun;
  constexpr auto chance = [](const R& run) {
    return run.chance < 1 ? fmt::format("{:.1f} %", 100 * run.chance) : "certain";
  };
  constexpr auto fewest = [](const R& run) { return fmt::format("{:.4g}", run.fewest); };
  static const std::vector<FigureOf<R>> figures{{in_json("problem"), &R::problem, {"problem"}},
                                                {in_json("group"), &R::group},
                                                {in_json("outcome"), &R::outcome, {"outcome"}},
                                                {in_json("moves"), &R::moves, {"moves"}},
                                                {in_json("chance"), &R::chance},
                                                {in_json("fewest"), &R::fewest, {"fewest", fewest}},
                                                {{}, chance, {"chance"}}};
  return figures;
}

double CardRun::efficiency() const {
  return solved() && fewest > 0 ? fewest / std::max<double>(fewest, moves) : solved() ? 1 : 0;
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
  for (const std::string& group : order) rows.push_back(row_of(group, groups[group]));
  return rows;
}

ScoreCard make_score_card(const BenchmarkSet& set, const std::vector<std::size_t>& chosen,
                          const std::string& problems, const std::string& agent,
                          const std::string& knows, const std::string& version,
                          const std::vector<ResultRow>& runs) {
  std::map<std::uint64_t, const RunFigures*> by_number;
  for (const ResultRow& row : runs) by_number[row.job.seed] = &row.run;
  ScoreCard card{set.name, set.hash, problems, agent, knows, version, {}};
  for (std::size_t index : chosen) {
    const BenchmarkProblem& problem = set.problems[index];
    assert(by_number.count(index + 1) == 1 && problem.truth.chance() > 0);
    const RunFigures& run = *by_number[index + 1];
    card.runs.push_back({problem.name, problem.group, std::string(to_string(run.outcome)),
                         run.counters.moves, problem.truth.chance(),
                         problem.truth.expected_moves()});
  }
  return card;
}

Json score_card_document(const ScoreCard& card) {
  Json rows = Json::array(), runs = Json::array();
  for (const CardRow& row : card.rows())
    rows.push_back(forms::json_row_with_ends(card_figures(), row, Digits::four));
  for (const CardRun& run : card.runs)
    runs.push_back(forms::json_row(run_figures(), run, Digits::all));
  return {{"format", kCardFormat}, {"version", kFormatVersion}, {"benchmark", card.benchmark},
          {"hash", card.hash},     {"problems", card.problems}, {"agent", card.agent},
          {"knows", card.knows},   {"program", card.version},   {"rows", rows},
          {"runs", runs}};
}

std::string score_card_json(const ScoreCard& card) {
  const Json document = score_card_document(card);
  std::vector<std::string> members;
  for (const Json::Member& member : document.members()) members.push_back(member_text(member));
  return fmt::format("{{{}}}\n", fmt::join(members, ","));
}

ScoreCard score_card_from_json(const std::string& text) {
  const Json json = Json::parse(kWhat, text);
  return reading_json(kWhat, [&] {
    const JsonReader reader(json, kWhat, "score card ");
    require_format(reader, kCardFormat);
    ScoreCard card{reader.text("benchmark"),
                   reader.text("hash"),
                   reader.text("problems"),
                   reader.text("agent"),
                   reader.text("knows"),
                   reader.text("program"),
                   {}};
    // It stands in tables of Markdown.
    if (card.agent != message_line(card.agent) || card.agent.find('|') != std::string::npos)
      reader.refuse("agent", "a name on one line without |");
    for (const Json& run : reader.list("runs", "a list of runs"))
      card.runs.push_back(run_from(run));
    if (card.runs.empty()) reader.refuse("runs", "at least one run");
    return card;
  });
}

double CardTimings::decisions_per_s() const {
  return thinking_s > 0 ? static_cast<double>(decisions) / thinking_s : kUnknown;
}

CardTimings card_timings(const std::vector<ResultRow>& runs) {
  CardTimings sum;
  for (const ResultRow& row : runs) {
    sum.decisions += row.run.counters.moves;
    sum.thinking_s += 1e-6 * static_cast<double>(row.run.thinking_us);
    sum.cpu_s += 1e-6 * static_cast<double>(row.cpu_us);
  }
  return sum;
}

std::string timings_json(const CardTimings& timings) {
  const Json json{{"format", kTimingsFormat},       {"version", kFormatVersion},
                  {"decisions", timings.decisions}, {"thinking_s", timings.thinking_s},
                  {"cpu_s", timings.cpu_s},         {"decisions_per_s", timings.decisions_per_s()}};
  return json.dump(1) + "\n";
}

CardTimings timings_from_json(const std::string& text) {
  const Json json = Json::parse(kWhat, text);
  return reading_json(kWhat, [&] {
    const JsonReader reader(json, kWhat, "timings ");
    require_format(reader, kTimingsFormat);
    return CardTimings{reader.count("decisions"), reader.size("thinking_s"), reader.size("cpu_s")};
  });
}

}  // namespace marblemaze
