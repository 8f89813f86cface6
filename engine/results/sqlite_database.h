#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "maze/base/errors.h"

struct sqlite3;
struct sqlite3_stmt;

namespace marblemaze {

/// Throws BadInput for what SQLite cannot use, such as "-" or a pipe.
void expect_database_file(const std::filesystem::path& path);

/// Another process writes to the file.
class FileInUse : public MachineFailure {
 public:
  using MachineFailure::MachineFailure;
};

/// Permission to write to a file, which one process has at a time; any number may read meanwhile.
/// The system takes it back when the process ends, however that happens. SQLite's own locks do not
/// notice it. Destroy it after the database: closing a file drops SQLite's locks on it, too.
class WriterLock {
 public:
  /// Throws FileInUse, which calls the file `name`, if another process has the permission.
  WriterLock(const std::filesystem::path& path, const std::string& name);
  ~WriterLock();
  WriterLock(const WriterLock&) = delete;
  WriterLock& operator=(const WriterLock&) = delete;

 private:
  int descriptor_;
};

/// An open SQLite file. Whatever SQLite refuses becomes one line that names the file: BadInput
/// where the file is at fault, FileInUse or another MachineFailure where the disk, a permission or
/// another process is, which has the file locked for seconds. A long query throws Interrupted when
/// the work of its thread is to stop (maze/base/stop.h).
class SqliteDatabase {
 public:
  enum class Mode { create_or_write, read };

  /// Messages call it `name` if it is given one, else as the path does.
  SqliteDatabase(const std::filesystem::path& path, Mode mode, const std::string& name = {});
  ~SqliteDatabase();
  SqliteDatabase(const SqliteDatabase&) = delete;
  SqliteDatabase& operator=(const SqliteDatabase&) = delete;

  void execute(const std::string& sql) const;
  /// For use while closing or recovering, where a failure has been reported
  /// already or does no harm.
  void try_to_execute(const char* sql) const noexcept;
  /// The first value of the first row, or 0.
  [[nodiscard]] std::int64_t number(const char* query) const;

  /// Throws BadInput where the bytes of the file are no sound database. Reads all of it.
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

  /// Makes it ready for other parameters.
  SqliteStatement& reset();
  SqliteStatement& bind(std::int64_t value);
  SqliteStatement& bind(const std::string& value);
  /// True when a row is there to be read.
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
