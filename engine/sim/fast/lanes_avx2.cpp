// Kernel with four lanes. This file is compiled for AVX2, so the kernel must be called only on
// processors that support AVX2.
#ifdef __x86_64__
#include <immintrin.h>

#include "engine/sim/fast/lane_loop.h"

namespace marblemaze {
namespace {

struct Avx2 {
  using Vector = __m256d;
  using Mask = __m256i;
  static MARBLEMAZE_INLINE Vector broadcast(double x) { return _mm256_set1_pd(x); }
  static MARBLEMAZE_INLINE Vector square_root(Vector v) { return _mm256_sqrt_pd(v); }
  static MARBLEMAZE_INLINE Vector maximum(Vector a, Vector b) { return _mm256_max_pd(a, b); }
  static MARBLEMAZE_INLINE Vector minimum(Vector a, Vector b) { return _mm256_min_pd(a, b); }
  static MARBLEMAZE_INLINE Mask less(Vector a, Vector b) {
    return _mm256_castpd_si256(_mm256_cmp_pd(a, b, _CMP_LT_OQ));
  }
  static MARBLEMAZE_INLINE Mask less_or_equal(Vector a, Vector b) {
    return _mm256_castpd_si256(_mm256_cmp_pd(a, b, _CMP_LE_OQ));
  }
  static MARBLEMAZE_INLINE Mask equal(Vector a, Vector b) {
    return _mm256_castpd_si256(_mm256_cmp_pd(a, b, _CMP_EQ_OQ));
  }
  static MARBLEMAZE_INLINE Vector select(Mask mask, Vector yes, Vector no) {
    // GCC 12 generates two instructions for _mm256_blendv_pd().
    Vector selected;
    __asm__("vblendvpd %3, %2, %1, %0" : "=x"(selected) : "x"(no), "x"(yes), "x"(mask));
    return selected;
  }
  static MARBLEMAZE_INLINE unsigned set_bits(Mask mask) {
    return static_cast<unsigned>(_mm256_movemask_pd(_mm256_castsi256_pd(mask)));
  }
};

}  // namespace

void play_in_lanes_avx2(SegmentQueue& segments, Turning turning) {
  play_in_lanes_of<Lanes<Avx2>>(segments, turning);
}

}  // namespace marblemaze
#endif
