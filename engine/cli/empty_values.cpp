#include "engine/cli/empty_values.h"

#include <string>

#include <CLI/CLI.hpp>

#include "maze/errors.h"

namespace marblemaze {

void refuse_empty_values(CLI::App& app) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_expected_min() == 0) continue;  // a flag
    const std::string name = option->get_single_name();
    option->check([name](const std::string& text) {
      if (text.empty()) throw BadInput(name, "''", "a value that is not empty");
      return std::string();
    });
  }
  for (CLI::App* command : app.get_subcommands([](CLI::App*) { return true; }))
    refuse_empty_values(*command);
}

}  // namespace marblemaze
