#pragma once

namespace marblemaze {

/// Version of this program, for example "0.5.0".
[[nodiscard]] const char* program_version();

/// Returns the versions of this program and of Bullet, which together determine the results of a
/// run bit for bit. The compiler and the processor do not matter.
[[nodiscard]] const char* build_id();

}  // namespace marblemaze
