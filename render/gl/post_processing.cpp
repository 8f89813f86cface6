#include "render/gl/post_processing.h"

#include <cmath>

namespace marblemaze {
namespace {

constexpr std::size_t kBloomLevels = 5;
constexpr float kBloomThreshold = 0.7f;  // radiance above which bloom starts

void copy(const Framebuffer& from, GLuint to, Rectangle place,
          std::span<const Rectangle> parts = {}) {
  const glm::ivec2 a = place.origin, b = place.origin + place.size;
  glBindFramebuffer(GL_READ_FRAMEBUFFER, from.name());
  glBindFramebuffer(GL_DRAW_FRAMEBUFFER, to);
  const auto blit = [&] {
    glBlitFramebuffer(0, 0, from.size().x, from.size().y, a.x, a.y, b.x, b.y, GL_COLOR_BUFFER_BIT,
                      from.size() == place.size ? GL_NEAREST : GL_LINEAR);
  };
  if (parts.empty()) return blit();
  glEnable(GL_SCISSOR_TEST);
  for (const Rectangle& part : parts) {
    glScissor(part.origin.x, part.origin.y, part.size.x, part.size.y);
    blit();
  }
  glDisable(GL_SCISSOR_TEST);
}

glm::ivec2 internal_size(glm::ivec2 size, const Quality& quality) {
  float scale = quality.scale;
  const float pixels = static_cast<float>(size.x) * static_cast<float>(size.y) * scale * scale;
  if (quality.max_pixels > 0 && pixels > static_cast<float>(quality.max_pixels))
    scale *= std::sqrt(static_cast<float>(quality.max_pixels) / pixels);
  return glm::max(glm::ivec2(glm::round(glm::vec2(size) * scale)), glm::ivec2(1));
}

}  // namespace

void PostProcessing::begin(glm::ivec2 size, const Quality& quality, ColourFormat format) {
  quality_ = quality;
  const glm::ivec2 wanted = internal_size(size, quality);
  if (!inside_ || inside_->size() != wanted || inside_->samples() != quality.samples ||
      inside_->format() != format) {
    resolved_.reset();
    tone_mapped_.reset();
    bloom_levels_.clear();
    inside_.reset();
    inside_.emplace(wanted, quality.samples, format);
  }
  inside_->bind();
  if (format == ColourFormat::linear_light) glEnable(GL_FRAMEBUFFER_SRGB);
}

void PostProcessing::finish(GLuint target, Rectangle place, float bloom_part,
                            std::span<const Rectangle> seen) {
  glDisable(GL_FRAMEBUFFER_SRGB);
  glDisable(GL_DEPTH_TEST);
  const Framebuffer& picture = resolved();
  if (picture.format() != ColourFormat::radiance) {
    copy(picture, target, place, seen);
  } else {
    glDisable(GL_BLEND);
    const float part = quality_.bloom ? bloom_part : 0.0f;
    if (part > 0) make_bloom(picture);
    // Downsampling averages display colours, because a single bright sample would dominate its
    // pixel if radiance were averaged.
    if (!tone_mapped_) tone_mapped_.emplace(picture.size(), 0);
    tone_mapped_->bind();
    tone(picture, part);
    copy(*tone_mapped_, target, place, seen);
    glEnable(GL_BLEND);
  }
  glBindFramebuffer(GL_FRAMEBUFFER, target);
}

const Framebuffer& PostProcessing::resolved() {
  if (inside_->samples() <= 1) return *inside_;
  if (!resolved_) resolved_.emplace(inside_->size(), 0, inside_->format());
  copy(*inside_, resolved_->name(), {{0, 0}, inside_->size()});
  return *resolved_;
}

void PostProcessing::make_bloom(const Framebuffer& picture) {
  if (bloom_levels_.empty())
    for (std::size_t i = 1; i <= kBloomLevels; ++i)
      bloom_levels_.emplace_back(glm::max(picture.size() >> static_cast<int>(i), 1), 0,
                                 ColourFormat::radiance);
  bloom_step(picture, bloom_levels_[0], kBloomThreshold);
  for (std::size_t i = 1; i < kBloomLevels; ++i)
    bloom_step(bloom_levels_[i - 1], bloom_levels_[i], 0);
  glEnable(GL_BLEND);
  glBlendFunc(GL_ONE, GL_ONE);
  for (std::size_t i = kBloomLevels - 1; i > 0; --i)
    bloom_step(bloom_levels_[i], bloom_levels_[i - 1], 0);
  glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  glDisable(GL_BLEND);
}

void PostProcessing::bloom_step(const Framebuffer& from, const Framebuffer& to, float knee) const {
  to.bind();
  from.use_as_texture(0);
  bloom_.use();
  bloom_.set("picture", 0);
  bloom_.set("reach", 1.0f / glm::vec2(from.size()));
  bloom_.set("knee", knee);
  triangle_.cover();
}

void PostProcessing::tone(const Framebuffer& picture, float bloom_part) const {
  tone_.use();
  picture.use_as_texture(0);
  if (bloom_part > 0) bloom_levels_[0].use_as_texture(1);
  tone_.set("light_space", 2.0f);
  tone_.set("radiance", 0);
  tone_.set("bloom", 1);
  tone_.set("bloom_part", bloom_part);
  triangle_.cover();
}

}  // namespace marblemaze
