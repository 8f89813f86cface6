#pragma once

#include <string>
#include <string_view>

namespace marblemaze {

struct Recording;

/// Returns the contents of an embedded file, for example "wall.frag". The embedded files are
/// THIRD-PARTY, the files of shaders/, the packed page.html, the benchmarks of engine/bench/, and
/// thesis_tables.csv. Returns an empty string if the file does not exist. The bytes have static
/// lifetime.
[[nodiscard]] std::string_view embedded_file(std::string_view name);

/// Returns the source of an embedded shader, for example "panel.vert", without its version line.
/// Replaces each line #include "FILE" with that file of shaders/. Returns an empty string if the
/// shader does not exist.
[[nodiscard]] std::string shader_source(const std::string& name);

/// Returns an HTML page that replays the recording in 3D, offline, in any browser with WebGL 2. The
/// page is the interactive page without its engine.
[[nodiscard]] std::string html_replay(const Recording& recording);

}  // namespace marblemaze
