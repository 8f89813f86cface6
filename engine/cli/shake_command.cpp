
#include <fmt/format.h>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/numbers.h"
#include "engine/cli/common/progress_line.h"
#include "engine/experiments/shake.h"

namespace marblemaze {
namespace {

struct ShakeOptions {
  ShakeSpec spec;
  SettingsChoice settings;
  bool imagined = false;
};

std::string words_of(const ShakeResult& r) {
  return fmt::format(
      "{} moves, {} ticks: {} settled, {} frozen, {} overdue\n"
      "escapes {}, through walls {}, not a number {}, deepest overlap with an outer wall {:.4f} "
      "cells\n"
      "orientation error at rest: worst {:.2e} rad (first half of each maze's moves {:.2e}, second "
      "half {:.2e})\n",
      r.moves, r.ticks, r.settled, r.frozen, r.overdue, r.escapes, r.tunnelled, r.not_a_number,
      r.deepest_cells, r.worst_tilt_rad, r.first_half_tilt_rad, r.second_half_tilt_rad);
}

Json json_of(const ShakeResult& r) {
  return {{"moves", r.moves},
          {"ticks", r.ticks},
          {"settled", r.settled},
          {"frozen", r.frozen},
          {"overdue", r.overdue},
          {"escapes", r.escapes},
          {"tunnelled", r.tunnelled},
          {"not_a_number", r.not_a_number},
          {"worst_tilt_rad", r.worst_tilt_rad},
          {"first_half_tilt_rad", r.first_half_tilt_rad},
          {"second_half_tilt_rad", r.second_half_tilt_rad},
          {"deepest_cells", r.deepest_cells}};
}

Finding run_shake(ShakeOptions options) {
  options.spec.settings = options.settings.make();
  if (options.imagined) options.spec.physics = &imagined_physics();
  ProgressLine line;
  const ShakeResult result = shake(options.spec, [&](long moves) {
    if (line.due()) line.show(fmt::format("{} of {} moves", moves, options.spec.moves));
  });
  line.finish(fmt::format("{0} of {0} moves", options.spec.moves));
  const long faults = result.escapes + result.tunnelled + result.not_a_number + result.overdue;
  return {words_of(result), json_of(result), faults == 0};
}

}  // namespace

void add_shake_command(Command& app) {
  auto options = std::make_shared<ShakeOptions>();
  Command* command = app.add_subcommand(
      "shake",
      "Test the physics with random moves; count escapes, errors of orientation and overdue moves");
  within(1, 1e8, command->add_option("--moves", options->spec.moves, "Random moves in all"));
  within(1, 1e6,
         command->add_option("--mazes", options->spec.mazes,
                             "Number of mazes for these moves, of both kinds and schemes"));
  within(
      kSmallestSide, kLargestSide,
      command->add_option("--size", options->spec.size,
                          "Outer-layer cubes of this edge length only (default: 3x3x3 and 5x5x5)"));
  command->add_flag("--imagined", options->imagined, "Test the imagined stepper instead of Bullet");
  add_seed_option(*command, options->spec.seed, "Seed of mazes and moves");
  options->settings.add_to(*command);
  answers(*command, [options] { return run_shake(*options); });
}

}  // namespace marblemaze
