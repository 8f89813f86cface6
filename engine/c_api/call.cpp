#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <mutex>
#include <new>
#include <system_error>
#include <unordered_map>

#include "engine/c_api/objects.h"
#include "engine/version.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"

namespace marblemaze::c_api {
namespace {

constexpr int kNumberBits = 56;  // lower bits of a handle; the kind is above them

/// All objects that have a handle. The table is never destroyed, because other threads can still
/// make calls while the program exits.
struct Table {
  std::mutex mutex;
  std::unordered_map<std::uint64_t, std::shared_ptr<Object>> objects;
  std::uint64_t made = 0;
};
Table& table() {
  static Table* const only = new Table;
  return *only;
}

std::string name_of(Kind kind) {
  constexpr std::array names{"none",  "maze", "settings", "world", "batch",
                             "model", "map",  "episode",  "run"};
  const auto index = static_cast<std::size_t>(kind);
  return index < names.size() ? names[index] : "none";
}

Failure bad_handle(std::uint64_t handle, const std::string& words) {
  return {MM_BAD_HANDLE, "handle " + std::to_string(handle) + words};
}

}  // namespace

Kind kind_of(std::uint64_t handle) { return static_cast<Kind>(handle >> kNumberBits); }

std::uint64_t new_handle(Kind kind, std::shared_ptr<Object> object) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  const std::uint64_t handle = static_cast<std::uint64_t>(kind) << kNumberBits | ++all.made;
  all.objects.emplace(handle, std::move(object));
  return handle;
}

std::shared_ptr<Object> object_of(Kind kind, std::uint64_t handle) {
  Table& all = table();
  const std::lock_guard lock(all.mutex);
  const auto found = all.objects.find(handle);
  if (found == all.objects.end())
    throw bad_handle(handle,
                     ": expected the handle of a " + name_of(kind) + " that has not been freed");
  if (kind_of(handle) != kind)
    throw bad_handle(handle, " of a " + name_of(kind_of(handle)) + ": expected the handle of a " +
                                 name_of(kind));
  return found->second;
}

void free_handle(std::uint64_t handle) {
  Table& all = table();
  decltype(all.objects)::node_type last;  // destroyed outside the lock
  const std::lock_guard lock(all.mutex);
  last = all.objects.extract(handle);
  if (!last) throw bad_handle(handle, ": expected the handle of an object that has not been freed");
}

namespace {

// Fixed-size buffer, because the error can be out of memory.
thread_local std::array<char, 1024> last_error{};
thread_local std::string last_text;

/// Invokes the watcher of this thread about 20 times per second and stops the call if the watcher
/// returns a nonzero value.
class CallWatcher : public WorkWatcher {
 public:
  void watch(mm_watcher watcher, void* data) {
    watcher_ = watcher;
    data_ = data;
    next_ = {};
    begin();
  }
  /// Clears stop requests and progress.
  void begin() {
    stop_ = StopSource();
    current_work = {};
    if (watcher_) current_work = {stop_.token(), this};
  }
  void stop() { stop_.request_stop(); }
  void poll() override {
    const auto now = std::chrono::steady_clock::now();
    if (!watcher_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(50);
    const mm_progress progress{current_work.done, current_work.total, data_};
    const StopScope scope{StopToken()};  // the watcher can make calls too
    if (watcher_(&progress) != 0) stop_.request_stop();
  }

 private:
  mm_watcher watcher_ = nullptr;
  void* data_ = nullptr;
  std::chrono::steady_clock::time_point next_{};
  StopSource stop_;
};
thread_local CallWatcher call_watcher;

mm_status failed(mm_status status, const char* message) noexcept {
  const std::size_t length = std::min(std::strlen(message), last_error.size() - 1);
  std::memcpy(last_error.data(), message, length);
  last_error[length] = '\0';
  return status;
}

}  // namespace

mm_status report_exception() noexcept {
  try {
    throw;
  } catch (const Failure& failure) {
    if (failure.status == MM_CANCELLED) call_watcher.begin();
    return failed(failure.status, failure.what());
  } catch (const Interrupted&) {
    call_watcher.begin();
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

void require_size(std::size_t size, std::size_t known, const char* name) {
  if (size <= sizeof(std::uint64_t) || size > known)
    throw BadInput(std::string(name) + " of size", std::to_string(size),
                   "the size of its struct, " + std::to_string(known) + " or less");
}

std::string_view string_of(const char* text, const char* name) {
  require_pointer(text, name);
  return text;
}

void write_text(std::string text, mm_text* to) {
  mm_text& put = output(to, "text");
  last_text = std::move(text);
  put = {last_text.c_str(), last_text.size()};
}

void clear_stop_request() { call_watcher.begin(); }
void request_stop() { call_watcher.stop(); }

}  // namespace marblemaze::c_api

const char* mm_version(void) { return marblemaze::program_version(); }
const char* mm_last_error(void) { return marblemaze::c_api::last_error.data(); }
mm_status mm_watch(mm_watcher watcher, void* data) {
  return marblemaze::c_api::run_call([&] { marblemaze::c_api::call_watcher.watch(watcher, data); });
}
mm_status mm_free(uint64_t handle) {
  return marblemaze::c_api::run_call([&] { marblemaze::c_api::free_handle(handle); });
}
