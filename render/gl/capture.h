#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <epoxy/gl.h>
#include <glm/glm.hpp>

#include "engine/protocol/child_process.h"
#include "maze/base/file_io.h"

namespace marblemaze {

/// RGB image, 3 bytes per pixel, top row first.
struct Image {
  glm::ivec2 size{0};
  std::vector<std::uint8_t> rgb;

  [[nodiscard]] const std::uint8_t* pixel(int x, int y) const {
    return &rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(size.x) +
                     static_cast<std::size_t>(x))];
  }
  bool operator==(const Image&) const = default;
};

/// Requires: the framebuffer is not multisampled.
[[nodiscard]] Image read_framebuffer(GLuint framebuffer, glm::ivec2 size);

/// Throws MachineFailure if the file cannot be written.
void save_png(const Image& image, const std::filesystem::path& path);

/// Encodes a video with ffmpeg: .mp4 (H.264), .webm (VP9) or .gif. If ffmpeg is not installed,
/// writes numbered PNG images to a folder with the same name. An unfinished video leaves no files.
class VideoWriter {
 public:
  /// Throws BadInput if the file extension or the path is invalid. Throws MachineFailure if the
  /// file cannot be written.
  VideoWriter(std::filesystem::path path, glm::ivec2 size, int frames_a_second);
  ~VideoWriter();
  VideoWriter(const VideoWriter&) = delete;
  VideoWriter& operator=(const VideoWriter&) = delete;

  /// Throws MachineFailure if ffmpeg exited or the disk is full.
  void add(const Image& image);
  /// Finishes the video and returns a description of the output. Throws MachineFailure if ffmpeg
  /// failed.
  std::string finish();

 private:
  /// Returns false if ffmpeg is not installed.
  bool start_ffmpeg(glm::ivec2 size, int frames_a_second);
  [[nodiscard]] std::filesystem::path picture(int number) const;
  /// Closes ffmpeg's input, waits for ffmpeg to exit, and returns the first line of its error
  /// output.
  std::string await_end();
  [[noreturn]] void fail(const std::string& what, const std::string& cause) const;

  std::filesystem::path path_;
  std::optional<OutputFile> file_;  // output file of ffmpeg; must outlive the process
  std::optional<ChildProcess> ffmpeg_;
  bool pictures_ = false;  // true if images are written to the folder path_ instead of a video
  int frames_ = 0;
};

}  // namespace marblemaze
