#pragma once

#include "engine/sim/lanes.h"
#include "engine/sim/wall_contacts.h"

// One step of marbles in the fast model, written once for a single marble (Real = double) and for
// several marbles in parallel (Real = Lanes<...>).
//
// All vectors are components, along the maze axes, of quantities measured in the world, so
// Coriolis, centrifugal and Euler forces are the rotation of these components with each step, and
// nearly every wall normal is a unit vector of the frame. Spins are stored as speeds of the
// marble's surface, that is, angular velocity times radius. The contact law is the same as in
// Bullet: sequential impulses, one friction direction along the slip, Coulomb's cone, restitution
// above 0.2 m/s.

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

namespace marblemaze {

/// Gap in cells below which overlaps are corrected without adding speed.
inline constexpr double kDeepOverlap = -0.04;
/// Speed in m/s below which impacts do not bounce. It equals Bullet's limit.
inline constexpr double kBouncingSpeed = 0.2;
/// Slip in m/s below which any direction of friction is acceptable.
inline constexpr double kNoSlip = 1e-8;
/// Surface speed gained by a tangential impulse per mass: m r² / inertia of a solid sphere.
inline constexpr double kSpinPerImpulse = 2.5;
/// Tangential impulse per mass that stops a slip of 1 m/s: the inverse of the effective mass.
inline constexpr double kImpulsePerSlip = 1 / (1 + kSpinPerImpulse);

/// Constants of a step.
template <class Real>
struct FastLaws {
  Real radius, half_thickness, reach;  ///< cells
  Real step, per_step;                 ///< s, 1/s
  Real friction, restitution;
  Real erp;                       ///< fraction of an overlap that a step removes
  Real velocity_kept, spin_kept;  ///< fractions that remain after damping in a step
  Real rate_per_torque;           ///< angular velocity of the maze gained in a step, per torque
};

/// State of the marble and the maze.
template <class Real>
struct FastBodies {
  Triple<Real> axis;    ///< hinge; zero while braked; the angular velocity under continuous control
  Triple<Real> weight;  ///< gravity, m/s²
  Triple<Real> centre;  ///< centre of the marble, from the centre of the maze
  Triple<Real> velocity;  ///< m/s
  Triple<Real> surface;   ///< m/s
  Real angle, rate;       ///< about the hinge since release; 0 and 1 under continuous control
  Triple<Real> sideways;  ///< x axis of the world under continuous control, zero in moves
};

/// Cause of the maze's rotation.
enum class Turning : long long { not_at_all, by_the_hinge, by_commands };

/// Impulses of one contact, all per mass of the marble (m/s).
template <class Real>
struct ContactImpulses {
  Real wanted_gain;      ///< required change of the normal velocity
  Real slip;             ///< tangential velocity to remove
  Real normal_impulse;   ///< in this step so far; walls never pull
  Real tangent_impulse;  ///< in this step so far, within Coulomb's cone
  Real tangent_change;   ///< in this sweep

  MARBLEMAZE_INLINE void begin(Real gain, Real sliding) {
    wanted_gain = gain;
    slip = sliding;
    normal_impulse = tangent_impulse = Real{};
  }
  /// Returns the change of the normal impulse after the normal velocity of the contact has changed
  /// by `gained`; 0 in lanes that are not `swept`.
  MARBLEMAZE_INLINE Real solve_normal(auto swept, Real gained) {
    const Real before = normal_impulse;
    normal_impulse = select(swept, larger(before + wanted_gain - gained, Real{}), normal_impulse);
    return normal_impulse - before;
  }
  /// Changes the tangential impulse by `share` of the impulse that would end the slip, which has
  /// increased by `gained`.
  MARBLEMAZE_INLINE void solve_tangent(Real gained, Real friction, Real share) {
    const Real limit = friction * normal_impulse, before = tangent_impulse;
    tangent_impulse =
        smaller(larger(before - (slip + gained) * (kImpulsePerSlip * share), -limit), limit);
    tangent_change = tangent_impulse - before;
  }
};

/// Quantities of a step that contacts use: motions before and after gravity, angular velocities
/// before and after the torque.
template <class Real>
struct ContactStep {
  const FastLaws<Real>& laws;
  const FastBodies<Real>& bodies;
  Triple<Real> falling;  ///< velocity
  Real next_rate;
  bool turning;  ///< whether any lane is turning

