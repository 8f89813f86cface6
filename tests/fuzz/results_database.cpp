// Fuzzes the bytes of a results file, which may damage the database itself. `report` and `merge`
// read it.
#include "fuzz/results_scratch.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marblemaze;
  const std::filesystem::path file = fuzz::scratch() / "damaged.db";
  for (const char* beside : {"damaged.db-wal", "damaged.db-journal"})
    std::filesystem::remove(fuzz::scratch() / beside);
  fuzz::scratch().write("damaged.db", fuzz::text_of(data, size));
  fuzz::report_in_all_forms(file);
  fuzz::merge_into_new(file);
  return 0;
}
