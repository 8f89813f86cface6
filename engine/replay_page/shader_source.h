#pragma once

#include <string>

namespace marblemaze {

/// Returns a shader that is built into the program by its base name, for example "panel.vert". The
/// version line is removed, and each line #include "FILE" is replaced by that file of shaders/.
/// Empty if there is no such shader.
[[nodiscard]] std::string shader_source(const std::string& name);

}  // namespace marblemaze
