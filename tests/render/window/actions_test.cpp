// Operates every action by its key or its menu, and every control of the main screens by the mouse,
// each in a new window. Each must change something or show the reason why it cannot.
#include <map>
#include <set>

#include <fmt/format.h>

#include "maze/base/file_io.h"
#include "tests/render/window/layout_faults.h"
#include "tests/render/window/viewing.h"

namespace marblemaze {
namespace {

constexpr int kLongestUnrest = 40;  // frames until the window settles

/// The visible state of the program. It differs if an action had an effect.
struct Sight {
  Image picture;
  std::string clipboard, message;
  Camera camera;
  double speed = 1;
  std::map<std::string, std::uintmax_t> files;
  bool film = false, exporting = false, quit = false;
};

bool same(const Sight& a, const Sight& b) {
  return a.picture == b.picture && a.clipboard == b.clipboard && a.message == b.message &&
         a.camera.yaw_rad == b.camera.yaw_rad && a.camera.pitch_rad == b.camera.pitch_rad &&
         a.camera.distance == b.camera.distance && a.speed == b.speed && a.files == b.files &&
         a.film == b.film && a.exporting == b.exporting && a.quit == b.quit;
}

/// A window with an initial state.
struct Beginning {
  const char* name;
  void (*prepare)(Viewing&);
};

void play_a_part(Viewing& viewer) {
  for (int i = 0; i < 3; ++i) viewer.session.marble().step_moves(1);
  viewer.session.marble().go_to(std::floor(0.7 * viewer.session.marble().position()));
  viewer.session.view.camera.orbit({0.3f, 0.2f});
  viewer.session.view.camera.zoom(0.8f);
}

void play_to_the_end(Viewing& viewer) {
  while (!viewer.session.run().ended()) viewer.session.marble().step_moves(1);
}

void wait_for_a_turn(Viewing& viewer) {
  viewer.session.act(&Session::play_by_hand, true);
  while (!viewer.session.run().waits_for_person()) viewer.session.marble().step(10);
  viewer.session.marble().to_newest();
}

constexpr Beginning kBeginnings[] = {
    {"a running maze", play_a_part},
    {"a person's turn", wait_for_a_turn},
    {"a solved maze", play_to_the_end},
    {"a level", [](Viewing& viewer) { viewer.session.act(&Session::start_level, 1); }},
    {"a lesson",
     [](Viewing& viewer) {
       viewer.session.act(&Session::start_lesson, "prediction");
       viewer.session.act(&Session::step_lesson, 1);
     }},
    {"a rook maze",
     [](Viewing& viewer) {
       viewer.session.act(&Session::set_world, "rook");
       viewer.session.shown().jump(3);
       viewer.session.shown().pause();
     }},
    {"doors", [](Viewing& viewer) { viewer.session.panels.welcome = true; }},
};

/// A window in an initial state, with its own folder.
class WalkedWindow : public Viewing {
 public:
  explicit WalkedWindow(const Beginning& beginning) : Viewing(calm_maze(), {1100, 620}) {
    session.files.browser.go(folder_.path());
    session.view.look.style = Style::thesis;  // takes two thirds of the time of the glass style
    session.view.reduced_motion = true;
    beginning.prepare(*this);
    session.marble().pause();
    session.drop_message();
    settle();
  }

  /// Draws frames until the image stops changing.
  void settle() {
    settled_ = {};
    for (int i = 0; i < kLongestUnrest; ++i) {
      frame();
      if (i % 4 != 3) continue;
      Image now = picture();
      const bool same = now == settled_;
      settled_ = std::move(now);
      if (same) return;
    }
  }
  /// Returns what is seen after settle().
  [[nodiscard]] Sight sight() const {
    const char* const copied = ImGui::GetClipboardText();
    Sight now{settled_,
              copied ? copied : "",
              session.message(),
              session.view.camera,
              session.shown().speed(),
              {},
              session.files.film.has_value(),
              session.files.exporting.has_value(),
              session.quit};
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      now.files[entry.path().filename()] = 1;
    return now;
  }
  /// Clicks a part of a control. Returns false if the control is not drawn.
  bool click_part(const std::string& label, float part) {
    const auto box = item_box(label);
    if (!box) return false;
    click(box->at.x + part * box->size.x, box->middle().y);
    return true;
  }

 private:
  static RunSpec calm_maze() {
    RunSpec spec = small_maze();
    spec.setup.settings = exact_machine();
    return spec;
  }