  /// Returns the normal speed to gain in order to bounce, to stop at a wall instead of entering it,
  /// or to leave it.
  MARBLEMAZE_INLINE Real normal_gain(Real impact, Real approach, Real gap) const {
    const Real bounce = select(impact < -kBouncingSpeed, -laws.restitution * impact, Real{});
    const Real leaving = select(gap > kDeepOverlap, gap * laws.erp, Real{});
    return bounce - approach - select(gap > 0.0, gap, leaving) * laws.per_step;
  }
};

/// Contact with a face across axis A. Most components of its vectors are zero.
template <class Real, int A>
struct FaceContact : ContactImpulses<Real> {
  static constexpr int B = (A + 1) % 3, C = (A + 2) % 3;
  Real side;    ///< direction of the face's normal along A: 1 or -1
  Real tb, tc;  ///< unit vector of the slip
  Real sb, sc;  ///< the same vector multiplied by side

  MARBLEMAZE_INLINE void prepare(const ContactStep<Real>& s, auto touching, Real towards,
                                 Real gap) {
    side = towards;
    const FastBodies<Real>& now = s.bodies;
    Real impact = to_side(side, now.velocity[A]), approach = to_side(side, s.falling[A]);
    Real slip_b = s.falling[B] - to_side(side, now.surface[C]),
         slip_c = s.falling[C] + to_side(side, now.surface[B]);
    Real wall_b{}, wall_c{};  // velocity of the wall per angular velocity
    if (s.turning) {
      const Real on_wall = now.centre[A] - to_side(side, s.laws.radius + gap);
      const Real wall_a = to_side(side, now.axis[B] * now.centre[C] - now.axis[C] * now.centre[B]);
      wall_b = now.axis[C] * on_wall - now.axis[A] * now.centre[C];
      wall_c = now.axis[A] * now.centre[B] - now.axis[B] * on_wall;
      impact -= now.rate * wall_a;
      approach -= s.next_rate * wall_a;
      slip_b -= s.next_rate * wall_b;
      slip_c -= s.next_rate * wall_c;
    }
    const Real speed = root(slip_b * slip_b + slip_c * slip_c);
    const Real per_speed = select(speed > kNoSlip, 1 / speed, Real{});
    tb = slip_b * per_speed;
    tc = slip_c * per_speed;
    sb = to_side(side, tb);
    sc = to_side(side, tc);
    Real sliding = speed;
    // As in Bullet, friction does not yet include the torque of this step.
    if (s.turning) sliding += (s.next_rate - now.rate) * (tb * wall_b + tc * wall_c);
    this->begin(select(touching, s.normal_gain(impact, approach, gap), Real(-1e300)), sliding);
  }
  MARBLEMAZE_INLINE void press(auto swept, Triple<Real>& velocity) {
    velocity[A] += to_side(side, this->solve_normal(swept, to_side(side, velocity[A])));
  }
  MARBLEMAZE_INLINE void find_friction(const Triple<Real>& velocity, const Triple<Real>& surface,
                                       Real friction, Real share) {
    this->solve_tangent(tb * velocity[B] + tc * velocity[C] + (sc * surface[B] - sb * surface[C]),
                        friction, share);
  }
  MARBLEMAZE_INLINE void rub(Triple<Real>& velocity, Triple<Real>& surface) const {
    const Real impulse = this->tangent_change;
    velocity[B] += tb * impulse;
    velocity[C] += tc * impulse;
    surface[B] += sc * (kSpinPerImpulse * impulse);
    surface[C] -= sb * (kSpinPerImpulse * impulse);
  }
};

/// Contact with an edge or a vertex.
template <class Real>
struct RoundedContact : ContactImpulses<Real> {
  Triple<Real> normal, tangent, lever;

