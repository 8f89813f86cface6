#include "render/app/captures.h"
#include "tests/render/app/viewer_session.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;

TEST_F(Viewer, AScreenBesideTheWindowsLeavesTheWindowItsContextOfImGui) {
  Session session;
  session.frame();
  const ImGuiContext* const windows = ImGui::GetCurrentContext();
  {
    Workbench bench(small_maze());
    Screen beside;
    EXPECT_EQ(ImGui::GetCurrentContext(), windows);
    static_cast<void>(beside.picture(bench, glm::ivec2(64), kFrame_s, Quality{}));
    EXPECT_EQ(ImGui::GetCurrentContext(), windows);
  }
  EXPECT_EQ(ImGui::GetCurrentContext(), windows);
  session.frame();
}

TEST_F(Viewer, AFilmThatIsStoppedOrStillMadeAtTheEndLeavesNothingBehind) {
  const TemporaryFolder folder;
  Session session;
  session.bench.files.browser.go(folder.path());
  session.bench.marble().step_moves(1);
  {
    FilmExport films(session.bench);
    session.bench.marble().time.set_speed(100);
    session.bench.ask({Act::export_film, 0, ".mp4"});
    films.step();
    EXPECT_LT(session.bench.files.exporting->part, 0.1)
        << "the end is still to be shown for a while";
    session.bench.ask({Act::export_film, 0, ".gif"});
    EXPECT_EQ(session.bench.files.exporting->paths.front().extension(), ".mp4");
    EXPECT_TRUE(session.bench.message_shown()) << "one film at a time";
    session.frames(2);
    EXPECT_FALSE(std::filesystem::is_empty(folder.path()));
    session.click("File");
    session.frames(2);
    session.click("Stop making the film");
    EXPECT_FALSE(session.bench.files.exporting);
    films.step();
    EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
    session.bench.ask({Act::export_film, 0, ".gif"});
    films.step();
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST_F(Viewer, AFilmToShareTakesTenSecondsHoweverLongTheRunWas) {
  const TemporaryFolder folder;
  Session session;
  session.bench.files.browser.go(folder.path());
  while (!session.bench.run().ended()) session.bench.marble().step_moves(1);
  FilmExport films(session.bench);
  session.bench.ask({Act::export_film, 1, ".mp4"});
  films.step();
  ASSERT_TRUE(session.bench.files.exporting);
  EXPECT_NEAR(session.bench.files.exporting->part, 1 / (10.0 * 30), 1e-4);
  const auto& paths = session.bench.files.exporting->paths;
  ASSERT_EQ(paths.size(), 2u) << "the same click makes a gif";
  EXPECT_EQ(paths[1].extension(), ".gif");
}

TEST_F(Viewer, AFilmOfSeveralFilesIsTheSameInEach) {
  const TemporaryFolder folder;
  Session session;
  FilmRoll roll(session.bench, session.screen, {folder / "a.mp4", folder / "b.gif"}, {64, 64}, 30);
  for (int i = 0; i < 3; ++i) roll.add_frame();
  const std::string told = roll.finish();
  for (const char* name : {"a.mp4", "b.gif"}) {
    EXPECT_TRUE(std::filesystem::exists(folder / name)) << name;
    EXPECT_NE(told.find(std::string(name) + " (3 frames)"), std::string::npos) << told;
  }
}

}  // namespace
}  // namespace marblemaze
