#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "engine/recording/recording.h"
#include "maze/base/json.h"

namespace marblemaze {

inline constexpr double kPlaceSteps = 1024;  ///< of a cell
inline constexpr double kTurnSteps = 16384;  ///< of a quaternion's unit

/// A tick in whole numbers, in the order of numbers_of().
using QuantisedTick = std::array<std::int32_t, TickNumbers().size()>;

[[nodiscard]] QuantisedTick quantise(const RecordedTick& tick);
/// Without the hash. The phase must be one. quantise() gives the same numbers again; so rotations
/// are of length 1 up to their rounding only.
[[nodiscard]] RecordedTick restore(const QuantisedTick& quantised);

/// Appends the differences from one tick to another, each as a variable-length integer: zigzag (0,
/// -1, 1, -2 become 0, 1, 2, 3), then seven bits a byte, the lowest first, with the top bit set in
/// all but the last.
void put_step(std::string& bytes, const QuantisedTick& from, const QuantisedTick& to);

/// Reads what these wrote. Every function throws BadInput where the bytes end too soon or are
/// damaged. The bytes must outlive it.
class ByteReader {
 public:
  explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}
  [[nodiscard]] std::uint8_t byte();
  [[nodiscard]] std::int32_t varint();
  [[nodiscard]] std::uint32_t word();  ///< of four bytes, the lowest first
  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

 private:
  std::string_view bytes_;
  std::size_t at_ = 0;
};

/// A move as it stands in the files of recordings: [number, from, move, to, ending, orientations,
/// begin, end, reason, plan], where the plan is a list of moves, each with the state in which it
/// should end. -1 stands for no state and no move.
[[nodiscard]] Json move_json(const RecordedMove& move);
/// Reads it again. Throws BadInput.
[[nodiscard]] RecordedMove move_from(const Json& json);

[[nodiscard]] Outcome outcome_from(const Json& value);

}  // namespace marblemaze
