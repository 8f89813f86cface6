// Tests recordings with one flipped bit and a recomputed hash of the two text lines.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/recording/made_recording.h"
#include "engine/recording/verification.h"
#include "maze/base/errors.h"
#include "maze/base/hash.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

using testing::played;
using testing::recorded;
using testing::spec_in;
using Document = nlohmann::json;

std::vector<std::string> samples() {
  RunSpec with_noise = spec_in(3, Layers::all, "breadth-first"), switched = with_noise;
  switched.scheme_switch = SchemeSwitch{ControlScheme::cube_24, 2};
  switched.setup.settings = without_noise();
  return {recording_bytes(recorded(with_noise)), recording_bytes(recorded(switched)),
          recording_bytes(testing::record_tilt_run(2, "floor")), game_bytes(played("four-bit")),
          game_bytes(played("jump"))};
}

std::size_t lines_of(const std::string& bytes) {
  return bytes.find('\n', bytes.find('\n') + 1) + 1;
}

/// Flips a bit of the text lines and recomputes the hash that the tick hashes include, so that
/// verification must detect the flip by other means.
std::string with_flipped_line(const std::string& sound, Rng& rng) {
  std::string lines = sound.substr(0, lines_of(sound));
  char& flipped = lines[rng.below(lines.size())];
  flipped = static_cast<char>(flipped ^ (1 << rng.below(8)));
  if (is_game_recording(sound)) return lines;
  const std::uint32_t hash = folded(hash_of(lines));
  QuantisedTick before{};
  for (const RecordedTick& tick : recording_from_bytes(sound, "sound").ticks) {
    put_step(lines, before, quantise(tick));
    append_little_endian(lines, tick.hash ^ hash, 4);
    before = quantise(tick);
  }
  return lines;
}

bool passes(const std::string& bytes) {
  try {
    return verify_recording(bytes, "flipped").verified();
  } catch (const BadInput&) {
    return false;
  }
}

/// Returns the JSON of a recording without the members that may differ in equal runs: settings
/// without effect on the run, and a move limit that the run does not reach.
Document unconditional(const std::string& bytes) {
  const std::size_t begin = bytes.find('\n') + 1;
  Document document = Document::parse(bytes.substr(begin, lines_of(bytes) - begin));
  for (const char* condition : {"settings", "run", "move_cap", "outcome"})
    document.erase(condition);
  return document;
}

TEST(ForgedRecordings, PassOnlyIfTheyDescribeTheirRun) {
  Rng rng(1);
  for (const std::string& sound : samples()) {
    EXPECT_TRUE(passes(sound));
    for (int flip = 0; flip < 90; ++flip) {
      const std::string forged = with_flipped_line(sound, rng);
      EXPECT_TRUE(!passes(forged) || unconditional(forged) == unconditional(sound))
          << forged.substr(0, lines_of(forged));
    }
    const std::size_t lines = lines_of(sound);
    for (int flip = 0; flip < 5 && lines < sound.size(); ++flip) {
      std::string forged = sound;
      forged[lines + rng.below(sound.size() - lines)] ^= 4;
      EXPECT_FALSE(passes(forged));
    }
  }
}

}  // namespace
}  // namespace marblemaze