  testing::TemporaryFolder folder_;
  Image settled_;
};

// Returns whether the action changes something.
bool operates(const Action& action) {
  for (const Beginning& beginning : kBeginnings) {
    WalkedWindow window(beginning);
    const Sight before = window.sight();
    if (action.key != 0)
      window.key(action.key, action.control);
    else
      perform(window.session, action);
    window.settle();
    if (!same(before, window.sight())) return true;
  }
  return false;
}

TEST_F(Window, EveryActionOfTheListChangesSomethingOrSaysWhyItCannot) {
  int operated = 0;
  for (const Action& action : actions()) {
    if (operates(action))
      ++operated;
    else
      ADD_FAILURE() << "changes nothing anywhere: " << action.name;
  }
  fmt::print("{} of {} actions operated\n", operated, actions().size());
}

// A value that is already chosen cannot be chosen again, so another control is operated first.
bool changes(const Beginning& beginning, const std::string& label, const std::string& first) {
  WalkedWindow window(beginning);
  if (!first.empty()) {
    window.click_part(first, 0.25f);
    window.settle();
  }
  for (const float part : {0.25f, 0.8f}) {
    const Sight before = window.sight();
    if (!window.click_part(label, part)) return false;
    window.settle();
    if (!same(before, window.sight())) return true;
  }
  const auto box = item_box(label);
  if (!box) return false;
  const Sight before = window.sight();
  window.drag({box->at.x + box->size.x / 4, box->middle().y},
              {box->at.x + 0.75f * box->size.x, box->middle().y});
  window.settle();
  if (!same(before, window.sight())) return true;
  if (label != "explored states") return false;
  window.point_at(box->middle());  // a drawing, which the wheel enlarges
  window.wheel(3);
  window.settle();
  return !same(before, window.sight());
}

// Returns the controls next to a control in its row or column, which may be its alternatives.
std::vector<std::string> beside(const std::string& label,
                                const std::map<std::string, PanelBox>& boxes) {
  const PanelBox& box = boxes.at(label);
  std::vector<std::string> found;
  for (const auto& [other, at] : boxes) {
    const float across = std::max(at.at.x - box.end().x, box.at.x - at.end().x);
    const float along = std::max(at.at.y - box.end().y, box.at.y - at.end().y);
    const bool row = std::abs(at.middle().y - box.middle().y) < 2 && across > -2 && across < 16;
    const bool column = std::abs(at.at.x - box.at.x) < 2 && along > -2 && along < 16;
    if (row || column) found.push_back(other);
  }
  return found;
}

TEST_F(Window, EveryControlOfTheMainScreensChangesSomething) {
  std::set<std::string> operated;
  std::map<std::string, const char*> not_yet;  // and where they were seen first
  for (const Beginning& beginning : kBeginnings) {
    std::map<std::string, PanelBox> boxes;
    {
      WalkedWindow window(beginning);
      const PanelBox panel = plan_panels({1100, 620}, 1, wishes_of(window.session)).setup;
      for (const std::string& label : controls()) {
        const PanelBox box = *item_box(label);
        // Items below the end of the left panel can be clicked only after scrolling.
        if (box.at.x < panel.end().x && box.at.y > panel.at.y && box.end().y > panel.end().y &&
            box.at.y < 620 && box.end().x <= panel.end().x)
          continue;
        boxes[label] = box;
      }
      for (const std::string& fault : layout_faults({1100, 620}))
        ADD_FAILURE() << beginning.name << ": " << fault;
    }
    for (const auto& [label, box] : boxes) {
      if (operated.contains(label)) continue;
      bool changed = changes(beginning, label, "");
      for (const std::string& other : beside(label, boxes))
        changed = changed || changes(beginning, label, other);
      if (changed)
        operated.insert(label), not_yet.erase(label);
      else
        not_yet.try_emplace(label, beginning.name);
    }
  }
  for (const auto& [label, where] : not_yet)
    ADD_FAILURE() << where << ": changes nothing: " << label;
  fmt::print("{} controls operated\n", operated.size());
  EXPECT_GE(operated.size(), 60u) << "most controls were not found";
}

TEST_F(Window, ANameThatIsTypedWhileTheRunEndsIsWrittenAndActsOnNothing) {
  Viewing viewer;
  for (int i = 0; i < 3; ++i) viewer.session.marble().step_moves(1);
  viewer.session.marble().set_speed(6);
  viewer.session.marble().play();
  viewer.frames(3);
  const MarbleRun* const run = &viewer.session.run();
  const Style style = viewer.session.view.look.style;
  viewer.key(GLFW_KEY_O, true);
  viewer.frames(3);
  viewer.type("marblerunnumberseven", 12);
  EXPECT_TRUE(viewer.session.shows_end()) << "the run was to end meanwhile";
  EXPECT_EQ(viewer.session.files.file_name, "marblerunnumberseven");
  EXPECT_EQ(&viewer.session.run(), run) << "R starts nothing again";
  EXPECT_EQ(viewer.session.view.look.style, style) << "nor does S change the style";
}

TEST_F(Window, ClosingAsksForARunThatWasPlayedByHandAndTheNextStartStillHasIt) {
  std::size_t moves = 0;
  {
    Viewing viewer;
    wait_for_a_turn(viewer);
    for (int i = 0; i < 4; ++i) {
      viewer.key(i % 2 ? GLFW_KEY_2 : GLFW_KEY_1);
      while (!viewer.session.run().waits_for_person()) viewer.session.marble().step(10);
      viewer.session.marble().to_newest();
    }
    moves = viewer.session.run().recording().moves.size();
    ASSERT_EQ(moves, 4u);
    viewer.close();
    viewer.frames(2);
    EXPECT_FALSE(viewer.session.quit);
    viewer.key(GLFW_KEY_ESCAPE);
    viewer.frames(2);
    viewer.close();
    viewer.close();
    EXPECT_TRUE(viewer.session.quit) << "the second time it is closed";
  }
  Viewing next;
  next.click("File");
  next.frames(2);
  next.click("Last run");
  next.frames(2);
  EXPECT_EQ(next.session.run().recording().moves.size(), moves);
  EXPECT_TRUE(next.session.run().is_recording());
}

TEST_F(Window, DrawsNothingWhileNothingMoves) {
  Viewing viewer;
  viewer.session.marble().pause();
  viewer.frames(200);
  EXPECT_FALSE(viewer.session.changes_by_itself());
  viewer.session.say("news");
  EXPECT_TRUE(viewer.session.changes_by_itself());
}

TEST_F(Window, SettingsOfTheWindowAreKeptWhenItIsClosed) {
  {
    Viewing viewer;
    viewer.key(GLFW_KEY_T);
    viewer.key(GLFW_KEY_S);
  }
  Session next(small_maze());
  load_view_settings(next);
  EXPECT_EQ(next.view.palette, 1u);
  EXPECT_EQ(next.view.look.style, Style::thesis);
}

}  // namespace
}  // namespace marblemaze
