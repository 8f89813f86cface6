#include "render/session/exhibits.h"

#include <algorithm>

#include "maze/world/still_scene.h"

namespace marblemaze {
namespace {

constexpr long kTrailTicks = 1200;  // ten seconds
constexpr long kTrailStride = 3;

void lay_trail(const ShownRun& run, long tick, const Scene& now, std::vector<glm::vec3>& trail) {
  trail.clear();
  for (long t = std::max(tick - kTrailTicks, 0L); t <= tick; t += kTrailStride)
    trail.push_back(run.recording().ticks[static_cast<std::size_t>(t)].marble);
  if (tick >= 0) trail.push_back(glm::vec3(now.marble_in_maze()));
}

std::vector<bool> visited_until(const ShownRun& run, long tick) {
  std::vector<bool> visited(static_cast<std::size_t>(run.maze().grid().box_cells()), false);
  for (const RecordedMove& move : run.recording().moves) {
    if (move.begin > tick) break;
    const OrientationScheme& scheme = run.scheme(run.orientations_at(std::max(move.begin - 1, 0L)));
    visited[static_cast<std::size_t>(scheme.cell(move.from).index)] = true;
  }
  return visited;
}

std::vector<CellId> path_predicted_at(const ShownRun& run, long tick) {
  const auto move = run.recording().move_at(tick);
  if (!move) return {};
  const long end = run.recording().moves[*move].end;
  return end == 0 || tick + 1 < end ? run.notes()[*move].predicted_path : std::vector<CellId>();
}

}  // namespace

Exhibit exhibit_of(const ShownRun& run, const Playback& playback, std::vector<glm::vec3>& trail) {
  Exhibit exhibit;
  const long tick = std::min(playback.tick(), run.ticks() - 1);
  exhibit.scene = playback.scene(run);
  exhibit.scheme = &run.scheme(run.orientations_at(tick));
  exhibit.orientation = run.orientation_at(tick);
  lay_trail(run, tick, exhibit.scene, trail);
  exhibit.trail = trail;
  exhibit.theoretical_path = run.paths().path_from(run.maze().start());
  exhibit.visited = visited_until(run, tick);
  exhibit.predicted_path = path_predicted_at(run, tick);
  return exhibit;
}

Exhibit exhibit_of(const ShownRun& run, const DeadEndFilling& filling) {
  Exhibit exhibit;
  const Maze& maze = run.maze();
  const OrientationScheme& scheme = run.scheme(run.recording().orientations);
  exhibit.scene = still_scene(maze, scheme, scheme.state(maze.start(), OrientationId(0)));
  exhibit.scheme = &scheme;
  for (CellId cell(0); cell.index < maze.grid().box_cells(); ++cell.index)
    exhibit.time_left.push_back(maze.grid().in_maze(cell) ? filling.time_left(cell) : -1.0f);
  if (filling.time.done() >= filling.iterations())
    exhibit.theoretical_path = run.paths().path_from(maze.start());
  return exhibit;
}

}  // namespace marblemaze
