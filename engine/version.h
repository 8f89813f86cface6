#pragma once

namespace marblemaze {

/// Version of this program, for example "0.5.0".
[[nodiscard]] const char* program_version();

/// Versions of this program and of Bullet, which together decide the bits of a run. Compiler and
/// processor do not matter.
[[nodiscard]] const char* build_id();

}  // namespace marblemaze
