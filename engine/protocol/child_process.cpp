#include "engine/protocol/child_process.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <ctime>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "maze/base/errors.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

using namespace std::chrono_literals;

constexpr auto kExitTimeout = 500ms;  // time for a child to exit by itself
constexpr auto kPollInterval = 20ms;  // time between two checks for a stop request

/// Pipe that other children do not inherit, because a copy of one end in another child would keep
/// the pipe open.
struct Pipe {
  Pipe() {
    if (pipe2(ends.data(), O_CLOEXEC) != 0)
      throw MachineFailure(fmt::format("cannot create a pipe: {}", std::strerror(errno)));
  }
  ~Pipe() {
    for (int& end : ends) close_end(end);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;

  static void close_end(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  int release(int i) { return std::exchange(ends[i], -1); }

  std::array<int, 2> ends{-1, -1};  // read end, write end
};

/// Blocks SIGPIPE, so that writing to a closed pipe fails instead of killing this program.
class SigpipeBlocker {
 public:
  SigpipeBlocker() {
    sigemptyset(&pipe_);
    sigaddset(&pipe_, SIGPIPE);
    sigset_t pending;
    sigpending(&pending);
    was_pending_ = sigismember(&pending, SIGPIPE) == 1;
    pthread_sigmask(SIG_BLOCK, &pipe_, &before_);
  }
  ~SigpipeBlocker() {
    const timespec at_once{};
    if (!was_pending_)
      while (sigtimedwait(&pipe_, nullptr, &at_once) == -1 && errno == EINTR) {
      }
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  SigpipeBlocker(const SigpipeBlocker&) = delete;
  SigpipeBlocker& operator=(const SigpipeBlocker&) = delete;

 private:
  sigset_t pipe_{}, before_{};
  bool was_pending_ = false;
};

constexpr int kNotStarted = 127;

struct AgentStart {
  char* const* words;
  int input, output;
  StderrTarget stderr_target;
  int failure;  // receives the errno of exec
};

/// Turns the forked child into the agent. Other threads of the parent may have held locks during
/// the fork, so exec_agent() may only call async-signal-safe functions.
[[noreturn]] void exec_agent(const AgentStart& start, pid_t parent) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(kNotStarted);  // the parent has died, so PDEATHSIG will not arrive
  sigset_t none;
  sigemptyset(&none);
  pthread_sigmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  dup2(start.input, STDIN_FILENO);
  dup2(start.output, STDOUT_FILENO);
  if (start.stderr_target == StderrTarget::child_stdout) dup2(start.output, STDERR_FILENO);
  execvp(start.words[0], start.words);
  const int error = errno;
  static_cast<void>(!write(start.failure, &error, sizeof error));
  _exit(kNotStarted);
}

/// Returns the errno of exec, or 0 if exec succeeded, which closes the pipe.
int failure_of_start(int pipe) {
  int error = 0;
  ssize_t got;
  do {
    got = read(pipe, &error, sizeof error);
  } while (got < 0 && errno == EINTR);
  return got == sizeof error ? error : 0;
}

void wait_for(pid_t process) {
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

void set_nonblocking(int end) { fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK); }

}  // namespace

ChildProcess::ChildProcess(const std::vector<std::string>& words, StderrTarget stderr_target) {
  assert(!words.empty());
  std::vector<std::string> copies = words;
  std::vector<char*> pointers;
  pointers.reserve(copies.size() + 1);
  for (std::string& word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  Pipe to, from, failure;
  const pid_t parent = getpid();
  pid_ = fork();
  if (pid_ < 0)
    throw MachineFailure(fmt::format("cannot start '{}': {}", words[0], std::strerror(errno)));
  if (pid_ == 0)
    exec_agent({pointers.data(), to.ends[0], from.ends[1], stderr_target, failure.ends[1]}, parent);
  Pipe::close_end(failure.ends[1]);
  if (const int error = failure_of_start(failure.ends[0])) {
    wait_for(pid_);
    throw BadInput("agent command", "'" + words[0] + "'",
                   fmt::format("a program that can be run ({})", std::strerror(error)));
  }
  input_ = to.release(1);
  output_ = from.release(0);
  set_nonblocking(input_);
  set_nonblocking(output_);
}

ChildProcess::ChildProcess(int input, int output) : input_(input), output_(output) {
  assert(input >= 0 && output >= 0);
  set_nonblocking(input_);
  set_nonblocking(output_);
}

ChildProcess::~ChildProcess() {
  Pipe::close_end(input_);
  Pipe::close_end(output_);
  if (pid_ < 0) return;
  kill(-pid_, SIGKILL);  // the process id cannot be reused before the wait
  wait_for(pid_);
}

IoStatus ChildProcess::wait(bool to_send, Deadline deadline) const {
  std::array<pollfd, 2> ends{{{output_, POLLIN, 0}, {input_, POLLOUT, 0}}};
  while (true) {
    check_stop();
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(kPollInterval);
    if (deadline) {
      const auto remaining = std::chrono::ceil<std::chrono::milliseconds>(*deadline - Clock::now());
      if (remaining <= 0ms) return IoStatus::timed_out;
      left = std::min(left, remaining);
    }
    const int ready = poll(ends.data(), to_send ? 2 : 1, static_cast<int>(left.count()));
    if (ready > 0) return IoStatus::ok;
  }
}

IoStatus ChildProcess::take_output() {
  std::array<char, 4096> chunk;
  const ssize_t got = read(output_, chunk.data(), chunk.size());
  if (got > 0) unread_.append(chunk.data(), static_cast<std::size_t>(got));
  if (got == 0) return IoStatus::closed;
  return got > 0 || errno == EAGAIN || errno == EINTR ? IoStatus::ok : IoStatus::closed;
}

IoStatus ChildProcess::send(std::string_view text, Deadline deadline) {
  const SigpipeBlocker guard;
  while (!text.empty()) {
    const ssize_t sent = write(input_, text.data(), text.size());
    if (sent >= 0) {
      text.remove_prefix(static_cast<std::size_t>(sent));
      continue;
    }
    if (errno == EINTR) continue;
    if (errno != EAGAIN) return IoStatus::closed;
    // The pipe is full. The child may be blocked on its own output, so read that output.
    if (const IoStatus waited = wait(true, deadline); waited != IoStatus::ok) return waited;
    if (const IoStatus taken = take_output(); taken != IoStatus::ok) return taken;
    if (unread_.size() > kMaxUnreadBytes) return IoStatus::overflow;
  }
  return IoStatus::ok;
}

IoStatus ChildProcess::read_line(std::string& line, Deadline deadline) {
  while (true) {
    const std::size_t end = unread_.find('\n');
    if (std::min(end, unread_.size()) > kMaxLineBytes) return IoStatus::overflow;
    if (end != std::string::npos) {
      line = unread_.substr(0, end > 0 && unread_[end - 1] == '\r' ? end - 1 : end);
      unread_.erase(0, end + 1);
      return IoStatus::ok;
    }
    if (const IoStatus waited = wait(false, deadline); waited != IoStatus::ok) return waited;
    if (const IoStatus taken = take_output(); taken != IoStatus::ok) return taken;
  }
}

bool ChildProcess::has_line() {
  pollfd end{output_, POLLIN, 0};
  while (unread_.size() <= kMaxUnreadBytes && poll(&end, 1, 0) > 0)
    if (take_output() != IoStatus::ok) break;
  return unread_.find('\n') != std::string::npos;
}

std::optional<std::string> ChildProcess::ending() const {
  if (pid_ < 0) return std::nullopt;
  const auto until = Clock::now() + kExitTimeout;
  while (true) {
    siginfo_t info{};
    if (waitid(P_PID, static_cast<id_t>(pid_), &info, WEXITED | WNOHANG | WNOWAIT) == 0 &&
        info.si_pid == pid_)
      return fmt::format("{} {}", info.si_code == CLD_EXITED ? "with exit status" : "by signal",
                         info.si_status);
    if (Clock::now() >= until) return std::nullopt;
    const timespec moment{0, 1'000'000};
    nanosleep(&moment, nullptr);
  }
}

void ChildProcess::close_and_wait() {
  Pipe::close_end(input_);
  ending();
}

}  // namespace marblemaze
