#include "render/session/levels.h"

#include <algorithm>

#include <fmt/format.h>

#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/json_reader.h"
#include "maze/files/maze_file.h"
#include "render/gl/viewer_files.h"

namespace marblemaze {
namespace {

std::vector<Level> built_in() {
  std::vector<Level> all;
  for (int number = 1;; ++number) {
    const std::string_view text = viewer_file(fmt::format("level-{:02}.json", number));
    if (text.empty()) return all;
    all.push_back(level_from_json(std::string(text)));
  }
}

}  // namespace

std::span<const Level> levels() {
  static const std::vector<Level> all = built_in();
  return all;
}

Level level_from_json(const std::string& text) {
  const auto certificate = certificate_from_maze_json(text);
  if (!certificate || certificate->solution.empty())
    throw BadInput("level: expected a maze with a certificate of its solution");
  const Json document = Json::parse("level", text);
  return reading_json("level", [&] {
    const Json& told = document.at("level");
    JsonReader(told, "level", "level's ").require_only({"name", "ways"});
    Level level;
    level.name = told.at("name").text();
    level.key = certificate->maze;
    level.maze = std::make_shared<const Maze>(maze_from(document));
    level.orientations = certificate->orientations;
    for (const int move : certificate->solution) level.solution.emplace_back(move);
    for (const Json& way : told.at("ways"))
      level.ways[StateId(way.at(0).get<int>())] = {MoveId(way.at(1).get<int>()),
                                                   way.at(2).get<int>()};
    return level;
  });
}

EpisodeSpec level_spec(const Level& level) {
  EpisodeSpec spec;
  spec.setup = setup_in(level.maze, level.orientations, exact_machine());
  spec.player.by_hand = true;
  return spec;
}

int stars_for(const Level& level, int moves, bool with_hints) {
  const int stars = moves <= level.best() ? 3 : moves <= level.good() ? 2 : 1;
  return with_hints ? std::min(stars, 2) : stars;
}

}  // namespace marblemaze
