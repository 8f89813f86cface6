#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include <epoxy/gl.h>
#include <glm/glm.hpp>

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
}  // namespace marblemaze
