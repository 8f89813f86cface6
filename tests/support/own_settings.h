#pragma once

#include "tests/support/environment_variable.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze::testing {

/// Stores the viewer's settings in the test's own folder during its lifetime.
class OwnSettings {
  TemporaryFolder folder_;
  EnvironmentVariable kept_{"XDG_CONFIG_HOME", folder_.path()};
};

}  // namespace marblemaze::testing
