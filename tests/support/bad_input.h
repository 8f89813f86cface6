#pragma once

#include <string>

#include "maze/base/errors.h"

namespace marblemaze::testing {

/// Returns the error message of `action`, or "accepted" if it does not throw.
template <class Action>
std::string error_message_of(Action action) {
  try {
    static_cast<void>(action());
  } catch (const BadInput& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace marblemaze::testing
