// Fuzzes the certificate in a maze file: writing and reading it again must give the same
// certificate, and its description must consist of complete lines.
#include "fuzz/fuzz_target.h"
#include "maze/base/json.h"
#include "maze/files/maze_file.h"

namespace marblemaze {
namespace {

void read_and_tell(const std::string& text) {
  const auto certificate = certificate_from_maze_json(text);
  if (!certificate) return;
  const std::string told = describe(*certificate);
  fuzz::require(told.ends_with('\n'), "a certificate is told in whole lines");
  const Json file{{"certificate", json_of(*certificate)}};
  const auto again = certificate_from_maze_json(file.dump());
  fuzz::require(again == certificate, "a certificate is read as it was written");
  static_cast<void>(rests_in(maze_from_json(text), *certificate));
}

}  // namespace
}  // namespace marblemaze

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marblemaze;
  fuzz::accepts([&] { read_and_tell(fuzz::text_of(data, size)); });
  return 0;
}
