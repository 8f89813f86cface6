// The file in which a shard of a bench tells how far it has come.
#include "engine/results/shard_progress.h"
#include "fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marblemaze;
  fuzz::accepts([&] {
    const ShardProgress progress = progress_from_json(fuzz::text_of(data, size), "input");
    static_cast<void>(progress.is_silent(0));
  });
  return 0;
}
