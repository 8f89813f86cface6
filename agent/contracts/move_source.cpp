#include "agent/contracts/move_source.h"

#include <algorithm>

namespace marblemaze {

bool Decision::is_sound() const {
  if (moves.empty() == (answer == Answer::moves)) return false;
  if (fault.has_value() != (answer == Answer::failed)) return false;
  if (!after) return true;
  return std::all_of(moves.begin(), moves.end(),
                     [](const PlannedMove& move) { return move.expected.has_value(); }) &&
         !moves.empty() && after->state() == moves.back().expected;
}

}  // namespace marblemaze
