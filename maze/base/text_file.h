#pragma once

#include <filesystem>
#include <string>

namespace marblemaze {

/// The whole file. Throws BadInput when it cannot be read or is empty.
[[nodiscard]] std::string read_text_file(const std::filesystem::path& path);

/// Writes beside the file first and renames, so that a full disk cannot destroy an older one.
/// Throws MachineFailure when it cannot be written.
void write_text_file(const std::filesystem::path& path, const std::string& text);

}  // namespace marblemaze
