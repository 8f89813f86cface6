#include "render/session/files.h"

namespace marblemaze {

void Files::remember(const std::filesystem::path& path) {
  asks = false;
  const std::string name = std::filesystem::absolute(path).string();
  std::erase(recent, name);
  recent.insert(recent.begin(), name);
  if (recent.size() > kMostRecent) recent.resize(kMostRecent);
}

}  // namespace marblemaze
