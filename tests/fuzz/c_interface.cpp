// The C interface: the input is a sequence of calls, a byte for the function and then its
// arguments. Handles are those that earlier calls gave, freed ones too, or made up. Whatever it is
// given, a call gives a status of the header's, says in one line what is wrong, and writes no more
// than there is room for, which the address sanitizer watches. Worlds are small and runs short.
#include <cstring>
#include <vector>

#include "fuzz/call_arguments.h"
#include "maze/base/hash.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostCalls = 60;

class Caller : private fuzz::CallArguments {
 public:
  explicit Caller(std::string_view input) : CallArguments(input) {}

  void make_calls() {
    for (std::size_t i = 0; i < kMostCalls && !choices_.empty(); ++i) make_call();
  }

 private:
  using Call = void (Caller::*)();
  static const std::vector<Call>& calls();

  void make_call() {
    const auto& all = calls();
    (this->*all[static_cast<std::size_t>(choices_.below(static_cast<int>(all.size())))])();
  }

  // ---- calls ----

  void free() { static_cast<void>(check(mm_free(handle()))); }
  void catalogue() {
    ask([](char* b, std::size_t c, std::size_t* n) { return mm_catalogue(b, c, n); });
  }

  void generate() {
    mm_maze made = 0;
    const int w = choices_.below(6), h = choices_.below(6), d = choices_.below(6);
    const std::string layers = word({"all", "outer", "flat"});
    const mm_status status = mm_maze_generate(w, h, d, layers.c_str(), choices_.byte(), &made);
    created(status, made);
  }
  void maze_from_json() {
    const std::string text(choices_.line());
    mm_maze made = 0;
    created(mm_maze_from_json(text.data(), text.size(), &made), made);
  }
  void maze_texts() {
    const mm_maze maze = handle();
    ask([&](char* b, std::size_t c, std::size_t* n) { return mm_maze_hash(maze, b, c, n); });
    ask([&](char* b, std::size_t c, std::size_t* n) { return mm_maze_ascii(maze, b, c, n); });
    const std::string json =
        ask([&](char* b, std::size_t c, std::size_t* n) { return mm_maze_to_json(maze, b, c, n); });
    if (json.empty()) return;
    mm_maze made = 0;
    created(mm_maze_from_json(json.data(), json.size() - 1, &made), made);
  }
  void maze_numbers() {
    const mm_maze maze = handle();
    mm_maze_info info{};
    info.size = sizeof info;
    static_cast<void>(check(mm_maze_get_info(maze, &info)));
    std::vector<std::uint8_t> walls(count());
    static_cast<void>(check(mm_maze_walls(maze, walls.data(), walls.size())));
    std::vector<std::int32_t> distances(count());
    static_cast<void>(check(mm_maze_distances(maze, distances.data(), distances.size())));
  }
  void svg() {
    const mm_maze maze = handle();
    const int path = number();
    const std::vector<std::int32_t> rests = numbers();
    ask([&](char* b, std::size_t c, std::size_t* n) {
      return mm_maze_svg(maze, path, rests.data(), rests.size(), b, c, n);
    });
  }

  void settings() {
    const std::string text(choices_.line());
    mm_settings made = 0;
    created(mm_settings_from_json(text.data(), text.size(), &made), made);
    ask([&](char* b, std::size_t c, std::size_t* n) { return mm_settings_to_json(made, b, c, n); });
  }

