#!/bin/sh
# Compiles the CUDA sources for two generations of GPUs. Exit status: 77 without the CUDA toolkit.
#
#   compile_cuda.sh PROJECT FOLDER-FOR-THE-OBJECT-FILE
nvcc=$(command -v nvcc || ls /usr/local/cuda/bin/nvcc 2>/dev/null) || exit 77
cd "$1" && "$nvcc" -std=c++20 -O3 -DNDEBUG -fmad=false --expt-relaxed-constexpr -diag-suppress=20012 -Xcompiler=-ffp-contract=off \
  -gencode arch=compute_80,code=sm_80 -gencode arch=compute_90,code=sm_90 -I. -c engine/sim/device/cuda_device.cu \
  -o "$2/cuda_device.o"
