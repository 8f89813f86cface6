#pragma once

#include <string>

namespace marblemaze {

/// An OpenGL 3.3 core context without a window, which is current on the calling thread during its
/// lifetime. Draw calls go to framebuffer objects.
class HeadlessContext {
 public:
  /// Creates the context on the first graphics card of EGL's surfaceless or device platform, or on
  /// the CPU if there is no graphics card. Throws MachineFailure, which lists the attempts, if
  /// neither works.
  HeadlessContext();
  ~HeadlessContext() { release(); }
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

 private:
  void release();

  void *display_ = nullptr, *context_ = nullptr;  // EGLDisplay and EGLContext
};

/// Returns the renderer of the current context, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
[[nodiscard]] std::string gl_renderer_name();

/// Returns whether the current context renders on the CPU, in which case every pixel is expensive.
[[nodiscard]] bool is_software_renderer();

}  // namespace marblemaze
