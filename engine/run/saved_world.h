#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace marblemaze {

/// The words of a saved world as bytes, for another process or machine, with what keeps mistakes
/// out. Little endian on every machine: "mm-world", the version of this form (4 bytes), the number
/// of words (4), the hash of the identity (8), the words (8 each), and a checksum of all before
/// (8). The identity is a text that says how the world was made: bytes of another are rejected.
[[nodiscard]] std::string saved_bytes(std::span<const std::uint64_t> words,
                                      std::string_view identity);
/// Returns the words. Throws BadInput for bytes that are damaged, of another version or of another
/// world.
[[nodiscard]] std::vector<std::uint64_t> saved_words(std::string_view bytes,
                                                     std::string_view identity);
/// Throws the BadInput for bytes whose words are no state of the world.
[[noreturn]] void reject_saved(std::string_view bytes, std::string_view identity);

}  // namespace marblemaze
