#pragma once

#include <array>
#include <string>
#include <vector>

#include "maze/base/json.h"
#include "render/scene/camera.h"
#include "render/session/levels.h"
#include "render/session/run.h"

namespace marblemaze {

/// Returns the display name of an outcome. The thesis says "unsolvable" when the agent gives up,
/// which claims too much.
[[nodiscard]] std::string outcome_name(Outcome outcome);

/// Returns a section of engine/replay_page/words.json, which is shared with the web page.
[[nodiscard]] const Json& page_words(std::string_view name);

/// Returns the name of an image direction (x right, y away), rounded to one of eight, such as "left
/// and away".
[[nodiscard]] std::string direction_name(glm::vec2 side);

/// Returns the image direction in which the maze tips when it turns about a world axis.
[[nodiscard]] glm::vec2 tipped_about(const glm::dvec3& axis, const Camera& camera);

/// Returns the image direction in which a move tips the maze at this tick.
[[nodiscard]] glm::vec2 tips(const MarbleRun& run, long tick, MoveId move, const Camera& camera);

/// Returns an image direction as an arrow and text: "\u2196 tip left and away".
[[nodiscard]] std::string tip_words(glm::vec2 side);

/// Describes an angular velocity in world axes, given as fractions of the limit: "tips left, at 40
/// % of full speed".
[[nodiscard]] std::string turn_words(const glm::dvec3& turn, const Camera& camera);

/// Returns an arrow to the lowest corner of the maze. x points right and y points up. A double
/// arrow means that z points down. With 24 orientations, the name of the steepest axis follows.
[[nodiscard]] std::string down_arrow(const OrientationScheme& scheme, OrientationId orientation);

/// Returns the label of a state, with its cell and lowest corner: "76 \u2197", or "76* \u2197" for
/// a balanced marble.
[[nodiscard]] std::string cell_name(const OrientationScheme& scheme, StateId state);

/// Returns the length of a recording: "12 moves" or, under continuous control, "75 commands".
[[nodiscard]] std::string choices_in_words(const Recording& made);

/// Returns the number of the last move that has begun at this tick, or 0 before the first.
[[nodiscard]] int move_number_at(const MarbleRun& run, long tick);

/// Returns the number of moves with a reference value, such as "3 moves; minimum: 5". The reference
/// value is the minimum in a level, and the path predictor's estimate in all other runs. `level` is
/// null outside levels.
[[nodiscard]] std::string moves_in_words(const MarbleRun& run, const Level* level);

/// Returns the label of the shortest path, with a note if the agent has no access to the path.
[[nodiscard]] std::string path_words(const MarbleRun& run);

/// Rewrites a recorded reason for display, with its purpose first: "fewest predicted moves to the
/// goal (move 2 of 5 in the plan)".
[[nodiscard]] std::string reason_words(const std::string& rule);

/// Returns true if the rest of a plan is still valid after a completed move. It is not valid after
/// an unexpected outcome or the end of the run.
[[nodiscard]] bool plan_holds_after(const MarbleRun& run, std::size_t move);

/// Describes the states known under the control schemes that were used before this move. Each
/// scheme has its own states. Empty if no other scheme was used.
[[nodiscard]] std::string known_in_other_schemes(const MarbleRun& run, std::size_t move);

/// Text about the result of a run: two sentences for the result card, and a longer explanation.
struct RunNews {
  std::string headline, detail, why;
};
/// Returns the text about the result. Requires: the run has ended.
[[nodiscard]] RunNews news_of(const MarbleRun& run);

/// Returns the sum of kinetic and potential energy, J. The potential energy is 0 at the lowest
/// point that the turning maze can reach.
[[nodiscard]] double total_energy(const MarbleRun& run, long tick);

/// Quantity of a marble run over time, for plots and CSV files.
struct MotionSeries {
  const char *name, *unit;
  const char* column;  ///< column heading in CSV files
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

/// Returns all series at every tick as CSV, with the position of the marble in the maze, the number
/// of the last move, and the last settled state.
[[nodiscard]] std::string motion_csv(const MarbleRun& run);

/// Returns timeline marks for moves and scheme switches.
[[nodiscard]] std::vector<TransportWords::Mark> move_marks(const MarbleRun& run);
/// Returns timeline marks for plans of two or more moves, followed by marks for moves that ended in
/// a known state. A plan ends at its last executed move.
[[nodiscard]] std::vector<TransportWords::Mark> plan_marks(const MarbleRun& run);

/// Removes marks that would coincide on a bar with this number of steps per point. Of each kind,
/// the first mark at each point remains. Plain moves come first, so that other marks are drawn over
/// them. Requires: `marks` outlives the result.
[[nodiscard]] std::vector<const TransportWords::Mark*> distinct_marks(
    const std::vector<TransportWords::Mark>& marks, double steps_a_point);

}  // namespace marblemaze
