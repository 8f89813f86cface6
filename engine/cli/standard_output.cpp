#include "engine/cli/standard_output.h"

#include <cstdio>
#include <iostream>

#include "maze/errors.h"

namespace marblemaze {

void flush_standard_output() {
  std::cout.flush();
  // A flush that failed earlier has dropped its bytes: only ferror still tells of it.
  if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0 || !std::cout)
    throw MachineFailure("cannot write the output: is the disk full?");
}

}  // namespace marblemaze
