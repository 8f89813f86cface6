#include "tests/tools/behaviour_signature.h"

#include <array>
#include <memory>
#include <span>
#include <string_view>

#include "agent/analysis/ground_truth.h"
#include "agent/analysis/state_map.h"
#include "engine/recording/recording.h"
#include "engine/recording/verification.h"
#include "engine/rollouts/marble_designer.h"
#include "engine/rollouts/rollout_model.h"
#include "engine/run/episode.h"
#include "engine/run/families/world_families.h"
#include "engine/sim/batch_rollout.h"
#include "engine/sim/marble_world.h"
#include "maze/base/hash.h"
#include "maze/base/random.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

class Digest : public Hash {
 public:
  template <class... Values>
  void add(const Values&... values) {
    (add_one(values), ...);
  }

 private:
  void add_one(const std::optional<StateId>& state) {
    Hash::add(state ? word(state->index) : ~0ull);
  }
  void add_one(double value) { add_number(value); }
  template <class Value>
  requires std::is_integral_v<Value> || std::is_enum_v<Value>
  void add_one(Value value) { Hash::add(word(value)); }
  static std::uint64_t word(auto value) { return static_cast<std::uint64_t>(value); }
};

struct Tally {
  Digest hash;
  long ticks = 0;
};

std::shared_ptr<const Maze> cube(int size, Layers layers, std::uint64_t seed) {
  return std::make_shared<const Maze>(generate_kruskal(size, layers, seed));
}

void rest(World& world, Tally& tally) {
  const Motion motion = tick_to_rest(world, [&](Motion) {
    ++tally.ticks;
    tally.hash.add(folded(world.state_hash()));
  });
  tally.hash.add(motion, world.state());
  if (motion == Motion::settled && !world.is_goal(world.state())) return;
  world.reset();
  rest(world, tally);
}

/// Plays random moves. Resets the world at a goal and after the marble freezes.
void play_at_random(World& world, int moves, std::uint64_t seed, Tally& tally) {
  Rng rng(seed);
  rest(world, tally);
  for (int i = 0; i < moves; ++i) {
    const auto choices = world.moves(world.state());
    if (choices.empty()) {
      world.reset();
      rest(world, tally);
      continue;
    }
    const MoveId move = choices[rng.uniform_int(choices.size())];
    tally.hash.add(world.rules()->certain_result(world.state(), move));
    world.begin(move);
    rest(world, tally);
  }
}

void play_marble(std::string_view kind, const PhysicsSettings& settings, int moves, Tally& tally) {
  struct Family {
    int size;
    Layers layers;
    ControlScheme control;
  };
  constexpr std::array<Family, 5> kFamilies{{{4, Layers::flat, ControlScheme::flat_4},
                                             {3, Layers::all, ControlScheme::cube_8},
                                             {3, Layers::all, ControlScheme::cube_24},
                                             {5, Layers::outer, ControlScheme::cube_8},
                                             {5, Layers::outer, ControlScheme::cube_24}}};
  for (const Family& family : kFamilies) {
    const Setup setup{std::string(kind), cube(family.size, family.layers, 11), family.control,
                      settings};
    play_at_random(*setup.make_world(), moves, 12, tally);
  }
}

/// Plays four worlds with different wall friction in parallel lanes of the fast physics.
void play_lanes(Tally& tally) {
  const auto maze = cube(5, Layers::outer, 13);
  std::vector<MarbleWorld> worlds;
  for (int lane = 0; lane < 4; ++lane) {
    PhysicsSettings settings = without_noise();
    settings.nature.friction *= 1 + 0.01 * lane;
    worlds.emplace_back(maze, ControlScheme::cube_8, settings, fast_physics());
    rest(worlds.back(), tally);
  }
  Rng rng(14);
  for (int i = 0; i < 40; ++i) {
    const std::vector moves(worlds.size(), MoveId(static_cast<int>(rng.uniform_int(3))));
    const auto endings = batch_rollout(pointers_to(worlds), moves);
    for (std::size_t lane = 0; lane < worlds.size(); ++lane) {
      tally.hash.add(endings[lane], worlds[lane].state_hash());
      if (endings[lane] == Motion::settled) continue;
      worlds[lane].reset();
      rest(worlds[lane], tally);
    }
  }
}

void tilt(const MarbleWorldKind& kind, Collision collision, Tally& tally) {
  for (const TiltPolicyEntry& policy : tilt_policies().built_in()) {
    PhysicsSettings settings;
    settings.solver.collision = collision;
    Episode episode({.setup = {std::string(kind.name), cube(3, Layers::outer, 24),
                               ControlScheme::cube_8, settings},
                     .tilt = TiltSpec{policy.name, true, 10}});
    while (episode.tick()) tally.hash.add(folded(episode.world().state_hash()));
    tally.hash.add(episode.result().outcome);
    tally.ticks += episode.result().ticks;
  }
}

