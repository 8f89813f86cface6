#include <gmock/gmock.h>

#include "maze/files/maze_file.h"
#include "tests/render/window/viewing.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;
using ::testing::HasSubstr;

// Opens the file dialog in this folder.
void open_files(Viewing& viewer, const TemporaryFolder& folder) {
  viewer.session.marble().pause();
  viewer.session.files.browser.go(folder.path());
  viewer.key(GLFW_KEY_O, true);
  viewer.frames(3);
}

TEST_F(Window, WhatIsTypedReplacesTheNameOfTheFileThatWasChosen) {
  const TemporaryFolder folder;
  save_maze(generate_kruskal({3, 3, 3}, Layers::all, 9), folder / "old.json");
  Viewing viewer;
  open_files(viewer, folder);
  viewer.click("old.json");
  ASSERT_EQ(viewer.session.files.file_name, "old.json");
  viewer.click("file name");
  viewer.type("new.json");
  EXPECT_EQ(viewer.session.files.file_name, "new.json");
}

TEST_F(Window, AFileThatCannotBeOpenedLeavesTheDialogueOpenAndIsNamedInIt) {
  const TemporaryFolder folder;
  const std::string text = folder.write("notes.txt", "hello");
  Viewing viewer;
  open_files(viewer, folder);
  viewer.click("notes.txt");
  viewer.click("Open");
  EXPECT_TRUE(viewer.session.files.asks);
  EXPECT_EQ(viewer.session.files.file_name, "notes.txt") << "to be corrected";
  EXPECT_EQ(viewer.session.message(),
            "'" + text +
                "' is not a marblemaze file: expected a maze, a recording, a "
                "four-bit table or a number board");
  save_maze(generate_kruskal({3, 3, 3}, Layers::all, 9), folder / "notes.txt");
  viewer.click("Open");
  EXPECT_FALSE(viewer.session.files.asks);
  EXPECT_EQ(viewer.session.run().maze().origin().seed, 9u);
}

TEST_F(Window, AFileThatCannotBeWrittenLeavesTheDialogueOpen) {
  const TemporaryFolder folder;
  Viewing viewer;
  open_files(viewer, folder);
  viewer.type("none/maze.json");
  viewer.click("Save maze");
  EXPECT_TRUE(viewer.session.files.asks);
  EXPECT_THAT(viewer.session.message(), HasSubstr("none/maze.json"));
}

TEST_F(Window, AMazeIsSavedWithItsEndingAndOpenedByEnterWhileAPersonPlays) {
  const TemporaryFolder folder;
  Viewing viewer;
  viewer.session.act(&Session::play_by_hand, true);
  open_files(viewer, folder);
  viewer.type("mine");
  viewer.click("Save maze");
  ASSERT_TRUE(std::filesystem::exists(folder / "mine.json"));
  save_maze(generate_kruskal({3, 3, 3}, Layers::all, 9), folder / "mine.json");
  open_files(viewer, folder);
  viewer.click("mine.json");
  viewer.key(GLFW_KEY_ENTER);
  viewer.frames(2);
  EXPECT_FALSE(viewer.session.files.asks);
  EXPECT_EQ(viewer.session.run().maze().origin().seed, 9u);
}

TEST_F(Window, NothingShinesThroughTheDialogueForFiles) {
  const TemporaryFolder folder;
  Viewing viewer;
  open_files(viewer, folder);
  const auto dialogue = [&] {
    viewer.frames(2);
    const PanelBox name = *item_box("file name");
    const Image seen = viewer.picture();
    std::vector<std::uint8_t> pixels;
    for (int row = 0; row < 150; ++row)
      for (int column = 0; static_cast<float>(column) < name.size.x; ++column) {
        const std::uint8_t* pixel = seen.pixel(static_cast<int>(name.at.x) + column,
                                               static_cast<int>(name.at.y) - 150 + row);
        pixels.insert(pixels.end(), pixel, pixel + 3);
      }
    return pixels;
  };
  const auto before = dialogue();
  viewer.session.view.look.style = Style::collision_mesh;
  viewer.session.view.camera.zoom(0.5f);
  EXPECT_TRUE(dialogue() == before);
}

TEST_F(Window, FilesOfTheMenuGoToTheFolderOfTheDialogueAndAreNamedInFull) {
  const TemporaryFolder folder;
  Viewing viewer;
  viewer.session.files.browser.go(folder.path());
  for (const char* entry : {"Page for a browser (html)", "Recording"}) {
    viewer.session.drop_message();
    viewer.click("File");
    viewer.frames(2);
    viewer.click("Export this run");
    viewer.frames(2);
    viewer.click(entry);
    EXPECT_THAT(viewer.session.message(), HasSubstr((folder / "marblemaze-").string())) << entry;
  }
  const auto files = std::distance(std::filesystem::directory_iterator(folder.path()), {});
  EXPECT_EQ(files, 2);
  viewer.session.files.begin_film();
  EXPECT_EQ(viewer.session.files.film->path.parent_path(), folder.path());
}

}  // namespace
}  // namespace marblemaze
