#pragma once

#include <string_view>

namespace marblemaze {

/// The bytes of THIRD-PARTY, of a file of shaders/, of the packed page.html, of a benchmark of
/// engine/experiments/, or of thesis_tables.csv, which are built into the program, by its bare name
/// ("wall.frag"); empty if there is none of that name. Lives as long as the program.
[[nodiscard]] std::string_view embedded_file(std::string_view name);

}  // namespace marblemaze
