#include "engine/sim/tilt_world.h"

#include <algorithm>
#include <cassert>

#include "engine/sim/actuator_noise.h"

namespace marblemaze {
namespace {

/// As std::lround(), without its branches, which a processor can hardly foresee.
int to_steps(double share) {
  const int below = static_cast<int>(share * kCommandSteps);
  const double more = share * kCommandSteps - below;
  return below + (more >= 0.5) - (more <= -0.5);
}

}  // namespace

TiltWorld::TiltWorld(std::shared_ptr<const Maze> maze, const PhysicsSettings& settings,
                     const MarbleWorldKind& kind) {
  assert(maze);
  const ControlScheme control = usual_scheme(maze->grid().layers());
  sim_.model = marble_model(std::move(maze), control, settings, kind);
  reset();
}

void TiltWorld::reset() {
  sim_.place(sim_.model->scheme->state(maze().start(), OrientationId(0)));
  // By what is seen in the world frame, which rounds: the first digits of all recordings.
  sim_.state.bodies = sim_.model->physics->placed(sim_.bodies());
  begin({});
}

void TiltWorld::place(const TiltState& seen) {
  assert(can_go_together());
  const FastModel& fast = *sim_.model->physics->lanes();
  FastBodies<double>& bodies = sim_.state.bodies.fast.bodies;
  const Triple<double> rate = triple(seen.rate);
  bodies.weight = triple(seen.down * sim_.model->settings.nature.gravity);
  bodies.centre = triple(seen.marble - fast.half_dims);
  bodies.velocity = triple(seen.velocity) + cross(rate, bodies.centre);
  bodies.surface = triple((seen.spin + seen.rate) * fast.laws.radius);
  // Any direction across: yaw moves nothing.
  const glm::dvec3 other = std::abs(seen.down.x) < 0.5 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  bodies.sideways = triple(glm::normalize(glm::cross(seen.down, other)));
  begin(rate);
}

void TiltWorld::begin(const Triple<double>& rate) {
  MarbleState& s = sim_.state;
  sim_.model->physics->tilt(s.bodies, vector(rate));
  s.commanded = {0, 0, 0};
  s.command = {};
  s.rate = rate;
  s.draws = 0;
  s.ticks = s.still_ticks = s.move_began = 0;
  s.seen = {};
  look();
}

bool TiltWorld::command(glm::dvec3 shares) {
  const double length = glm::length(shares);
  if (!(length <= kLargestCommand)) return false;
  // One that was rounded already may be longer by less than a step, and stays as it is.
  shares /= length > 1 + 1.0 / kCommandSteps ? length : 1.0;
  MarbleState& s = sim_.state;
  for (int a = 0; a < 3; ++a) s.commanded[a] = to_steps(shares[a]);
  glm::dvec3 wanted = commanded();
  const double variation = sim_.model->settings.drive.variation;
  if (variation > 0) wanted *= 1.0 + variation * command_noise(s.stream, s.draws++);
  s.command = triple(wanted * (sim_.model->limits.rate / larger(glm::length(wanted), 1.0)));
  return true;
}

void TiltWorld::advance(int ticks) {
  assert(ticks >= 0);
  const Physics& physics = *sim_.model->physics;
  const Platform platform = this->platform();
  MarbleState& s = sim_.state;
  for (; ticks > 0; --ticks) {
    s.rate = platform.next(s.rate);
    physics.tilt(s.bodies, vector(s.rate));
    physics.step(s.bodies, 0);
    ++s.ticks;
    s.still_ticks = s.seen.at_target ? sim_.model->rest.count(s.still_ticks, energy_in_maze()) : 0;
    look();
  }
}

double TiltWorld::energy_in_maze() const {
  if (const FastModel* fast = sim_.model->physics->lanes())
    return marblemaze::energy_in_maze(fast->laws, sim_.state.bodies.fast.bodies,
                                      sim_.model->half_mass);
  const TiltState seen = state();
  return sim_.model->constants.marble_energy(seen.velocity, seen.spin);
}

void TiltWorld::look() {
  const CellId cell = sim_.cell();
  MarbleState::Flags& seen = sim_.state.seen;
  seen.at_target = cell == maze().target();
  seen.reached |= seen.at_target;
  seen.escaped |= static_cast<std::uint8_t>(!cell.valid());
}

bool TiltWorld::rests() const {
  if (!sim_.state.seen.at_target ||
      !sim_.model->rest.still_for(sim_.state.still_ticks, sim_.model->settings.rest.time))
    return false;
  const glm::dvec3 down = state().down;
  for (int axis = 0; axis < 3; ++axis)
    if (down[axis] != 0 && maze().open(maze().target(), {axis, down[axis] > 0 ? 1 : -1}))
      return false;
  return true;
}

bool TiltWorld::load(std::span<const std::uint64_t> words) {
  auto saved = sim_.saved(words, true);
  if (!saved) return false;
  sim_ = std::move(*saved);
  return true;
}

/// Equally many ticks of several worlds.
class TiltStretches final : public Stretches {
 public:
  TiltStretches(std::span<TiltWorld* const> worlds, int ticks)
      : worlds_(worlds), ticks_(ticks), stretches_(worlds.size()) {}

