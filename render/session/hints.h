#pragma once

#include <optional>
#include <string>

#include "render/scene/camera.h"
#include "render/session/levels.h"
#include "render/session/logic_game.h"
#include "render/session/shown_run.h"

namespace marblemaze {

/// The best move that is known from the present state, and how it is known.
struct Hint {
  std::optional<MoveId> move;  ///< nothing: none is known that leads to the goal
  std::string words;           ///< a sentence or two
};

/// In a level what was tried beforehand, else what the path predictor believes. `level` is null
/// where none is played. The camera says which way is left. Precondition: the run waits for a
/// person.
[[nodiscard]] Hint hint_for(const ShownRun& run, const Camera& camera, const Level* level);
/// What looking from above tells, which is certain.
[[nodiscard]] Hint hint_for(const LogicGame& game);

}  // namespace marblemaze
