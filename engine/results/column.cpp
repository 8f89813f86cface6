#include "engine/results/column.h"

#include <cmath>
#include <limits>
#include <sstream>
#include <type_traits>

#include <fmt/format.h>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

Outcome outcome_from(const std::string& name) {
  for (int i = static_cast<int>(Outcome::solved); i <= static_cast<int>(kLastOutcome); ++i)
    if (name == to_string(static_cast<Outcome>(i))) return static_cast<Outcome>(i);
  throw BadInput("results file with outcome", "'" + name + "'", "one that this version knows");
}

// ---- each type of member as a stored value, and back ----

template <class Number>
requires std::is_integral_v<Number> StoredValue stored(Number number) {
  return static_cast<std::int64_t>(number);
}
StoredValue stored(const std::string& text) { return text; }
StoredValue stored(Layers layers) { return std::string(to_string(layers)); }
StoredValue stored(Outcome outcome) { return std::string(to_string(outcome)); }
/// Moves as a person reads them: "2 0 1".
StoredValue stored(const std::vector<MoveId>& moves) {
  std::string text;
  for (MoveId move : moves) text += (text.empty() ? "" : " ") + std::to_string(move.index);
  return text;
}

/// Seeds are any 64 bits. Everything else counts something: a file in which it does not fit was
/// not written by this program.
template <class Number>
requires std::is_integral_v<Number>
void restore(Number& number, const StoredValue& value) {
  const auto whole = std::get<std::int64_t>(value);
  if constexpr (!std::is_same_v<Number, std::uint64_t>) {
    constexpr auto kMost = static_cast<std::int64_t>(std::numeric_limits<Number>::max());
    if (whole < 0 || whole > kMost)
      throw BadInput("results file with number", std::to_string(whole),
                     fmt::format("0 to {} in its place", kMost));
  }
  number = static_cast<Number>(whole);
}
void restore(std::string& text, const StoredValue& value) {
  text = std::get<std::string>(value);
  if (text != message_line(text))
    throw BadInput("results file with text", "'" + text + "'", "a name as this program writes it");
}
void restore(Layers& layers, const StoredValue& value) {
  layers = layers_from_string(std::get<std::string>(value));
}
void restore(Outcome& outcome, const StoredValue& value) {
  outcome = outcome_from(std::get<std::string>(value));
}
void restore(std::vector<MoveId>& moves, const StoredValue& value) {
  std::istringstream stream(std::get<std::string>(value));
  moves.clear();
  for (int number = 0; stream >> number;) moves.emplace_back(number);
}

/// The column of the member that `Member` finds in a row.
template <class Row, class Member>
StoredColumn<Row> column(const char* name, Member, bool key) {
  using Value = std::remove_cvref_t<decltype(Member{}(std::declval<Row&>()))>;
  return {name, std::is_integral_v<Value>, key,
          [](const Row& row) { return stored(Member{}(row)); },
          [](Row& row, const StoredValue& value) { restore(Member{}(row), value); }};
}

template <class Row, class Member>
StoredColumn<Row> key(const char* name, Member member) {
  return column<Row>(name, member, true);
}
template <class Row, class Member>
StoredColumn<Row> figure(const char* name, Member member) {
  return column<Row>(name, member, false);
}

/// Balanced states came with format 2; who counts columns finds this one behind the older ones.
StoredColumn<StoredEpisode> recovery_column() {
  auto column = key<StoredEpisode>(
      "recovery", [](auto& s) -> auto& { return s.episode.row.recovery; });
  column.printed = StoredColumn<StoredEpisode>::Printed::after_the_others;
  column.since = 2;
  return column;
}

/// A figure of PolicyTruth.
template <class Member>
StoredColumn<StoredTruth> of_policy(const char* name, Member) {
  auto column = figure<StoredTruth>(
      name, [](auto& s) -> auto& { return Member{}(s.row.truth.policy); });
  column.since = kFirstWithPolicies;
  return column;
}
/// The same of a fraction, kept in millionths: the file holds whole numbers.
template <class Member>
StoredColumn<StoredTruth> millionths_of_policy(const char* name, Member) {
  constexpr double kParts = 1e6;
  auto column = of_policy(
      name, [](auto& p) -> auto& { return p.runs; });
  column.get = [](const StoredTruth& s) {
    return StoredValue(
        static_cast<std::int64_t>(std::llround(kParts * Member{}(s.row.truth.policy))));
  };
  column.set = [](StoredTruth& s, const StoredValue& value) {
    std::int64_t parts = 0;
    restore(parts, value);
    Member{}(s.row.truth.policy) = static_cast<double>(parts) / kParts;
  };
  return column;
}

