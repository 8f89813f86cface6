#include "engine/results/result_table.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>
#include <type_traits>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/text.h"

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
/// A share, in millionths: the file holds whole numbers.
constexpr double kParts = 1e6;
StoredValue stored(double share) { return stored(std::llround(kParts * share)); }
StoredValue stored(const std::string& text) { return text; }
StoredValue stored(Layers layers) { return std::string(to_string(layers)); }
StoredValue stored(Outcome outcome) { return std::string(to_string(outcome)); }
/// Moves as a person reads them: "2 0 1".
StoredValue stored(const std::vector<MoveId>& moves) {
  return chained(moves, " ", [](MoveId move) { return std::to_string(move.index); });
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
void restore(double& share, const StoredValue& value) {
  std::int64_t parts = 0;
  restore(parts, value);
  share = static_cast<double>(parts) / kParts;
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

/// The part of a row in which a column's member stands.
template <class Part, class Row>
auto& part_of(Row& row) {
  if constexpr (std::is_same_v<Part, RowSpec>) return row.job.row;
  if constexpr (std::is_same_v<Part, Job>) return row.job;
  if constexpr (std::is_same_v<Part, RunFigures>) return row.run;
  if constexpr (std::is_same_v<Part, Counters>) return row.run.counters;
  if constexpr (std::is_same_v<Part, GroundTruth>) return row.truth;
  if constexpr (std::is_same_v<Part, PolicyTruth>) return row.truth.policy;
  if constexpr (std::is_same_v<Part, ResultRow>) return row;
}

/// Whose rows have such a part; nothing: all.
template <class Part>
constexpr std::optional<Question> question_of() {
  if (std::is_same_v<Part, RunFigures> || std::is_same_v<Part, Counters>) return Question::run;
  if (std::is_same_v<Part, GroundTruth> || std::is_same_v<Part, PolicyTruth>)
    return Question::truth;
  return std::nullopt;
}

template <class Part, class Value>
StoredColumn column(const char* name, Value Part::*member) {
  const auto get = [member](const ResultRow& row) { return stored(part_of<Part>(row).*member); };
  const auto set = [member](ResultRow& row, const StoredValue& value) {
    restore(part_of<Part>(row).*member, value);
  };
  return {.name = name,
          .whole_number = std::is_arithmetic_v<Value>,
          .get = get,
          .set = set,
          .only = question_of<Part>()};
}

/// One of those that tell rows apart.
StoredColumn key(StoredColumn column) {
  column.key = true;
  return column;
}

/// A key that truths do not have: no agent's name is empty.
StoredColumn agent_column() {
  StoredColumn agent = key(column("agent", &RowSpec::agent));
  agent.only = Question::run;
  agent.set = [](ResultRow& row, const StoredValue& value) {
    restore(row.job.row.agent, value);
    if (row.job.row.agent.empty()) throw BadInput("results with agent", "''", "a name");
  };
  return agent;
}

static_assert(sizeof(Counters) == kCounters.size() * sizeof(int), "each counter is in the list");

std::vector<StoredColumn> counter_columns() {
  std::vector<StoredColumn> columns;
  columns.reserve(kCounters.size());
  for (const auto& [name, member] : kCounters) columns.push_back(column(name, member));
  return columns;
}

/// Processor time, which tells nothing of the result.
StoredColumn measured(StoredColumn figure) {
  figure.measured = true;
  return figure;
}

std::vector<StoredColumn> all_columns() {
  using Truth = GroundTruth;
  using Policy = PolicyTruth;
  // SQLite keeps a table without row numbers in the order of its key, and its integrity check up to
  // 3.40 mixes up the columns of any other order.
  std::vector<StoredColumn> columns{key(column("layers", &RowSpec::layers)),
                                    key(column("size", &RowSpec::size)),
                                    agent_column(),
                                    key(column("orientations", &RowSpec::orientations)),
                                    key(column("recovery", &RowSpec::recovery)),
                                    key(column("world", &Job::world)),
                                    key(column("seed", &Job::seed)),
                                    key(column("settings", &Job::settings)),
                                    key(column("version", &Job::version)),
                                    key(column("rest", &RowSpec::rest)),
                                    column("outcome", &RunFigures::outcome)};
  for (const StoredColumn& counter : counter_columns()) columns.push_back(counter);
  for (const StoredColumn& figure :
       {column("ticks", &RunFigures::ticks), column("path_cells", &RunFigures::path_cells),
        column("effort_ms", &RunFigures::effort_ms), column("solvable", &Truth::solvable),
        column("exact", &Truth::complete), column("solution", &Truth::solution),
        column("tried", &Truth::tried), column("policy_runs", &Policy::runs),
        column("policy_reached", &Policy::reached),
        column("policy_moves", &Policy::moves_of_reached),
        column("sampled_chance_ppm", &Policy::chance), column("sampled_moves_ppm", &Policy::moves),
        column("out_of_reach_ppm", &Policy::out_of_reach),
        measured(column("cpu_us", &ResultRow::cpu_us)),
        measured(column("thinking_us", &RunFigures::thinking_us))})
    columns.push_back(figure);
  return columns;
}

std::vector<StoredColumn> columns_of(Question question) {
  std::vector<StoredColumn> columns = all_columns();
  std::erase_if(columns, [&](const StoredColumn& column) {
    return column.only.value_or(question) != question;
  });
  return columns;
}

}  // namespace

std::string text_of(const StoredValue& value) {
  const auto* number = std::get_if<std::int64_t>(&value);
  return number != nullptr ? std::to_string(*number) : std::get<std::string>(value);
}

const std::vector<StoredColumn>& stored_columns(Question question) {
  static const std::vector<StoredColumn> runs = columns_of(Question::run),
                                         truths = columns_of(Question::truth);
  return question == Question::run ? runs : truths;
}

namespace {

std::string names_of(const std::vector<StoredColumn>& columns) {
  return chained(columns, ", ", &StoredColumn::name);
}

SqliteStatement& bind_to(SqliteStatement& statement, const std::vector<StoredColumn>& columns,
                         const ResultRow& row) {
  for (const StoredColumn& column : columns)
    std::visit([&](const auto& value) { statement.bind(value); }, column.get(row));
  return statement;
}

}  // namespace

ResultTable::ResultTable(Question question)
    : name_(question == Question::run ? "episodes" : "truths"), columns_(stored_columns(question)) {
  std::ranges::copy_if(columns_, std::back_inserter(keys_), &StoredColumn::key);
}

std::string ResultTable::create() const {
  const auto described = [](const StoredColumn& c) {
    return fmt::format("{} {} NOT NULL", c.name, c.whole_number ? "INTEGER" : "TEXT");
  };
  return fmt::format("CREATE TABLE {} ({}, PRIMARY KEY ({})) WITHOUT ROWID", name_,
                     chained(columns_, ", ", described), names_of(keys_));
}

SqliteStatement ResultTable::inserting(const SqliteDatabase& database) const {
  const auto place = [](const StoredColumn&) { return std::string("?"); };
  return SqliteStatement(database, fmt::format("INSERT INTO {} ({}) VALUES ({})", name_,
                                               names_of(columns_), chained(columns_, ", ", place)));
}

SqliteStatement ResultTable::finding(const SqliteDatabase& database) const {
  const auto compared = [](const StoredColumn& c) { return std::string(c.name) + "=?"; };
  return SqliteStatement(database, fmt::format("SELECT {} FROM {} WHERE {}", names_of(columns_),
                                               name_, chained(keys_, " AND ", compared)));
}

std::unordered_set<std::uint64_t> ResultTable::seeds_like(const SqliteDatabase& database,
                                                          const Job& job) const {
  std::vector<StoredColumn> others = keys_;
  std::erase_if(others, [](const StoredColumn& c) { return c.name == std::string("seed"); });
  const auto compared = [](const StoredColumn& c) { return std::string(c.name) + "=?"; };
  SqliteStatement statement(database, fmt::format("SELECT seed FROM {} WHERE {}", name_,
                                                  chained(others, " AND ", compared)));
  bind_to(statement, others, {job});
  std::unordered_set<std::uint64_t> seeds;
  while (statement.step()) seeds.insert(static_cast<std::uint64_t>(statement.integer()));
  return seeds;
}

SqliteStatement ResultTable::reading(const SqliteDatabase& database) const {
  return SqliteStatement(database, fmt::format("SELECT {} FROM {} ORDER BY {}", names_of(columns_),
                                               name_, names_of(keys_)));
}

SqliteStatement& ResultTable::bind(SqliteStatement& statement, const ResultRow& row) const {
  return bind_to(statement, columns_, row);
}

std::optional<ResultRow> ResultTable::find(SqliteStatement& finding, const Job& job) const {
  std::optional<ResultRow> row;
  if (bind_to(finding.reset(), keys_, {job}).step()) row = read(finding);
  finding.reset();  // or it would go on reading, and nobody could tidy up the file
  return row;
}

ResultRow ResultTable::read(SqliteStatement& statement) const {
  ResultRow row;
  for (const StoredColumn& column : columns_)
    column.set(row, column.whole_number ? StoredValue(statement.integer())
                                        : StoredValue(statement.text()));
  return row;
}

const ResultTable& result_table(Question question) {
  static const ResultTable runs(Question::run), truths(Question::truth);
  return question == Question::run ? runs : truths;
}

}  // namespace marblemaze
