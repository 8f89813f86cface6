#include "engine/report/card_comparison.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "engine/report/paired_rows.h"
#include "engine/report/report_column.h"
#include "maze/base/errors.h"
#include "maze/base/json.h"

namespace marblemaze {
namespace {

void require_same_problems(const ScoreCard& first, const ScoreCard& other) {
  if (other.hash != first.hash)
    throw BadInput("score card of " + other.agent + " with benchmark",
                   other.benchmark + " " + other.hash,
                   fmt::format("{} {} as that of {}", first.benchmark, first.hash, first.agent));
  const auto same = [](const CardRun& a, const CardRun& b) { return a.problem == b.problem; };
  if (!std::equal(first.runs.begin(), first.runs.end(), other.runs.begin(), other.runs.end(), same))
    throw BadInput(
        "score card of " + other.agent + " with problems",
        fmt::format("{} ({})", other.problems, other.runs.size()),
        fmt::format("{} ({}) as that of {}", first.problems, first.runs.size(), first.agent));
}

/// With Student's interval, which may reach below 0 though no difference does.
Estimate mean_difference(const std::vector<double>& differences) {
  const Sample sample = sample_of(differences);
  const double half = sample.n < 2 ? kUnknown : student_95(sample.n - 1) * sample.standard_error();
  return {sample.mean, sample.mean - half, sample.mean + half};
}

CardPair pair_of(const ScoreCard& first, const ScoreCard& second) {
  require_same_problems(first, second);
  CardPair pair{first.agent, second.agent, static_cast<int>(first.runs.size())};
  std::vector<double> moves;
  for (std::size_t i = 0; i < first.runs.size(); ++i) {
    const CardRun &a = first.runs[i], &b = second.runs[i];
    pair.first_only += a.solved() && !b.solved();
    pair.second_only += b.solved() && !a.solved();
    if (a.solved() && b.solved()) moves.push_back(b.moves - a.moves);
  }
  pair.solved_points = paired_shares(pair.first_only, pair.second_only, pair.problems);
  pair.p = mcnemar_exact(pair.first_only, pair.second_only);
  pair.both = static_cast<int>(moves.size());
  pair.moves = mean_difference(moves);
  return pair;
}

/// A card with its line on all problems.
struct Line {
  const ComparedCard& compared;
  CardRow all;
};

const std::vector<MarkdownColumn<Line>>& line_columns() {
  static const std::vector<MarkdownColumn<Line>> columns{
      {"agent", [](const Line& l) { return l.compared.card.agent; }},
      {"knows", [](const Line& l) { return l.compared.card.knows; }},
      {"solved",
       [](const Line& l) { return fmt::format("{} of {}", l.all.solved, l.all.problems); }},
      {"% of the possible", [](const Line& l) { return figure_text(l.all.pct_of_possible); }},
      {"efficiency, %", [](const Line& l) { return figure_text(l.all.efficiency); }},
      {"moves", [](const Line& l) { return figure_text(l.all.moves); }},
      {"regret, moves", [](const Line& l) { return figure_text(l.all.regret); }}};
  return columns;
}

const std::vector<MarkdownColumn<CardPair>>& pair_columns() {
  using P = CardPair;
  static const std::vector<MarkdownColumn<P>> columns{
      {"agent", [](const P& p) { return p.second; }},
      {"solved by it alone", [](const P& p) { return std::to_string(p.second_only); }},
      {"by the first alone", [](const P& p) { return std::to_string(p.first_only); }},
      {"points more", [](const P& p) { return figure_text(p.solved_points); }},
      {"p", [](const P& p) { return fmt::format("{:.2g}", p.p); }},
      {"both solved", [](const P& p) { return std::to_string(p.both); }},
      {"moves more", [](const P& p) { return figure_text(p.moves); }}};
  return columns;
}

const std::vector<MarkdownColumn<ComparedCard>>& speed_columns() {
  using C = ComparedCard;
  static const std::vector<MarkdownColumn<C>> columns{
      {"agent", [](const C& c) { return c.card.agent; }},
      {"decisions", [](const C& c) { return std::to_string(c.timings.decisions); }},
      {"decisions a second",
       [](const C& c) { return number_text(c.timings.decisions_per_s(), 0); }},
      {"processor time, s", [](const C& c) { return number_text(c.timings.cpu_s, 1); }}};
  return columns;
}

/// The agents down, the groups across, in per cent of the possible.
std::string groups_table(const std::vector<ComparedCard>& cards) {
  std::string head = "| agent |", rule = "| --- |", body;
  for (const CardRow& row : cards.front().card.rows()) {
    head += fmt::format(" {} |", row.group);
    rule += " --- |";
  }
  for (const ComparedCard& compared : cards) {
    body += fmt::format("| {} |", compared.card.agent);
    for (const CardRow& row : compared.card.rows())
      body += fmt::format(" {} |", number_text(row.pct_of_possible.value, 0));
    body += "\n";
  }
  return head + "\n" + rule + "\n" + body;
}

Json json_of(const Estimate& e) { return {{"value", e.value}, {"low", e.low}, {"high", e.high}}; }

Json json_of(const CardPair& pair) {
  return {{"first", pair.first},
          {"second", pair.second},
          {"problems", pair.problems},
          {"first_only", pair.first_only},
          {"second_only", pair.second_only},
          {"solved_points", json_of(pair.solved_points)},
          {"p", pair.p},
          {"both", pair.both},
          {"moves", json_of(pair.moves)}};
}

}  // namespace

std::vector<CardPair> pair_cards(const std::vector<ComparedCard>& cards) {
  assert(!cards.empty());
  std::vector<CardPair> pairs;
  for (std::size_t i = 1; i < cards.size(); ++i)
    pairs.push_back(pair_of(cards.front().card, cards[i].card));
  return pairs;
}

std::string cards_markdown(const std::vector<ComparedCard>& cards) {
  const std::vector<CardPair> pairs = pair_cards(cards);
  const ScoreCard& first = cards.front().card;
  std::string text = fmt::format("# {}, problems: {}\n\nhash {}, {} problems.\n\n", first.benchmark,
                                 first.problems, first.hash, first.runs.size());
  text += report::markdown_head(line_columns());
  for (const ComparedCard& compared : cards)
    text += report::markdown_line(line_columns(), {compared, compared.card.rows().back()});
  text += "\nPer cent of the possible, by group:\n\n" + groups_table(cards);
  if (!pairs.empty()) {
    text += fmt::format("\nThe same problems, against {}:\n\n", first.agent);
    text += report::markdown_head(pair_columns());
    for (const CardPair& pair : pairs) text += report::markdown_line(pair_columns(), pair);
  }
  const auto timed = [](const ComparedCard& c) { return c.timings.decisions > 0; };
  if (std::none_of(cards.begin(), cards.end(), timed)) return text;
  text += "\nSpeeds, as measured on one machine or several:\n\n";
  text += report::markdown_head(speed_columns());
  for (const ComparedCard& compared : cards)
    if (timed(compared)) text += report::markdown_line(speed_columns(), compared);
  return text;
}

std::string cards_json(const std::vector<ComparedCard>& cards) {
  Json pairs = Json::array(), agents = Json::array();
  for (const CardPair& pair : pair_cards(cards)) pairs.push_back(json_of(pair));
  for (const ComparedCard& compared : cards)
    agents.push_back(Json::parse("score card", score_card_json(compared.card)));
  return Json{{"cards", agents}, {"pairs", pairs}}.dump() + "\n";
}

}  // namespace marblemaze
