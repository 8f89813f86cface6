#include "render/gl/gl_context.h"

#include <string_view>
#include <vector>

#include <epoxy/egl.h>
#include <epoxy/gl.h>

#include "maze/base/errors.h"

namespace marblemaze {

struct HeadlessContext::Handles {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
};

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

void release(EGLDisplay display, EGLContext context) {
  if (display == EGL_NO_DISPLAY) return;
  eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
  if (context != EGL_NO_CONTEXT) eglDestroyContext(display, context);
  // The display stays: EGL keeps one for the whole process, and Mesa loses memory when it unloads
  // its driver.
}

std::vector<EGLDisplay> candidate_displays() {
  std::vector<EGLDisplay> displays;
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    displays.push_back(
        eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr));
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")) {
    EGLDeviceEXT devices[16];
    EGLint count = 0;
    if (eglQueryDevicesEXT(16, devices, &count))
      for (EGLint i = 0; i < count; ++i)
        displays.push_back(eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr));
  }
  return displays;
}

}  // namespace

HeadlessContext::HeadlessContext() : handles_(std::make_unique<Handles>()) {
  for (const EGLDisplay display : candidate_displays()) {
    EGLContext context = EGL_NO_CONTEXT;
    if (make_context_current(display, context)) {
      *handles_ = {display, context};
      return;
    }
    release(display, context);
  }
  throw MachineFailure(
      "no OpenGL 3.3 without a display: EGL's surfaceless and device platforms gave no context");
}

HeadlessContext::~HeadlessContext() { release(handles_->display, handles_->context); }

std::string gl_renderer_name() {
  const auto* name = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
  return name ? name : "unknown";
}

bool is_software_renderer() {
  const std::string name = gl_renderer_name();
  for (std::string_view known : {"llvmpipe", "softpipe", "swrast", "SwiftShader"})
    if (name.find(known) != std::string::npos) return true;
  return false;
}

}  // namespace marblemaze
