#pragma once

/// Marks a function that is compiled for the processor and, in a CUDA source, also for the device.
/// Such a function calls only functions with this mark and constexpr functions.
#ifdef __CUDACC__
#define MARBLEMAZE_HOST_DEVICE __host__ __device__
#else
#define MARBLEMAZE_HOST_DEVICE
#endif
