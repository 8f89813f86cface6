// Preloaded library that kills the process with SIGKILL at database write number KILLED_AT_WRITE (0
// for never). The number of writes is stored in the file WRITES.
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <fstream>

#include <dlfcn.h>
#include <unistd.h>

namespace {

long number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? 0 : std::strtol(text, nullptr, 10);
}

struct Count {
  const long last = number_in("KILLED_AT_WRITE");
  std::atomic<long> writes = 0;
  ~Count() {
    if (const char* const file = std::getenv("WRITES")) std::ofstream(file) << writes;
  }
};
Count count;

}  // namespace

// SQLite writes files only with pwrite64().
extern "C" ssize_t pwrite64(int file, const void* bytes, size_t length, off64_t at) {
  static const auto real = reinterpret_cast<decltype(&pwrite64)>(dlsym(RTLD_NEXT, "pwrite64"));
  if (++count.writes == count.last) kill(getpid(), SIGKILL);
  return real(file, bytes, length, at);
}
