// Fuzzes the C interface. The input is a sequence of calls, each with a byte for the function and
// its arguments. Handles are results of earlier calls, freed ones included, or invalid. Every call
// must return a status of the header, describe errors in one line, and stay within the given
// buffers, which the address sanitizer checks. Worlds are small and runs short.
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
    ask([](mm_text* text) { return mm_catalogue(text); });
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
    filled<mm_maze_info>([&](mm_maze_info* info) { return mm_maze_get_info(maze, info); });
    ask([&](mm_text* text) { return mm_maze_to_text(maze, "ascii", text); });
    const std::string json =
        ask([&](mm_text* text) { return mm_maze_to_text(maze, "json", text); });
    if (json.empty()) return;
    mm_maze made = 0;
    created(mm_maze_from_json(json.data(), json.size(), &made), made);
  }
  void svg() {
    const mm_maze maze = handle();
    const int path = number();
    const std::vector<std::int32_t> rests = numbers();
    ask([&](mm_text* text) { return mm_maze_svg(maze, path, rests.data(), rests.size(), text); });
  }

  void settings() {
    const std::string text(choices_.line());
    mm_settings made = 0;
    created(mm_settings_from_json(text.data(), text.size(), &made), made);
    ask([&](mm_text* json) { return mm_settings_to_json(made, json); });
  }

  void world() {
    mm_world made = 0;
    const std::string name = kind();
    const mm_setup of = setup(name);
    created(mm_world_create(&of, &made), made);
  }
  void world_in_family() {
    mm_world made = 0;
    const std::string name = family();
    const mm_setup of = setup(name, false);
    created(mm_world_create(&of, &made), made);
  }
  mm_observation seen(mm_world world) {
    return filled<mm_observation>(
        [&](mm_observation* observation) { return mm_world_observe(world, observation); });
  }
  void world_facts() { seen(handle()); }
  void draw_from() {
    const mm_world world = handle();
    static_cast<void>(check(mm_world_draw_from(world, choices_.number(8), choices_.below(2))));
  }
  void reset() { static_cast<void>(check(mm_world_reset(handle()))); }
  void begin_switch() {
    const mm_world world = handle();
    static_cast<void>(check(mm_world_begin_switch(world, orientations())));
  }
  void tick() {
    std::int32_t motion = 0;
    std::int64_t ticks = 0;
    const mm_world world = handle();
    const int move = number();
    static_cast<void>(check(mm_world_step(world, move, choices_.byte(), &motion, &ticks)));
  }
  void move() {
    const mm_world world = handle();
    if (may_roll()) static_cast<void>(check(mm_world_step(world, number(), -1, nullptr, nullptr)));
  }
  void turn() {
    const mm_world world = handle();
    const double command[3]{number() / 100.0, number() / 100.0, number() / 100.0};
    const int ticks = number();
    static_cast<void>(check(mm_world_turn(world, command, ticks)));
  }
  void decide() {
    const mm_world world = handle();
    double command[3];
    if (!may_roll()) return;
    ask([&](mm_text* reason) { return mm_world_decide(world, "floor", command, reason); });
  }
  void rules() {
    const mm_world world = handle();
    const int state = number(), move = number();
    filled<mm_rule>([&](mm_rule* rule) { return mm_world_rule(world, state, move, rule); });
    ask([&](mm_text* words) { return mm_world_describe(world, state, move, words); });
  }
  void copy() {
    std::uint64_t made = 0;
    created(mm_copy(handle(), &made), made);
  }
  void copy_for_agent() {
    mm_world made = 0;
    const mm_world world = handle();
    created(mm_world_copy_for_agent(world, choices_.byte(), &made), made);
  }
  void save() {
    const std::uint64_t of = handle();
    const std::string bytes = ask([&](mm_text* text) { return mm_save(of, text); });
    if (!bytes.empty()) saved_ = bytes;
  }
  void load() {
    const std::string bytes = changed_save();
    static_cast<void>(check(mm_load(handle(), bytes.data(), bytes.size())));
  }
  /// Returns the bytes of the last save, possibly with a changed byte or word and a corrected
  /// checksum, as a malicious user would make them.
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
    const mm_observation now = seen(world);
    if (now.kind[0] == 0 || now.posed != 0) return;  // this call takes seconds
    const int recovery = choices_.below(2), budget = 1 + choices_.byte();
    filled<mm_truth>(
        [&](mm_truth* truth) { return mm_world_truth(world, recovery, budget, truth); });
  }

  void model() {
    mm_model made = 0;
    const std::string name = word({"predictor", "first-cell", "predicted"});
    const mm_setup of = setup(name);
    const int runs = number();
    created(mm_model_create(&of, runs, number() / 500.0, &made), made);
  }
  void predict() {
    const mm_model model = handle();
    const int state = number(), move = number();
    const mm_guess* guesses = nullptr;
    std::size_t count = 0;
    static_cast<void>(check(mm_model_predict(model, state, move, &guesses, &count)));
  }
  void map() {
    mm_map made = 0;
    created(mm_map_create(handle(), 1, &made), made);
  }
  void map_facts() {
    const mm_map map = handle();
    filled<mm_map_info>([&](mm_map_info* info) { return mm_map_get_info(map, info); });
    ask([&](mm_text* json) { return mm_map_to_json(map, json); });
  }

  void episode() {
    mm_episode made = 0;
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
    created(mm_episode_create(&of, &player, &made), made);
  }
  void run() {
    const mm_episode episode = handle();
    if (may_roll())
      static_cast<void>(check(mm_episode_run(episode, choices_.below(5), -1, nullptr)));
  }
  void episode_facts() {
    const mm_episode episode = handle();
    filled<mm_episode_info>(
        [&](mm_episode_info* info) { return mm_episode_get_info(episode, info); });
    const std::size_t first = choices_.byte();
    ask([&](mm_text* json) { return mm_episode_describe(episode, json); });
    ask([&](mm_text* json) { return mm_episode_log(episode, first, json); });
  }
  void episode_tick() {
    const mm_episode episode = handle();
    std::int64_t made = 0;
    static_cast<void>(check(mm_episode_run(episode, -1, choices_.byte(), &made)));
  }
  void set_player() {
    const mm_episode episode = handle();
    const std::string who = agent();
    static_cast<void>(check(mm_episode_set_player(episode, who.c_str(), choices_.below(3) - 1)));
  }
  void choose() {
    const mm_episode episode = handle();
    static_cast<void>(check(mm_episode_choose(episode, number())));
  }
  void episode_switch() {
    const mm_episode episode = handle();
    static_cast<void>(check(mm_episode_switch(episode, orientations())));
  }
  void hint() {
    const mm_episode episode = handle();
    std::int32_t move = 0;
    ask([&](mm_text* reason) { return mm_episode_hint(episode, &move, reason); });
  }
  void frames() {
    const mm_episode episode = handle();
    const int first = number(), stride = number();
    const std::size_t room = count();
    std::vector<float> poses(room * 12);
    std::size_t length = 0;
    static_cast<void>(
        check(mm_episode_frames(episode, first, stride, poses.data(), room, &length)));
    ask([&](mm_text* bytes) { return mm_episode_recording(episode, bytes); });
  }

  void batch() {
    mm_batch made = 0;
    const std::string name = kind();
    std::vector<mm_maze> mazes(static_cast<std::size_t>(choices_.below(4)));
    for (mm_maze& maze : mazes) maze = handle();
    const mm_setup of = setup(name);
    created(mm_batch_create(&of, mazes.data(), mazes.size(), 1, &made), made);
  }
  void batch_play() {
    const mm_batch batch = handle();
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
    static_cast<void>(check(mm_batch_reset(batch, mask.data(), in_new, seeds.data(), &view, size)));
    static_cast<void>(check(mm_batch_step(batch, moves.data(), &view, size)));
    static_cast<void>(
        check(mm_batch_turn(batch, mask.data(), commands.data(), choices_.byte(), &view, size)));
    static_cast<void>(check(mm_batch_observe(batch, &view, size)));
  }
  void batch_worlds() {
    const mm_batch batch = handle();
    const auto index = static_cast<std::size_t>(choices_.below(5));
    std::uint64_t made = 0;
    created(mm_batch_maze(batch, index, &made), made);
    created(mm_batch_world(batch, index, &made), made);
    static_cast<void>(check(mm_batch_put(batch, index, handle())));
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
                                     &C::svg,
                                     &C::settings,
                                     &C::world,
                                     &C::world_in_family,
                                     &C::world_facts,
                                     &C::draw_from,
                                     &C::reset,
                                     &C::begin_switch,
                                     &C::tick,
                                     &C::move,
                                     &C::turn,
                                     &C::decide,
                                     &C::rules,
                                     &C::copy,
                                     &C::copy_for_agent,
                                     &C::save,
                                     &C::load,
                                     &C::truth,
                                     &C::model,
                                     &C::predict,
                                     &C::map,
                                     &C::map_facts,
                                     &C::episode,
                                     &C::run,
                                     &C::episode_facts,
                                     &C::episode_tick,
                                     &C::set_player,
                                     &C::choose,
                                     &C::episode_switch,
                                     &C::hint,
                                     &C::frames,
                                     &C::batch,
                                     &C::batch_play,
                                     &C::batch_worlds};
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
