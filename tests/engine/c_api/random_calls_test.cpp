// Makes random calls with random mistakes.
#include <array>
#include <vector>

#include "maze/base/random.h"
#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

enum Sort { of_maze, of_settings, of_world, of_model, of_map, of_episode, of_batch };

/// Arguments as a program with mistakes might pass them.
class Mistakes {
 public:
  explicit Mistakes(std::uint64_t seed) : rng_(seed) {}

  bool coin(int of) { return rng_.below(static_cast<std::uint64_t>(of)) == 0; }
  std::int32_t number() {
    switch (rng_.below(6)) {
      case 0: return static_cast<std::int32_t>(rng_.bits());
      case 1: return -static_cast<std::int32_t>(rng_.below(3));
      case 2: return static_cast<std::int32_t>(rng_.below(700)) + MM_BALANCED;
      default: return static_cast<std::int32_t>(rng_.below(250));
    }
  }
  std::int32_t small() { return coin(10) ? number() : static_cast<std::int32_t>(rng_.below(5)); }
  /// Returns a handle, usually of the right kind, and sometimes of another kind, freed or invalid.
  std::uint64_t handle(Sort wanted) {
    if (coin(20)) return coin(2) ? rng_.bits() : rng_.below(40);
    const auto& of =
        handles_[coin(10) ? rng_.below(handles_.size()) : static_cast<std::size_t>(wanted)];
    return of.empty() ? 0 : of[rng_.below(of.size())];
  }
  /// Rarely returns the default settings, whose noise makes reference solutions and plans slow.
  std::uint64_t settings() { return coin(30) ? 0 : handle(of_settings); }
  /// Returns the size of a buffer, which is sometimes too small but never larger than the memory.
  std::size_t room() { return coin(4) ? rng_.below(memory.size()) : memory.size(); }
  template <class T>
  T* pointer() {
    return coin(12) ? nullptr : reinterpret_cast<T*>(memory.data());
  }
  /// Sets the size of a struct that begins with its size.
  template <class T>
  T* sized() {
    if (!coin(12)) memory[0] = sizeof(T);
    return pointer<T>();
  }
  template <class T>
  std::size_t count() {
    return room() / sizeof(T);
  }
  const char* name() {
    static const std::vector<const char*> names{
        "bullet",   "imagined", "predicted", "first-cell",  "imagination",   "predictor",
        "four-bit", "jump",     "all",       "outer",       "flat",          "",
        "\xff",     nullptr,    "rook",      "bullet-flat", "breadth-first", "one-step"};
    return names[rng_.below(names.size())];
  }
  void keep(Sort sort, std::uint64_t handle) {
    auto& of = handles_[sort];
    of.push_back(handle);
    if (of.size() > 8) {
      static_cast<void>(mm_free(of.front()));
      if (coin(2)) of.erase(of.begin());
    }
  }
  std::uint64_t bits() { return rng_.bits(); }

  /// Usually describes a valid world, with occasional mistakes.
  const mm_setup* setup(bool in_maze = true) {
    if (coin(30)) return nullptr;
    setup_ = mm_setup{};
    setup_.size = coin(30) ? bits() : sizeof setup_;
    setup_.kind = name();
    if (in_maze) setup_.maze = handle(of_maze), setup_.settings = settings();
    setup_.seed = bits() % 5;
    setup_.control = coin(5) ? small() : coin(4) ? MM_CONTROL_TILT : 8;
    setup_.rest = coin(2);
    setup_.limit = coin(3) ? number() : 0;
    return &setup_;
  }
  /// Returns arrays that are large enough for three worlds in mazes of any size.
  const mm_view* view() {
    if (coin(20)) return nullptr;
    view_ = mm_view{};
    view_.size = coin(30) ? bits() : sizeof view_;
    view_.states = pointer<std::int64_t>(), view_.outcomes = pointer<std::int64_t>();
    view_.cells = pointer<std::int64_t>(), view_.rewards = pointer<double>();
    view_.tilt = pointer<double>(), view_.observations = pointer<float>();
    if (coin(2)) view_.visited = met_.data();
    if (coin(2)) view_.distances = distances_.data();
    return &view_;
  }

  std::vector<std::uint64_t> memory = std::vector<std::uint64_t>(4096);
  std::uint64_t made = 0;

 private:
  static constexpr std::size_t kCells = 3 * 64 * 64 * 64;

  Rng rng_;
  mm_setup setup_{};
  mm_view view_{};
  std::vector<std::int8_t> met_ = std::vector<std::int8_t>(24 * kCells);
  std::vector<std::int32_t> distances_ = std::vector<std::int32_t>(kCells);
  std::array<std::vector<std::uint64_t>, 7> handles_;
};

using Call = mm_status (*)(Mistakes&);

mm_status keep(Mistakes& m, Sort sort, mm_status status) {
  if (status == MM_OK) m.keep(sort, m.made);
  return status;
}

