#include "maze/base/errors.h"

#include "maze/base/text.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMaxMessage = 1000;  // bytes
constexpr std::string_view kEllipsis = " [...] ";

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

}  // namespace

std::string message_line(std::string_view text) {
  std::string line = visible_text(text);
  if (line.size() > kMaxMessage) {
    const std::size_t half = (kMaxMessage - kEllipsis.size()) / 2;
    std::size_t end = half, begin = line.size() - half;
    while (end > 0 && is_continuation(line[end])) --end;
    while (begin < line.size() && is_continuation(line[begin])) ++begin;
    line = line.substr(0, end) + std::string(kEllipsis) + line.substr(begin);
  }
  for (char& c : line)
    if (c == '\n' || c == '\t') c = '?';
  return line;
}

}  // namespace marblemaze
