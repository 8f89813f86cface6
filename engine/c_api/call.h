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
#include "maze/base/stop.h"

namespace marblemaze::c_api {

/// Error with the status and the message that a function of the C interface returns.
struct Failure : std::runtime_error {
  Failure(mm_status code, const std::string& message) : std::runtime_error(message), status(code) {}
  mm_status status;
};

/// Error of a registered agent's function. It cancels the call that plays.
struct AgentFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};

enum class Kind : std::uint8_t { none, maze, settings, world, batch, model, map, episode, asking };

/// Base class of everything that has a handle.
struct Object {
  virtual ~Object() = default;
  std::atomic<bool> in_use{false};  ///< by a call; only if the object serves one call at a time
};

/// An immutable value, which serves several calls at a time.
template <Kind kind, class Value>
struct SharedValue : Object {
  static constexpr Kind kKind = kind;
  static constexpr bool kShared = true;
  explicit SharedValue(Value of) : value(std::move(of)) {}
  const Value value;
};

/// Returns the kind in a handle, whether its object exists or not.
[[nodiscard]] Kind kind_of(std::uint64_t handle);
/// Returns a new handle, which consists of the kind, a number that no earlier object had, and an
/// index in the table. A freed handle therefore differs from that of the next object there.
[[nodiscard]] std::uint64_t new_handle(Kind kind, std::shared_ptr<Object> object);
/// Both functions throw Failure with MM_BAD_HANDLE if there is no such object.
[[nodiscard]] std::shared_ptr<Object> object_of(Kind kind, std::uint64_t handle);
void free_handle(std::uint64_t handle);

/// Keeps an object for the time of a call. T::kKind is its kind. Unless T::kShared is true, a
/// second call meanwhile fails with MM_BUSY.
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

/// Keeps the message of the current exception for mm_last_error() and returns its status. Requires:
/// an exception is being handled.
[[nodiscard]] mm_status caught() noexcept;

/// Runs the body of a function of the C interface and turns exceptions into a status.
template <class Body>
[[nodiscard]] mm_status answered(Body&& body) noexcept {
  try {
    body();
    return MM_OK;
  } catch (...) {
    return caught();
  }
}

/// Does the same for a function that uses one object, a T.
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
/// Returns the caller's memory for a result. Throws Failure with MM_NULL.
template <class T>
T& output(T* pointer, const char* name) {
  require_pointer(pointer, name);
  return *pointer;
}
/// Runs the body of a function that creates an object: `make` returns it as a shared pointer.
template <class Make>
[[nodiscard]] mm_status handed_out(std::uint64_t* handle, const char* name, Make&& make) noexcept {
  return answered([&] {
    std::uint64_t& made = output(handle, name);
    made = give(make());
  });
}
/// Returns an array of the caller, which may be NULL only if it has no elements.
template <class T>
std::span<T> array(T* pointer, std::size_t count, const char* name) {
  if (count > 0) require_pointer(pointer, name);
  return {pointer, count};
}
/// Returns bytes of the caller.
inline std::string_view bytes_of(const void* bytes, std::size_t length) {
  const auto from = array(static_cast<const char*>(bytes), length, "bytes");
  return {from.data(), from.size()};
}
/// Throws BadInput unless a version of the header can have had a struct of this size.
void require_size(std::size_t size, std::size_t known, const char* name);
/// Fills the members of a struct that the caller's header has.
template <class Struct>
void put_struct(Struct made, Struct* to, const char* name) {
  made.size = output(to, name).size;
  require_size(made.size, sizeof made, name);
  std::memcpy(to, &made, made.size);
}
/// Returns a struct that the caller filled; members that its header lacks are 0.
template <class Struct>
[[nodiscard]] Struct taken_struct(const Struct* from, const char* name) {
  require_size(output(from, name).size, sizeof *from, name);
  Struct taken{};
  std::memcpy(&taken, from, from->size);
  return taken;
}
/// Returns a text that ends with a 0. Throws Failure with MM_NULL.
std::string_view text_of(const char* text, const char* name);
/// Keeps a text or bytes for this thread, and points `to` at them.
void put_text(std::string text, mm_text* to);
/// Runs the body of a function that returns a text of one object, a T: `make(object)`.
template <class T, class Make>
[[nodiscard]] mm_status text_by(std::uint64_t handle, mm_text* to, Make&& make) noexcept {
  return answered([&] {
    const Use<T> object(handle);
    put_text(make(*object), to);
  });
}
/// Withdraws the request to stop the last call of this thread.
void forget_stop();
/// Stops the call of this thread, with its helpers.
void stop_call();

}  // namespace marblemaze::c_api
