// Triggers every action by key or menu, and every control of the main screens by mouse. Each must
// have a visible effect, or show a reason why the action is impossible.
#include <map>
#include <set>

#include <fmt/format.h>

#include "tests/render/window/simulated_window.h"

namespace marblemaze {
namespace {

constexpr glm::ivec2 kWindowSize{1100, 620};
constexpr int kMaxSettlingFrames = 40;  // maximum number of frames until the window settles

/// Visible state of the program, for detecting the effect of an action.
struct VisibleState {
  std::vector<std::uint8_t> pixels;
  std::string clipboard, message;
  std::array<float, 3> camera;
  double speed = 1;
  std::set<std::string> files;
  bool video = false, exporting = false, quit = false;

  bool operator==(const VisibleState&) const = default;
};

class PreparedWindow : public SimulatedWindow {
 public:
  explicit PreparedWindow(const WindowState& initial) : SimulatedWindow(calm_maze(), kWindowSize) {
    session.files.browser.go(folder_.path());
    session.view.look.style = Style::thesis;  // faster than the glass style
    session.view.reduced_motion = true;
    initial.prepare(*this);
    session.marble().pause();
    session.clear_message();
    settle();
    first_ = control_labels();
  }

  /// Returns true if `operate` has a visible effect.
  bool changed_by(const std::function<void()>& operate) {
    const VisibleState before = state_;
    operate();
    settle();
    return !(state_ == before);
  }
  /// Prepares the window for the next action. Returns false if the available controls have changed.
  bool is_as_before() {
    if (state_.quit || state_.video || state_.exporting || session.shown().playing()) return false;
    session.clear_message();
    settle();
    return control_labels() == first_;
  }
  /// Clicks, drags and scrolls a control until there is a visible effect.
  bool changed_by_control(const std::string& label) {
    if (!scroll_to(label)) return false;
    for (const float part : {0.25f, 0.8f}) {
      const auto box = item_box(label);
      if (!box) return true;
      if (changed_by([&] { click(box->at.x + part * box->size.x, box->middle().y); })) return true;
    }
    const PanelBox box = *item_box(label);
    const ImVec2 quarter{box.size.x / 4, 0};
    return changed_by([&] { drag(box.middle() - quarter, box.middle() + quarter); }) ||
           changed_by([&] {
             point_at(box.middle());
             wheel(label == "explored states" ? 3 : 0);
           });
  }

 private:
  static RunSpec calm_maze() {
    RunSpec spec = small_maze();
    spec.setup.settings = without_noise();
    return spec;
  }
  void settle() {
    const auto drawn = [&] {
      std::size_t hash = 0;
      const ImDrawData& all = *ImGui::GetDrawData();
      for (int i = 0; i < all.CmdListsCount; ++i) {
        const ImVector<ImDrawVert>& list = all.CmdLists[i]->VtxBuffer;
        hash = 31 * hash +
               std::hash<std::string_view>()({reinterpret_cast<const char*>(list.Data),
                                              static_cast<std::size_t>(list.size_in_bytes())});
      }
      return std::pair(hash, camera());
    };
    frame();
    auto before = drawn();
    for (int i = 0, same = 0; i < kMaxSettlingFrames && same < 3; ++i) {
      frame();
      const auto now = drawn();
      same = now == before ? same + 1 : 0;
      before = now;
    }
    look();
  }
  [[nodiscard]] std::array<float, 3> camera() const {
    const Camera& now = session.view.camera;
    return {now.yaw_rad, now.pitch_rad, now.distance};
  }
  void look() {
    const char* const copied = ImGui::GetClipboardText();
    state_ = {picture().rgb,
              copied ? copied : "",
              session.message(),
              camera(),
              session.shown().speed(),
              {},
              session.files.video.has_value(),
              session.files.exporting.has_value(),
              session.quit};
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      state_.files.insert(entry.path().filename());
  }

  testing::TemporaryFolder folder_;
  VisibleState state_;
  std::vector<std::string> first_;
};

/// Provider of windows in an initial state. Reuses a window if the last action left the window
/// unchanged.
class Walk {
 public:
  explicit Walk(const WindowState& initial) : initial_(initial) {}
  PreparedWindow& window() {
    if (!window_ || !window_->is_as_before()) renew();
    return *window_;
  }
  PreparedWindow& renew() {
    window_.reset();  // must close before the next window opens
    window_ = std::make_unique<PreparedWindow>(initial_);
    return *window_;
  }

 private:
  const WindowState& initial_;
  std::unique_ptr<PreparedWindow> window_;
};

TEST_F(Window, EveryActionHasAnEffectOrShowsAReason) {
  std::set<const Action*> left;
  for (const Action& action : actions()) left.insert(&action);
  for (const WindowState& initial : kWindowStates) {
    Walk walk(initial);
    std::erase_if(left, [&](const Action* action) {
      PreparedWindow& window = walk.window();
      return window.changed_by([&] {
        action->key != 0 ? window.key(action->key, action->control)
                         : perform(window.session, *action);
      });
    });
  }
  for (const Action* action : left)
    ADD_FAILURE() << "has no effect in any window: " << action->name;
  fmt::print("{} of {} actions operated\n", actions().size() - left.size(), actions().size());
}

// Returns the neighbours of a control in the same row or column, which may be alternative choices.
std::vector<std::string> neighbours(const std::string& label,
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

TEST_F(Window, EveryMainScreenControlHasAnEffect) {
  std::set<std::string> operated;
  std::map<std::string, const char*>
      not_yet;  // value: first window in which the control is visible
  for (const WindowState& initial : kWindowStates) {
    Walk walk(initial);
    std::map<std::string, PanelBox> boxes;
    static_cast<void>(walk.window());
    for (const std::string& label : control_labels()) boxes[label] = *item_box(label);
    for (const auto& [label, box] : boxes) {
      if (operated.contains(label)) continue;
      bool changed = walk.window().changed_by_control(label);
      // A selected choice cannot be selected again, so a neighbour is selected first.
      for (const std::string& other : neighbours(label, boxes)) {
        if (changed) break;
        PreparedWindow& window = walk.renew();
        window.changed_by_control(other);
        changed = item_box(label) && window.changed_by_control(label);
      }
      if (changed)
        operated.insert(label), not_yet.erase(label);
      else
        not_yet.try_emplace(label, initial.name);
    }
  }
  for (const auto& [label, where] : not_yet) ADD_FAILURE() << where << ": no effect: " << label;
  fmt::print("{} controls operated\n", operated.size());
  EXPECT_GE(operated.size(), 60u) << "most controls were not found";
}

}  // namespace
}  // namespace marblemaze
