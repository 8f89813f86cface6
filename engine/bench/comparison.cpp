#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/bench/report.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

/// Returns the agent with this name, or the only agent whose name starts with it. Throws BadInput
/// if there is no such agent.
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

/// Values of two agents and their differences, grouped by maze.
struct Figures {
  Clusters first{}, second{}, difference{};

  void add(const std::vector<std::pair<double, double>>& maze) {
    for (Clusters* figures : {&first, &second, &difference}) figures->emplace_back();
    for (const auto& [a, b] : maze) {
      first.back().push_back(a);
      second.back().push_back(b);
      difference.back().push_back(a - b);
    }
  }
};

AgentComparison comparison_of(const RowSpec& kind, const RunPairs& mazes) {
  AgentComparison c{.kind = kind};
  c.mazes = static_cast<int>(mazes.size());
  Figures solved, moves;
  std::set<std::uint64_t> seeds;
  for (const auto& [seed, pairs] : mazes) {
    seeds.insert(seed);
    std::vector<std::pair<double, double>> hits, moves_of_both;
    for (const auto& [a, b] : pairs) {
      const bool first = a->solved(), second = b->solved();
      ++(first ? (second ? c.both : c.only_first) : (second ? c.only_second : c.neither));
      hits.emplace_back(first ? 100 : 0, second ? 100 : 0);
      if (first && second) moves_of_both.emplace_back(a->counters.moves, b->counters.moves);
    }
    solved.add(hits);
    if (moves_of_both.empty()) continue;
    moves.add(moves_of_both);
    ++c.mazes_of_both;
  }
  c.seeds = fmt::format("{}", fmt::join(marblemaze::runs_of(seeds), ", "));
  c.runs = c.both + c.only_first + c.only_second + c.neither;
  c.first_solved = clustered_share(solved.first);
  c.second_solved = clustered_share(solved.second);
  c.solved = clustered_difference(solved.difference);
  c.first_moves = clustered_mean(moves.first);
  c.second_moves = clustered_mean(moves.second);
  c.moves = clustered_difference(moves.difference);
  return c;
}

/// Returns a sentence such as "depth-first solves more." If the interval of the difference contains
/// 0 or is unknown, the sentence says that the mazes show no difference.
std::string verdict(const AgentComparison& c, const Estimate& difference, const char* verb,
                    const char* more) {
  if (!(difference.low > 0 || difference.high < 0))  // or unknown
    return fmt::format("These {} do not show which agent {} {}.", counted(c.mazes, "maze"), verb,
                       more);
  return fmt::format(
      "{} {} {}.",
      (difference.value > 0) == (more == std::string_view("more")) ? c.first : c.second, verb,
      more);
}

/// Returns text such as "83.6 % (73.3 to 93.9)".
std::string measured(const Estimate& e, const char* unit) {
  const std::string value = number_text(e.value, 1) + unit;
  return std::isnan(e.low) ? value : fmt::format("{} ({})", value, interval_text(e));
}

std::string paragraph(const AgentComparison& c) {
  const std::string runs = c.runs == c.mazes       ? "one run each"
                           : c.runs % c.mazes == 0 ? fmt::format("{} runs each", c.runs / c.mazes)
                                                   : fmt::format("{} runs in total", c.runs);
  std::string text = fmt::format(
      "## {}, {}\n\nIn {} (seeds {}, {}), {} solved {} of the runs and {} {}. The difference is "
      "{}. "
      "{} Both solved {}, only {} {}, only {} {}, and neither {}.\n",
      maze_name(c.kind), scheme_title(c.kind), counted(c.mazes, "maze"), c.seeds, runs, c.first,
      measured(c.first_solved, " %"), c.second, measured(c.second_solved, " %"),
      measured(c.solved, " percentage points"), verdict(c, c.solved, "solves", "more"),
      counted(c.both, "run"), c.first, c.only_first, c.second, c.only_second, c.neither);
  if (c.both == 0) return text;
  return text + fmt::format(
                    "\nIn the {} that both solved (in {}), {} made {} and {} {}. The difference is "
                    "{}. {}\n",
                    counted(c.both, "run"), counted(c.mazes_of_both, "maze"), c.first,
                    measured(c.first_moves, " moves"), c.second, measured(c.second_moves, ""),
                    measured(c.moves, " moves"), verdict(c, c.moves, "needs", "fewer"));
}

}  // namespace

std::vector<AgentComparison> compare_agents(const std::vector<ResultRow>& runs,
                                            const std::string& first, const std::string& second) {
  const std::string a = agent_named(first, runs), b = agent_named(second, runs);
  if (a == b) throw BadInput("cannot compare agent '" + a + "' with itself");
  require_one_setting(runs);
  std::vector<AgentComparison> comparisons;
  std::set<RowSpec> kinds;
  for (const ResultRow& run : runs) kinds.insert(run.job.row.of({}));
  for (const RowSpec& kind : kinds) {
    const RunPairs pairs = pairs_of(runs, kind.of(a), kind.of(b));
    if (pairs.empty()) continue;
    comparisons.push_back(comparison_of(kind, pairs));
    comparisons.back().first = a;
    comparisons.back().second = b;
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
  const auto kind_json = [](const AgentComparison& c) -> Json {
    return {{"maze", maze_name(c.kind)},
            {"cells_per_side", c.kind.size},
            {"layers", to_string(c.kind.layers)},
            {"orientations", orientations_of(c.kind.control)},
            {"recovery", c.kind.recovery},
            {"rest", c.kind.rest},
            {"move_limit", c.kind.move_limit > 0 ? Json(c.kind.move_limit) : nullptr},
            {"seeds", c.seeds},
            {"maze_count", c.mazes},
            {"run_count", c.runs},
            {"both_solved_count", c.both},
            {"only_first_solved_count", c.only_first},
            {"only_second_solved_count", c.only_second},
            {"neither_solved_count", c.neither},
            {"first_pct_solved", estimate_json(c.first_solved)},
            {"second_pct_solved", estimate_json(c.second_solved)},
            {"solved_points", estimate_json(c.solved)},
            {"first_moves", estimate_json(c.first_moves)},
            {"second_moves", estimate_json(c.second_moves)},
            {"moves_difference", estimate_json(c.moves)}};
  };
  return {{"first", comparisons.front().first},
          {"second", comparisons.front().second},
          {"world", job.world},
          {"settings", job.settings},
          {"version", job.version},
          {"comparisons", Json::list(comparisons, kind_json)}};
}

}  // namespace marblemaze
