#include "engine/recording/verification.h"

#include <functional>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "engine/recording/made_recording.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/hash.h"
#include "maze/base/random.h"
#include "support/bad_input.h"

namespace marblemaze {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using Document = nlohmann::json;
using testing::played;
using testing::record_run;
using testing::recorded;
using testing::spec_in;

Verification verified(const Recording& recording) {
  return verify_recording(recording_bytes(recording), "run.rec");
}
Verification verified(const GameRecording& game) {
  return verify_recording(game_bytes(game), "game.rec");
}

TEST(Verification, RepeatsRunsOfTiltPolicies) {
  for (const TiltPolicyEntry& policy : tilt_policies().built_in()) {
    const Verification result = verified(testing::record_tilt_run(2, std::string(policy.name)));
    EXPECT_TRUE(result.verified()) << describe(result);
    EXPECT_THAT(describe(result), HasSubstr(" commands"));
  }
}

TEST(Verification, FollowsTheCommandsOfUnknownTiltPolicies) {
  const Recording recording = testing::record_tilt_run(2, "floor");
  const auto changed = [&](const std::function<void(Recording&)>& change) {
    Recording forged = recording;
    forged.spec.agent() = "mine";
    change(forged);
    return verified(forged);
  };
  const Verification lie = changed([](auto& r) {
    r.spec.agent() = "floor";
    r.commands[1].reason = "to see";
  });
  EXPECT_THAT(lie.not_verified, ElementsAre(HasSubstr("floor chooses different commands")));
  const Verification believed = changed([](auto&) {});
  EXPECT_TRUE(believed.same()) << describe(believed);
  EXPECT_THAT(believed.not_verified, ElementsAre(HasSubstr("commands and reasons of 'mine'")));
  const Verification turned = changed([](auto& r) { r.commands[3].steps = {0, 0, kCommandSteps}; });
  EXPECT_GE(turned.first_difference.value(), 24);
  EXPECT_LT(turned.first_difference.value(), 32);
  const Verification ended = changed([](auto& r) {
    r.outcome = r.outcome == Outcome::solved ? Outcome::capped : Outcome::solved;
  });
  EXPECT_THAT(ended.difference, HasSubstr("in the outcome"));
}

TEST(Verification, PassesForEveryAgentWorldAndScheme) {
  for (const std::string agent : {"depth-first", "random-walk", "complete-solution-prediction"})
    for (const std::string world : {"bullet", "imagined", "predicted"})
      for (const ControlScheme control : {ControlScheme::cube_8, ControlScheme::cube_24}) {
        RunSpec spec = spec_in(3, Layers::all, agent);
        spec.setup.kind = world;
        spec.setup.control = control;
        spec.player.recovery = control == ControlScheme::cube_24;
        const Recording recording = recorded(spec);
        const Verification result = verified(recording);
        EXPECT_TRUE(result.verified()) << agent << " in " << world << ": " << describe(result);
        EXPECT_EQ(result.ticks_compared, static_cast<long>(recording.ticks.size()));
      }
}

/// Verifies a recording of eight moves after a change, and returns the described result.
std::string said(const std::function<void(Recording&)>& change) {
  static const Recording sound = record_run(2);
  Recording forged = sound;
  change(forged);
  const Verification result = verified(forged);
  EXPECT_FALSE(result.verified());
  return describe(result);
}

TEST(Verification, NamesTheFirstDifference) {
  for (const auto& [change, words] :
       std::vector<std::pair<std::function<void(Recording&)>, const char*>>{
           {[](auto& r) {
              testing::damage_tick(r, 321);
              testing::damage_tick(r, 400);
            },
            "differs at tick 321 ("},
           // Only the position differs, not the hash.
           {[](auto& r) { r.ticks[200].marble.x += 0.01f; }, "differs at tick 200 ("},
           {[](auto& r) { r.moves.pop_back(); }, "differs at tick"},
           {[](auto& r) { r.spec.setup.settings.nature.gravity *= 2; }, "differs at tick"},
           {[](auto& r) { r.outcome = Outcome::solved; },
            "in the outcome: recorded 'solved', found 'running'"},
           {[](auto& r) { r.moves[1].to = StateId(r.moves[1].to.index ^ 1); },
            "in entry 2 of the moves: recorded [2,"},
           {[](auto& r) { ++r.moves[1].number; }, "recorded [3,"},
           {[](auto& r) { --r.moves[1].end; }, "in entry 2 of the moves"},
           {[](auto& r) { r.moves[0].ending = Motion::overdue; }, "in entry 1 of the moves"},
           {[](auto& r) { r.moves[1].reason = "by intuition"; },
            "from move entry 2 onwards, where breadth-first decides differently"},
           {[](auto& r) {
              r.moves[0].plan.push_back({MoveId(0), std::nullopt});
            },
            "from move entry 1 "},
           {[](auto& r) { r.build = "0.1.0 of another compiler"; },
            "recorded by another build (0.1.0 of another compiler; this is "},
           {[](auto& r) {
              const Maze& made = *r.spec.setup.maze;
              r.spec.setup.maze =
                  std::make_shared<const Maze>(made.grid(), made.passages(), made.start(),
                                               made.target(), GeneratorInfo{"kruskal", 77});
            },
            "that 'kruskal' generates this maze from seed 77"}})
    EXPECT_THAT(said(change), HasSubstr(words));
  EXPECT_THAT(testing::error_message_of(
                  [] { return said([](auto& r) { r.spec.setup.kind = "quantum"; }); }),
              HasSubstr("'quantum'"));
}

TEST(Verification, UsesTheRecordedMovesOfExternalAgents) {
  Recording recording = record_run(2);
  recording.spec.player.agent = "my\n-agent";
  recording.outcome = Outcome::crashed;
  const Verification result = verified(recording);
  EXPECT_TRUE(result.same()) << describe(result);
  EXPECT_THAT(result.not_verified,
              ElementsAre("the reasons and plans of the unknown agent 'my\n-agent'",
                          "the outcome 'crashed', which was the agent's answer"));
  EXPECT_THAT(describe(result), HasSubstr("'my?-agent'"));
}

TEST(Verification, UsesTheRecordedMovesOfRemovedAgents) {
  const std::string bytes = read_text_file(MARBLEMAZE_SOURCE_DIR "/tests/data/mapping_0_4.rec");
  const Verification result = verify_recording(bytes, "mapping_0_4.rec");
  EXPECT_TRUE(result.same()) << describe(result);
  EXPECT_EQ(result.ticks_compared, 712);
  EXPECT_EQ(result.moves_made, 3);
  EXPECT_THAT(result.not_verified,
              ::testing::Contains("the reasons and plans of the unknown agent 'mapping'"));
}

TEST(Verification, RepeatsRunsOfUsersAndAgents) {
  const Recording recording =
      recorded(spec_in(3, Layers::all, "breadth-first"), [](Episode& episode) {
        if (!episode.at_rest()) return;
        episode.set_by_hand(episode.moves() == 1);
        if (episode.moves() == 1) static_cast<void>(episode.choose(MoveId(1)));
        if (episode.moves() == 2 && episode.control() == ControlScheme::cube_8) {
          episode.switch_scheme(ControlScheme::cube_24);
          episode.switch_agent("complete-solution-prediction");
        }
      });
  const Verification result = verified(recording);
  EXPECT_TRUE(result.same()) << describe(result);
  EXPECT_THAT(result.not_verified, ::testing::Contains(HasSubstr("the reasons for manual moves")));
}

TEST(Verification, PassesForAnAgentsGameInEveryLogicMaze) {
  for (const WorldFamily& world : world_families()) {
    if (world.marble) continue;
    const GameRecording game = played(std::string(world.name));
    const Verification result = verified(game);
    EXPECT_TRUE(result.verified()) << world.name << ": " << describe(result);
    EXPECT_EQ(result.moves_made, static_cast<int>(game.moves.size()));
  }
}

TEST(Verification, NamesTheFirstDifferenceOfAGame) {
  for (const auto& [change, words] :
       std::vector<std::pair<std::function<void(GameRecording&)>, const char*>>{
           {[](auto& g) { g.outcome = Outcome::unsolvable; }, "'unsolvable'"},
           {[](auto& g) { g.seed = 4; }, "differs in the maze: seed 4"},
           {[](auto& g) { g.agent = "depth-first"; }, "not verified"},
           {[](auto& g) { g.moves[1].reason += "!"; }, "from move entry 2 onwards"},
           {[](auto& g) { g.name = "table.txt"; }, "matches the file 'table.txt'"},
           {[](auto& g) { ++g.moves[0].number; }, "in entry 1 of the moves"},
           {[](auto& g) { g.moves[1].to = StateId(g.moves[1].to.index ^ 8); }, "at move 2"},
           {[](auto& g) { g.moves[0].move = MoveId(7); }, "at move 1"}}) {
    GameRecording forged = played("four-bit");
    change(forged);
    const Verification result = verified(forged);
    EXPECT_FALSE(result.verified());
    EXPECT_THAT(describe(result), HasSubstr(words));
  }
}

// ---- recordings with one flipped bit and a recomputed hash of the two text lines

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
  char& flipped = lines[rng.uniform_int(lines.size())];
  flipped = static_cast<char>(flipped ^ (1 << rng.uniform_int(8)));
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
      forged[lines + rng.uniform_int(sound.size() - lines)] ^= 4;
      EXPECT_FALSE(passes(forged));
    }
  }
}

}  // namespace
}  // namespace marblemaze
