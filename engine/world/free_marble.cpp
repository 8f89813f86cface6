#include "engine/world/free_marble.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <climits>

#include <glm/gtc/quaternion.hpp>

#include "engine/world/marble_world.h"
#include "maze/base/hash.h"

namespace marblemaze {

struct FreeMarble::Kit {
  std::shared_ptr<const Maze> maze;
  std::shared_ptr<const WallFeatures> features;
  PhysicsSettings settings;
  const PhysicsBackendEntry* backend;
  std::shared_ptr<const Physics> physics;
  FreeLimits limits;
  BodyConstants constants;
  PhysicsState start;
  double reach;  // cells: no marble in the maze is so far from its centre
};

namespace {

/// A cheap generator of noise: the mixing function of SplitMix64 (Steele, Lea, Flood 2014) over a
/// count, three shares in [-1, 1) of 21 bits each.
glm::dvec3 noise(std::uint64_t stream, std::uint64_t count) {
  std::uint64_t z = stream + (count + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  z ^= z >> 31;
  const auto share = [&](int shift) {
    return static_cast<double>(z >> shift & 0x1fffff) * 0x1p-20 - 1;
  };
  return {share(0), share(21), share(42)};
}

/// What save() writes as words, before the back end's numbers.
struct Progress {
  std::uint64_t stream, wishes, ticks, still_ticks, reached, escaped;
  std::int64_t wished[3];
  Triple<double> wish, rate;  // of the mount

  [[nodiscard]] bool possible(double most_rate) const {
    const double most = most_rate * most_rate * 1.001;
    return ticks <= std::uint64_t{1} << 62 && still_ticks <= INT_MAX && reached <= 1 &&
           escaped <= 1 &&
           std::all_of(wished, wished + 3, [](auto w) { return std::abs(w) <= kWishSteps; }) &&
           dot(wish, wish) <= most && dot(rate, rate) <= most;
  }
};
constexpr std::size_t kProgress = sizeof(Progress) / sizeof(std::uint64_t);

}  // namespace

FreeMarble::FreeMarble(std::shared_ptr<const Maze> maze, const PhysicsSettings& settings,
                       const PhysicsBackendEntry& backend)
    : FreeMarble([&] {
        assert(maze);
        MarbleWorld start(maze, maze->grid().layers() == Layers::flat ? 4 : 8, settings, backend);
        const glm::ivec3 dims = maze->grid().dims();
        return std::make_shared<const Kit>(
            Kit{maze, start.shared_features(), settings, &backend,
                backend.make(maze, start.shared_features(), settings), free_limits(dims, settings),
                BodyConstants(dims, settings), start.physics().state(start.bodies()),
                glm::length(glm::dvec3(dims))});
      }()) {}

FreeMarble::FreeMarble(std::shared_ptr<const Kit> kit)
    : kit_(std::move(kit)),
      often_{kit_->maze->grid(),
             kit_->maze->target(),
             kit_->limits.rate,
             kit_->settings.drive.variation,
             0.5 * kit_->settings.nature.marble_mass,
             kit_->settings.rest.energy},
      physics_(kit_->physics.get()),
      lanes_(physics_->lanes()),
      mount_{{}, kit_->limits.acceleration * kit_->settings.solver.step},
      rest_(kit_->settings.rest.energy, kit_->settings.solver.step) {
  reset();
}

std::string FreeMarble::name() const { return std::string(kit_->backend->name); }
const Maze& FreeMarble::maze() const { return *kit_->maze; }
FreeLimits FreeMarble::limits() const { return kit_->limits; }
double FreeMarble::tick_s() const { return kit_->settings.solver.step; }
FreeState FreeMarble::state() const { return physics_->free_state(bodies_); }

std::unique_ptr<FreeMarble> FreeMarble::made_alike() const {
  auto made = std::unique_ptr<FreeMarble>(new FreeMarble(kit_));
  made->draw_from(stream_);
  return made;
}

void FreeMarble::draw_from(std::uint64_t stream) {
  stream_ = stream;
  wishes_ = 0;
}

void FreeMarble::reset() {
  bodies_ = physics_->placed(kit_->start);
  begin({});
}

void FreeMarble::place(const FreeState& seen) {
  assert(can_go_together());
  FastBodies<double>& bodies = bodies_.fast.bodies;
  const Triple<double> rate = triple(seen.rate);
  bodies.weight = triple(seen.down * kit_->settings.nature.gravity);
  bodies.centre = triple(seen.marble - lanes_->half_dims);
  bodies.velocity = triple(seen.velocity) + cross(rate, bodies.centre);
  bodies.surface = triple((seen.spin + seen.rate) * lanes_->laws.radius);
  // Any direction across: yaw moves nothing.
  const glm::dvec3 other = std::abs(seen.down.x) < 0.5 ? glm::dvec3(1, 0, 0) : glm::dvec3(0, 1, 0);
  bodies.sideways = triple(glm::normalize(glm::cross(seen.down, other)));
  begin(rate);
}

/// A new run from where the bodies are.
void FreeMarble::begin(const Triple<double>& rate) {
  physics_->turn_freely(bodies_, vector(rate));
  note_wish({0, 0, 0});
  mount_.wish = {};
  rate_ = rate;
  wishes_ = 0;
  ticks_ = 0;
  rest_.reset();
  reached_ = escaped_ = false;
  look();
}

void FreeMarble::do_wish(glm::dvec3 shares) {
  if (often_.variation > 0) shares *= 1.0 + often_.variation * noise(stream_, wishes_++);
  const double length = glm::length(shares);
  mount_.wish = triple(shares * (often_.rate / larger(length, 1.0)));
}

void FreeMarble::do_advance(int ticks) {
  for (; ticks > 0; --ticks) {
    rate_ = mount_.next(rate_);
    physics_->turn_freely(bodies_, vector(rate_));
    physics_->step(bodies_, 0);
    ++ticks_;
    if (at_target_)
      rest_.observe(energy_in_maze());
    else
      rest_.reset();
    look();
  }
}

double FreeMarble::energy_in_maze() const {
  if (lanes_)
    return marblemaze::energy_in_maze(lanes_->laws, bodies_.fast.bodies, often_.half_mass);
  const FreeState seen = state();
  return kit_->constants.marble_energy(seen.velocity, seen.spin);
}

/// Takes note of the cell in which the marble is.
void FreeMarble::look() {
  const CellId cell = often_.grid.cell_at(lanes_ ? lanes_->in_maze(bodies_.fast.bodies)
                                                 : physics_->marble_in_maze(bodies_));
  at_target_ = cell == often_.target;
  reached_ |= at_target_;
  escaped_ |= !cell.valid();
}

bool FreeMarble::rests() const {
  return at_target_ && rest_.still_for(kit_->settings.rest.time) && walls_hold_the_marble();
}

bool FreeMarble::walls_hold_the_marble() const {
  const glm::dvec3 down = state().down;
  for (int axis = 0; axis < 3; ++axis)
    if (down[axis] != 0 && kit_->maze->open(kit_->maze->target(), {axis, down[axis] > 0 ? 1 : -1}))
      return false;
  return true;
}

std::unique_ptr<FreeWorld> FreeMarble::fork() const { return std::make_unique<FreeMarble>(*this); }

std::vector<std::uint64_t> FreeMarble::save() const {
  const glm::ivec3 wished = wished_steps();
  const auto words = same_bits<std::array<std::uint64_t, kProgress>>(
      Progress{stream_,
               wishes_,
               static_cast<std::uint64_t>(ticks_),
               static_cast<std::uint64_t>(rest_.still_ticks()),
               reached_,
               escaped_,
               {wished.x, wished.y, wished.z},
               mount_.wish,
               rate_});
  std::vector<std::uint64_t> all(words.begin(), words.end());
  for (double number : physics_->numbers(bodies_)) all.push_back(same_bits<std::uint64_t>(number));
  return all;
}

bool FreeMarble::load(std::span<const std::uint64_t> words) {
  std::array<std::uint64_t, kProgress> head;
  if (words.size() < head.size()) return false;
  std::copy_n(words.begin(), head.size(), head.begin());
  const auto progress = same_bits<Progress>(head);
  std::vector<double> numbers;
  for (std::uint64_t word : words.subspan(head.size())) numbers.push_back(same_bits<double>(word));
  const auto bodies = physics_->from_numbers(Turning::freely, numbers, kit_->reach);
  if (!progress.possible(kit_->limits.rate) || !bodies) return false;

  bodies_ = *bodies;
  begin(progress.rate);
  note_wish({progress.wished[0], progress.wished[1], progress.wished[2]});
  mount_.wish = progress.wish;
  stream_ = progress.stream;
  wishes_ = progress.wishes;
  ticks_ = static_cast<long>(progress.ticks);
  rest_.resume(static_cast<int>(progress.still_ticks));
  reached_ = progress.reached != 0;
  escaped_ = progress.escaped != 0;
  return true;
}

std::uint64_t FreeMarble::state_hash() const {
  Hash hash = hash_of(physics_->state(bodies_));
  for (int a = 0; a < 3; ++a) hash.add_number(mount_.wish[a]);
  return hash.value();
}

const Scene& FreeMarble::scene() const {
  const PhysicsState bodies = physics_->state(bodies_);
  const double rate = glm::length(bodies.maze.angular_velocity);
  scene_.maze = kit_->maze.get();
  scene_.orientations = kit_->maze->grid().layers() == Layers::flat ? 4 : 8;
  scene_.maze_pose = {bodies.maze.position, glm::quat_cast(bodies.maze.rotation)};
  scene_.marble = {bodies.marble.position, glm::quat_cast(bodies.marble.rotation)};
  scene_.marble_velocity = bodies.marble.velocity;
  scene_.hinge_axis = rate > 0 ? bodies.maze.angular_velocity / rate : glm::dvec3(0);
  scene_.marble_radius = kit_->settings.nature.marble_radius;
  scene_.wall_thickness = kit_->settings.nature.wall_thickness;
  scene_.kinetic_energy_j = physics_->marble_energy(bodies_);
  scene_.time_s = static_cast<double>(ticks_) * tick_s();
  scene_.contacts = physics_->contacts(bodies_);
  return scene_;
}

/// Equally many ticks of several worlds.
class FreeStretches final : public Stretches {
 public:
  FreeStretches(std::span<FreeMarble* const> worlds, int ticks)
      : worlds_(worlds), ticks_(ticks), stretches_(worlds.size()) {}

