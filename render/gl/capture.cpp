#include "render/gl/capture.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <stb/stb_image_write.h>

#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/text.h"

namespace marblemaze {
namespace {

const char* codec(const std::string& ending) {
  // The veryfast preset is twice as fast as the default at the same file size.
  if (ending == ".mp4")
    return "-c:v libx264 -crf 21 -preset veryfast -pix_fmt yuv420p -movflags +faststart";
  if (ending == ".webm") return "-c:v libvpx-vp9 -crf 32 -b:v 0 -pix_fmt yuv420p";
  // GIF delays are multiples of 0.01 s. The lower frame rate also halves the file size.
  if (ending == ".gif")
    return "-vf fps=15,split[a][b];[a]palettegen=stats_mode=diff[p];"
           "[b][p]paletteuse=dither=bayer:bayer_scale=4";
  throw BadInput("video", "'" + ending + "'", ".mp4, .webm or .gif");
}

/// Throws BadInput unless the output is a regular file. ffmpeg moves the index to the front of the
/// file at the end, which requires random access.
void expect_file(const std::filesystem::path& path) {
  if (is_standard_stream(path) || is_stream(path))
    throw BadInput("video", "'" + path.string() + "'",
                   "a file, because videos cannot be written to standard output, pipes or devices");
}

}  // namespace

Image read_framebuffer(GLuint framebuffer, glm::ivec2 size) {
  Image image{size, {}};
  const std::size_t row = static_cast<std::size_t>(size.x) * 3;
  std::vector<std::uint8_t> upside_down(row * static_cast<std::size_t>(size.y));
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, size.x, size.y, GL_RGB, GL_UNSIGNED_BYTE, upside_down.data());
  image.rgb.resize(upside_down.size());
  for (std::size_t y = 0; y < static_cast<std::size_t>(size.y); ++y)
    std::copy_n(&upside_down[(static_cast<std::size_t>(size.y) - 1 - y) * row], row,
                &image.rgb[y * row]);
  return image;
}

void save_png(const Image& image, const std::filesystem::path& path) {
  std::string bytes;
  const auto append = [](void* context, void* data, int size) {
    static_cast<std::string*>(context)->append(static_cast<const char*>(data),
                                               static_cast<std::size_t>(size));
  };
  if (!stbi_write_png_to_func(append, &bytes, image.size.x, image.size.y, 3, image.rgb.data(),
                              image.size.x * 3))
    throw MachineFailure("out of memory while encoding the image " + path.string());
  write_text_file(path, bytes);
}

VideoWriter::VideoWriter(std::filesystem::path path, glm::ivec2 size, int frames_a_second)
    : path_(std::move(path)) {
  expect_file(path_);
  if (start_ffmpeg(size, frames_a_second)) return;
  path_.replace_extension();
  std::error_code failure;
  std::filesystem::create_directories(path_, failure);
  if (failure)
    throw MachineFailure("cannot create the folder '" + path_.string() + "': " + failure.message());
  pictures_ = true;
}

std::filesystem::path VideoWriter::picture(int number) const {
  return path_ / fmt::format("{:05}.png", number);
}

VideoWriter::~VideoWriter() {
  if (!pictures_) return;
  std::error_code ignored;
  for (int i = 1; i <= frames_; ++i) std::filesystem::remove(picture(i), ignored);
  std::filesystem::remove(path_, ignored);  // fails if the folder contains other files
}

bool VideoWriter::start_ffmpeg(glm::ivec2 size, int frames_a_second) {
  std::vector<std::string> words = split_words(
      fmt::format("ffmpeg -y -loglevel error -f rawvideo -pix_fmt rgb24 -s {}x{} -r {} -i - -an {}",
                  size.x, size.y, frames_a_second, codec(path_.extension().string())));
  // Replace an existing file only when the video is complete. ffmpeg derives the format from the
  // file extension.
  file_.emplace(path_, path_.extension().string());
  words.push_back(file_->temporary_path().string());
  try {
    ffmpeg_.emplace(words, StderrTarget::child_stdout);
    return true;
  } catch (const BadInput&) {  // ffmpeg is not installed
    file_.reset();
    return false;
  }
}

void VideoWriter::add(const Image& image) {
  ++frames_;
  if (pictures_) return save_png(image, picture(frames_));
  const std::string_view bytes(reinterpret_cast<const char*>(image.rgb.data()), image.rgb.size());
  if (ffmpeg_->send(bytes, {}) != IoStatus::ok) fail("ffmpeg stopped while writing", await_end());
}

/// Throws an error that includes the first line of ffmpeg's error output.
void VideoWriter::fail(const std::string& what, const std::string& cause) const {
  throw MachineFailure(
      fmt::format("{} '{}'{}{}", what, path_.string(), cause.empty() ? "" : ": ", cause));
}

std::string VideoWriter::await_end() {
  std::string first, line;
  ffmpeg_->close_and_wait();
  while (ffmpeg_->read_line(line, {}) == IoStatus::ok)
    if (first.empty()) first = line;
  return first;
}

std::string VideoWriter::finish() {
  if (std::exchange(pictures_, false))
    return fmt::format("ffmpeg is not installed: saved {} images in {}/ instead", frames_,
                       path_.string());
  const std::string complaint = await_end();
  if (ffmpeg_->ending() != "with exit status 0") fail("ffmpeg could not write", complaint);
  file_->finish();
  return fmt::format("{} ({} frames)", path_.string(), frames_);
}

}  // namespace marblemaze
