#pragma once

#include <cstdlib>
#include <optional>
#include <string>

#include "support/temporary_folder.h"

namespace marblemaze::testing {

/// Scope guard that sets an environment variable and restores the old value.
class EnvironmentVariable {
 public:
  EnvironmentVariable(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) before_ = before;
    setenv(name, value.c_str(), 1);
  }
  ~EnvironmentVariable() { before_ ? setenv(name_, before_->c_str(), 1) : unsetenv(name_); }
  EnvironmentVariable(const EnvironmentVariable&) = delete;
  EnvironmentVariable& operator=(const EnvironmentVariable&) = delete;

 private:
  const char* name_;
  std::optional<std::string> before_;
};

/// Scope guard that moves the viewer settings to a temporary folder.
class OwnSettings {
  TemporaryFolder folder_;
  EnvironmentVariable kept_{"XDG_CONFIG_HOME", folder_.path()};
};

}  // namespace marblemaze::testing
