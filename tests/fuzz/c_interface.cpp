// Fuzzes the C interface. The input encodes a sequence of calls, each of which consists of a
// function number (one byte) and arguments. Handles are results of earlier calls, including freed
// handles, or arbitrary numbers. Every call must return a status of the header, report errors in
// one line, and stay within its buffers, which the address sanitizer checks.
#include <cstring>
#include <initializer_list>
#include <vector>

#include "engine/c_api/marblemaze.h"
#include "fuzz/fuzz_target.h"
#include "maze/base/hash.h"

namespace marblemaze {
namespace {

constexpr int kKindsOfCalls = 39, kMaxCalls = 60;
constexpr int kMaxLongCalls = 6;  // limit on calls that simulate a complete move
constexpr int kSchemes[] = {0, MM_CONTROL_TILT, 8, 24};

class Caller {
 public:
  explicit Caller(std::string_view input) : choices_(input) {}
  ~Caller() {
    for (const std::uint64_t handle : handles_) static_cast<void>(mm_free(handle));
  }

  void make_calls() {
    for (int i = 0; i < kMaxCalls && !choices_.empty(); ++i) {
      const int kind = choices_.below(kKindsOfCalls);
      if (!create_or_load(kind)) use_object(kind, handle());
    }
  }

 private:
  std::uint64_t handle() {
    const int which = choices_.byte();
    if (which == 255) return choices_.number(8);
    if (which >= 240 || handles_.empty()) return 0;
    return handles_[handles_.size() - 1 - static_cast<std::size_t>(which) % handles_.size()];
  }
  /// Returns a signed integer, which is usually small.
  int number() {
    const int byte = choices_.byte(), value = byte < 128 ? byte : byte - 256;
    return value == 127 ? static_cast<int>(choices_.number(4)) : value;
  }
  std::string word(std::initializer_list<const char*> known) {
    const int which = choices_.byte();
    if (which == 255) return std::string(choices_.line());
    return known.begin()[static_cast<std::size_t>(which) % known.size()];
  }
  std::string world_kind() { return word({"predicted", "imagined", "bullet"}); }
  std::string family() { return word({"four-bit", "jump", "jump-no-u-turn", "rook"}); }
  std::string agent() {
    return word({"breadth-first", "depth-first", "heuristic", "complete-solution-prediction",
                 "single-move-prediction", "lrta-star", "random-walk"});
  }
  int orientations() { return choices_.byte() % 4 == 3 ? number() : kSchemes[choices_.below(4)]; }
  bool may_simulate() { return long_calls_++ < kMaxLongCalls; }

  /// `kind` must outlive the setup.
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

  bool check(mm_status status) {
    fuzz::require(status >= MM_OK && status < MM_INTERNAL, "a status is one of the header's");
    if (status != MM_OK) fuzz::require_one_line(mm_last_error());
    return status == MM_OK;
  }
  template <class Function, class... Arguments>
  std::uint64_t create(Function function, Arguments... arguments) {
    std::uint64_t made = 0;
    if (check(function(arguments..., &made))) handles_.push_back(made);
    return made;
  }
  /// Calls a function whose last argument is a pointer to text. Returns "" if the call fails.
  template <class Function, class... Arguments>
  std::string text(Function function, Arguments... arguments) {
    mm_text text{};
    if (!check(function(arguments..., &text))) {
      fuzz::require(text.data == nullptr, "a failed call leaves its output alone");
      return "";
    }
    fuzz::require(text.data[text.length] == 0, "a 0 follows a text");
    return {text.data, text.length};
  }
  template <class Struct, class Function, class... Arguments>
  Struct info(Function function, Arguments... arguments) {
    Struct made{};
    made.size = sizeof made;
    check(function(arguments..., &made));
    return made;
  }

