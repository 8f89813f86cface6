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
  if (!includes(mask, Knowledge::layout)) advice_.layout = nullptr;
  if (!includes(mask, Knowledge::doubted)) advice_.doubted = nullptr;
}

void GrantedAdvice::require(Knowledge part, const char* name) const {
  if (includes(mask_, part)) return;
  throw ForbiddenKnowledge(std::string("a planner asks for ") + name +
                           ", which its information set does not grant");
}

std::shared_ptr<const DoubtedPhysics> GrantedAdvice::doubted() const {
  require(Knowledge::doubted, "a simulation that may be wrong");
  return advice_.doubted ? advice_.doubted(seed()) : nullptr;
}

}  // namespace marblemaze