  MARBLEMAZE_INLINE void prepare(const ContactStep<Real>& s, auto touching, Real gap) {
    const FastBodies<Real>& now = s.bodies;
    Real impact = dot(normal, now.velocity), approach = dot(normal, s.falling);
    Triple<Real> sliding = s.falling - normal * approach + cross(normal, now.surface);
    Triple<Real> wall{};
    if (s.turning) {
      wall = cross(now.axis, now.centre - normal * (s.laws.radius + gap));
      const Real outward = dot(normal, wall);
      impact -= now.rate * outward;
      approach -= s.next_rate * outward;
      sliding = sliding - (wall - normal * outward) * s.next_rate;
    }
    const Real speed = root(dot(sliding, sliding));
    tangent = sliding * select(speed > kNoSlip, 1 / speed, Real{});
    lever = cross(tangent, normal);
    Real rubbed = speed;
    if (s.turning) rubbed += (s.next_rate - now.rate) * dot(tangent, wall);
    this->begin(select(touching, s.normal_gain(impact, approach, gap), Real(-1e300)), rubbed);
  }
  MARBLEMAZE_INLINE void press(auto swept, Triple<Real>& velocity) {
    velocity = velocity + normal * this->solve_normal(swept, dot(normal, velocity));
  }
  MARBLEMAZE_INLINE void find_friction(const Triple<Real>& velocity, const Triple<Real>& surface,
                                       Real friction, Real share) {
    this->solve_tangent(dot(tangent, velocity) + dot(lever, surface), friction, share);
  }
  MARBLEMAZE_INLINE void rub(Triple<Real>& velocity, Triple<Real>& surface) const {
    velocity = velocity + tangent * this->tangent_change;
    surface = surface + lever * (kSpinPerImpulse * this->tangent_change);
  }
};

/// Returns the velocity of the marble relative to the turning maze.
template <class Real>
MARBLEMAZE_INLINE Triple<Real> velocity_in_maze(const FastBodies<Real>& bodies) {
  return bodies.velocity - cross(bodies.axis, bodies.centre) * bodies.rate;
}

/// Returns the kinetic energy of the marble relative to the turning maze, J; `half_mass` in kg.
template <class Real>
MARBLEMAZE_INLINE Real energy_in_maze(const FastLaws<Real>& laws, const FastBodies<Real>& bodies,
                                      Real half_mass) {
  const Triple<Real> velocity = velocity_in_maze(bodies);
  const Triple<Real> surface = bodies.surface - bodies.axis * (bodies.rate * laws.radius);
  return half_mass * (dot(velocity, velocity) + dot(surface, surface) / kSpinPerImpulse);
}

/// Returns the gap at which the marble meets a wall in this step. A marble that could move by more
/// than its radius, relative to the maze, meets walls correspondingly earlier.
template <class Real>
MARBLEMAZE_INLINE Real reach(const FastLaws<Real>& laws, const FastBodies<Real>& bodies,
                             bool turning) {
  const Triple<Real> velocity = turning ? velocity_in_maze(bodies) : bodies.velocity;
  const Real flight2 = dot(velocity, velocity) * laws.step * laws.step;
  const Real usual = laws.radius + laws.reach;
  const auto slow = flight2 <= usual * usual;
  if (!any(!slow)) return laws.reach;
  return select(slow, laws.reach, root(flight2) - laws.radius);
}

/// Contacts of a step with their impulses.
template <class Real>
struct FastContacts {
  bool x = false, y = false, z = false;  ///< whether any lane touches a face across the axis
  FaceContact<Real, 0> face_x;
  FaceContact<Real, 1> face_y;
  FaceContact<Real, 2> face_z;
  int rounded = 0;
  RoundedContact<Real> around[3];