  /// Returns false if there is no call of this kind.
  bool create_or_load(int kind) {
    switch (kind) {
      case 1: text(mm_catalogue); return true;
      case 2: {
        const int w = choices_.below(6), h = choices_.below(6), d = choices_.below(6);
        const std::string layers = word({"all", "outer", "flat"});
        create(mm_maze_generate, w, h, d, layers.c_str(), choices_.byte());
        return true;
      }
      case 3: read_maze(std::string(choices_.line())); return true;
      case 6: {
        const std::string json(choices_.line());
        text(mm_settings_to_json, create(mm_settings_from_json, json.data(), json.size()));
        return true;
      }
      case 7:
      case 8: {
        const std::string name = kind == 7 ? world_kind() : family();
        const mm_setup of = setup(name, kind == 7);
        create(mm_world_create, &of);
        return true;
      }
      case 21: load(); return true;
      case 23: {
        const std::string name = word({"predictor", "first-cell", "predicted"});
        const mm_setup of = setup(name);
        const int runs = number();
        create(mm_model_create, &of, runs, number() / 500.0);
        return true;
      }
      case 27: create_episode(); return true;
      case 36: {
        const std::string name = world_kind();
        std::vector<mm_maze> mazes(static_cast<std::size_t>(choices_.below(4)));
        for (mm_maze& maze : mazes) maze = handle();
        const mm_setup of = setup(name);
        create(mm_batch_create, &of, mazes.data(), mazes.size(), 1);
        return true;
      }
      default: return false;
    }
  }

  /// Calls a function with an object of the right or the wrong kind.
  void use_object(int kind, std::uint64_t object) {
    switch (kind) {
      case 0: check(mm_free(object)); break;
      case 4: {
        info<mm_maze_info>(mm_maze_get_info, object);
        text(mm_maze_to_text, object, "ascii");
        const std::string json = text(mm_maze_to_text, object, "json");
        if (!json.empty()) read_maze(json);
        break;
      }
      case 5: {
        const int path = number();
        std::vector<std::int32_t> rests(static_cast<std::size_t>(choices_.below(9)));
        for (std::int32_t& each : rests) each = number();
        text(mm_maze_svg, object, path, rests.data(), rests.size());
        break;
      }
      case 9: info<mm_observation>(mm_world_observe, object); break;
      case 10: check(mm_world_draw_from(object, choices_.number(8), choices_.below(2))); break;
      case 11: check(mm_world_reset(object)); break;
      case 12: check(mm_world_begin_switch(object, orientations())); break;
      case 13: {
        std::int32_t motion = 0;
        std::int64_t ticks = 0;
        const int move = number();
        check(mm_world_step(object, move, choices_.byte(), &motion, &ticks));
        break;
      }
      case 14:
        if (may_simulate()) check(mm_world_step(object, number(), -1, nullptr, nullptr));
        break;
      case 15: {
        const double command[3]{number() / 100.0, number() / 100.0, number() / 100.0};
        check(mm_world_turn(object, command, number()));
        break;
      }
      case 16: {
        double command[3];
        if (may_simulate()) text(mm_world_decide, object, "floor", command);
        break;
      }
      case 17: {
        const int state = number(), move = number();
        info<mm_rule>(mm_world_rule, object, state, move);
        text(mm_world_describe, object, state, move);
        break;
      }
      case 18: create(mm_copy, object); break;
      case 19: create(mm_world_copy_for_agent, object, choices_.byte()); break;
      case 20:
        if (const std::string bytes = text(mm_save, object); !bytes.empty()) saved_ = bytes;
        break;
      case 22: {
        const auto now = info<mm_observation>(mm_world_observe, object);
        if (now.kind[0] == 0 || now.posed != 0) break;  // too slow: takes seconds
        const int recovery = choices_.below(2), budget = 1 + choices_.byte();
        info<mm_truth>(mm_world_truth, object, recovery, budget);
        break;
      }
      case 24: {
        const int state = number(), move = number();
        const mm_guess* guesses = nullptr;
        std::size_t count = 0;
        check(mm_model_predict(object, state, move, &guesses, &count));
        break;
      }
      case 25: create(mm_map_create, object, 1); break;
      case 26:
        info<mm_map_info>(mm_map_get_info, object);
        text(mm_map_to_json, object);
        break;
      case 28:
        if (may_simulate()) check(mm_episode_run(object, choices_.below(5), -1, nullptr));
        break;
      case 29:
        info<mm_episode_info>(mm_episode_get_info, object);
        text(mm_episode_describe, object);
        text(mm_episode_log, object, choices_.byte());
        break;
      case 30: {
        std::int64_t made = 0;
        check(mm_episode_run(object, -1, choices_.byte(), &made));
        break;
      }
      case 31: {
        const std::string who = agent();
        check(mm_episode_set_player(object, who.c_str(), choices_.below(3) - 1));
        break;
      }
      case 32: check(mm_episode_choose(object, number())); break;
      case 33: check(mm_episode_switch(object, orientations())); break;
      case 34: {
        std::int32_t move = 0;
        text(mm_episode_hint, object, &move);
        break;
      }
      case 35: {
        const int first = number(), stride = number();
        const std::size_t room = choices_.number(2) % 600;
        std::vector<float> poses(room * 12);
        std::size_t length = 0;
        check(mm_episode_frames(object, first, stride, poses.data(), room, &length));
        text(mm_episode_recording, object);
        break;
      }
      case 37: play_batch(object); break;
      default: {
        const auto index = static_cast<std::size_t>(choices_.below(5));
        create(mm_batch_maze, object, index);
        create(mm_batch_world, object, index);
        check(mm_batch_put(object, index, handle()));
      }
    }
  }

