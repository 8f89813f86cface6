#include "engine/results/sqlite_database.h"

#include <fmt/format.h>
#include <sqlite3.h>

#include "maze/base/errors.h"
#include "maze/base/output_file.h"

namespace marblemaze {

void expect_database_file(const std::filesystem::path& path) {
  if (is_standard_stream(path) || is_sink(path))
    throw BadInput("results file", "'" + path.string() + "'",
                   "a file: a database cannot be standard input or output, a pipe or a device");
}

SqliteDatabase::SqliteDatabase(const std::filesystem::path& path, Mode mode)
    : path_(path.string()) {
  if (path_.empty()) throw BadInput("results file", "''", "a file name");
  expect_database_file(path);
  const int flags = SQLITE_OPEN_READWRITE | (mode == Mode::read ? 0 : SQLITE_OPEN_CREATE);
  // SQLite gives names such as :memory: a meaning of their own; an absolute path has none.
  const std::string file = std::filesystem::absolute(path).string();
  if (const int result = sqlite3_open_v2(file.c_str(), &handle_, flags, nullptr)) {
    sqlite3_close(handle_);
    if (result == SQLITE_NOMEM) throw std::bad_alloc();
    throw MachineFailure("cannot open the results file '" + path_ +
                         "': is its folder there, and may you write to it?");
  }
  // Waiting would only hide from the user that two runs want one file.
  sqlite3_busy_timeout(handle_, 0);
}

SqliteDatabase::~SqliteDatabase() { sqlite3_close(handle_); }

void SqliteDatabase::check(int result) const {
  switch (result & 0xff) {  // the low byte; the rest says more than anyone asked
    case SQLITE_OK:
    case SQLITE_ROW:
    case SQLITE_DONE: return;
    case SQLITE_FULL:
    case SQLITE_IOERR:
      throw MachineFailure("cannot write the results file '" + path_ +
                           "': is the disk full? What was stored before is intact");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      throw MachineFailure("results file '" + path_ +
                           "' is in use by another process (a bench that still runs?)");
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN:
      throw MachineFailure("may not write to the results file '" + path_ + "' or its folder");
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      throw BadInput("results file", "'" + path_ + "'",
                     "a file that bench has written (it is damaged or something else)");
    case SQLITE_NOMEM:  // also where damaged bytes ask for more than there can be
      throw MachineFailure("out of memory, or the results file '" + path_ + "' is damaged");
    default:
      throw MachineFailure(fmt::format("results file '{}': {}", path_, sqlite3_errmsg(handle_)));
  }
}

void SqliteDatabase::execute(const std::string& sql) const {
  check(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr));
}

void SqliteDatabase::try_to_execute(const char* sql) const noexcept {
  sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
}

std::int64_t SqliteDatabase::number(const char* query) const {
  SqliteStatement statement(*this, query);
  return statement.step() ? statement.integer() : 0;
}

SqliteStatement::SqliteStatement(const SqliteDatabase& database, const std::string& sql)
    : database_(database) {
  database.check(sqlite3_prepare_v2(database.handle_, sql.c_str(), -1, &statement_, nullptr));
}

SqliteStatement::~SqliteStatement() { sqlite3_finalize(statement_); }

SqliteStatement& SqliteStatement::reset() {
  sqlite3_reset(statement_);  // repeats what the last step has told
  bound_ = 0;
  return *this;
}

SqliteStatement& SqliteStatement::bind(std::int64_t value) {
  database_.check(sqlite3_bind_int64(statement_, ++bound_, value));
  return *this;
}

SqliteStatement& SqliteStatement::bind(const std::string& value) {
  database_.check(sqlite3_bind_text(statement_, ++bound_, value.c_str(), -1, SQLITE_TRANSIENT));
  return *this;
}

bool SqliteStatement::step() {
  const int result = sqlite3_step(statement_);
  read_ = 0;
  database_.check(result);
  return result == SQLITE_ROW;
}

std::int64_t SqliteStatement::integer() { return sqlite3_column_int64(statement_, read_++); }

std::string SqliteStatement::text() {
  const unsigned char* value = sqlite3_column_text(statement_, read_++);
  return value != nullptr ? reinterpret_cast<const char*>(value) : "";
}

}  // namespace marblemaze
