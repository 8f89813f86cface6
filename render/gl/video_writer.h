#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include <sys/types.h>

#include "maze/base/output_file.h"
#include "render/gl/capture.h"

namespace marblemaze {

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
  bool start_ffmpeg();
  int close_pipe();
  [[nodiscard]] std::filesystem::path picture(int number) const;
  [[noreturn]] void fail(const std::string& what);

  std::filesystem::path path_;
  std::optional<OutputFile> file_;  // what ffmpeg writes
  bool pictures_ = false;           // unfinished ones in the folder path_, instead of a film
  glm::ivec2 size_;
  int frames_a_second_;
  int pipe_ = -1;
  int complaints_ = -1;  // where ffmpeg tells what went wrong
  pid_t ffmpeg_ = -1;
  int frames_ = 0;
};

}  // namespace marblemaze
