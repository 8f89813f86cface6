#include "engine/report/card_comparison.h"

#include <algorithm>
#include <cassert>
#include <map>

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

/// Means over the runs of each problem, the second less the first, with Student's interval over the
/// choice of problems.
Estimate mean_of_problems(const ScoreCard& first, const ScoreCard& second,
                          double (*figure)(const CardRun&)) {
  std::map<std::string, std::vector<double>> differences;
  for (std::size_t i = 0; i < first.runs.size(); ++i)
    differences[first.runs[i].problem].push_back(figure(second.runs[i]) - figure(first.runs[i]));
  std::vector<double> means;
  for (const auto& [problem, of_problem] : differences) means.push_back(sample_of(of_problem).mean);
  return mean_difference(means);
}

CardPair pair_of(const ScoreCard& first, const ScoreCard& second) {
  require_same_problems(first, second);
  return {first.agent, second.agent,
          mean_of_problems(first, second,
                           [](const CardRun& run) { return run.solved() ? 100.0 : 0.0; }),
          mean_of_problems(first, second, [](const CardRun& run) { return 100 * run.score(); })};
}

/// A card with its lines, which take a while to count.
struct Counted {
  const ComparedCard& of;
  std::vector<CardRow> rows = of.card.rows();

  [[nodiscard]] const CardRow& all() const { return rows.back(); }
};

std::string agent_of(const Counted& counted) { return counted.of.card.agent; }
std::string right_text(const Counted& counted) {
  return fmt::format("{} of {}", counted.all().right, counted.all().runs);
}

/// Who it is, then the estimates of all problems together.
std::vector<FigureOf<Counted>> card_columns() {
  using C = Counted;
  std::vector<FigureOf<C>> columns{{{}, [](const C& c) { return c.of.card.track; }, {"track"}},
                                   {{}, agent_of, {"agent"}},
                                   {{}, right_text, {"right"}}};
  for (const FigureOf<CardRow>& figure : card_figures())
    if (figure.column.interval == kOnCards)
      columns.push_back({{},
                         [value = figure.value](const C& c) { return value(c.all()); },
                         {figure.column.heading, kOnCards}});
  return columns;
}

std::vector<FigureOf<CardPair>> pair_figures() {
  using P = CardPair;
  return {{in_json("first"), &P::first},
          {in_json("second"), &P::second, {"agent"}},
          {in_json("right_points"), &P::right, {"right, points more", kOnCards}},
          {in_json("score_points"), &P::score, {"score, points more", kOnCards}}};
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

/// What each agent made of each group.
std::vector<FigureOf<Counted>> group_columns(const std::vector<CardRow>& groups) {
  std::vector<FigureOf<Counted>> columns{{{}, agent_of, {"agent"}}};
  for (std::size_t i = 0; i < groups.size(); ++i)
    columns.push_back(
        {{}, [i](const Counted& c) { return c.rows[i].score.value; }, {groups[i].group, 0}});
  return columns;
}

/// How many of its runs have a score of at least so much.
std::vector<FigureOf<Counted>> profile_columns() {
  std::vector<FigureOf<Counted>> columns{{{}, agent_of, {"agent"}}};
  for (std::size_t i = 0; i < ScoreCard::kProfile.size(); ++i)
    columns.push_back({{},
                       [i](const Counted& c) { return c.of.card.profile()[i]; },
                       {fmt::format("{:g} %", 100 * ScoreCard::kProfile[i]), 0}});
  return columns;
}

/// What can be got right, which is the same for all agents.
std::string possible_text(const CardRow& all) {
  return fmt::format(" in {} runs, of which the best policy solves {:.1f} to {:.1f} %", all.runs,
                     all.pct_at_least, all.pct_at_most);
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
  std::vector<Counted> counted;
  for (const ComparedCard& compared : cards) counted.push_back({compared});
  const ScoreCard& first = cards.front().card;
  std::string text = fmt::format("# {}, problems: {}\n\nhash {}, {} problems{}.\n\n",
                                 first.benchmark, first.problems, first.hash,
                                 first.by_problem().size(), possible_text(counted.front().all()));
  text += forms::markdown_table(card_columns(), counted);
  text += "\nScores, by group:\n\n" +
          forms::markdown_table(group_columns(counted.front().rows), counted);
  text += "\nPer cent of the runs with a score of at least:\n\n" +
          forms::markdown_table(profile_columns(), counted);
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
  const auto figures = pair_figures();
  for (const CardPair& pair : pair_cards(cards))
    pairs.push_back(forms::json_row_with_ends(figures, pair, Digits::all));
  for (const ComparedCard& compared : cards) agents.push_back(score_card_document(compared.card));
  return Json{{"cards", agents}, {"pairs", pairs}}.dump() + "\n";
}

}  // namespace marblemaze
