#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "engine/sim/device/device_runs.h"

namespace marblemaze {

class MarbleWorld;

/// Memory and threads on which a DeviceBatch runs. All functions throw MachineFailure if the device
/// fails; allocate() does if memory is short.
class Device {
 public:
  enum class Kernel { begin, tilt, move };

  virtual ~Device() = default;
  /// Returns the type and number of the device in DLPack: 1 for the processor, 2 for CUDA.
  [[nodiscard]] virtual std::pair<int, int> dlpack() const = 0;
  [[nodiscard]] virtual void* allocate(std::size_t bytes) = 0;
  virtual void release(void* memory) noexcept = 0;
  /// Copies bytes in either direction, or inside the device.
  virtual void copy(void* to, const void* from, std::size_t bytes) = 0;
  /// Runs a kernel for all runs of a job, after all earlier calls.
  virtual void launch(Kernel kernel, const DeviceJob& job) = 0;
  /// Waits for all launches.
  virtual void synchronize() = 0;
};

/// Number of the processor, which makes the same steps in a loop.
inline constexpr int kHost = -1;
/// Returns the GPU with this number, or the processor. Throws BadInput if there is no such number,
/// and MachineFailure if there is no GPU.
[[nodiscard]] std::unique_ptr<Device> make_device(int number);
/// Does the same for a GPU. Only in builds with MARBLEMAZE_CUDA.
[[nodiscard]] std::unique_ptr<Device> make_cuda_device(int number);

/// N runs of the fast model on a device, with the bits that they have as worlds. A run is in the
/// maze with the number of its stream modulo the number of mazes. Run i begins with stream i, and
/// later with its stream plus N.
class DeviceBatch {
 public:
  /// Copies mazes to a device, and begins the runs. Requires: at least one world, all of the fast
  /// model at the start of a run; equal sides, settings and control schemes; worlds with moves have
  /// settled. Throws BadInput unless `count` is positive.
  DeviceBatch(std::unique_ptr<Device> device, std::span<const MarbleWorld> starts, DeviceTask task,
              std::int64_t count);

  [[nodiscard]] const DeviceRows& rows() const { return job_.rows; }
  /// Returns the number of moves of the control scheme.
  [[nodiscard]] int moves() const { return moves_; }
  [[nodiscard]] Device& device() const { return *device_; }

  /// Begins runs: those of the mask, or all; with the streams of the row, or the next ones.
  void reset(bool masked, bool with_streams);
  /// Makes a step with the commands or moves of the rows: `ticks` of continuous control, or a move
  /// to its end. A run that is over begins again instead if `again`; otherwise it makes no step.
  /// Throws Interrupted between two launches; the next step then continues moves under way.
  void step(int ticks, bool again);

 private:
  template <class Value>
  Value* array(std::int64_t count, const Value* from = nullptr);

  struct Release {
    Device* device;
    void operator()(void* memory) const noexcept { device->release(memory); }
  };
  std::unique_ptr<Device> device_;
  std::vector<std::unique_ptr<void, Release>> memory_;
  DeviceJob job_;
  int moves_ = 0;
};

}  // namespace marblemaze
