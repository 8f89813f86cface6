#include "render/session/file_names.h"

#include <ctime>

#include <fmt/format.h>

namespace marblemaze {

std::filesystem::path unused_path(const std::string& stem, const std::string& ending) {
  std::filesystem::path path = stem + ending;
  for (int i = 2; std::filesystem::exists(path); ++i)
    path = fmt::format("{}-{}{}", stem, i, ending);
  return path;
}

std::filesystem::path dated_path(const std::string& ending) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return unused_path(fmt::format("marblemaze-{:04}-{:02}-{:02}", local.tm_year + 1900,
                                 local.tm_mon + 1, local.tm_mday),
                     ending);
}

}  // namespace marblemaze
