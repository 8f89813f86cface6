#include "engine/results/sqlite_database.h"

#include <cerrno>

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <unistd.h>

#include "maze/base/file_io.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

// A reader, or a checkpoint of SQLite, locks the file for a moment.
constexpr int kMoment_ms = 10, kMostMoments = 500;
int wait_a_moment(void*, int moments) {
  if (moments >= kMostMoments || this_work.stop.stop_requested()) return 0;
  sqlite3_sleep(kMoment_ms);
  return 1;
}

constexpr int kInstructions = 10'000;  // of SQLite's virtual machine, between two stop points
int stop_requested(void*) { return this_work.stop.stop_requested() ? 1 : 0; }

MachineFailure in_use(const std::string& name) {
  return MachineFailure("results file '" + name +
                        "' is in use by another process (a bench that still runs?)");
}

}  // namespace

WriterLock::WriterLock(const std::filesystem::path& path, const std::string& name)
    : descriptor_(::open(path.c_str(), O_RDWR | O_CLOEXEC)) {
  // The byte is not among those that SQLite locks (0x40000000 and 511 more). The lock belongs to
  // this descriptor and not to the process, so that SQLite cannot drop it.
  struct flock one {};
  one.l_type = F_WRLCK;
  one.l_whence = SEEK_SET;
  one.l_start = 0x40001000;
  one.l_len = 1;
  if (descriptor_ < 0 || fcntl(descriptor_, F_OFD_SETLK, &one) == 0) return;
  const bool taken = errno == EAGAIN || errno == EACCES;
  if (!taken) return;  // the file system has no such locks
  ::close(descriptor_);
  throw in_use(name);
}

WriterLock::~WriterLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void expect_database_file(const std::filesystem::path& path) {
  if (is_standard_stream(path) || is_sink(path))
    throw BadInput("results file", "'" + path.string() + "'",
                   "a file: a database cannot be standard input or output, a pipe or a device");
}

SqliteDatabase::SqliteDatabase(const std::filesystem::path& path, Mode mode,
                               const std::string& name)
    : name_(name.empty() ? path.string() : name) {
  if (name_.empty()) throw BadInput("results file", "''", "a file name");
  expect_database_file(path);
  const int flags = SQLITE_OPEN_READWRITE | (mode == Mode::read ? 0 : SQLITE_OPEN_CREATE);
  // SQLite gives names such as :memory: a meaning of their own; an absolute path has none.
  path_ = std::filesystem::absolute(path).string();
  if (const int result = sqlite3_open_v2(path_.c_str(), &handle_, flags, nullptr)) {
    sqlite3_close(handle_);
    if (result == SQLITE_NOMEM) throw std::bad_alloc();
    throw MachineFailure("cannot open the results file '" + name_ +
                         "': is its folder there, and may you write to it?");
  }
  identity_ = identity(path_);
  sqlite3_extended_result_codes(handle_, 1);
  sqlite3_busy_handler(handle_, wait_a_moment, nullptr);
  sqlite3_progress_handler(handle_, kInstructions, stop_requested, nullptr);
}

SqliteDatabase::~SqliteDatabase() { sqlite3_close(handle_); }

void SqliteDatabase::check(int result) const {
  if (result != SQLITE_OK && result != SQLITE_ROW && result != SQLITE_DONE) fail(result);
}

void SqliteDatabase::fail(int result) const {
  const std::string file = "results file '" + name_ + "'";
  const BadInput damaged("results file", "'" + name_ + "'",
                         "a file that bench has written (it is damaged or something else)");
  if (result == SQLITE_IOERR_SHORT_READ) throw damaged;
  if (result == SQLITE_IOERR_READ) throw MachineFailure("cannot read the " + file);
  switch (result & 0xff) {  // without the extended result code
    case SQLITE_INTERRUPT: throw Interrupted{};
    case SQLITE_FULL:
    case SQLITE_IOERR:
      throw MachineFailure("cannot write the " + file +
                           ": is the disk full? What was stored before is intact");
    case SQLITE_BUSY:
    case SQLITE_LOCKED: throw in_use(name_);
    case SQLITE_READONLY:
    case SQLITE_PERM:
    case SQLITE_CANTOPEN: throw MachineFailure("may not write to the " + file + " or its folder");
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:  // the SQL is correct, so the tables are not those of the format
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH:
    case SQLITE_TOOBIG: throw damaged;
    case SQLITE_NOMEM:  // also if damaged bytes request too much memory
      throw MachineFailure("out of memory, or the " + file + " is damaged");
    default: throw MachineFailure(file + ": " + sqlite3_errstr(result));
  }
}

SqliteDatabase::Identity SqliteDatabase::identity(const std::string& path) {
  struct stat file {};
  if (::stat(path.c_str(), &file) != 0) return {};
  return {file.st_dev, file.st_ino};
}

void SqliteDatabase::expect_in_place() const {
  const Identity now = identity(path_);
  if (now.device == identity_.device && now.inode == identity_.inode) return;
  throw MachineFailure("the results file '" + name_ +
                       "' was moved, deleted or replaced while it was written: move it back, or "
                       "give the same command again");
}

void SqliteDatabase::execute(const std::string& sql) const {
  check(sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr));
}

void SqliteDatabase::try_to_execute(const char* sql) const noexcept {
  sqlite3_exec(handle_, sql, nullptr, nullptr, nullptr);
}

void SqliteDatabase::expect_sound() const {
  SqliteStatement statement(*this, "PRAGMA quick_check(1)");
  if (!statement.step() || statement.text() != "ok") fail(SQLITE_CORRUPT);
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
  sqlite3_reset(statement_);  // returns the error of the last step again
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
