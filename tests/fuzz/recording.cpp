// Fuzzes recordings of marble mazes and of logic mazes. Writing and reading must give the same run.
// The run must be displayable.
#include "engine/recording/recording.h"

#include "engine/recording/game_recording.h"
#include "engine/recording/verification.h"
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
  static_cast<void>(page_moves(recording).dump());
}

/// Compares only the description of the run, because writing rounds the poses.
void read_run(const std::string& bytes) {
  const Recording recording = recording_from_bytes(bytes, "input");
  const Recording again = recording_from_bytes(recording_bytes(recording), "output");
  fuzz::require(again.ticks.size() == recording.ticks.size(), "no tick is lost or added");
  const auto last = recording.ticks.size();
  if (last > 0)
    fuzz::require(again.ticks[last - 1].hash == recording.ticks[last - 1].hash,
                  "a tick keeps its hash");
  fuzz::require(again.moves.size() == recording.moves.size(), "no move is lost or added");
  fuzz::require(page_moves(again).dump() == page_moves(recording).dump(), "moves stay as they are");
  show(recording);
}

}  // namespace

void fuzz::test_input(const std::string& input) {
  try_to([&] {
    if (!is_game_recording(input)) return read_run(input);
    require_one_line(describe(verify_recording(input, "input")));
  });
}

}  // namespace marblemaze
