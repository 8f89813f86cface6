#include "render/gl/gl_context.h"

#include <string_view>
#include <vector>

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include "maze/base/errors.h"

namespace marblemaze {

namespace {

bool make_context_current(EGLDisplay display, EGLContext& context) {
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) return false;
  const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_DONT_CARE, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT,
                           EGL_NONE};
  const EGLint version[] = {EGL_CONTEXT_MAJOR_VERSION,
                            3,
                            EGL_CONTEXT_MINOR_VERSION,
                            3,
                            EGL_CONTEXT_OPENGL_PROFILE_MASK,
                            EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                            EGL_CONTEXT_OPENGL_FORWARD_COMPATIBLE,
                            EGL_TRUE,
                            EGL_NONE};
  EGLConfig config = nullptr;
  EGLint configs = 0;
  if (!eglBindAPI(EGL_OPENGL_API) || !eglChooseConfig(display, wanted, &config, 1, &configs) ||
      configs < 1)
    return false;
  context = eglCreateContext(display, config, EGL_NO_CONTEXT, version);
  return context != EGL_NO_CONTEXT &&
         eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
}

bool is_software_device(EGLDeviceEXT device) {
  const char* extensions = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
  return extensions && std::string_view(extensions).find("_software") != std::string_view::npos;
}

std::vector<EGLDisplay> displays() {
  std::vector<EGLDisplay> found;
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    found.push_back(
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  EGLDeviceEXT devices[16];
  EGLint count = 0;
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration") &&
      eglQueryDevicesEXT(16, devices, &count))
    for (EGLint i = 0; i < count; ++i)
      if (found.empty() || !is_software_device(devices[i]))
        found.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
  return found;
}

}  // namespace

// Mesa's surfaceless platform renders on the CPU even if a GPU driver is installed. The GPU may
// still be available as an EGL device, so the first pass skips displays that render on the CPU.
HeadlessContext::HeadlessContext() {
  for (const bool on_processor : {false, true})
    for (EGLDisplay const display : displays()) {
      display_ = display;
      if (make_context_current(display_, context_) && (on_processor || !is_software_renderer()))
        return;
      release();
    }
  throw MachineFailure(
      "cannot use OpenGL 3.3 without a display: EGL's surfaceless and device platforms provided no "
      "context");
}

// The EGL display stays open. A process has only one EGL display, and Mesa leaks memory when it
// unloads its driver.
void HeadlessContext::release() {
  if (display_ == EGL_NO_DISPLAY) return;
  eglMakeCurrent(display_, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (context_ != EGL_NO_CONTEXT) eglDestroyContext(display_, context_);
  context_ = EGL_NO_CONTEXT;
}

bool is_software_renderer() {
  const auto* const name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  const std::string_view renderer = name ? name : "";
  for (std::string_view known : {"llvmpipe", "softpipe", "swrast", "SwiftShader"})
    if (renderer.find(known) != std::string_view::npos) return true;
  return false;
}

}  // namespace marblemaze
