#include "engine/recording/game_recording.h"

#include <gmock/gmock.h>

#include "engine/recording/made_recording.h"
#include "tests/support/bad_input.h"

namespace marblemaze {
namespace {

using marblemaze::testing::bad_input_of;
using ::testing::HasSubstr;

using testing::played;

TEST(GameRecording, InvalidFilesAreRejectedByName) {
  const auto refusal = [&](const std::string& text) {
    return bad_input_of([&] { return game_from_bytes(text, "game.rec").moves.size(); });
  };
  EXPECT_THAT(refusal("hello"), HasSubstr("begins with marblemaze-recording logic 1"));
  EXPECT_THAT(refusal("marblemaze-recording logic 1\n{\"family\": 3}"), HasSubstr("game.rec"));
  const std::string sound = game_bytes(played("four-bit"));
  EXPECT_NE(refusal(sound.substr(0, sound.size() / 2)), "");
  GameRecording foreign = played("four-bit");
  foreign.family = "bullet";
  EXPECT_THAT(refusal(game_bytes(foreign)), HasSubstr("'bullet'"));
  GameRecording outside = played("four-bit");
  outside.moves[0].plan = {{MoveId(0), StateId(99)}};
  EXPECT_THAT(refusal(game_bytes(outside)), HasSubstr("99"));
}

}  // namespace
}  // namespace marblemaze
