#include "engine/run/saved_world.h"

#include "maze/base/errors.h"
#include "maze/base/hash.h"

namespace marblemaze {
namespace {

constexpr std::string_view kMark = "mm-world";
constexpr std::uint64_t kVersion = 3;
constexpr std::size_t kHead = 24, kWord = 8;

std::uint64_t number_at(std::string_view bytes, std::size_t at, std::size_t count) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < count; ++i)
    number |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  return number;
}

void require(bool holds, const std::string& value, const std::string& expected) {
  if (!holds) throw BadInput("saved world", value, expected);
}

}  // namespace

std::string saved_bytes(std::span<const std::uint64_t> words, std::string_view identity) {
  std::string bytes(kMark);
  append_little_endian(bytes, kVersion, 4);
  append_little_endian(bytes, words.size(), 4);
  append_little_endian(bytes, hash_of(identity), 8);
  for (std::uint64_t word : words) append_little_endian(bytes, word, 8);
  append_little_endian(bytes, hash_of(bytes), 8);
  return bytes;
}

std::vector<std::uint64_t> saved_words(std::string_view bytes, std::string_view identity) {
  const std::string size = "of " + std::to_string(bytes.size()) + " bytes";
  require(bytes.size() >= kHead + kWord && bytes.substr(0, kMark.size()) == kMark, size,
          "bytes that begin with " + std::string(kMark));
  const std::uint64_t version = number_at(bytes, 8, 4);
  require(version == kVersion, "of version " + std::to_string(version),
          "version " + std::to_string(kVersion));
  const std::size_t words = number_at(bytes, 12, 4);
  require(bytes.size() == kHead + (words + 1) * kWord, size,
          std::to_string(kHead + (words + 1) * kWord) + ", the length in its header");
  require(
      number_at(bytes, bytes.size() - kWord, 8) == hash_of(bytes.substr(0, bytes.size() - kWord)),
      size, "unchanged bytes, but the checksum does not match");
  require(number_at(bytes, 16, 8) == hash_of(identity), "from a different world",
          "a world created with the same arguments: " + std::string(identity));
  std::vector<std::uint64_t> all(words);
  for (std::size_t i = 0; i < words; ++i) all[i] = number_at(bytes, kHead + i * kWord, 8);
  return all;
}

void throw_invalid_state(std::string_view bytes, std::string_view identity) {
  throw BadInput("saved world", "of " + std::to_string(bytes.size()) + " bytes",
                 "a state of this world: " + std::string(identity));
}

}  // namespace marblemaze
