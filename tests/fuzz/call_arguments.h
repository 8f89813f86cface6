#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "engine/c_api/marblemaze.h"
#include "fuzz/fuzz_target.h"

namespace marblemaze::fuzz {

/// What an input says that calls of the C interface are given, and what every answer keeps to.
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
    // The newest are nearest.
    return handles_[handles_.size() - 1 - static_cast<std::size_t>(which) % handles_.size()];
  }
  /// Mostly a small number, of either sign.
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

  /// Whether there are any left; simulating takes milliseconds.
  bool may_roll() { return rolls_++ < kMostRolls; }

  std::vector<std::int32_t> numbers() {
    std::vector<std::int32_t> list(static_cast<std::size_t>(choices_.below(9)));
    for (std::int32_t& each : list) each = number();
    return list;
  }

  // ---- what every answer keeps to ----

  mm_status check(mm_status status) {
    require(status >= MM_OK && status < MM_INTERNAL, "a status is one of the header's");
    if (status != MM_OK) require_one_line(mm_last_error());
    return status;
  }
  /// By reference: the call that sets the handle stands beside it among the arguments.
  void created(mm_status status, const std::uint64_t& handle) {
    if (check(status) == MM_OK) handles_.push_back(handle);
  }
  /// A text or bytes: first its size, then with the room that the input says, then all of it.
  template <class Ask>
  std::string ask(Ask&& ask) {
    std::size_t needed = 0;
    if (check(ask(nullptr, std::size_t{0}, &needed)) != MM_OK) return "";
    std::string kept(needed, '\0');
    require(mm_last_text(kept.data(), needed, &needed) == MM_OK, "the text is kept");
    std::vector<char> little(count() + 1);
    const mm_status status = check(ask(little.data(), little.size(), &needed));
    require((status == MM_OK) == (needed <= little.size()), "needed says what is needed");
    std::string all(needed, '\0');
    require(check(ask(all.data(), all.size(), &needed)) == MM_OK, "there is room now");
    require(all == kept, "the same text again");
    return all;
  }

  Choices choices_;

 private:
  static constexpr int kMostRolls = 6;  // calls that simulate for long
  static constexpr int kSchemes[] = {0, 4, 8, 24};

  std::vector<std::uint64_t> handles_;
  int rolls_ = 0;
};

}  // namespace marblemaze::fuzz
