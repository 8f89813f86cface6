#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/sim/physics_settings.h"
#include "support/run_program.h"

namespace marblemaze::testing {
namespace {

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
