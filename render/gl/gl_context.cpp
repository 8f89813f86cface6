#include "render/gl/gl_context.h"

#include <string_view>
#include <utility>
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
  // The display is not closed: EGL keeps one for the whole process, and Mesa leaks memory when it
  // unloads its driver.
}

struct Candidate {
  EGLDisplay display;
  bool draws_on_processor;  // true if it certainly renders on the CPU
};

bool is_software_device(EGLDeviceEXT device) {
  const char* extensions = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
  return extensions && std::string_view(extensions).find("_software") != std::string_view::npos;
}

std::vector<Candidate> candidates() {
  std::vector<Candidate> found;
  if (epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_MESA_platform_surfaceless"))
    found.push_back(
        {eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr),
         false});
  if (!epoxy_has_egl_extension(EGL_NO_DISPLAY, "EGL_EXT_device_enumeration")) return found;
  EGLDeviceEXT devices[16];
  EGLint count = 0;
  if (eglQueryDevicesEXT(16, devices, &count))
    for (EGLint i = 0; i < count; ++i)
      found.push_back({eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr),
                       is_software_device(devices[i])});
  return found;
}

}  // namespace

// If both Mesa and the driver of a graphics card are installed, Mesa's surfaceless platform renders
// on the CPU, and the card is one of the devices. A context that renders on the CPU is therefore
// kept only until a card is found.
HeadlessContext::HeadlessContext() : handles_(std::make_unique<Handles>()) {
  for (const auto& [display, draws_on_processor] : candidates()) {
    if (handles_->context != EGL_NO_CONTEXT && draws_on_processor) continue;
    EGLContext context = EGL_NO_CONTEXT;
    const bool made = make_context_current(display, context);
    if (made && !is_software_renderer()) {
      release(handles_->display, std::exchange(handles_->context, context));
      handles_->display = display;
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
      return;
    }
    if (made && handles_->context == EGL_NO_CONTEXT)
      *handles_ = {display, context};
    else
      release(display, context);
  }
  if (handles_->context == EGL_NO_CONTEXT ||
      !eglMakeCurrent(handles_->display, EGL_NO_SURFACE, EGL_NO_SURFACE, handles_->context))
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
