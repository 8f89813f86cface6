#pragma once

#include <utility>
#include <vector>

#include "agent/search/copies/mdp.h"

namespace marblemaze::testing {

inline MdpNode goal() { return {true, {}}; }
/// Makes a node from its moves, each with its results.
inline MdpNode node(std::vector<std::vector<MdpResult>> moves) {
  MdpNode result;
  for (std::size_t i = 0; i < moves.size(); ++i)
    result.moves.push_back({MoveId(static_cast<int>(i)), std::move(moves[i])});
  return result;
}

}  // namespace marblemaze::testing
