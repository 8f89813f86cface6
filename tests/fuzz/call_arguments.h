#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "engine/c_api/marblemaze.h"
#include "fuzz/fuzz_target.h"

namespace marblemaze::fuzz {

/// Reads the arguments of C calls from an input, and checks the results of every call.
class CallArguments {
 public:
  explicit CallArguments(std::string_view input) : choices_(input) {}
  ~CallArguments() {
    for (const std::uint64_t handle : handles_) static_cast<void>(mm_free(handle));
  }
  CallArguments(const CallArguments&) = delete;
  CallArguments& operator=(const CallArguments&) = delete;

 protected:
  std::uint64_t handle() {
    const int which = choices_.byte();
    if (which == 255) return choices_.number(8);
    if (which >= 240 || handles_.empty()) return 0;
    // Recent handles have small numbers.
    return handles_[handles_.size() - 1 - static_cast<std::size_t>(which) % handles_.size()];
  }
  /// Returns an integer of either sign, usually a small one.
  int number() {
    const int byte = choices_.byte(), value = byte < 128 ? byte : byte - 256;
    if (value == 127) return static_cast<int>(choices_.number(4));
    return value;
  }
  std::string word(std::initializer_list<const char*> known) {
    const int which = choices_.byte();
    if (which == 255) return std::string(choices_.line());
    return known.begin()[static_cast<std::size_t>(which) % known.size()];
  }
  std::string kind() { return word({"predicted", "imagined", "bullet"}); }
  std::string family() { return word({"four-bit", "jump", "jump-no-u-turn", "rook"}); }
  std::string agent() {
    return word({"breadth-first", "depth-first", "heuristic", "complete-solution-prediction",
                 "single-move-prediction", "lrta-star", "random-walk"});
  }
  int orientations() { return choices_.byte() % 4 == 3 ? number() : kSchemes[choices_.below(4)]; }
  std::size_t count() { return static_cast<std::size_t>(choices_.number(2) % 600); }

  /// Returns whether the budget of simulating calls is left; each takes milliseconds.
  bool may_roll() { return rolls_++ < kMostRolls; }

  std::vector<std::int32_t> numbers() {
    std::vector<std::int32_t> list(static_cast<std::size_t>(choices_.below(9)));
    for (std::int32_t& each : list) each = number();
    return list;
  }

  // ---- checks of every result ----

  mm_status check(mm_status status) {
    require(status >= MM_OK && status < MM_INTERNAL, "a status is one of the header's");
    if (status != MM_OK) require_one_line(mm_last_error());
    return status;
  }
  /// Takes the handle by reference, because the call that sets it is another argument.
  void created(mm_status status, const std::uint64_t& handle) {
    if (check(status) == MM_OK) handles_.push_back(handle);
  }
  /// Returns a text or bytes from a call, or nothing.
  template <class Ask>
  std::string ask(Ask&& ask) {
    mm_text text{};
    if (check(ask(&text)) != MM_OK) {
      require(text.data == nullptr, "a failed call leaves its output alone");
      return "";
    }
    require(text.data[text.length] == 0, "a 0 follows a text");
    return {text.data, text.length};
  }
  /// Fills a struct of the header.
  template <class Struct, class Ask>
  Struct filled(Ask&& ask) {
    Struct made{};
    made.size = sizeof made;
    static_cast<void>(check(ask(&made)));
    return made;
  }
  /// Returns the setup of a world in a maze or in a family. `kind` must outlive it.
  mm_setup setup(const std::string& kind, bool in_maze = true) {
    mm_setup made{};
    made.size = sizeof made;
    made.kind = kind.c_str();
    if (in_maze) made.maze = handle(), made.settings = handle();
    made.seed = choices_.byte();
    made.control = orientations();
    made.rest = choices_.below(2);
    made.limit = number();
    return made;
  }

  Choices choices_;

 private:
  static constexpr int kMostRolls = 6;  // calls that simulate for a long time
  static constexpr int kSchemes[] = {0, MM_CONTROL_TILT, 8, 24};

  std::vector<std::uint64_t> handles_;
  int rolls_ = 0;
};

}  // namespace marblemaze::fuzz
