#include <gmock/gmock.h>

#include "maze/files/maze_file.h"
#include "tests/render/app/viewer_session.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;
using ::testing::HasSubstr;

// The dialogue for files, open in this folder.
void open_files(Session& session, const TemporaryFolder& folder) {
  session.bench.marble().time.pause();
  session.bench.files.browser.go(folder.path());
  session.key(GLFW_KEY_O, true);
  session.frames(3);
}

void type(Session& session, const char* text) {
  for (const char* c = text; *c; ++c) ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(*c));
  session.frames(2);
}

TEST_F(Viewer, AsksForAFileWithAnEmptyFieldThatTakesWhatIsTyped) {
  const TemporaryFolder folder;
  Session session;
  open_files(session, folder);
  EXPECT_EQ(session.bench.files.file_name, "");
  type(session, "mine.json");
  EXPECT_EQ(session.bench.files.file_name, "mine.json");
  session.click("Cancel");
  open_files(session, folder);
  EXPECT_EQ(session.bench.files.file_name, "") << "a second time, too";
}

TEST_F(Viewer, WhatIsTypedReplacesTheNameOfTheFileThatWasChosen) {
  const TemporaryFolder folder;
  save_maze(generate_kruskal({3, 3, 3}, Layers::all, 9), folder / "old.json");
  Session session;
  open_files(session, folder);
  session.click("old.json");
  ASSERT_EQ(session.bench.files.file_name, "old.json");
  session.click("file name");
  type(session, "new.json");
  EXPECT_EQ(session.bench.files.file_name, "new.json");
}

TEST_F(Viewer, AFileThatCannotBeOpenedLeavesTheDialogueOpenAndIsNamedInIt) {
  const TemporaryFolder folder;
  const std::string text = folder.write("notes.txt", "hello");
  Session session;
  open_files(session, folder);
  session.click("notes.txt");
  session.click("Open");
  EXPECT_TRUE(session.bench.files.asks);
  EXPECT_EQ(session.bench.files.file_name, "notes.txt") << "to be corrected";
  EXPECT_EQ(session.bench.message(),
            "'" + text +
                "' is not a marblemaze file: expected a maze, a recording, a "
                "four-bit table or a number board");
  save_maze(generate_kruskal({3, 3, 3}, Layers::all, 9), folder / "notes.txt");
  session.click("Open");
  EXPECT_FALSE(session.bench.files.asks);
  EXPECT_EQ(session.bench.run().maze().origin().seed, 9u);
}

TEST_F(Viewer, AFileThatCannotBeWrittenLeavesTheDialogueOpen) {
  const TemporaryFolder folder;
  Session session;
  open_files(session, folder);
  type(session, "none/maze.json");
  session.click("Save maze");
  EXPECT_TRUE(session.bench.files.asks);
  EXPECT_THAT(session.bench.message(), HasSubstr("none/maze.json"));
}

TEST_F(Viewer, NothingShinesThroughTheDialogueForFiles) {
  const TemporaryFolder folder;
  Session session;
  open_files(session, folder);
  const auto dialogue = [&] {
    session.frames(2);
    const PanelBox name = *item_box("file name");
    std::vector<std::uint8_t> pixels;
    for (int row = 0; row < 150; ++row)
      for (int column = 0; static_cast<float>(column) < name.size.x; ++column) {
        const std::uint8_t* pixel = session.last.pixel(static_cast<int>(name.at.x) + column,
                                                       static_cast<int>(name.at.y) - 150 + row);
        pixels.insert(pixels.end(), pixel, pixel + 3);
      }
    return pixels;
  };
  const auto before = dialogue();
  session.bench.view.look.style = Style::collision_mesh;
  session.bench.view.camera.zoom(0.5f);
  EXPECT_TRUE(dialogue() == before);
}

TEST_F(Viewer, FilesOfTheMenuGoToTheFolderOfTheDialogueAndAreNamedInFull) {
  const TemporaryFolder folder;
  Session session;
  session.bench.files.browser.go(folder.path());
  for (const char* entry : {"Page for a browser (html)", "Recording"}) {
    session.bench.drop_message();
    session.click("File");
    session.frames(2);
    session.click("Export this run");
    session.frames(2);
    session.click(entry);
    EXPECT_THAT(session.bench.message(), HasSubstr((folder / "marblemaze-").string())) << entry;
  }
  const auto files = std::distance(std::filesystem::directory_iterator(folder.path()), {});
  EXPECT_EQ(files, 2);
  session.bench.files.begin_film();
  EXPECT_EQ(session.bench.files.film->path.parent_path(), folder.path());
}

}  // namespace
}  // namespace marblemaze
