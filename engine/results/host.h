#pragma once

#include <string>

namespace marblemaze {

/// What tells this machine's results from another's, for finding out why two of them differ:
/// "Intel(R) Xeon(R) CPU; arithmetic 0f3c…; 0.3.0 …" names the processor, the bits that a short
/// run in Bullet ended with here, and the build. Without commas, quotes and line ends. The first
/// call takes some milliseconds.
[[nodiscard]] const std::string& host_fingerprint();

/// The processor's model in the text of /proc/cpuinfo; "unknown processor" where it names none.
[[nodiscard]] std::string processor_model(const std::string& cpuinfo);

}  // namespace marblemaze
