#pragma once

namespace marblemaze {

/// OpenGL 3.3 core context without a window. The context is current on the calling thread during
/// its lifetime.
class HeadlessContext {
 public:
  /// Creates the context on the first GPU of EGL's surfaceless or device platform, or on the CPU if
  /// there is no GPU. Throws MachineFailure if no context can be created.
  HeadlessContext();
  ~HeadlessContext() { release(); }
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

 private:
  void release();

  void *display_ = nullptr, *context_ = nullptr;  // EGLDisplay and EGLContext
};

[[nodiscard]] bool is_software_renderer();

}  // namespace marblemaze
