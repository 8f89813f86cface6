// Tests settings, results and the file dialog folder, which persist between sessions.
#include <filesystem>

#include <gmock/gmock.h>

#include "maze/base/file_io.h"
#include "tests/render/session/runs.h"
#include "tests/support/environment_variable.h"

namespace marblemaze {
namespace {

using marblemaze::testing::cube;
using marblemaze::testing::EnvironmentVariable;
using marblemaze::testing::OwnSettings;
using marblemaze::testing::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

TEST(Settings, WelcomePanelAppearsOnlyOnTheFirstStart) {
  const OwnSettings empty;
  for (const bool is_first : {true, false}) {
    Session session(cube());
    load_view_settings(session);
    EXPECT_EQ(session.shows_welcome(), is_first);
    session.panels.welcome = false;
    save_view_settings(session);
  }
}

TEST(Settings, ViewIsRestoredOnTheNextStart) {
  const OwnSettings settings;
  const TemporaryFolder folder;
  Session first(cube()), second(cube());
  first.view.reduced_motion = true;
  first.view.palette = 1;
  first.view.window_size = {1000, 700};
  first.view.requested_scale = 1.5f;
  first.view.look.quality = QualityLevel::balanced;
  first.files.browser.go(folder.path());
  save_view_settings(first);
  load_view_settings(second);
  EXPECT_TRUE(second.view.reduced_motion);
  EXPECT_EQ(second.view.palette, 1u);
  EXPECT_EQ(second.view.window_size, glm::ivec2(1000, 700));
  EXPECT_EQ(second.view.requested_scale, 1.5f);
  EXPECT_EQ(second.view.look.quality, QualityLevel::balanced);
  second.files.request_screenshot();
  EXPECT_EQ(second.files.pending_screenshot->parent_path(), folder.path());
}

TEST(Settings, RecentFilesAreRestoredNewestFirstWithoutDuplicates) {
  const TemporaryFolder folder;
  const OwnSettings settings;
  Session first(cube()), second(cube());
  const auto path = [&](int number) { return folder / ("board" + std::to_string(number)); };
  for (const int number : {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 5}) {
    folder.write(path(number).filename(), "221/122/220");
    first.act(&Session::open_file, path(number));
  }
  save_view_settings(first);
  load_view_settings(second);
  const std::vector<std::string>& recent = second.files.recent;
  ASSERT_EQ(recent.size(), Files::kMaxRecent);
  EXPECT_EQ(recent[0], path(5));
  EXPECT_EQ(recent[1], path(9));
  EXPECT_EQ(std::ranges::count(recent, recent[0]), 1);
}

TEST(Settings, MissingFolderFallsBackToTheDefault) {
  const OwnSettings settings;
  Session first(cube()), second(cube());
  const std::filesystem::path usual = first.files.browser.folder();
  {
    const TemporaryFolder folder;
    first.files.browser.go(folder.path());
    save_view_settings(first);
  }
  load_view_settings(second);
  EXPECT_EQ(second.files.browser.folder(), usual);
}

TEST(Settings, EmptyOrRelativeXdgFoldersAreIgnored) {
  for (const char* value : {"", "settings"}) {
    const TemporaryFolder home;
    const EnvironmentVariable at("HOME", home.path()), config("XDG_CONFIG_HOME", value),
        data("XDG_DATA_HOME", value);
    save_view_settings(Session(cube()));
    EXPECT_TRUE(std::filesystem::exists(home / ".config/marblemaze/viewer.json"));
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(value) / "marblemaze"));
    EXPECT_EQ(Progress::default_file(), home / ".local/share/marblemaze/progress.json");
    const EnvironmentVariable none("HOME", "");
    save_view_settings(Session(cube()));
    EXPECT_FALSE(std::filesystem::exists(".config")) << "nothing is written without a home folder";
  }
}

TEST(Settings, MazeAgentAndSchemeAreRestoredOnTheNextStart) {
  const OwnSettings settings;
  Session first(cube()), second(cube());
  first.panels.request = {4, Layers::outer, 1234};
  first.act(&Session::new_maze);
  first.act(&Session::use_agent, "breadth-first");
  first.act(&set_scheme, ControlScheme::cube_24);
  save_view_settings(first);
  load_played(second);
  const Maze mine = first.run().maze();
  EXPECT_EQ(second.run().maze(), mine);
  EXPECT_EQ(second.played().agent(), "breadth-first");
  EXPECT_EQ(second.run().setup().control, ControlScheme::cube_24);
  first.act(&Session::start_lesson, "frozen");
  save_view_settings(first);
  load_played(second);
  EXPECT_EQ(second.run().maze(), mine) << "lessons are not restored";
}

