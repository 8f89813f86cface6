#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace marblemaze {

/// Hash of one part of the behaviour. Equal hashes mean bit-identical behaviour.
struct SignaturePart {
  std::string name;
  long ticks;
  std::uint64_t hash;  ///< hash of all states, results, decisions and counters
};

/// Hashes all results that must not change unintentionally: all worlds, all agents, both control
/// schemes, recovery, a scheme switch, a recording, maps, reference solutions and designs. Times
/// and setting names are excluded, so the signature changes only if the behaviour changes. The
/// computation takes more than a million ticks and is deterministic.
[[nodiscard]] std::vector<SignaturePart> behaviour_signature();

}  // namespace marblemaze