  void world() {
    mm_world made = 0;
    const std::string name = kind();
    const std::uint64_t maze = handle();
    const int scheme = orientations();
    const mm_status status = mm_world_create(name.c_str(), maze, scheme, handle(), &made);
    created(status, made);
  }
  void world_in_family() {
    mm_world made = 0;
    const std::string name = family();
    const mm_status status = mm_world_create_in_family(name.c_str(), choices_.byte(), &made);
    created(status, made);
  }
  void world_facts() {
    const mm_world world = handle();
    mm_world_info info{};
    info.size = sizeof info;
    mm_pose pose{};
    pose.size = sizeof pose;
    std::uint64_t hash = 0;
    static_cast<void>(check(mm_world_get_info(world, &info)));
    static_cast<void>(check(mm_world_pose(world, &pose)));
    static_cast<void>(check(mm_world_state_hash(world, &hash)));
    ask([&](char* b, std::size_t c, std::size_t* n) { return mm_world_kind(world, b, c, n); });
  }
  void draw_from() {
    const mm_world world = handle();
    static_cast<void>(check(mm_world_draw_from(world, choices_.number(8))));
    static_cast<void>(check(mm_world_draw_for_run(world, choices_.number(8))));
  }
  void reset() { static_cast<void>(check(mm_world_reset(handle()))); }
  void begin() {
    const mm_world world = handle();
    static_cast<void>(check(mm_world_begin(world, number())));
  }
  void begin_switch() {
    const mm_world world = handle();
    static_cast<void>(check(mm_world_begin_switch(world, orientations())));
  }
  void tick() {
    std::int32_t motion = 0;
    std::int64_t ticks = 0;
    const mm_world world = handle();
    static_cast<void>(check(mm_world_tick(world, number(), &motion, &ticks)));
  }
  void settle() {
    std::int32_t ending = 0;
    if (may_roll()) static_cast<void>(check(mm_world_settle(handle(), &ending)));
  }
  void move() {
    std::int32_t ending = 0;
    const mm_world world = handle();
    if (may_roll()) static_cast<void>(check(mm_world_move(world, number(), &ending)));
  }
  void rules() {
    const mm_world world = handle();
    const int state = number(), move = number();
    std::int32_t answer = 0;
    static_cast<void>(check(mm_world_move_count(world, state, &answer)));
    static_cast<void>(check(mm_world_is_goal(world, state, &answer)));
    static_cast<void>(check(mm_world_certain_result(world, state, move, &answer)));
    ask([&](char* b, std::size_t c, std::size_t* n) {
      return mm_world_describe_state(world, state, b, c, n);
    });
    ask([&](char* b, std::size_t c, std::size_t* n) {
      return mm_world_describe_move(world, state, move, b, c, n);
    });
  }
  void copy() {
    mm_world made = 0;
    created(mm_world_copy(handle(), &made), made);
  }
  void copy_for_agent() {
    mm_world made = 0;
    const mm_world world = handle();
    created(mm_world_copy_for_agent(world, choices_.byte(), &made), made);
  }
  void save() {
    const mm_world world = handle();
    const std::string bytes =
        ask([&](char* b, std::size_t c, std::size_t* n) { return mm_world_save(world, b, c, n); });
    if (!bytes.empty()) saved_ = bytes;
  }
  void restore() {
    const std::string bytes = changed_save();
    static_cast<void>(check(mm_world_restore(handle(), bytes.data(), bytes.size())));
  }
  /// The bytes of the last save, or with a byte or a word changed and the checksum put right: what
  /// somebody with bad intent would hand in.
  std::string changed_save() {
    std::string bytes = saved_;
    const int changes = choices_.below(4);
    if (bytes.size() < 16 || changes == 0) return bytes;
    for (int i = 0; i < changes; ++i) {
      const std::size_t words = (bytes.size() - 8) / 8;
      const std::size_t at = 8 * (choices_.number(2) % words);
      const std::uint64_t value = choices_.number(choices_.byte() % 2 == 0 ? 1 : 8);
      std::memcpy(&bytes[at], &value, sizeof value);
    }
    Hash hash;
    hash.add_bytes(std::string_view(bytes).substr(0, bytes.size() - 8));
    const std::uint64_t sum = hash.value();
    std::memcpy(&bytes[bytes.size() - 8], &sum, sizeof sum);
    return bytes;
  }
  void truth() {
    const mm_world world = handle();
    std::int32_t solvable = 0, complete = 0;
    std::int64_t tried = 0;
    double chance = 0;
    std::size_t length = 0;
    std::vector<std::int32_t> moves(count());
    mm_world_info info{};
    info.size = sizeof info;
    if (mm_world_get_info(world, &info) != MM_OK || info.posed != 0) return;  // takes seconds
    const int recovery = choices_.below(2), budget = 1 + choices_.byte();
    static_cast<void>(check(mm_world_truth(world, recovery, budget, &solvable, &complete, &tried,
                                           &chance, moves.data(), moves.size(), &length)));
  }

