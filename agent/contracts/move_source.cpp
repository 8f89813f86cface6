#include "agent/contracts/move_source.h"

namespace marblemaze {

bool Decision::is_sound() const {
  return moves.empty() != (answer == Answer::moves) &&
         fault.has_value() == (answer == Answer::failed);
}

}  // namespace marblemaze
