#include <string>

#include <cuda_runtime.h>

#include "engine/sim/device/device_batch.h"
#include "maze/base/errors.h"

namespace marblemaze {
namespace {

constexpr int kThreads = 128;  // of a block; 64 to 256 were equally fast

std::string version(int number) {
  return std::to_string(number / 1000) + "." + std::to_string(number % 1000 / 10);
}

void require(cudaError_t error) {
  if (error == cudaSuccess) return;
  static_cast<void>(cudaGetLastError());  // later calls do not return it again
  int driver = 0;
  static_cast<void>(cudaDriverGetVersion(&driver));
  if (error == cudaErrorNoDevice || driver == 0)
    throw MachineFailure(
        "device 'cuda': no GPU: use a machine with an NVIDIA GPU and its driver");
  if (error == cudaErrorInsufficientDriver)
    throw MachineFailure("device 'cuda': the driver supports CUDA " + version(driver) +
                         ": install one for CUDA " + version(CUDART_VERSION) + " or later");
  if (error == cudaErrorNoKernelImageForDevice)
    throw MachineFailure(
        "device 'cuda': no code for this GPU: build with another CMAKE_CUDA_ARCHITECTURES");
  throw MachineFailure(std::string("device 'cuda': ") + cudaGetErrorString(error));
}

template <class Kernel>
__global__ void __launch_bounds__(kThreads) run(const __grid_constant__ DeviceJob job) {
  const std::int64_t i = static_cast<std::int64_t>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < job.count) Kernel::run(job, i);
}

/// A GPU. Work is queued on the legacy default stream.
class CudaDevice final : public Device {
 public:
  explicit CudaDevice(int number) : number_(number) {
    int devices = 0;
    require(cudaGetDeviceCount(&devices));
    if (number < 0 || number >= devices)
      throw BadInput("device", std::to_string(number), "0 to " + std::to_string(devices - 1));
    select();
  }
  [[nodiscard]] std::pair<int, int> dlpack() const override { return {2, number_}; }
  [[nodiscard]] void* allocate(std::size_t bytes) override {
    select();
    void* memory = nullptr;
    const cudaError_t error = cudaMalloc(&memory, bytes);
    if (error != cudaErrorMemoryAllocation) return require(error), memory;
    static_cast<void>(cudaGetLastError());
    std::size_t free = 0, all = 0;
    require(cudaMemGetInfo(&free, &all));
    throw MachineFailure("device 'cuda': out of memory: " + std::to_string(bytes >> 20) +
                         " MiB more are needed and " + std::to_string(free >> 20) +
                         " MiB are free: use fewer runs or mazes");
  }
  void release(void* memory) noexcept override { static_cast<void>(cudaFree(memory)); }
  void copy(void* to, const void* from, std::size_t bytes) override {
    select();
    require(cudaMemcpy(to, from, bytes, cudaMemcpyDefault));
  }
  void launch(Kernel kernel, const DeviceJob& job) override {
    select();
    const auto blocks = static_cast<unsigned>((job.count + kThreads - 1) / kThreads);
    switch (kernel) {
      case Kernel::begin: run<BeginKernel><<<blocks, kThreads>>>(job); break;
      case Kernel::tilt: run<TiltKernel><<<blocks, kThreads>>>(job); break;
      case Kernel::move: run<MoveKernel><<<blocks, kThreads>>>(job); break;
    }
    require(cudaGetLastError());
  }
  void synchronize() override {
    select();
    require(cudaDeviceSynchronize());
  }

 private:
  void select() const { require(cudaSetDevice(number_)); }

  int number_;
};

}  // namespace

std::unique_ptr<Device> make_cuda_device(int number) {
  return std::make_unique<CudaDevice>(number);
}

}  // namespace marblemaze