/// What tells nothing of the result: of the processor time, or of the machine.
template <class Row, class Member>
StoredColumn<Row> measured(const char* name, Member member, int since = 1) {
  auto column = figure<Row>(name, member);
  column.printed = StoredColumn<Row>::Printed::never;
  column.measured = true;
  column.since = since;
  return column;
}

}  // namespace

// SQLite keeps a table without row numbers in the order of its key, and its integrity check up to
// 3.40 mixes up the columns of any other order.
const std::vector<StoredColumn<StoredEpisode>>& episode_columns() {
  using Row = StoredEpisode;
  static const std::vector<StoredColumn<Row>> columns{
      key<Row>(
          "layers", [](auto& s) -> auto& { return s.episode.row.layers; }),
      key<Row>(
          "size", [](auto& s) -> auto& { return s.episode.row.size; }),
      key<Row>(
          "agent", [](auto& s) -> auto& { return s.episode.row.agent; }),
      key<Row>(
          "orientations", [](auto& s) -> auto& { return s.episode.row.orientations; }),
      recovery_column(),
      key<Row>(
          "world", [](auto& s) -> auto& { return s.episode.world; }),
      key<Row>(
          "seed", [](auto& s) -> auto& { return s.episode.seed; }),
      key<Row>(
          "settings", [](auto& s) -> auto& { return s.settings; }),
      key<Row>(
          "version", [](auto& s) -> auto& { return s.version; }),
      figure<Row>(
          "outcome", [](auto& s) -> auto& { return s.episode.outcome; }),
      figure<Row>(
          "moves", [](auto& s) -> auto& { return s.episode.counters.moves; }),
      figure<Row>(
          "repeated", [](auto& s) -> auto& { return s.episode.counters.repeated; }),
      figure<Row>(
          "unrepeatable", [](auto& s) -> auto& { return s.episode.counters.unrepeatable; }),
      figure<Row>(
          "predicted_right", [](auto& s) -> auto& { return s.episode.counters.predicted_right; }),
      figure<Row>(
          "predicted_total", [](auto& s) -> auto& { return s.episode.counters.predicted_total; }),
      figure<Row>(
          "ticks", [](auto& s) -> auto& { return s.episode.ticks; }),
      figure<Row>(
          "path_cells", [](auto& s) -> auto& { return s.episode.path_cells; }),
      measured<Row>(
          "cpu_us", [](auto& s) -> auto& { return s.episode.cpu_us; }),
      measured<Row>(
          "thinking_us", [](auto& s) -> auto& { return s.episode.thinking_us; },
          kFirstWithThinking),
      measured<Row>(
          "host", [](auto& s) -> auto& { return s.host; }, kFirstWithHosts)};
  return columns;
}

const std::vector<StoredColumn<StoredTruth>>& truth_columns() {
  using Row = StoredTruth;
  static const std::vector<StoredColumn<Row>> columns{
      key<Row>(
          "layers", [](auto& s) -> auto& { return s.row.problem.kind.layers; }),
      key<Row>(
          "size", [](auto& s) -> auto& { return s.row.problem.kind.size; }),
      key<Row>(
          "orientations", [](auto& s) -> auto& { return s.row.problem.kind.orientations; }),
      key<Row>(
          "recovery", [](auto& s) -> auto& { return s.row.problem.kind.recovery; }),
      key<Row>(
          "world", [](auto& s) -> auto& { return s.row.world; }),
      key<Row>(
          "seed", [](auto& s) -> auto& { return s.row.problem.seed; }),
      key<Row>(
          "settings", [](auto& s) -> auto& { return s.settings; }),
      key<Row>(
          "version", [](auto& s) -> auto& { return s.version; }),
      figure<Row>(
          "solvable", [](auto& s) -> auto& { return s.row.truth.solvable; }),
      figure<Row>(
          "exact", [](auto& s) -> auto& { return s.row.truth.complete; }),
      figure<Row>(
          "solution", [](auto& s) -> auto& { return s.row.truth.solution; }),
      figure<Row>(
          "tried", [](auto& s) -> auto& { return s.row.truth.tried; }),
      of_policy(
          "policy_runs", [](auto& p) -> auto& { return p.runs; }),
      of_policy(
          "policy_reached", [](auto& p) -> auto& { return p.reached; }),
      of_policy(
          "policy_moves", [](auto& p) -> auto& { return p.moves_of_reached; }),
      millionths_of_policy(
          "sampled_chance_ppm", [](auto& p) -> auto& { return p.chance; }),
      millionths_of_policy(
          "sampled_moves_ppm", [](auto& p) -> auto& { return p.moves; }),
      measured<Row>(
          "cpu_us", [](auto& s) -> auto& { return s.row.cpu_us; }),
      measured<Row>(
          "host", [](auto& s) -> auto& { return s.host; }, kFirstWithHosts)};
  return columns;
}

}  // namespace marblemaze
