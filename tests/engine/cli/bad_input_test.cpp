#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using testing::ProgramRun;
using testing::run_marblemaze;
using ::testing::StartsWith;
using testing::TemporaryFolder;

/// Bad input is one line on standard error, naming the value, nothing on standard output, status 2.
void expect_refused(const std::vector<std::string>& arguments, const std::string& value) {
  const ProgramRun run = run_marblemaze(arguments);
  std::string shown;
  for (const std::string& word : arguments) shown += word + " ";
  EXPECT_EQ(run.status, 2) << shown << run.err;
  EXPECT_EQ(run.out, "") << shown;
  EXPECT_EQ(run.error_lines(), 1) << shown << run.err;
  EXPECT_THAT(run.err, StartsWith("marblemaze: ")) << shown;
  EXPECT_THAT(run.err, HasSubstr(value)) << shown;
}

class BadMazeFile : public ::testing::Test {
 protected:
  std::string square(const std::string& open, const std::string& start = "1",
                     const std::string& version = "1") {
    return folder_.write("maze.json", R"({"format": "marblemaze-maze", "version": )" + version +
                                          R"(, "dims": [2, 2, 1], "layers": "flat", "start": )" +
                                          start + R"(, "target": 4, "open": )" + open + "}");
  }

  TemporaryFolder folder_;
};

TEST_F(BadMazeFile, PairOutOfRange) {
  expect_refused({"info", square("[[1, 2], [1, 3], [3, 9]]")}, "[3, 9]");
}

TEST_F(BadMazeFile, PairNotAdjacent) {
  expect_refused({"solve", square("[[1, 2], [1, 3], [1, 4]]")}, "[1, 4]");
}

TEST_F(BadMazeFile, TwoComponents) {
  expect_refused({"solve", square("[[1, 2], [3, 4]]")}, "2 separate parts");
}

TEST_F(BadMazeFile, Cycle) {
  expect_refused({"predict", square("[[1, 2], [1, 3], [2, 4], [3, 4]]")}, "cycle");
}

TEST_F(BadMazeFile, StartOutside) {
  expect_refused({"solve", square("[[1, 2], [1, 3], [3, 4]]", "17")}, "17");
}

TEST_F(BadMazeFile, NewerVersion) {
  expect_refused({"solve", square("[[1, 2], [1, 3], [3, 4]]", "1", "2")}, "\"version\" 2");
}

TEST_F(BadMazeFile, TruncatedJson) {
  expect_refused({"info", folder_.write("cut.json", R"({"format": "marblemaze-maze", "ver)")},
                 "cut.json");
}

TEST_F(BadMazeFile, Missing) {
  expect_refused({"info", (folder_ / "none.json").string()}, "none.json");
}

TEST(BadInput, SizesThatMakeNoSense) {
  for (const char* size : {"0", "1", "-3", "100000", "65"})
    for (const char* command : {"generate", "info", "solve", "predict"})
      expect_refused({command, "--size", size}, size);
  expect_refused({"generate", "--size", "three"}, "three");
  expect_refused({"generate", "--size", "99999999999999999999"}, "99999999999999999999");
}

TEST(BadInput, DimsThatMakeNoSense) {
  for (const char* dims : {"4x4", "4x4x4x4", "axbxc", "4x0x4", "", "4x4x4 ", "-4x4x4"})
    if (*dims)
      expect_refused({"generate", "--dims", dims}, dims[0] == '4' && dims[2] == '0' ? "0 along y"
                                                   : dims[0] == '-'                 ? "-4"
                                                                                    : dims);
  expect_refused({"generate", "--dims", "4x4x3", "--layers", "flat"}, "4x4x3");
}

TEST(BadInput, UnknownNames) {
  expect_refused({"solve", "--agent", "genius"}, "'genius'");
  expect_refused({"generate", "--layers", "onion"}, "'onion'");
  expect_refused({"solve", "--world", "dreamed"}, "'dreamed'");
  expect_refused({"frobnicate"}, "frobnicate");
  expect_refused({"--frobnicate"}, "--frobnicate");
  expect_refused({"solve", "--speed", "3"}, "--speed");
}

TEST(BadInput, NumbersOfOrientationsThatTheMazeDoesNotHave) {
  expect_refused({"solve", "--orientations", "7"}, "7");
  expect_refused({"solve", "--orientations", "4"}, "8 or 24 for a cube");
  expect_refused({"solve", "--orientations", "-8"}, "-8");
  expect_refused({"solve", "--layers", "flat", "--size", "4", "--orientations", "8"},
                 "4 for a flat maze");
  expect_refused({"predict", "--orientations", "7"}, "7");
}

TEST(BadInput, SeedsThatAreNoWholeNumbers) {
  for (const char* seed : {"-1", "1.5", "one", "18446744073709551616"})
    expect_refused({"generate", "--seed", seed}, seed);
}

TEST(BadInput, SwitchesThatMakeNoSense) {
  for (const char* wanted : {"24", "7@3", "24@0", "24@-1", "24@x", "@3", "24@3 "})
    expect_refused({"solve", "--switch", wanted}, std::string("'") + wanted + "'");
  expect_refused({"solve", "--layers", "flat", "--size", "4", "--switch", "24@3"}, "24@3");
}

TEST(BadInput, StatesAndMovesThatThePredictorCannotStartFrom) {
  expect_refused({"predict", "--state", "100000"}, "100000");
  expect_refused({"predict", "--state", "-1"}, "-1");
  expect_refused({"predict", "--move", "3"}, "3");
}

TEST(BadInput, SettingsThatMakeNoSense) {
  const TemporaryFolder folder;
  const auto refused = [&](const std::string& json, const std::string& value) {
    expect_refused({"solve", "--settings", folder.write("settings.json", json)}, value);
  };
  refused(R"({"fricton": 1})", "\"fricton\"");
  refused(R"({"friction": -1})", "-1");
  refused(R"({"step": 1})", "step");
  refused("{", "byte");
  expect_refused({"settings", "--settings", (folder / "none.json").string()}, "none.json");
}

TEST(BadInput, OutputThatCannotBeWrittenIsTheMachinesFault) {
  const ProgramRun run = run_marblemaze({"generate", "-o", "/nonexistent/maze.json"});
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.error_lines(), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("/nonexistent/maze.json"));
}

}  // namespace
}  // namespace marblemaze
