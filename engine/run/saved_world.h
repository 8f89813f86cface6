#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace marblemaze {

/// Serializes the words of a saved world. Another process or machine can load the bytes. All
/// numbers are little-endian: "mm-world", the format version (4 bytes), the number of words (4),
/// the hash of the identity (8), the words (8 each), and a checksum of the preceding bytes (8).
/// `identity` describes how the world was created. Bytes with a different identity are rejected.
[[nodiscard]] std::string saved_bytes(std::span<const std::uint64_t> words,
                                      std::string_view identity);
/// Deserializes the words. Throws BadInput if the bytes are damaged, or come from a different
/// version or world.
[[nodiscard]] std::vector<std::uint64_t> saved_words(std::string_view bytes,
                                                     std::string_view identity);
/// Throws BadInput with the message that the words are not a valid state of the world.
[[noreturn]] void reject_saved(std::string_view bytes, std::string_view identity);

}  // namespace marblemaze
