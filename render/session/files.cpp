#include "render/session/files.h"

#include <algorithm>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <system_error>
#include <tuple>

#include <fmt/format.h>

namespace marblemaze {
namespace {

// Returns an empty path unless the variable contains an absolute path.
std::filesystem::path absolute_in(const char* variable) {
  const char* const value = std::getenv(variable);
  const std::filesystem::path path = value ? value : "";
  return path.is_absolute() ? path : std::filesystem::path();
}

namespace fs = std::filesystem;

// Returns the kind of a file by its ending and, if the ending is that of several kinds, by its first
// bytes; empty: a file of another program.
std::string kind_of(const fs::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".rec") return "recording";
  if (ending == ".txt") return "text";
  if (ending != ".json") return "";
  std::string begin(200, '\0');
  std::ifstream(file).read(begin.data(), static_cast<std::streamsize>(begin.size()));
  return begin.find("marblemaze-maze") == std::string::npos ? "JSON" : "maze";
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

FileBrowser::FileBrowser(const fs::path& folder) { go(folder); }

void FileBrowser::go(const fs::path& folder) {
  std::error_code failure;
  const fs::path absolute = fs::weakly_canonical(folder.empty() ? fs::path("/") : folder, failure);
  folder_ = failure ? fs::path("/") : absolute;
  look_again();
}

void FileBrowser::look_again() {
  entries_.clear();
  std::error_code failure;
  fs::directory_iterator at(folder_, failure);
  for (; !failure && at != fs::directory_iterator() && entries_.size() < kMostEntries;
       at.increment(failure)) {
    std::error_code unknown;
    const std::string name = at->path().filename().string();
    const bool folder = at->is_directory(unknown);
    const std::string kind = folder ? "" : kind_of(at->path());
    if (name.starts_with('.') || (!folder && kind.empty() && !all)) continue;
    entries_.push_back({name, folder, kind});
  }
  trouble_ = failure ? "cannot look into this folder: " + failure.message() : "";
  std::ranges::sort(entries_, {}, [](const Entry& of) { return std::tuple(!of.folder, of.name); });
}

fs::path FileBrowser::path_of(const std::string& name) const { return folder_ / name; }

void Files::remember(const std::filesystem::path& path) {
  asks = false;
  const std::string name = std::filesystem::absolute(path).string();
  std::erase(recent, name);
  recent.insert(recent.begin(), name);
  if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

}  // namespace marblemaze
