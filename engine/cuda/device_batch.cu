#include <string>

#include <cuda_runtime.h>

#include "engine/cuda/device_batch.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

constexpr int kThreads = 128;  // of a block; 64 to 256 are equally fast

std::string version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

void require(cudaError_t error) {
  if (error == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // later calls do not return it again
  int driver = 0;
  static_cast<void>(cudaDriverGetVersion(&driver));
  if (error == cudaErrorNoDevice || driver == 0)
    throw MachineFailure("cuda: no device: use a machine with an NVIDIA GPU and its driver");
  if (error == cudaErrorInsufficientDriver)
    throw MachineFailure("cuda: the driver supports CUDA " + version(driver) +
                         ": update it, since this library needs " + version(CUDART_VERSION));
  if (error == cudaErrorNoKernelImageForDevice)
    throw MachineFailure(
        "cuda: this library has no code for the device: build it with CMAKE_CUDA_ARCHITECTURES");
  throw MachineFailure(std::string("cuda: ") + cudaGetErrorString(error));
}

struct Free {
  void operator()(void* memory) const { static_cast<void>(cudaFree(memory)); }
};
template <class Value>
using Array = std::unique_ptr<Value, Free>;

template <class Value>
Array<Value> array(std::int64_t count) {
  void* memory = nullptr;
  require(cudaMalloc(&memory, static_cast<std::size_t>(count) * sizeof(Value)));
  return Array<Value>(static_cast<Value*>(memory));
}
template <class Value>
Array<Value> copied(const Value* from, std::size_t count) {
  Array<Value> to = array<Value>(static_cast<std::int64_t>(count));
  require(cudaMemcpy(to.get(), from, count * sizeof(Value), cudaMemcpyHostToDevice));
  return to;
}

/// What all kernels work on.
struct Batch {
  DeviceMazes mazes;
  DeviceRun* runs = nullptr;
  std::int64_t count = 0;
  DeviceRows rows{};
};

__device__ std::int64_t run_of_thread() {
  return static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
}

__global__ void __launch_bounds__(kThreads)
    begin_runs(const __grid_constant__ Batch batch, const std::uint8_t* mask, bool first) {
  const std::int64_t i = run_of_thread();
  if (i >= batch.count || (mask && mask[i] == 0)) return;
  DeviceRun& run = batch.runs[i];
  if (first) run.maze = static_cast<std::int32_t>(i % batch.mazes.count);
  begin_run(batch.mazes, run, first ? i : run.state.stream + batch.count);
  batch.rows.rewards[i] = 0;
  put_row(batch.mazes, run, batch.rows, i);
}

__global__ void __launch_bounds__(kThreads)
    tilt(const __grid_constant__ Batch batch, const float* commands, int ticks, bool again) {
  const std::int64_t i = run_of_thread();
  if (i >= batch.count) return;
  DeviceRun run = batch.runs[i];
  const glm::dvec3 command(commands[3 * i], commands[3 * i + 1], commands[3 * i + 2]);
  batch.rows.rewards[i] =
      step_tilt(batch.mazes, run, command, ticks, again, run.state.stream + batch.count);
  put_row(batch.mazes, run, batch.rows, i);
  batch.runs[i] = run;
}

__global__ void __launch_bounds__(kThreads)
    move(const __grid_constant__ Batch batch, const std::int32_t* moves, int ticks, bool again,
         unsigned long long* under_way_count) {
  const std::int64_t i = run_of_thread();
  if (i >= batch.count || (!moves && !under_way(batch.runs[i].motion))) return;
  DeviceRun run = batch.runs[i];
  if (moves) begin_move(batch.mazes, run, moves[i], again, run.state.stream + batch.count);
  batch.rows.rewards[i] = continue_move(batch.mazes, run, ticks);
  put_row(batch.mazes, run, batch.rows, i);
  batch.runs[i] = run;
  if (under_way(run.motion)) atomicAdd(under_way_count, 1ull);
}

template <class... Parameters, class... Arguments>
void launch(void (*kernel)(const Batch, Parameters...), const Batch& batch,
            Arguments... arguments) {
  const auto blocks = static_cast<unsigned>((batch.count + kThreads - 1) / kThreads);
  kernel<<<blocks, kThreads>>>(batch, arguments...);
  require(cudaGetLastError());
}

}  // namespace

