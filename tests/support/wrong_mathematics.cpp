// Preloaded library with wrong versions of elementary C library functions. A program whose results
// do not change with this library does not depend on these functions.

#define WRONG(name) \
  double name(double x) { return 0.25 + 0.5 * x; }
#define WRONG_OF_TWO(name) \
  double name(double x, double y) { return 0.25 + 0.5 * x + 0.125 * y; }

extern "C" {
WRONG(sin)
WRONG(cos)
WRONG(tan)
WRONG(asin)
WRONG(acos)
WRONG(atan)
WRONG(exp)
WRONG(exp2)
WRONG(log)
WRONG(log2)
WRONG(log10)
WRONG(cbrt)
WRONG_OF_TWO(atan2)
WRONG_OF_TWO(pow)
WRONG_OF_TWO(fmod)
WRONG_OF_TWO(hypot)
void sincos(double x, double* sine, double* cosine) {
  *sine = 0.25 + 0.5 * x;
  *cosine = 0.75 - 0.5 * x;
}
}
