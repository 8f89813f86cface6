#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <dlfcn.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include "engine/c_api/objects.h"
#include "engine/protocol/child_process.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"
#include "maze/files/maze_file.h"

namespace marblemaze::c_api {
namespace {

constexpr const char* kViewer = "marblemaze-viewer";

/// A file in memory that a child process can open by its path.
class MemoryFile {
 public:
  explicit MemoryFile(const std::string& text) : file_(memfd_create("marblemaze", MFD_CLOEXEC)) {
    if (file_ >= 0 && write(file_, text.data(), text.size()) == static_cast<ssize_t>(text.size()))
      return;
    const std::string reason = std::strerror(errno);
    if (file_ >= 0) close(file_);
    throw MachineFailure("cannot create a file in memory: " + reason);
  }
  ~MemoryFile() { close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  [[nodiscard]] std::string path() const { return fmt::format("/proc/{}/fd/{}", getpid(), file_); }

 private:
  int file_;
};

/// Returns the path of the viewer, or its file name if it must be looked up in PATH. See mm_png().
std::string viewer_program() {
  if (const char* named = std::getenv("MARBLEMAZE_VIEWER"); named && *named) return named;
  Dl_info library{};
  if (dladdr(reinterpret_cast<const void*>(&mm_version), &library) != 0 && library.dli_fname) {
    const std::filesystem::path next_to_library =
        std::filesystem::path(library.dli_fname).replace_filename(kViewer);
    if (std::filesystem::exists(next_to_library)) return next_to_library.string();
  }
  return kViewer;
}

std::unique_ptr<ChildProcess> start_viewer(const std::vector<std::string>& words) {
  try {
    return std::make_unique<ChildProcess>(words, StderrTarget::child_stdout);
  } catch (const BadInput&) {
    throw Failure(MM_UNSUPPORTED, "viewer '" + words[0] +
                                      "': expected a program that can be run (Debian package "
                                      "marblemaze-viewer; MARBLEMAZE_VIEWER sets another path)");
  }
}

/// Runs the viewer and waits until it exits. If it fails, throws Failure with its last line of
/// output.
void run_viewer(std::vector<std::string> words) {
  words.insert(words.begin(), viewer_program());
  const std::unique_ptr<ChildProcess> viewer = start_viewer(words);
  std::string line, last;
  for (auto result = IoStatus::timed_out;
       result == IoStatus::ok || result == IoStatus::timed_out;) {
    check_stop();
    const auto soon = ChildProcess::Clock::now() + std::chrono::milliseconds(50);
    result = viewer->read_line(line, soon);
    if (result == IoStatus::ok) last = line;
  }
  viewer->close_and_wait();
  const std::string ending = viewer->ending().value_or("late");
  if (ending == "with exit status 0") return;
  constexpr std::string_view prefix = "marblemaze-viewer: ";
  if (last.starts_with(prefix)) last.erase(0, prefix.size());
  throw Failure(ending == "with exit status 2" ? MM_BAD_INPUT : MM_MACHINE,
                last.empty() ? words[0] + " ended " + ending : last);
}

struct Canvas {
  std::int32_t width, height;  ///< pixels
  const char* theme;
  const char* path;
};

/// Returns the output path as an absolute path, so that the viewer does not interpret it as "-" or
/// as an option.
std::string output_path(const Canvas& canvas) {
  const std::string_view path = string_of(canvas.path, "path");
  if (path.empty()) throw BadInput("path", "''", "the name of a file");
  return std::filesystem::absolute(path).string();
}

/// Draws a maze with default options, regardless of the options that the user last chose in the
/// viewer.
void draw(const Maze& maze, const Canvas& canvas, const std::vector<std::string>& more) {
  const MemoryFile file(to_json(maze));
  std::vector<std::string> words{file.path(),
                                 "--screenshot=" + output_path(canvas),
                                 fmt::format("--resolution={}x{}", canvas.width, canvas.height),
                                 fmt::format("--theme={}", string_of(canvas.theme, "theme")),
                                 "--style=glass",
                                 "--edges=selective",
                                 "--walls=plain",
                                 "--frame=world"};
  words.insert(words.end(), more.begin(), more.end());
  run_viewer(std::move(words));
}

/// Draws the state after the last finished move. The viewer plays the same run again.
void draw(const Episode& episode, const Canvas& canvas) {
  const RunSpec& spec = episode.spec();
  if (!spec.setup.maze)
    throw Failure(MM_UNSUPPORTED, "episode: this function requires a marble maze");
  const MemoryFile settings(to_json(spec.setup.settings));
  std::vector<std::string> words{
      "--settings=" + settings.path(), "--agent=" + spec.player.agent, "--world=" + spec.setup.kind,
      fmt::format("--orientations={}", spec.setup.control), fmt::format("--run={}", spec.run)};
  if (spec.player.recovery) words.emplace_back("--recovery");
  const std::size_t ended = episode.result().played.size();
  if (ended > 0) words.push_back(fmt::format("--at-move={}", ended));
  draw(*spec.setup.maze, canvas, words);
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_png(uint64_t handle, int32_t width, int32_t height, const char* theme,
                 const char* path) {
  return run_call([&] {
    const Canvas canvas{width, height, theme, path};
    if (kind_of(handle) == Kind::episode)
      draw(Use<EpisodeObject>(handle)->discrete(), canvas);
    else
      draw(*maze_of(handle), canvas, {});
  });
}
