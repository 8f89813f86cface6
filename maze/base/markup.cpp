#include "maze/base/markup.h"

#include <fmt/format.h>

#include "maze/base/visible_text.h"

namespace marblemaze {

std::string xml_escaped(const std::string& text) {
  std::string safe;
  for (char c : visible_text(text))  // XML has no way to write control characters
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
