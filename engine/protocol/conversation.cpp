#include "engine/protocol/conversation.h"

#include <fmt/format.h>

#include "engine/protocol/line_words.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

/// As it can stand in a message of one line.
std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 40;
  return "'" + printable(text.substr(0, kMost)) + (text.size() > kMost ? "...'" : "'");
}

}  // namespace

void Conversation::begin_exchange(double limit_s) {
  using Clock = ChildProcess::Clock;
  limit_s_ = limit_s;
  heard_ = 0;
  deadline_.reset();
  if (limit_s > 0)
    deadline_ = Clock::now() +
                std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit_s));
}

void Conversation::tell(std::string_view lines) {
  if (failure_) return;
  try {
    const Exchange sent = child_->send(lines, deadline_);
    // It may have answered before it ended: then its answer counts.
    if (sent == Exchange::ended && child_->has_line()) return;
    static_cast<void>(succeeded(sent));
  } catch (const Interrupted&) {  // half a line may have gone out
    failure_ = {Fault::timed_out, "the agent did not read what it was sent"};
    throw;
  }
}

std::optional<std::string> Conversation::hear() {
  std::string line;
  if (failure_ || !succeeded(child_->read_line(line, deadline_))) return std::nullopt;
  heard_ += line.size() + 1;
  if (heard_ <= kMostBytes) return line;
  static_cast<void>(succeeded(Exchange::too_much));
  return std::nullopt;
}

void Conversation::pause() { paused_ = ChildProcess::Clock::now(); }

void Conversation::go_on() {
  if (deadline_) *deadline_ += ChildProcess::Clock::now() - paused_;
  heard_ = 0;
}

void Conversation::refuse(std::string_view said, const std::string& expected) {
  failure_ = {Fault::nonsense,
              fmt::format("the agent said {} where {} was expected", quoted(said), expected)};
}

void Conversation::take_leave() {
  if (failure_ || this_work.stop.stop_requested()) return;
  const StopScope scope{StopToken()};
  begin_exchange(0.5);
  tell("quit\n");
  child_->take_leave();
}

bool Conversation::succeeded(Exchange exchange) {
  switch (exchange) {
    case Exchange::done: return true;
    case Exchange::late:
      failure_ = {Fault::timed_out, fmt::format("the agent gave no answer within {} s", limit_s_)};
      break;
    case Exchange::too_much:
      failure_ = {
          Fault::flooded,
          fmt::format("the agent sent more than {} bytes in a line, or {} without an answer",
                      ChildProcess::kLongestLine, kMostBytes)};
      break;
    case Exchange::ended: {
      const auto ending = child_->ending();
      failure_ = {Fault::crashed, ending ? "the agent's process ended " + *ending
                                         : std::string("the agent closed its input or output")};
      break;
    }
  }
  return false;
}

}  // namespace marblemaze
