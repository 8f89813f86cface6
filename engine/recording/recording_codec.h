#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/recording/recording.h"
#include "maze/base/json.h"

namespace marblemaze {

inline constexpr double kPlaceSteps = 1024;  ///< steps per cell
inline constexpr double kTurnSteps = 16384;  ///< steps per unit of a quaternion's component

/// Tick as integers, in the order of numbers_of().
using QuantisedTick = std::array<std::int32_t, TickNumbers().size()>;

[[nodiscard]] QuantisedTick quantise(const RecordedTick& tick);
/// Returns the tick without its hash, such that quantise() returns the same numbers again.
/// Rotations therefore have length 1 only up to rounding. Requires: the phase exists.
[[nodiscard]] RecordedTick restore(const QuantisedTick& quantised);

/// Appends the differences from one tick to another, each as a variable-length integer: zigzag (0,
/// -1, 1, -2 become 0, 1, 2, 3), then seven bits per byte, the lowest first, with the top bit set
/// in all but the last.
void put_step(std::string& bytes, const QuantisedTick& from, const QuantisedTick& to);

/// Reader of such integers. Every function throws BadInput if the bytes end too soon or are
/// damaged. The bytes must outlive the reader.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] std::uint8_t byte();
  [[nodiscard]] std::int32_t varint();
  [[nodiscard]] std::uint32_t word();  ///< four bytes, the lowest first
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

/// Returns a move as recordings contain it: [number, from, move, to, ending, orientations,
/// begin, end, reason, plan], where the plan is a list of moves, each with the state in which it
/// should end. -1 means no state or no move.
[[nodiscard]] Json move_json(const RecordedMove& move);
/// Reads such a move. Throws BadInput.
[[nodiscard]] RecordedMove move_from(const Json& json);

[[nodiscard]] Outcome outcome_from(const Json& value);

}  // namespace marblemaze