  void model() {
    mm_model made = 0;
    const std::string name = word({"predictor", "first-cell", "predicted"});
    const std::uint64_t maze = handle();
    const int scheme = orientations(), runs = number();
    const double displacement = number() / 500.0;
    created(mm_model_create(name.c_str(), maze, scheme, handle(), runs, displacement, &made), made);
  }
  void predict() {
    const mm_model model = handle();
    const int state = number(), move = number();
    const std::size_t room = count();
    std::vector<std::int32_t> states(room), endings(room);
    std::vector<double> probabilities(room);
    std::size_t length = 0;
    static_cast<void>(check(mm_model_predict(model, state, move, states.data(), endings.data(),
                                             probabilities.data(), room, &length)));
  }
  void map() {
    mm_map made = 0;
    created(mm_map_create(handle(), 1, &made), made);
  }
  void map_facts() {
    const mm_map map = handle();
    mm_map_info info{};
    info.size = sizeof info;
    static_cast<void>(check(mm_map_get_info(map, &info)));
    const std::size_t room = count();
    std::vector<std::int32_t> states(room), distances(room), arcs(room * 3);
    std::size_t length = 0;
    static_cast<void>(check(mm_map_states(map, states.data(), distances.data(), nullptr, room)));
    static_cast<void>(check(mm_map_arcs(map, arcs.data(), nullptr, room)));
    static_cast<void>(check(mm_map_solution(map, states.data(), room, &length)));
    ask([&](char* b, std::size_t c, std::size_t* n) { return mm_map_to_json(map, b, c, n); });
  }

  void episode() {
    mm_episode made = 0;
    const std::string name = word({"predicted", "predicted", "predicted", "imagined"});
    const std::uint64_t maze = handle(), settings = handle();
    const int scheme = orientations();
    const std::string who = agent();
    const int cap = number(), number_of_run = choices_.byte(), recovery = choices_.below(2);
    created(mm_episode_create(name.c_str(), maze, scheme, settings, who.c_str(),
                              static_cast<std::uint64_t>(number_of_run), cap, recovery, &made),
            made);
  }
  void episode_in_family() {
    mm_episode made = 0;
    const std::string name = family();
    const std::string who = agent();
    const int cap = number(), seed = choices_.byte(), recovery = choices_.below(2);
    created(mm_episode_create_in_family(name.c_str(), static_cast<std::uint64_t>(seed), who.c_str(),
                                        cap, recovery, &made),
            made);
  }
  void run() {
    const mm_episode episode = handle();
    std::int32_t outcome = 0;
    if (may_roll()) static_cast<void>(check(mm_episode_run(episode, choices_.below(5), &outcome)));
  }
  void episode_facts() {
    const mm_episode episode = handle();
    mm_episode_info info{};
    info.size = sizeof info;
    static_cast<void>(check(mm_episode_get_info(episode, &info)));
    const std::size_t room = count(), first = choices_.byte();
    std::vector<std::int32_t> records(room * 4);
    std::size_t length = 0;
    static_cast<void>(check(mm_episode_moves(episode, records.data(), room, &length)));
    ask([&](char* b, std::size_t c, std::size_t* n) {
      return mm_episode_describe(episode, b, c, n);
    });
    ask([&](char* b, std::size_t c, std::size_t* n) {
      return mm_episode_log(episode, first, b, c, n);
    });
  }
  void record() { static_cast<void>(check(mm_episode_record(handle()))); }
  void episode_tick() {
    const mm_episode episode = handle();
    std::int64_t made = 0;
    static_cast<void>(check(mm_episode_tick(episode, number(), &made)));
  }
  void by_hand() {
    const mm_episode episode = handle();
    static_cast<void>(check(mm_episode_play_by_hand(episode, choices_.below(2))));
  }
  void choose() {
    const mm_episode episode = handle();
    static_cast<void>(check(mm_episode_choose(episode, number())));
  }
  void use_agent() {
    const mm_episode episode = handle();
    static_cast<void>(check(mm_episode_use_agent(episode, agent().c_str())));
  }
  void episode_switch() {
    const mm_episode episode = handle();
    static_cast<void>(check(mm_episode_switch(episode, orientations())));
  }
  void hint() {
    const mm_episode episode = handle();
    std::int32_t move = 0;
    ask([&](char* b, std::size_t c, std::size_t* n) {
      return mm_episode_hint(episode, &move, b, c, n);
    });
  }
  void frames() {
    const mm_episode episode = handle();
    const int first = number(), stride = number();
    const std::size_t room = count();
    std::vector<float> poses(room * 12);
    std::size_t length = 0;
    static_cast<void>(
        check(mm_episode_frames(episode, first, stride, poses.data(), room, &length)));
    ask([&](char* b, std::size_t c, std::size_t* n) {
      return mm_episode_recording(episode, b, c, n);
    });
  }

