#pragma once

#include <cstdint>

#include "engine/sim/lanes.h"

// Contact search between walls and one sphere (Real = double) or several spheres in parallel (Real
// = Lanes<...>).

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"
#ifdef __clang__
#pragma GCC diagnostic ignored "-Wbitwise-instead-of-logical"  // the mask of one lane is a bool
#endif

namespace marblemaze {

/// Octant of a cell that contains the centre of a sphere, and the wall features that the sphere can
/// touch from this octant (WallFeatures).
template <class Real>
struct Octant {
  Vec3<Real> half_dims;
  Vec3<Real> corner;  ///< grid vertex of the octant, maze coordinates
  Vec3<Real> side;    ///< signs of the octant as seen from the vertex: 1 or -1; 0 if unset
  Real features[7];   ///< bits of WallFeatures::bits() as numbers: 0 or 1

  /// Returns the distance along each axis from the vertex to a centre. The centre is relative to
  /// the centre of the maze. Distances inside the octant are not negative.
  [[nodiscard]] MARBLEMAZE_INLINE Vec3<Real> from_corner(const Vec3<Real>& centre) const {
    const Vec3<Real> offset = centre + half_dims - corner;
    return {{offset[0] * side[0], offset[1] * side[1], offset[2] * side[2]}};
  }
};

struct WallFeatureTable {
  const std::uint8_t* bits = nullptr;  ///< [vertex][octant]
  int dims[3]{};

  /// Returns the octant at a centre (maze coordinates) without its features. Sets `index` to the
  /// index of the octant in `bits`.
  [[nodiscard]] MARBLEMAZE_INLINE Octant<double> place(const Vec3<double>& centre,
                                                       int& index) const {
    Octant<double> octant{};
    int vertex[3], signs = 0;
    for (int a = 0; a < 3; ++a) {
      // Clamping makes the cast defined, and NaN becomes 0.
      vertex[a] = static_cast<int>(minimum(maximum(centre[a] + 0.5, 0.0), dims[a]));
      octant.half_dims[a] = 0.5 * dims[a];
      octant.corner[a] = vertex[a];
      const bool below = centre[a] - octant.corner[a] < 0;
      octant.side[a] = below ? -1 : 1;
      signs |= below << a;
    }
    index = ((vertex[2] * (dims[1] + 1) + vertex[1]) * (dims[0] + 1) + vertex[0]) * 8 + signs;
    return octant;
  }
  [[nodiscard]] MARBLEMAZE_INLINE Octant<double> octant(const Vec3<double>& centre) const {
    int index;
    Octant<double> octant = place(centre, index);
    for (int bit = 0; bit < 7; ++bit) octant.features[bit] = bits[index] >> bit & 1;
    return octant;
  }
};

/// Each sphere has at most one contact with a face across each axis, and at most three contacts
/// with edges and vertices.
template <class Real>
struct SphereContacts {
  using Mask = MaskOf<Real>;
  Mask face[3]{};
  Vec3<Real> side, gap;
  int rounded = 0;
  Mask has_rounded[3]{};
  Vec3<Real> normal[3];
  Real rounded_gap[3];

  [[nodiscard]] MARBLEMAZE_INLINE Mask coupled() const {
    const auto two_faces = (face[0] & face[1]) | (face[1] & face[2]) | (face[2] & face[0]);
    const auto some_face = face[0] | face[1] | face[2];
    return static_cast<Mask>(two_faces | (some_face & has_rounded[0]) | has_rounded[1]);
  }
};

/// Finds the contacts of spheres with this radius. `from` is the position of the centre relative to
/// the vertex of the octant. Surfaces farther from the centre than `limit` are ignored.
template <class Real>
MARBLEMAZE_INLINE void find_wall_contacts(const Octant<Real>& octant, const Vec3<Real>& from,
                                          Real radius, Real half_thickness, Real limit,
                                          SphereContacts<Real>& found) {
  using Mask = MaskOf<Real>;
  const auto shows = [&](int bit) MARBLEMAZE_INLINE_LAMBDA { return octant.features[bit] > 0.0; };
  Vec3<Real> outside;
  for (int a = 0; a < 3; ++a) {
    const Real to_surface = from[a] - half_thickness;
    found.face[a] = shows(a) & (to_surface <= limit);
    found.side[a] = octant.side[a];
    found.gap[a] = to_surface - radius;
    outside[a] = select(to_surface < 0.0, Real{}, to_surface);
  }
  Mask seen[3]{shows(3), shows(4), shows(5)};
  const Mask vertex = shows(6);
  if (!any(seen[0] | seen[1] | seen[2] | vertex)) return;
  for (int a = 0; a < 3; ++a)
    seen[a] = seen[a] & !((outside[a] == 0.0) & (seen[(a + 1) % 3] | seen[(a + 2) % 3]));
  const Real xx = outside[0] * outside[0], yy = outside[1] * outside[1],
             zz = outside[2] * outside[2], limit2 = limit * limit;
  const Real squares[4]{yy + zz, xx + zz, xx + yy, xx + yy + zz};
  const auto near = [&](Mask mask, Real square) MARBLEMAZE_INLINE_LAMBDA {
    return static_cast<Mask>(mask & !((square > limit2) | (square == 0.0)));
  };
  Mask left[4]{near(seen[0], squares[0]), near(seen[1], squares[1]), near(seen[2], squares[2]),
               near(vertex, squares[3])};
  // Take the first remaining edge or vertex of each lane.
  for (int i = 0; i < 3; ++i) {
    const Mask here = left[0] | left[1] | left[2] | left[3];
    if (!any(here)) break;
    Vec3<Real> out = outside;
    Real square = squares[3];
    Mask open = here;
    for (int kind = 0; kind < 3; ++kind) {
      const Mask chosen = open & left[kind];
      square = select(chosen, squares[kind], square);
      out[kind] = select(chosen, Real{}, out[kind]);
      open = open & !left[kind];
      left[kind] = left[kind] & !chosen;
    }
    left[3] = left[3] & !here;
    const Real distance = square_root(select(here, square, Real(1)));
    for (int a = 0; a < 3; ++a)
      found.normal[i][a] = select(here, octant.side[a] * out[a] / distance, Real{});
    found.has_rounded[i] = here;
    found.rounded_gap[i] = distance - radius;
    found.rounded = i + 1;
  }
}

}  // namespace marblemaze

#pragma GCC diagnostic pop
