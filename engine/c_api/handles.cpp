#include "engine/c_api/handles.h"

#include <array>
#include <mutex>
#include <vector>

namespace marblemaze::c_api {
namespace {

constexpr int kPlaceBits = 28, kNumberBits = 28;
constexpr std::uint64_t kPlaces = std::uint64_t{1} << kPlaceBits;
constexpr std::uint64_t kNumbers = std::uint64_t{1} << kNumberBits;

struct Slot {
  std::uint64_t handle = 0;  // 0: free
  std::uint64_t number = 0;  // of its next handle
  std::shared_ptr<Object> object;
};

struct Table {
  std::mutex mutex;
  std::vector<Slot> slots;
  std::vector<std::size_t> free;
};

/// Never destroyed: a thread may still make calls while the program ends.
Table& table() {
  static Table* const only = new Table;
  return *only;
}

Kind kind_of(std::uint64_t handle) {
  return static_cast<Kind>(handle >> (kPlaceBits + kNumberBits));
}

std::string name_of(Kind kind) {
  constexpr std::array names{"none",  "maze", "settings", "world",
                             "model", "map",  "episode",  "batch"};
  const auto index = static_cast<std::size_t>(kind);
  return index < names.size() ? names[index] : "none";
}

/// Needs the lock.
Slot& slot_of(Table& all, std::uint64_t handle, const std::string& expected) {
  const std::uint64_t place = handle & (kPlaces - 1);
  if (handle == 0 || place >= all.slots.size() || all.slots[place].handle != handle)
    throw Failure(MM_BAD_HANDLE, "handle " + std::to_string(handle) + ": expected that of " +
                                     expected + ", not freed yet");
  return all.slots[place];
}

}  // namespace

std::uint64_t new_handle(Kind kind, std::shared_ptr<Object> object) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  if (all.free.empty()) {
    if (all.slots.size() == kPlaces) throw Failure(MM_MACHINE, "handles: all are in use");
    if (all.free.capacity() <= all.slots.size())
      all.free.reserve(2 * all.slots.size() + 16);  // so that freeing never needs memory
    all.slots.emplace_back();
    all.free.push_back(all.slots.size() - 1);
  }
  const std::size_t place = all.free.back();
  all.free.pop_back();
  Slot& slot = all.slots[place];
  slot.handle = static_cast<std::uint64_t>(kind) << (kPlaceBits + kNumberBits) |
                slot.number << kPlaceBits | place;
  slot.object = std::move(object);
  return slot.handle;
}

std::shared_ptr<Object> object_of(Kind kind, std::uint64_t handle) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  const Slot& slot = slot_of(all, handle, "a " + name_of(kind));
  if (kind_of(handle) != kind)
    throw Failure(MM_BAD_HANDLE, "handle " + std::to_string(handle) + " of a " +
                                     name_of(kind_of(handle)) + ": expected that of a " +
                                     name_of(kind));
  return slot.object;
}

void free_handle(std::uint64_t handle) {
  Table& all = table();
  std::shared_ptr<Object> last;  // destroyed outside the lock
  const std::lock_guard lock(all.mutex);
  Slot& slot = slot_of(all, handle, "an object");
  last.swap(slot.object);
  slot.handle = 0;
  slot.number = (slot.number + 1) % kNumbers;
  all.free.push_back(handle & (kPlaces - 1));
}

}  // namespace marblemaze::c_api
