#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace marblemaze {

/// What one part of the program did, as a number: equal numbers mean equal behaviour, bit for bit.
struct SignaturePart {
  std::string name;
  long ticks = 0;          ///< of the worlds that were played
  std::uint64_t hash = 0;  ///< of every state, ending, decision and count on the way
};

/// One run over everything whose outcome must not change by accident: all worlds, all agents, both
/// control schemes, recovery, a switch of scheme, a recording, maps, truths and designs. It holds
/// neither times nor names of settings, so that only behaviour can change it.
struct BehaviourSignature {
  std::vector<SignaturePart> parts;

  [[nodiscard]] long ticks() const;
  [[nodiscard]] std::uint64_t hash() const;  ///< of all parts
};

/// Plays more than a million ticks, always the same ones.
[[nodiscard]] BehaviourSignature behaviour_signature();

}  // namespace marblemaze
