#include "engine/cli/common/print.h"

#include "maze/base/visible_text.h"

namespace marblemaze {

void print_text(std::FILE* to, std::string_view text) {
  const std::string shown = visible_text(text);
  std::fwrite(shown.data(), 1, shown.size(), to);
}

}  // namespace marblemaze
