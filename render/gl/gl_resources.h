#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <utility>

#include <epoxy/gl.h>
#include <glm/glm.hpp>

namespace marblemaze {

/// Owner of an OpenGL object. It can be moved, which leaves an empty owner, but not copied.
/// Requires of all owners: the context that made them is current, also when they are destroyed.
class GlHandle {
 public:
  using Destroy = void (*)(GLuint);
  GlHandle() = default;
  GlHandle(GLuint name, Destroy destroy) : name_(name), destroy_(destroy) {}
  GlHandle(GlHandle&& other) noexcept
      : name_(std::exchange(other.name_, 0)), destroy_(other.destroy_) {}
  GlHandle& operator=(GlHandle&& other) noexcept;
  ~GlHandle();
  [[nodiscard]] GLuint get() const { return name_; }

 private:
  GLuint name_ = 0;
  Destroy destroy_ = nullptr;
};

[[nodiscard]] GlHandle make_buffer();
[[nodiscard]] GlHandle make_vertex_array();

/// A linked pair of shaders from the files `name`.vert and `name`.frag, which are built into the
/// program. See shader_source().
class Program {
 public:
  /// Throws MachineFailure with the compiler's message.
  explicit Program(const std::string& name) : Program(name, name) {}
  Program(const std::string& vertex, const std::string& fragment);

  void use() const { glUseProgram(program_.get()); }
  void set(const char* uniform, float value) const { glUniform1f(at(uniform), value); }
  void set(const char* uniform, glm::vec2 value) const {
    glUniform2f(at(uniform), value.x, value.y);
  }
  void set(const char* uniform, glm::vec3 value) const {
    glUniform3f(at(uniform), value.x, value.y, value.z);
  }
  void set(const char* uniform, glm::vec4 value) const {
    glUniform4f(at(uniform), value.x, value.y, value.z, value.w);
  }
  void set(const char* uniform, int texture_unit) const { glUniform1i(at(uniform), texture_unit); }
  void set(const char* uniform, const glm::mat4& value) const {
    glUniformMatrix4fv(at(uniform), 1, GL_FALSE, &value[0][0]);
  }

 private:
  [[nodiscard]] GLint at(const char* uniform) const {
    return glGetUniformLocation(program_.get(), uniform);
  }
  GlHandle program_;
};

/// One attribute of a vertex or instance.
struct Attribute {
  GLuint location;
  GLint components;
  GLenum type;  ///< GL_FLOAT or GL_UNSIGNED_BYTE (normalised)
  std::size_t offset;
};

/// Binds the attributes of the bound vertex array to the bound buffer. A `divisor` of 1 advances
/// once per instance.
void set_attributes(std::span<const Attribute> attributes, std::size_t stride, GLuint divisor);

/// Replaces the contents of a buffer.
template <class T>
void upload(const GlHandle& buffer, std::span<const T> items) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(items.size_bytes()), items.data(),
               GL_STREAM_DRAW);
}

/// Vertices without attributes, which the shader computes from gl_VertexID.
class BareVertices {
 public:
  void draw(GLenum mode, GLsizei vertices, GLsizei instances = 1) const {
    glBindVertexArray(array_.get());
    glDrawArraysInstanced(mode, 0, vertices, instances);
  }
  /// Draws one triangle that covers the whole image (background.vert).
  void cover() const { draw(GL_TRIANGLES, 3); }

 private:
  GlHandle array_ = make_vertex_array();
};

/// Instances in a buffer. Each is drawn as a strip of four vertices, which the shader computes from
/// gl_VertexID.
template <class T>
class InstanceArray {
 public:
  explicit InstanceArray(std::initializer_list<Attribute> attributes)
      : InstanceArray(std::span(attributes.begin(), attributes.size())) {}
  explicit InstanceArray(std::span<const Attribute> attributes)
      : array_(make_vertex_array()), buffer_(make_buffer()) {
    glBindVertexArray(array_.get());
    glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
    set_attributes(attributes, sizeof(T), 1);
  }
  /// Keeps these for draw().
  void fill(std::span<const T> items) {
    upload(buffer_, items);
    count_ = static_cast<GLsizei>(items.size());
  }
  /// Draws what it was filled with, in one call.
  void draw() const {
    glBindVertexArray(array_.get());
    glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, count_);
  }

 private:
  GlHandle array_, buffer_;
  GLsizei count_ = 0;
};

/// Pixel format of an image.
enum class ColourFormat {
  screen,        ///< screen colours, 8 bits each
  linear_light,  ///< the same bits, but written and blended as linear light with
                 ///< GL_FRAMEBUFFER_SRGB
  radiance       ///< 16 bits each, of any brightness
};

/// Colour and depth buffer to draw into, optionally with several samples per pixel.
class Framebuffer {
 public:
  /// Throws MachineFailure if the driver does not support the size or the format.
  Framebuffer(glm::ivec2 size, int samples, ColourFormat format = ColourFormat::screen);
  [[nodiscard]] glm::ivec2 size() const { return size_; }
  [[nodiscard]] int samples() const { return samples_; }
  [[nodiscard]] ColourFormat format() const { return format_; }
  [[nodiscard]] GLuint name() const { return framebuffer_.get(); }
  /// Returns the colours as a texture. Requires: no multisampling.
  [[nodiscard]] GLuint texture() const { return colour_.get(); }
  /// Binds the colours as the texture of a unit. Requires: no multisampling.
  void use_as_texture(GLuint unit) const;
  /// Does the same after generating mipmaps, for textureLod.
  void use_as_blurred_texture(GLuint unit) const;
  /// Binds it for drawing, with a viewport that covers all of it.
  void bind() const;

 private:
  glm::ivec2 size_;
  int samples_;
  ColourFormat format_;
  GlHandle colour_, depth_, framebuffer_;
};

/// Returns the names of all errors that OpenGL has recorded since the last call; empty if there are
/// none.
[[nodiscard]] std::string gl_errors();

}  // namespace marblemaze
