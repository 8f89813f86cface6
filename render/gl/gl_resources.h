#pragma once

#include <span>
#include <string>
#include <string_view>
#include <utility>

#include <epoxy/gl.h>
#include <glm/glm.hpp>

namespace marblemaze {

/// Unique owner of an OpenGL object. Requires: the OpenGL context that created the object is
/// current in the destructor.
class GlHandle {
 public:
  using Destroy = void (*)(GLuint);
  GlHandle() = default;
  GlHandle(GLuint name, Destroy destroy) : name_(name), destroy_(destroy) {}
  GlHandle(GlHandle&& other) noexcept { *this = std::move(other); }
  GlHandle& operator=(GlHandle&& other) noexcept {
    std::swap(name_, other.name_);
    std::swap(destroy_, other.destroy_);
    return *this;
  }
  ~GlHandle() {
    if (name_ != 0) destroy_(name_);
  }
  [[nodiscard]] GLuint get() const { return name_; }

 private:
  GLuint name_ = 0;
  Destroy destroy_ = nullptr;
};

template <auto& Generate, auto& Delete>
[[nodiscard]] GlHandle make_handle() {
  GLuint name = 0;
  Generate(1, &name);
  return {name, [](GLuint made) { Delete(1, &made); }};
}

/// Shader program linked from the embedded files `vertex`.vert and `fragment`.frag.
class Program {
 public:
  /// Throws MachineFailure with the driver's error message if a shader does not compile or link.
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

template <class T>
void upload(const GlHandle& buffer, std::span<const T> items) {
  glBindBuffer(GL_ARRAY_BUFFER, buffer.get());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(items.size_bytes()), items.data(),
               GL_STREAM_DRAW);
}

struct MeshVertex {
  glm::vec3 position, normal;
};

/// Instanced draw call and its vertex buffers. Each instance draws the mesh (attributes 0 and 1).
/// Without a mesh, each instance is a strip of four vertices, which the shader computes from
/// gl_VertexID.
class InstancedMesh {
 public:
  /// `layout` describes the attributes of an instance with one character each: the number of
  /// floats, or 'c' for a colour of four bytes. `first` is the location of the first attribute.
  explicit InstancedMesh(std::string_view layout = "", GLuint first = 0,
                         std::span<const MeshVertex> mesh = {});

  template <class T>
  void fill(std::span<const T> items) {
    upload(buffer_, items);
    count_ = static_cast<GLsizei>(items.size());
  }
  void draw() const {
    mesh_size_ > 0 ? draw(GL_TRIANGLES, mesh_size_, count_) : draw(GL_TRIANGLE_STRIP, 4, count_);
  }
  template <class T>
  void draw(std::span<const T> items) {
    fill(items);
    draw();
  }
  void draw(GLenum mode, GLsizei vertices, GLsizei instances = 1) const;
  /// Draws one triangle that covers the framebuffer.
  void cover() const { draw(GL_TRIANGLES, 3); }

 private:
  GlHandle array_ = make_handle<glGenVertexArrays, glDeleteVertexArrays>();
  GlHandle buffer_ = make_handle<glGenBuffers, glDeleteBuffers>(), mesh_;
  GLsizei count_ = 0, mesh_size_;
};

enum class ColourFormat {
  screen,        ///< display colours, 8 bits per channel
  linear_light,  ///< 8 bits per channel; GL_FRAMEBUFFER_SRGB converts, so blending is linear
  radiance       ///< linear light without an upper bound, 16 bits per channel
};

class Framebuffer {
 public:
  /// Throws MachineFailure if the driver does not support the size or the format.
  Framebuffer(glm::ivec2 size, int samples, ColourFormat format = ColourFormat::screen);
  [[nodiscard]] glm::ivec2 size() const { return size_; }
  [[nodiscard]] int samples() const { return samples_; }
  [[nodiscard]] ColourFormat format() const { return format_; }
  [[nodiscard]] GLuint name() const { return framebuffer_.get(); }
  /// Requires: the framebuffer is not multisampled.
  [[nodiscard]] GLuint texture() const { return colour_.get(); }
  /// Requires: the framebuffer is not multisampled.
  void use_as_texture(GLuint unit) const;
  void use_as_blurred_texture(GLuint unit) const;
  void bind() const;

 private:
  glm::ivec2 size_;
  int samples_;
  ColourFormat format_;
  GlHandle colour_, depth_, framebuffer_;
};

/// Returns pending OpenGL errors as hexadecimal codes, or an empty string if there are none.
[[nodiscard]] std::string gl_errors();

}  // namespace marblemaze
