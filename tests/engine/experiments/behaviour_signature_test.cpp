#include <gtest/gtest.h>

#include "support/run_program.h"

namespace marblemaze::testing {
namespace {

// The C library picks its sines and cosines by the processor. Without fused multiply-adds every
// amd64 machine has the same ones.
constexpr const char* kOnPlainProcessor =
    "GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX_Fast_Unaligned_Load,-AVX2_Usable,"
    "-FMA_Usable \"$M\" signature";

TEST(BehaviourSignature, WorldsAgentsRecordingsAndMapsBehaveAsTheyDidBefore) {
  const Shell shell;
  const ProgramRun run = shell.run(kOnPlainProcessor);
  ASSERT_EQ(run.status, 0) << run.err;
  const ProgramRun known =
      shell.run("cat " MARBLEMAZE_SOURCE_DIR "/tests/data/behaviour_signature.txt");
  EXPECT_EQ(run.out, known.out)
      << "Where this is meant, say why in the commit that changes "
         "tests/data/behaviour_signature.txt; where it is not, something behaves otherwise.";
}

TEST(BehaviourSignature, PlaysAtLeastAMillionTicks) {
  const ProgramRun run = run_typed("signature | tail -n 1 | awk '{print $2}'");
  EXPECT_GE(std::stol(run.out), 1'000'000);
}

}  // namespace
}  // namespace marblemaze::testing
