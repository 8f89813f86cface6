// Kernel with eight lanes. This file is compiled for AVX-512 (F, DQ and VL), so the kernel must be
// called only on processors that support these extensions.
#ifdef __x86_64__
#include <immintrin.h>

#include "engine/sim/fast/lane_loop.h"

namespace marblemaze {
namespace {

struct Avx512 {
  using Vector = __m512d;
  using Mask = __mmask8;
  static MARBLEMAZE_INLINE Vector broadcast(double x) { return _mm512_set1_pd(x); }
  // The masked variants avoid false GCC 12 warnings about uninitialized values.
  static MARBLEMAZE_INLINE Vector square_root(Vector v) { return _mm512_maskz_sqrt_pd(0xff, v); }
  static MARBLEMAZE_INLINE Vector maximum(Vector a, Vector b) {
    return _mm512_maskz_max_pd(0xff, a, b);
  }
  static MARBLEMAZE_INLINE Vector minimum(Vector a, Vector b) {
    return _mm512_maskz_min_pd(0xff, a, b);
  }
  static MARBLEMAZE_INLINE Mask less(Vector a, Vector b) {
    return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ);
  }
  static MARBLEMAZE_INLINE Mask less_or_equal(Vector a, Vector b) {
    return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ);
  }
  static MARBLEMAZE_INLINE Mask equal(Vector a, Vector b) {
    return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ);
  }
  static MARBLEMAZE_INLINE Vector select(Mask mask, Vector yes, Vector no) {
    return _mm512_mask_blend_pd(mask, no, yes);
  }
  static MARBLEMAZE_INLINE unsigned set_bits(Mask mask) { return mask; }
};

}  // namespace

void play_in_lanes_avx512(SegmentQueue& segments, Turning turning) {
  play_in_lanes_of<Lanes<Avx512>>(segments, turning);
}

}  // namespace marblemaze
#endif
