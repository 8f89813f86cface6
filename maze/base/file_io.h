#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "maze/base/errors.h"

namespace marblemaze {

/// Reads an entire file. The path "-" means standard input. The contents of standard input and
/// pipes are cached, because they can be read only once. Removes a UTF-8 byte order mark. Throws
/// BadInput with the path if the file cannot be read or is empty.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& path);
/// Path of the file that this thread has read most recently, for out-of-memory messages.
inline thread_local std::string last_read_file;

/// Replaces the contents of a file atomically (see OutputFile). The path "-" means standard output.
/// Throws MachineFailure if the file cannot be written.
void write_text_file(const std::filesystem::path& path, const std::string& text);

/// Returns read(). If read() throws BadInput, prefixes the message with `what`, for example a file
/// name.
template <class Read>
auto prefix_errors(const std::string& what, Read&& read) {
  try {
    return read();
  } catch (const BadInput& error) {
    throw BadInput(what + ": " + error.what());
  }
}

[[nodiscard]] bool is_standard_stream(const std::filesystem::path& path);

/// Returns true if the path is a pipe, a device or a socket. Follows symbolic links.
[[nodiscard]] bool is_stream(const std::filesystem::path& path);

/// Throws MachineFailure with the folder if a file with this path cannot be written. Does not
/// detect a full disk.
void require_writable(const std::filesystem::path& path);

/// Output file that appears under its name only when it is complete.
///
/// Regular files are written to a temporary file in the same folder and renamed when they are
/// complete. If the disk is full or the program is killed, an existing file remains unchanged. The
/// new file gets the permissions of the existing file. Symbolic links are followed, even to files
/// that do not exist yet.
///
/// Pipes and devices are written directly. Output to an open file descriptor, such as
/// /proc/self/fd/1, is appended.
class OutputFile {
 public:
  /// Opens the file for writing. `extension` is the extension of the temporary file, for programs
  /// that recognise a file format by the extension. Throws MachineFailure with the folder if the
  /// file cannot be created or replaced.
  explicit OutputFile(const std::filesystem::path& path, const std::string& extension = {});
  /// Removes the temporary file unless finish() has been called.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws MachineFailure if the disk is full or the reader has closed the pipe.
  void write(std::string_view bytes);
  /// Renames the temporary file to its final name. Throws MachineFailure if the file cannot be
  /// renamed.
  void finish();
  /// Like finish(), but throws MachineFailure if a file with the final name already exists.
  void finish_new();

  /// Returns the path of the temporary file, to which external programs can write. Empty for pipes
  /// and devices.
  [[nodiscard]] const std::filesystem::path& temporary_path() const { return unfinished_; }

 private:
  OutputFile() = default;
  void open_temporary(const std::string& extension);
  void copy_permissions();
  void close();
  void rename_finished();
  [[noreturn]] void fail(int error) const;
  [[noreturn]] void fail_folder(int error) const;

  std::filesystem::path path_;
  std::filesystem::path target_;
  std::filesystem::path unfinished_;  // temporary file; empty for pipes and devices
  int descriptor_ = -1;
};

}  // namespace marblemaze
