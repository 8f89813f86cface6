// Fuzzes physics settings. Writing and reading must give the same settings with the same hash.
#include "engine/sim/physics_settings.h"
#include "fuzz/fuzz_target.h"

void marblemaze::fuzz::test_input(const std::string& input) {
  try_to([&] {
    const PhysicsSettings settings = settings_from_json(input);
    const PhysicsSettings again = settings_from_json(to_json(settings));
    require(to_json(again) == to_json(settings), "settings are read as they were written");
    require(settings_hash(again) == settings_hash(settings), "settings keep their hash");
  });
}
