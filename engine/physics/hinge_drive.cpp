#include "engine/physics/hinge_drive.h"

#include "maze/base/arithmetic/transcendental.h"

namespace marblemaze {

double grown(double at_size_3, double growth, int longest_side) {
  return at_size_3 * power(longest_side / 3.0, growth);
}

}  // namespace marblemaze
