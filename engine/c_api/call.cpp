#include "engine/c_api/call.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <new>
#include <optional>
#include <system_error>

#include "maze/base/errors.h"
#include "maze/base/interruption.h"

namespace marblemaze::c_api {
namespace {

// A fixed size, since the error may be that there is no memory left.
thread_local std::array<char, 1024> last_error{};
thread_local std::optional<std::string> last_text;

thread_local WorkOwner watching;

mm_status failed(mm_status status, const char* message) noexcept {
  const std::size_t length = std::min(std::strlen(message), last_error.size() - 1);
  std::memcpy(last_error.data(), message, length);
  last_error[length] = '\0';
  return status;
}

}  // namespace

mm_status caught() noexcept {
  try {
    throw;
  } catch (const Failure& failure) {
    return failed(failure.status, failure.what());
  } catch (const Interrupted&) {
    work_owner->given_up = false;  // of the next call
    return failed(MM_CANCELLED, "the call was cancelled");
  } catch (const BadInput& error) {
    return failed(MM_BAD_INPUT, error.what());
  } catch (const MachineFailure& error) {
    return failed(MM_MACHINE, error.what());
  } catch (const std::bad_alloc&) {
    return failed(MM_MACHINE, "out of memory");
  } catch (const std::system_error& error) {
    return failed(MM_MACHINE, error.what());
  } catch (const std::exception& error) {
    return failed(MM_INTERNAL, error.what());
  } catch (...) {
    return failed(MM_INTERNAL, "an error inside the library");
  }
}

void require_room(std::size_t count, std::size_t needed, const char* name) {
  if (count < needed)
    throw Failure(MM_TOO_SMALL, std::string(name) + " of " + std::to_string(count) +
                                    ": expected room for " + std::to_string(needed));
}

std::string_view text_of(const char* text, const char* name) {
  require_pointer(text, name);
  return text;
}

void put_bytes(std::string bytes, void* buffer, std::size_t capacity, std::size_t* needed) {
  const std::size_t size = output(needed, "needed") = bytes.size();
  if (buffer != nullptr && size <= capacity) {
    std::memcpy(buffer, bytes.data(), size);
    return;
  }
  last_text = std::move(bytes);
  if (buffer == nullptr && capacity == 0) return;
  require_pointer(buffer, "buffer");
  require_room(capacity, size, "buffer");
}

void put_text(std::string text, char* buffer, std::size_t capacity, std::size_t* needed) {
  text.push_back('\0');
  put_bytes(std::move(text), buffer, capacity, needed);
}

namespace {

void put_last_text(void* buffer, std::size_t capacity, std::size_t* needed) {
  require_pointer(needed, "needed");
  if (!last_text) throw Failure(MM_NOT_NOW, "text: expected an earlier call for its length");
  std::string text = std::move(*last_text);
  last_text.reset();
  put_bytes(std::move(text), buffer, capacity, needed);
}

void watch_calls(mm_watcher watcher, void* data) {
  watching.goes_on = [=](std::int64_t done, std::int64_t total) {
    const mm_progress progress{done, total, data};
    return watcher(&progress) == 0;
  };
  watching.next = {};
  work_owner = watcher ? &watching : nullptr;
}

}  // namespace

}  // namespace marblemaze::c_api

const char* mm_version(void) { return MARBLEMAZE_VERSION; }
int32_t mm_interface(void) { return MM_INTERFACE; }
const char* mm_last_error(void) { return marblemaze::c_api::last_error.data(); }
mm_status mm_last_text(void* buffer, size_t capacity, size_t* needed) {
  return marblemaze::c_api::answered(
      [&] { marblemaze::c_api::put_last_text(buffer, capacity, needed); });
}
mm_status mm_watch(mm_watcher watcher, void* data) {
  return marblemaze::c_api::answered([&] { marblemaze::c_api::watch_calls(watcher, data); });
}
mm_status mm_free(uint64_t handle) {
  return marblemaze::c_api::answered([&] { marblemaze::c_api::free_handle(handle); });
}