  void read_maze(const std::string& json) { create(mm_maze_from_json, json.data(), json.size()); }

  /// Loads the most recently saved bytes, with some words modified and the checksum corrected in
  /// some cases, like a malicious user.
  void load() {
    std::string bytes = saved_;
    const int changes = bytes.size() < 16 ? 0 : choices_.below(4);
    for (int i = 0; i < changes; ++i) {
      const std::size_t at = 8 * (choices_.number(2) % ((bytes.size() - 8) / 8));
      const std::uint64_t value = choices_.number(choices_.byte() % 2 == 0 ? 1 : 8);
      std::memcpy(&bytes[at], &value, sizeof value);
    }
    if (changes > 0) {
      Hash hash;
      hash.add_bytes(std::string_view(bytes).substr(0, bytes.size() - 8));
      const std::uint64_t sum = hash.value();
      std::memcpy(&bytes[bytes.size() - 8], &sum, sizeof sum);
    }
    check(mm_load(handle(), bytes.data(), bytes.size()));
  }

  void create_episode() {
    const bool in_maze = choices_.below(4) != 0;
    const std::string name =
        in_maze ? word({"predicted", "predicted", "predicted", "imagined"}) : family();
    const std::string who = agent();
    mm_setup of = setup(name, in_maze);
    if (of.control == MM_CONTROL_TILT) of.control = 8;
    mm_player player{};
    player.size = sizeof player;
    player.agent = who.c_str();
    player.run = static_cast<std::uint64_t>(choices_.byte());
    player.recovery = choices_.below(2), player.record = choices_.below(2);
    player.by_hand = choices_.below(4) == 3;
    create(mm_episode_create, &of, &player);
  }

  void play_batch(mm_batch batch) {
    const auto size = static_cast<std::size_t>(choices_.below(4));
    std::vector<std::uint8_t> mask(size);
    std::vector<std::int32_t> moves(size);
    std::vector<std::uint64_t> seeds(size, choices_.byte());
    std::vector<std::int64_t> numbers(size);
    std::vector<double> commands(3 * size, number() / 100.0), tilt(MM_TILT_STATE * size);
    std::vector<float> observations(MM_TILT_OBSERVATION * size);
    for (std::size_t i = 0; i < size; ++i) mask[i] = choices_.byte() & 1, moves[i] = number();
    mm_view view{};
    view.size = sizeof view;
    view.states = view.outcomes = view.cells = view.orientations = numbers.data();
    view.tilt = tilt.data(), view.observations = observations.data();
    if (!may_simulate()) return;
    std::uint64_t* const in_new = choices_.below(2) == 1 ? seeds.data() : nullptr;
    check(mm_batch_reset(batch, mask.data(), in_new, seeds.data(), &view, size));
    check(mm_batch_step(batch, moves.data(), &view, size));
    check(mm_batch_turn(batch, mask.data(), commands.data(), choices_.byte(), &view, size));
    check(mm_batch_observe(batch, &view, size));
  }

  fuzz::Choices choices_;
  std::vector<std::uint64_t> handles_;
  std::string saved_;
  int long_calls_ = 0;
};

}  // namespace

void fuzz::test_input(const std::string& input) { Caller(input).make_calls(); }

}  // namespace marblemaze
