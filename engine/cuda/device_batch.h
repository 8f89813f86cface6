#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/sim/fast/device_model.h"

namespace marblemaze {

/// N runs of the fast model on a CUDA device: run i is in maze i modulo the number of mazes and
/// begins with the noise of stream i. Work is queued on the legacy default stream, which the
/// streams of PyTorch, JAX and CuPy wait for by default. Throws MachineFailure if the device fails
/// or its memory is too small, and BadInput for a device that does not exist.
class DeviceBatch {
 public:
  DeviceBatch(const DeviceTables& tables, std::int64_t runs, int device);
  ~DeviceBatch();
  DeviceBatch(const DeviceBatch&) = delete;
  DeviceBatch& operator=(const DeviceBatch&) = delete;

  /// Returns the results of the last call, in device memory.
  [[nodiscard]] const DeviceRows& rows() const;
  /// Begins the runs again that a mask of N bytes in device memory selects, all if it is null, with
  /// the noise of their next streams.
  void reset(const std::uint8_t* mask);
  /// Makes a step of continuous control with commands [N][3] in device memory (step_tilt()).
  void step_tilt(const float* commands, int ticks, bool again);
  /// Begins moves [N] in device memory (begin_move()), unless it is null, and makes at most so many
  /// ticks of all moves under way. Returns the number of moves that are still under way, which the
  /// next call must continue with null.
  std::int64_t step_moves(const std::int32_t* moves, int ticks, bool again);
  /// Waits for the device.
  void synchronize();
  /// Returns a copy of the runs.
  [[nodiscard]] std::vector<DeviceRun> runs() const;

 private:
  struct Memory;
  std::unique_ptr<Memory> memory_;
};

}  // namespace marblemaze
