#include "render/gl/video_writer.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "maze/base/errors.h"

extern char** environ;

namespace marblemaze {
namespace {

std::vector<std::string> codec(const std::string& ending) {
  if (ending == ".mp4")
    return {"-c:v",   "libx264",  "-crf",    "21",        "-preset",
            "medium", "-pix_fmt", "yuv420p", "-movflags", "+faststart"};
  if (ending == ".webm")
    return {"-c:v", "libvpx-vp9", "-crf", "32", "-b:v", "0", "-pix_fmt", "yuv420p"};
  if (ending == ".gif")
    return {
        "-vf",
        "split[a][b];[a]palettegen=stats_mode=diff[p];[b][p]paletteuse=dither=bayer:bayer_scale=4"};
  throw BadInput("film", "'" + ending + "'", ".mp4, .webm or .gif");
}

/// A film's index is written last and put in front: that takes a file in which one can go back.
void expect_file(const std::filesystem::path& path) {
  if (is_standard_stream(path) || is_sink(path))
    throw BadInput("film", "'" + path.string() + "'",
                   "a file: films cannot go to standard output, pipes or devices");
}

}  // namespace

VideoWriter::VideoWriter(std::filesystem::path path, glm::ivec2 size, int frames_a_second)
    : path_(std::move(path)), size_(size), frames_a_second_(frames_a_second) {
  expect_file(path_);
  static_cast<void>(codec(path_.extension().string()));
  if (start_ffmpeg()) return;
  path_.replace_extension();
  std::error_code failure;
  std::filesystem::create_directories(path_, failure);
  if (failure) throw MachineFailure("cannot make the folder '" + path_.string() + "'");
  pictures_ = true;
}

std::filesystem::path VideoWriter::picture(int number) const {
  return path_ / fmt::format("{:05}.png", number);
}

VideoWriter::~VideoWriter() {
  if (pipe_ >= 0) ::kill(ffmpeg_, SIGKILL);  // nobody waits for a film that is not finished
  close_pipe();
  if (complaints_ >= 0) ::close(complaints_);
  if (!pictures_) return;
  std::error_code ignored;
  for (int i = 1; i <= frames_; ++i) std::filesystem::remove(picture(i), ignored);
  std::filesystem::remove(path_, ignored);  // where nobody else's files lie in it
}

bool VideoWriter::start_ffmpeg() {
  std::vector<std::string> words{"ffmpeg",    "-y",
                                 "-loglevel", "error",
                                 "-f",        "rawvideo",
                                 "-pix_fmt",  "rgb24",
                                 "-s",        fmt::format("{}x{}", size_.x, size_.y),
                                 "-r",        std::to_string(frames_a_second_),
                                 "-i",        "-",
                                 "-an"};
  for (const std::string& word : codec(path_.extension().string())) words.push_back(word);
  // An older film of that name is replaced by a whole one only; the ending tells ffmpeg the format.
  file_.emplace(path_, path_.extension().string());
  words.push_back(file_->unfinished().string());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  int ends[2], complaints[2];
  if (pipe2(ends, O_CLOEXEC) != 0 || pipe2(complaints, O_CLOEXEC | O_NONBLOCK) != 0)
    throw MachineFailure("cannot make a pipe to ffmpeg");
  // When ffmpeg dies, write() shall fail and tell rather than end this program.
  std::signal(SIGPIPE, SIG_IGN);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, complaints[1], STDERR_FILENO);
  const int failure =
      posix_spawnp(&ffmpeg_, "ffmpeg", &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[0]);
  ::close(complaints[1]);
  complaints_ = complaints[0];
  if (failure != 0) {
    ::close(ends[1]);
    ffmpeg_ = -1;
    file_.reset();
    return false;
  }
  pipe_ = ends[1];
  return true;
}

void VideoWriter::add(const Image& image) {
  ++frames_;
  if (pictures_) return save_png(image, picture(frames_));
  std::size_t done = 0;
  while (done < image.rgb.size()) {
    const ssize_t written = ::write(pipe_, image.rgb.data() + done, image.rgb.size() - done);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("ffmpeg stopped while it wrote");
    done += static_cast<std::size_t>(written);
  }
}

int VideoWriter::close_pipe() {
  if (pipe_ < 0) return 0;
  ::close(pipe_);
  pipe_ = -1;
  int status = 0;
  while (waitpid(ffmpeg_, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

/// With the first of ffmpeg's own words, which name the cause; the others only follow from it.
void VideoWriter::fail(const std::string& what) {
  close_pipe();
  char words[1024];
  const ssize_t count = ::read(complaints_, words, sizeof words);
  std::string cause(words, static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  cause.resize(std::min(cause.size(), cause.find('\n')));
  throw MachineFailure(
      fmt::format("{} '{}'{}{}", what, path_.string(), cause.empty() ? "" : ": ", cause));
}

std::string VideoWriter::finish() {
  if (close_pipe() != 0) fail("ffmpeg could not write");
  if (!std::exchange(pictures_, false)) {
    file_->finish();
    return fmt::format("{} ({} frames)", path_.string(), frames_);
  }
  return fmt::format("ffmpeg is not installed: {} pictures in {}/ instead", frames_,
                     path_.string());
}

}  // namespace marblemaze
