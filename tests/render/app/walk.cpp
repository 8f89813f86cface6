#include "tests/render/app/walk.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <sys/resource.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "render/panels/actions.h"

namespace marblemaze {
namespace {

constexpr double kTurn_s = 1.0 / 30;
constexpr int kLongestJob = 3000;  // turns
constexpr double kFilm_s = 0.3;
constexpr std::size_t kMostNeighbours = 4, kMostParts = 6;
constexpr int kMostScrolls = 20;

int menus_open() { return ImGui::GetCurrentContext()->OpenPopupStack.Size; }

// A child's name ends in a number of ImGui's.
std::string plain_name(const SeenControl& control) {
  const std::string& name = control.window;
  const std::size_t end = name.rfind('_');
  return (control.in->Flags & ImGuiWindowFlags_ChildWindow) != 0 ? name.substr(0, end) : name;
}

ImVec2 point_in(const ImRect& box, float part) {
  return {box.Min.x + part * box.GetWidth(), (box.Min.y + box.Max.y) / 2};
}

bool in_view(const SeenControl& control) {
  const float middle = point_in(control.box, 0.5f).y;
  return middle > control.clip.Min.y && middle < control.clip.Max.y;
}

ImGuiWindow* scrolling(ImGuiWindow* window) {
  while (window && window->ScrollMax.y <= 0) window = window->ParentWindow;
  return window;
}

bool shows_tooltip() {
  for (const ImGuiWindow* window : ImGui::GetCurrentContext()->Windows)
    if ((window->Flags & ImGuiWindowFlags_Tooltip) != 0 && window->Active && !window->Hidden)
      return true;
  return false;
}

std::string subject(Session& session) {
  return session.classic()   ? "classic"
         : session.filling() ? "filling"
         : session.game()    ? "game"
                             : "marble";
}

}  // namespace

double processor_s() {
  double sum_s = 0;
  for (const int who : {RUSAGE_SELF, RUSAGE_CHILDREN}) {
    rusage used{};
    getrusage(who, &used);
    for (const timeval& time : {used.ru_utime, used.ru_stime})
      sum_s += static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  }
  return sum_s;
}

Walk::Walk(std::filesystem::path folder, std::function<bool(const std::string&)> wanted)
    : folder_(std::move(folder)), wanted_(std::move(wanted)) {}

void Walk::fault(const std::string& where, const std::string& what) {
  if (!said_.insert(what).second) return;  // once is enough
  report_.faults.push_back(where + ": " + what);
  fmt::print("  FAULT: {}\n", report_.faults.back());
}

void Walk::from(const Beginning& beginning, bool with_keys) {
  beginning_ = &beginning;
  fmt::print("from: {}\n", beginning.name);
  WalkedWindow first(beginning, folder_ / "home", [&](WalkedWindow& window) {
    window.settle();
    subject_ = subject(window.session());
    first_sight_ = window.sight();
    check(window, beginning.name);
    look(window, {});
  });
  for (const std::string& said : first.faults()) fault(beginning.name, said);
  if (with_keys)
    for (const Action& action : actions()) {
      if (action.key == 0) continue;
      const std::string name = fmt::format("key {} ({})", action.key, action.keys);
      if ((!wanted_ || wanted_(name)) && known_.insert(name).second)
        tasks_.push_back({{}, {name, Gesture::key, action.key, action.control}});
    }
  while (!tasks_.empty()) {
    Task next = tasks_.front();
    tasks_.pop_front();
    walk(std::move(next));
  }
}

void Walk::walk(Task task) {
  neighbours_.clear();
  const long frames = report_.frames;
  const double began_s = processor_s();
  const Result result = operate(task);
  fmt::print("{}: {} frames, {:.2f} s\n", task.step.control, report_.frames - frames,
             processor_s() - began_s);
  std::fflush(stdout);
  if (result == Result::changed) report_.operated.push_back(task.step.control);
  if (result == Result::unchanged)
    fault(task.step.control, "changes nothing: " + task.step.control);
  if (result == Result::lost) fault(task.step.control, "is not found again: " + task.step.control);
}

Walk::Result Walk::operate(Task& task) {
  Result result = Result::lost;
  WalkedWindow done(*beginning_, folder_ / "home", [&](WalkedWindow& window) {
    Calm calm{{0, first_sight_}};  // each window begins alike
    window.turns(2);
    operate_in(window, task, calm, result);
    // What is chosen already cannot be chosen: another choice is made first, and is on the way to
    // what follows.
    for (std::size_t i = 0; i < neighbours_.size() && result == Result::unchanged; ++i) {
      if (!choose(window, {task.route, {neighbours_[i]}}, calm)) continue;
      task.route.push_back({neighbours_[i]});
      operate_in(window, task, calm, result);
      if (result == Result::unchanged) task.route.pop_back();
    }
  });
  report_.frames += done.frames_drawn();
  for (const std::string& said : done.faults()) fault(task.step.control, said);
  return result;
}

bool Walk::choose(WalkedWindow& window, const Task& other, Calm& calm) {
  if (!reach(window, other, calm) || !perform(window, other.step)) return false;
  window.turns(2);
  if (menus_open() > 0) window.key(GLFW_KEY_ESCAPE);
  window.point_nowhere();
  window.settle();
  calm = {{0, window.sight()}};
  return true;
}

void Walk::operate_in(WalkedWindow& window, Task& task, Calm& calm, Result& result) {
  if (!reach(window, task, calm)) return;
  if (neighbours_.empty()) find_neighbours(window, task.step.control);
  const long filled = window.frames_filled();
  result = Result::changed;  // also where the window goes while it is operated
  if (!changed_by(window, task, calm)) {
    result = Result::unchanged;
    return;
  }
  if (window.frames_filled() == filled) fault(task.step.control, "no frame was drawn");
  follow(window, task);
}

// In the same window or menu, the nearest first.
void Walk::find_neighbours(const WalkedWindow& window, const std::string& name) {
  const Named all = controls(window);
  const auto self =
      std::find_if(all.begin(), all.end(), [&](const auto& each) { return each.first == name; });
  if (self == all.end()) return;
  const std::ptrdiff_t here = self - all.begin(), count = std::ssize(all);
  for (std::ptrdiff_t away = 1; away < count; ++away)
    for (const std::ptrdiff_t i : {here + away, here - away}) {
      if (i < 0 || i >= count || neighbours_.size() == kMostNeighbours) continue;
      const auto& [other, control] = all[static_cast<std::size_t>(i)];
      if (control.in == self->second.in && !control.disabled) neighbours_.push_back(other);
    }
}

bool Walk::changed_by(WalkedWindow& window, Task& task, const Calm& calm) {
  const bool key = task.step.gesture == Gesture::key;
  const std::vector<Gesture> hand = {Gesture::click, Gesture::click_at_the_end, Gesture::drag,
                                     Gesture::click_a_part, Gesture::wheel};
  for (const Gesture gesture : key ? std::vector{Gesture::key} : hand) {
    task.step.gesture = gesture;
    if (!perform(window, task.step)) continue;
    window.point_nowhere();
    window.settle();
    const auto before = calm.find(menus_open());
    if (before == calm.end() || !(before->second == window.sight())) return true;
  }
  task.step.gesture = key ? Gesture::key : Gesture::click;
  return false;
}

bool Walk::reach(WalkedWindow& window, const Task& task, Calm& calm) {
  for (const Step& step : task.route) {
    if (find(window, task.step.control)) break;
    if (!perform(window, step)) return false;
    window.turns(1);
    static_cast<void>(go_on(window));  // as when it was found
    window.point_nowhere();
    window.settle();
    calm[menus_open()] = window.sight();
  }
  return task.step.gesture == Gesture::key || find(window, task.step.control);
}

bool Walk::perform(WalkedWindow& window, const Step& step) {
  if (step.gesture == Gesture::key) return window.key(step.key, step.ctrl), true;
  if (!bring_into_view(window, step.control)) return false;
  const SeenControl control = *find(window, step.control);
  const ImRect& box = control.box;
  const auto at_part = [&](float part) { window.click(point_in(box, part)); };
  switch (step.gesture) {
    case Gesture::click:
      at_part(0.25f);
      if (!ImGui::GetIO().WantTextInput) break;
      window.type("7");
      window.key(GLFW_KEY_ENTER);
      break;
    case Gesture::click_at_the_end: at_part(0.8f); break;
    case Gesture::drag: window.drag(point_in(box, 0.25f), point_in(box, 0.75f)); break;
    case Gesture::click_a_part: {
      std::size_t parts = 0;
      for (const auto& [label, place] : std::vector(window.seen().places)) {
        const ImVec2 middle{place.at.x + place.size.x / 2, place.at.y + place.size.y / 2};
        if (box.Contains(middle) && parts++ < kMostParts) window.click(middle);
      }
      if (parts == 0) return false;
      break;
    }
    case Gesture::wheel:
      if (scrolling(control.in)) return false;
      window.point_at(point_in(box, 0.25f));
      window.turns(1);
      window.wheel(1);
      break;
    case Gesture::key: break;
  }
  return true;
}

// The window goes on, and work that was begun is done. True when that took so long that the run may
// be at its end.
bool Walk::go_on(WalkedWindow& window) {
  Session& session = window.session();
  window.turns(1, kTurn_s);
  const bool long_work = session.files.exporting.has_value();
  for (int i = 0; i < kLongestJob && (session.files.exporting || session.files.wanted_screenshot);
       ++i)
    window.turns(1, kTurn_s);
  while (session.files.film && session.files.film->time_s < kFilm_s) window.turns(1, kTurn_s);
  window.turns(1);  // plates fit themselves to their words
  return long_work;
}

// What follows: there may be more to operate.
void Walk::follow(WalkedWindow& window, const Task& task) {
  const bool may_be_over = go_on(window);
  if (window.session().files.exporting) fault(task.step.control, "the film is not done");
  check(window, task.step.control);
  if (may_be_over) return;  // a walk from the end finds what that shows, and sooner
  std::vector<Step> route = task.route;
  route.push_back(task.step);
  look(window, route);
  if (task.route.size() == 1 && task.route.back().control.starts_with("##MainMenuBar"))
    look_into_the_menu_again(window, task, std::move(route));
}

// It may read otherwise once one of its entries was chosen.
void Walk::look_into_the_menu_again(WalkedWindow& window, const Task& task,
                                    std::vector<Step> route) {
  const Step& menu = task.route.back();
  if (menu.gesture != Gesture::click || !perform(window, menu)) return;
  window.turns(2);
  if (menus_open() == 0) return;
  route.push_back(menu);
  look(window, route);
}

void Walk::look(WalkedWindow& window, const std::vector<Step>& route) {
  if (subject(window.session()) != subject_) return;
  std::vector<std::string> disabled;
  for (const auto& [name, control] : controls(window)) {
    // What is disabled now may be operated after another step.
    if ((wanted_ && !wanted_(name)) || !known_.insert(name + (control.disabled ? "!" : "")).second)
      continue;
    control.disabled ? disabled.push_back(name) : tasks_.push_back({route, {name}});
  }
  for (const std::string& name : disabled) judge_disabled(window, name);
}

void Walk::judge_disabled(WalkedWindow& window, const std::string& name) {
  if (!bring_into_view(window, name)) return;
  window.turns(2);
  if (shows_tooltip())
    report_.refused.push_back(name);
  else
    fault(name, "is disabled and does not say why: " + name);
  window.point_nowhere();
  window.turns(1);
}

void Walk::check(WalkedWindow& window, const std::string& after) {
  if (const std::string said = window.new_errors(); !said.empty())
    fault(after, "on standard error: " + said);
  for (const std::string& each : window.layout_faults()) fault(after, each);
}

bool Walk::bring_into_view(WalkedWindow& window, const std::string& name) {
  for (int i = 0; i < kMostScrolls; ++i) {
    const auto control = find(window, name);
    if (!control) return false;
    if (in_view(*control)) break;
    const ImGuiWindow* const scrolled = scrolling(control->in);
    if (!scrolled) return false;
    const ImRect clip = scrolled->InnerClipRect;
    const float notch = std::min(5 * ImGui::GetFontSize(), 0.67f * scrolled->InnerRect.GetHeight());
    const float away = point_in(clip, 0).y - point_in(control->box, 0).y;
    window.point_at({clip.Min.x + 2, point_in(clip, 0).y});
    window.turns(1);
    window.wheel(std::copysign(std::max(std::floor(std::abs(away / notch)), 1.0f), away));
    window.turns(1);
  }
  auto control = find(window, name);
  if (!control || !in_view(*control)) return false;
  window.point_at(point_in(control->box, 0.25f));
  window.turns(1);
  control = find(window, name);
  if (!control) return false;
  const ImGuiWindow* const over = ImGui::GetCurrentContext()->HoveredWindow;
  if (over && over->RootWindow == control->in->RootWindow) return true;
  fault(name, "is covered by " + std::string(over ? over->Name : "nothing") + ": " + name);
  return false;
}

std::optional<SeenControl> Walk::find(const WalkedWindow& window, const std::string& name) {
  for (const auto& [each, control] : controls(window))
    if (each == name) return control;
  return std::nullopt;
}

Walk::Named Walk::controls(const WalkedWindow& window) {
  Named all;
  std::map<std::string, int> count;
  for (const SeenControl& control : window.seen().controls) {
    std::string name = plain_name(control) + " > " + control.label;
    if (const int number = ++count[name]; number > 1) name += fmt::format(" #{}", number);
    all.emplace_back(name, control);
  }
  return all;
}

}  // namespace marblemaze
