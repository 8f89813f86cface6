#pragma once

#include "engine/sim/lanes.h"
#include "engine/sim/wall_contacts.h"

// One step of the fast model. The code runs for one marble (Real = double) and for several marbles
// in parallel (Real = Lanes<...>).
//
// All vectors contain quantities measured in the world frame, expressed in components along the
// maze axes. Rotating these components in each step therefore accounts for the Coriolis,
// centrifugal and Euler forces. Almost all wall normals are unit vectors of the maze frame. Spins
// are stored as surface speeds of the marble, which are angular velocities multiplied by its
// radius. The contact model is the same as in Bullet: sequential impulses, one friction direction
// along the slip, a Coulomb friction cone, and restitution above 0.2 m/s.

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace marblemaze {

/// Gap below which an overlap is corrected without adding velocity, cells.
inline constexpr double kDeepOverlap = -0.04;
/// Normal speed below which impacts do not bounce, as in Bullet, m/s.
inline constexpr double kBouncingSpeed = 0.2;
/// Slip below which the friction direction is arbitrary, m/s.
inline constexpr double kNoSlip = 1e-8;
/// Change of surface speed per tangential impulse and mass: m r² / inertia of a solid sphere.
inline constexpr double kSpinPerImpulse = 2.5;
/// Tangential impulse per mass that stops a slip of 1 m/s.
inline constexpr double kImpulsePerSlip = 1 / (1 + kSpinPerImpulse);

template <class Real>
struct FastParameters {
  Real radius, half_thickness, reach;  ///< cells
  Real step, per_step;                 ///< s, 1/s
  Real friction, restitution;
  Real erp;                       ///< fraction of an overlap that is removed per step
  Real velocity_kept, spin_kept;  ///< fractions that remain after a step of damping
  Real rate_per_torque;  ///< change in the angular velocity of the maze per step and torque
};

template <class Real>
struct FastBodies {
  /// Hinge axis of a turn; zero while the brake is engaged; angular velocity under continuous
  /// control.
  Vec3<Real> axis;
  Vec3<Real> gravity;           ///< gravitational acceleration (m/s²)
  Vec3<Real> centre;            ///< centre of the marble, relative to the centre of the maze
  Vec3<Real> velocity;          ///< velocity of the marble (m/s)
  Vec3<Real> surface_velocity;  ///< surface speed of the marble (m/s)
  Real angle, rate;    ///< angle about the hinge and its rate; 0 and 1 under continuous control
  Vec3<Real> world_x;  ///< world x axis under continuous control; zero in moves
};

enum class Turning : long long { none, hinge, tilt };

/// Impulses of one contact, divided by the mass of the marble (m/s).
template <class Real>
struct ContactImpulses {
  Real required_gain;    ///< required change of the normal velocity
  Real slip;             ///< tangential velocity at the contact
  Real normal_impulse;   ///< accumulated in this step; never negative
  Real tangent_impulse;  ///< accumulated in this step; within the friction cone
  Real tangent_change;   ///< change of tangent_impulse in this sweep

  MARBLEMAZE_INLINE void begin(Real gain, Real sliding) {
    required_gain = gain;
    slip = sliding;
    normal_impulse = tangent_impulse = Real{};
  }
  /// Updates the normal impulse and returns its change. `gained` is the change of the normal
  /// velocity since the beginning of the step. Returns 0 in lanes that are not `swept`.
  MARBLEMAZE_INLINE Real solve_normal(auto swept, Real gained) {
    const Real before = normal_impulse;
    normal_impulse =
        select(swept, maximum(before + required_gain - gained, Real{}), normal_impulse);
    return normal_impulse - before;
  }
  /// Changes the tangential impulse by the fraction `share` of the impulse that would stop the
  /// slip. `gained` is the change of the slip since the beginning of the step.
  MARBLEMAZE_INLINE void solve_tangent(Real gained, Real friction, Real share) {
    const Real limit = friction * normal_impulse, before = tangent_impulse;
    tangent_impulse =
        minimum(maximum(before - (slip + gained) * (kImpulsePerSlip * share), -limit), limit);
    tangent_change = tangent_impulse - before;
  }
};

/// `bodies` is the state before gravity and torque are applied. The other members include gravity
/// and torque.
template <class Real>
struct ContactStep {
  const FastParameters<Real>& parameters;
  const FastBodies<Real>& bodies;
  Vec3<Real> free_velocity;
  Real next_rate;
  bool turning;  ///< true if the maze turns in any lane

  /// Returns the required change of the normal velocity. The marble must bounce, stop at the
  /// surface, or leave a wall that it overlaps.
  MARBLEMAZE_INLINE Real normal_gain(Real impact, Real approach, Real gap) const {
    const Real bounce = select(impact < -kBouncingSpeed, -parameters.restitution * impact, Real{});
    const Real leaving = select(gap > kDeepOverlap, gap * parameters.erp, Real{});
    return bounce - approach - select(gap > 0.0, gap, leaving) * parameters.per_step;
  }
};

/// Contact with a face across axis A. Vector components that are zero are omitted.
template <class Real, int A>
struct FaceContact : ContactImpulses<Real> {
  static constexpr int B = (A + 1) % 3, C = (A + 2) % 3;
  Real side;    ///< sign of the normal along A: 1 or -1
  Real tb, tc;  ///< direction of the slip
  Real sb, sc;  ///< direction of the slip, multiplied by side

  MARBLEMAZE_INLINE void prepare(const ContactStep<Real>& s, auto touching, Real towards,
                                 Real gap) {
    side = towards;
    const FastBodies<Real>& now = s.bodies;
    Real impact = side * now.velocity[A], approach = side * s.free_velocity[A];
    Real slip_b = s.free_velocity[B] - side * now.surface_velocity[C],
         slip_c = s.free_velocity[C] + side * now.surface_velocity[B];
    Real wall_b{}, wall_c{};  // wall velocity per unit of angular velocity
    if (s.turning) {
      const Real on_wall = now.centre[A] - side * (s.parameters.radius + gap);
      const Real wall_a = side * (now.axis[B] * now.centre[C] - now.axis[C] * now.centre[B]);
      wall_b = now.axis[C] * on_wall - now.axis[A] * now.centre[C];
      wall_c = now.axis[A] * now.centre[B] - now.axis[B] * on_wall;
      impact -= now.rate * wall_a;
      approach -= s.next_rate * wall_a;
      slip_b -= s.next_rate * wall_b;
      slip_c -= s.next_rate * wall_c;
    }
    const Real speed = square_root(slip_b * slip_b + slip_c * slip_c);
    const Real per_speed = select(speed > kNoSlip, 1 / speed, Real{});
    tb = slip_b * per_speed;
    tc = slip_c * per_speed;
    sb = side * tb;
    sc = side * tc;
    Real sliding = speed;
    // As in Bullet, friction ignores the torque of this step.
    if (s.turning) sliding += (s.next_rate - now.rate) * (tb * wall_b + tc * wall_c);
    this->begin(select(touching, s.normal_gain(impact, approach, gap), Real(-1e300)), sliding);
  }
  MARBLEMAZE_INLINE void apply_normal_impulse(auto swept, Vec3<Real>& velocity) {
    velocity[A] += side * this->solve_normal(swept, side * velocity[A]);
  }
  MARBLEMAZE_INLINE void solve_friction(const Vec3<Real>& velocity, const Vec3<Real>& surface,
                                        Real friction, Real share) {
    this->solve_tangent(tb * velocity[B] + tc * velocity[C] + (sc * surface[B] - sb * surface[C]),
                        friction, share);
  }
  MARBLEMAZE_INLINE void apply_friction(Vec3<Real>& velocity, Vec3<Real>& surface) const {
    const Real impulse = this->tangent_change;
    velocity[B] += tb * impulse;
    velocity[C] += tc * impulse;
    surface[B] += sc * (kSpinPerImpulse * impulse);
    surface[C] -= sb * (kSpinPerImpulse * impulse);
  }
};

template <class Real>
struct EdgeContact : ContactImpulses<Real> {
  Vec3<Real> normal, tangent, lever;

  MARBLEMAZE_INLINE void prepare(const ContactStep<Real>& s, auto touching, Real gap) {
    const FastBodies<Real>& now = s.bodies;
    Real impact = dot(normal, now.velocity), approach = dot(normal, s.free_velocity);
    Vec3<Real> sliding = s.free_velocity - normal * approach + cross(normal, now.surface_velocity);
    Vec3<Real> wall{};
    if (s.turning) {
      wall = cross(now.axis, now.centre - normal * (s.parameters.radius + gap));
      const Real outward = dot(normal, wall);
      impact -= now.rate * outward;
      approach -= s.next_rate * outward;
      sliding = sliding - (wall - normal * outward) * s.next_rate;
    }
    const Real speed = square_root(dot(sliding, sliding));
    tangent = sliding * select(speed > kNoSlip, 1 / speed, Real{});
    lever = cross(tangent, normal);
    Real slip_speed = speed;
    if (s.turning) slip_speed += (s.next_rate - now.rate) * dot(tangent, wall);
    this->begin(select(touching, s.normal_gain(impact, approach, gap), Real(-1e300)), slip_speed);
  }
  MARBLEMAZE_INLINE void apply_normal_impulse(auto swept, Vec3<Real>& velocity) {
    velocity = velocity + normal * this->solve_normal(swept, dot(normal, velocity));
  }
  MARBLEMAZE_INLINE void solve_friction(const Vec3<Real>& velocity, const Vec3<Real>& surface,
                                        Real friction, Real share) {
    this->solve_tangent(dot(tangent, velocity) + dot(lever, surface), friction, share);
  }
  MARBLEMAZE_INLINE void apply_friction(Vec3<Real>& velocity, Vec3<Real>& surface) const {
    velocity = velocity + tangent * this->tangent_change;
    surface = surface + lever * (kSpinPerImpulse * this->tangent_change);
  }
};

/// Returns the marble's velocity relative to the turning maze.
template <class Real>
MARBLEMAZE_INLINE Vec3<Real> velocity_in_maze(const FastBodies<Real>& bodies) {
  return bodies.velocity - cross(bodies.axis, bodies.centre) * bodies.rate;
}

/// Returns the marble's kinetic energy relative to the turning maze, J.
template <class Real>
MARBLEMAZE_INLINE Real energy_in_maze(const FastParameters<Real>& parameters,
                                      const FastBodies<Real>& bodies, Real half_mass) {
  const Vec3<Real> velocity = velocity_in_maze(bodies);
  const Vec3<Real> surface =
      bodies.surface_velocity - bodies.axis * (bodies.rate * parameters.radius);
  return half_mass * (dot(velocity, velocity) + dot(surface, surface) / kSpinPerImpulse);
}

/// Returns the gap below which wall contacts begin in this step. Contacts begin earlier if the
/// marble could move by more than its radius relative to the maze.
template <class Real>
MARBLEMAZE_INLINE Real reach(const FastParameters<Real>& parameters, const FastBodies<Real>& bodies,
                             bool turning) {
  const Vec3<Real> velocity = turning ? velocity_in_maze(bodies) : bodies.velocity;
  const Real flight2 = dot(velocity, velocity) * parameters.step * parameters.step;
  const Real usual = parameters.radius + parameters.reach;
  const auto slow = flight2 <= usual * usual;
  if (!any(!slow)) return parameters.reach;
  return select(slow, parameters.reach, square_root(flight2) - parameters.radius);
}

template <class Real>
struct FastContacts {
  bool x = false, y = false, z = false;  ///< true if any lane touches a face across the axis
  FaceContact<Real, 0> face_x;
  FaceContact<Real, 1> face_y;
  FaceContact<Real, 2> face_z;
  int rounded = 0;
  EdgeContact<Real> edge_contacts[3];

  template <class F>
  MARBLEMAZE_INLINE void for_each(F&& f) {
    if (x) f(face_x);
    if (y) f(face_y);
    if (z) f(face_z);
    for (int i = 0; i < rounded; ++i) f(edge_contacts[i]);
  }
};

/// Returns the friction relaxation factor of sweep i of 4 for coupled contacts.
constexpr double friction_relaxation(int i) { return i == 0 ? 0.5 : i == 1 ? 2 : i == 2 ? 0.7 : 1; }

/// Performs one sweep over the contacts in lanes that are `swept`. Solves all normal impulses
/// sequentially, then all friction impulses simultaneously.
template <class Real>
MARBLEMAZE_INLINE void sweep(auto& contacts, auto swept, Real friction, Real share,
                             Vec3<Real>& velocity, Vec3<Real>& surface) {
  contacts.for_each([&](auto& contact) MARBLEMAZE_INLINE_LAMBDA {
    contact.apply_normal_impulse(swept, velocity);
  });
  contacts.for_each([&](auto& contact) MARBLEMAZE_INLINE_LAMBDA {
    contact.solve_friction(velocity, surface, friction, share);
  });
  contacts.for_each([&](auto& contact)
                        MARBLEMAZE_INLINE_LAMBDA { contact.apply_friction(velocity, surface); });
}

/// Only lanes in `coupled` need more than one sweep, because their contacts influence each other.
template <class Real>
MARBLEMAZE_INLINE void sweep_all(auto& contacts, auto coupled, Real friction, Vec3<Real>& velocity,
                                 Vec3<Real>& surface) {
  sweep(contacts, coupled | !coupled, friction,
        select(coupled, Real(friction_relaxation(0)), Real(1)), velocity, surface);
  if (!any(coupled)) return;
  for (int i = 1; i < 4; ++i)
    sweep(contacts, coupled, friction, select(coupled, Real(friction_relaxation(i)), Real{}),
          velocity, surface);
}

/// Special case of FastContacts with one face across each axis and no edge or vertex. This is the
/// most common case with several lanes.
template <class Real>
struct ThreeFaces {
  FaceContact<Real, 0> x;
  FaceContact<Real, 1> y;
  FaceContact<Real, 2> z;

  template <class F>
  MARBLEMAZE_INLINE void for_each(F&& f) {
    f(x);
    f(y);
    f(z);
  }
};

/// Rotates all vectors except the axis by a small angle about the axis. Under continuous control,
/// the axis is an angular velocity whose length scales the angle; otherwise it is a unit vector.
/// The series is accurate to the last bit for angles up to 0.3 rad, which exceeds the angle of any
/// step.
template <Turning how, class Real>
MARBLEMAZE_INLINE void turn_frame(FastBodies<Real>& b, Real angle) {
  constexpr bool tilted = how == Turning::tilt;
  const Real factor2 = angle * angle;
  const Real a2 = tilted ? dot(b.axis, b.axis) * factor2 : factor2;
  const Real sine =
      angle * (1 - a2 / 6 * (1 - a2 / 20 * (1 - a2 / 42 * (1 - a2 / 72 * (1 - a2 / 110)))));
  const Real series = 1 - a2 / 12 * (1 - a2 / 30 * (1 - a2 / 56 * (1 - a2 / 90)));
  const Vec3<Real> s = b.axis * sine, v = b.axis * (factor2 / 2 * series);
  const Real cosine = 1 - a2 / 2 * series;
  const Vec3<Real> rows[3] = {
      {{cosine + v[0] * b.axis[0], v[0] * b.axis[1] - s[2], v[0] * b.axis[2] + s[1]}},
      {{v[0] * b.axis[1] + s[2], cosine + v[1] * b.axis[1], v[1] * b.axis[2] - s[0]}},
      {{v[0] * b.axis[2] - s[1], v[1] * b.axis[2] + s[0], cosine + v[2] * b.axis[2]}}};
  const auto turn = [&](Vec3<Real>& vector) MARBLEMAZE_INLINE_LAMBDA {
    vector = {{dot(rows[0], vector), dot(rows[1], vector), dot(rows[2], vector)}};
  };
  for (Vec3<Real>* vector : {&b.centre, &b.velocity, &b.surface_velocity, &b.gravity})
    turn(*vector);
  if (tilted) turn(b.world_x);
}

/// The torque is used only if the maze turns about its hinge. `find_wall_contacts(found)` finds the
/// contacts and is called once, after damping.
template <Turning how, class Real>
MARBLEMAZE_INLINE void fast_step(const FastParameters<Real>& parameters, FastBodies<Real>& bodies,
                                 Real torque, const auto& find_wall_contacts,
                                 FastContacts<Real>& contacts) {
  constexpr bool turning = how != Turning::none, hinged = how == Turning::hinge;
  bodies.velocity = bodies.velocity * parameters.velocity_kept;
  bodies.surface_velocity = bodies.surface_velocity * parameters.spin_kept;
  const Real next_rate = hinged ? bodies.rate + torque * parameters.rate_per_torque : bodies.rate;
  const Vec3<Real> free_velocity = bodies.velocity + bodies.gravity * parameters.step;

  SphereContacts<Real> found;
  find_wall_contacts(found);
  const ContactStep<Real> step{parameters, bodies, free_velocity, next_rate, turning};
  Vec3<Real> correction{};  // displacement that corrects deep overlaps
  const auto overlap = [&](auto mask, Real gap) MARBLEMAZE_INLINE_LAMBDA {
    return select(mask & (gap <= kDeepOverlap), -gap * parameters.erp, Real{});
  };
  const auto face = [&]<int A>(FaceContact<Real, A>& contact) MARBLEMAZE_INLINE_LAMBDA {
    contact.prepare(step, found.face[A], found.side[A], found.gap[A]);
    correction[A] += found.side[A] * overlap(found.face[A], found.gap[A]);
  };
  contacts.x = any(found.face[0]);
  contacts.y = any(found.face[1]);
  contacts.z = any(found.face[2]);
  contacts.rounded = found.rounded;
  Vec3<Real> velocity{}, surface{};  // velocity changes
  const auto coupled = found.coupled();
  if (sizeof(Real) > sizeof(double) && contacts.x && contacts.y && contacts.z &&
      contacts.rounded == 0) {
    ThreeFaces<Real> faces;
    faces.for_each(face);
    sweep_all(faces, coupled, parameters.friction, velocity, surface);
  } else {
    if (contacts.x) face(contacts.face_x);
    if (contacts.y) face(contacts.face_y);
    if (contacts.z) face(contacts.face_z);
    for (int i = 0; i < found.rounded; ++i) {
      EdgeContact<Real>& contact = contacts.edge_contacts[i];
      contact.normal = found.normal[i];
      contact.prepare(step, found.has_rounded[i], found.rounded_gap[i]);
      correction =
          correction + contact.normal * overlap(found.has_rounded[i], found.rounded_gap[i]);
    }
    sweep_all(contacts, coupled, parameters.friction, velocity, surface);
  }
  bodies.velocity = free_velocity + velocity;
  bodies.surface_velocity = bodies.surface_velocity + surface;
  bodies.centre = bodies.centre + bodies.velocity * parameters.step + correction;
  if (!turning) return;
  bodies.rate = next_rate;
  if (hinged) bodies.angle += bodies.rate * parameters.step;
  turn_frame<how, Real>(bodies, -(bodies.rate * parameters.step));
}

}  // namespace marblemaze

#pragma GCC diagnostic pop
