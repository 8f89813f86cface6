#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace marblemaze {

/// Hash of one part of the behaviour. Equal hashes mean bit-identical behaviour.
struct SignaturePart {
  std::string name;
  long ticks = 0;          ///< number of ticks, summed over all worlds
  std::uint64_t hash = 0;  ///< hash of all states, results, decisions and counters
};

/// Hashes of all results that must not change unintentionally: all worlds, all agents, both control
/// schemes, recovery, a scheme switch, a recording, maps, reference solutions and designs. Times
/// and the names of settings are not included, so the signature changes only if the behaviour
/// changes.
struct BehaviourSignature {
  std::vector<SignaturePart> parts;

  [[nodiscard]] long ticks() const;
  [[nodiscard]] std::uint64_t hash() const;  ///< hash of all parts
};

/// Computes the signature, which takes more than a million ticks. The result is deterministic.
[[nodiscard]] BehaviourSignature behaviour_signature();

}  // namespace marblemaze
