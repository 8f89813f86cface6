// Checks that no text is clipped and every control can be reached, for many sizes of windows and
// text.
#include <algorithm>
#include <cmath>

#include "tests/render/window/layout_faults.h"
#include "tests/render/window/viewing.h"

namespace marblemaze {
namespace {

struct Setting {
  glm::ivec2 size;
  float scale;
};

/// Returns the smallest window, a typical window, and windows that are small for their text size.
std::vector<Setting> settings() {
  return {{{640, 400}, 1},
          {{1280, 720}, 1},
          {{1280, 720}, 0.75f},
          {{1024, 600}, 1.5f},
          {{1280, 800}, 2}};
}

void expect_no_faults(const Setting& setting, const char* what,
                      const std::function<void(Viewing&)>& prepare) {
  Viewing viewer(small_maze(), setting.size);
  viewer.session.view.wanted_scale = setting.scale;
  prepare(viewer);
  viewer.frames(3);
  for (const std::string& fault : layout_faults(setting.size))
    ADD_FAILURE() << what << ", " << setting.size.x << "x" << setting.size.y << " at "
                  << setting.scale << ": " << fault;
}

TEST_F(Window, ClipsNothingInWindowsOfManySizes) {
  for (const Setting& setting : settings()) {
    expect_no_faults(setting, "as it starts", [](Viewing&) {});
    expect_no_faults(setting, "the welcome",
                     [](Viewing& viewer) { viewer.session.panels.welcome = true; });
    expect_no_faults(setting, "all panels open, played by hand", [](Viewing& viewer) {
      viewer.session.panels.setup_fold = viewer.session.panels.mind_fold = Fold::open;
      viewer.session.marble().step_moves(1);
      viewer.session.act(&Session::play_by_hand, true);
    });
    expect_no_faults(setting, "turned freely by hand",
                     [](Viewing& viewer) { viewer.session.act(&Session::start_free_level, 2); });
    expect_no_faults(setting, "turned freely by a controller", [](Viewing& viewer) {
      viewer.session.act(&Session::turn_freely, true);
      viewer.session.act(&Session::use_agent, "floor");
      viewer.session.marble().jump(300);
    });
  }
}

TEST_F(Window, ClipsNothingInItsDialogues) {
  for (const Setting& setting : settings()) {
    expect_no_faults(setting, "files", [](Viewing& viewer) { viewer.session.files.asks = true; });
    expect_no_faults(setting, "physics",
                     [](Viewing& viewer) { viewer.session.panels.show_physics = true; });
    expect_no_faults(setting, "the large graph", [](Viewing& viewer) {
      viewer.session.marble().step_moves(1);
      viewer.session.panels.large_graph = true;
    });
    expect_no_faults(setting, "keys",
                     [](Viewing& viewer) { viewer.session.panels.show_help = true; });
    expect_no_faults(setting, "a rook maze",
                     [](Viewing& viewer) { viewer.session.act(&Session::set_world, "rook"); });
  }
}

TEST_F(Window, FoldsItsPanelsWhereTheWindowIsNarrowAndOpensThemOnDemand) {
  Viewing viewer(small_maze(), {640, 400});
  viewer.frame();
  EXPECT_FALSE(item_box("Build new maze"));
  viewer.click("Maze and agent");
  viewer.frame();
  EXPECT_TRUE(item_box("Build new maze"));
  viewer.click("fold Maze");
  viewer.frame();
  EXPECT_FALSE(item_box("Build new maze"));
}

bool lies_in(const PanelBox& inner, glm::ivec2 display) {
  return inner.at.x >= 0 && inner.at.y >= 0 &&
         inner.at.x + inner.size.x <= static_cast<float>(display.x) &&
         inner.at.y + inner.size.y <= static_cast<float>(display.y);
}

TEST_F(Window, SaysTimeAndSpeedInEveryWindowWithTextOfEverySize) {
  std::vector<Setting> all = settings();
  all.push_back({{1280, 720}, 3});
  all.push_back({{900, 600}, 2});
  for (const Setting& setting : all) {
    Viewing viewer(small_maze(), setting.size);
    viewer.session.view.wanted_scale = setting.scale;
    viewer.frames(2);
    const char* const items[] = {"time", "speed", "speed number", "Move back", "Pause", "Newest"};
    for (const char* const item : items) {
      const auto box = item_box(item);
      ASSERT_TRUE(box) << item << ", " << setting.size.x << " at " << setting.scale;
      EXPECT_TRUE(lies_in(*box, setting.size)) << item;
      for (const char* const other : items)
        EXPECT_TRUE(item == other || !box->overlaps(*item_box(other)))
            << item << " on " << other << ", " << setting.size.x << " at " << setting.scale;
    }
  }
}

TEST_F(Window, OffersTheMovesToWhoPlaysByHandInEveryWindow) {
  for (const Setting& setting :
       {Setting{{640, 400}, 1}, {{900, 600}, 1}, {{1024, 600}, 1}, {{1280, 720}, 1.5f}})
    for (const Layers layers : {Layers::all, Layers::flat}) {
      RunSpec spec;
      const glm::ivec3 sides(3, 3, layers == Layers::flat ? 1 : 3);
      spec.setup.maze = std::make_shared<const Maze>(generate_kruskal(sides, layers, 5));
      spec.setup.control = usual_scheme(layers);
      spec.player.by_hand = true;
      Viewing viewer(spec, setting.size);
      viewer.session.view.wanted_scale = setting.scale;
      viewer.session.marble().step(300);
      viewer.frames(2);
      ASSERT_TRUE(viewer.session.run().waits_for_person());
      const std::string first = move_button(MoveId(0));
      const auto a = item_box(first), b = item_box(move_button(MoveId(1)));
      ASSERT_TRUE(a && b) << setting.size.x << " at " << setting.scale;
      EXPECT_EQ(a->size.x, b->size.x) << "all are of one width";
      viewer.click(first);
      viewer.session.marble().step(10);
      EXPECT_FALSE(viewer.session.run().waits_for_person())
          << first << " is out of reach, " << setting.size.x << " at " << setting.scale;
    }
}

TEST_F(Window, BreaksLinesBetweenWordsAndNeverInANumber) {
  Viewing viewer;
  viewer.frame();
  const std::string text = "chance 0.5323 of cell 12.75, then -0.25; 1,250 moves: 9.81 m/s2";
  for (int width = 10; width < 500; width += 7) {
    std::string lines = in_lines(text, static_cast<float>(width));
    std::replace(lines.begin(), lines.end(), '\n', ' ');
    EXPECT_EQ(lines, text) << "only spaces became ends of lines";
  }
  EXPECT_EQ(in_lines("one two\nthree", 1e6f), "one two\nthree");
  EXPECT_EQ(in_lines("one two", 1), "one\ntwo");
  const std::string lines = in_lines(text, 120);
  EXPECT_GT(lines.find('\n'), 5u);
  EXPECT_LE(ImGui::CalcTextSize(lines.c_str()).x, 120);
}

RunSpec cube_of(int side) {
  RunSpec spec;
  spec.setup.maze = std::make_shared<const Maze>(generate_kruskal(side, Layers::all, 1));
  return spec;
}

TEST_F(Window, ShowsTheWholeOfALargeMazeOnDemandAndUntilThenWhereTheMarbleIs) {
  for (const int side : {24}) {
    Viewing viewer(cube_of(side));
    viewer.frames(3);
    ASSERT_TRUE(item_box("whole maze")) << side;
    EXPECT_TRUE(item_box("marble in the whole maze")->overlaps(*item_box("whole maze")));
    viewer.click("Fit");
    viewer.frames(2);
    EXPECT_FALSE(item_box("whole maze")) << "all of it is in the picture now";
    viewer.key(GLFW_KEY_HOME);
    viewer.frames(2);
    EXPECT_TRUE(item_box("whole maze"));
    viewer.key(GLFW_KEY_A);
    viewer.frames(2);
    EXPECT_FALSE(item_box("whole maze"));
  }
  Viewing small;
  small.frames(3);
  EXPECT_FALSE(item_box("whole maze")) << "it is in the picture from the start";
}

TEST(Layout, LeavesTheMazeItsPlaceBetweenThePanels) {
  for (const float width : {700.0f, 1000.0f, 1280.0f, 2560.0f}) {
    const PanelPlan plan = plan_panels({width, 720}, 1, {});
    EXPECT_GE(plan.scene.size.x, 320) << width;
    if (plan.setup.size.x > 0) {
      EXPECT_GE(plan.scene.at.x, plan.setup.at.x + plan.setup.size.x) << width;
    }
    if (plan.mind.size.x > 0) {
      EXPECT_LE(plan.scene.at.x + plan.scene.size.x, plan.mind.at.x) << width;
    }
  }
}

double luminance(const ImVec4& colour) {
  const auto linear = [](double c) {
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.x) + 0.7152 * linear(colour.y) + 0.0722 * linear(colour.z);
}

// WCAG 2.1, 1.4.3.
double contrast(const ImVec4& a, const ImVec4& b) {
  const double high = std::max(luminance(a), luminance(b)),
               low = std::min(luminance(a), luminance(b));
  return (high + 0.05) / (low + 0.05);
}

TEST_F(Window, WritesInColoursThatCanBeRead) {
  Viewing viewer;
  for (std::size_t palette = 0; palette < palettes().size(); ++palette) {
    viewer.session.view.palette = palette;
    viewer.frame();
    const ImVec4* colours = ImGui::GetStyle().Colors;
    for (const ImGuiCol ground :
         {ImGuiCol_WindowBg, ImGuiCol_MenuBarBg, ImGuiCol_PopupBg, ImGuiCol_FrameBg,
          ImGuiCol_Button, ImGuiCol_ButtonHovered, ImGuiCol_Header, ImGuiCol_HeaderHovered,
          ImGuiCol_Tab, ImGuiCol_TabActive})
      EXPECT_GE(contrast(colours[ImGuiCol_Text], colours[ground]), 4.5)
          << palettes()[palette].name << ", text on " << ImGui::GetStyleColorName(ground);
    for (const ImGuiCol ground : {ImGuiCol_WindowBg, ImGuiCol_MenuBarBg, ImGuiCol_PopupBg})
      EXPECT_GE(contrast(colours[ImGuiCol_TextDisabled], colours[ground]), 4.5)
          << palettes()[palette].name << ", grey text on " << ImGui::GetStyleColorName(ground);
  }
}

}  // namespace
}  // namespace marblemaze
