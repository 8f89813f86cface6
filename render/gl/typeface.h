#pragma once

#include <string_view>

namespace marblemaze {

/// The bytes of a typeface that is built into the viewer ("DejaVuSans.ttf"); empty where the
/// machine that built it had none. Lives as long as the program.
[[nodiscard]] std::string_view typeface_file(std::string_view name);

}  // namespace marblemaze
