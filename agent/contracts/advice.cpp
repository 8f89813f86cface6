#include "agent/contracts/advice.h"

#include <string>
#include <utility>

namespace marblemaze {

GrantedAdvice Advice::restricted_to(Knowledge mask) const { return {*this, mask}; }

GrantedAdvice::GrantedAdvice(Advice advice, Knowledge mask)
    : advice_(std::move(advice)), mask_(mask) {
  if (!includes(mask, Knowledge::distances)) advice_.distance = nullptr;
  if (!includes(mask, Knowledge::next_cell)) advice_.first_cell = nullptr;
  if (!includes(mask, Knowledge::predictor)) advice_.predictor = nullptr;
  if (!includes(mask, Knowledge::rules)) advice_.rules = nullptr;
  if (!includes(mask, Knowledge::imagination)) advice_.imagination = nullptr;
  if (!includes(mask, Knowledge::walls)) advice_.maze = nullptr;
}

void GrantedAdvice::require(Knowledge part, const char* name) const {
  if (includes(mask_, part)) return;
  throw ForbiddenKnowledge(std::string("a planner asks for ") + name +
                           ", which its information set does not grant");
}

}  // namespace marblemaze
