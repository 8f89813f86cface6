#pragma once

#include <filesystem>
#include <string>

namespace marblemaze {

/// A file of this program that is kept from one start to the next. It lies where the XDG Base
/// Directory specification says: under what the variable names, where that is an absolute path,
/// else under a folder of the user's home. Empty where there is no home, either.
[[nodiscard]] std::filesystem::path kept_file(const char* variable, const char* in_home,
                                              const char* name);
/// "stem.ending", or the first of "stem-2.ending", "stem-3.ending" and so on that does not exist.
[[nodiscard]] std::filesystem::path unused_path(const std::string& stem, const std::string& ending);
/// "marblemaze-2026-11-22.mp4" in this folder, or the first that does not exist.
[[nodiscard]] std::filesystem::path dated_path(const std::filesystem::path& folder,
                                               const std::string& ending);

}  // namespace marblemaze
