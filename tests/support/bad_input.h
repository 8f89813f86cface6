#pragma once

#include <string>

#include "maze/base/errors.h"

namespace marblemaze::testing {

/// The message with which `action` refuses its input; "accepted" when it does not refuse.
template <class Action>
std::string bad_input_of(Action action) {
  try {
    static_cast<void>(action());
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace marblemaze::testing
