// A score card for a person, as Markdown and as a page for a browser; and cards beside each other.
#include <algorithm>
#include <cassert>
#include <map>

#include <fmt/format.h>

#include "engine/report/score_card.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

std::string head_text(const ScoreCard& card) {
  std::string text =
      fmt::format("{}, problems: {}, hash {}, program {}; the agent knows {}", card.benchmark,
                  card.problems, card.hash, card.version, card.knows);
  text += "; track " + card.track;
  if (card.budget.calls == 0) return text;
  return text + fmt::format("; budget of a decision: {} calls of a simulator, {:g} s",
                            card.budget.calls, card.budget.seconds);
}

constexpr const char* kLegend =
    "Right is a run that solved its problem, or was given up where it is proved that there is no "
    "solution. Between the two figures of the possible lies what the best policy solves. A run's "
    "score is fewest moves / moves, 0 where it was not right, 1 where it was rightly given up; a "
    "group's is the interquartile mean over its runs. Moves and excess moves are means over solved "
    "runs; a controller's moves are its wishes. Intervals are 95 % intervals of a bootstrap over "
    "other runs of the same problems, or if each problem was played once, over the problems. A "
    "problem without noise is played once; its run counts as often as those of the others.";

/// A table of a card has no room for both means of the scores.
std::vector<FigureOf<CardRow>> table_figures() {
  auto figures = card_figures();
  std::erase_if(figures, [](const auto& figure) { return figure.names.json == kMeanScore; });
  return figures;
}

/// The performance profile as a line of text.
std::string profile_text(const ScoreCard& card) {
  std::string text = "Share of the runs with a score of at least";
  const std::vector<double> shares = card.profile();
  for (std::size_t i = 0; i < shares.size(); ++i)
    text += fmt::format("{} {:g} %: {:.1f} %", i == 0 ? "" : ",", 100 * ScoreCard::kProfile[i],
                        shares[i]);
  return text + ".";
}

std::string html_line(const char* tag, const std::vector<std::string>& cells) {
  std::string html = "<tr>";
  for (const std::string& cell : cells)
    html += fmt::format("<{0}>{1}</{0}>", tag, xml_escaped(cell));
  return html + "</tr>\n";
}

template <class Row>
std::string html_table(const std::vector<FigureOf<Row>>& figures, const std::vector<Row>& rows) {
  std::string html = "<table>\n" + html_line("th", forms::headings(figures));
  for (const Row& row : rows) html += html_line("td", forms::cells(figures, row));
  return html + "</table>\n";
}

constexpr double kLabel = 110, kWidth = 500, kLine = 24;  // of the drawing, in its own units

double place(double percentage) {
  return kLabel + kWidth * std::min(std::max(percentage, 0.0), 100.0) / 100;
}

/// A bar for each group, with its interval as a line.
std::string html_bars(const std::vector<CardRow>& rows) {
  const double height = kLine * static_cast<double>(rows.size());
  std::string svg = fmt::format(
      "<svg viewBox=\"0 0 {:g} {:g}\" role=\"img\" aria-label=\"Share of the runs that are "
      "right\">\n",
      kLabel + kWidth + 10, height);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Estimate& e = rows[i].pct_right;
    const double y = kLine * static_cast<double>(i), middle = y + 0.5 * kLine;
    svg += fmt::format("<text x=\"{:g}\" y=\"{:g}\">{}</text>\n", kLabel - 8, middle + 4,
                       xml_escaped(rows[i].group));
    svg += fmt::format(
        "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:.1f}\" height=\"{:g}\"/>"
        "<path d=\"M{:.1f} {:g}H{:.1f}\"/>\n",
        kLabel, y + 5, place(e.value) - kLabel, kLine - 10, place(e.low), middle, place(e.high));
  }
  return svg + "</svg>\n";
}

constexpr const char* kStyle =
    ":root{color-scheme:light dark}"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;margin:1rem 0}"
    "th,td{padding:.2rem .8rem .2rem 0;text-align:left;border-bottom:1px solid #8884}"
    "svg{width:100%;max-width:42rem}text{text-anchor:end;font-size:13px;fill:currentColor}"
    "rect{fill:#3b7dd8}path{stroke:currentColor;stroke-width:1.5}";

// ---- cards beside each other

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
  means.reserve(differences.size());
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
  const ScoreCard& of;
  std::vector<CardRow> rows = of.rows();

  [[nodiscard]] const CardRow& all() const { return rows.back(); }
};

std::string agent_of(const Counted& counted) { return counted.of.agent; }
std::string right_text(const Counted& counted) {
  return fmt::format("{} of {}", counted.all().right, counted.all().runs);
}

/// Who it is, then the estimates of all problems together.
std::vector<FigureOf<Counted>> card_columns() {
  using C = Counted;
  std::vector<FigureOf<C>> columns{{{}, [](const C& c) { return c.of.track; }, {"track"}},
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
                       [i](const Counted& c) { return c.of.profile()[i]; },
                       {fmt::format("{:g} %", 100 * ScoreCard::kProfile[i]), 0}});
  return columns;
}

/// What can be got right, which is the same for all agents.
std::string possible_text(const CardRow& all) {
  return fmt::format(" in {} runs, of which the best policy solves {:.1f} to {:.1f} %", all.runs,
                     all.pct_at_least, all.pct_at_most);
}

}  // namespace

std::string score_card_markdown(const ScoreCard& card) {
  return fmt::format("# {}\n\n{}.\n\n{}\n{}\n\n{}\n\n{}", card.agent, head_text(card),
                     forms::markdown_table(table_figures(), card.rows()), kLegend,
                     profile_text(card),
                     forms::markdown_table(problem_figures(), card.by_problem()));
}

std::string score_card_html(const ScoreCard& card) {
  const std::string title = xml_escaped(card.agent + ", " + card.benchmark);
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n"
      "<style>{}</style>\n<h1>{}</h1>\n<p>{}.</p>\n",
      title, kStyle, title, xml_escaped(head_text(card)));
  html += "<h2>Right, 0 to 100 %</h2>\n";
  html += html_bars(card.rows());
  html += html_table(table_figures(), card.rows());
  html += fmt::format("<p>{}</p>\n<p>{}</p>\n", kLegend, profile_text(card));
  html += "<h2>Problems</h2>\n";
  return html + html_table(problem_figures(), card.by_problem()) + "</html>\n";
}

std::vector<CardPair> pair_cards(const std::vector<ScoreCard>& cards) {
  assert(!cards.empty());
  std::vector<CardPair> pairs;
  for (std::size_t i = 1; i < cards.size(); ++i) pairs.push_back(pair_of(cards.front(), cards[i]));
  return pairs;
}

std::string cards_markdown(const std::vector<ScoreCard>& cards) {
  const std::vector<CardPair> pairs = pair_cards(cards);
  std::vector<Counted> counted;
  counted.reserve(cards.size());
  for (const ScoreCard& card : cards) counted.push_back({card});
  const ScoreCard& first = cards.front();
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
  return text;
}

std::string cards_json(const std::vector<ScoreCard>& cards) {
  Json pairs = Json::array(), agents = Json::array();
  const auto figures = pair_figures();
  for (const CardPair& pair : pair_cards(cards))
    pairs.push_back(forms::json_row_with_ends(figures, pair, Digits::all));
  for (const ScoreCard& card : cards) agents.push_back(score_card_document(card));
  return Json{{"cards", agents}, {"pairs", pairs}}.dump() + "\n";
}

}  // namespace marblemaze
