#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <utility>

#include <epoxy/gl.h>
#include <glm/glm.hpp>

namespace marblemaze {

/// Owners of OpenGL objects. All need the context that made them to be current, also when they are
/// destroyed. Not copyable; moving leaves an empty owner.
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

/// A linked pair of shaders, read from the files built into the program: `name`.vert and
/// `name`.frag. See shader_source().
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

/// Points the attributes of the bound vertex array at the bound buffer.
/// `divisor` 1: one per instance.
void set_attributes(std::span<const Attribute> attributes, std::size_t stride, GLuint divisor);

/// Replaces a buffer's contents.
template <class T>
void upload(const GlHandle& buffer, std::span<const T> items) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(items.size_bytes()), items.data(),
               GL_STREAM_DRAW);
}

/// Vertices without attributes: the shader makes them of gl_VertexID.
class BareVertices {
 public:
  void draw(GLenum mode, GLsizei vertices, GLsizei instances = 1) const {
    glBindVertexArray(array_.get());
    glDrawArraysInstanced(mode, 0, vertices, instances);
  }
  /// One triangle that covers the whole picture (background.vert).
  void cover() const { draw(GL_TRIANGLES, 3); }

 private:
  GlHandle array_ = make_vertex_array();
};

/// One instance after another in a buffer, each drawn as a strip of four vertices that the shader
/// makes of gl_VertexID.
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

/// What the numbers of a picture mean.
enum class ColourFormat {
  screen,        ///< colours of the screen, 8 bits each
  linear_light,  ///< the same bits, but written and mixed as linear light with GL_FRAMEBUFFER_SRGB
  radiance       ///< 16 bits each, of any brightness
};

/// Colour and depth to draw into, with several samples a pixel where asked for.
class Framebuffer {
 public:
  /// Throws MachineFailure when the driver refuses the size or format.
  Framebuffer(glm::ivec2 size, int samples, ColourFormat format = ColourFormat::screen);
  [[nodiscard]] glm::ivec2 size() const { return size_; }
  [[nodiscard]] int samples() const { return samples_; }
  [[nodiscard]] ColourFormat format() const { return format_; }
  [[nodiscard]] GLuint name() const { return framebuffer_.get(); }
  /// Its colours; it must have no samples.
  [[nodiscard]] GLuint texture() const { return colour_.get(); }
  /// Its colours as the texture of that unit; it must have no samples.
  void use_as_texture(GLuint unit) const;
  /// The same with ever smaller pictures of it, made now, for textureLod.
  void use_as_blurred_texture(GLuint unit) const;
  /// Makes it the target of drawing and covers all of it with the viewport.
  void bind() const;

 private:
  glm::ivec2 size_;
  int samples_;
  ColourFormat format_;
  GlHandle colour_, depth_, framebuffer_;
};

/// The names of all errors that OpenGL has recorded since the last call, empty if none.
[[nodiscard]] std::string gl_errors();

}  // namespace marblemaze
