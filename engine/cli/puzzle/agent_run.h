#pragma once

#include <string>

#include "engine/cli/puzzle/puzzle_common.h"
#include "engine/run/setup.h"

namespace marblemaze {

/// Lets an agent act in a logic world and tells move by move. Throws BadInput for an unknown agent.
[[nodiscard]] Finding solve_by_agent(Environment environment, const std::string& agent);

}  // namespace marblemaze
