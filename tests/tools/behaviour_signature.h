#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace marblemaze {

/// Hash of the behaviour of one part of the program. Equal numbers mean bit-identical behaviour.
struct SignaturePart {
  std::string name;
  long ticks = 0;          ///< ticks of all worlds
  std::uint64_t hash = 0;  ///< of every state, result, decision and counter
};

/// Runs everything whose results must not change by accident: all worlds, all agents, both control
/// schemes, recovery, a switch of the scheme, a recording, maps, reference solutions and designs.
/// It contains neither times nor names of settings, so that only behaviour changes it.
struct BehaviourSignature {
  std::vector<SignaturePart> parts;

  [[nodiscard]] long ticks() const;
  [[nodiscard]] std::uint64_t hash() const;  ///< hash of all parts
};

/// Plays more than a million ticks, with the same result each time.
[[nodiscard]] BehaviourSignature behaviour_signature();

}  // namespace marblemaze
