#pragma once

#include <cstdlib>
#include <optional>

#include "tests/support/temporary_folder.h"

namespace marblemaze::testing {

/// The viewer keeps its settings in a folder of this test's own, as long as this lives.
class OwnSettings {
 public:
  OwnSettings() {
    if (const char* before = std::getenv(kVariable)) before_ = before;
    setenv(kVariable, folder_.path().c_str(), 1);
  }
  ~OwnSettings() { before_ ? setenv(kVariable, before_->c_str(), 1) : unsetenv(kVariable); }
  OwnSettings(const OwnSettings&) = delete;
  OwnSettings& operator=(const OwnSettings&) = delete;

 private:
  static constexpr const char* kVariable = "XDG_CONFIG_HOME";
  TemporaryFolder folder_;
  std::optional<std::string> before_;
};

}  // namespace marblemaze::testing
