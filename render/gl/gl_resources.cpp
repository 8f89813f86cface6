#include "render/gl/gl_resources.h"

#include <cassert>
#include <cstdint>

#include <fmt/format.h>

#include "engine/replay_page/embedded_files.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

std::string shader_preamble() {
  return epoxy_is_desktop_gl() ? "#version 330 core\n"
                               : "#version 300 es\nprecision highp float;\nprecision highp int;\n";
}

// Throws MachineFailure with the info log if a compile or link step failed.
void check(const GlHandle& made, auto get, GLenum step, auto get_log, const std::string& fault) {
  GLint done = 0;
  get(made.get(), step, &done);
  if (done) return;
  char log[2048] = "";
  get_log(made.get(), sizeof log, nullptr, log);
  throw MachineFailure(fault + ": " + log);
}

GlHandle compile(GLenum kind, const std::string& file) {
  const std::string text = shader_source(file);
  if (text.empty()) throw MachineFailure("the shader " + file + " is not included in this program");
  const std::string source = shader_preamble() + text;
  GlHandle shader(glCreateShader(kind), [](GLuint name) { glDeleteShader(name); });
  const char* lines = source.c_str();
  glShaderSource(shader.get(), 1, &lines, nullptr);
  glCompileShader(shader.get());
  check(shader, glGetShaderiv, GL_COMPILE_STATUS, glGetShaderInfoLog,
        fmt::format("shader {} does not compile", file));
  return shader;
}

}  // namespace

Program::Program(const std::string& vertex, const std::string& fragment)
    : program_(glCreateProgram(), [](GLuint name) { glDeleteProgram(name); }) {
  const GlHandle vertex_shader = compile(GL_VERTEX_SHADER, vertex + ".vert");
  const GlHandle fragment_shader = compile(GL_FRAGMENT_SHADER, fragment + ".frag");
  glAttachShader(program_.get(), vertex_shader.get());
  glAttachShader(program_.get(), fragment_shader.get());
  glLinkProgram(program_.get());
  check(program_, glGetProgramiv, GL_LINK_STATUS, glGetProgramInfoLog,
        fmt::format("shaders {} and {} do not link", vertex, fragment));
}

namespace {

// Configures the attributes of the bound vertex array to read from the bound buffer. A `divisor` of
// 1 advances the attributes once per instance.
void set_attributes(std::string_view layout, GLuint location, GLuint divisor) {
  const auto floats = [](char of) { return of == 'c' ? 1 : of - '0'; };
  int stride = 0, offset = 0;
  for (const char of : layout) stride += 4 * floats(of);
  for (const char of : layout) {
    const bool colour = of == 'c';
    glEnableVertexAttribArray(location);
    glVertexAttribPointer(location, colour ? 4 : floats(of), colour ? GL_UNSIGNED_BYTE : GL_FLOAT,
                          colour ? GL_TRUE : GL_FALSE, stride,
                          reinterpret_cast<const void*>(static_cast<std::uintptr_t>(offset)));
    glVertexAttribDivisor(location++, divisor);
    offset += 4 * floats(of);
  }
}

}  // namespace

InstancedMesh::InstancedMesh(std::string_view layout, GLuint first,
                             std::span<const MeshVertex> mesh)
    : mesh_size_(static_cast<GLsizei>(mesh.size())) {
  glBindVertexArray(array_.get());
  if (!mesh.empty()) {
    mesh_ = make_handle<glGenBuffers, glDeleteBuffers>();
    upload(mesh_, mesh);
    set_attributes("33", 0, 0);
  }
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.get());
  set_attributes(layout, first, 1);
}

void InstancedMesh::draw(GLenum mode, GLsizei vertices, GLsizei instances) const {
  glBindVertexArray(array_.get());
  glDrawArraysInstanced(mode, 0, vertices, instances);
}

namespace {

GLenum internal_format(ColourFormat format) {
  switch (format) {
    case ColourFormat::screen: return GL_RGBA8;
    case ColourFormat::linear_light: return GL_SRGB8_ALPHA8;
    default: return GL_RGBA16F;
  }
}

GlHandle make_renderbuffer(GLenum format, glm::ivec2 size, int samples) {
  GlHandle made = make_handle<glGenRenderbuffers, glDeleteRenderbuffers>();
  glBindRenderbuffer(GL_RENDERBUFFER, made.get());
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, size.x, size.y);
  return made;
}

GlHandle make_texture(ColourFormat format, glm::ivec2 size) {
  GlHandle made = make_handle<glGenTextures, glDeleteTextures>();
  glBindTexture(GL_TEXTURE_2D, made.get());
  const GLenum type = format == ColourFormat::radiance ? GL_HALF_FLOAT : GL_UNSIGNED_BYTE;
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal_format(format)), size.x, size.y, 0,
               GL_RGBA, type, nullptr);
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  return made;
}

}  // namespace

Framebuffer::Framebuffer(glm::ivec2 size, int samples, ColourFormat format)
    : size_(size), samples_(samples), format_(format) {
  colour_ = samples > 1 ? make_renderbuffer(internal_format(format), size, samples)
                        : make_texture(format, size);
  depth_ = make_renderbuffer(GL_DEPTH_COMPONENT24, size, samples > 1 ? samples : 0);
  framebuffer_ = make_handle<glGenFramebuffers, glDeleteFramebuffers>();
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  if (samples > 1)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_.get());
  else
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour_.get(), 0);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.get());
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw MachineFailure(
        fmt::format("the graphics driver does not support an image of {}x{}", size.x, size.y));
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.get());
  glViewport(0, 0, size_.x, size_.y);
}

void Framebuffer::use_as_texture(GLuint unit) const {
  assert(samples_ <= 1);
  glActiveTexture(GL_TEXTURE0 + unit);
  glBindTexture(GL_TEXTURE_2D, colour_.get());
  glActiveTexture(GL_TEXTURE0);
}

void Framebuffer::use_as_blurred_texture(GLuint unit) const {
  use_as_texture(unit);
  glActiveTexture(GL_TEXTURE0 + unit);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
  glGenerateMipmap(GL_TEXTURE_2D);
  glActiveTexture(GL_TEXTURE0);
}

std::string gl_errors() {
  std::string found;
  // The loop is bounded, because a lost context reports errors forever.
  for (int i = 0; i < 16; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    found += fmt::format("{}0x{:04x}", found.empty() ? "" : ", ", error);
  }
  return found;
}

}  // namespace marblemaze
