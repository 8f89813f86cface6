// Fuzzes physics settings. Writing and reading must give the same settings with the same hash.
#include "engine/sim/physics_settings.h"
#include "fuzz/fuzz_target.h"

namespace marblemaze {
namespace {

void read_and_write(const std::string& text) {
  const PhysicsSettings settings = settings_from_json(text);
  const PhysicsSettings again = settings_from_json(to_json(settings));
  fuzz::require(to_json(again) == to_json(settings), "settings are read as they were written");
  fuzz::require(settings_hash(again) == settings_hash(settings), "settings keep their hash");
}

}  // namespace
}  // namespace marblemaze

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marblemaze;
  fuzz::accepts([&] { read_and_write(fuzz::text_of(data, size)); });
  return 0;
}
