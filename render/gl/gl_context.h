#pragma once

#include <string>

namespace marblemaze {

/// OpenGL 3.3 core context without a window. It is current on the calling thread during its
/// lifetime. Render into framebuffer objects.
class HeadlessContext {
 public:
  /// Creates the context on the first GPU of EGL's surfaceless or device platform, or on the CPU if
  /// there is no GPU. Throws MachineFailure if neither works.
  HeadlessContext();
  ~HeadlessContext() { release(); }
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

 private:
  void release();

  void *display_ = nullptr, *context_ = nullptr;  // EGLDisplay and EGLContext
};

/// Returns the name of the current renderer, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
[[nodiscard]] std::string gl_renderer_name();

/// Returns true if the current context renders on the CPU.
[[nodiscard]] bool is_software_renderer();

}  // namespace marblemaze
