#include "engine/cli/common/interrupts.h"

#include <csignal>

namespace marblemaze {
namespace {

const StopSource noted;  // made before any signal, so that noting one allocates nothing

void note(int signal) {
  noted.request_stop();
  std::signal(signal, SIG_DFL);
}

}  // namespace

void note_interrupts() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
  std::signal(SIGXFSZ, SIG_IGN);
}

StopToken interrupted() { return noted.token(); }

}  // namespace marblemaze
