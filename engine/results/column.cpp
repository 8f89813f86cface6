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
template <class Member>
StoredColumn column(const char* name, Member) {
  using Value = std::remove_cvref_t<decltype(Member{}(std::declval<ResultRow&>()))>;
  return {name, std::is_integral_v<Value>,
          [](const ResultRow& row) { return stored(Member{}(row)); },
          [](ResultRow& row, const StoredValue& value) { restore(Member{}(row), value); }};
}

template <class Member>
StoredColumn key(const char* name, Member member, int since = 1) {
  StoredColumn key = column(name, member);
  key.key = true;
  key.since = since;
  return key;
}

/// A key that truths do not have: no agent's name is empty.
StoredColumn agent_column() {
  StoredColumn agent = key(
      "agent", [](auto& r) -> auto& { return r.job.row.agent; });
  agent.only = Question::run;
  agent.set = [](ResultRow& row, const StoredValue& value) {
    restore(row.job.row.agent, value);
    if (row.job.row.agent.empty()) throw BadInput("results with agent", "''", "a name");
  };
  return agent;
}

/// Balanced states came with format 2; who counts columns finds this one behind the older ones.
StoredColumn recovery_column() {
  StoredColumn recovery = key(
      "recovery", [](auto& r) -> auto& { return r.job.row.recovery; }, 2);
  recovery.printed = StoredColumn::Printed::after_the_others;
  return recovery;
}

/// A figure of RunFigures.
template <class Member>
StoredColumn of_run(const char* name, Member) {
  StoredColumn figure = column(
      name, [](auto& r) -> auto& { return Member{}(r.run); });
  figure.only = Question::run;
  return figure;
}

/// A figure of GroundTruth.
template <class Member>
StoredColumn of_truth(const char* name, Member, int since = 1) {
  StoredColumn figure = column(
      name, [](auto& r) -> auto& { return Member{}(r.truth); });
  figure.only = Question::truth;
  figure.since = since;
  return figure;
}
/// A fraction of PolicyTruth, kept in millionths: the file holds whole numbers.
template <class Member>
StoredColumn millionths_of_policy(const char* name, Member) {
  constexpr double kParts = 1e6;
  StoredColumn figure = of_truth(
      name, [](auto& t) -> auto& { return t.policy.runs; }, kFirstWithPolicies);
  figure.get = [](const ResultRow& row) {
    return StoredValue(static_cast<std::int64_t>(std::llround(kParts * Member{}(row.truth))));
  };
  figure.set = [](ResultRow& row, const StoredValue& value) {
    std::int64_t parts = 0;
    restore(parts, value);
    Member{}(row.truth) = static_cast<double>(parts) / kParts;
  };
  return figure;
}

/// What tells nothing of the result: of the processor time, or of the machine.
StoredColumn measured(StoredColumn figure, int since = 1) {
  figure.printed = StoredColumn::Printed::never;
  figure.measured = true;
  figure.since = since;
  return figure;
}

std::vector<StoredColumn> columns_of(Question question) {
  std::vector<StoredColumn> columns = stored_columns();
  std::erase_if(columns, [&](const StoredColumn& c) { return c.only && c.only != question; });
  return columns;
}

}  // namespace

// SQLite keeps a table without row numbers in the order of its key, and its integrity check up to
// 3.40 mixes up the columns of any other order.
const std::vector<StoredColumn>& stored_columns() {
  static const std::vector<StoredColumn> columns{
      key(
          "layers", [](auto& r) -> auto& { return r.job.row.layers; }),
      key(
          "size", [](auto& r) -> auto& { return r.job.row.size; }),
      agent_column(),
      key(
          "orientations", [](auto& r) -> auto& { return r.job.row.orientations; }),
      recovery_column(),
      key(
          "world", [](auto& r) -> auto& { return r.job.world; }),
      key(
          "seed", [](auto& r) -> auto& { return r.job.seed; }),
      key(
          "settings", [](auto& r) -> auto& { return r.job.settings; }),
      key(
          "version", [](auto& r) -> auto& { return r.job.version; }),
      of_run(
          "outcome", [](auto& r) -> auto& { return r.outcome; }),
      of_run(
          "moves", [](auto& r) -> auto& { return r.counters.moves; }),
      of_run(
          "repeated", [](auto& r) -> auto& { return r.counters.repeated; }),
      of_run(
          "unrepeatable", [](auto& r) -> auto& { return r.counters.unrepeatable; }),
      of_run(
          "predicted_right", [](auto& r) -> auto& { return r.counters.predicted_right; }),
      of_run(
          "predicted_total", [](auto& r) -> auto& { return r.counters.predicted_total; }),
      of_run(
          "ticks", [](auto& r) -> auto& { return r.ticks; }),
      of_run(
          "path_cells", [](auto& r) -> auto& { return r.path_cells; }),
      of_truth(
          "solvable", [](auto& t) -> auto& { return t.solvable; }),
      of_truth(
          "exact", [](auto& t) -> auto& { return t.complete; }),
      of_truth(
          "solution", [](auto& t) -> auto& { return t.solution; }),
      of_truth(
          "tried", [](auto& t) -> auto& { return t.tried; }),
      of_truth(
          "policy_runs", [](auto& t) -> auto& { return t.policy.runs; }, kFirstWithPolicies),
      of_truth(
          "policy_reached", [](auto& t) -> auto& { return t.policy.reached; }, kFirstWithPolicies),
      of_truth(
          "policy_moves", [](auto& t) -> auto& { return t.policy.moves_of_reached; },
          kFirstWithPolicies),
      millionths_of_policy(
          "sampled_chance_ppm", [](auto& t) -> auto& { return t.policy.chance; }),
      millionths_of_policy(
          "sampled_moves_ppm", [](auto& t) -> auto& { return t.policy.moves; }),
      measured(column(
          "cpu_us", [](auto& r) -> auto& { return r.cpu_us; })),
      measured(of_run(
                   "thinking_us", [](auto& r) -> auto& { return r.thinking_us; }),
               kFirstWithThinking),
      measured(column(
                   "host", [](auto& r) -> auto& { return r.host; }),
               kFirstWithHosts)};
  return columns;
}

const std::vector<StoredColumn>& stored_columns(Question question) {
  static const std::vector<StoredColumn> runs = columns_of(Question::run),
                                         truths = columns_of(Question::truth);
  return question == Question::run ? runs : truths;
}

}  // namespace marblemaze
