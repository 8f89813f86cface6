#include "engine/protocol/command_words.h"

#include <optional>
#include <string_view>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

constexpr std::string_view kBlanks = " \t\n";
constexpr std::string_view kEscapedInQuotes = "$`\"\\";  // elsewhere a backslash in "" stays

class Splitter {
 public:
  explicit Splitter(const std::string& command) : command_(command) {}

  std::vector<std::string> words() {
    for (at_ = 0; at_ < command_.size(); ++at_) take(command_[at_]);
    end_word();
    if (words_.empty()) refuse("a program and its arguments");
    return std::move(words_);
  }

 private:
  void take(char c) {
    if (kBlanks.find(c) != std::string_view::npos) return end_word();
    if (!word_) word_.emplace();
    switch (c) {
      case '\'': return single_quotes();
      case '"': return double_quotes();
      case '\\': return escaped();
      default: *word_ += c;
    }
  }

  void end_word() {
    if (word_) words_.push_back(std::move(*word_));
    word_.reset();
  }

  void single_quotes() {
    for (++at_; at_ < command_.size() && command_[at_] != '\''; ++at_) *word_ += command_[at_];
    if (at_ == command_.size()) refuse("a second '");
  }

  void double_quotes() {
    for (++at_; at_ < command_.size() && command_[at_] != '"'; ++at_) {
      const bool escape = command_[at_] == '\\' && at_ + 1 < command_.size() &&
                          kEscapedInQuotes.find(command_[at_ + 1]) != std::string_view::npos;
      if (escape) ++at_;
      *word_ += command_[at_];
    }
    if (at_ == command_.size()) refuse("a second \"");
  }

  void escaped() {
    if (++at_ == command_.size()) refuse("a character after the last \\");
    *word_ += command_[at_];
  }

  void refuse(const std::string& expected) const {
    throw BadInput("agent command", "'" + command_ + "'", expected);
  }

  const std::string& command_;
  std::size_t at_ = 0;
  std::vector<std::string> words_;
  std::optional<std::string> word_;  // under way; "" is a word
};

}  // namespace

std::vector<std::string> command_words(const std::string& command) {
  return Splitter(command).words();
}

}  // namespace marblemaze
