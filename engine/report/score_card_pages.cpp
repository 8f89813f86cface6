// A score card for a person: Markdown, and a page for a browser.
#include <algorithm>

#include <fmt/format.h>

#include "engine/report/score_card.h"
#include "maze/base/markup.h"

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

}  // namespace marblemaze
