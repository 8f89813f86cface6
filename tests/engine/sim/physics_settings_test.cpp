#include "engine/sim/physics_settings.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/bad_input.h"

namespace marblemaze {
namespace {

using testing::error_message_of;
using ::testing::HasSubstr;

TEST(PhysicsSettings, RoundTripWithDefaultsForMissingMembers) {
  PhysicsSettings settings;
  EXPECT_EQ(settings_from_json("{}"), settings);
  settings.nature.friction = 0.5;
  EXPECT_EQ(settings_from_json(R"({"friction": 0.5})"), settings);
  settings.nature.friction = 0.1 + 0.2;  // needs 17 digits
  settings.solver.step = 1.0 / 240;
  settings.solver.iterations = 4;
  settings.solver.collision = Collision::compound;
  EXPECT_EQ(settings_from_json(to_json(settings)), settings);
}

TEST(PhysicsSettings, TheTableOfFieldsIsComplete) {
  // The members are doubles, one int and one enumeration.
  std::size_t doubles = 0;
  for (const SettingField& field : physics_setting_fields())
    doubles += std::holds_alternative<double>(field.value({}));
  EXPECT_EQ(sizeof(PhysicsSettings) / sizeof(double), doubles + 2)
      << "a new setting needs a row in physics_setting_fields()";
}

TEST(PhysicsSettings, RejectsInvalidValuesByName) {
  for (const auto& [text, told] : std::vector<std::pair<const char*, const char*>>{
           {R"({"fricton": 0.5})", "\"fricton\""},
           {R"({"friction": -1})", "setting \"friction\" -1: expected 0 to 2"},
           {R"({"marble_radius": 0.6})", "0.6"},
           {R"({"step": 0})", "step"},
           {R"({"solver_iterations": 100000})", "100000"},
           {R"({"friction": "much"})", "\"much\": expected a number"},
           {R"({"solver_iterations": 2.5})", "integer"},
           {R"({"collision": "mesh"})", "\"mesh\": expected \"grid\" or \"compound\""},
           {"[1]", "JSON object"},
           {R"({"friction": 0.)", "byte"},
           {R"({"slope_small": 0.95})", "a > b > c"}})
    EXPECT_THAT(error_message_of([&, &text = text] { return settings_from_json(text); }),
                HasSubstr(told));
}

TEST(PhysicsSettings, HashDiffersWhenAnySettingDoes) {
  std::set<std::string> hashes{settings_hash({})};
  for (const SettingField& field : physics_setting_fields()) {
    PhysicsSettings changed;
    const SettingField::Pointer pointer = field.pointer(changed);
    if (double* const* real = std::get_if<double*>(&pointer))
      **real += std::max(1e-15, 1e-12 * std::abs(**real));
    else if (int* const* whole = std::get_if<int*>(&pointer))
      **whole += 1;
    else
      changed.solver.collision = Collision::compound;
    ASSERT_NE(changed, PhysicsSettings{}) << field.name;
    EXPECT_TRUE(hashes.insert(settings_hash(changed)).second) << field.name;
  }
  EXPECT_EQ(settings_hash({}).size(), 16u);
}

}  // namespace
}  // namespace marblemaze
