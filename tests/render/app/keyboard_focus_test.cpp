// Who has the keyboard: a dialog that a person has opened, and nothing that appears by itself.
#include <set>

#include <imgui_internal.h>

#include "render/session/lessons.h"
#include "tests/render/app/viewer_session.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;

RunSpec by_hand() {
  RunSpec spec = small_maze();
  spec.player.by_hand = true;
  return spec;
}

void to_the_end(Session& session) {
  while (!session.bench.run().ended()) session.bench.marble().step_moves(1);
  session.frames(3);
}

TEST_F(Viewer, NothingThatAppearsByItselfMayTakeTheKeyboard) {
  const std::set<std::string> opened_by_a_person = {
      "files", "physics", "help", "levels", "lessons", "quit", "##MainMenuBar", "Debug##Default"};
  std::set<std::string> seen;
  const auto look = [&](Session& session) {
    session.frames(3);
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      if (!window->WasActive || opened_by_a_person.contains(window->Name)) continue;
      if ((window->Flags & (ImGuiWindowFlags_ChildWindow | ImGuiWindowFlags_Tooltip)) != 0)
        continue;
      seen.insert(window->Name);
      EXPECT_TRUE((window->Flags & ImGuiWindowFlags_NoFocusOnAppearing) != 0) << window->Name;
    }
  };
  const auto begin = [&](RunSpec spec, const std::function<void(Session&)>& prepare,
                         glm::ivec2 size = kSize) {
    Session session(std::move(spec), size);
    prepare(session);
    look(session);
  };
  begin(by_hand(), [](Session& hand) {
    hand.bench.marble().time.step(300);
    hand.bench.say("news");
  });
  begin(small_maze(), [](Session& narrow) { narrow.bench.panels.large_graph = true; }, {640, 400});
  begin(small_maze(), to_the_end);
  begin(small_maze(), [](Session& level) { level.bench.ask({Act::start_level, 0}); });
  begin(small_maze(), [](Session& lesson) { lesson.bench.ask({Act::start_lesson, 0, "frozen"}); });
  begin(small_maze(), [](Session& doors) { doors.bench.panels.welcome = true; });
  begin(small_maze(), [](Session& free) { free.bench.ask({Act::start_free_level, 0}); });
  begin(small_maze(), [](Session& rook) { rook.bench.ask({Act::set_world, 0, "rook"}); });
  RunSpec large;
  large.setup.maze = std::make_shared<const Maze>(generate_kruskal(24, Layers::all, 1));
  begin(large, [](Session&) {});
  for (const char* name : {"card", "moves", "arrow 1", "message", "Mind", "level", "lesson",
                           "welcome", "inset", "transport", "setup", "mind"})
    EXPECT_TRUE(seen.contains(name)) << name;
}

TEST_F(Viewer, TheEndOfARunLeavesTheKeyboardToTheDialogForFiles) {
  const TemporaryFolder folder;
  Session session;
  session.bench.files.browser.go(folder.path());
  session.frames(2);
  session.key(GLFW_KEY_O, true);
  session.frames(3);
  session.bench.marble().time.set_speed(20);
  const std::string name = "my-run-of-the-first-maze.rec";
  for (const char letter : name) {
    ImGui::GetIO().AddInputCharacter(static_cast<unsigned>(letter));
    session.frames(10);
  }
  EXPECT_TRUE(session.bench.shows_end()) << "the card has appeared meanwhile";
  EXPECT_EQ(session.bench.files.file_name, name);
  EXPECT_TRUE(ImGui::GetIO().WantTextInput);
}

TEST_F(Viewer, NoKeyThatWritesActsWhileADialogIsOpen) {
  const std::pair<const char*, std::function<void(Session&)>> dialogs[] = {
      {"files", [](Session& session) { session.bench.files.asks = true; }},
      {"keys", [](Session& session) { session.bench.panels.show_help = true; }},
      {"physics", [](Session& session) { session.bench.panels.show_physics = true; }},
      {"levels", [](Session& session) { session.bench.panels.show_levels = true; }},
      {"lessons", [](Session& session) { session.bench.panels.show_lessons = true; }},
      {"a menu", [](Session& session) { session.click("File"); }},
  };
  for (const auto& [what, open] : dialogs) {
    Session session(by_hand());
    session.bench.marble().time.step(300);
    session.frames(2);
    open(session);
    session.frames(2);
    const ShownRun* const run = &session.bench.run();
    for (const Shortcut& shortcut : shortcuts())
      if (!shortcut.control && shortcut.key < GLFW_KEY_F1) {
        EXPECT_FALSE(press(session.bench, shortcut.key, false)) << what << ": " << shortcut.meaning;
      }
    EXPECT_EQ(&session.bench.run(), run) << what;
    EXPECT_TRUE(session.bench.run().waits_for_person()) << what;
    session.key(GLFW_KEY_ESCAPE);
    session.frames(2);
    EXPECT_TRUE(press(session.bench, GLFW_KEY_S, false)) << "after " << what;
  }
}

}  // namespace
}  // namespace marblemaze
