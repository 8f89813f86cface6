#include "render/session/free_levels.h"

#include "maze/base/json.h"
#include "maze/base/json_reader.h"
#include "maze/grid/kruskal_generator.h"
#include "maze/grid/maze_hash.h"
#include "render/gl/viewer_files.h"

namespace marblemaze {
namespace {

std::vector<FreeLevel> of_file() {
  const Json list = Json::parse("levels", std::string(viewer_file("turn-freely.json")));
  return reading_json("levels", [&] {
    std::vector<FreeLevel> all;
    for (const Json& told : list.at("levels")) {
      const Layers layers = layers_from_string(told.at("layers").text());
      all.push_back({told.at("name").text(), std::make_shared<const Maze>(generate_kruskal(
                                                 told.at("size").get<int>(), layers,
                                                 told.at("seed").get<std::uint64_t>()))});
    }
    return all;
  });
}

}  // namespace

std::span<const FreeLevel> free_levels() {
  static const std::vector<FreeLevel> all = of_file();
  return all;
}

std::optional<std::size_t> free_level_of(const ShownRun& run) {
  const auto all = free_levels();
  for (std::size_t i = 0; i < all.size() && run.turns_freely(); ++i)
    if (all[i].maze == run.setup().maze) return i;
  return std::nullopt;
}

std::string time_key(const Maze& maze, bool rest) {
  return maze_hash(maze) + (rest ? ", at rest" : "");
}

std::string time_key(const ShownRun& run) {
  const PhysicsSettings& settings = run.setup().settings;
  const bool usual = settings == PhysicsSettings{} || settings == exact_machine();
  const bool counts =
      run.turns_freely() && run.spec().player.by_hand && !run.is_recording() && usual;
  return counts ? time_key(run.maze(), run.recording().spec.free->rest) : "";
}

}  // namespace marblemaze