/// The agents of the thesis have separate signature parts, which changes to other agents do not
/// affect.
using Agents = std::span<const PlannerEntry>;
constexpr std::size_t kAgentsOfTheThesis = 6;
Agents of_the_thesis() { return planners().built_in().first(kAgentsOfTheThesis); }
Agents others() { return planners().built_in().subspan(kAgentsOfTheThesis); }

void add_move(const MoveRecord& record, Digest& hash) {
  hash.add(record.number, record.from, record.move.index, record.to, record.ending,
           record.accelerating_ticks, record.decelerating_ticks, record.waiting_ticks);
}

void add_decision(const Decision& decision, Digest& hash) {
  hash.add(decision.status);
  for (const PlannedMove& planned : decision.moves) hash.add(planned.move.index);
  for (const PlannedMove& planned : decision.moves) hash.add(planned.expected);
  for (const Candidate& candidate : decision.why) {
    hash.add(candidate.parent, candidate.move.index, candidate.value, candidate.predicted);
  }
}

/// Returns true if the last move had a prediction but ended in no state. Such a move counts as
/// wrongly predicted, except in the signature, which is older than this rule.
bool ended_in_no_state(const Episode& episode, const EpisodeResult& result) {
  return !result.played.empty() && result.played.back().number > 0 && !result.played.back().to &&
         episode.knowledge().last_expected() && planners().at(episode.spec().player.agent).predicts;
}

void add_counters(const Episode& episode, const EpisodeResult& result, Digest& hash) {
  const Counters& counters = result.counters;
  hash.add(counters.moves, counters.repeated, counters.unrepeatable, counters.predicted_right,
           counters.predicted_total - ended_in_no_state(episode, result));
}

void watch(Episode& episode, Tally& tally) {
  episode.watch({.on_decision = [&](const Decision& d) { add_decision(d, tally.hash); },
                 .on_move = [&](const MoveRecord& record) { add_move(record, tally.hash); }});
}

void play_episode(const RunSpec& spec, Tally& tally) {
  Episode episode(spec);
  watch(episode, tally);
  episode.watch({.on_move = [&](const MoveRecord&) {
    tally.hash.add(folded(episode.world().state_hash()));
  }});
  const EpisodeResult result = episode.run();
  tally.ticks += result.ticks;
  add_counters(episode, result, tally.hash);
  tally.hash.add(result.outcome, result.switches, result.first_state);
}

RunSpec episode_spec(const PlannerEntry& agent, int size, ControlScheme control,
                     std::uint64_t seed) {
  const auto maze = cube(size, size == 3 ? Layers::all : Layers::outer, seed);
  return {.setup = setup_in(maze, control, without_noise()),
          .player = {.agent = std::string(agent.name), .move_limit = 150}};
}

/// Agents that simulate moves are slow, so they play only in small mazes.
void play_agents(std::string_view world, Agents agents, Tally& tally) {
  for (const PlannerEntry& agent : agents)
    for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24})
      for (const int size : {3, 5}) {
        if (agent.simulates && size == 5) continue;
        RunSpec spec = episode_spec(agent, size, control, 21);
        spec.setup.kind = world;
        play_episode(spec, tally);
      }
}

void play_recovery(Agents agents, Tally& tally) {
  for (const PlannerEntry& agent : agents)
    for (const std::uint64_t seed : {31, 32, 33}) {
      RunSpec spec = episode_spec(agent, 3, ControlScheme::cube_8, seed);
      spec.player.recovery = true;
      play_episode(spec, tally);
    }
}

void play_switches(Agents agents, Tally& tally) {
  for (const PlannerEntry& agent : agents)
    for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24}) {
      RunSpec spec = episode_spec(agent, 3, control, 41);
      spec.scheme_switch = SchemeSwitch{ControlScheme{32 - orientations_of(control)}, 3};
      play_episode(spec, tally);
    }
}

/// Plays agents with the default actuator noise. Omits agents that simulate moves, because they
/// sample each move and would take minutes.
void play_with_chance(Agents agents, Tally& tally) {
  for (const PlannerEntry& agent : agents) {
    if (agent.simulates) continue;
    for (const std::uint64_t run : {1, 2}) {
      RunSpec spec = episode_spec(agent, 3, ControlScheme::cube_8, 21);
      spec.setup.settings = {};
      spec.run = run;
      play_episode(spec, tally);
    }
  }
}

void play_logic(Agents agents, Tally& tally) {
  for (const WorldFamily& world : world_families()) {
    if (world.marble) continue;
    for (const PlannerEntry& agent : agents) {
      Environment environment = world.make(51);
      Episode episode(*environment.world, environment.advice,
                      PlayerSpec{.agent = std::string(agent.name), .move_limit = 500});
      watch(episode, tally);
      const EpisodeResult result = episode.run();
      tally.hash.add(result.outcome);
      add_counters(episode, result, tally.hash);
      tally.ticks += result.ticks;
    }
  }
}

void add_tick(const RecordedTick& tick, Digest& hash) {
  for (const std::int32_t whole : quantise(tick)) hash.add(whole);
  hash.add(tick.hash);
}

