#include "fuzz/fuzz_target.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  marblemaze::fuzz::test_input({data, data + size});
  return 0;
}
