#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace marblemaze {

/// Returns the words of a saved world as bytes that another process or machine can load. The bytes
/// are little endian on every machine: "mm-world", the version of the format (4 bytes), the number
/// of words (4), the hash of the identity (8), the words (8 each), and a checksum of everything
/// before it (8). The identity is a text that describes how the world was created; bytes with
/// a different identity are rejected.
[[nodiscard]] std::string saved_bytes(std::span<const std::uint64_t> words,
                                      std::string_view identity);
/// Returns the words. Throws BadInput if the bytes are damaged or come from a different version
/// or world.
[[nodiscard]] std::vector<std::uint64_t> saved_words(std::string_view bytes,
                                                     std::string_view identity);
/// Throws BadInput because the words of these bytes are not a state of the world.
[[noreturn]] void reject_saved(std::string_view bytes, std::string_view identity);

}  // namespace marblemaze