  template <class F>
  MARBLEMAZE_INLINE void for_each(F&& f) {
    if (x) f(face_x);
    if (y) f(face_y);
    if (z) f(face_z);
    for (int i = 0; i < rounded; ++i) f(around[i]);
  }
};

/// Returns the friction factor in sweep i of 4 over contacts that act on each other.
constexpr double friction_share(int i) { return i == 0 ? 0.5 : i == 1 ? 2 : i == 2 ? 0.7 : 1; }

/// Performs one sweep over the contacts in the lanes that are `swept`: all normal impulses one
/// after another, then all friction at once.
template <class Real>
MARBLEMAZE_INLINE void sweep(auto& contacts, auto swept, Real friction, Real share,
                             Triple<Real>& velocity, Triple<Real>& surface) {
  contacts.for_each([&](auto& contact)
                        MARBLEMAZE_INLINE_LAMBDA { contact.press(swept, velocity); });
  contacts.for_each([&](auto& contact) MARBLEMAZE_INLINE_LAMBDA {
    contact.find_friction(velocity, surface, friction, share);
  });
  contacts.for_each([&](auto& contact)
                        MARBLEMAZE_INLINE_LAMBDA { contact.rub(velocity, surface); });
}

/// Performs all sweeps. Several contacts act on each other in the lanes that are `together`.
template <class Real>
MARBLEMAZE_INLINE void sweep_all(auto& contacts, auto together, Real friction,
                                 Triple<Real>& velocity, Triple<Real>& surface) {
  sweep(contacts, together | !together, friction,
        select(together, Real(friction_share(0)), Real(1)), velocity, surface);
  if (!any(together)) return;
  for (int i = 1; i < 4; ++i)
    sweep(contacts, together, friction, select(together, Real(friction_share(i)), Real{}), velocity,
          surface);
}

/// A face across each axis and no other contact, which is nearly always the case in some lanes. The
/// values that change during sweeps stay in registers.
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

/// Rotates all quantities except the axis by a small angle about it. The axis is a unit vector or,
/// under continuous control, a vector whose length multiplies the angle. The series is accurate to
/// the last bit for a turn of 0.3 rad, which is more than a maze turns in a step.
template <Turning how, class Real>
MARBLEMAZE_INLINE void turn_frame(FastBodies<Real>& b, Real angle) {
  constexpr bool tilted = how == Turning::by_commands;
  const Real factor2 = angle * angle;
  const Real a2 = tilted ? dot(b.axis, b.axis) * factor2 : factor2;
  const Real sine =
      angle * (1 - a2 / 6 * (1 - a2 / 20 * (1 - a2 / 42 * (1 - a2 / 72 * (1 - a2 / 110)))));
  const Real series = 1 - a2 / 12 * (1 - a2 / 30 * (1 - a2 / 56 * (1 - a2 / 90)));
  const Triple<Real> s = b.axis * sine, v = b.axis * (factor2 / 2 * series);
  const Real cosine = 1 - a2 / 2 * series;
  const Triple<Real> rows[3] = {
      {{cosine + v[0] * b.axis[0], v[0] * b.axis[1] - s[2], v[0] * b.axis[2] + s[1]}},
      {{v[0] * b.axis[1] + s[2], cosine + v[1] * b.axis[1], v[1] * b.axis[2] - s[0]}},
      {{v[0] * b.axis[2] - s[1], v[1] * b.axis[2] + s[0], cosine + v[2] * b.axis[2]}}};
  const auto turn = [&](Triple<Real>& vector) MARBLEMAZE_INLINE_LAMBDA {
    vector = {{dot(rows[0], vector), dot(rows[1], vector), dot(rows[2], vector)}};
  };
  for (Triple<Real>* vector : {&b.centre, &b.velocity, &b.surface, &b.weight}) turn(*vector);
  if (tilted) turn(b.sideways);
}

/// Performs one step. `how` is how the maze turns, if it turns in any lane; only a hinge uses the
/// torque. Calls `touch(touching)` once, after damping, to find the contacts.
template <Turning how, class Real>
MARBLEMAZE_INLINE void fast_step(const FastLaws<Real>& laws, FastBodies<Real>& bodies, Real torque,
                                 const auto& touch, FastContacts<Real>& contacts) {
  constexpr bool turning = how != Turning::not_at_all, hinged = how == Turning::by_the_hinge;
  bodies.velocity = bodies.velocity * laws.velocity_kept;
  bodies.surface = bodies.surface * laws.spin_kept;
  const Real next_rate = hinged ? bodies.rate + torque * laws.rate_per_torque : bodies.rate;
  const Triple<Real> falling = bodies.velocity + bodies.weight * laws.step;

  Touching<Real> touching;
  touch(touching);
  const ContactStep<Real> step{laws, bodies, falling, next_rate, turning};
  Triple<Real> apart{};  // displacement that removes deep overlaps
  const auto overlap = [&](auto mask, Real gap) MARBLEMAZE_INLINE_LAMBDA {
    return select(mask & (gap <= kDeepOverlap), -gap * laws.erp, Real{});
  };
  const auto face = [&]<int A>(FaceContact<Real, A>& contact) MARBLEMAZE_INLINE_LAMBDA {
    contact.prepare(step, touching.face[A], touching.side[A], touching.gap[A]);
    apart[A] += to_side(touching.side[A], overlap(touching.face[A], touching.gap[A]));
  };
  contacts.x = any(touching.face[0]);
  contacts.y = any(touching.face[1]);
  contacts.z = any(touching.face[2]);
  contacts.rounded = touching.rounded;
  Triple<Real> velocity{}, surface{};  // changes
  const auto together = touching.several();
  if (sizeof(Real) > sizeof(double) && contacts.x && contacts.y && contacts.z &&
      contacts.rounded == 0) {
    ThreeFaces<Real> faces;
    faces.for_each(face);
    sweep_all(faces, together, laws.friction, velocity, surface);
  } else {
    if (contacts.x) face(contacts.face_x);
    if (contacts.y) face(contacts.face_y);
    if (contacts.z) face(contacts.face_z);
    for (int i = 0; i < touching.rounded; ++i) {
      RoundedContact<Real>& contact = contacts.around[i];
      contact.normal = touching.normal[i];
      contact.prepare(step, touching.has_rounded[i], touching.rounded_gap[i]);
      apart = apart + contact.normal * overlap(touching.has_rounded[i], touching.rounded_gap[i]);
    }
    sweep_all(contacts, together, laws.friction, velocity, surface);
  }
  bodies.velocity = falling + velocity;
  bodies.surface = bodies.surface + surface;
  bodies.centre = bodies.centre + bodies.velocity * laws.step + apart;
  if (!turning) return;
  bodies.rate = next_rate;
  if (hinged) bodies.angle += bodies.rate * laws.step;
  turn_frame<how, Real>(bodies, -(bodies.rate * laws.step));
}

}  // namespace marblemaze

#pragma GCC diagnostic pop
