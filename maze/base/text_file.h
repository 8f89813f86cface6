#pragma once

#include <filesystem>
#include <string>

#include "maze/base/errors.h"

namespace marblemaze {

/// All of a file; "-" is standard input. What can be read only once, such as standard input or a
/// pipe, is remembered under its name, so that a command may look at it first and read it
/// afterwards. A byte order mark (U+FEFF in UTF-8), which some editors write in front, is left out.
/// Throws BadInput, naming the file, where it cannot be read or is empty.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& path);
/// The one that was read last, for whoever has run out of memory over it; empty: none was.
[[nodiscard]] std::string file_read_last();

/// Makes `text` all of a file, as OutputFile (maze/base/output_file.h) does: whole or not at all.
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

}  // namespace marblemaze
