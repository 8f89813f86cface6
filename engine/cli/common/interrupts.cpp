#include "engine/cli/common/interrupts.h"

#include <csignal>

namespace marblemaze {
namespace {

std::atomic<bool> noted{false};

void note(int signal) {
  noted = true;
  std::signal(signal, SIG_DFL);
}

}  // namespace

void note_interrupts() {
  std::signal(SIGINT, note);
  std::signal(SIGTERM, note);
  std::signal(SIGXFSZ, SIG_IGN);
}

const std::atomic<bool>& interrupted() { return noted; }

}  // namespace marblemaze
