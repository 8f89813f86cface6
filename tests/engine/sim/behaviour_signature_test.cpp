#include <gtest/gtest.h>

#include "support/run_program.h"

namespace marblemaze::testing {
namespace {

void expect_the_known_signature(const std::string& environment) {
  const Shell shell;
  const ProgramRun run = shell.run(environment + " '" MARBLEMAZE_CHECK_PROGRAM "' signature");
  ASSERT_EQ(run.status, 0) << run.err;
  const ProgramRun known =
      shell.run("cat " MARBLEMAZE_SOURCE_DIR "/tests/data/behaviour_signature.txt");
  EXPECT_EQ(run.out, known.out)
      << "If the change is intended, update tests/data/behaviour_signature.txt and give the reason "
         "in the commit message.";
}

// Results must not depend on the C library, which selects its functions for the processor. The
// environment variable selects the functions for an older processor, and the preloaded library
// returns wrong sines. If the test fails, run `check_program signature` to find out whether the
// signature also differs without these two changes.
TEST(BehaviourSignature, IsAsRecordedOnOlderProcessorsAndWithWrongSines) {
  std::string environment =
      "GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX_Fast_Unaligned_Load,-AVX2_Usable,"
      "-FMA_Usable";
#ifdef MARBLEMAZE_WRONG_MATHEMATICS
  // Calls from Bullet also return wrong results.
  environment += " LD_PRELOAD=" MARBLEMAZE_WRONG_MATHEMATICS;
#endif
  expect_the_known_signature(environment);
}

}  // namespace
}  // namespace marblemaze::testing
