// The leaderboard of score cards, as Markdown and as a page.
#include <algorithm>
#include <array>
#include <cassert>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "engine/report/report.h"
#include "engine/report/score_card.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

using Cells = std::vector<std::string>;

constexpr const char* kLegend =
    "A run is correct if it solved its problem, or if the agent gave up on a provably unsolvable "
    "one. The percentage of correct runs is the primary metric; the best policy reaches a value "
    "between the bounds. Path efficiency is reference moves / moves, 0 for an incorrect run and "
    "100 % for giving up rightly. Excess moves are moves - reference moves of solved runs; a "
    "controller's moves are its commands. Each figure is the mean over problems of the means of "
    "their runs, with a 95 % interval (Student's t) over the choice of problems.";

std::string bounds_text(const CardRow& row) {
  return number_text(row.pct_at_least, 1) + " to " + number_text(row.pct_at_most, 1);
}

/// A line of the leaderboard: the figures of an agent over all problems.
struct Standing {
  std::string track, agent, program;
  CardRow all;
};

/// Returns the cards by track, in the order of access levels, and by the primary metric.
std::vector<ScoreCard> ranked(const std::vector<ScoreCard>& cards) {
  constexpr std::array kTracks{"copies", "full", "heuristic", "blind"};
  std::vector<std::tuple<std::ptrdiff_t, double, std::size_t>> places;
  places.reserve(cards.size());
  for (const ScoreCard& card : cards)
    places.emplace_back(std::ranges::find(kTracks, card.track) - kTracks.begin(),
                        -card.rows().back().pct_right.value, places.size());
  std::ranges::sort(places);
  std::vector<ScoreCard> sorted;
  sorted.reserve(cards.size());
  for (const auto& place : places) sorted.push_back(cards[std::get<2>(place)]);
  return sorted;
}

/// Returns the cards' lines, then those of two imagined agents: the reference policy and one that
/// always resigns. Both have a success probability in each problem and make the reference moves.
std::vector<Standing> standings_of(const std::vector<ScoreCard>& cards) {
  std::vector<Standing> standings;
  for (const ScoreCard& card : cards)
    standings.push_back({card.track, card.agent, card.version, card.rows().back()});
  const auto add_imagined = [&](const char* name, double (*chance)(const CardRun&)) {
    std::vector<double> chances;
    for (const auto& runs : cards.front().by_problem())
      chances.push_back(100 * chance(runs.front()));
    const Estimate reached = mean_percentage(chances);
    const CardRow all{.group = "all",
                      .pct_right = reached,
                      .pct_efficiency = reached,
                      .regret = {kUnknown, kUnknown, kUnknown}};
    standings.push_back({"–", name, "–", all});
  };
  add_imagined("reference policy",
               [](const CardRun& run) { return run.hopeless() ? 1 : run.chance; });
  add_imagined("always resigns", [](const CardRun& run) { return run.hopeless() ? 1.0 : 0; });
  return standings;
}

/// A table of the leaderboard.
struct Table {
  std::string caption;
  Cells headings;
  std::vector<Cells> lines = {};
};

Table standings_table(const std::vector<Standing>& standings) {
  Table table{"All problems",
              {"track", "agent", "correct runs", "correct, %", "path efficiency, %", "excess moves",
               "program"}};
  for (const Standing& s : standings)
    table.lines.push_back({s.track, s.agent,
                           s.all.runs == 0 ? "–" : fmt::format("{} of {}", s.all.right, s.all.runs),
                           estimate_text(s.all.pct_right), estimate_text(s.all.pct_efficiency),
                           estimate_text(s.all.regret), s.program});
  return table;
}

/// The primary metric of each agent in each group.
Table groups_table(const std::vector<ScoreCard>& cards) {
  Table table{"Correct runs by group, %", {"agent"}};
  for (const CardRow& row : cards.front().rows()) table.headings.push_back(row.group);
  for (const ScoreCard& card : cards) {
    Cells line{card.agent};
    for (const CardRow& row : card.rows()) line.push_back(number_text(row.pct_right.value, 0));
    table.lines.push_back(line);
  }
  return table;
}

Table pairs_table(const std::vector<CardPair>& pairs) {
  Table table{"Percentage points more than " + pairs.front().first + ", over the same problems",
              {"agent", "correct", "path efficiency"}};
  for (const CardPair& pair : pairs)
    table.lines.push_back({pair.second, estimate_text(pair.right), estimate_text(pair.efficiency)});
  return table;
}

std::vector<Table> tables_of(const std::vector<ScoreCard>& cards) {
  const std::vector<CardPair> pairs = pair_cards(cards);
  const std::vector<ScoreCard> sorted = ranked(cards);
  std::vector<Table> tables{standings_table(standings_of(sorted)), groups_table(sorted)};
  if (!pairs.empty()) tables.push_back(pairs_table(pairs));
  return tables;
}

std::string title_of(const ScoreCard& card) {
  return fmt::format("{}, problems: {}", card.benchmark, card.problems);
}
std::string head_of(const ScoreCard& card) {
  const CardRow all = card.rows().back();
  return fmt::format("Hash {}, {} problems in {} runs. The best policy is correct in {} % of them.",
                     card.hash, all.problems, all.runs, bounds_text(all));
}

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

