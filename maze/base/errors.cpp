#include "maze/base/errors.h"

#include "maze/base/text.h"

namespace marblemaze {
namespace {

constexpr std::size_t kLongestMessage = 1000;  // bytes
constexpr std::string_view kLeftOut = " [...] ";

/// Returns true if the byte is a UTF-8 continuation byte.
bool goes_on(char byte) { return (static_cast<unsigned char>(byte) & 0xc0) == 0x80; }

}  // namespace

std::string message_line(std::string_view text) {
  std::string line = visible_text(text);
  if (line.size() > kLongestMessage) {
    const std::size_t half = (kLongestMessage - kLeftOut.size()) / 2;
    std::size_t end = half, begin = line.size() - half;
    while (end > 0 && goes_on(line[end])) --end;
    while (begin < line.size() && goes_on(line[begin])) ++begin;
    line = line.substr(0, end) + std::string(kLeftOut) + line.substr(begin);
  }
  for (char& c : line)
    if (c == '\n' || c == '\t') c = '?';
  return line;
}

}  // namespace marblemaze