 private:
  Stretch* next(Turning turning) override {
    if (turning != Turning::freely) return nullptr;
    if (!given_back_.empty()) {
      Stretch* const back = given_back_.back();
      given_back_.pop_back();
      return back;
    }
    if (begun_ == worlds_.size()) return nullptr;
    FreeMarble& world = *worlds_[begun_];
    Stretch& stretch = stretches_[begun_++];
    stretch = {world.lanes_, &world.bodies_.fast.bodies, Turning::freely, true, 0};
    stretch.octant = world.octant_;
    stretch.course.mount = world.mount_;
    stretch.course.half_mass = world.often_.half_mass;
    stretch.course.still_energy = world.often_.still_energy;
    stretch.course.still = world.rest_.still_ticks();
    stretch.course.most = ticks_;
    return &stretch;
  }

  void take_back(Stretch& stretch) override { given_back_.push_back(&stretch); }

  void entered(Stretch& stretch) override {
    FreeMarble& world = world_of(stretch);
    if (stretch.course.passed > 0) world.look();  // at the start nothing has moved since the last
    stretch.course.at_target = world.at_target_ ? 1 : 0;
  }

  bool goes_on(Stretch& stretch) override {
    FreeMarble& world = world_of(stretch);
    world.rate_ = stretch.bodies->axis;
    world.octant_ = stretch.octant;
    world.rest_.resume(static_cast<int>(stretch.course.still));
    world.ticks_ += ticks_;
    world.look();
    return false;
  }

  [[nodiscard]] FreeMarble& world_of(const Stretch& stretch) const {
    return *worlds_[static_cast<std::size_t>(&stretch - stretches_.data())];
  }

  std::span<FreeMarble* const> worlds_;
  int ticks_;
  std::vector<Stretch> stretches_;
  std::size_t begun_ = 0;
  std::vector<Stretch*> given_back_;
};

void advance_together(std::span<FreeMarble* const> worlds, int ticks) {
  assert(ticks >= 0);
  const bool in_lanes = std::all_of(worlds.begin(), worlds.end(), [](const FreeMarble* world) {
    return world->can_go_together();
  });
  if (!in_lanes || ticks == 0) {
    for (FreeMarble* world : worlds) world->advance(ticks);
    return;
  }
  FreeStretches stretches(worlds, ticks);
  play_in_lanes(stretches, Turning::freely);
}

}  // namespace marblemaze
