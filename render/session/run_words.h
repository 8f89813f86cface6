#pragma once

#include <string>

#include "maze/base/json.h"
#include "render/scene/camera.h"
#include "render/session/levels.h"
#include "render/session/run.h"

namespace marblemaze {

/// As in tables; the thesis's "unsolvable" says more than it means.
[[nodiscard]] std::string outcome_name(Outcome outcome);

/// What the page for browsers says, too: that part of engine/replay_page/words.json.
[[nodiscard]] const Json& page_words(std::string_view name);

/// "left and away": a side of the picture, x right, y away, to an eighth of a turn.
[[nodiscard]] std::string side_words(glm::vec2 side);

/// To which side of the picture the maze tips that turns about an axis of the world.
[[nodiscard]] glm::vec2 tipped_about(const glm::dvec3& axis, const Camera& camera);

/// The same of a move, where the maze stands as at that instant.
[[nodiscard]] glm::vec2 tips(const MarbleRun& run, long tick, MoveId move, const Camera& camera);

/// Such a side as an arrow and in words: "\u2196 tip left and away".
[[nodiscard]] std::string tip_words(glm::vec2 side);

/// "tips left, at 40 % of full speed": a turn of the maze about a world axis, as a share of the
/// limit.
[[nodiscard]] std::string turn_words(const glm::dvec3& turn, const Camera& camera);

/// The corner of the maze that is down, as an arrow: x points to the right and y upward, and a
/// double arrow says that z points down. With 24 orientations the steepest axis stands behind it.
[[nodiscard]] std::string down_arrow(const OrientationScheme& scheme, OrientationId orientation);

/// A state by its cell and what is down: "76 \u2197", and "76* \u2197" where the marble balances on
/// an edge.
[[nodiscard]] std::string cell_name(const OrientationScheme& scheme, StateId state);

/// "12 moves" or, where the maze is turned freely, "75 commands".
[[nodiscard]] std::string choices_in_words(const Recording& made);

/// Moves of the run so far; switches of the control scheme are none.
[[nodiscard]] int moves_made(const MarbleRun& run);

/// "3 moves", and how many it should take: the fewest there can be where they are known, which is
/// in a level, else what the path predictor believes, called that. `level`: null for another run.
[[nodiscard]] std::string moves_in_words(const MarbleRun& run, const Level* level);

/// Returns the label of the golden path. It says so if the access level of the agent that plays
/// does not include the path.
[[nodiscard]] std::string path_words(const MarbleRun& run);

/// Does what was planned beyond a move that is over still stand? Not where it ended elsewhere than
/// planned, and not at the end of the run.
[[nodiscard]] bool plan_holds_after(const MarbleRun& run, std::size_t move);

/// How much is known in the control schemes that were in force before that move, beside its own:
/// each has states of its own. Empty where there was no other.
[[nodiscard]] std::string known_in_other_schemes(const MarbleRun& run, std::size_t move);

/// What a run came to. The first two are sentences for a card, the third tells more of the reason.
struct RunNews {
  std::string headline, detail, why;
};
/// Precondition: the run has an outcome.
[[nodiscard]] RunNews news_of(const MarbleRun& run);

}  // namespace marblemaze
