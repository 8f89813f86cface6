#include "render/gl/gl_resources.h"

#include <cassert>

#include <fmt/format.h>

#include "engine/replay_page/shader_source.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

// Returns the first line of a shader, in which desktop OpenGL 3.3 and OpenGL ES 3.0 differ.
std::string shader_preamble() {
  return epoxy_is_desktop_gl() ? "#version 330 core\n"
                               : "#version 300 es\nprecision highp float;\nprecision highp int;\n";
}

GlHandle compile(GLenum kind, const std::string& file) {
  const std::string text = shader_source(file);
  if (text.empty()) throw MachineFailure("no shader " + file + " is built into this program");
  const std::string source = shader_preamble() + text;
  GlHandle shader(glCreateShader(kind), [](GLuint name) { glDeleteShader(name); });
  const char* lines = source.c_str();
  glShaderSource(shader.get(), 1, &lines, nullptr);
  glCompileShader(shader.get());
  GLint compiled = 0;
  glGetShaderiv(shader.get(), GL_COMPILE_STATUS, &compiled);
  if (compiled) return shader;
  char log[2048] = "";
  glGetShaderInfoLog(shader.get(), sizeof log, nullptr, log);
  throw MachineFailure(fmt::format("shader {} does not compile: {}", file, log));
}

}  // namespace

GlHandle& GlHandle::operator=(GlHandle&& other) noexcept {
  std::swap(name_, other.name_);
  std::swap(destroy_, other.destroy_);
  return *this;
}

GlHandle::~GlHandle() {
  if (name_ != 0) destroy_(name_);
}

GlHandle make_buffer() {
  GLuint name = 0;
  glGenBuffers(1, &name);
  return {name, [](GLuint n) { glDeleteBuffers(1, &n); }};
}

GlHandle make_vertex_array() {
  GLuint name = 0;
  glGenVertexArrays(1, &name);
  return {name, [](GLuint n) { glDeleteVertexArrays(1, &n); }};
}

Program::Program(const std::string& vertex, const std::string& fragment)
    : program_(glCreateProgram(), [](GLuint name) { glDeleteProgram(name); }) {
  const GlHandle vertex_shader = compile(GL_VERTEX_SHADER, vertex + ".vert");
  const GlHandle fragment_shader = compile(GL_FRAGMENT_SHADER, fragment + ".frag");
  glAttachShader(program_.get(), vertex_shader.get());
  glAttachShader(program_.get(), fragment_shader.get());
  glLinkProgram(program_.get());
  GLint linked = 0;
  glGetProgramiv(program_.get(), GL_LINK_STATUS, &linked);
  if (linked) return;
  char log[2048] = "";
  glGetProgramInfoLog(program_.get(), sizeof log, nullptr, log);
  throw MachineFailure(fmt::format("shaders {} and {} do not link: {}", vertex, fragment, log));
}

void set_attributes(std::span<const Attribute> attributes, std::size_t stride, GLuint divisor) {
  for (const Attribute& a : attributes) {
    glEnableVertexAttribArray(a.location);
    glVertexAttribPointer(a.location, a.components, a.type,
                          a.type == GL_UNSIGNED_BYTE ? GL_TRUE : GL_FALSE,
                          static_cast<GLsizei>(stride), reinterpret_cast<const void*>(a.offset));
    glVertexAttribDivisor(a.location, divisor);
  }
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
  GLuint name = 0;
  glGenRenderbuffers(1, &name);
  glBindRenderbuffer(GL_RENDERBUFFER, name);
  glRenderbufferStorageMultisample(GL_RENDERBUFFER, samples, format, size.x, size.y);
  return {name, [](GLuint n) { glDeleteRenderbuffers(1, &n); }};
}

GlHandle make_texture(ColourFormat format, glm::ivec2 size) {
  GLuint name = 0;
  glGenTextures(1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  const GLenum type = format == ColourFormat::radiance ? GL_HALF_FLOAT : GL_UNSIGNED_BYTE;
  glTexImage2D(GL_TEXTURE_2D, 0, static_cast<GLint>(internal_format(format)), size.x, size.y, 0,
               GL_RGBA, type, nullptr);
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER})
    glTexParameteri(GL_TEXTURE_2D, filter, GL_LINEAR);
  for (const GLenum wrap : {GL_TEXTURE_WRAP_S, GL_TEXTURE_WRAP_T})
    glTexParameteri(GL_TEXTURE_2D, wrap, GL_CLAMP_TO_EDGE);
  return {name, [](GLuint n) { glDeleteTextures(1, &n); }};
}

}  // namespace

Framebuffer::Framebuffer(glm::ivec2 size, int samples, ColourFormat format)
    : size_(size), samples_(samples), format_(format) {
  colour_ = samples > 1 ? make_renderbuffer(internal_format(format), size, samples)
                        : make_texture(format, size);
  depth_ = make_renderbuffer(GL_DEPTH_COMPONENT24, size, samples > 1 ? samples : 0);
  GLuint name = 0;
  glGenFramebuffers(1, &name);
  framebuffer_ = GlHandle(name, [](GLuint n) { glDeleteFramebuffers(1, &n); });
  glBindFramebuffer(GL_FRAMEBUFFER, name);
  if (samples > 1)
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, colour_.get());
  else
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, colour_.get(), 0);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, depth_.get());
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    throw MachineFailure(
        fmt::format("the graphics driver refuses a picture of {}x{}", size.x, size.y));
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
  // A lost context reports errors for ever, so only the first ones are read.
  for (int i = 0; i < 16; ++i) {
    const GLenum error = glGetError();
    if (error == GL_NO_ERROR) break;
    found += fmt::format("{}0x{:04x}", found.empty() ? "" : ", ", error);
  }
  return found;
}

}  // namespace marblemaze
