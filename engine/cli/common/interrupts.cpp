#include "engine/cli/common/interrupts.h"

#include <csignal>
#include <ctime>

namespace marblemaze {
namespace {

const StopSource noted;  // made before any signal, so that noting one allocates nothing

const StopToken asked = noted.token();
timespec first_noted{};  // written by the first signal only

/// Batch systems may send one signal twice, to the program and through its shell: that is one.
void note(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!asked.stop_requested()) {
    first_noted = now;
    noted.request_stop();
  } else if (now.tv_sec > first_noted.tv_sec + 1) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

void note_interrupts() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
  std::signal(SIGXFSZ, SIG_IGN);
}

StopToken interrupted() { return noted.token(); }

}  // namespace marblemaze
