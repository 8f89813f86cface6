// Tests that run check_program.
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/sim/physics_settings.h"
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

nlohmann::json shaken(const std::string& arguments) {
  const ProgramRun run = Shell().run("'" MARBLEMAZE_CHECK_PROGRAM "' shake " + arguments);
  EXPECT_EQ(run.status, 0) << run.err;
  return nlohmann::json::parse(run.out);
}

TEST(Shake, MarbleStaysInsideDuring500RandomMoves) {
  for (const std::string stepper : {"grid", "imagined"}) {
    const nlohmann::json result = shaken("moves=500 mazes=8 stepper=" + stepper);
    EXPECT_EQ(result["moves"], 500);
    EXPECT_EQ(result["settled"].get<int>() + result["frozen"].get<int>(), 500);
    for (const char* fault : {"escapes", "tunnelled", "not_a_number", "overdue"})
      EXPECT_EQ(result[fault], 0) << fault;
    EXPECT_LE(result["worst_tilt_rad"].get<double>(),
              PhysicsSettings{}.drive.brake_tolerance * (1 + 1e-9));
  }
}

TEST(Shake, OrientationErrorsDoNotAccumulate) {
  EXPECT_LT(shaken("moves=300 mazes=4 exact=1")["worst_tilt_rad"].get<double>(), 1e-12);
}

}  // namespace
}  // namespace marblemaze::testing
