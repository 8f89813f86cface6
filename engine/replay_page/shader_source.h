#pragma once

#include <string>

namespace marblemaze {

/// A shader that is built into the program, by its bare name ("panel.vert"): without its version
/// line, and with each line #include "FILE" replaced by that file of shaders/. Empty if there is no
/// shader of that name.
[[nodiscard]] std::string shader_source(const std::string& name);

}  // namespace marblemaze
