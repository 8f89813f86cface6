#pragma once

#include <string>

/// What every writer of XML, and every sheet in SVG, needs.
namespace marblemaze {

/// With &, < and > written so that a reader of XML takes them for text.
[[nodiscard]] std::string xml_escaped(const std::string& text);

/// A <text> element on a line of its own; `anchor` is start, middle or end.
[[nodiscard]] std::string svg_text(double x, double y, double size, const std::string& anchor,
                                   const std::string& text, const std::string& more = "");

}  // namespace marblemaze
