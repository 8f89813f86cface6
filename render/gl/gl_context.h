#pragma once

#include <memory>
#include <string>

namespace marblemaze {

/// An OpenGL 3.3 core context without a window, current on the calling thread as long as it lives.
/// Pictures are drawn into framebuffer objects.
class HeadlessContext {
 public:
  /// On the first graphics card that EGL's surfaceless or device platform offers, else on the
  /// processor. Throws MachineFailure, naming what was tried, where neither gives a context.
  HeadlessContext();
  ~HeadlessContext();
  HeadlessContext(const HeadlessContext&) = delete;
  HeadlessContext& operator=(const HeadlessContext&) = delete;

 private:
  struct Handles;
  std::unique_ptr<Handles> handles_;
};

/// "llvmpipe (LLVM 15.0.6, 256 bits)", of the current context.
[[nodiscard]] std::string gl_renderer_name();

/// Does the current context draw on the processor? Then every pixel counts.
[[nodiscard]] bool is_software_renderer();

}  // namespace marblemaze
