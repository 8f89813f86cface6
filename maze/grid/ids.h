#pragma once

#include <compare>
#include <cstdint>
#include <functional>

/// Strong integer types for everything that the thesis numbers (section 6.2). Inside the program
/// every index starts at 0; only text and files use the thesis's numbers, which start at 1 for
/// cells.
namespace marblemaze {

template <class Tag>
struct Id {
  std::int32_t index = -1;  ///< 0-based; -1 is invalid

  constexpr Id() = default;
  constexpr explicit Id(std::int32_t value) : index(value) {}
  [[nodiscard]] constexpr bool valid() const { return index >= 0; }
  constexpr auto operator<=>(const Id&) const = default;
};

using CellId = Id<struct CellTag>;
using OrientationId = Id<struct OrientationTag>;  ///< index into an OrientationScheme
using MoveId = Id<struct MoveTag>;                ///< index among the moves of one state
/// State: cell * orientations + orientation, or a number defined by a logic puzzle.
using StateId = Id<struct StateTag>;

/// Returns the number of a cell in the thesis and in files: 1 for the cell at the origin.
constexpr int cell_number(CellId cell) { return cell.index + 1; }

}  // namespace marblemaze

template <class Tag>
struct std::hash<marblemaze::Id<Tag>> {
  std::size_t operator()(const marblemaze::Id<Tag>& id) const noexcept {
    return std::hash<std::int32_t>{}(id.index);
  }
};
