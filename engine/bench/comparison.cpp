#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/bench/report.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

/// Finds an agent by a full name or a unique prefix. Throws BadInput if there is no such agent.
std::string agent_named(const std::string& name, const std::vector<ResultRow>& runs) {
  std::set<std::string> agents, begun;
  for (const ResultRow& run : runs) agents.insert(run.job.row.agent);
  if (agents.contains(name)) return name;
  for (const std::string& agent : agents)
    if (agent.starts_with(name)) begun.insert(agent);
  if (begun.size() != 1 || name.empty())
    throw BadInput("agent", "'" + name + "'", fmt::format("one of: {}", fmt::join(agents, ", ")));
  return *begun.begin();
}

using Values = std::vector<std::pair<double, double>>;  // values of both agents, by run

AgentComparison::Figure figure_of(const std::vector<Values>& mazes,
                                  Estimate (*estimate)(const Clusters&)) {
  Clusters first, second, difference;
  for (const Values& runs : mazes) {
    for (Clusters* values : {&first, &second, &difference}) values->emplace_back();
    for (const auto& [a, b] : runs) {
      first.back().push_back(a);
      second.back().push_back(b);
      difference.back().push_back(a - b);
    }
  }
  return {estimate(first), estimate(second), clustered_difference(difference)};
}

AgentComparison comparison_of(const RowSpec& kind, const std::string& first_agent,
                              const std::string& second_agent, const RunPairs& mazes) {
  AgentComparison c{.kind = kind, .first = first_agent, .second = second_agent};
  c.mazes = static_cast<int>(mazes.size());
  std::vector<Values> solved, moves;
  std::set<std::uint64_t> seeds;
  for (const auto& [seed, pairs] : mazes) {
    seeds.insert(seed);
    Values &of_all = solved.emplace_back(), &of_both = moves.emplace_back();
    for (const auto& [a, b] : pairs) {
      const bool first = a->solved(), second = b->solved();
      ++(first ? (second ? c.both : c.only_first) : (second ? c.only_second : c.neither));
      of_all.emplace_back(first ? 100 : 0, second ? 100 : 0);
      if (first && second) of_both.emplace_back(a->counters.moves, b->counters.moves);
    }
    c.mazes_of_both += !of_both.empty();
  }
  c.seeds = fmt::format("{}", fmt::join(format_ranges(seeds), ", "));
  c.runs = c.both + c.only_first + c.only_second + c.neither;
  c.pct_solved = figure_of(solved, clustered_proportion);
  c.moves = figure_of(moves, clustered_mean);
  return c;
}

/// Returns a sentence such as "depth-first solves more." If the confidence interval of the
/// difference contains 0 or is unknown, the sentence says that the mazes show no difference.
std::string verdict(const AgentComparison& c, const Estimate& difference, const char* verb,
                    const char* more) {
  if (!(difference.low > 0 || difference.high < 0))
    return fmt::format("These {} do not show which agent {} {}.", pluralize(c.mazes, "maze"), verb,
                       more);
  return fmt::format(
      "{} {} {}.",
      (difference.value > 0) == (more == std::string_view("more")) ? c.first : c.second, verb,
      more);
}

std::string paragraph(const AgentComparison& c) {
  const std::string runs = c.runs == c.mazes       ? "one run each"
                           : c.runs % c.mazes == 0 ? fmt::format("{} runs each", c.runs / c.mazes)
                                                   : fmt::format("{} runs in total", c.runs);
  std::string text = fmt::format(
      "## {}, {}\n\nIn {} (seeds {}, {}), {} solved {} of the runs and {} {}. The difference is "
      "{}. "
      "{} Both solved {}, only {} {}, only {} {}, and neither {}.\n",
      maze_name(c.kind), scheme_title(c.kind), pluralize(c.mazes, "maze"), c.seeds, runs, c.first,
      estimate_text(c.pct_solved.first, " %"), c.second, estimate_text(c.pct_solved.second, " %"),
      estimate_text(c.pct_solved.difference, " percentage points"),
      verdict(c, c.pct_solved.difference, "solves", "more"), pluralize(c.both, "run"), c.first,
      c.only_first, c.second, c.only_second, c.neither);
  if (c.both == 0) return text;
  return text + fmt::format(
                    "\nIn the {} that both solved (in {}), {} made {} and {} {}. The difference is "
                    "{}. {}\n",
                    pluralize(c.both, "run"), pluralize(c.mazes_of_both, "maze"), c.first,
                    estimate_text(c.moves.first, " moves"), c.second,
                    estimate_text(c.moves.second, ""), estimate_text(c.moves.difference, " moves"),
                    verdict(c, c.moves.difference, "needs", "fewer"));
}

}  // namespace

std::vector<AgentComparison> compare_agents(const std::vector<ResultRow>& runs,
                                            const std::string& first, const std::string& second) {
  const std::string a = agent_named(first, runs), b = agent_named(second, runs);
  if (a == b) throw BadInput("cannot compare agent '" + a + "' with itself");
  require_one_setting(runs);
  std::vector<AgentComparison> comparisons;
  std::set<RowSpec> kinds;
  for (const ResultRow& run : runs) kinds.insert(run.job.row.with_agent({}));
  for (const RowSpec& kind : kinds) {
    const RunPairs pairs = pair_runs(runs, kind.with_agent(a), kind.with_agent(b));
    if (!pairs.empty()) comparisons.push_back(comparison_of(kind, a, b, pairs));
  }
  if (comparisons.empty())
    throw BadInput("agents", fmt::format("'{}' and '{}'", a, b),
                   "two agents with runs in the same mazes");
  return comparisons;
}

std::string comparison_markdown(const std::vector<AgentComparison>& comparisons, const Job& job) {
  std::string text =
      fmt::format("# {} and {}\n\n", comparisons.front().first, comparisons.front().second);
  for (const AgentComparison& c : comparisons) text += paragraph(c) + "\n";
  return text +
         fmt::format(
             "Values in parentheses are 95 % confidence intervals over the choice of mazes: Wilson "
             "intervals for percentages with one run per maze, and in all other cases intervals "
             "from Student's t. Intervals of differences are paired: they use the differences "
             "between runs with "
             "the same number in the same maze. World `{}`, settings `{}`, marblemaze {}.\n",
             job.world, job.settings, job.version);
}

Json comparison_json(const std::vector<AgentComparison>& comparisons, const Job& job) {
  const auto kind_json = [](const AgentComparison& c) {
    Json json = maze_json(c.kind);
    json.update({{"rest", c.kind.rest},
                 {"move_limit", c.kind.move_limit > 0 ? Json(c.kind.move_limit) : nullptr},
                 {"seeds", c.seeds},
                 {"maze_count", c.mazes},
                 {"run_count", c.runs},
                 {"both_solved_count", c.both},
                 {"only_first_solved_count", c.only_first},
                 {"only_second_solved_count", c.only_second},
                 {"neither_solved_count", c.neither},
                 {"first_pct_solved", estimate_json(c.pct_solved.first)},
                 {"second_pct_solved", estimate_json(c.pct_solved.second)},
                 {"solved_points", estimate_json(c.pct_solved.difference)},
                 {"first_moves", estimate_json(c.moves.first)},
                 {"second_moves", estimate_json(c.moves.second)},
                 {"moves_difference", estimate_json(c.moves.difference)}});
    return json;
  };
  return {{"first", comparisons.front().first},
          {"second", comparisons.front().second},
          {"world", job.world},
          {"settings", job.settings},
          {"version", job.version},
          {"comparisons", Json::list(comparisons, kind_json)}};
}

}  // namespace marblemaze
