// The CSV file of a plan, which `merge --check` reads: what is read is written to the same lines.
#include "engine/results/result_csv.h"
#include "fuzz/fuzz_target.h"

namespace marblemaze {
namespace {

std::string written(const MixedCsv& csv, const std::vector<ResultRow>& rows) {
  std::string text = csv.heading() + "\n";
  for (const ResultRow& row : rows) text += csv.line(row) + "\n";
  return text;
}

}  // namespace
}  // namespace marblemaze

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marblemaze;
  static const MixedCsv csv(MixedCsv::Columns::key);
  fuzz::accepts([&] {
    const std::string lines = written(csv, csv.rows_from(fuzz::text_of(data, size), "input"));
    fuzz::require(written(csv, csv.rows_from(lines, "output")) == lines,
                  "a plan is read as it was written");
  });
  return 0;
}
