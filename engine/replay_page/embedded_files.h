#pragma once

#include <string>
#include <string_view>

namespace marblemaze {

struct Recording;

/// Returns the contents of an embedded file, for example "wall.frag". Embedded files are
/// THIRD-PARTY, the files of shaders/, the packed page.html, the benchmarks of engine/bench/, and
/// thesis_tables.csv. Each is identified by its file name without folders. Returns an empty string
/// if the file does not exist. The bytes are valid until the program ends.
[[nodiscard]] std::string_view embedded_file(std::string_view name);

/// Returns the source of an embedded shader, for example "panel.vert", without its version line.
/// Each line #include "FILE" is replaced by that file of shaders/. Returns an empty string if the
/// shader does not exist.
[[nodiscard]] std::string shader_source(const std::string& name);

/// Returns an HTML page that shows the recording in 3D. The page works without a network in any
/// browser with WebGL 2. It is the interactive page without its engine. Its sources are in
/// engine/replay_page/ and shaders/.
[[nodiscard]] std::string html_replay(const Recording& recording);

}  // namespace marblemaze
