#include "engine/report/card_comparison.h"

#include <algorithm>
#include <cassert>

#include <fmt/format.h>

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
  CardPair pair{first.agent, second.agent};
  std::vector<double> moves;
  for (std::size_t i = 0; i < first.runs.size(); ++i) {
    const CardRun &a = first.runs[i], &b = second.runs[i];
    pair.solved.add(a.solved(), b.solved());
    if (a.solved() && b.solved()) moves.push_back(b.moves - a.moves);
  }
  pair.moves = mean_difference(moves);
  return pair;
}

/// The line on all problems.
CardRow all_of(const ComparedCard& compared) { return compared.card.rows().back(); }

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
      {{}, [](const C& c) { return all_of(c).pct_of_possible; }, {"% of the possible", kOnCards}},
      {{}, [](const C& c) { return all_of(c).efficiency; }, {"SPL, %", kOnCards}},
      {{}, [](const C& c) { return all_of(c).moves; }, {"moves", kOnCards}},
      {{}, [](const C& c) { return all_of(c).regret; }, {"excess moves", kOnCards}}};
  return figures;
}

const std::vector<FigureOf<CardPair>>& pair_figures() {
  using P = CardPair;
  constexpr auto points = [](const P& p) { return p.solved.share_difference(); };
  constexpr auto p_text = [](const P& p) { return fmt::format("{:.2g}", p.solved.p()); };
  constexpr auto second_only = [](const P& p) { return p.solved.second_only; };
  static const std::vector<FigureOf<P>> figures{
      {in_json("first"), &P::first},
      {in_json("second"), &P::second, {"agent"}},
      {in_json("problems"), [](const P& p) { return p.solved.cases; }},
      {{}, second_only, {"solved by it alone"}},
      {in_json("first_only"),
       [](const P& p) { return p.solved.first_only; },
       {"by the first alone"}},
      {in_json("second_only"), second_only},
      {in_json("solved_points"), points, {"points more", kOnCards}},
      {in_json("p"), [](const P& p) { return p.solved.p(); }, {"p", p_text}},
      {in_json("both"), [](const P& p) { return p.solved.both; }, {"both solved"}},
      {in_json("moves"), &P::moves, {"moves more", kOnCards}}};
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
  std::vector<std::string> head{"agent"};
  for (const CardRow& row : cards.front().card.rows()) head.push_back(row.group);
  std::string text = forms::markdown_head(head);
  for (const ComparedCard& compared : cards) {
    std::vector<std::string> line{compared.card.agent};
    for (const CardRow& row : compared.card.rows())
      line.push_back(number_text(row.pct_of_possible.value, 0));
    text += forms::markdown_line(line);
  }
  return text;
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
  for (const CardPair& pair : pair_cards(cards))
    pairs.push_back(forms::json_row_with_ends(pair_figures(), pair, Digits::all));
  for (const ComparedCard& compared : cards) agents.push_back(score_card_document(compared.card));
  return Json{{"cards", agents}, {"pairs", pairs}}.dump() + "\n";
}

}  // namespace marblemaze
