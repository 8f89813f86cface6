#pragma once

#include <cstring>
#include <type_traits>

namespace marblemaze {

/// The same bits as a value of another type: std::bit_cast, which the C++ library of WebAssembly's
/// compiler does not have yet.
template <class To, class From>
[[nodiscard]] To same_bits(const From& from) {
  static_assert(sizeof(To) == sizeof(From) && std::is_trivially_copyable_v<To> &&
                std::is_trivially_copyable_v<From>);
  To to;
  std::memcpy(&to, &from, sizeof to);
  return to;
}

}  // namespace marblemaze