TEST(Settings, UnplayableSessionKeepsTheCurrentMaze) {
  const OwnSettings settings;
  Session session(cube());
  save_view_settings(session);
  const auto file = data_file_path("XDG_CONFIG_HOME", ".config", "viewer.json");
  std::string text = read_text_file(file);
  const std::string agent = session.played().agent();
  write_text_file(file, text.replace(text.find(agent), agent.size(), "nobody"));
  load_played(session);
  EXPECT_EQ(session.played().agent(), agent);
}

const Level& easiest() { return levels()[0]; }

TEST(Progress, BestResultsPersistInAFolderThatItCreates) {
  const TemporaryFolder folder;
  const auto file = folder / "data" / "marblemaze" / "progress.json";
  const LevelResult results[][2]{
      {{2, 6}, {2, 6}}, {{1, 4}, {2, 6}}, {{2, 5}, {2, 5}}, {{3, 4}, {3, 4}}};
  for (const auto& [result, best] : results) {
    Progress(file).add(easiest(), result);
    EXPECT_EQ(Progress(file).best(easiest()), best);
  }
  EXPECT_EQ(Progress(file).best(levels()[1]), LevelResult{});
}

TEST(Progress, UnreadableFileIsReportedAndKept) {
  const std::string later = R"({"format": "marblemaze-progress", "version": 2, "levels": []})";
  for (const std::string& text : {std::string("{\"format\": \"marblemaze-progress\", "), later}) {
    const TemporaryFolder folder;
    const auto file = folder.write("progress.json", text);
    Progress progress(file);
    EXPECT_THAT(progress.fault(), HasSubstr("progress.json"));
    EXPECT_EQ(progress.fault().find('\n'), std::string::npos);
    EXPECT_EQ(read_text_file(file), text) << "reading does not change the file";
    progress.add(easiest(), {3, 4});
    EXPECT_EQ(read_text_file(folder / "progress-broken.json"), text);
    EXPECT_EQ(Progress(file).stars(), 3);
  }
}

TEST(Progress, UnknownLevelsStayInTheFile) {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "progress.json",
      R"({"format": "marblemaze-progress", "version": 1, "levels": {"f00": {"name": "Another", "stars": 3, "moves": 9}}})");
  Progress progress(file);
  EXPECT_EQ(progress.stars(), 0);
  progress.add(easiest(), {1, 9});
  EXPECT_THAT(read_text_file(file), HasSubstr("Another"));
}

std::vector<std::string> names(const FileBrowser& browser) {
  std::vector<std::string> all;
  for (const FileBrowser::Entry& entry : browser.entries()) all.push_back(entry.name);
  return all;
}

TEST(FileBrowser, ListsFoldersBeforeSupportedFiles) {
  const TemporaryFolder folder;
  for (const char* name : {"b.json", "a.rec", "notes.odt", ".hidden.json"}) folder.write(name, "");
  std::filesystem::create_directory(folder / "z");
  FileBrowser browser(folder.path());
  EXPECT_THAT(names(browser), ElementsAre("z", "a.rec", "b.json"));
  EXPECT_EQ(browser.entries()[1].what, "recording");
  browser.all = true;
  browser.refresh();
  EXPECT_THAT(names(browser), ElementsAre("z", "a.rec", "b.json", "notes.odt"));
  browser.go(browser.path_of("z"));
  EXPECT_THAT(names(browser), ElementsAre());
  browser.up();
  EXPECT_EQ(browser.folder(), std::filesystem::canonical(folder.path()));
}

TEST(FileBrowser, ReportsUnreadableFoldersAndRemainsUsable) {
  FileBrowser browser("/no/such/folder");
  EXPECT_TRUE(browser.entries().empty());
  EXPECT_THAT(browser.trouble(), HasSubstr("No such file"));
  browser.go("/");
  EXPECT_EQ(browser.trouble(), "");
  browser.up();
  EXPECT_EQ(browser.folder(), "/");
}

TEST(Files, NewFilesNeverReuseAnExistingName) {
  const TemporaryFolder folder;
  const std::string stem = (folder / "picture").string();
  for (const char* name : {"picture.png", "picture-2.png", "picture-3.png"}) {
    EXPECT_EQ(unused_path(stem, ".png"), folder / name);
    folder.write(name, "kept");
  }
}

}  // namespace
}  // namespace marblemaze
