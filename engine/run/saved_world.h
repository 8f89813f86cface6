#pragma once

#include <string>
#include <string_view>

#include "maze/world/free_world.h"
#include "maze/world/world.h"

namespace marblemaze {

/// A settled world as bytes, for another process or machine: World::save() with what keeps mistakes
/// out. Little endian on every machine: "mm-world", the version of this form (4 bytes), the number
/// of words (4), the hash of the identity (8), the words (8 each), and a checksum of all before
/// (8).
///
/// The identity is a text that says how the world was made: bytes are refused by a world of
/// another. Throws BadInput where the world cannot be copied. Needs a world at rest, unless it is
/// turned freely.
[[nodiscard]] std::string save_world(const World& world, std::string_view identity);
[[nodiscard]] std::string save_world(const FreeWorld& world, std::string_view identity);

/// Brings the world to where the bytes were saved. Throws BadInput, and nothing is done, for bytes
/// that are damaged, of another version or of another world.
void restore_world(World& world, std::string_view identity, std::string_view bytes);
void restore_world(FreeWorld& world, std::string_view identity, std::string_view bytes);

}  // namespace marblemaze
