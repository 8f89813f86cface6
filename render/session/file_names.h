#pragma once

#include <filesystem>
#include <string>

namespace marblemaze {

/// "stem.ending", or the first of "stem-2.ending", "stem-3.ending" and so on that does not exist.
[[nodiscard]] std::filesystem::path unused_path(const std::string& stem, const std::string& ending);
/// Where the program was started: "marblemaze-2026-11-22.mp4", or the first that does not exist.
[[nodiscard]] std::filesystem::path dated_path(const std::string& ending);

}  // namespace marblemaze
