#pragma once

#include <cassert>
#include <cstdlib>
#include <filesystem>

#include <stb/stb_image.h>

#include "maze/base/errors.h"
#include "render/gl/capture.h"

namespace marblemaze::testing {

/// Throws BadInput if the file is not a readable image.
[[nodiscard]] inline Image load_png(const std::filesystem::path& path) {
  int width = 0, height = 0, channels = 0;
  unsigned char* pixels = stbi_load(path.string().c_str(), &width, &height, &channels, 3);
  if (!pixels) throw BadInput("picture", path.string(), "a readable PNG file");
  Image image{
      {width, height},
      {pixels, pixels + static_cast<std::size_t>(width) * static_cast<std::size_t>(height) * 3}};
  stbi_image_free(pixels);
  return image;
}

/// Returns the mean absolute difference over pixels and channels, 0 to 255. Requires: equal sizes.
[[nodiscard]] inline double mean_difference(const Image& a, const Image& b) {
  assert(a.size == b.size);
  double sum = 0;
  for (std::size_t i = 0; i < a.rgb.size(); ++i) sum += std::abs(int{a.rgb[i]} - int{b.rgb[i]});
  return a.rgb.empty() ? 0 : sum / static_cast<double>(a.rgb.size());
}

}  // namespace marblemaze::testing
