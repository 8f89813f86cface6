#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <type_traits>

namespace marblemaze {

/// Reinterprets the bits of a value as another type. Emscripten's C++ library does not have
/// std::bit_cast yet.
template <class To, class From>
[[nodiscard]] To bit_cast_to(const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
                std::is_trivially_copyable_v<From>);
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

/// Appends the lowest `count` bytes of a number in little-endian order.
inline void append_little_endian(std::string& bytes, std::uint64_t number, int count) {
  for (int i = 0; i < count; ++i) bytes.push_back(static_cast<char>(number >> 8 * i & 0xff));
}

/// Incremental 64-bit FNV-1a hash (Fowler, Noll, Vo; isthe.com/chongo/tech/comp/fnv). Recordings
/// and results contain these hashes, so a different algorithm would make old files unreadable.
class Hash {
 public:
  void add_bytes(std::string_view bytes) {
    for (const char byte : bytes) step(static_cast<unsigned char>(byte));
  }
  /// Adds a 64-bit word in one step, which is eight times as fast as adding single bytes. The shift
  /// mixes high bits into low bits, which plain FNV does not do.
  void add(std::uint64_t word) {
    step(word);
    value_ ^= value_ >> 29;
  }
  /// Adds the bits of a number. 0 and -0 have different hashes.
  void add_number(double number) { add(bit_cast_to<std::uint64_t>(number)); }

  [[nodiscard]] std::uint64_t value() const { return value_; }

 private:
  void step(std::uint64_t bits) { value_ = (value_ ^ bits) * 0x100000001b3u; }

  std::uint64_t value_ = 0xcbf29ce484222325u;
};

[[nodiscard]] inline std::uint64_t hash_of(std::string_view bytes) {
  Hash hash;
  hash.add_bytes(bytes);
  return hash.value();
}

[[nodiscard]] inline std::uint32_t folded(std::uint64_t hash) {
  return static_cast<std::uint32_t>(hash ^ hash >> 32);
}

}  // namespace marblemaze