struct DeviceBatch::Memory {
  explicit Memory(const DeviceMazes& mazes) : batch{.mazes = mazes} {}

  int device;
  Array<std::uint8_t> walls;
  Array<DeviceCell> cells;
  Array<CellId> targets;
  Array<DeviceRun> starts, runs;
  Array<DeviceScheme> scheme;
  Array<float> rewards, observations;
  Array<std::int32_t> outcomes, states;
  Array<unsigned long long> under_way;
  Batch batch;
};

DeviceBatch::DeviceBatch(const DeviceTables& tables, std::int64_t runs, int device) {
  int devices = 0;
  require(cudaGetDeviceCount(&devices));
  if (device < 0 || device >= devices)
    throw BadInput("device", std::to_string(device), "0 to " + std::to_string(devices - 1));
  if (runs < 1) throw BadInput("runs", std::to_string(runs), "1 or more");
  require(cudaSetDevice(device));
  const std::int64_t row =
      sizeof(DeviceRun) + 12 + (tables.first.end.tilted ? 4 * kTiltObservation : 0);
  std::size_t free = 0, all = 0;
  require(cudaMemGetInfo(&free, &all));
  if (static_cast<double>(runs) * static_cast<double>(row) > static_cast<double>(free))
    throw MachineFailure("cuda: " + std::to_string(runs) + " runs need " +
                         std::to_string(runs * row >> 20) + " MiB, but " +
                         std::to_string(free >> 20) + " MiB are free: use fewer runs");
  memory_ = std::make_unique<Memory>(tables.view());
  Memory& m = *memory_;
  m.device = device;
  m.walls = copied(tables.walls.data(), tables.walls.size());
  m.cells = copied(tables.cells.data(), tables.cells.size());
  m.targets = copied(tables.targets.data(), tables.targets.size());
  m.starts = copied(tables.starts.data(), tables.starts.size());
  m.scheme = copied(&tables.scheme, 1);
  m.runs = array<DeviceRun>(runs);
  m.rewards = array<float>(runs);
  m.outcomes = array<std::int32_t>(runs);
  m.states = array<std::int32_t>(runs);
  if (tables.first.end.tilted) m.observations = array<float>(kTiltObservation * runs);
  m.under_way = array<unsigned long long>(1);
  DeviceMazes& mazes = m.batch.mazes;
  mazes.model.fast.walls.bits = m.walls.get();
  mazes.model.cells = m.cells.get();
  mazes.model.scheme = m.scheme.get();
  mazes.targets = m.targets.get();
  mazes.starts = m.starts.get();
  m.batch.runs = m.runs.get();
  m.batch.count = runs;
  m.batch.rows = {m.rewards.get(), m.outcomes.get(), m.states.get(), m.observations.get()};
  launch(begin_runs, m.batch, static_cast<const std::uint8_t*>(nullptr), true);
  require(cudaDeviceSynchronize());
}

DeviceBatch::~DeviceBatch() = default;

const DeviceRows& DeviceBatch::rows() const { return memory_->batch.rows; }

void DeviceBatch::reset(const std::uint8_t* mask) {
  require(cudaSetDevice(memory_->device));
  launch(begin_runs, memory_->batch, mask, false);
}

void DeviceBatch::step_tilt(const float* commands, int ticks, bool again) {
  require(cudaSetDevice(memory_->device));
  launch(tilt, memory_->batch, commands, ticks, again);
}

std::int64_t DeviceBatch::step_moves(const std::int32_t* moves, int ticks, bool again) {
  require(cudaSetDevice(memory_->device));
  unsigned long long* const count = memory_->under_way.get();
  require(cudaMemset(count, 0, sizeof *count));
  launch(move, memory_->batch, moves, ticks, again, count);
  unsigned long long left = 0;
  require(cudaMemcpy(&left, count, sizeof left, cudaMemcpyDeviceToHost));
  return static_cast<std::int64_t>(left);
}

void DeviceBatch::synchronize() {
  require(cudaSetDevice(memory_->device));
  require(cudaDeviceSynchronize());
}

std::vector<DeviceRun> DeviceBatch::runs() const {
  std::vector<DeviceRun> runs(static_cast<std::size_t>(memory_->batch.count));
  require(cudaMemcpy(runs.data(), memory_->runs.get(), runs.size() * sizeof(DeviceRun),
                     cudaMemcpyDeviceToHost));
  return runs;
}

}  // namespace marblemaze
