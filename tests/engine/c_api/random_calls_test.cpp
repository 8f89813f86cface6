// Random calls with random mistakes.
#include <array>
#include <vector>

#include "maze/base/random.h"
#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

enum Sort { of_maze, of_settings, of_world, of_model, of_map, of_episode, of_batch, of_tilt };

/// Arguments that a mistaken program might pass.
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
  /// Mostly one of the kind that is wanted, else another one or none; sometimes freed already.
  std::uint64_t handle(Sort wanted) {
    if (coin(20)) return coin(2) ? rng_.bits() : rng_.below(40);
    const auto& of =
        handles_[coin(10) ? rng_.below(handles_.size()) : static_cast<std::size_t>(wanted)];
    return of.empty() ? 0 : of[rng_.below(of.size())];
  }
  /// Rarely the defaults: what is left to chance there makes truths and plans slow.
  std::uint64_t settings() { return coin(30) ? 0 : handle(of_settings); }
  /// Sometimes too short, never longer than the memory.
  std::size_t room() { return coin(4) ? rng_.below(memory.size()) : memory.size(); }
  template <class T>
  T* pointer() {
    return coin(12) ? nullptr : reinterpret_cast<T*>(memory.data());
  }
  /// For a struct that begins with its size.
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

  std::vector<std::uint64_t> memory = std::vector<std::uint64_t>(4096);
  std::uint64_t made = 0;

 private:
  Rng rng_;
  std::array<std::vector<std::uint64_t>, 8> handles_;
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
      [](M& m) {
        return mm_maze_to_json(m.handle(of_maze), m.pointer<char>(), m.room(),
                               m.pointer<std::size_t>());
      },
      [](M& m) { return mm_maze_get_info(m.handle(of_maze), m.sized<mm_maze_info>()); },
      [](M& m) { return mm_last_text(m.pointer<char>(), m.room(), m.pointer<std::size_t>()); },
      [](M& m) { return mm_maze_walls(m.handle(of_maze), m.pointer<std::uint8_t>(), m.room()); },
      [](M& m) {
        return mm_maze_distances(m.handle(of_maze), m.pointer<std::int32_t>(),
                                 m.count<std::int32_t>());
      },
      [](M& m) {
        return mm_maze_svg(m.handle(of_maze), m.small(), m.pointer<std::int32_t>(),
                           m.coin(2) ? 3 : 0, nullptr, 0, &m.memory[0]);
      },
      [](M& m) {
        return keep(m, of_settings,
                    mm_settings_from_json(m.coin(30) ? nullptr : "{\"friction\": 0.3}",
                                          m.coin(30) ? 0 : 17, &m.made));
      },
      [](M& m) {
        return keep(m, of_world,
                    mm_world_create(m.name(), m.handle(of_maze), m.coin(3) ? m.small() : 8,
                                    m.settings(), &m.made));
      },
      [](M& m) {
        return keep(m, of_world, mm_world_create_in_family(m.name(), m.bits() % 5, &m.made));
      },
      [](M& m) { return mm_world_get_info(m.handle(of_world), m.sized<mm_world_info>()); },
      [](M& m) { return mm_world_draw_for_run(m.handle(of_world), m.bits()); },
      [](M& m) { return m.coin(5) ? mm_world_reset(m.handle(of_world)) : MM_OK; },
      [](M& m) { return mm_world_begin(m.handle(of_world), m.small()); },
      [](M& m) { return mm_world_begin_switch(m.handle(of_world), m.coin(2) ? 24 : 8); },
      [](M& m) {
        return mm_world_tick(m.handle(of_world), m.number(), m.pointer<std::int32_t>(),
                             m.pointer<std::int64_t>());
      },
      [](M& m) { return mm_world_settle(m.handle(of_world), m.pointer<std::int32_t>()); },
      [](M& m) { return mm_world_move(m.handle(of_world), m.small(), m.pointer<std::int32_t>()); },
      [](M& m) {
        return mm_world_move_count(m.handle(of_world), m.number(), m.pointer<std::int32_t>());
      },
      [](M& m) {
        return mm_world_is_goal(m.handle(of_world), m.number(), m.pointer<std::int32_t>());
      },
      [](M& m) {
        return mm_world_certain_result(m.handle(of_world), m.number(), m.small(),
                                       m.pointer<std::int32_t>());
      },
      [](M& m) {
        return mm_world_describe_state(m.handle(of_world), m.number(), m.pointer<char>(), m.room(),
                                       &m.memory[4000]);
      },
      [](M& m) {
        return mm_world_describe_move(m.handle(of_world), m.number(), m.small(), m.pointer<char>(),
                                      m.room(), &m.memory[4000]);
      },
      [](M& m) { return mm_world_pose(m.handle(of_world), m.sized<mm_pose>()); },
      [](M& m) { return keep(m, of_world, mm_world_copy(m.handle(of_world), &m.made)); },
      [](M& m) {
        return keep(m, of_world, mm_world_copy_for_agent(m.handle(of_world), m.bits(), &m.made));
      },
      [](M& m) {
        return mm_world_save(m.handle(of_world), m.pointer<char>(), m.room(), &m.memory[4000]);
      },
      [](M& m) {
        return mm_world_restore(m.handle(of_world), m.pointer<char>(),
                                m.coin(2) ? m.memory[4000] % 30'000 : m.room());
      },
      [](M& m) {
        // Seldom: a truth tries its policy in a thousand runs.
        if (!m.coin(8)) return MM_OK;
        return mm_world_truth(m.handle(of_world), m.small(), m.coin(9) ? -1 : 20,
                              m.pointer<std::int32_t>(), m.pointer<std::int32_t>(),
                              m.pointer<std::int64_t>(), m.pointer<double>(),
                              m.pointer<std::int32_t>(), m.count<std::int32_t>(), &m.memory[4000]);
      },
      [](M& m) {
        return keep(m, of_model,
                    mm_model_create(m.name(), m.handle(of_maze), m.coin(3) ? m.small() : 8,
                                    m.settings(), m.small(), m.coin(9) ? 5.0 : 0.001, &m.made));
      },
      [](M& m) {
        return mm_model_predict(m.handle(of_model), m.number(), m.small(),
                                m.pointer<std::int32_t>(), m.pointer<std::int32_t>(),
                                m.pointer<double>(), m.count<double>(), &m.memory[4000]);
      },
      [](M& m) {
        return m.coin(20) ? keep(m, of_map, mm_map_create(m.handle(of_model), m.small(), &m.made))
                          : MM_OK;
      },
      [](M& m) { return mm_map_get_info(m.handle(of_map), m.sized<mm_map_info>()); },
      [](M& m) {
        return mm_map_states(m.handle(of_map), m.pointer<std::int32_t>(), nullptr,
                             m.pointer<std::int32_t>(), m.count<std::int32_t>());
      },
      [](M& m) {
        return mm_map_arcs(m.handle(of_map), m.pointer<std::int32_t>(), nullptr,
                           m.count<std::int32_t>() / 3);
      },
      [](M& m) {
        return keep(m, of_episode,
                    mm_episode_create(m.name(), m.handle(of_maze), 8, m.settings(),
                                      m.coin(3) ? m.name() : "breadth-first", 1, m.small(),
                                      m.small(), &m.made));
      },
      [](M& m) {
        return keep(m, of_episode,
                    mm_episode_create_in_family(m.name(), m.bits() % 5,
                                                m.coin(3) ? m.name() : "breadth-first", m.small(),
                                                m.small(), &m.made));
      },
      [](M& m) {
        // A good call would draw for a second: these are of the wrong kind.
        return mm_episode_png(m.handle(of_maze), m.small(), m.small(), nullptr, nullptr);
      },
      [](M& m) { return mm_maze_png(m.handle(of_maze), m.small(), m.small(), nullptr, nullptr); },
      [](M& m) {
        return mm_episode_run(m.handle(of_episode), m.small() & 7, m.pointer<std::int32_t>());
      },
      [](M& m) { return mm_episode_get_info(m.handle(of_episode), m.sized<mm_episode_info>()); },
      [](M& m) {
        return mm_episode_moves(m.handle(of_episode), m.pointer<std::int32_t>(),
                                m.count<std::int32_t>() / 4, &m.memory[4000]);
      },
      [](M& m) { return mm_episode_record(m.handle(of_episode)); },
      [](M& m) {
        return mm_episode_tick(m.handle(of_episode), m.number() % 500, m.pointer<std::int64_t>());
      },
      [](M& m) { return mm_episode_play_by_hand(m.handle(of_episode), m.coin(2)); },
      [](M& m) { return mm_episode_choose(m.handle(of_episode), m.small()); },
      [](M& m) { return mm_episode_use_agent(m.handle(of_episode), m.name()); },
      [](M& m) { return mm_episode_switch(m.handle(of_episode), m.coin(2) ? 24 : m.small()); },
      [](M& m) {
        return mm_episode_hint(m.handle(of_episode), m.pointer<std::int32_t>(), nullptr, 0,
                               &m.memory[4000]);
      },
      [](M& m) {
        return mm_episode_describe(m.handle(of_episode), m.pointer<char>(), m.room(),
                                   &m.memory[4000]);
      },
      [](M& m) {
        return mm_episode_log(m.handle(of_episode), m.bits() % 5, nullptr, 0, &m.memory[4000]);
      },
      [](M& m) {
        return mm_episode_frames(m.handle(of_episode), m.number(), m.number(), m.pointer<float>(),
                                 m.count<float>() / 12, &m.memory[4000]);
      },
      [](M& m) { return mm_episode_recording(m.handle(of_episode), nullptr, 0, &m.memory[4000]); },
      [](M& m) { return mm_recording_to_json(m.memory.data(), 64, nullptr, 0, &m.memory[4000]); },
      [](M& m) {
        m.memory[0] = m.handle(of_maze);
        m.memory[1] = m.handle(of_maze);
        return keep(m, of_batch,
                    mm_batch_create(m.name(), m.coin(9) ? nullptr : m.memory.data(), m.bits() % 3,
                                    8, 0, m.small(), &m.made));
      },
      [](M& m) {
        return mm_batch_reset(m.handle(of_batch), m.coin(2) ? nullptr : m.pointer<std::uint8_t>(),
                              m.pointer<std::int32_t>(), m.pointer<std::int32_t>(), m.bits() % 3);
      },
      [](M& m) {
        const std::int32_t moves[3]{m.small(), m.small(), m.small()};
        return mm_batch_step(m.handle(of_batch), moves, m.pointer<std::int32_t>(),
                             m.pointer<std::int32_t>(), m.bits() % 3);
      },
      [](M& m) {
        const std::int32_t states[3]{m.number(), m.number(), m.number()};
        return mm_batch_place(m.handle(of_batch), states, m.bits() % 3);
      },
      [](M& m) { return mm_batch_pose(m.handle(of_batch), m.bits() % 3, m.sized<mm_pose>()); },
      [](M& m) {
        return mm_batch_new_mazes(m.handle(of_batch), nullptr, m.pointer<std::uint64_t>(),
                                  m.bits() % 3);
      },
      [](M& m) {
        return mm_batch_draw_from(m.handle(of_batch), m.pointer<std::uint8_t>(),
                                  m.pointer<std::uint64_t>(), m.bits() % 3);
      },
      [](M& m) {
        return keep(m, of_maze, mm_batch_maze(m.handle(of_batch), m.bits() % 3, &m.made));
      },
      [](M& m) {
        return mm_batch_save(m.handle(of_batch), m.bits() % 3, m.pointer<char>(), m.room(),
                             &m.memory[4000]);
      },
      [](M& m) {
        return mm_batch_restore(m.handle(of_batch), m.bits() % 3, m.pointer<char>(), m.room());
      },
      [](M& m) {
        return keep(m, of_world,
                    mm_batch_copy_for_agent(m.handle(of_batch), m.bits() % 3, 1, &m.made));
      },
      [](M& m) {
        m.memory[0] = m.handle(of_maze);
        m.memory[1] = m.coin(2) ? m.memory[0] : m.handle(of_maze);
        return keep(m, of_tilt,
                    mm_tilt_create(m.name(), m.coin(9) ? nullptr : m.memory.data(), m.bits() % 3,
                                   m.settings(), m.small(), &m.made));
      },
      [](M& m) { return mm_tilt_get_info(m.handle(of_tilt), m.sized<mm_tilt_info>()); },
      [](M& m) {
        return mm_tilt_act(m.handle(of_tilt), m.coin(2) ? nullptr : m.pointer<std::uint8_t>(),
                           m.pointer<double>(), m.number() % 300, m.bits() % 3);
      },
      [](M& m) {
        return mm_tilt_states(m.handle(of_tilt), m.pointer<double>(), m.pointer<std::int64_t>(),
                              m.pointer<std::uint8_t>(), m.bits() % 3);
      },
      [](M& m) { return mm_tilt_observe(m.handle(of_tilt), m.pointer<float>(), m.bits() % 3); },
      [](M& m) {
        return mm_tilt_reset(m.handle(of_tilt), m.pointer<std::uint8_t>(), m.bits() % 3);
      },
      [](M& m) {
        return mm_tilt_new_mazes(m.handle(of_tilt), nullptr, m.pointer<std::uint64_t>(),
                                 m.bits() % 3);
      },
      [](M& m) {
        return mm_tilt_draw_for_run(m.handle(of_tilt), nullptr, m.pointer<std::uint64_t>(),
                                    m.bits() % 3);
      },
      [](M& m) { return keep(m, of_maze, mm_tilt_maze(m.handle(of_tilt), m.bits() % 3, &m.made)); },
      [](M& m) { return mm_tilt_frame(m.handle(of_tilt), m.bits() % 3, m.pointer<float>()); },
      [](M& m) {
        return mm_tilt_save(m.handle(of_tilt), m.bits() % 3, m.pointer<char>(), m.room(),
                            &m.memory[4000]);
      },
      [](M& m) {
        return mm_tilt_restore(m.handle(of_tilt), m.bits() % 3, m.pointer<char>(), m.room());
      },
      [](M& m) {
        return mm_tilt_use_controller(m.handle(of_tilt), m.bits() % 3,
                                      m.coin(2) ? "floor" : m.name(), m.small());
      },
      [](M& m) {
        return mm_tilt_decide(m.handle(of_tilt), m.bits() % 3, m.pointer<double>(),
                              m.pointer<char>(), m.room(), &m.memory[4000]);
      },
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
