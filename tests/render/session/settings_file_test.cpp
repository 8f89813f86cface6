#include <gtest/gtest.h>

#include "maze/base/file_io.h"
#include "maze/grid/generator.h"
#include "render/session/session.h"
#include "tests/support/own_settings.h"

namespace marblemaze {
namespace {

using marblemaze::testing::EnvironmentVariable;
using marblemaze::testing::OwnSettings;
using marblemaze::testing::TemporaryFolder;

Session small_bench() {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 5));
  return Session(spec);
}

TEST(Settings, AFirstStartShowsTheWelcomeAndTheNextOneDoesNot) {
  const OwnSettings empty;
  Session first = small_bench();
  load_view_settings(first);
  EXPECT_TRUE(first.shows_welcome());
  first.panels.welcome = false;
  save_view_settings(first);
  Session second = small_bench();
  load_view_settings(second);
  EXPECT_FALSE(second.shows_welcome());
}

TEST(Settings, TheViewOfTheLastStartIsRestored) {
  const OwnSettings settings;
  Session first = small_bench();
  first.view.reduced_motion = true;
  first.view.palette = 1;
  first.view.window_size = {1000, 700};
  first.view.wanted_scale = 1.5f;
  save_view_settings(first);
  Session second = small_bench();
  load_view_settings(second);
  EXPECT_TRUE(second.view.reduced_motion);
  EXPECT_EQ(second.view.palette, 1u);
  EXPECT_EQ(second.view.window_size, glm::ivec2(1000, 700));
  EXPECT_EQ(second.view.wanted_scale, 1.5f);
}

TEST(Settings, AFolderThatIsEmptyOrNotAbsoluteCountsAsNotSet) {
  for (const char* value : {"", "settings"}) {
    const TemporaryFolder home;
    const EnvironmentVariable at("HOME", home.path()), config("XDG_CONFIG_HOME", value),
        data("XDG_DATA_HOME", value);
    save_view_settings(small_bench());
    EXPECT_TRUE(std::filesystem::exists(home / ".config/marblemaze/viewer.json"));
    EXPECT_FALSE(std::filesystem::exists(std::filesystem::path(value) / "marblemaze"));
    EXPECT_EQ(Progress::usual_file(), home / ".local/share/marblemaze/progress.json");
  }
}

TEST(Settings, NothingIsWrittenWhereThereIsNoHome) {
  const EnvironmentVariable home("HOME", ""), config("XDG_CONFIG_HOME", "");
  save_view_settings(small_bench());
  EXPECT_FALSE(std::filesystem::exists("marblemaze"));
  EXPECT_FALSE(std::filesystem::exists(".config"));
}

TEST(Settings, FilesGoToTheFolderThatWasChosenBeforeTheLastEnd) {
  const OwnSettings settings;
  const TemporaryFolder folder;
  Session first = small_bench();
  first.files.browser.go(folder.path());
  save_view_settings(first);
  Session second = small_bench();
  load_view_settings(second);
  second.files.take_picture();
  EXPECT_EQ(second.files.wanted_screenshot->parent_path(), folder.path());
}

TEST(Settings, AFolderThatIsGoneIsForgotten) {
  const OwnSettings settings;
  Session first = small_bench();
  const std::filesystem::path usual = first.files.browser.folder();
  {
    const TemporaryFolder folder;
    first.files.browser.go(folder.path());
    save_view_settings(first);
  }
  Session second = small_bench();
  load_view_settings(second);
  EXPECT_EQ(second.files.browser.folder(), usual);
}

TEST(Settings, TheNextStartGoesOnWithTheMazeTheAgentAndTheSchemeOfTheLastOne) {
  const OwnSettings settings;
  Session first = small_bench();
  first.panels.request = {4, Layers::outer, 1234};
  first.act(&Session::new_maze);
  first.act(&Session::use_agent, "breadth-first");
  first.act(&Session::set_scheme, ControlScheme::cube_24);
  save_view_settings(first);
  Session second = small_bench();
  load_played(second);
  EXPECT_EQ(second.run().maze(), first.run().maze());
  EXPECT_EQ(second.run().spec().player.agent, "breadth-first");
  EXPECT_EQ(second.run().setup().control, ControlScheme::cube_24);
}

TEST(Settings, ALessonIsNotWhatTheNextStartGoesOnWith) {
  const OwnSettings settings;
  Session first = small_bench();
  first.act(&Session::start_lesson, "frozen");
  save_view_settings(first);
  Session second = small_bench();
  load_played(second);
  EXPECT_EQ(second.run().maze(), small_bench().run().maze());
}

TEST(Settings, WhatCannotBePlayedLeavesTheMazeThatThereIs) {
  const OwnSettings settings;
  Session session = small_bench();
  save_view_settings(session);
  const auto file = kept_file("XDG_CONFIG_HOME", ".config", "viewer.json");
  std::string text = read_text_file(file);
  const std::string agent = session.run().spec().player.agent;
  write_text_file(file, text.replace(text.find(agent), agent.size(), "nobody"));
  load_played(session);
  EXPECT_EQ(session.run().spec().player.agent, agent);
}

}  // namespace
}  // namespace marblemaze
