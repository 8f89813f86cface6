#pragma once

#include <string>
#include <string_view>

namespace marblemaze {

/// Text that came from elsewhere, as it can be shown: in a terminal, a window, a page or a table.
/// What would move a cursor, change colours, begin a line of its own or turn the order of letters
/// becomes a question mark: the control characters C0 and C1, U+2028 and U+2029, the controls of
/// two-way writing (Unicode's UAX #9), and bytes that are no UTF-8. Line ends and tabs stay.
[[nodiscard]] std::string visible_text(std::string_view text);

/// The same for a document of JSON, which must be UTF-8: such characters stand in strings, where
/// they become escapes.
[[nodiscard]] std::string with_json_escapes(std::string json);

}  // namespace marblemaze
