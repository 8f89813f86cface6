#include "engine/report/card_comparison.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

#include "engine/report/paired_rows.h"
#include "maze/base/errors.h"

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

/// The line on all problems.
CardRow all_of(const ComparedCard& compared) { return compared.card.rows().back(); }

std::function<std::string(const ComparedCard&)> of_all(Estimate CardRow::*member) {
  return [member](const ComparedCard& c) { return figure_text(all_of(c).*member); };
}
std::string solved_text(const ComparedCard& compared) {
  const CardRow all = all_of(compared);
  return fmt::format("{} of {}", all.solved, all.problems);
}

const std::vector<FigureOf<ComparedCard>>& card_columns() {
  using C = ComparedCard;
  static const std::vector<FigureOf<C>> figures{
      {{}, [](const C& c) { return c.card.agent; }, {"agent"}},
      {{}, [](const C& c) { return c.card.knows; }, {"knows"}},
      {{}, solved_text, {"solved"}},
      {{}, of_all(&CardRow::pct_of_possible), {"% of the possible"}},
      {{}, of_all(&CardRow::efficiency), {"efficiency, %"}},
      {{}, of_all(&CardRow::moves), {"moves"}},
      {{}, of_all(&CardRow::regret), {"regret, moves"}}};
  return figures;
}

const std::vector<FigureOf<CardPair>>& pair_figures() {
  using P = CardPair;
  static const std::vector<FigureOf<P>> figures{
      {{}, &P::second, {"agent"}},
      {{}, &P::second_only, {"solved by it alone"}},
      {{}, &P::first_only, {"by the first alone"}},
      {{}, [](const P& p) { return figure_text(p.solved_points); }, {"points more"}},
      {{}, [](const P& p) { return fmt::format("{:.2g}", p.p); }, {"p"}},
      {{}, &P::both, {"both solved"}},
      {{}, [](const P& p) { return figure_text(p.moves); }, {"moves more"}}};
  return figures;
}

const std::vector<FigureOf<ComparedCard>>& speed_figures() {
  using C = ComparedCard;
  static const std::vector<FigureOf<C>> figures{
      {{}, [](const C& c) { return c.card.agent; }, {"agent"}},
      {{}, [](const C& c) { return c.timings.decisions; }, {"decisions"}},
      {{}, [](const C& c) { return c.timings.decisions_per_s(); }, {"decisions a second", 0}},
      {{}, [](const C& c) { return c.timings.cpu_s; }, {"processor time, s"}}};
  return figures;
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
  text += forms::markdown_table(card_columns(), cards);
  text += "\nPer cent of the possible, by group:\n\n" + groups_table(cards);
  if (!pairs.empty())
    text += fmt::format("\nThe same problems, against {}:\n\n{}", first.agent,
                        forms::markdown_table(pair_figures(), pairs));
  std::vector<ComparedCard> timed;
  for (const ComparedCard& compared : cards)
    if (compared.timings.decisions > 0) timed.push_back(compared);
  if (timed.empty()) return text;
  return text + "\nSpeeds, as measured on one machine or several:\n\n" +
         forms::markdown_table(speed_figures(), timed);
}

std::string cards_json(const std::vector<ComparedCard>& cards) {
  Json pairs = Json::array(), agents = Json::array();
  for (const CardPair& pair : pair_cards(cards)) pairs.push_back(json_of(pair));
  for (const ComparedCard& compared : cards) agents.push_back(score_card_document(compared.card));
  return Json{{"cards", agents}, {"pairs", pairs}}.dump() + "\n";
}

}  // namespace marblemaze
