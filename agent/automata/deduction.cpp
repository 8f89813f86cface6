#include "agent/automata/deduction.h"

#include "maze/puzzles/board.h"

namespace marblemaze {

const char* to_string(Deduction ending) {
  switch (ending) {
    case Deduction::solved: return "solved";
    case Deduction::stalled: return "stalled";
    case Deduction::contradiction: return "contradiction";
    default: return "out of time";
  }
}

std::string why_contradictory(int width, int conflict, const char* what,
                              const std::vector<std::string>& broken) {
  std::string reason;
  if (conflict != kNoConflict) reason = square_name(conflict, width) + what;
  if (!broken.empty()) reason += (reason.empty() ? "" : "; ") + broken.front();
  return reason;
}

}  // namespace marblemaze
