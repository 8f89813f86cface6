// Flips one bit of a recording and recomputes the hash of the lines.
#include <climits>
#include <iterator>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "engine/recording/made_recording.h"
#include "engine/recording/recording.h"
#include "engine/recording/verification.h"
#include "maze/base/errors.h"
#include "maze/base/hash.h"
#include "maze/base/random.h"

namespace marblemaze {
namespace {

using testing::played;
using testing::recorded;
using testing::recorded_by_hand;
using testing::spec_in;

struct SampledRun {
  std::string name, bytes;
};

std::vector<SampledRun> samples() {
  std::vector<SampledRun> all;
  const auto add = [&](std::string name, const Recording& recording) {
    all.push_back({std::move(name), recording_bytes(recording)});
  };
  RunSpec spec = spec_in(3, Layers::all, "breadth-first");
  add("chance", recorded(spec));
  spec.scheme_switch = SchemeSwitch{ControlScheme::cube_24, 2};
  spec.setup.settings = exact_machine();
  add("switch", recorded(spec));
  spec = spec_in(4, Layers::outer, "complete-solution-prediction");
  spec.setup.kind = "imagined";
  spec.player.recovery = true;
  add("imagined", recorded(spec));
  spec = spec_in(5, Layers::flat, "random-walk");
  add("flat", recorded(spec));
  spec.setup.kind = "predicted";
  spec.player.move_cap = kMoveCap;
  add("predicted", recorded(spec));
  add("by hand", recorded_by_hand());
  add("free", testing::record_tilt_run(2, "floor"));
  for (const char* family : {"four-bit", "jump", "rook"})
    all.push_back({family, game_bytes(played(family))});
  return all;
}

/// The positions of each part of a recording. Flips are drawn with equal probability from each
/// part.
using Parts = std::map<std::string, std::vector<std::size_t>>;

std::size_t lines_of(const std::string& bytes) {
  return bytes.find('\n', bytes.find('\n') + 1) + 1;
}

/// Adds the first line, each member of the second line, and each number and reason of moves and
/// commands.
void add_lines(const std::string& bytes, Parts& parts) {
  int depth = 0, item = 0;
  bool quoted = false;
  std::string member;
  for (std::size_t i = 0; i < lines_of(bytes); ++i) {
    const char c = bytes[i];
    if (c == '"' && bytes[i - 1] != '\\') quoted = !quoted;
    if (!quoted) depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    if (depth == 1 && quoted && c == '"' && bytes[i - 1] != ':')
      member = bytes.substr(i + 1, bytes.find('"', i + 1) - i - 1);
    const int list = member == "moves" ? 3 : member == "free" ? 4 : INT_MAX;
    if (depth < list) item = 0;
    if (depth == list && !quoted && c == ',') ++item;
    parts[depth < list ? member : fmt::format("{} {}", member, item)].push_back(i);
  }
}

void add_ticks(const std::string& bytes, Parts& parts) {
  ByteReader reader(std::string_view(bytes).substr(lines_of(bytes)));
  const auto add = [&](const char* part, std::size_t before) {
    for (std::size_t left = before; left > reader.left(); --left)
      parts[part].push_back(bytes.size() - left);
  };
  while (reader.left() > 0) {
    std::size_t before = reader.left();
    for (std::size_t i = 0; i < QuantisedTick().size(); ++i) static_cast<void>(reader.varint());
    add("poses", before);
    before = reader.left();
    static_cast<void>(reader.word());
    add("hashes", before);
  }
}

Parts parts_of(const std::string& bytes) {
  Parts parts;
  add_lines(bytes, parts);
  if (lines_of(bytes) < bytes.size()) add_ticks(bytes, parts);
  return parts;
}

/// Recomputes the hash of the lines, which is combined with the hashes of the ticks. The
/// verification must therefore detect the flip by other means.
void make_hash_anew(const std::string& sound, const Parts& parts, std::string& forged) {
  const auto hash = [end = lines_of(sound)](const std::string& bytes) {
    return folded(hash_of(std::string_view(bytes).substr(0, end)));
  };
  const auto hashes = parts.find("hashes");
  if (hashes == parts.end()) return;
  const std::uint32_t other = hash(sound) ^ hash(forged);
  for (std::size_t i = 0; i < hashes->second.size(); ++i)
    forged[hashes->second[i]] ^= static_cast<char>(other >> i % 4 * 8);
}

bool passes(const std::string& bytes) {
  try {
    return verify_recording(bytes, "flipped").verified();
  } catch (const BadInput&) {
    return false;
  }
}

/// Plays and records the run that a recording describes, up to the end of the recording.
std::string recorded_anew(const Recording& r) {
  if (r.spec.tilt) return recording_bytes(testing::record_tilt_run(r.spec));
  RunSpec spec = r.spec;
  for (std::size_t i = 1; i < r.moves.size(); ++i)
    if (!r.moves[i].move.valid())
      spec.scheme_switch = SchemeSwitch{r.moves[i].control, r.moves[i - 1].number + 1};
  Episode episode(spec);
  Recording again;
  record(episode, again);
  while (again.ticks.size() < r.ticks.size() && episode.tick()) {
  }
  if (r.outcome != Outcome::running) episode.tick();
  return recording_bytes(again);
}

/// Returns whether the run that the flipped recording describes gives the same bytes. In this case
/// the flip changed a condition that the run does not meet, or an end that is possible, too.
bool still_true(const std::string& part, const std::string& flipped) {
  if (is_game_recording(flipped)) return false;
  const Recording recording = recording_from_bytes(flipped, "flipped");
  if (recorded_anew(recording) != flipped) return false;
  if (part == "outcome") return recording.outcome == Outcome::running;
  return part == "settings" || part == "run" || part == "move_cap";
}

TEST(ForgedRecordings, AreVerifiedOnlyIfTheyDescribeTheRun) {
  const std::vector<SampledRun> all = samples();
  std::vector<Parts> parts;
  for (const SampledRun& sample : all) {
    EXPECT_EQ(passes(sample.bytes), sample.name != "by hand") << sample.name;
    parts.push_back(parts_of(sample.bytes));
  }
  Rng rng(1);
  for (int i = 0; i < 500; ++i) {
    const std::size_t which = static_cast<std::size_t>(i) % all.size();
    const auto& [part, places] = *std::next(parts[which].begin(), rng.below(parts[which].size()));
    const std::size_t place = places[rng.below(places.size())];
    std::string flipped = all[which].bytes;
    flipped[place] = static_cast<char>(flipped[place] ^ (1 << rng.below(8)));
    make_hash_anew(all[which].bytes, parts[which], flipped);
    if (!passes(flipped)) continue;
    EXPECT_TRUE(still_true(part, flipped))
        << "byte " << place << " of " << all[which].name << ", in " << part;
  }
}

}  // namespace
}  // namespace marblemaze