const std::vector<Call>& calls() {
  using M = Mistakes;
  static const std::vector<Call> all{
      [](M& m) {
        return keep(m, of_maze,
                    mm_maze_generate(m.small(), m.small(), m.small(), m.name(), m.bits(),
                                     m.coin(9) ? nullptr : &m.made));
      },
      [](M& m) {
        return keep(m, of_maze, mm_maze_from_json(m.pointer<char>(), m.room(), &m.made));
      },
      [](M& m) { return mm_maze_to_text(m.handle(of_maze), m.name(), m.pointer<mm_text>()); },
      [](M& m) { return mm_maze_to_text(m.handle(of_maze), "json", m.pointer<mm_text>()); },
      [](M& m) { return mm_maze_get_info(m.handle(of_maze), m.sized<mm_maze_info>()); },
      [](M& m) {
        return mm_maze_svg(m.handle(of_maze), m.small(), m.pointer<std::int32_t>(),
                           m.coin(2) ? 3 : 0, m.pointer<mm_text>());
      },
      [](M& m) {
        return keep(m, of_settings,
                    mm_settings_from_json(m.coin(30) ? nullptr : "{\"friction\": 0.3}",
                                          m.coin(30) ? 0 : 17, &m.made));
      },
      [](M& m) { return mm_settings_to_json(m.handle(of_settings), m.pointer<mm_text>()); },
      [](M& m) { return keep(m, of_world, mm_world_create(m.setup(), &m.made)); },
      [](M& m) { return keep(m, of_world, mm_world_create(m.setup(m.coin(2)), &m.made)); },
      [](M& m) { return mm_world_observe(m.handle(of_world), m.sized<mm_observation>()); },
      [](M& m) { return mm_world_draw_from(m.handle(of_world), m.bits(), m.small()); },
      [](M& m) { return m.coin(5) ? mm_world_reset(m.handle(of_world)) : MM_OK; },
      [](M& m) {
        return mm_world_step(m.handle(of_world), m.small() - 1, m.coin(3) ? m.number() % 500 : -1,
                             m.pointer<std::int32_t>(), m.pointer<std::int64_t>());
      },
      [](M& m) {
        return mm_world_step(m.handle(of_world), m.small(), -1, m.pointer<std::int32_t>(), nullptr);
      },
      [](M& m) { return mm_world_begin_switch(m.handle(of_world), m.coin(2) ? 24 : 8); },
      [](M& m) { return mm_world_turn(m.handle(of_world), m.pointer<double>(), m.number() % 300); },
      [](M& m) {
        return mm_world_decide(m.handle(of_world), m.coin(2) ? "floor" : m.name(),
                               m.pointer<double>(), m.pointer<mm_text>());
      },
      [](M& m) {
        return mm_world_rule(m.handle(of_world), m.number(), m.small() - 1, m.sized<mm_rule>());
      },
      [](M& m) {
        return mm_world_describe(m.handle(of_world), m.number(), m.small() - 1,
                                 m.pointer<mm_text>());
      },
      [](M& m) { return keep(m, of_world, mm_copy(m.handle(of_world), &m.made)); },
      [](M& m) { return keep(m, of_batch, mm_copy(m.handle(of_batch), &m.made)); },
      [](M& m) {
        return keep(m, of_world, mm_world_copy_for_agent(m.handle(of_world), m.bits(), &m.made));
      },
      [](M& m) { return mm_save(m.handle(m.coin(2) ? of_world : of_batch), m.pointer<mm_text>()); },
      [](M& m) {
        return mm_load(m.handle(m.coin(2) ? of_world : of_batch), m.pointer<char>(),
                       m.coin(2) ? m.memory[4000] % 30'000 : m.room());
      },
      [](M& m) {
        // Rare, because a reference solution tests its policy in a thousand runs.
        if (!m.coin(8)) return MM_OK;
        return mm_world_truth(m.handle(of_world), m.small(), m.coin(9) ? -1 : 20,
                              m.sized<mm_truth>());
      },
      [](M& m) {
        return keep(m, of_model,
                    mm_model_create(m.setup(), m.small(), m.coin(9) ? 5.0 : 0.001, &m.made));
      },
      [](M& m) {
        return mm_model_predict(m.handle(of_model), m.number(), m.small(),
                                m.pointer<const mm_guess*>(), m.pointer<std::size_t>());
      },
      [](M& m) {
        return m.coin(20) ? keep(m, of_map, mm_map_create(m.handle(of_model), m.small(), &m.made))
                          : MM_OK;
      },
      [](M& m) { return mm_map_get_info(m.handle(of_map), m.sized<mm_map_info>()); },
      [](M& m) { return mm_map_to_json(m.handle(of_map), m.pointer<mm_text>()); },
      [](M& m) {
        auto player = testing::sized<mm_player>();
        player.agent = m.coin(3) ? m.name() : "breadth-first";
        player.record = m.coin(2), player.by_hand = m.coin(4), player.recovery = m.coin(2);
        return keep(
            m, of_episode,
            mm_episode_create(m.setup(!m.coin(4)), m.coin(20) ? nullptr : &player, &m.made));
      },
      [](M& m) {
        // A valid call would draw for a second, so this call is always invalid.
        return mm_png(m.handle(m.coin(2) ? of_maze : of_episode), m.small(), m.small(), nullptr,
                      nullptr);
      },
      [](M& m) {
        return mm_episode_run(m.handle(of_episode), m.small() & 7, m.coin(2) ? 500 : -1,
                              m.pointer<std::int64_t>());
      },
      [](M& m) { return mm_episode_get_info(m.handle(of_episode), m.sized<mm_episode_info>()); },
      [](M& m) {
        return mm_episode_set_player(m.handle(of_episode), m.coin(2) ? nullptr : m.name(),
                                     m.small() - 1);
      },
      [](M& m) { return mm_episode_choose(m.handle(of_episode), m.small()); },
      [](M& m) { return mm_episode_switch(m.handle(of_episode), m.coin(2) ? 24 : m.small()); },
      [](M& m) {
        return mm_episode_hint(m.handle(of_episode), m.pointer<std::int32_t>(),
                               m.pointer<mm_text>());
      },
      [](M& m) { return mm_episode_describe(m.handle(of_episode), m.pointer<mm_text>()); },
      [](M& m) { return mm_episode_log(m.handle(of_episode), m.bits() % 5, m.pointer<mm_text>()); },
      [](M& m) {
        return mm_episode_frames(m.handle(of_episode), m.number(), m.number(), m.pointer<float>(),
                                 m.count<float>() / 12, &m.memory[4000]);
      },
      [](M& m) { return mm_episode_recording(m.handle(of_episode), m.pointer<mm_text>()); },
      [](M& m) { return mm_recording_to_json(m.memory.data(), 64, m.pointer<mm_text>()); },
      [](M& m) {
        m.memory[0] = m.handle(of_maze);
        m.memory[1] = m.coin(2) ? m.memory[0] : m.handle(of_maze);
        return keep(m, of_batch,
                    mm_batch_create(m.setup(), m.coin(9) ? nullptr : m.memory.data(), m.bits() % 3,
                                    m.small(), &m.made));
      },
      [](M& m) {
        return mm_batch_reset(m.handle(of_batch), m.coin(2) ? nullptr : m.pointer<std::uint8_t>(),
                              m.coin(2) ? nullptr : m.pointer<std::uint64_t>(),
                              m.coin(2) ? nullptr : m.pointer<std::uint64_t>(), m.view(),
                              m.bits() % 3);
      },
      [](M& m) {
        const std::int32_t moves[3]{m.small() - 1, m.small() - 1, m.small() - 1};
        return mm_batch_step(m.handle(of_batch), moves, m.view(), m.bits() % 3);
      },
      [](M& m) {
        return mm_batch_turn(m.handle(of_batch), m.coin(2) ? nullptr : m.pointer<std::uint8_t>(),
                             m.pointer<double>(), m.number() % 300, m.view(), m.bits() % 3);
      },
      [](M& m) { return mm_batch_observe(m.handle(of_batch), m.view(), m.bits() % 3); },
      [](M& m) {
        return keep(m, of_maze, mm_batch_maze(m.handle(of_batch), m.bits() % 3, &m.made));
      },
      [](M& m) {
        return keep(m, of_world, mm_batch_world(m.handle(of_batch), m.bits() % 3, &m.made));
      },
      [](M& m) { return mm_batch_put(m.handle(of_batch), m.bits() % 3, m.handle(of_world)); },
      [](M& m) { return m.coin(40) ? mm_free(m.handle(of_world)) : MM_OK; },
  };
  return all;
}

TEST(CBadCalls, RandomCallsGiveErrorsAndNeverACrash) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Mistakes mistakes(seed);
    std::vector<int> counts(MM_INTERNAL + 1);
    for (int i = 0; i < 4'000; ++i) {
      const mm_status status = calls()[mistakes.bits() % calls().size()](mistakes);
      ASSERT_GE(status, MM_OK);
      ASSERT_LT(status, MM_INTERNAL) << mm_last_error();
      ++counts[static_cast<std::size_t>(status)];
    }
    EXPECT_GT(counts[MM_OK], 500);
    EXPECT_GT(counts[MM_BAD_INPUT], 100);
    EXPECT_GT(counts[MM_BAD_HANDLE], 100);
    EXPECT_GT(counts[MM_NULL], 20);
    EXPECT_GT(counts[MM_NOT_NOW], 20);
  }
}

}  // namespace
}  // namespace marblemaze::testing
