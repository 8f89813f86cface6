#include "engine/cli/common/command_line.h"

#include <fmt/format.h>

#include "engine/cli/common/numbers.h"
#include "engine/cli/common/print.h"
#include "engine/world/marble_worlds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/text.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"

namespace marblemaze {

Exit tell(const Finding& finding, bool json, const std::string& output) {
  const std::string content = json ? finding.document.dump() + "\n" : finding.text;
  if (output.empty())
    print_out("{}", content);
  else
    write_text_file(output, content);
  if (!finding.complaint.empty()) print_error("{}\n", finding.complaint);
  return finding.reached ? Exit::done : Exit::not_reached;
}

void answers(Command& command, const std::function<Finding()>& find) {
  auto json = std::make_shared<bool>(false);
  command.add_flag("--json", *json, "One JSON document");
  command.callback([json, find] { return tell(find(), *json); });
}

namespace {

/// "3x4x5" as three sides.
glm::ivec3 parse_dims(const std::string& text) {
  glm::ivec3 dims(0);
  std::string_view rest = text;
  for (int i = 0; i < 3; ++i) {
    const auto side = take_number<int>(rest);
    if (!side || (i < 2 ? !rest.starts_with('x') : !rest.empty()))
      throw BadInput("dims", "'" + text + "'", "WxHxD, as in 4x3x5");
    dims[i] = *side;
    if (i < 2) rest.remove_prefix(1);
  }
  return dims;
}

CommandOption* add_number_of_64_bits(Command& command, const std::string& name,
                                     std::uint64_t& number, const std::string& meaning) {
  const auto whole = [name](const std::string& text) {
    if (!number_from<std::uint64_t>(text))
      throw BadInput(name, "'" + text + "'",
                     fmt::format("a whole number from 0 to {}", UINT64_MAX));
  };
  return command.add_option("--" + name, number, meaning)->check(whole);
}

}  // namespace

CommandOption* add_seed_option(Command& command, std::uint64_t& seed, const std::string& meaning) {
  return add_number_of_64_bits(command, "seed", seed, meaning);
}

CommandOption* add_run_option(Command& command, std::uint64_t& run) {
  return add_number_of_64_bits(
      command, "run", run,
      "Number of the run. Runs of the same maze differ only in the noise of the actuator");
}

void add_free_flags(Command& command, bool& free, bool& rest,
                    const std::vector<std::string>& of_moves) {
  command.add_flag("--free", free,
                   "Turn the maze freely, about any axis at any time: --agent names a controller");
  for (const std::string& other : of_moves) command.option(other)->excludes({"free"});
  command.add_flag("--rest", rest, "With --free: the marble must come to rest in the target")
      ->needs({"free"});
}

void add_jobs_option(Command& command, int& jobs) {
  constexpr int kMostThreads = 1024;
  within(0, kMostThreads,
         command.add_option("--jobs", jobs, "Number of threads; 0 for one on each core")
             ->shows_default());
}

void MazeChoice::add_to(Command& command, bool with_file) {
  command.add_option("--size", size, "Cells on each side of a generated maze, 2 to 64");
  command
      .add_option("--dims", dims,
                  "Sides of a generated maze that is not a cube, as WxHxD (flat: WxHx1)")
      ->excludes({"size"});
  command.add_option("--layers", layers,
                     "all (default), outer (hollow core) or flat (2-D; default with WxHx1)");
  add_seed_option(command, seed, "Seed of the generator");
  if (!with_file) return;
  command.add_option("FILE", file, "Maze file; without it a maze is generated")->reads_file();
  for (const char* of_generator : {"size", "dims", "layers", "seed"})
    command.option(of_generator)->excludes({"FILE"});
}

std::shared_ptr<const Maze> MazeChoice::make() const {
  if (!file.empty()) return std::make_shared<const Maze>(load_maze(file));
  const glm::ivec3 sides = dims.empty() ? glm::ivec3(size) : parse_dims(dims);
  const Layers kind = !layers.empty() ? layers_from_string(layers)
                      : sides.z == 1  ? Layers::flat
                                      : Layers::all;
  return std::make_shared<const Maze>(dims.empty() ? generate_kruskal(size, kind, seed)
                                                   : generate_kruskal(sides, kind, seed));
}

CommandOption* SettingsChoice::add_file_to(Command& command) {
  return command
      .add_option("--settings", file, "Physics settings as JSON; see the settings command")
      ->reads_file();
}

CommandOption* SettingsChoice::add_to(Command& command) {
  add_file_to(command);
  return command.add_flag("--exact", exact,
                          "Noise-free actuator: drive_variation and brake_tolerance are 0");
}

void SetupChoice::add_scheme_to(Command& command) {
  command.add_option("--orientations", orientations,
                     "Control scheme: 8 or 24 for a cube, 4 for a flat maze");
}

Setup SetupChoice::make() const {
  auto made = maze.make();
  return setup_in(std::move(made), orientations, settings.make(), kind);
}

Subject physics_in(const std::string& world) {
  return {"a world with physics", [&world] { return marble_world_kind(world).traits({}).posed; }};
}

Subject chance_in(const std::string& world, const SettingsChoice& settings) {
  return {"an actuator with noise", [&world, &settings] {
            return !marble_world_kind(world).traits(settings.make()).deterministic;
          }};
}

PhysicsSettings SettingsChoice::make() const {
  const PhysicsSettings chosen = file.empty() ? PhysicsSettings{} : load_settings(file);
  return exact ? exact_machine(chosen) : chosen;
}

Shard parse_shard(const std::string& text) {
  const auto pair = numbers_from<int>(text, '/');
  if (!pair || pair->first < 1 || pair->first > pair->second)
    throw BadInput("shard", "'" + text + "'", "i/n with 1 <= i <= n");
  return {pair->first, pair->second};
}

}  // namespace marblemaze
