#include "engine/cli/common/interrupts.h"

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <utility>

#include "engine/cli/common/print.h"

namespace marblemaze {
namespace {
thread_local bool embedded_in_program = false;

// Created at program start, because a signal handler must not allocate memory.
const StopSource stop_source;

const StopToken stop_token = stop_source.token();
timespec first_signal_time{};  // written by the first signal only
volatile std::sig_atomic_t received_signal = SIGTERM;

/// Signal handler. Batch systems may send a signal both to the program and to its shell, so a
/// repetition within a second is ignored.
void handle_signal(int signal) {
  timespec now{};
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (!stop_token.stop_requested()) {
    first_signal_time = now;
    received_signal = signal;
    stop_source.request_stop();
  } else if (now.tv_sec > first_signal_time.tv_sec + 1) {
    std::signal(signal, SIG_DFL);
    std::raise(signal);
  }
}

}  // namespace

EmbeddedScope::EmbeddedScope(bool embedded)
    : before_(std::exchange(embedded_in_program, embedded)) {}
EmbeddedScope::~EmbeddedScope() { embedded_in_program = before_; }

bool is_embedded() { return embedded_in_program; }

void handle_signals() {
  if (is_embedded()) return;  // the caller of mm_run_command() handles signals
  std::signal(SIGINT, handle_signal);
  std::signal(SIGTERM, handle_signal);
  std::signal(SIGXFSZ, SIG_IGN);
  current_work.stop = stop_token;
}

std::string how_to_continue() {
  return is_embedded() ? "" : "; run the same command again to continue";
}

Exit run_resumably(const std::function<Exit()>& command, const std::string& message) {
  handle_signals();
  try {
    return command();
  } catch (const Interrupted&) {
    print_error("{}\n", message);
    return Exit::interrupted;
  }
}

void run_until_interrupted(const std::string& message, const std::function<void()>& work,
                           const std::function<void()>& save) {
  bool ended = true;
  try {
    work();
  } catch (const Interrupted&) {
    ended = false;
  }
  save();
  if (ended) return;
  print_error("{}\n", message);
  throw Interrupted{};
}

StopToken interrupted() { return stop_source.token(); }

void end_by_signal() {
  const int signal = received_signal;
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  std::abort();
}

}  // namespace marblemaze
