#include "engine/cli/common/options.h"

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/text.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

glm::ivec3 parse_dims(const std::string& text) {
  const std::vector<std::string> sides = split_text(text, 'x');
  glm::ivec3 dims(0);
  for (int i = 0; i < 3; ++i) {
    const auto side = sides.size() == 3 ? parse_number<int>(sides[i]) : std::nullopt;
    if (!side) throw BadInput("--dims", "'" + text + "'", "WxHxD, such as 4x3x5");
    dims[i] = *side;
  }
  return dims;
}

}  // namespace

void MazeOptions::add_to(CLI::App& command, bool with_file) {
  CLI::Option* const sides =
      command
          .add_option("--size", size, "Number of cells on each side of a generated maze, 2 to 64")
          ->check(within(2, kLargestSide));
  const std::vector<CLI::Option*> of_generator{
      sides,
      command
          .add_option("--dims", dims,
                      "Side lengths of a generated maze that is not a cube, WxHxD (flat: WxHx1)")
          ->excludes(sides),
      command
          .add_option("--layers", layers,
                      "all (default), outer (hollow core) or flat (2D; default with WxHx1)")
          ->check(one_of({"all", "outer", "flat"})),
      command.add_option("--seed", seed, "Seed of the generator")};
  if (!with_file) return;
  CLI::Option* const from =
      command.add_option("FILE", file, "Maze file; if omitted, a maze is generated")
          ->type_name(kInput);
  for (CLI::Option* option : of_generator) option->excludes(from);
}

std::shared_ptr<const Maze> MazeOptions::make() const {
  if (!file.empty()) return std::make_shared<const Maze>(load_maze(file));
  const glm::ivec3 sides = dims.empty() ? glm::ivec3(size) : parse_dims(dims);
  const Layers kind = !layers.empty() ? layers_from_string(layers)
                      : sides.z == 1  ? Layers::flat
                                      : Layers::all;
  return std::make_shared<const Maze>(dims.empty() ? generate_kruskal(size, kind, seed)
                                                   : generate_kruskal(sides, kind, seed));
}

void SettingsOptions::add_to(CLI::App& command, bool with_exact) {
  command.add_option("--settings", file, "Physics settings as JSON; see the settings command")
      ->type_name(kInput);
  if (with_exact)
    command.add_flag("--exact", exact,
                     "Noise-free actuator: set drive_variation, brake_tolerance and "
                     "brake_tolerance_growth to 0");
}

PhysicsSettings SettingsOptions::make() const {
  const PhysicsSettings chosen = file.empty() ? PhysicsSettings{} : load_settings(file);
  return exact ? without_noise(chosen) : chosen;
}

void SetupOptions::add_orientations_to(CLI::App& command) {
  command
      .add_option("--orientations", orientations,
                  "Control scheme: 8 or 24 for a cube, 4 for a flat maze")
      ->check(one_of({"4", "8", "24"}));
}

Setup SetupOptions::make() const {
  auto made = maze.make();
  return setup_in(std::move(made), scheme_from_orientations(orientations), settings.make(), kind);
}

CLI::Option* ExternalAgentOptions::add_to(CLI::App& app, bool several, bool moves) {
  constexpr double kDay_s = 86'400;
  const std::string about = "a program that implements the protocol in docs/reference/protocol.md";
  CLI::Option* const own =
      app.add_option("--agent-command", commands,
                     several ? "External agents, each " + about + " (several may be given)"
                             : "External agent: " + about);
  if (!several) own->expected(1);
  app.add_option("--decision-limit", decision_limit_s,
                 "Seconds that an external agent may take per decision; 0 for no limit")
      ->check(within(0.0, kDay_s))
      ->needs(own);
  if (moves)
    app.add_option("--move-limit", move_limit,
                   "Moves after which a run of an external agent is truncated")
        ->check(within(0, kLargestInteger))
        ->needs(own);
  app.add_option(
         "--call-limit", call_limit,
         "Number of model queries and moves in copies that an external agent may make per decision")
      ->check(within(1, kLargestInteger))
      ->needs(own);
  app.add_option("--start-limit", start_limit_s,
                 "Seconds within which an external agent must introduce itself")
      ->check(within(0.001, kDay_s))
      ->needs(own);
  return own;
}

std::vector<std::string> ExternalAgentOptions::register_agents(const AgentLimits& usual,
                                                               bool tilt) const {
  const AgentLimits limits{decision_limit_s.value_or(usual.decision_s),
                           move_limit.value_or(usual.moves), call_limit.value_or(usual.calls),
                           start_limit_s};
  std::vector<std::string> names;
  names.reserve(commands.size());
  for (const std::string& one : commands)
    names.push_back(tilt ? register_external_policy({one, limits, usual}).name
                         : register_external_agent({one, limits, usual}).name);
  return names;
}

void require_agent(const std::string& name, bool tilt) {
  if (tilt)
    static_cast<void>(tilt_policies().at(name));
  else
    static_cast<void>(planners().at(name));
}

std::vector<std::string> ExternalAgentOptions::agent_names(std::vector<std::string> agents,
                                                           const AgentLimits& usual,
                                                           bool tilt) const {
  const std::vector<std::string> own = register_agents(usual, tilt);
  agents.insert(agents.end(), own.begin(), own.end());
  if (agents.empty()) agents.emplace_back(tilt ? kDefaultPolicy : "complete-solution-prediction");
  for (const std::string& agent : agents) require_agent(agent, tilt);
  return agents;
}

CLI::Option* add_run_option(CLI::App& command, std::uint64_t& run) {
  return command.add_option("--run", run,
                            "Run number. Runs of the same maze differ only in actuator noise");
}

CLI::Option* add_world_option(CLI::App& command, const std::string& names, std::string& world) {
  std::vector<std::string> known;
  for (const MarbleWorldKind& kind : marble_world_kinds()) known.emplace_back(kind.name);
  return command.add_option(names, world, marble_world_names({}, true))->check(one_of(known));
}

void add_tilt_options(CLI::App& command, bool& tilt, bool& rest,
                      const std::vector<std::string>& of_moves) {
  CLI::Option* const turned = command.add_flag("--tilt", tilt,
                                               "Continuous control: tilt the maze about any axis "
                                               "at any time; --agent selects a tilt policy");
  for (const std::string& other : of_moves) turned->excludes(command.get_option(other));
  command.add_flag("--rest", rest, "With --tilt: the marble must come to rest in the target")
      ->needs(turned);
}

CLI::Option* add_recovery_option(CLI::App& command, bool& recovery) {
  return command.add_flag("--recovery", recovery,
                          "Continue if the marble freezes: the agent may tip the maze again");
}

void add_jobs_option(CLI::App& command, int& jobs) {
  constexpr int kMaxThreads = 1024;
  command.add_option("--jobs", jobs, "Number of threads; 0 (the default) means one per core")
      ->check(within(0, kMaxThreads));
}

Shard parse_shard(const std::string& text) {
  const auto pair = parse_number_pair<std::uint32_t>(text, '/');
  if (!pair || pair->first < 1 || pair->first > pair->second)
    throw BadInput("--shard", "'" + text + "'", "i/n with 1 <= i <= n");
  return {pair->first, pair->second};
}

}  // namespace marblemaze
