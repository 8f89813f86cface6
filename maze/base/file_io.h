#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "maze/base/errors.h"

namespace marblemaze {

/// All of a file; "-" is standard input. What can be read only once, such as standard input or a
/// pipe, is remembered under its name, so that a command may look at it first and read it
/// afterwards. A byte order mark (U+FEFF in UTF-8), which some editors write in front, is left out.
/// Throws BadInput, naming the file, where it cannot be read or is empty.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& path);
/// The one that was read last, for whoever has run out of memory over it; empty: none was.
[[nodiscard]] std::string file_read_last();

/// Makes `text` all of a file, as OutputFile (maze/base/file_io.h) does: whole or not at all.
/// "-" is standard output. Throws MachineFailure where it cannot be written.
void write_text_file(const std::filesystem::path& path, const std::string& text);

/// What `read` returns. A BadInput that it throws begins with `what` was read, such as a file's
/// name.
template <class Read>
auto naming(const std::string& what, Read&& read) {
  try {
    return read();
  } catch (const BadInput& error) {
    throw BadInput(what + ": " + error.what());
  }
}

/// Is this "-", the name of standard input or output?
[[nodiscard]] bool is_standard_stream(const std::filesystem::path& path);

/// Is this a pipe, a device or a socket, to which bytes are sent rather than kept in? A link is
/// what it leads to; what does not exist is none.
[[nodiscard]] bool is_sink(const std::filesystem::path& path);

/// Throws MachineFailure, naming the folder, where a file of this name could not be written: for
/// commands that would find out only after minutes of work. Says nothing of a full disk.
void expect_writable(const std::filesystem::path& path);

/// A file that is being written. Every output of the program that has a name goes through here.
///
/// A regular file is written beside its place, under an unused name in the same folder, and put in
/// its place when whole: a full disk, or a program that is killed, leaves an older file as it was.
/// The new file has the permissions of the older one. Links are followed, also those that lead to
/// no file yet. Other names of the same file (hard links) keep the older content.
///
/// A pipe or a device is opened and written to, and stays what it is; so is an open file that is
/// named by its descriptor (/proc/self/fd/1), at whose end the bytes are added.
class OutputFile {
 public:
  /// `ending`: of the unused name, for programs that judge a file by its ending. Throws
  /// MachineFailure, naming the folder, where the file cannot be made or replaced.
  explicit OutputFile(const std::filesystem::path& path, const std::string& ending = {});
  /// Removes what is unfinished.
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  /// Throws MachineFailure when the disk is full or nobody reads the pipe.
  void write(std::string_view bytes);
  /// Puts the file in its place. Throws MachineFailure.
  void finish();
  /// The same for a file that must not take another's place: throws MachineFailure where there is
  /// one of that name by now.
  void finish_new();

  /// The regular file that another program may write instead of write(). Empty for a sink.
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
  [[noreturn]] void fail(int error) const;
  [[noreturn]] void fail_folder(int error) const;

  std::filesystem::path path_;        // as the user wrote it
  std::filesystem::path target_;      // behind all links
  std::filesystem::path unfinished_;  // until it is renamed; empty for a sink
  int descriptor_ = -1;
};

}  // namespace marblemaze
