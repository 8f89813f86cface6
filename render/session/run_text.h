#pragma once

#include <array>
#include <string>
#include <vector>

#include "maze/base/json.h"
#include "render/scene/camera.h"
#include "render/session/levels.h"
#include "render/session/run.h"

namespace marblemaze {

/// Returns the display name of an outcome. The outcome `unsolvable` means only that the agent gave
/// up.
[[nodiscard]] std::string outcome_name(Outcome outcome);

/// Returns a section of engine/replay_page/words.json. The web page uses the same file.
[[nodiscard]] const Json& page_text(std::string_view name);

/// Returns the name of an image direction (x right, y away), such as "left and away".
[[nodiscard]] std::string direction_name(glm::vec2 side);

/// Returns the image direction in which the maze tips when it turns about a world axis.
[[nodiscard]] glm::vec2 tilt_direction_about(const glm::dvec3& axis, const Camera& camera);

/// Returns the image direction in which a move tips the maze at this tick.
[[nodiscard]] glm::vec2 tilt_direction(const MarbleRun& run, long tick, MoveId move,
                                       const Camera& camera);

/// Formats an image direction as an arrow and text, such as "\u2196 tip left and away".
[[nodiscard]] std::string tilt_label(glm::vec2 side);

/// Describes an angular velocity in the world frame, such as "tips left, at 40 % of full speed".
/// The components of `turn` are fractions of the rate limit.
[[nodiscard]] std::string turn_text(const glm::dvec3& turn, const Camera& camera);

/// Returns an arrow to the lowest corner of the maze, seen from above. A double arrow means that
/// the z axis points down. With 24 orientations, the name of the steepest axis follows.
[[nodiscard]] std::string down_arrow(const OrientationScheme& scheme, OrientationId orientation);

/// Returns the label of a state with the cell number and lowest corner, such as "76 \u2197". An
/// asterisk marks a balanced marble.
[[nodiscard]] std::string cell_name(const OrientationScheme& scheme, StateId state);

/// Returns the length of a recording, such as "12 moves" or "75 commands".
[[nodiscard]] std::string length_text(const Recording& made);

/// Returns the number of the last move that has begun at this tick, or 0 if there is none.
[[nodiscard]] int move_number_at(const MarbleRun& run, long tick);

/// Returns the number of moves with a reference value, such as "3 moves; minimum: 5". Outside
/// levels, `level` is null, and the path predictor estimates the reference value.
[[nodiscard]] std::string moves_in_words(const MarbleRun& run, const Level* level);

/// Returns the label of the shortest path, with a note if the agent has no access to the path.
[[nodiscard]] std::string path_label(const MarbleRun& run);

/// Formats a recorded reason for display, such as "fewest predicted moves to the goal (move 2 of 5
/// in the plan)".
[[nodiscard]] std::string reason_text(const std::string& rule);

/// Returns true if a plan is still valid after a move: the outcome was expected, and the run
/// continues.
[[nodiscard]] bool plan_holds_after(const MarbleRun& run, std::size_t move);

/// Lists the numbers of known states under the other control schemes used before this move. Empty
/// if there are no such schemes.
[[nodiscard]] std::string known_in_other_schemes(const MarbleRun& run, std::size_t move);

/// Result text of a run: headline and detail of the result card, and a longer explanation.
struct RunResultText {
  std::string headline, detail, why;
};
/// Requires: the run has ended.
[[nodiscard]] RunResultText run_result_text(const MarbleRun& run);

/// Returns the sum of kinetic and potential energy, J. The potential energy is zero at the bottom
/// of the bounding sphere of the maze.
[[nodiscard]] double total_energy(const MarbleRun& run, long tick);

struct MotionSeries {
  const char *name, *unit;
  const char* column;
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

/// Returns a CSV table with one row per tick: all time series, the marble position, the last move
/// and the last settled state.
[[nodiscard]] std::string motion_csv(const MarbleRun& run);

[[nodiscard]] std::vector<TransportInfo::Mark> move_marks(const MarbleRun& run);
/// Returns timeline marks for plans of two or more moves, followed by marks for moves to known
/// states.
[[nodiscard]] std::vector<TransportInfo::Mark> plan_marks(const MarbleRun& run);

/// Removes overlapping marks, except the first mark of each kind at each point of the bar. Moves
/// come first, so that other marks are drawn on top. Requires: `marks` outlives the result.
[[nodiscard]] std::vector<const TransportInfo::Mark*> distinct_marks(
    const std::vector<TransportInfo::Mark>& marks, double steps_a_point);

}  // namespace marblemaze
