#include "engine/sim/marble_worlds.h"

#include <gtest/gtest.h>

#include "engine/run/setup.h"
#include "tests/support/bad_input.h"
#include "tests/support/mazes.h"

namespace marblemaze {
namespace {

PhysicsSettings with_compound() {
  PhysicsSettings settings;
  settings.solver.collision = Collision::compound;
  return settings;
}

TEST(MarbleWorldKinds, DescribeTheirTraits) {
  const auto maze = testing::random_maze(glm::ivec3(3), Layers::all, 1);
  for (const MarbleWorldKind& kind : marble_world_kinds())
    for (const PhysicsSettings& settings : {PhysicsSettings{}, with_compound()}) {
      const auto made =
          setup_in(maze, ControlScheme::cube_8, settings, std::string(kind.name)).world();
      const Traits told = kind.traits(settings), is = made->traits();
      EXPECT_EQ(told.name, kind.name);
      EXPECT_EQ(is.name, kind.name);
      EXPECT_EQ(told.deterministic, is.deterministic) << kind.name;
      EXPECT_EQ(told.posed, is.posed) << kind.name;
      EXPECT_EQ(told.switches, is.switches) << kind.name;
      static_cast<void>(tick_to_rest(*made));
      EXPECT_EQ(made->scene().has_value(), told.posed) << kind.name;
      EXPECT_EQ(made->begin_switch(ControlScheme::cube_24), told.switches) << kind.name;
    }
}

TEST(MarbleWorldKinds, AreThoseWithPhysicsAndThePathPredictor) {
  EXPECT_EQ(marble_world_kinds().size(), physics_kinds().size() + 1);
  for (const MarbleWorldKind& entry : physics_kinds())
    EXPECT_TRUE(is_marble_world_kind(entry.name)) << entry.name;
  EXPECT_EQ(marble_world_names(), "bullet, imagined or predicted");
  EXPECT_EQ(marble_world_names([](const auto& kind) { return kind.traits({}).switches; }),
            "bullet or imagined");
}

TEST(MarbleWorldKinds, AnUnknownOneIsRefusedWithTheKnownOnes) {
  EXPECT_EQ(testing::bad_input_of([] { return &marble_world_kind("sea", "model"); }),
            "model 'sea': expected " + marble_world_names());
}

}  // namespace
}  // namespace marblemaze
