#pragma once

#include "agent/contracts/planner.h"

namespace marblemaze {

/// Where a move of the present state is known to lead, or nothing where it was never tried, to how
/// good that is: the smaller the better.
using StepValue = std::function<double(MoveId, const std::optional<StateId>&)>;

/// The best move of the present state, one step at a time: what real-time searches do instead of
/// planning a way. Of equal ones an untried move comes first, then the lower number. Exhausted once
/// nothing untried can be reached over known arcs, so that an agent in a dead-end region it knows
/// stops there.
[[nodiscard]] Decision best_step(const StateGraph& graph, StateId from, const std::string& rule,
                                 const StepValue& value);

}  // namespace marblemaze
