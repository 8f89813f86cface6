#include "engine/recording/game_recording.h"

#include <gmock/gmock.h>

#include "engine/recording/made_recording.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "tests/support/bad_input.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::bad_input_of;
using marblemaze::testing::TemporaryFolder;
using ::testing::HasSubstr;

using testing::played;

TEST(GameRecording, RoundTripsForEveryLogicMaze) {
  const TemporaryFolder folder;
  for (const WorldEntry& world : world_registry()) {
    if (!world.lamps && !world.board) continue;
    const GameRecording written = played(std::string(world.name));
    ASSERT_FALSE(written.moves.empty());
    save_game(written, folder / "game.rec");
    EXPECT_TRUE(is_game_recording(read_text_file(folder / "game.rec")));
    EXPECT_EQ(game_bytes(load_game(folder / "game.rec")), game_bytes(written));
  }
}

TEST(GameRecording, InvalidFilesAreRejectedByName) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& text) {
    return bad_input_of([&] { return load_game(folder.write("game.rec", text)).moves.size(); });
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
