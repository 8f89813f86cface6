#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "maze/base/errors.h"

struct sqlite3;
struct sqlite3_stmt;

namespace marblemaze {

/// Throws BadInput for a path that SQLite cannot use, such as "-" or a pipe.
void expect_database_file(const std::filesystem::path& path);

/// Permission to write to a file, which only one process can have at a time. Any number of
/// processes may read meanwhile. The system releases it when the process ends, even after a crash.
/// It does not interfere with SQLite's own locks. Destroy it after the database, because closing a
/// file also releases SQLite's locks on it.
class WriterLock {
 public:
  /// Throws MachineFailure, which calls the file `name`, if another process has the permission.
  WriterLock(const std::filesystem::path& path, const std::string& name);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

/// An open SQLite file. An error of SQLite becomes one line that names the file: BadInput if the
/// file is damaged or of another kind, and MachineFailure if the cause is the disk, a permission,
/// or another process that locks the file for seconds. A long query throws Interrupted when the
/// work of its thread is to stop (maze/base/stop.h).
class SqliteDatabase {
 public:
  enum class Mode { create_or_write, read };

  /// Opens the file. Messages call it `name`, or by its path if the name is empty.
  SqliteDatabase(const std::filesystem::path& path, Mode mode, const std::string& name = {});
  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  void execute(const std::string& sql) const;
  /// Executes a statement and ignores errors, for closing and recovering.
  void try_to_execute(const char* sql) const noexcept;
  /// Returns the first value of the first row, or 0.
  [[nodiscard]] std::int64_t number(const char* query) const;

  /// Throws BadInput if the file is damaged. Reads all of it.
  void expect_sound() const;
  /// Throws MachineFailure if the path no longer leads to the open file: SQLite would write to a
  /// moved or deleted file, and nobody would notice.
  void expect_in_place() const;

  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  friend class SqliteStatement;
  void check(int result) const;
  [[noreturn]] void fail(int result) const;

  std::string path_, name_;
  struct Identity {
    std::uint64_t device = 0, inode = 0;
  };
  static Identity identity(const std::string& path);
  Identity identity_;
  sqlite3* handle_ = nullptr;
};

/// A prepared statement: parameters are bound in order, columns are read in order.
class SqliteStatement {
 public:
  SqliteStatement(const SqliteDatabase& database, const std::string& sql);
  ~SqliteStatement();
  SqliteStatement(const SqliteStatement&) = delete;
  SqliteStatement& operator=(const SqliteStatement&) = delete;

  /// Resets the statement, so that other parameters can be bound.
  SqliteStatement& reset();
  SqliteStatement& bind(std::int64_t value);
  SqliteStatement& bind(const std::string& value);
  /// Advances to the next row. Returns false if there is none.
  bool step();
  std::int64_t integer();
  std::string text();

 private:
  const SqliteDatabase& database_;
  sqlite3_stmt* statement_ = nullptr;
  int bound_ = 0;
  int read_ = 0;
};

}  // namespace marblemaze
