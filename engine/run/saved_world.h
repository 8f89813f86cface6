#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace marblemaze {

/// Serializes a saved world for another process or machine. All numbers are little-endian:
/// "mm-world", the format version (4 bytes), the number of words (4), the hash of the identity (8),
/// the words (8 each), and a checksum of the preceding bytes (8). `identity` describes how the
/// world was created. Loading requires the same identity.
[[nodiscard]] std::string saved_bytes(std::span<const std::uint64_t> words,
                                      std::string_view identity);
/// Throws BadInput if the bytes are damaged, have a different version, or come from a different
/// world.
[[nodiscard]] std::vector<std::uint64_t> saved_words(std::string_view bytes,
                                                     std::string_view identity);
/// Throws BadInput to report that the words are not a valid state of the world.
[[noreturn]] void throw_invalid_state(std::string_view bytes, std::string_view identity);

}  // namespace marblemaze
