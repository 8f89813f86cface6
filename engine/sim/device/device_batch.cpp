#include "engine/sim/device/device_batch.h"

#include <cassert>
#include <cstring>
#include <new>
#include <numeric>

#include "agent/tilt/tilt_policy.h"
#include "engine/sim/marble_world.h"
#include "maze/base/errors.h"
#include "maze/base/stop.h"

namespace marblemaze {
namespace {

constexpr int kTicksOfLaunch = 256;  // of moves, between two stop points

class HostDevice final : public Device {
 public:
  [[nodiscard]] std::pair<int, int> dlpack() const override { return {1, 0}; }
  [[nodiscard]] void* allocate(std::size_t bytes) override { return ::operator new(bytes); }
  void release(void* memory) noexcept override { ::operator delete(memory); }
  void copy(void* to, const void* from, std::size_t bytes) override {
    std::memcpy(to, from, bytes);
  }
  void launch(Kernel kernel, const DeviceJob& job) override {
    switch (kernel) {
      case Kernel::begin: return run<BeginKernel>(job);
      case Kernel::tilt: return run<TiltKernel>(job);
      case Kernel::move: return run<MoveKernel>(job);
    }
  }
  void synchronize() override {}

 private:
  template <class Kernel>
  static void run(const DeviceJob& job) {
    for (std::int64_t i = 0; i < job.count; ++i) Kernel::run(job, i);
  }
};

DeviceScheme scheme_of(const OrientationScheme& scheme) {
  DeviceScheme flat{scheme.orientations(), scheme.moves(), {}};
  for (OrientationId o(0); o.index < scheme.orientations(); ++o.index) {
    DeviceScheme::Orientation& to = flat.of[o.index];
    to.up = scheme.up(o);
    for (const MoveId move : scheme.move_ids()) to.turns[move.index] = scheme.turn(o, move);
    for (const Direction down : scheme.down(o))
      to.down = static_cast<std::uint8_t>(to.down | 1 << down.index());
  }
  return flat;
}

DeviceMazes mazes_of(const MarbleModel& model) {
  return {.model = {.settings = model.settings,
                    .rest = model.rest,
                    .limits = model.limits,
                    .constants = model.constants,
                    .turn_time = model.turn_time,
                    .brake_tolerance = model.brake_tolerance,
                    .fast = *model.physics->lanes(),
                    .cells = nullptr,
                    .scheme = nullptr,
                    .target_cell = model.target()}};
}

}  // namespace

std::unique_ptr<Device> make_device(int number) {
  if (number == kHost) return std::make_unique<HostDevice>();
#ifdef MARBLEMAZE_CUDA
  return make_cuda_device(number);
#else
  throw MachineFailure(
      "device 'cuda': not in this library: build it with -DMARBLEMAZE_CUDA=ON "
      "(docs/how-to/gpu.md)");
#endif
}

template <class Value>
Value* DeviceBatch::array(std::int64_t count, const Value* from) {
  const std::size_t bytes = static_cast<std::size_t>(count) * sizeof(Value);
  memory_.emplace_back(device_->allocate(bytes), Release{device_.get()});
  auto* const made = static_cast<Value*>(memory_.back().get());
  if (from) device_->copy(made, from, bytes);
  return made;
}

DeviceBatch::DeviceBatch(std::unique_ptr<Device> device, std::span<const MarbleWorld> starts,
                         DeviceTask task, std::int64_t count)
    : device_(std::move(device)),
      job_{.mazes = mazes_of(starts.front().model()), .task = task, .rows = {}, .count = count} {
  if (count < 1) throw BadInput("runs", std::to_string(count), "1 or more");
  std::vector<std::uint8_t> walls;
  std::vector<DeviceCell> cells;
  std::vector<CellId> targets;
  std::vector<DeviceRun> at_start;
  for (const MarbleWorld& world : starts) {
    const std::shared_ptr<const Maze>& maze = world.model().maze;
    assert(world.model().physics->lanes() && (task.tilted || world.at_rest()));
    assert(maze->grid().dims() == starts.front().maze().grid().dims());
    const std::vector<std::uint8_t>& table = world.model().walls->table();
    walls.insert(walls.end(), table.begin(), table.end());
    const PathToTarget way(maze);
    for (CellId cell(0); maze->grid().in_box(cell); ++cell.index) {
      const bool in_maze = maze->grid().in_maze(cell);
      const bool leads_on = in_maze && cell != maze->target();
      cells.push_back(
          {.left = leads_on ? way.left(cell) : 0,
           .open = maze->open_mask(cell),
           .in_maze = in_maze,
           .way_out = static_cast<std::uint8_t>(leads_on ? way.out_of(cell).index() : 0)});
    }
    at_start.push_back({.state = world.marble_state(),
                        .motion = Motion::settled,
                        .maze = static_cast<std::int32_t>(targets.size())});
    targets.push_back(maze->target());
  }
  const auto size = [](const auto& values) { return static_cast<std::int64_t>(values.size()); };
  const DeviceScheme scheme = scheme_of(starts.front().scheme());
  moves_ = scheme.moves;
  DeviceMazes& mazes = job_.mazes;
  mazes.count = static_cast<int>(starts.size());
  mazes.octants = static_cast<int>(walls.size() / starts.size());
  mazes.cells = static_cast<int>(cells.size() / starts.size());
  mazes.model.fast.walls.bits = array(size(walls), walls.data());
  mazes.model.cells = array(size(cells), cells.data());
  mazes.model.scheme = array(1, &scheme);
  mazes.targets = array(size(targets), targets.data());
  mazes.starts = array(size(at_start), at_start.data());
  job_.rows = {.commands = task.tilted ? array<float>(3 * count) : nullptr,
               .moves = task.tilted ? nullptr : array<std::int32_t>(count),
               .mask = array<std::uint8_t>(count),
               .streams = array<std::uint64_t>(count),
               .rewards = array<float>(count),
               .outcomes = array<std::int32_t>(count),
               .terminated = array<std::uint8_t>(count),
               .truncated = array<std::uint8_t>(count),
               .states = task.tilted ? nullptr : array<std::int32_t>(count),
               .action_mask = task.tilted ? nullptr : array<std::int8_t>(moves_ * count),
               .observations = task.tilted ? array<float>(kTiltObservation * count) : nullptr,
               .runs = array<DeviceRun>(count),
               .any_under_way = array<std::int32_t>(1)};
  std::vector<std::uint64_t> streams(static_cast<std::size_t>(count));
  std::iota(streams.begin(), streams.end(), 0);
  device_->copy(job_.rows.streams, streams.data(), streams.size() * sizeof streams[0]);
  reset(false, true);
}

void DeviceBatch::reset(bool masked, bool with_streams) {
  DeviceJob job = job_;
  job.masked = masked;
  job.with_streams = with_streams;
  device_->launch(Device::Kernel::begin, job);
}

void DeviceBatch::step(int ticks, bool again) {
  DeviceJob job = job_;
  job.again = again;
  job.ticks = ticks;
  stop_point();
  if (job.task.tilted) return device_->launch(Device::Kernel::tilt, job);
  job.ticks = kTicksOfLaunch;
  job.begins = true;
  for (std::int32_t any = 1; any != 0; job.begins = false) {
    stop_point();
    any = 0;
    device_->copy(job.rows.any_under_way, &any, sizeof any);
    device_->launch(Device::Kernel::move, job);
    device_->copy(&any, job.rows.any_under_way, sizeof any);
  }
}

}  // namespace marblemaze
