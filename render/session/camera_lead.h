#pragma once

#include "render/scene/camera.h"

namespace marblemaze {

/// Leads the camera to another view in about a second, slowly at first and in the end. A person who
/// turns the camera on the way keeps it.
class CameraLead {
 public:
  void begin(const Camera& from) { from_ = last_ = from, part_ = 0; }
  void stop() { part_ = 1; }
  [[nodiscard]] bool leads() const { return part_ < 1; }
  /// `elapsed_s` further on the way to `goal`, which may move.
  void frame(Camera& camera, const Camera& goal, double elapsed_s);

 private:
  Camera from_, last_;
  double part_ = 1;  // of the way
};

}  // namespace marblemaze
