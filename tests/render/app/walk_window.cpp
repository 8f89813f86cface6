#include "tests/render/app/walk_window.h"

#include <cstdlib>
#include <fstream>
#include <thread>

#include <fcntl.h>
#include <unistd.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <fmt/format.h>

#include "engine/recording/recording.h"
#include "maze/base/file_io.h"
#include "maze/files/maze_file.h"
#include "render/app/window.h"
#include "render/session/settings_file.h"
#include "tests/render/app/layout_faults.h"
#include "tests/support/pictures.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

constexpr int kLongestUnrest = 60;          // turns
constexpr std::size_t kFewestColours = 16;  // of a picture that shows something

// Calls what the window has told GLFW to call.
template <class Callback, class... Arguments>
void tell(Callback (*set)(GLFWwindow*, Callback), GLFWwindow* window, Arguments... arguments) {
  const Callback callback = set(window, nullptr);
  set(window, callback);
  if (callback) callback(window, arguments...);
}

fs::path settings_in(const fs::path& home) {
  return home / ".config" / "marblemaze" / "viewer.json";
}

void use_home(const fs::path& home) {
  ::setenv("HOME", home.c_str(), 1);
  ::unsetenv("XDG_CONFIG_HOME");
  ::unsetenv("XDG_DATA_HOME");
}

std::map<std::string, std::uintmax_t> files_in(const fs::path& folder) {
  std::map<std::string, std::uintmax_t> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) found[fs::relative(entry.path(), folder)] = entry.file_size();
  return found;
}

/// Standard error goes into a file meanwhile.
class KeptErrors {
 public:
  explicit KeptErrors(const fs::path& file) : before_(::dup(STDERR_FILENO)) {
    const int kept = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_APPEND, 0644);
    ::dup2(kept, STDERR_FILENO);
    ::close(kept);
  }
  ~KeptErrors() {
    ::dup2(before_, STDERR_FILENO);
    ::close(before_);
  }
  KeptErrors(const KeptErrors&) = delete;
  KeptErrors& operator=(const KeptErrors&) = delete;

 private:
  int before_;
};

fs::path errors_of(const fs::path& home) { return home.parent_path() / "errors.txt"; }

std::string fault_of_picture(const fs::path& file) {
  const Image image = testing::load_png(file);
  std::set<std::uint32_t> colours;
  for (std::size_t i = 0; i + 2 < image.rgb.size() && colours.size() < kFewestColours; i += 3)
    colours.insert(image.rgb[i] | image.rgb[i + 1] << 8U | image.rgb[i + 2] << 16U);
  return colours.size() < kFewestColours ? "the picture is blank" : "";
}

std::string fault_of_film(const fs::path& file) {
  const fs::path last = file.string() + ".last.png", words = file.string() + ".words";
  const std::string decode = fmt::format(
      "ffmpeg -v error -y -i '{}' -compression_level 0 -update 1 '{}' </dev/null >'{}' 2>&1",
      file.string(), last.string(), words.string());
  const bool decoded = std::system(decode.c_str()) == 0 && fs::file_size(words) == 0;
  std::string fault = decoded ? fault_of_picture(last) : "the film cannot be decoded";
  fs::remove(last), fs::remove(words);
  return fault;
}

}  // namespace

std::string fault_of_file(const fs::path& file) {
  const std::string name = file.filename(), kind = file.extension();
  if (name.starts_with('.')) return "an unfinished file is left behind";
  try {
    if (kind == ".png") return fault_of_picture(file);
    if (kind == ".mp4" || kind == ".gif" || kind == ".webm") return fault_of_film(file);
    if (kind == ".json") return static_cast<void>(load_maze(file)), "";
    if (kind == ".rec") return static_cast<void>(load_recording(file)), "";
    if (kind == ".html")
      return read_text_file(file).find("</html>") == std::string::npos ? "the page has no end" : "";
  } catch (const std::exception& failure) {
    return failure.what();
  }
  return "";
}

