// Recordings of the marble and of games: what is read is written to the same bytes again, and can be
// shown.
#include "engine/recording/game_recording.h"
#include "engine/recording/recording.h"
#include "engine/replay_page/page_data.h"
#include "fuzz/fuzz_target.h"

namespace marblemaze {
namespace {

void show(const Recording& recording) {
  const auto ticks = static_cast<long>(recording.ticks.size());
  for (const long tick : {0L, ticks / 2, ticks - 1}) {
    if (tick < 0 || tick >= ticks) continue;
    static_cast<void>(recording.scene(tick));
    if (const auto move = recording.move_at(tick))
      fuzz::require(*move < recording.moves.size(), "a move is one of the recording's");
  }
  static_cast<void>(script_safe(page_moves(recording)));
}

void read_run(const std::string& bytes) {
  const Recording recording = recording_from_bytes(bytes, "input");
  const std::string written = recording_bytes(recording);
  const std::string again = recording_bytes(recording_from_bytes(written, "output"));
  fuzz::require(again == written, "a recording is read as it was written");
  show(recording);
}

void read_game(const std::string& bytes) {
  const GameRecording game = game_from_bytes(bytes, "input");
  const GameVerification result = verify_game(game);
  fuzz::require_one_line(describe(result));
}

}  // namespace
}  // namespace marblemaze

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace marblemaze;
  const std::string bytes = fuzz::text_of(data, size);
  fuzz::accepts([&] { is_game_recording(bytes) ? read_game(bytes) : read_run(bytes); });
  return 0;
}
