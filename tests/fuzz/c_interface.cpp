// Fuzzes the C interface. The input encodes a sequence of calls. Each call consists of a byte that
// selects the function, and its arguments. Handles are results of earlier calls, including freed
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

constexpr int kKindsOfCalls = 39, kMostCalls = 60;
constexpr int kMostRolls = 6;  // limit on calls that simulate a complete move
constexpr int kSchemes[] = {0, MM_CONTROL_TILT, 8, 24};

class Caller {
 public:
  explicit Caller(std::string_view input) : choices_(input) {}
  ~Caller() {
    for (const std::uint64_t handle : handles_) static_cast<void>(mm_free(handle));
  }

  void make_calls() {
    for (int i = 0; i < kMostCalls && !choices_.empty(); ++i) {
      const int kind = choices_.below(kKindsOfCalls);
      if (kind < 7)
        call_mazes(kind);
      else if (kind < 23)
        call_world(kind);
      else if (kind < 27)
        call_model(kind);
      else if (kind < 36)
        call_episode(kind);
      else
        call_batch(kind);
    }
  }

 private:
  std::uint64_t handle() {
    const int which = choices_.byte();
    if (which == 255) return choices_.number(8);
    if (which >= 240 || handles_.empty()) return 0;
    // Small numbers select recent handles.
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
  std::string kind() { return word({"predicted", "imagined", "bullet"}); }
  std::string family() { return word({"four-bit", "jump", "jump-no-u-turn", "rook"}); }
  std::string agent() {
    return word({"breadth-first", "depth-first", "heuristic", "complete-solution-prediction",
                 "single-move-prediction", "lrta-star", "random-walk"});
  }
  int orientations() { return choices_.byte() % 4 == 3 ? number() : kSchemes[choices_.below(4)]; }
  /// Returns true until the limit on long simulations is reached.
  bool may_roll() { return rolls_++ < kMostRolls; }

  /// Returns a setup in a maze or in a family. `kind` must outlive the setup.
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
  /// Calls `make` with a pointer for the new handle, and stores the handle.
  template <class Make>
  void create(Make&& make) {
    std::uint64_t made = 0;
    if (check(make(&made))) handles_.push_back(made);
  }
  /// Returns the text or bytes from a call, or "" if the call fails.
  template <class Ask>
  std::string ask(Ask&& ask) {
    mm_text text{};
    if (!check(ask(&text))) {
      fuzz::require(text.data == nullptr, "a failed call leaves its output alone");
      return "";
    }
    fuzz::require(text.data[text.length] == 0, "a 0 follows a text");
    return {text.data, text.length};
  }
  /// Calls `fill` with a pointer to a struct whose size is set.
  template <class Struct, class Fill>
  Struct filled(Fill&& fill) {
    Struct made{};
    made.size = sizeof made;
    check(fill(&made));
    return made;
  }

  void call_mazes(int kind) {
    switch (kind) {
      case 0: check(mm_free(handle())); break;
      case 1: ask([](mm_text* text) { return mm_catalogue(text); }); break;
      case 2: {
        const int w = choices_.below(6), h = choices_.below(6), d = choices_.below(6);
        const std::string layers = word({"all", "outer", "flat"});
        create([&](mm_maze* made) {
          return mm_maze_generate(w, h, d, layers.c_str(), choices_.byte(), made);
        });
        break;
      }
      case 3: read_maze(std::string(choices_.line())); break;
      case 4: {
        const mm_maze maze = handle();
        filled<mm_maze_info>([&](mm_maze_info* info) { return mm_maze_get_info(maze, info); });
        ask([&](mm_text* text) { return mm_maze_to_text(maze, "ascii", text); });
        const auto json = ask([&](mm_text* text) { return mm_maze_to_text(maze, "json", text); });
        if (!json.empty()) read_maze(json);
        break;
      }
      case 5: {
        const mm_maze maze = handle();
        const int path = number();
        std::vector<std::int32_t> rests(static_cast<std::size_t>(choices_.below(9)));
        for (std::int32_t& each : rests) each = number();
        ask([&](mm_text* svg) { return mm_maze_svg(maze, path, rests.data(), rests.size(), svg); });
        break;
      }
      default: {
        const std::string text(choices_.line());
        mm_settings made = 0;
        create([&](mm_settings* settings) {
          const mm_status status = mm_settings_from_json(text.data(), text.size(), settings);
          made = *settings;
          return status;
        });
        ask([&](mm_text* json) { return mm_settings_to_json(made, json); });
      }
    }
  }

  void read_maze(const std::string& json) {
    create([&](mm_maze* made) { return mm_maze_from_json(json.data(), json.size(), made); });
  }

  void call_world(int kind) {
    if (kind == 7 || kind == 8) return create_world(kind == 7);
    if (kind == 21) return load();
    const mm_world world = handle();
    switch (kind) {
      case 9: observe(world); break;
      case 10: check(mm_world_draw_from(world, choices_.number(8), choices_.below(2))); break;
      case 11: check(mm_world_reset(world)); break;
      case 12: check(mm_world_begin_switch(world, orientations())); break;
      case 13: {
        std::int32_t motion = 0;
        std::int64_t ticks = 0;
        const int move = number();
        check(mm_world_step(world, move, choices_.byte(), &motion, &ticks));
        break;
      }
      case 14:
        if (may_roll()) check(mm_world_step(world, number(), -1, nullptr, nullptr));
        break;
      case 15: {
        const double command[3]{number() / 100.0, number() / 100.0, number() / 100.0};
        check(mm_world_turn(world, command, number()));
        break;
      }
      case 16: {
        double command[3];
        if (may_roll())
          ask([&](mm_text* reason) { return mm_world_decide(world, "floor", command, reason); });
        break;
      }
      case 17: {
        const int state = number(), move = number();
        filled<mm_rule>([&](mm_rule* rule) { return mm_world_rule(world, state, move, rule); });
        ask([&](mm_text* words) { return mm_world_describe(world, state, move, words); });
        break;
      }
      case 18: create([&](std::uint64_t* made) { return mm_copy(world, made); }); break;
      case 19:
        create(
            [&](mm_world* made) { return mm_world_copy_for_agent(world, choices_.byte(), made); });
        break;
      case 20: {
        const std::string bytes = ask([&](mm_text* text) { return mm_save(world, text); });
        if (!bytes.empty()) saved_ = bytes;
        break;
      }
      default: ask_truth(world);
    }
  }

  void create_world(bool in_maze) {
    const std::string name = in_maze ? kind() : family();
    const mm_setup of = setup(name, in_maze);
    create([&](mm_world* made) { return mm_world_create(&of, made); });
  }

  /// Loads the most recently saved bytes. Can modify some words and correct the checksum, like a
  /// malicious user.
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

  mm_observation observe(mm_world world) {
    return filled<mm_observation>(
        [&](mm_observation* observation) { return mm_world_observe(world, observation); });
  }

  void ask_truth(mm_world world) {
    const mm_observation now = observe(world);
    if (now.kind[0] == 0 || now.posed != 0) return;  // this call takes seconds
    const int recovery = choices_.below(2), budget = 1 + choices_.byte();
    filled<mm_truth>(
        [&](mm_truth* truth) { return mm_world_truth(world, recovery, budget, truth); });
  }

  void call_model(int kind) {
    if (kind == 23) {
      const std::string name = word({"predictor", "first-cell", "predicted"});
      const mm_setup of = setup(name);
      const int runs = number();
      create([&](mm_model* made) { return mm_model_create(&of, runs, number() / 500.0, made); });
      return;
    }
    const std::uint64_t of = handle();
    if (kind == 24) {
      const int state = number(), move = number();
      const mm_guess* guesses = nullptr;
      std::size_t count = 0;
      check(mm_model_predict(of, state, move, &guesses, &count));
    } else if (kind == 25) {
      create([&](mm_map* made) { return mm_map_create(of, 1, made); });
    } else {
      filled<mm_map_info>([&](mm_map_info* info) { return mm_map_get_info(of, info); });
      ask([&](mm_text* json) { return mm_map_to_json(of, json); });
    }
  }

  void call_episode(int kind) {
    if (kind == 27) return create_episode();
    const mm_episode episode = handle();
    switch (kind) {
      case 28:
        if (may_roll()) check(mm_episode_run(episode, choices_.below(5), -1, nullptr));
        break;
      case 29: {
        filled<mm_episode_info>(
            [&](mm_episode_info* info) { return mm_episode_get_info(episode, info); });
        ask([&](mm_text* json) { return mm_episode_describe(episode, json); });
        ask([&](mm_text* json) { return mm_episode_log(episode, choices_.byte(), json); });
        break;
      }
      case 30: {
        std::int64_t made = 0;
        check(mm_episode_run(episode, -1, choices_.byte(), &made));
        break;
      }
      case 31: {
        const std::string who = agent();
        check(mm_episode_set_player(episode, who.c_str(), choices_.below(3) - 1));
        break;
      }
      case 32: check(mm_episode_choose(episode, number())); break;
      case 33: check(mm_episode_switch(episode, orientations())); break;
      case 34: {
        std::int32_t move = 0;
        ask([&](mm_text* reason) { return mm_episode_hint(episode, &move, reason); });
        break;
      }
      default: {
        const int first = number(), stride = number();
        const std::size_t room = choices_.number(2) % 600;
        std::vector<float> poses(room * 12);
        std::size_t length = 0;
        check(mm_episode_frames(episode, first, stride, poses.data(), room, &length));
        ask([&](mm_text* bytes) { return mm_episode_recording(episode, bytes); });
      }
    }
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
    create([&](mm_episode* made) { return mm_episode_create(&of, &player, made); });
  }

  void call_batch(int call) {
    if (call == 36) {
      const std::string name = kind();
      std::vector<mm_maze> mazes(static_cast<std::size_t>(choices_.below(4)));
      for (mm_maze& maze : mazes) maze = handle();
      const mm_setup of = setup(name);
      create([&](mm_batch* made) {
        return mm_batch_create(&of, mazes.data(), mazes.size(), 1, made);
      });
      return;
    }
    const mm_batch batch = handle();
    if (call == 37) return play_batch(batch);
    const auto index = static_cast<std::size_t>(choices_.below(5));
    create([&](mm_maze* made) { return mm_batch_maze(batch, index, made); });
    create([&](mm_world* made) { return mm_batch_world(batch, index, made); });
    check(mm_batch_put(batch, index, handle()));
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
    if (!may_roll()) return;
    std::uint64_t* const in_new = choices_.below(2) == 1 ? seeds.data() : nullptr;
    check(mm_batch_reset(batch, mask.data(), in_new, seeds.data(), &view, size));
    check(mm_batch_step(batch, moves.data(), &view, size));
    check(mm_batch_turn(batch, mask.data(), commands.data(), choices_.byte(), &view, size));
    check(mm_batch_observe(batch, &view, size));
  }

  fuzz::Choices choices_;
  std::vector<std::uint64_t> handles_;
  std::string saved_;
  int rolls_ = 0;
};

}  // namespace
}  // namespace marblemaze

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marblemaze;
  const std::string text = fuzz::text_of(data, size);
  Caller(text).make_calls();
  return 0;
}
