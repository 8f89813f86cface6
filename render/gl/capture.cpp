#include "render/gl/capture.h"

#include <algorithm>

#include <stb/stb_image_write.h>

#include "maze/base/errors.h"
#include "maze/base/text_file.h"

namespace marblemaze {

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
    throw MachineFailure("no memory for the picture " + path.string());
  write_text_file(path, bytes);
}

}  // namespace marblemaze
