#include "engine/world/marble_world.h"

#include <algorithm>
#include <cassert>
#include <climits>
#include <cmath>

#include <glm/gtc/quaternion.hpp>
#include <glm/gtc/type_ptr.hpp>

#include "engine/physics/body_constants.h"
#include "engine/physics/fast/fast_lanes.h"
#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/hash.h"
#include "maze/grid/resting.h"
#include "maze/world/rules.h"

namespace marblemaze {
namespace {

const glm::dvec3 kVertical(0, 0, 1);

glm::dmat3 orthonormal(glm::dmat3 m) {
  m[0] = glm::normalize(m[0]);
  m[1] = glm::normalize(m[1] - m[0] * glm::dot(m[0], m[1]));
  m[2] = glm::cross(m[0], m[1]);
  return m;
}

/// The attitude nearest to `rotation` in which `up` (maze frame) is vertical, so that errors of a
/// turn never add up; only the yaw, which gravity does not feel, is left as it came.
glm::dmat3 stand_upright(const glm::dmat3& rotation, glm::dvec3 up) {
  const glm::dvec3 lean = glm::cross(rotation * up, kVertical);
  const double sine = glm::length(lean);
  if (sine < 1e-15) return orthonormal(rotation);
  return orthonormal(
      rotation_about(lean / sine, arc_tangent(sine, glm::dot(rotation * up, kVertical))) *
      rotation);
}

const Maze& required(const std::shared_ptr<const Maze>& maze) {
  assert(maze);
  return *maze;
}

int longest_side(const Maze& maze) {
  const glm::ivec3 dims = maze.grid().dims();
  return std::max({dims.x, dims.y, dims.z});
}

/// What MarbleWorld::save() writes, one after the other; the back end's numbers follow.
enum Saved : std::size_t {
  kState,
  kOrientations,
  kStream,
  kDraws,
  kStillTicks,
  kTicks,
  kMoveBegan,
  kUpright,
  kNumbers = kUpright + 9
};
constexpr std::uint64_t kMostTicks = std::uint64_t{1} << 62;

std::vector<double> numbers_of(std::span<const std::uint64_t> words) {
  std::vector<double> numbers;
  for (std::uint64_t word : words) numbers.push_back(same_bits<double>(word));
  return numbers;
}

/// Column by column.
glm::dmat3 matrix_of(const std::vector<double>& numbers) { return glm::make_mat3(numbers.data()); }

bool has_scheme(const Maze& maze, std::int64_t orientations) {
  return maze.grid().layers() == Layers::flat ? orientations == 4
                                              : orientations == 8 || orientations == 24;
}

}  // namespace

MarbleWorld::MarbleWorld(std::shared_ptr<const Maze> maze, int orientations,
                         const PhysicsSettings& settings, const PhysicsBackendEntry& backend)
    : MarbleWorld(maze, std::make_shared<const WallFeatures>(required(maze)),
                  std::make_shared<const OrientationScheme>(
                      orientations, required(maze).grid().layers(), settings.slopes),
                  settings, backend) {
  reset();
}

MarbleWorld::MarbleWorld(std::shared_ptr<const Maze> maze,
                         std::shared_ptr<const WallFeatures> features,
                         std::shared_ptr<const OrientationScheme> scheme,
                         const PhysicsSettings& settings, const PhysicsBackendEntry& backend)
    : World(std::make_shared<const MazeRules>(maze, scheme)),
      maze_(std::move(maze)),
      features_(std::move(features)),
      settings_(settings),
      scheme_(std::move(scheme)),
      backend_(&backend),
      physics_(backend.make(maze_, features_, settings)),
      rest_(settings.rest.energy, settings.solver.step),
      drive_{1,
             grown(settings.drive.turn_time, settings.drive.turn_time_growth, longest_side(*maze_)),
             settings.drive.brake_speed, BodyConstants(maze_->grid().dims(), settings).maze_inertia,
             settings.solver.step},
      nominal_turn_time_(drive_.turn_time),
      // Not beyond what it is at 3 cells: a power below 0 would tilt smaller mazes by degrees.
      brake_tolerance_(grown(settings.drive.brake_tolerance, settings.drive.brake_tolerance_growth,
                             std::max(3, longest_side(*maze_)))) {}

Traits MarbleWorld::traits_with(const PhysicsBackendEntry& backend,
                                const PhysicsSettings& settings) {
  return {.name = std::string(backend.name),
          .deterministic = settings.drive.exact(),
          .cloneable = true,
          .posed = true,
          .state_bound = 8 * kBalancedStride,
          .switches = true};
}

void MarbleWorld::do_reset() {
  ticks_ = 0;
  draws_.restart();
  place(scheme_->state(maze_->start(), OrientationId(0)));
}

void MarbleWorld::place(StateId state) {
  assert(state.valid() && maze_->grid().in_maze(scheme_->cell(state)));
  state_ = state;
  orientation_ = scheme_->orientation(state);
  rotation_ = stand_upright(glm::dmat3(1), scheme_->up(orientation_));
  glm::dvec3 centre = glm::dvec3(maze_->grid().position(scheme_->cell(state))) + 0.5;
  const double to_wall =
      0.5 - 0.5 * settings_.nature.wall_thickness - settings_.nature.marble_radius;
  for (Direction down : scheme_->down(orientation_))
    if (!maze_->open(scheme_->cell(state), down)) centre[down.axis] += down.sign * to_wall;
  PhysicsState bodies;
  bodies.maze.rotation = rotation_;
  bodies.marble.position = rotation_ * (centre - 0.5 * glm::dvec3(maze_->grid().dims()));
  bodies_ = physics_->placed(bodies);
  rest_.reset();
  stage_ = Stage::waiting;
  move_began_ = ticks_;
  placed_at_rest();
}

void MarbleWorld::displace(glm::dvec3 offset) {
  assert(stands() && std::isfinite(glm::dot(offset, offset)));
  PhysicsState bodies = physics_->state(bodies_);
  bodies.marble.position += rotation_ * offset;
  bodies_ = physics_->placed(bodies);
}

void MarbleWorld::do_begin(MoveId move) { begin_turn(scheme_->turn(orientation_, move)); }

bool MarbleWorld::do_begin_switch(int orientations) {
  if (orientations == scheme_->orientations() || !has_scheme(*maze_, orientations)) return false;
  auto next = std::make_shared<const OrientationScheme>(orientations, maze_->grid().layers(),
                                                        settings_.slopes);
  const glm::dvec3 from = scheme_->up(orientation_);
  const OrientationId to = next->nearest(from);
  use_scheme(std::move(next));
  begin_turn({to, glm::normalize(glm::cross(scheme_->up(to), from)),
              arc_cosine(glm::dot(from, scheme_->up(to))), true});
  return true;
}

void MarbleWorld::use_scheme(std::shared_ptr<const OrientationScheme> scheme) {
  scheme_ = std::move(scheme);
  use_rules(std::make_shared<const MazeRules>(maze_, scheme_));
}

void MarbleWorld::begin_turn(const Turn& turn) {
  move_began_ = ticks_;
  if (!settings_.drive.exact()) drawn_ = draws_.next();
  drive_.turn_time = nominal_turn_time_ * (1 + settings_.drive.variation * drawn_.turn_time);
  if (brake_tolerance_ > 0) physics_->brake(bodies_, rotation_);
  orientation_ = turn.to;
  axis_ = glm::normalize(rotation_ * turn.axis);
  drive_.sweep = turn.sweep_rad;
  stage_ = Stage::turning;
  physics_->release(bodies_, axis_);
}

Motion MarbleWorld::do_tick() {
  const bool turning = stage_ == Stage::turning;
  physics_->step(
      bodies_,
      turning ? drive_.torque(physics_->hinge_angle(bodies_), physics_->hinge_rate(bodies_)) : 0);
  return follow_step();
}

Motion MarbleWorld::follow_step() {
  ++ticks_;
  return note(stage_ == Stage::turning ? follow_turn() : follow_rest());
}

Stretch MarbleWorld::stretch() {
  const PhysicsSettings::Rest& rest = settings_.rest;
  const double at_rest = rest_.ticks_for(rest.time), still = rest_.still_ticks();
  return {.model = physics_->lanes(),
          .bodies = &bodies_.fast.bodies,
          .turning = stage_ == Stage::turning ? Turning::by_the_hinge : Turning::not_at_all,
          .watched = false,
          .first_wanted = at_rest,
          .course = {.drive = drive_,
                     .mount = {},
                     .at_target = 0,
                     .half_mass = 0.5 * settings_.nature.marble_mass,
                     .still_energy = rest.energy,
                     .still = still,
                     .still_wanted = still < at_rest ? at_rest : rest_.ticks_for(rest.frozen_time),
                     .passed = 0,
                     .most = steps_in(rest.move_time_limit, settings_.solver.step) -
                             static_cast<double>(ticks_ - move_began_)}};
}

void MarbleWorld::note_steps(long steps, int still) {
  ticks_ += steps;
  rest_.resume(still);
}

Motion MarbleWorld::follow_turn() {
  const double angle = physics_->hinge_angle(bodies_);
  if (drive_.past_half(angle) && drive_.arrived(angle, physics_->hinge_rate(bodies_))) {
    brake();
    return Motion::rolling;
  }
  // A marble too heavy for the drive can hold the maze for ever.
  if (out_of_time()) return Motion::overdue;
  return drive_.past_half(angle) ? Motion::slowing : Motion::speeding;
}

void MarbleWorld::brake() {
  rotation_ =
      stand_upright(rotation_about(axis_, drive_.sweep) * rotation_, scheme_->up(orientation_));
  physics_->brake(bodies_, with_tilt(rotation_));
  rest_.reset();
  stage_ = Stage::waiting;
}

/// As the brake leaves it after this move.
glm::dmat3 MarbleWorld::with_tilt(const glm::dmat3& rotation) const {
  const double tilt = brake_tolerance_ * glm::length(drawn_.tilt);
  if (tilt == 0) return rotation;
  return rotation_about(glm::normalize(glm::dvec3(drawn_.tilt, 0)), tilt) * rotation;
}

Motion MarbleWorld::follow_rest() {
  rest_.observe(physics_->marble_energy(bodies_));
  if (rest_.still_for(settings_.rest.time)) {
    if (walls_hold_the_marble()) {
      state_ = scheme_->state(marble_cell(), orientation_);
      return Motion::settled;
    }
    if (rest_.still_for(settings_.rest.frozen_time)) return freeze();
  }
  return out_of_time() ? Motion::overdue : Motion::rolling;
}

bool MarbleWorld::out_of_time() const {
  return static_cast<double>(ticks_ - move_began_) * settings_.solver.step >=
         settings_.rest.move_time_limit;
}

Motion MarbleWorld::freeze() {
  const CellId cell = marble_cell();
  state_ = StateId();
  if (cell.valid())
    state_ = balanced_state(scheme_->state(cell, orientation_),
                            missing_walls_below(*maze_, *scheme_, cell, orientation_));
  return Motion::frozen;
}

CellId MarbleWorld::marble_cell() const { return maze_->grid().cell_at(marble_in_maze()); }

bool MarbleWorld::walls_hold_the_marble() const {
  const CellId cell = marble_cell();
  return cell.valid() && can_rest(*maze_, *scheme_, scheme_->state(cell, orientation_));
}

void MarbleWorld::stand_in(StateId state, int orientations, const glm::dmat3& upright,
                           const HiddenDraws& draws) {
  if (orientations != scheme_->orientations())
    use_scheme(std::make_shared<const OrientationScheme>(orientations, maze_->grid().layers(),
                                                         settings_.slopes));
  state_ = state;
  orientation_ = scheme_->orientation(state);
  rotation_ = upright;
  draws_ = draws;
  stage_ = Stage::waiting;
}

void MarbleWorld::rest_like(const MarbleWorld& other) {
  assert(stands() && other.stands() && other.state_.valid());
  stand_in(other.state_, other.scheme_->orientations(), other.rotation_, other.draws_);
  bodies_ = physics_->placed(other.physics_->state(other.bodies_));
  rest_.reset();
  move_began_ = ticks_;
  placed_at_rest();
}

std::unique_ptr<MarbleWorld> MarbleWorld::placed_in(StateId state, std::uint64_t stream) const {
  auto world = std::make_unique<MarbleWorld>(*this);
  world->draw_from(stream);
  world->place(state);
  return world;
}

std::unique_ptr<World> MarbleWorld::clone() const { return std::make_unique<MarbleWorld>(*this); }

PoseKey MarbleWorld::do_pose_key() const {
  // As Scene::marble_in_maze, to the last bit.
  const PhysicsState bodies = physics_->state(bodies_);
  return pose_key_of(glm::inverse(glm::quat_cast(bodies.maze.rotation)) *
                         (bodies.marble.position - bodies.maze.position) +
                     glm::dvec3(maze_->grid().dims()) * 0.5);
}

const Scene* MarbleWorld::scene() const {
  const PhysicsState bodies = physics_->state(bodies_);
  scene_.maze = maze_.get();
  scene_.orientations = scheme_->orientations();
  scene_.maze_pose = {bodies.maze.position, glm::quat_cast(bodies.maze.rotation)};
  scene_.marble = {bodies.marble.position, glm::quat_cast(bodies.marble.rotation)};
  scene_.marble_velocity = bodies.marble.velocity;
  scene_.hinge_axis = stage_ == Stage::turning ? axis_ : glm::dvec3(0);
  scene_.marble_radius = settings_.nature.marble_radius;
  scene_.wall_thickness = settings_.nature.wall_thickness;
  scene_.kinetic_energy_j = physics_->marble_energy(bodies_);
  scene_.time_s = static_cast<double>(ticks_) * settings_.solver.step;
  scene_.contacts = physics_->contacts(bodies_);
  return &scene_;
}

double MarbleWorld::tilt_error() const {
  const glm::dvec3 up = physics_->state(bodies_).maze.rotation * scheme_->up(orientation_);
  return arc_tangent(glm::length(glm::cross(up, kVertical)), glm::dot(up, kVertical));
}

std::uint64_t MarbleWorld::state_hash() const { return hash_of(physics_->state(bodies_)).value(); }

std::vector<std::uint64_t> MarbleWorld::do_save() const {
  std::vector<std::uint64_t> words(kNumbers);
  words[kState] = static_cast<std::uint64_t>(state_.index);
  words[kOrientations] = static_cast<std::uint64_t>(scheme_->orientations());
  words[kStream] = draws_.stream();
  words[kDraws] = draws_.moves();
  words[kStillTicks] = static_cast<std::uint64_t>(rest_.still_ticks());
  words[kTicks] = static_cast<std::uint64_t>(ticks_);
  words[kMoveBegan] = static_cast<std::uint64_t>(move_began_);
  const std::span upright(glm::value_ptr(rotation_), 9);
  std::transform(upright.begin(), upright.end(), words.begin() + kUpright,
                 [](double number) { return same_bits<std::uint64_t>(number); });
  for (double number : physics_->numbers(bodies_))
    words.push_back(same_bits<std::uint64_t>(number));
  return words;
}

bool MarbleWorld::do_load(std::span<const std::uint64_t> words) {
  if (words.size() < kNumbers ||
      !has_scheme(*maze_, static_cast<std::int64_t>(words[kOrientations])) ||
      words[kState] >= static_cast<std::uint64_t>(traits().state_bound) ||
      words[kTicks] > kMostTicks || words[kMoveBegan] > words[kTicks] ||
      words[kStillTicks] > std::min<std::uint64_t>(words[kTicks], INT_MAX))
    return false;
  const int orientations = static_cast<int>(words[kOrientations]);
  const StateId state(static_cast<std::int32_t>(words[kState]));
  const glm::dmat3 upright = matrix_of(numbers_of(words.subspan(kUpright, 9)));

  const auto bodies = physics_->from_numbers(
      Turning::not_at_all, numbers_of(words.subspan(kNumbers)), longest_side(*maze_));
  if (!is_rotation(upright) || !bodies) return false;
  const CellId cell(state.index % kBalancedStride / orientations);
  if (maze_->grid().cell_at(physics_->marble_in_maze(*bodies)) != cell) return false;

  stand_in(state, orientations, upright, HiddenDraws(words[kStream], words[kDraws]));
  bodies_ = *bodies;
  rest_.resume(static_cast<int>(words[kStillTicks]));
  ticks_ = static_cast<long>(words[kTicks]);
  move_began_ = static_cast<long>(words[kMoveBegan]);
  return true;
}

}  // namespace marblemaze