WalkedWindow::WalkedWindow(const Beginning& beginning, const fs::path& home,
                           const std::function<void(WalkedWindow&)>& script)
    : beginning_(beginning), home_(home) {
  fs::remove_all(home_);
  fs::create_directories(home_ / "mazes");
  use_home(home_);
  fs::current_path(home_ / "mazes");
  if (!beginning.kept.empty()) {
    fs::create_directories(settings_in(home_).parent_path());
    write_text_file(settings_in(home_), beginning.kept);
  }
  const KeptErrors errors(errors_of(home_));
  session_ = beginning.make();
  beginning.prepare(*session_);
  files_before_ = files_in(home_);
  std::thread person([&] {
    try {
      wait_for(true);
      ImGui::SetClipboardText("");
      script(*this);
    } catch (const WindowGone&) {
      // The script knows: it was told so by the call that waited.
    } catch (const std::exception& failure) {
      faults_.emplace_back(failure.what());
    }
    const std::lock_guard lock(mutex_);
    session_->quit = script_done_ = true;
    scripts_turn_ = false;
    changed_.notify_all();
  });
  run_window_in_turns();
  person.join();
  judge_files();
  if (const std::string said = new_errors(); !said.empty())
    faults_.push_back("at the end on standard error: " + said);
}

void WalkedWindow::run_window_in_turns() {
  std::string thrown;
  try {
    const HookedWindow hooked(*this);
    run_window(*session_);
  } catch (const std::exception& failure) {
    thrown = failure.what();
  }
  const std::lock_guard lock(mutex_);
  if (!thrown.empty()) faults_.push_back("the window has failed: " + thrown);
  gone_ = true;
  changed_.notify_all();
}

void WalkedWindow::wait_for(bool scripts_turn) {
  std::unique_lock lock(mutex_);
  changed_.wait(
      lock, [&] { return scripts_turn ? scripts_turn_ || gone_ : !scripts_turn_ || script_done_; });
  if (scripts_turn && gone_) throw WindowGone();
}

void WalkedWindow::events() {
  {
    const std::lock_guard lock(mutex_);
    if (script_done_) return;
    scripts_turn_ = true;
    changed_.notify_all();
  }
  wait_for(false);
  for (const auto& event : std::exchange(pending_, {})) event(glfwGetCurrentContext());
  clock_s += turn_s_;
}

// Pictures and films of the window look at it, too.
bool WalkedWindow::looks() const {
  return looking_ || session_->files.film || session_->files.wanted_screenshot;
}

void WalkedWindow::drawn() {
  ++drawn_;
  filled_ += looks() ? 1 : 0;
  if (!looking_) return;
  glm::ivec2 size;
  glfwGetFramebufferSize(glfwGetCurrentContext(), &size.x, &size.y);
  picture_ = read_framebuffer(0, size);
}

void WalkedWindow::turns(int count, double each_s) {
  for (int i = 0; i < count; ++i) {
    {
      const std::lock_guard lock(mutex_);
      turn_s_ = each_s;
      scripts_turn_ = false;
      changed_.notify_all();
    }
    wait_for(true);
  }
}

void WalkedWindow::settle() {
  point_at(mouse);  // a window that rests is drawn again
  turns(1);         // one that opens is not drawn at first
  looking_ = true;
  turns(1);
  for (int i = 0; i < kLongestUnrest; ++i) {
    const Image before = picture_;
    const long drawn = drawn_;
    turns(1);
    if (drawn_ == drawn || picture_ == before) return void(looking_ = false);
    let_the_graph_rest();
  }
  looking_ = false;
  faults_.emplace_back("the picture does not come to rest");
}

// The states of a new graph take dozens of frames to their places: those are not looked at.
void WalkedWindow::let_the_graph_rest() {
  const auto moves = [&] {
    const auto graph = session_->shown().graph();
    return graph && !graph->layout->rests();
  };
  looking_ = false;
  for (int i = 0; i < kLongestUnrest && moves(); ++i) turns(1);
  looking_ = true;
  point_at(mouse);
}