  void batch() {
    mm_batch made = 0;
    const std::string name = kind();
    std::vector<mm_maze> mazes(static_cast<std::size_t>(choices_.below(4)));
    for (mm_maze& maze : mazes) maze = handle();
    const int scheme = orientations();
    created(mm_batch_create(name.c_str(), mazes.data(), mazes.size(), scheme, handle(), 1, &made),
            made);
  }
  void batch_play() {
    const mm_batch batch = handle();
    std::size_t size = 0;
    static_cast<void>(check(mm_batch_size(batch, &size)));
    if (size > 4) size = 4;
    size += choices_.below(8) == 7 ? 1 : 0;
    std::vector<std::uint8_t> mask(size);
    std::vector<std::int32_t> moves(size), states(size), endings(size);
    for (std::size_t i = 0; i < size; ++i) mask[i] = choices_.byte() & 1, moves[i] = number();
    if (!may_roll()) return;
    static_cast<void>(
        check(mm_batch_reset(batch, mask.data(), states.data(), endings.data(), size)));
    static_cast<void>(
        check(mm_batch_step(batch, moves.data(), states.data(), endings.data(), size)));
    static_cast<void>(check(mm_batch_states(batch, states.data(), size)));
    static_cast<void>(check(mm_batch_place(batch, moves.data(), size)));
  }
  void batch_mazes() {
    const mm_batch batch = handle();
    std::size_t size = 0;
    static_cast<void>(check(mm_batch_size(batch, &size)));
    const std::vector<std::uint64_t> seeds(size, choices_.byte());
    static_cast<void>(check(mm_batch_new_mazes(batch, nullptr, seeds.data(), size)));
    static_cast<void>(check(mm_batch_draw_from(batch, nullptr, seeds.data(), size)));
    const std::size_t index = choices_.below(5);
    std::uint64_t made = 0;
    created(mm_batch_maze(batch, index, &made), made);
    created(mm_batch_copy_for_agent(batch, index, 1, &made), made);
    const std::string bytes = ask([&](char* b, std::size_t c, std::size_t* n) {
      return mm_batch_save(batch, index, b, c, n);
    });
    if (!bytes.empty()) saved_ = bytes;
    const std::string changed = changed_save();
    static_cast<void>(check(mm_batch_restore(batch, index, changed.data(), changed.size())));
  }

  std::string saved_;
};

const std::vector<Caller::Call>& Caller::calls() {
  using C = Caller;
  static const std::vector<Call> all{&C::free,
                                     &C::catalogue,
                                     &C::generate,
                                     &C::maze_from_json,
                                     &C::maze_texts,
                                     &C::maze_numbers,
                                     &C::svg,
                                     &C::settings,
                                     &C::world,
                                     &C::world_in_family,
                                     &C::world_facts,
                                     &C::draw_from,
                                     &C::reset,
                                     &C::begin,
                                     &C::begin_switch,
                                     &C::tick,
                                     &C::settle,
                                     &C::move,
                                     &C::rules,
                                     &C::copy,
                                     &C::copy_for_agent,
                                     &C::save,
                                     &C::restore,
                                     &C::truth,
                                     &C::model,
                                     &C::predict,
                                     &C::map,
                                     &C::map_facts,
                                     &C::episode,
                                     &C::episode_in_family,
                                     &C::run,
                                     &C::episode_facts,
                                     &C::record,
                                     &C::episode_tick,
                                     &C::by_hand,
                                     &C::choose,
                                     &C::use_agent,
                                     &C::episode_switch,
                                     &C::hint,
                                     &C::frames,
                                     &C::batch,
                                     &C::batch_play,
                                     &C::batch_mazes};
  return all;
}

}  // namespace
}  // namespace marblemaze

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marblemaze;
  const std::string text = fuzz::text_of(data, size);
  Caller(text).make_calls();
  return 0;
}
