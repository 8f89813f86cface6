#include "maze/base/text.h"

#include <algorithm>
#include <cstdint>

#include <fmt/format.h>

#include "maze/base/hash.h"

namespace marblemaze {
namespace {

constexpr char32_t kNoCharacter = 0xffffffff;

/// UTF-8 character (RFC 3629). An invalid byte has the code kNoCharacter and the length 1.
struct Character {
  char32_t code = kNoCharacter;
  std::size_t bytes = 1;
};

Character character_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(at);
  if (first < 0x80) return {first, 1};
  const std::size_t bytes = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  constexpr char32_t kMinCode[] = {0x80, 0x800, 0x10000};  // smaller codes would be overlong
  if (first < 0xc2 || first > 0xf4 || text.size() - at < bytes) return {};
  char32_t code = first & (0x7fu >> bytes);
  for (std::size_t i = at + 1; i < at + bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  const bool surrogate = code >= 0xd800 && code < 0xe000;
  if (code < kMinCode[bytes - 2] || code > 0x10ffff || surrogate) return {};
  return {code, bytes};
}

bool is_hidden(char32_t code) {
  const auto within = [code](char32_t low, char32_t high) { return code >= low && code <= high; };
  if (code == '\n' || code == '\t') return false;
  return code < 0x20 || within(0x7f, 0x9f) || code == 0x61c || within(0x200e, 0x200f) ||
         within(0x2028, 0x202e) || within(0x2066, 0x2069) || code == kNoCharacter;
}

bool is_plain(char byte) { return (byte >= ' ' && byte <= '~') || byte == '\n' || byte == '\t'; }

template <class Replacement>
std::string replace_hidden(std::string_view text, Replacement replacement) {
  std::string shown;
  shown.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const Character character = character_at(text, at);
    if (is_hidden(character.code))
      shown += replacement(character.code);
    else
      shown += text.substr(at, character.bytes);
    at += character.bytes;
  }
  return shown;
}

}  // namespace

std::string visible_text(std::string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  return replace_hidden(text, [](char32_t) { return "?"; });
}

std::string with_json_escapes(std::string json) {
  if (std::all_of(json.begin(), json.end(), is_plain)) return json;
  return replace_hidden(json, [](char32_t code) {
    return fmt::format("\\u{:04x}", static_cast<std::uint32_t>(code));
  });
}

std::string text_hash(std::string_view text) { return fmt::format("{:016x}", hash_of(text)); }

std::string xml_escaped(const std::string& text) {
  std::string safe;
  for (char c : visible_text(text))  // XML cannot represent control characters
    safe += c == '&'   ? "&amp;"
            : c == '<' ? "&lt;"
            : c == '>' ? "&gt;"
            : c == '"' ? "&quot;"
                       : std::string(1, c);
  return safe;
}

std::string svg_text(double x, double y, double size, const std::string& anchor,
                     const std::string& text, const std::string& more) {
  return fmt::format(
      "  <text x=\"{:.2f}\" y=\"{:.2f}\" font-size=\"{:.2f}\" text-anchor=\"{}\"{}>{}</text>\n", x,
      y, size, anchor, more, xml_escaped(text));
}

}  // namespace marblemaze
