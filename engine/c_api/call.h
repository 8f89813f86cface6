#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

#include "engine/c_api/marblemaze.h"
#include "maze/base/errors.h"

namespace marblemaze::c_api {

/// What a function of the C interface returns as its status and message.
struct Failure : std::runtime_error {
  Failure(mm_status code, const std::string& message) : std::runtime_error(message), status(code) {}
  mm_status status;
};

enum class Kind : std::uint8_t { none, maze, settings, world, model, map, episode, batch, tilt };

/// Something that has a handle.
struct Object {
  virtual ~Object() = default;
  std::atomic<bool> in_use{false};  ///< by a call, of an object that serves one at a time
};

/// A value that is only looked at, by several calls at a time.
template <Kind kind, class Value>
struct SharedValue : Object {
  static constexpr Kind kKind = kind;
  static constexpr bool kShared = true;
  explicit SharedValue(Value of) : value(std::move(of)) {}
  const Value value;
};

/// A new handle: the kind, a number that no other object had, and a place in the table. So a handle
/// that was freed is known from that of the object that took its place.
[[nodiscard]] std::uint64_t new_handle(Kind kind, std::shared_ptr<Object> object);
/// Throw Failure with MM_BAD_HANDLE for what is no handle of that kind.
[[nodiscard]] std::shared_ptr<Object> object_of(Kind kind, std::uint64_t handle);
void free_handle(std::uint64_t handle);

/// An object for the time of a call. T names its kind, and says whether it serves several calls at
/// a time; if not, a second one fails with MM_BUSY.
template <class T>
class Use {
 public:
  explicit Use(std::uint64_t handle)
      : object_(std::static_pointer_cast<T>(object_of(T::kKind, handle))) {
    if constexpr (!T::kShared)
      if (object_->in_use.exchange(true, std::memory_order_acquire))
        throw Failure(MM_BUSY, "handle: another thread is using it");
  }
  Use(const Use&) = delete;
  Use& operator=(const Use&) = delete;
  ~Use() {
    if constexpr (!T::kShared) object_->in_use.store(false, std::memory_order_release);
  }
  T* operator->() const { return object_.get(); }
  T& operator*() const { return *object_; }

 private:
  std::shared_ptr<T> object_;
};

template <class T>
[[nodiscard]] std::uint64_t give(std::shared_ptr<T> object) {
  return new_handle(T::kKind, std::move(object));
}

/// Keeps what went wrong for mm_last_error() and returns its status. To be called where an
/// exception was caught; throws none.
[[nodiscard]] mm_status caught() noexcept;

/// The body of a function of the C interface: whatever `body` throws becomes a status.
template <class Body>
[[nodiscard]] mm_status answered(Body&& body) noexcept {
  try {
    body();
    return MM_OK;
  } catch (...) {
    return caught();
  }
}

/// The same for functions that use one object, a T, for the time of the call.
template <class T, class Body>
[[nodiscard]] mm_status answered_by(std::uint64_t handle, Body&& body) noexcept {
  return answered([&] {
    const Use<T> object(handle);
    body(*object);
  });
}

/// Throws Failure with MM_NULL, which names the argument.
inline void require_pointer(const void* pointer, const char* name) {
  if (pointer == nullptr) throw Failure(MM_NULL, std::string(name) + " NULL: expected memory");
}
/// The caller's memory for one answer or for an array.
template <class T>
T& output(T* pointer, const char* name) {
  require_pointer(pointer, name);
  return *pointer;
}
/// For functions that make an object and hand it out: `make` returns it, shared.
template <class Make>
[[nodiscard]] mm_status handed_out(std::uint64_t* handle, const char* name, Make&& make) noexcept {
  return answered([&] {
    std::uint64_t& made = output(handle, name);
    made = give(make());
  });
}
/// Throws Failure with MM_TOO_SMALL unless an array of `count` has room for `needed`.
void require_room(std::size_t count, std::size_t needed, const char* name);

/// Memory that the caller reads or writes; may be NULL only where it has no elements.
template <class T>
std::span<T> array(T* pointer, std::size_t count, const char* name) {
  if (count > 0) require_pointer(pointer, name);
  return {pointer, count};
}
/// Bytes that a call reads.
inline std::string_view bytes_of(const void* bytes, std::size_t length) {
  const auto from = array(static_cast<const char*>(bytes), length, "bytes");
  return {from.data(), from.size()};
}
/// Of one of many, where NULL stands for all.
inline bool takes_part(const std::uint8_t* mask, std::size_t index) {
  return !mask || mask[index] != 0;
}
/// For an answer of `needed` entries of `width` elements each: how many goes to `length`, and the
/// caller's memory for it is returned. Throws Failure where that has no room for them.
template <class T>
std::span<T> answer(std::size_t needed, T* pointer, std::size_t count, std::size_t& length,
                    const char* name, std::size_t width = 1) {
  length = needed;
  require_room(count, needed, name);
  return array(pointer, width * needed, name);
}
/// Hands out a struct of the header: as much of it as the caller's header has.
template <class Struct>
void put_struct(Struct made, Struct* to, const char* name) {
  made.size = output(to, name).size;
  if (made.size <= sizeof made.size || made.size > sizeof made)
    throw BadInput(std::string(name) + " of size", std::to_string(made.size),
                   "sizeof its struct, " + std::to_string(sizeof made) + " at most");
  std::memcpy(to, &made, made.size);
}
/// A text that ends with a 0.
std::string_view text_of(const char* text, const char* name);

/// Hands out a text with a 0 at its end, or bytes as they are, as the header says. What does not go
/// into the buffer is kept for mm_last_text().
void put_text(std::string text, char* buffer, std::size_t capacity, std::size_t* needed);
void put_bytes(std::string bytes, void* buffer, std::size_t capacity, std::size_t* needed);

}  // namespace marblemaze::c_api
