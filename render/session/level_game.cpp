#include "render/session/level_game.h"

#include <algorithm>
#include <cassert>

#include "agent/play/human_or_agent.h"

namespace marblemaze {

bool LevelGame::counts(const ShownRun& run) const {
  assert(open());
  const EpisodeSpec wanted = level_spec(level());
  const Recording& made = run.recording();
  return made.spec.setup == wanted.setup && !made.spec.player.recovery && !made.spec.free &&
         std::ranges::all_of(made.moves,
                             [](const auto& move) { return move.reason == kChosenByHand; });
}

int LevelGame::stars_in_reach(int moves) const {
  assert(open());
  // At least one move more is needed.
  return stars_for(level(), moves + (result_ ? 0 : 1), hints_ > 0);
}

bool LevelGame::frame(const MarbleRuns& marble, const Progress& progress) {
  assert(open());
  const ShownRun& run = marble.run();
  if (result_ || run.outcome() != Outcome::solved || marble.count() > 1 ||
      marble.time.position() < static_cast<double>(run.ticks()) || !counts(run))
    return false;
  const int moves = moves_made(run), stars = stars_for(level(), moves, hints_ > 0);
  const bool record = Progress::Best{stars, moves}.better_than(progress.best(level()));
  result_ = LevelResult{moves, stars, record};
  return true;
}

}  // namespace marblemaze
