#pragma once

#include <optional>
#include <string>

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
/// where none is played. Precondition: the run waits for a person.
[[nodiscard]] Hint hint_for(const ShownRun& run, const Level* level);
/// What looking from above tells, which is certain.
[[nodiscard]] Hint hint_for(const LogicGame& game);

/// The move as the panels' button calls it: "2: flip y".
[[nodiscard]] std::string move_label(const ShownRun& run, MoveId move);

}  // namespace marblemaze
