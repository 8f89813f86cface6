#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "maze/base/errors.h"

namespace marblemaze {

/// Reads a whole file; "-" is standard input. Input that can be read only once, such as standard
/// input or a pipe, is cached under its name, so a command can inspect it first and read it again
/// later. Omits a leading byte order mark (U+FEFF in UTF-8). Throws BadInput, which contains the
/// path, if the file cannot be read or is empty.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& path);
/// Path of the most recently read file, used in out-of-memory messages. Empty if no file has been
/// read.
[[nodiscard]] std::string file_read_last();

/// Replaces the contents of a file atomically, like OutputFile. "-" is standard output. Throws
/// MachineFailure if the file cannot be written.
void write_text_file(const std::filesystem::path& path, const std::string& text);

/// Returns the result of `read`. If it throws BadInput, adds `what`, for example the name of a
/// file, to the beginning of the message.
template <class Read>
auto naming(const std::string& what, Read&& read) {
  try {
    return read();
  } catch (const BadInput& error) {
    throw BadInput(what + ": " + error.what());
  }
}

/// Returns whether the path is "-", the name of standard input or output.
[[nodiscard]] bool is_standard_stream(const std::filesystem::path& path);

/// Returns whether the path is a pipe, a device or a socket, which receives bytes but does not
/// store them. Follows links. Returns false if the path does not exist.
[[nodiscard]] bool is_sink(const std::filesystem::path& path);

/// Throws MachineFailure, which contains the folder, if a file with this name could not be written.
/// Commands that write after minutes of work call this function first. It does not check for a full
/// disk.
void expect_writable(const std::filesystem::path& path);

/// A file that is being written. Every named output of the program uses this class.
///
/// A regular file is written under an unused name in the same folder and renamed when it is
/// complete. If the disk is full or the program is killed, an existing file remains unchanged. The
/// new file gets the permissions of the existing file. Links are followed, including links to files
/// that do not exist yet. Other names of the same file (hard links) still refer to the old
/// contents.
///
/// Pipes and devices are opened and written directly. An open file that is named by its descriptor
/// (/proc/self/fd/1) is also written directly; bytes are appended to it.
class OutputFile {
 public:
  /// Opens the file. `ending` becomes the extension of the unused name, for programs that recognise
  /// a file format by its extension. Throws MachineFailure, which contains the folder, if the file
  /// cannot be created or replaced.
  explicit OutputFile(const std::filesystem::path& path, const std::string& ending = {});
  /// Removes the file if it is unfinished.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws MachineFailure if the disk is full or the reader has closed the pipe.
  void write(std::string_view bytes);
  /// Renames the complete file to its final name. Throws MachineFailure.
  void finish();
  /// Renames the file like finish(), but throws MachineFailure if a file with the final name
  /// exists.
  void finish_new();

  /// Returns a path that another program may write to instead of calling write(). Empty for a pipe
  /// or device.
  [[nodiscard]] const std::filesystem::path& unfinished() const { return unfinished_; }

 private:
  struct Place {
    std::filesystem::path named, target;
  };
  explicit OutputFile(const Place& place);

  void open_sink();
  void open_beside(const std::string& ending);
  void take_permissions();
  void close();
  void rename_finished();
  [[noreturn]] void fail(int error) const;
  [[noreturn]] void fail_folder(int error) const;

  std::filesystem::path path_;        // the path that the user wrote
  std::filesystem::path target_;      // path after following all links
  std::filesystem::path unfinished_;  // path until the file is renamed; empty for a pipe or device
  int descriptor_ = -1;
};

}  // namespace marblemaze
