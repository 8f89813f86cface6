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

/// A picture in memory: 3 bytes a pixel, red first, upper row first.
struct Image {
  glm::ivec2 size{0};
  std::vector<std::uint8_t> rgb;

  [[nodiscard]] const std::uint8_t* pixel(int x, int y) const {
    return &rgb[3 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(size.x) +
                     static_cast<std::size_t>(x))];
  }
  bool operator==(const Image&) const = default;
};

/// Reads what was drawn into a framebuffer without samples.
[[nodiscard]] Image read_framebuffer(GLuint framebuffer, glm::ivec2 size);

/// Throws MachineFailure when the file cannot be written.
void save_png(const Image& image, const std::filesystem::path& path);

/// Writes a film frame by frame through the program ffmpeg: .mp4 (H.264), .webm (VP9) or .gif.
/// Where ffmpeg is missing it writes numbered PNG pictures into a folder of
/// the film's name instead. A film that is not finished leaves nothing behind.
class VideoWriter {
 public:
  /// Throws BadInput for another ending than the three and for what is no file, MachineFailure
  /// where the film cannot be written.
  VideoWriter(std::filesystem::path path, glm::ivec2 size, int frames_a_second);
  ~VideoWriter();
  VideoWriter(const VideoWriter&) = delete;
  VideoWriter& operator=(const VideoWriter&) = delete;

  /// Throws MachineFailure when ffmpeg has stopped or the disk is full.
  void add(const Image& image);
  /// Ends the film. What was written and where, for a person. Throws
  /// MachineFailure when ffmpeg failed.
  std::string finish();

 private:
  /// False where there is no such program.
  bool start_ffmpeg(glm::ivec2 size, int frames_a_second);
  [[nodiscard]] std::filesystem::path picture(int number) const;
  /// Closes its input, and says what it complained of first.
  std::string await_end();
  [[noreturn]] void fail(const std::string& what, const std::string& cause) const;

  std::filesystem::path path_;
  std::optional<OutputFile> file_;  // what ffmpeg writes; outlives it
  std::optional<ChildProcess> ffmpeg_;
  bool pictures_ = false;  // unfinished ones in the folder path_, instead of a film
  int frames_ = 0;
};

}  // namespace marblemaze
