#include "engine/replay_page/laboratory_page.h"

#include "engine/replay_page/page_data.h"
#include "maze/base/errors.h"
#include "maze/files/maze_file.h"

namespace marblemaze {

std::string laboratory_page(std::string_view page, const Maze& maze) {
  constexpr std::string_view before = R"(<script type="application/json" id="given">)";
  constexpr std::string_view nothing = "null</script>";
  const std::size_t at = page.find(before);
  if (at == std::string_view::npos || !page.substr(at + before.size()).starts_with(nothing))
    throw BadInput("page", "without a place for a maze", "one that scripts/build_web.sh made");
  std::string with_maze(page.substr(0, at + before.size()));
  with_maze += script_safe(json_of(maze));
  return with_maze.append(page.substr(at + before.size() + nothing.size() - 9));
}

}  // namespace marblemaze
