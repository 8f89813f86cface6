#include "engine/protocol/conversation.h"

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "maze/base/stop.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

std::string quoted(std::string_view text) {
  constexpr std::size_t kMost = 40;
  return "'" + printable(text.substr(0, kMost)) + (text.size() > kMost ? "...'" : "'");
}

// ---- introductions

constexpr std::size_t kLongestName = 40;
constexpr const char* kCard =
    "'agent NAME VERSION CLASS' (letters, digits and . _ + -; blind, heuristic, full or copies)";

bool is_name(std::string_view word) {
  return word.size() <= kLongestName && std::ranges::all_of(word, [](unsigned char c) {
           return std::isalnum(c) != 0 ||
                  std::string_view("._+-").find(static_cast<char>(c)) != std::string_view::npos;
         });
}

std::optional<AgentIdentity> card_in(const std::string& line) {
  const std::vector<std::string> words = split_words(line);
  if (words.size() != 4 || words[0] != "agent" || !is_name(words[1]) || !is_name(words[2]))
    return std::nullopt;
  const AccessLevel* const knows = access_level_named(words[3]);
  return knows ? std::optional(AgentIdentity{words[1], words[2], knows}) : std::nullopt;
}

std::string line_of(const AgentIdentity& card) {
  return fmt::format("agent {} {} {}", card.name, card.version, card.level->name);
}

}  // namespace

std::string printable(std::string_view text) {
  std::string shown(text);
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return shown;
}

Conversation::Conversation(std::unique_ptr<ChildProcess> agent, const AgentLimits& limits,
                           std::optional<AgentIdentity> expected)
    : child_(std::move(agent)), limits_(limits), card_(std::move(expected)) {}

Conversation::~Conversation() {
  if (!introduced_ || failure_ || current_work.stop.stop_requested()) return;
  try {
    const StopScope scope{StopToken()};
    begin_exchange(0.5);
    send("quit\n");
    child_->close_and_wait();
  } catch (...) {
    // A destructor must not throw.
  }
}

// The first plan may be computed in the background and stopped while it waits for the introduction.
// The next plan waits for the same introduction.
std::optional<AgentIdentity> Conversation::request_introduction() {
  begin_exchange(limits_.start_s);
  if (!std::exchange(asked_for_card_, true)) send("marblemaze 1\n");
  const auto line = read_raw_line();
  if (!line) return std::nullopt;
  const std::optional<AgentIdentity> card = card_in(*line);
  if (!card)
    reject(*line, kCard);
  else if (card_ && *card != *card_)
    reject(line_of(*card), fmt::format("'{}', as in its first introduction", line_of(*card_)));
  introduced_ = !failure_;
  return introduced_ ? card : std::nullopt;
}

void Conversation::ask(const std::function<std::string(bool)>& question) {
  const bool is_first = !introduced_;
  if (failure_ || (is_first && !request_introduction())) return;
  reason_ = "chosen by " + card_->name;
  begin_exchange(limits_.decision_s);
  send(question(is_first));
}

std::optional<std::string> Conversation::read_line() {
  while (auto line = read_raw_line()) {
    const std::vector<std::string> words = split_words(*line);
    if (words.empty() || words[0] != "info") return line;
    const std::size_t begin = line->find_first_not_of(' ', line->find("info") + 4);
    if (begin != line->npos) reason_ = printable(line->substr(begin));
  }
  return std::nullopt;
}

void Conversation::reply(const std::string& line,
                         const std::function<std::optional<std::string>()>& answer,
                         const std::string& expected) {
  const auto began = ChildProcess::Clock::now();
  const auto lines = [&] {
    const StopScope scope{StopToken()};  // the answer must be complete
    return answer();
  }();
  if (deadline_) *deadline_ += ChildProcess::Clock::now() - began;
  received_bytes_ = 0;
  if (lines)
    send(*lines);
  else
    reject(line, expected);
}

void Conversation::reject(std::string_view line, const std::string& expected) {
  failure_ = {Fault::nonsense,
              fmt::format("the agent sent {}; expected {}", quoted(line), expected)};
}

void Conversation::begin_exchange(double limit_s) {
  using Clock = ChildProcess::Clock;
  limit_s_ = limit_s;
  received_bytes_ = 0;
  deadline_.reset();
  if (limit_s > 0)
    deadline_ = Clock::now() +
                std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(limit_s));
}

void Conversation::send(std::string_view lines) {
  if (failure_) return;
  try {
    const IoStatus sent = child_->send(lines, deadline_);
    // If the agent sent an answer before it exited, the answer counts.
    if (sent == IoStatus::closed && child_->has_line()) return;
    succeeded(sent);
  } catch (const Interrupted&) {  // only part of a line may have been sent
    failure_ = {Fault::timed_out, "the agent did not read its input"};
    throw;
  }
}

std::optional<std::string> Conversation::read_raw_line() {
  std::string line;
  if (failure_ || !succeeded(child_->read_line(line, deadline_))) return std::nullopt;
  received_bytes_ += line.size() + 1;
  return received_bytes_ <= kMaxBytes || succeeded(IoStatus::overflow) ? std::optional(line)
                                                                       : std::nullopt;
}

bool Conversation::succeeded(IoStatus exchange) {
  switch (exchange) {
    case IoStatus::ok: return true;
    case IoStatus::timed_out:
      failure_ = {Fault::timed_out, fmt::format("the agent did not answer within {} s", limit_s_)};
      break;
    case IoStatus::overflow:
      failure_ = {
          Fault::flooded,
          fmt::format("the agent sent more than {} bytes in a line, or {} without an answer",
                      ChildProcess::kMaxLineBytes, kMaxBytes)};
      break;
    case IoStatus::closed: {
      const auto ending = child_->ending();
      failure_ = {Fault::crashed, ending ? "the agent's process ended " + *ending
                                         : std::string("the agent closed its input or output")};
      break;
    }
  }
  return false;
}

}  // namespace marblemaze