/// Returns the mean over problems of the differences of their runs' means.
Estimate mean_of_problems(const ScoreCard& first, const ScoreCard& second,
                          double (*figure)(const CardRun&)) {
  std::map<std::string, std::vector<double>> differences;
  for (std::size_t i = 0; i < first.runs.size(); ++i)
    differences[first.runs[i].problem].push_back(figure(second.runs[i]) - figure(first.runs[i]));
  std::vector<double> means;
  means.reserve(differences.size());
  for (const auto& [problem, of_problem] : differences) means.push_back(sample_of(of_problem).mean);
  return student_mean(means);
}

// ---- the page

std::string html_line(const char* tag, const Cells& cells) {
  std::string html = "<tr>";
  for (const std::string& cell : cells)
    html += fmt::format("<{0}>{1}</{0}>", tag, xml_escaped(cell));
  return html + "</tr>\n";
}

std::string html_table(const Table& table) {
  std::string html = fmt::format("<h2>{}</h2>\n<table>\n", xml_escaped(table.caption)) +
                     html_line("th", table.headings);
  for (const Cells& line : table.lines) html += html_line("td", line);
  return html + "</table>\n";
}

constexpr double kLabel = 215, kWidth = 500, kLine = 24;  // sizes in units of the drawing

double place(double percentage) {
  return kLabel + kWidth * std::min(std::max(percentage, 0.0), 100.0) / 100;
}

/// A bar for each agent, with its interval as a line.
std::string html_bars(const std::vector<Standing>& standings) {
  const double height = kLine * static_cast<double>(standings.size());
  std::string svg =
      fmt::format("<svg viewBox=\"0 0 {:g} {:g}\" role=\"img\" aria-label=\"Correct runs\">\n",
                  kLabel + kWidth + 10, height);
  for (std::size_t i = 0; i < standings.size(); ++i) {
    const Estimate& e = standings[i].all.pct_right;
    const double y = kLine * static_cast<double>(i), middle = y + 0.5 * kLine;
    svg += fmt::format("<text x=\"{:g}\" y=\"{:g}\">{}</text>\n", kLabel - 8, middle + 4,
                       xml_escaped(standings[i].agent));
    svg += fmt::format(
        "<rect x=\"{:g}\" y=\"{:g}\" width=\"{:.1f}\" height=\"{:g}\"/>"
        "<path d=\"M{:.1f} {:g}H{:.1f}\"/>\n",
        kLabel, y + 5, place(e.value) - kLabel, kLine - 10, place(e.low), middle, place(e.high));
  }
  return svg + "</svg>\n";
}

constexpr const char* kStyle =
    ":root{color-scheme:light dark}"
    "body{font:15px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem}"
    "table{border-collapse:collapse;margin:1rem 0}"
    "th,td{padding:.2rem .8rem .2rem 0;text-align:left;border-bottom:1px solid "
    "#8884;white-space:nowrap}"
    "svg{width:100%;max-width:48rem}text{text-anchor:end;font-size:13px;fill:currentColor}"
    "rect{fill:#3b7dd8}path{stroke:currentColor;stroke-width:1.5}";

}  // namespace

std::vector<CardPair> pair_cards(const std::vector<ScoreCard>& cards) {
  assert(!cards.empty());
  const ScoreCard& first = cards.front();
  std::vector<CardPair> pairs;
  for (std::size_t i = 1; i < cards.size(); ++i) {
    require_same_problems(first, cards[i]);
    pairs.push_back({first.agent, cards[i].agent,
                     mean_of_problems(first, cards[i],
                                      [](const CardRun& run) { return run.correct() ? 100.0 : 0; }),
                     mean_of_problems(first, cards[i],
                                      [](const CardRun& run) { return 100 * run.efficiency(); })});
  }
  return pairs;
}

std::string cards_markdown(const std::vector<ScoreCard>& cards) {
  std::string text =
      fmt::format("# {}\n\n{}\n\n{}\n", title_of(cards.front()), kLegend, head_of(cards.front()));
  for (const Table& table : tables_of(cards)) {
    text += fmt::format("\n{}:\n\n{}", table.caption, markdown_head(table.headings));
    for (const Cells& line : table.lines) text += markdown_line(line);
  }
  return text;
}

std::string cards_html(const std::vector<ScoreCard>& cards) {
  const std::string title = xml_escaped(title_of(cards.front()));
  std::string html = fmt::format(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n"
      "<style>{}</style>\n<h1>{}</h1>\n<p>{}</p>\n<p>{}</p>\n<h2>Correct runs, 0 to 100 %</h2>\n{}",
      title, kStyle, title, kLegend, xml_escaped(head_of(cards.front())),
      html_bars(standings_of(ranked(cards))));
  for (const Table& table : tables_of(cards)) html += html_table(table);
  return html + "</html>\n";
}

std::string cards_json(const std::vector<ScoreCard>& cards) {
  const auto pair_json = [](const CardPair& pair) -> Json {
    return {{"first", pair.first},
            {"second", pair.second},
            {"right_points", estimate_json(pair.right)},
            {"efficiency_points", estimate_json(pair.efficiency)}};
  };
  return Json{{"cards", Json::list(cards, score_card_document)},
              {"pairs", Json::list(pair_cards(cards), pair_json)}}
             .dump() +
         "\n";
}

}  // namespace marblemaze
