#include "engine/sim/physics_settings.h"

#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "support/bad_input.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::bad_input_of;
using ::testing::HasSubstr;

std::string refusal(const std::string& text) {
  return bad_input_of([&] { return settings_from_json(text); });
}

TEST(PhysicsSettings, RoundTrip) {
  PhysicsSettings settings;
  EXPECT_EQ(settings_from_json(to_json(settings)), settings);
  settings.nature.friction = 0.1 + 0.2;  // not a short decimal
  settings.solver.step = 1.0 / 240;
  settings.solver.iterations = 4;
  settings.solver.collision = Collision::compound;
  EXPECT_EQ(settings_from_json(to_json(settings)), settings);
}

TEST(PhysicsSettings, MissingMembersKeepTheirDefaults) {
  PhysicsSettings expected;
  expected.nature.friction = 0.5;
  EXPECT_EQ(settings_from_json(R"({"friction": 0.5})"), expected);
  EXPECT_EQ(settings_from_json("{}"), PhysicsSettings{});
}

TEST(PhysicsSettings, ExactSettingsChangeOnlyTheNoise) {
  const PhysicsSettings exact = exact_machine();
  EXPECT_FALSE(PhysicsSettings().drive.exact());
  EXPECT_TRUE(exact.drive.exact());
  EXPECT_EQ(exact.nature, PhysicsSettings().nature);
  EXPECT_EQ(exact_machine(exact), exact);
}

TEST(PhysicsSettings, EveryFieldIsDocumentedRangedAndInTheFile) {
  const auto document = nlohmann::json::parse(to_json(PhysicsSettings()));
  std::set<std::string> names;
  for (const SettingField& field : physics_setting_fields()) {
    names.insert(std::string(field.name));
    EXPECT_TRUE(document.contains(std::string(field.name))) << field.name;
    EXPECT_FALSE(field.unit.empty()) << field.name;
    EXPECT_FALSE(field.meaning.empty()) << field.name;
    EXPECT_FALSE(field.breaks.empty()) << field.name;
    EXPECT_LE(field.low, field.high) << field.name;
  }
  EXPECT_EQ(names.size(), document.size());
  // The fields cover the whole struct: doubles, one int and one enumeration.
  std::size_t doubles = 0;
  for (const SettingField& field : physics_setting_fields())
    doubles += std::holds_alternative<double>(field.value({}));
  EXPECT_EQ(sizeof(PhysicsSettings) / sizeof(double), doubles + 2)
      << "a new setting needs a row in physics_setting_fields()";
}

TEST(PhysicsSettings, UnknownMemberIsNamed) {
  EXPECT_THAT(refusal(R"({"fricton": 0.5})"), HasSubstr("\"fricton\""));
}

TEST(PhysicsSettings, OutOfRangeQuotesTheValueAndTheRange) {
  EXPECT_THAT(refusal(R"({"friction": -1})"),
              AllOf(HasSubstr("friction"), HasSubstr("-1"), HasSubstr("0 to 2")));
  EXPECT_THAT(refusal(R"({"marble_radius": 0.6})"), HasSubstr("0.6"));
  EXPECT_THAT(refusal(R"({"step": 0})"), HasSubstr("step"));
  EXPECT_THAT(refusal(R"({"solver_iterations": 100000})"), HasSubstr("100000"));
}

TEST(PhysicsSettings, WrongTypesAreRefused) {
  EXPECT_THAT(refusal(R"({"friction": "much"})"),
              AllOf(HasSubstr("\"much\""), HasSubstr("a number")));
  EXPECT_THAT(refusal(R"({"solver_iterations": 2.5})"), HasSubstr("whole number"));
  EXPECT_THAT(refusal(R"({"collision": "mesh"})"),
              AllOf(HasSubstr("\"mesh\""), HasSubstr("compound")));
  EXPECT_THAT(refusal("[1]"), HasSubstr("JSON object"));
  EXPECT_THAT(refusal(R"({"friction": 0.)"), HasSubstr("byte"));
}

TEST(PhysicsSettings, SlopesMustDescend) {
  EXPECT_THAT(refusal(R"({"slope_small": 0.95})"),
              AllOf(HasSubstr("0.95"), HasSubstr("a > b > c")));
}

TEST(PhysicsSettings, HashDiffersWhenAnySettingDoes) {
  std::set<std::string> hashes{settings_hash({})};
  for (const SettingField& field : physics_setting_fields()) {
    PhysicsSettings changed;
    const SettingField::Place place = field.place(changed);
    if (double* const* real = std::get_if<double*>(&place))
      **real += std::max(1e-15, 1e-12 * std::abs(**real));
    else if (int* const* whole = std::get_if<int*>(&place))
      **whole += 1;
    else
      changed.solver.collision = Collision::compound;
    ASSERT_NE(changed, PhysicsSettings{}) << field.name;
    EXPECT_TRUE(hashes.insert(settings_hash(changed)).second) << field.name;
  }
  EXPECT_EQ(settings_hash({}).size(), 16u);
}

TEST(PhysicsSettings, TheDefaultsOfVersion03KeepTheHashUnderWhichTheirResultsWereStored) {
  const char* const defaults = R"({
    "marble_radius": 0.2009, "linear_damping": 0.5382, "wall_thickness": 0.03827,
    "friction": 0.1929, "restitution": 0.25, "turn_time": 1.571, "turn_time_growth": 1.131,
    "brake_speed": 0.2853, "rest_energy": 1.293e-3, "rest_time": 0.2088, "frozen_time": 0.6294,
    "slope_middle": 0.84, "slope_small": 0.444, "predictor_threshold": 0.3})";
  EXPECT_EQ(settings_hash(exact_machine(settings_from_json(defaults))), "158492c794657624");
}

TEST(PhysicsSettings, EachFieldHasAPlaceOfItsOwn) {
  PhysicsSettings settings;
  std::set<SettingField::Place> places;
  for (const SettingField& field : physics_setting_fields())
    EXPECT_TRUE(places.insert(field.place(settings)).second) << field.name;
}

TEST(PhysicsSettings, FileThatIsMissingOrBrokenIsNamed) {
  const testing::TemporaryFolder folder;
  EXPECT_THAT(bad_input_of([&] { return load_settings(folder / "none.json"); }),
              HasSubstr("none.json"));
  EXPECT_THAT(bad_input_of([&] { return load_settings(folder.write("bad.json", "{\"x\": 1}")); }),
              AllOf(HasSubstr("bad.json"), HasSubstr("\"x\"")));
}

}  // namespace
}  // namespace marblemaze
