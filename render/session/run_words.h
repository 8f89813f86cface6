#pragma once

#include <array>
#include <string>
#include <vector>

#include "maze/base/json.h"
#include "render/scene/camera.h"
#include "render/session/levels.h"
#include "render/session/run.h"

namespace marblemaze {

/// Returns the name of an outcome as in tables. It replaces the thesis's word "unsolvable", which
/// claims too much.
[[nodiscard]] std::string outcome_name(Outcome outcome);

/// Returns a section of engine/replay_page/words.json, whose text the web page also uses.
[[nodiscard]] const Json& page_words(std::string_view name);

/// Returns the name of an image direction (x right, y away), rounded to an eighth of a turn, such
/// as "left and away".
[[nodiscard]] std::string side_words(glm::vec2 side);

/// Returns the image direction to which the maze tips if it turns about a world axis.
[[nodiscard]] glm::vec2 tipped_about(const glm::dvec3& axis, const Camera& camera);

/// Returns the image direction to which a move tips the maze at this tick.
[[nodiscard]] glm::vec2 tips(const MarbleRun& run, long tick, MoveId move, const Camera& camera);

/// Returns such a direction as an arrow and as text: "\u2196 tip left and away".
[[nodiscard]] std::string tip_words(glm::vec2 side);

/// Describes a rotation of the maze about a world axis, as a fraction of the limit: "tips left, at
/// 40 % of full speed".
[[nodiscard]] std::string turn_words(const glm::dvec3& turn, const Camera& camera);

/// Returns an arrow to the lowest corner of the maze: x points right, y points up, and a double
/// arrow means that z points down. With 24 orientations, the steepest axis follows the arrow.
[[nodiscard]] std::string down_arrow(const OrientationScheme& scheme, OrientationId orientation);

/// Returns a state as its cell and lowest corner: "76 \u2197", or "76* \u2197" for a balanced
/// marble.
[[nodiscard]] std::string cell_name(const OrientationScheme& scheme, StateId state);

/// Returns "12 moves" or, under continuous control, "75 commands".
[[nodiscard]] std::string choices_in_words(const Recording& made);

/// Returns the number of the move that is in progress or was the last one at this tick; 0 before
/// the first.
[[nodiscard]] int move_number_at(const MarbleRun& run, long tick);

/// Returns the number of moves with a comparison, such as "3 moves": in a level with the minimum
/// number of moves, elsewhere with the number that the path predictor expects. `level` is null
/// outside levels.
[[nodiscard]] std::string moves_in_words(const MarbleRun& run, const Level* level);

/// Returns the label of the golden path, including a note if the access level of the agent that
/// plays does not include the path.
[[nodiscard]] std::string path_words(const MarbleRun& run);

/// Returns a recorded reason in the order of the window: "fewest predicted moves to the goal (move
/// 2 of 5 in the plan)".
[[nodiscard]] std::string reason_words(const std::string& rule);

/// Returns whether the rest of a plan is still valid after a completed move. It is not valid if the
/// move had an unexpected outcome or the run ended.
[[nodiscard]] bool plan_holds_after(const MarbleRun& run, std::size_t move);

/// Describes the knowledge about control schemes that were used before this move, because each
/// scheme has its own states. Empty if there was no other scheme.
[[nodiscard]] std::string known_in_other_schemes(const MarbleRun& run, std::size_t move);

/// Text about the result of a run: two sentences for a card, and a longer explanation.
struct RunNews {
  std::string headline, detail, why;
};
/// Requires: the run has an outcome.
[[nodiscard]] RunNews news_of(const MarbleRun& run);

/// Returns the kinetic energy and the potential energy above the lowest point that the turning maze
/// can reach, J.
[[nodiscard]] double total_energy(const MarbleRun& run, long tick);

/// A quantity at every tick of a marble run, which can be plotted and exported.
struct MotionSeries {
  const char *name, *unit;
  const char* column;  ///< heading in a CSV file
  double (*at)(const MarbleRun& run, long tick);
};
inline constexpr std::array<MotionSeries, 4> kMotion{
    {{"marble's speed", "cells/s", "speed_cells_per_s",
      [](const MarbleRun& run, long tick) {
        return glm::length(run.recording().scene(tick).marble_velocity);
      }},
     {"marble's kinetic energy", "J", "kinetic_energy_j",
      [](const MarbleRun& run, long tick) { return run.recording().scene(tick).kinetic_energy_j; }},
     {"marble's total energy", "J", "total_energy_j", total_energy},
     {"maze's angular speed", "rad/s", "angular_speed_rad_per_s",
      [](const MarbleRun& run, long tick) { return run.turning_speed_at(tick); }}}};

/// Returns all series from the first tick to the last, as CSV, with the position of the marble in
/// the maze, the index of the last move that had begun, and the most recent settled state.
[[nodiscard]] std::string motion_csv(const MarbleRun& run);

/// Returns the moves and switches of a run as sections of a bar.
[[nodiscard]] std::vector<TransportWords::Mark> move_marks(const MarbleRun& run);
/// Returns the agent's plans of two or more moves, each from its first move to the last executed
/// move, followed by the moves that ended in a state that was already known.
[[nodiscard]] std::vector<TransportWords::Mark> plan_marks(const MarbleRun& run);

/// Reduces marks to those that can be distinguished on a bar with this number of steps per point:
/// for each kind, the first mark that begins at a point. Plain moves come first, so the other marks
/// are drawn over them. Requires: the marks outlive the result.
[[nodiscard]] std::vector<const TransportWords::Mark*> distinct_marks(
    const std::vector<TransportWords::Mark>& marks, double steps_a_point);

}  // namespace marblemaze