void WalkedWindow::point_at(ImVec2 at) {
  mouse = at;
  pending_.emplace_back([at](GLFWwindow* window) {
    tell(glfwSetCursorPosCallback, window, static_cast<double>(at.x), static_cast<double>(at.y));
  });
}

void WalkedWindow::hold(bool down) {
  button = down;
  pending_.emplace_back([down](GLFWwindow* window) {
    tell(glfwSetMouseButtonCallback, window, 0, down ? GLFW_PRESS : GLFW_RELEASE, 0);
  });
  turns(1);
}

void WalkedWindow::click(ImVec2 at) {
  if (mouse.x != at.x || mouse.y != at.y) point_at(at), turns(1);
  hold(true);
  hold(false);
}

void WalkedWindow::drag(ImVec2 from, ImVec2 to) {
  point_at(from);
  turns(1);
  hold(true);
  point_at(to);
  turns(2);
  hold(false);
}

void WalkedWindow::wheel(double notches) {
  pending_.emplace_back(
      [notches](GLFWwindow* window) { tell(glfwSetScrollCallback, window, 0.0, notches); });
  turns(1);
}

void WalkedWindow::key(int glfw_key, bool control) {
  for (const int action : {GLFW_PRESS, GLFW_RELEASE}) {
    pending_.emplace_back([=](GLFWwindow* window) {
      tell(glfwSetKeyCallback, window, glfw_key, 0, action, control ? GLFW_MOD_CONTROL : 0);
    });
    turns(1);
  }
}

void WalkedWindow::type(const std::string& text) {
  pending_.emplace_back([text](GLFWwindow* window) {
    for (const char letter : text) tell(glfwSetCharCallback, window, static_cast<unsigned>(letter));
  });
  turns(1);
}

void WalkedWindow::strike(char letter) {
  const int key = letter >= 'a' && letter <= 'z' ? GLFW_KEY_A + (letter - 'a') : letter;
  pending_.emplace_back([=](GLFWwindow* window) {
    tell(glfwSetKeyCallback, window, key, 0, GLFW_PRESS, 0);
    tell(glfwSetCharCallback, window, static_cast<unsigned>(letter));
    tell(glfwSetKeyCallback, window, key, 0, GLFW_RELEASE, 0);
  });
  turns(1);
}

void WalkedWindow::close() {
  pending_.emplace_back([](GLFWwindow* window) {
    glfwSetWindowShouldClose(window, GLFW_TRUE);
    tell(glfwSetWindowCloseCallback, window);
  });
  turns(1);
}

Sight WalkedWindow::sight() {
  Sight now;
  now.picture = picture_;
  const char* const copied = ImGui::GetClipboardText();
  now.clipboard = copied ? copied : "";
  now.files = files_in(home_);
  // Written elsewhere, since the home may not have them yet.
  const fs::path elsewhere = home_.parent_path() / "settings now";
  use_home(elsewhere);
  save_view_settings(*session_);
  use_home(home_);
  now.settings = read_text_file(settings_in(elsewhere));
  return now;
}

std::vector<std::string> WalkedWindow::layout_faults() const {
  const ImVec2 size = ImGui::GetIO().DisplaySize;
  std::vector<std::string> found =
      marblemaze::layout_faults({static_cast<int>(size.x), static_cast<int>(size.y)});
  for (const std::string& text : seen().cut_texts) found.push_back("cut off: " + text);
  return found;
}

std::string WalkedWindow::new_errors() {
  std::ifstream file(errors_of(home_));
  file.seekg(static_cast<std::streamoff>(errors_read_));
  std::string said((std::istreambuf_iterator<char>(file)), {});
  errors_read_ += said.size();
  return said;
}

void WalkedWindow::judge_files() {
  for (const auto& [name, size] : files_in(home_)) {
    const auto before = files_before_.find(name);
    const bool own = name.starts_with(".config/") || name.starts_with(".local/");
    if (own || (before != files_before_.end() && before->second == size)) continue;
    if (const std::string fault = fault_of_file(home_ / name); !fault.empty())
      faults_.push_back(fmt::format("{}: {}", name, fault));
  }
}

}  // namespace marblemaze
