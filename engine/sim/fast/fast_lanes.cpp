#include "engine/sim/fast/fast_lanes.h"

#include <vector>

#include "engine/sim/fast/lane_loop.h"

namespace marblemaze {

#ifdef __x86_64__
// Each of these functions is defined in a file that is compiled for its instruction set.
void play_in_lanes_avx2(SegmentQueue& segments, Turning turning);
void play_in_lanes_avx512(SegmentQueue& segments, Turning turning);
#endif

namespace {

std::vector<LaneKernel> kernels_here() {
  std::vector<LaneKernel> kernels;
#ifdef __x86_64__
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
      __builtin_cpu_supports("avx512vl"))
    kernels.push_back({8, play_in_lanes_avx512});
  if (__builtin_cpu_supports("avx2")) kernels.push_back({4, play_in_lanes_avx2});
#endif
  kernels.push_back({1, play_in_lanes_of<double>});
  return kernels;
}

LaneKernel& kernel_in_use() {
  static LaneKernel kernel = lane_kernels().front();
  return kernel;
}

}  // namespace

std::span<const LaneKernel> lane_kernels() {
  static const std::vector<LaneKernel> kernels = kernels_here();
  return kernels;
}

void use_lanes(const LaneKernel& kernel) { kernel_in_use() = kernel; }

void play_in_lanes(SegmentQueue& segments, Turning turning) {
  kernel_in_use().play(segments, turning);
  lane_kernels().back().play(segments, turning);  // plays unfinished segments
}

Octant<double> FastModel::octant_of(const FastBodies<double>& bodies) const {
  return walls.octant(vec3(in_maze(bodies)));
}

}  // namespace marblemaze
