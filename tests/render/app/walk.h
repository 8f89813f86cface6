#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/render/app/walk_window.h"

namespace marblemaze {

/// What this process and those that it has waited for have used, user and system.
[[nodiscard]] double processor_s();

/// What a walk has found.
struct WalkReport {
  std::vector<std::string> operated;  ///< controls and keys that changed something
  std::vector<std::string> refused;   ///< controls that are disabled and say why
  std::vector<std::string> faults;
  long frames = 0;
};

/// Operates every control and key of the window once. What there is to operate is found by looking:
/// at the beginning, and after each step. Each is operated in a window of its own, which begins
/// where the walk begins, so that the order does not matter.
class Walk {
 public:
  /// Homes are made in this folder. Controls for which `wanted` is false are left alone.
  explicit Walk(std::filesystem::path folder,
                std::function<bool(const std::string& control)> wanted = {});

  /// What was operated from an earlier beginning is not operated again.
  void from(const Beginning& beginning, bool with_keys = true);
  [[nodiscard]] const WalkReport& report() const { return report_; }

 private:
  /// How a control is operated. A person tries them in this order.
  enum class Gesture { click, click_at_the_end, drag, click_a_part, wheel, key };
  struct Step {
    std::string control;
    Gesture gesture = Gesture::click;
    int key = 0;
    bool ctrl = false;
  };
  /// From the beginning to a control.
  struct Task {
    std::vector<Step> route;
    Step step;
  };
  using Named = std::vector<std::pair<std::string, SeenControl>>;
  /// The last sight with so many menus open.
  using Calm = std::map<int, Sight>;
  enum class Result { changed, unchanged, lost };

  void walk(Task task);
  [[nodiscard]] Result operate(Task& task);
  [[nodiscard]] bool choose(WalkedWindow& window, const Task& other, Calm& calm);
  void operate_in(WalkedWindow& window, Task& task, Calm& calm, Result& result);
  [[nodiscard]] bool reach(WalkedWindow& window, const Task& task, Calm& calm);
  [[nodiscard]] bool perform(WalkedWindow& window, const Step& step);
  void find_neighbours(const WalkedWindow& window, const std::string& name);
  [[nodiscard]] bool changed_by(WalkedWindow& window, Task& task, const Calm& calm);
  static bool go_on(WalkedWindow& window);
  void follow(WalkedWindow& window, const Task& task);
  void look_into_the_menu_again(WalkedWindow& window, const Task& task, std::vector<Step> route);
  void look(WalkedWindow& window, const std::vector<Step>& route);
  void judge_disabled(WalkedWindow& window, const std::string& name);
  void check(WalkedWindow& window, const std::string& after);
  [[nodiscard]] bool bring_into_view(WalkedWindow& window, const std::string& name);
  [[nodiscard]] static std::optional<SeenControl> find(const WalkedWindow& window,
                                                       const std::string& name);
  [[nodiscard]] static Named controls(const WalkedWindow& window);
  void fault(const std::string& where, const std::string& what);

  std::filesystem::path folder_;
  std::function<bool(const std::string&)> wanted_;
  const Beginning* beginning_ = nullptr;
  std::string subject_;  ///< what is shown: a walk keeps to the kind with which it begins
  Sight first_sight_;
  std::deque<Task> tasks_;
  std::set<std::string> known_, said_;
  std::vector<std::string> neighbours_;  // of the control that was operated last
  WalkReport report_;
};

}  // namespace marblemaze
