#pragma once

#include <condition_variable>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "render/gl/capture.h"
#include "tests/render/app/walk_hooks.h"

namespace marblemaze {

/// Where a walk begins: a session as the viewer makes it, in a home as a person has it.
struct Beginning {
  std::string name;
  std::function<std::unique_ptr<Session>()> make;
  /// What a person did since; in the home's folder.
  std::function<void(Session&)> prepare = [](Session&) {};
  std::string kept;  ///< the settings of the last start; empty: there was none
  std::function<void()> add_panels = [] {};
};

/// Thrown to the script when the window has gone.
struct WindowGone {};

/// What a person can see of the program: it differs where something has happened.
struct Sight {
  Image picture;
  std::string clipboard, settings;
  std::map<std::string, std::uintmax_t> files;  ///< in the home, with their sizes
  bool operator==(const Sight&) const = default;
};

/// One run of the viewer's window from a beginning to its end, by its own loop, with a script in
/// place of the person. Window and script take turns, a frame at a time.
class WalkedWindow : private WindowHooks {
 public:
  /// Runs until the script is done or the window has gone. What went wrong is in faults().
  WalkedWindow(const Beginning& beginning, const std::filesystem::path& home,
               const std::function<void(WalkedWindow&)>& script);

  // --- for the script ---
  /// Turns of the window's loop, each so long by the program's clock.
  void turns(int count, double each_s = 0);
  /// Turns until two frames are alike, while the clock stands.
  void settle();
  void point_at(ImVec2 at);
  void point_nowhere() { point_at({-200, -200}); }
  void hold(bool down);
  void click(ImVec2 at);
  void drag(ImVec2 from, ImVec2 to);
  void wheel(double notches);
  void key(int glfw_key, bool control = false);
  void type(const std::string& text);
  /// As a keyboard tells of it: a key, and where it writes a letter, the letter.
  void strike(char letter);
  /// By the window manager's button.
  void close();

  [[nodiscard]] Session& session() { return *session_; }
  [[nodiscard]] const SeenFrame& seen() const { return WindowHooks::seen; }
  [[nodiscard]] long frames_drawn() const { return drawn_; }
  /// Of these: the ones that could be looked at.
  [[nodiscard]] long frames_filled() const { return filled_; }
  /// After settle().
  [[nodiscard]] Sight sight();
  /// Texts that cannot be read whole and windows that reach out of the display, at this moment.
  [[nodiscard]] std::vector<std::string> layout_faults() const;
  /// What has been written to standard error since the last call.
  [[nodiscard]] std::string new_errors();

  /// Unrest, and of the window's end: an exception, files that are damaged or not whole.
  [[nodiscard]] const std::vector<std::string>& faults() const { return faults_; }

 private:
  void events() override;
  void add_panels() override { beginning_.add_panels(); }
  [[nodiscard]] bool looks() const override;
  void drawn() override;
  void run_window_in_turns();
  void let_the_graph_rest();
  void wait_for(bool scripts_turn);
  void judge_files();

  const Beginning& beginning_;
  std::filesystem::path home_;
  std::unique_ptr<Session> session_;
  std::vector<std::function<void(GLFWwindow*)>> pending_;
  Image picture_;
  bool looking_ = false;  // a picture is read when it is wanted: that takes as long as to draw it
  long drawn_ = 0, filled_ = 0;
  double turn_s_ = 0;
  std::map<std::string, std::uintmax_t> files_before_;
  std::vector<std::string> faults_;
  std::uintmax_t errors_read_ = 0;

  std::mutex mutex_;
  std::condition_variable changed_;
  bool scripts_turn_ = false, gone_ = false, script_done_ = false;
};

/// Opens a file as who gets it would: the last picture of a film is decoded, a maze is loaded. Says
/// what is wrong with it, or nothing.
[[nodiscard]] std::string fault_of_file(const std::filesystem::path& file);

}  // namespace marblemaze
