#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "engine/c_api/marblemaze.h"

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

}  // namespace marblemaze::c_api