void record_and_verify(const PhysicsSettings& settings, Tally& tally) {
  Episode episode({.setup = setup_in(cube(3, Layers::all, 61), ControlScheme::cube_8, settings),
                   .player = {.agent = "breadth-first"}});
  Recording recording;
  record(episode, recording);
  episode.run();
  for (const auto& tick : recording.ticks) add_tick(tick, tally.hash);
  const Verification verified = verify_recording(recording_bytes(recording), "its recording");
  tally.hash.add(verified.ticks_compared, verified.first_difference.value_or(-1),
                 verified.moves_made);
  tally.ticks += static_cast<long>(recording.ticks.size()) + verified.ticks_compared;
}

void add_map(const StateMap& map, Digest& hash) {
  for (const MapArc& arc : map.arcs()) {
    hash.add(arc.from, arc.move.index, arc.to, arc.certain, arc.probability);
  }
  hash.add(map.optimum().value_or(-1), map.traps().size());
}

void map_mazes(Tally& tally) {
  const auto maze = cube(3, Layers::all, 71);
  for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24})
    for (const MarbleWorldKind* physics : {&bullet_physics(), &fast_physics()}) {
      const auto world = std::make_shared<MarbleWorld>(maze, control, without_noise(), *physics);
      rest(*world, tally);
      const Advice advice = setup_in(maze, control, without_noise()).make_advice();
      const RolloutModel model(world, RolloutSettings{3, 1e-4, 1});
      add_map(explore(model, *advice.rules, world->state()), tally.hash);
      add_map(explore(*advice.predictor, *advice.rules, world->state()), tally.hash);
    }
}

void find_truths(Tally& tally) {
  for (const std::string_view kind : {"bullet", "imagined", "predicted"})
    for (const bool recovery : {false, true}) {
      const Setup setup{std::string(kind), cube(3, Layers::all, 81), ControlScheme::cube_8,
                        without_noise()};
      const GroundTruth truth = find_ground_truth(*setup.make_world(), recovery);
      tally.hash.add(truth.solvable, truth.complete, truth.tried);
      for (const MoveId move : truth.solution) tally.hash.add(move.index);
    }
}

void design_maze(Tally& tally) {
  DesignRequest request;
  request.setup = setup_in(cube(3, Layers::all, 91), ControlScheme::cube_8, without_noise());
  request.moves = 10;
  request.steps = 100;
  const MarbleDesign design = design_marble_maze(
      request, [](std::string_view, const SearchProgress&, const MazeDesign&) {});
  for (const auto& [from, to] : design.maze.passages()) {
    tally.hash.add(from.index, to.index);
  }
  tally.hash.add(design.fulfilled);
}

PhysicsSettings with_compound() {
  PhysicsSettings settings = without_noise();
  settings.solver.collision = Collision::compound;
  return settings;
}

}  // namespace

std::vector<SignaturePart> behaviour_signature() {
  std::vector<SignaturePart> parts;
  const auto add = [&](const std::string& name, const auto& play) {
    Tally tally;
    play(tally);
    parts.push_back({name, tally.ticks, tally.hash.value()});
  };
  // New parts are added at the end.
  add("world bullet", [](Tally& t) { play_marble("bullet", without_noise(), 200, t); });
  add("world bullet compound", [](Tally& t) { play_marble("bullet", with_compound(), 20, t); });
  add("world imagined", [](Tally& t) { play_marble("imagined", without_noise(), 400, t); });
  add("world imagined, in lanes", play_lanes);
  add("world predicted", [](Tally& t) { play_marble("predicted", without_noise(), 1000, t); });
  std::uint64_t seed = 15;
  for (const std::string family : {"four-bit", "jump", "jump-no-u-turn", "rook"})
    add("world " + family,
        [&](Tally& t) { play_at_random(*world_family(family).make(1).world, 1000, seed++, t); });
  for (const auto& [who, agents] :
       {std::pair("thesis", of_the_thesis()), std::pair("other", others())}) {
    for (const std::string world : {"bullet", "imagined", "predicted"})
      add(who + (" agents in " + world),
          [&, agents = agents](Tally& t) { play_agents(world, agents, t); });
    for (const auto& [how, play] :
         std::initializer_list<std::pair<const char*, void (*)(Agents, Tally&)>>{
             {" agents in logic mazes", play_logic},
             {" agents with recovery", play_recovery},
             {" agents and a switch", play_switches},
             {" agents with chance", play_with_chance}})
      add(std::string(who) + how, [play = play, agents = agents](Tally& t) { play(agents, t); });
  }
  add("recording", [](Tally& t) { record_and_verify(without_noise(), t); });
  add("map", map_mazes);
  add("truth", find_truths);
  add("design", design_maze);
  add("recording of a machine with chance", [](Tally& t) { record_and_verify({}, t); });
  for (const MarbleWorldKind& kind : physics_kinds())
    add("free turns in " + std::string(kind.name),
        [&](Tally& t) { tilt(kind, Collision::grid, t); });
  add("free turns in bullet compound",
      [](Tally& t) { tilt(bullet_physics(), Collision::compound, t); });
  return parts;
}

}  // namespace marblemaze
