// Checks the keyboard focus: only a dialog that a person has opened may take it.
#include <set>

#include <imgui_internal.h>

#include "render/session/lessons.h"
#include "tests/render/window/viewing.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;

RunSpec by_hand() {
  RunSpec spec = small_maze();
  spec.player.by_hand = true;
  return spec;
}

void to_the_end(Viewing& viewer) {
  while (!viewer.session.run().ended()) viewer.session.marble().step_moves(1);
  viewer.frames(3);
}

TEST_F(Window, NothingThatAppearsByItselfMayTakeTheKeyboard) {
  const std::set<std::string> opened_by_a_person = {
      "files", "physics", "help", "levels", "lessons", "quit", "##MainMenuBar", "Debug##Default"};
  std::set<std::string> seen;
  const auto look = [&](Viewing& viewer) {
    viewer.frames(3);
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      if (!window->WasActive || opened_by_a_person.contains(window->Name)) continue;
      if ((window->Flags & (ImGuiWindowFlags_ChildWindow | ImGuiWindowFlags_Tooltip)) != 0)
        continue;
      seen.insert(window->Name);
      EXPECT_TRUE((window->Flags & ImGuiWindowFlags_NoFocusOnAppearing) != 0) << window->Name;
    }
  };
  const auto begin = [&](RunSpec spec, const std::function<void(Viewing&)>& prepare,
                         glm::ivec2 size = kSize) {
    Viewing viewer(std::move(spec), size);
    prepare(viewer);
    look(viewer);
  };
  begin(by_hand(), [](Viewing& hand) {
    hand.session.marble().step(300);
    hand.session.say("news");
  });
  begin(small_maze(), [](Viewing& narrow) { narrow.session.panels.large_graph = true; },
        {640, 400});
  begin(small_maze(), to_the_end);
  begin(small_maze(), [](Viewing& level) { level.session.act(&Session::start_level, 0); });
  begin(small_maze(),
        [](Viewing& lesson) { lesson.session.act(&Session::start_lesson, "frozen"); });
  begin(small_maze(), [](Viewing& doors) { doors.session.panels.welcome = true; });
  begin(small_maze(), [](Viewing& free) { free.session.act(&Session::start_free_level, 0); });
  begin(small_maze(), [](Viewing& rook) { rook.session.act(&Session::set_world, "rook"); });
  RunSpec large;
  large.setup.maze = std::make_shared<const Maze>(generate_kruskal(24, Layers::all, 1));
  begin(large, [](Viewing&) {});
  for (const char* name : {"card", "moves", "arrow 1", "message", "Mind", "lesson", "welcome",
                           "inset", "transport", "setup", "mind"})
    EXPECT_TRUE(seen.contains(name)) << name;
}

TEST_F(Window, TheEndOfARunLeavesTheKeyboardToTheDialogForFiles) {
  const TemporaryFolder folder;
  Viewing viewer;
  viewer.session.files.browser.go(folder.path());
  viewer.frames(2);
  viewer.key(GLFW_KEY_O, true);
  viewer.frames(3);
  viewer.session.marble().set_speed(20);
  const std::string name = "my-run-of-the-first-maze.rec";
  for (const char letter : name) {
    viewer.type(std::string(1, letter), 10);
  }
  EXPECT_TRUE(viewer.session.shows_end()) << "the card has appeared meanwhile";
  EXPECT_EQ(viewer.session.files.file_name, name);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
}

TEST_F(Window, NoKeyThatWritesActsWhileADialogIsOpen) {
  const std::pair<const char*, std::function<void(Viewing&)>> dialogs[] = {
      {"files", [](Viewing& viewer) { viewer.session.files.asks = true; }},
      {"keys", [](Viewing& viewer) { viewer.session.panels.show_help = true; }},
      {"physics", [](Viewing& viewer) { viewer.session.panels.show_physics = true; }},
      {"levels", [](Viewing& viewer) { viewer.session.panels.show_levels = true; }},
      {"lessons", [](Viewing& viewer) { viewer.session.panels.show_lessons = true; }},
      {"a menu", [](Viewing& viewer) { viewer.click("File"); }},
  };
  for (const auto& [what, open] : dialogs) {
    Viewing viewer(by_hand());
    viewer.session.marble().step(300);
    viewer.frames(2);
    open(viewer);
    viewer.frames(2);
    const MarbleRun* const run = &viewer.session.run();
    for (const Action& action : actions())
      if (action.key != 0 && !action.control && action.key < GLFW_KEY_F1) {
        EXPECT_FALSE(press(viewer.session, action.key, false)) << what << ": " << action.meaning;
      }
    EXPECT_EQ(&viewer.session.run(), run) << what;
    EXPECT_TRUE(viewer.session.run().waits_for_person()) << what;
    viewer.key(GLFW_KEY_ESCAPE);
    viewer.frames(2);
    EXPECT_TRUE(press(viewer.session, GLFW_KEY_S, false)) << "after " << what;
  }
}

}  // namespace
}  // namespace marblemaze
