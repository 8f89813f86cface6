// Tests window and text sizes: no text may be clipped, and every control must be reachable. Also
// tests that only dialogs opened by the user take the keyboard focus.
#include <cmath>
#include <set>

#include <fmt/format.h>
#include <imgui_internal.h>

#include "tests/render/window/simulated_window.h"

namespace marblemaze {
namespace {

// Describes ImGui window content that is clipped and cannot be reached by scrolling. Empty if
// there is no fault.
std::string layout_fault(const ImGuiWindow& window, glm::ivec2 display) {
  constexpr float kRounding = 2;  // pixels
  const ImVec2 content = window.ContentSize;
  // Drawings may extend into the window padding.
  const float wide = window.InnerRect.GetWidth() - window.WindowPadding.x;
  if ((window.Flags & ImGuiWindowFlags_Tooltip) != 0) return "";
  if (content.x > wide + kRounding && (window.Flags & ImGuiWindowFlags_HorizontalScrollbar) == 0)
    return fmt::format("{}: content is {:.0f} pixels wide, the window {:.0f}", window.Name,
                       content.x, wide);
  const float high = window.ContentRegionRect.GetHeight() + window.ScrollMax.y;
  const bool scrolls = (window.Flags & ImGuiWindowFlags_NoScrollWithMouse) == 0;
  if (content.y > high + kRounding && !scrolls)
    return fmt::format("{}: content is {:.0f} pixels high, the window {:.0f}", window.Name,
                       content.y, high);
  const ImRect whole(0, 0, static_cast<float>(display.x), static_cast<float>(display.y));
  ImRect rect = window.Rect();
  rect.Expand(-kRounding);
  return whole.Contains(rect) ? "" : fmt::format("{}: reaches out of the display", window.Name);
}

std::vector<std::string> layout_faults(glm::ivec2 display) {
  std::vector<std::string> found;
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if (window->WasActive && !window->Hidden && std::string(window->Name) != "Debug##Default")
      if (std::string fault = layout_fault(*window, display); !fault.empty())
        found.push_back(std::move(fault));
  return found;
}

struct Setting {
  glm::ivec2 size;
  float scale;
};
/// Window sizes and text scales: smallest window, typical window, and windows that are small for
/// the text.
const Setting kSettings[] = {{{640, 400}, 1},      {{1280, 720}, 1},    {{1280, 720}, 0.75f},
                             {{1280, 800}, 1.25f}, {{1280, 800}, 1.5f}, {{1024, 600}, 1.5f},
                             {{1280, 800}, 2}};

const WindowState kCrowdedStates[] = {
    {"all panels open, played by hand",
     [](SimulatedWindow& viewer) {
       viewer.session.panels.setup_fold = viewer.session.panels.agent_fold = Fold::open;
       viewer.session.marble().step_moves(1);
       viewer.session.act(&Session::play_by_hand, true);
     }},
    {"tilted by hand",
     [](SimulatedWindow& viewer) { viewer.session.act(&Session::start_tilt_level, 2); }},
    {"tilted by a policy",
     [](SimulatedWindow& viewer) {
       viewer.session.act(&Session::set_tilt, true);
       viewer.session.act(&Session::use_agent, "floor");
       viewer.session.marble().jump(300);
     }},
    {"the large graph",
     [](SimulatedWindow& viewer) {
       viewer.session.marble().step_moves(1);
       viewer.session.panels.large_graph = true;
     }},
};
const WindowState kDialogs[] = {
    {"files", [](SimulatedWindow& viewer) { viewer.session.panels.dialog = Dialog::files; }},
    {"keys", [](SimulatedWindow& viewer) { viewer.session.panels.dialog = Dialog::help; }},
    {"physics", [](SimulatedWindow& viewer) { viewer.session.panels.show_physics = true; }},
    {"levels", [](SimulatedWindow& viewer) { viewer.session.panels.dialog = Dialog::levels; }},
    {"lessons", [](SimulatedWindow& viewer) { viewer.session.panels.dialog = Dialog::lessons; }},
    {"glossary", [](SimulatedWindow& viewer) { viewer.session.panels.dialog = Dialog::glossary; }},
    {"about", [](SimulatedWindow& viewer) { viewer.session.panels.dialog = Dialog::about; }},
    {"a menu", [](SimulatedWindow& viewer) { viewer.click("File"); }},
};

TEST_F(Window, NoContentIsClippedAtAnyWindowSize) {
  for (const Setting& setting : kSettings) {
    SimulatedWindow viewer(small_maze(), setting.size);
    viewer.session.view.requested_scale = setting.scale;
    const auto check = [&](const WindowState& state) {
      state.prepare(viewer);
      viewer.frames(3);
      for (const std::string& fault : layout_faults(setting.size))
        ADD_FAILURE() << state.name << ", " << setting.size.x << "x" << setting.size.y << " at "
                      << setting.scale << ": " << fault;
      viewer.session.act(&Session::show_marble);
      viewer.session.start(small_maze());
      viewer.session.panels = {};
      close_menus();
      viewer.frame();
    };
    for (const WindowState& state : kWindowStates) check(state);
    for (const WindowState& crowded : kCrowdedStates) check(crowded);
    for (const WindowState& dialog : kDialogs) check(dialog);
  }
}

TEST_F(Window, NarrowWindowFoldsPanelsAndOpensThemOnDemand) {
  SimulatedWindow viewer(small_maze(), {640, 400});
  viewer.frame();
  for (const auto& [pressed, shown] :
       {std::pair{"", false}, {"Maze and agent", true}, {"fold Maze", false}}) {
    if (*pressed) viewer.choose({pressed});
    EXPECT_EQ(item_box("Build new maze").has_value(), shown) << pressed;
  }
  viewer.session.act(&Session::start_lesson, "frozen");
  viewer.frames(3);
  EXPECT_GE(item_box("Maze and agent").value().at.y,
            plan_panels(viewer.session, {640, 400}).lesson.end().y)
      << "a button covers the lesson";
}

TEST_F(Window, TimeAndSpeedAreVisibleAtAnyWindowSize) {
  std::vector<Setting> all(std::begin(kSettings), std::end(kSettings));
  all.push_back({{1280, 720}, 3});
  all.push_back({{900, 600}, 2});
  for (const Setting& setting : all) {
    SimulatedWindow viewer(small_maze(), setting.size);
    viewer.session.view.requested_scale = setting.scale;
    viewer.frames(3);
    const PanelBox display{
        {0, 0}, {static_cast<float>(setting.size.x), static_cast<float>(setting.size.y)}};
    const char* const items[] = {"time", "speed", "speed number", "Move back", "Pause", "Newest"};
    for (const char* const item : items) {
      const auto box = item_box(item);
      ASSERT_TRUE(box) << item << ", " << setting.size.x << " at " << setting.scale;
      EXPECT_TRUE(display.contains(box->at) && display.contains(box->end()))
          << item << ", " << setting.size.x << " at " << setting.scale;
      for (const char* const other : items)
        EXPECT_TRUE(item == other || !box->overlaps(*item_box(other)))
            << item << " on " << other << ", " << setting.size.x << " at " << setting.scale;
    }
  }
}

TEST_F(Window, MovesAreReadableAndClickableAtAnyWindowSize) {
  for (const Setting& setting :
       {Setting{{640, 400}, 1}, {{900, 600}, 1}, {{1280, 720}, 1}, {{1280, 720}, 1.5f}})
    for (const ControlScheme control :
         {ControlScheme::flat_4, ControlScheme::cube_8, ControlScheme::cube_24}) {
      const bool flat = control == ControlScheme::flat_4;
      RunSpec spec = small_maze({3, 3, flat ? 1 : 3}, flat ? Layers::flat : Layers::all);
      spec.setup.control = control;
      spec.player.by_hand = true;
      SimulatedWindow viewer(spec, setting.size);
      viewer.session.view.requested_scale = setting.scale;
      viewer.wait_for_a_turn();
      viewer.frames(2);
      const std::string first = move_button(MoveId(0));
      for (const MoveId move : viewer.session.run().scheme(control).move_ids()) {
        const std::string label = move_button(move);
        const auto box = item_box(label), name = item_box("name of " + label);
        ASSERT_TRUE(box && name) << setting.size.x << " at " << setting.scale;
        EXPECT_TRUE(box->contains(name->at) && box->contains(name->end()))
            << label << " is clipped, " << setting.size.x << " at " << setting.scale;
        EXPECT_EQ(box->size.x, item_box(first)->size.x) << "all buttons have the same width";
      }
      viewer.click(first);
      viewer.session.marble().step(10);
      EXPECT_FALSE(viewer.session.run().waits_for_user())
          << first << " is out of reach, " << setting.size.x << " at " << setting.scale;
    }
}

TEST_F(Window, LinesBreakBetweenWordsAndNeverInsideNumbers) {
  SimulatedWindow viewer;
  viewer.frame();
  const std::string text = "chance 0.5323 of cell 12.75, then -0.25; 1,250 moves: 9.81 m/s2";
  for (int width = 10; width < 500; width += 7) {
    std::string lines = wrap_text(text, static_cast<float>(width));
    std::ranges::replace(lines, '\n', ' ');
    EXPECT_EQ(lines, text) << "lines break only at spaces";
  }
  EXPECT_EQ(wrap_text("one two\nthree", 1e6f), "one two\nthree");
  EXPECT_EQ(wrap_text("one two", 1), "one\ntwo");
  EXPECT_LE(ImGui::CalcTextSize(wrap_text(text, 120).c_str()).x, 120);
}

TEST_F(Window, LargeMazeShowsAMapUntilItFitsTheWindow) {
  SimulatedWindow viewer(small_maze({24, 24, 24}));
  viewer.frames(3);
  EXPECT_TRUE(
      item_box("marble in the whole maze").value().overlaps(item_box("whole maze").value()));
  viewer.choose({"Fit"});
  EXPECT_FALSE(item_box("whole maze")) << "the whole maze fits the image now";
  for (const auto& [key, part] : {std::pair{GLFW_KEY_HOME, true}, {GLFW_KEY_A, false}}) {
    viewer.key(key);
    EXPECT_EQ(item_box("whole maze").has_value(), part);
  }
}

TEST_F(Window, PanelsAndLabelsDoNotCoverTheScene) {
  for (const float scale : {1.0f, 1.25f, 1.5f, 2.0f})
    for (const bool two : {false, true}) {
      SimulatedWindow viewer(small_maze(), {1280, 800});
      viewer.session.view.requested_scale = scale;
      if (two) viewer.session.act(&Session::compare_with, "breadth-first", ControlScheme::cube_8);
      viewer.frames(2);
      for (const char* folded : {"Maze and agent", "Mind"})
        if (item_box(folded)) viewer.choose({folded});
      viewer.session.marble().step_moves(1);
      viewer.frames(3);
      const PanelPlan plan = plan_panels(viewer.session, {1280, 800});
      for (const PanelBox& panel :
           {plan.setup, plan.agent, plan.timeline, plan.names, plan.legend, plan.menu})
        EXPECT_FALSE(panel.size.x > 0 && panel.overlaps(plan.scene)) << scale << " " << two;
      EXPECT_GE(plan.scene.size.x, 240 * scale) << scale << " " << two;
      EXPECT_TRUE(item_box("mode Play")) << scale;
      for (const char* words : {"shortest path", "shortest path (the agent does not know it)"})
        if (const auto box = item_box(words)) {
          EXPECT_TRUE(plan.legend.contains(box->at) && plan.legend.contains(box->end())) << scale;
        }
    }
}

double luminance(const glm::dvec3& colour) {
  const auto linear = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
}

// Contrast ratio of WCAG 2.1, section 1.4.3.
double contrast(double a, double b) { return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05); }

TEST_F(Window, TextContrastMeetsWcag) {
  SimulatedWindow viewer;
  for (std::size_t palette = 0; palette < palettes().size(); ++palette) {
    viewer.session.view.palette = palette;
    viewer.frame();
    const PanelColours& c = palettes()[palette].panels;
    for (const glm::vec3 ground : {c.primary_top, c.primary_bottom})
      for (const float pressed : {1.0f, 0.92f})
        EXPECT_GE(contrast(luminance(c.on_primary), luminance(pressed * ground)), 4.5)
            << palettes()[palette].name << ", primary button";
    const auto light_of = [](ImGuiCol which) {
      const ImVec4& colour = ImGui::GetStyle().Colors[which];
      return luminance({colour.x, colour.y, colour.z});
    };
    for (const ImGuiCol ground :
         {ImGuiCol_WindowBg, ImGuiCol_MenuBarBg, ImGuiCol_PopupBg, ImGuiCol_FrameBg,
          ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_Header, ImGuiCol_HeaderHovered,
          ImGuiCol_Tab, ImGuiCol_TabActive}) {
      const bool grey = ground == ImGuiCol_WindowBg || ground == ImGuiCol_PopupBg;
      for (const ImGuiCol text : {ImGuiCol_Text, grey ? ImGuiCol_TextDisabled : ImGuiCol_Text})
        EXPECT_GE(contrast(light_of(text), light_of(ground)), 4.5)
            << palettes()[palette].name << ", text on " << ImGui::GetStyleColorName(ground);
    }
  }
}

TEST_F(Window, AutomaticPanelsDoNotTakeKeyboardFocus) {
  const WindowState more[] = {
      {"a message", [](SimulatedWindow& viewer) { viewer.session.show_message("news"); }},
      {"a folded panel",
       [](SimulatedWindow& viewer) { viewer.session.panels.agent_fold = Fold::folded; }},
      {"a large maze",
       [](SimulatedWindow& viewer) {
         viewer.session.start(small_maze({24, 24, 24}));
       }},
  };
  std::set<std::string> seen;
  const auto check = [&](const WindowState& state) {
    SimulatedWindow viewer;
    state.prepare(viewer);
    viewer.frames(3);
    for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows) {
      const std::string name = window->Name;
      if (!window->WasActive || name == "##MainMenuBar" || name == "Debug##Default") continue;
      if ((window->Flags & (ImGuiWindowFlags_ChildWindow | ImGuiWindowFlags_Tooltip)) != 0)
        continue;
      seen.insert(name);
      EXPECT_TRUE((window->Flags & ImGuiWindowFlags_NoFocusOnAppearing) != 0)
          << name << ", " << state.name;
    }
  };
  for (const WindowState& state : kWindowStates) check(state);
  for (const WindowState& crowded : kCrowdedStates) check(crowded);
  for (const WindowState& state : more) check(state);
  for (const char* name : {"card", "moves", "arrow 1", "message", "Mind", "lesson", "welcome",
                           "inset", "transport", "setup", "mind"})
    EXPECT_TRUE(seen.contains(name)) << name;
}

TEST_F(Window, LetterKeysAreDisabledWhileADialogIsOpen) {
  SimulatedWindow viewer(cube(5, true));
  viewer.wait_for_a_turn();
  viewer.frames(2);
  const MarbleRun* const run = &viewer.session.run();
  for (const auto& [what, open] : kDialogs) {
    open(viewer);
    viewer.frames(2);
    for (const Action& action : actions())
      if (action.key != 0 && !action.control && action.key < GLFW_KEY_F1) {
        EXPECT_FALSE(press(viewer.session, action.key, false)) << what << ": " << action.meaning;
      }
    EXPECT_EQ(&viewer.session.run(), run) << what;
    EXPECT_TRUE(viewer.session.run().waits_for_user()) << what;
    viewer.key(GLFW_KEY_ESCAPE);
    EXPECT_TRUE(press(viewer.session, GLFW_KEY_S, false)) << "after " << what;
  }
}

}  // namespace
}  // namespace marblemaze