 private:
  Stretch* next(Turning turning) override {
    if (turning != Turning::by_commands) return nullptr;
    if (!given_back_.empty()) {
      Stretch* const back = given_back_.back();
      given_back_.pop_back();
      return back;
    }
    if (begun_ == worlds_.size()) return nullptr;
    TiltWorld& world = *worlds_[begun_];
    const MarbleModel& model = *world.sim_.model;
    Stretch& stretch = stretches_[begun_++];
    stretch = {model.physics->lanes(), &world.sim_.state.bodies.fast.bodies, Turning::by_commands,
               true, 0};
    stretch.course.platform = world.platform();
    stretch.course.half_mass = model.half_mass;
    stretch.course.still_energy = model.rest.energy_limit_j;
    stretch.course.still = static_cast<double>(world.sim_.state.still_ticks);
    stretch.course.most = ticks_;
    stretch.octant = world.octant_;
    return &stretch;
  }

  void take_back(Stretch& stretch) override { given_back_.push_back(&stretch); }

  void entered(Stretch& stretch) override {
    TiltWorld& world = world_of(stretch);
    if (stretch.course.passed > 0) world.look();  // at the start nothing has moved since the last
    stretch.course.at_target = world.sim_.state.seen.at_target ? 1 : 0;
  }

  bool goes_on(Stretch& stretch) override {
    TiltWorld& world = world_of(stretch);
    MarbleState& s = world.sim_.state;
    s.rate = stretch.bodies->axis;
    s.still_ticks = static_cast<std::int64_t>(stretch.course.still);
    s.ticks += ticks_;
    world.octant_ = stretch.octant;
    world.look();
    return false;
  }

  [[nodiscard]] TiltWorld& world_of(const Stretch& stretch) const {
    return *worlds_[static_cast<std::size_t>(&stretch - stretches_.data())];
  }

  std::span<TiltWorld* const> worlds_;
  int ticks_;
  std::vector<Stretch> stretches_;
  std::size_t begun_ = 0;
  std::vector<Stretch*> given_back_;
};

void advance_together(std::span<TiltWorld* const> worlds, int ticks) {
  assert(ticks >= 0);
  const bool in_lanes = std::all_of(worlds.begin(), worlds.end(), [](const TiltWorld* world) {
    return world->can_go_together();
  });
  if (!in_lanes || ticks == 0) {
    for (TiltWorld* world : worlds) world->advance(ticks);
    return;
  }
  TiltStretches stretches(worlds, ticks);
  play_in_lanes(stretches, Turning::by_commands);
}

}  // namespace marblemaze
