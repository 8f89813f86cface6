#include "render/session/run_frames.h"

#include <algorithm>

#include "maze/world/still_scene.h"

namespace marblemaze {
namespace {

constexpr long kTrailTicks = 1200;  // ten seconds
constexpr long kTrailStride = 3;

std::vector<glm::vec3> trail_until(const ShownRun& run, long tick, const Scene& now) {
  std::vector<glm::vec3> trail;
  for (long t = std::max(tick - kTrailTicks, 0L); t <= tick; t += kTrailStride)
    trail.push_back(run.recording().tick(t).marble);
  if (tick >= 0) trail.push_back(glm::vec3(now.marble_in_maze()));
  return trail;
}

std::vector<bool> visited_until(const ShownRun& run, long tick) {
  std::vector<bool> visited(static_cast<std::size_t>(run.maze().grid().box_cells()), false);
  if (run.turns_freely())
    for (long t = 0; t <= tick; t += kWishTicks) {
      const glm::dvec3 at(run.recording().tick(t).marble);
      const CellId cell = run.maze().grid().cell_at(at);
      if (cell.valid()) visited[static_cast<std::size_t>(cell.index)] = true;
    }
  for (const RecordedMove& move : run.recording().moves) {
    if (move.begin > tick) break;
    const OrientationScheme& scheme = run.scheme(run.orientations_at(std::max(move.begin - 1, 0L)));
    visited[static_cast<std::size_t>(scheme.cell(move.from).index)] = true;
  }
  return visited;
}

}  // namespace

Scene scene_at(const ShownRun& run, double position) {
  if (run.ticks() == 0) {
    const OrientationScheme& scheme = run.scheme(run.setup().orientations);
    return still_scene(run.maze(), scheme, scheme.state(run.maze().start(), OrientationId(0)),
                       run.setup().settings.nature.marble_radius,
                       run.setup().settings.nature.wall_thickness);
  }
  const double at = std::clamp(position - 1, 0.0, static_cast<double>(run.ticks() - 1));
  const auto first = static_cast<long>(at);
  const long second = std::min(first + 1, run.ticks() - 1);
  Scene now = between(run.recording().scene(first), run.recording().scene(second),
                      at - static_cast<double>(first));
  now.orientations = run.orientations_at(first);
  now.hinge_axis = run.hinge_axis_at(first);
  const Scene* live = run.live() ? run.episode().world().scene() : nullptr;
  if (live && second == run.ticks() - 1) now.contacts = live->contacts;
  return now;
}

Frame frame_of_state(const ShownRun& run, const OrientationScheme& scheme, StateId state) {
  Frame frame;
  const auto& nature = run.setup().settings.nature;
  // A balanced marble is drawn where it would rest.
  const StateId rests(state.index % kBalancedStride);
  frame.scene = still_scene(run.maze(), scheme, rests, nature.marble_radius, nature.wall_thickness);
  frame.scheme = &scheme;
  frame.orientation = scheme.orientation(rests);
  frame.theoretical_path = run.paths().path_from(run.maze().start());
  return frame;
}

Frame frame_at(const ShownRun& run, double position) {
  Frame frame;
  const long tick = std::min(static_cast<long>(position), run.ticks()) - 1;
  frame.scene = scene_at(run, position);
  frame.scheme = &run.scheme(run.orientations_at(tick));
  frame.orientation = run.orientation_at(tick);
  frame.turned_from = run.turned_from_at(tick);
  frame.trail = trail_until(run, tick, frame.scene);
  frame.theoretical_path = run.paths().path_from(run.maze().start());
  frame.visited = visited_until(run, tick);
  if (const MoveNote* note = run.note_under_way(tick)) {
    frame.predicted_path = note->predicted_path;
    frame.guessed_path = note->guessed_path;
  }
  return frame;
}

}  // namespace marblemaze
