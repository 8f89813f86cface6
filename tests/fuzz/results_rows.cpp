// Fuzzes the rows of a results file that is a sound database. Each line of the input changes a
// column, "T NAME VALUE": T is e for episodes, t for truths, s for settings; the value is a number,
// or a text after a '. A line "f N" sets the format number of the file.
#include <map>

#include <sqlite3.h>

#include "fuzz/results_scratch.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

ResultRow episode(const Source& source, std::uint64_t seed, Layers layers, Outcome outcome) {
  const bool flat = layers == Layers::flat;
  ResultRow row{source.job({"breadth-first", usual_scheme(layers), layers, flat ? 4 : 3}, seed)};
  row.outcome = outcome;
  row.counters = {.moves = 12, .repeated = 3, .unrepeatable = 1};
  row.ticks = 1000;
  row.path_cells = 9;
  return row;
}

ResultRow truth(const Source& source, std::uint64_t seed) {
  ResultRow row{episode(source, seed, Layers::all, Outcome::solved).job.truth()};
  row.truth.solvable = row.truth.complete = true;
  row.truth.solution = {MoveId(1), MoveId(0)};
  row.truth.tried = 50;
  return row;
}

/// Returns the bytes of a sound file with a few rows.
std::string sound_file() {
  const std::filesystem::path file = fuzz::scratch() / "sound.db";
  {
    ResultsStore store(file, ResultsStore::Mode::create_or_append);
    const Source source = seeded("bullet", {});
    store.add_source(source);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const Outcome outcome = seed == 2 ? Outcome::frozen : Outcome::solved;
      store.add(episode(source, seed, Layers::all, outcome));
      store.add(episode(source, seed, Layers::flat, Outcome::unsolvable));
      store.add(truth(source, seed));
    }
  }
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

bool is_name(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == text.npos;
}

/// Returns the SQL for one line of the input, or an empty text.
std::string change(std::string_view line) {
  static const std::map<char, std::string> tables{
      {'e', "episodes"}, {'t', "truths"}, {'s', "settings"}};
  if (line.size() < 3 || line[1] != ' ') return "";
  const std::string_view rest = line.substr(2), name = rest.substr(0, rest.find(' '));
  if (line[0] == 'f' && number_from<int>(rest))
    return "PRAGMA user_version=" + std::string(rest) + ";";
  const auto table = tables.find(line[0]);
  if (table == tables.end() || !is_name(name) || name.size() + 1 >= rest.size()) return "";
  return "UPDATE OR IGNORE " + table->second + " SET " + std::string(name) + "=?1;";
}

/// Changes a row. Unknown columns and values that SQLite rejects leave the row unchanged.
void apply(sqlite3* database, std::string_view line) {
  const std::string sql = change(line);
  sqlite3_stmt* statement = nullptr;
  if (sql.empty() || sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr) != 0)
    return;
  const std::string_view rest = line.substr(2), value = rest.substr(rest.find(' ') + 1);
  if (const auto number = number_from<std::int64_t>(value))
    sqlite3_bind_int64(statement, 1, *number);
  else if (value.starts_with('\''))
    sqlite3_bind_text(statement, 1, value.data() + 1, static_cast<int>(value.size()) - 1,
                      SQLITE_TRANSIENT);
  else
    sqlite3_bind_blob(statement, 1, value.data(), static_cast<int>(value.size()), SQLITE_TRANSIENT);
  sqlite3_step(statement);
  sqlite3_finalize(statement);
}

}  // namespace
}  // namespace marblemaze

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marblemaze;
  static const std::string sound = sound_file();
  const std::filesystem::path file = fuzz::scratch().write("rows.db", sound);
  sqlite3* database = nullptr;
  if (sqlite3_open(file.c_str(), &database) != SQLITE_OK)
    fuzz::fault("cannot open the scratch file");
  sqlite3_exec(database, "PRAGMA journal_mode=MEMORY; PRAGMA synchronous=OFF; BEGIN", nullptr,
               nullptr, nullptr);
  const std::string text = fuzz::text_of(data, size);
  for (fuzz::Choices lines(text); !lines.empty();) apply(database, lines.line());
  sqlite3_exec(database, "COMMIT", nullptr, nullptr, nullptr);
  sqlite3_close(database);
  fuzz::report_in_all_forms(file);
  fuzz::merge_into_new(file);
  return 0;
}
