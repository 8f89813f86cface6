#include "render/session/file_browser.h"

#include <algorithm>
#include <system_error>
#include <tuple>

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

// What a file of this ending is likely to hold; opening it tells for certain.
std::string kind_of(const fs::path& file) {
  const std::string ending = file.extension().string();
  if (ending == ".json") return "maze";
  if (ending == ".rec") return "recording";
  return ending == ".txt" ? "puzzle" : "";
}

}  // namespace

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
    const std::string kind = folder ? "" : kind_of(name);
    if (name.starts_with('.') || (!folder && kind.empty() && !all)) continue;
    entries_.push_back({name, folder, kind});
  }
  trouble_ = failure ? "cannot look into this folder: " + failure.message() : "";
  std::ranges::sort(entries_, {}, [](const Entry& of) { return std::tuple(!of.folder, of.name); });
}

fs::path FileBrowser::path_of(const std::string& name) const { return folder_ / name; }

}  // namespace marblemaze
