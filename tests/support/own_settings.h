#pragma once

#include "tests/support/environment_variable.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze::testing {

/// The viewer keeps its settings in a folder of this test's own, as long as this lives.
class OwnSettings {
  TemporaryFolder folder_;
  EnvironmentVariable kept_{"XDG_CONFIG_HOME", folder_.path()};
};

}  // namespace marblemaze::testing
