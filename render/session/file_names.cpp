#include "render/session/file_names.h"

#include <cstdlib>
#include <ctime>

#include <fmt/format.h>

namespace marblemaze {
namespace {

// Empty where the variable names no absolute path.
std::filesystem::path absolute_in(const char* variable) {
  const char* const value = std::getenv(variable);
  const std::filesystem::path path = value ? value : "";
  return path.is_absolute() ? path : std::filesystem::path();
}

}  // namespace

std::filesystem::path kept_file(const char* variable, const char* in_home, const char* name) {
  const std::filesystem::path home = absolute_in("HOME");
  std::filesystem::path folder = absolute_in(variable);
  if (folder.empty() && !home.empty()) folder = home / in_home;
  return folder.empty() ? folder : folder / "marblemaze" / name;
}

std::filesystem::path unused_path(const std::string& stem, const std::string& ending) {
  std::filesystem::path path = stem + ending;
  for (int i = 2; std::filesystem::exists(path); ++i)
    path = fmt::format("{}-{}{}", stem, i, ending);
  return path;
}

std::filesystem::path dated_path(const std::filesystem::path& folder, const std::string& ending) {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  const std::string day = fmt::format("marblemaze-{:04}-{:02}-{:02}", local.tm_year + 1900,
                                      local.tm_mon + 1, local.tm_mday);
  return unused_path((folder / day).string(), ending);
}

}  // namespace marblemaze
