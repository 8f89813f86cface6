#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "maze/base/file_io.h"
#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using testing::ProgramRun;
using testing::run_marblemaze;
using ::testing::StartsWith;
using testing::TemporaryFolder;

/// Expects status 2, no standard output, and one line on standard error that names the value.
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

TEST(BadInput, InvalidSizes) {
  for (const char* size : {"0", "1", "-3", "100000", "65"})
    for (const char* command : {"generate", "info", "solve", "predict"})
      expect_refused({command, "--size", size}, size);
  expect_refused({"generate", "--size", "three"}, "three");
  expect_refused({"generate", "--size", "99999999999999999999"}, "99999999999999999999");
}

TEST(BadInput, InvalidDims) {
  for (const char* dims : {"4x4", "4x4x4x4", "axbxc", "4x0x4", "", "4x4x4 ", "-4x4x4"})
    if (*dims)
      expect_refused({"generate", "--dims", dims}, dims[0] == '4' && dims[2] == '0' ? "0 along y"
                                                   : dims[0] == '-'                 ? "-4"
                                                                                    : dims);
  expect_refused({"generate", "--dims", "4x4x3", "--layers", "flat"}, "4x4x3");
}

TEST(BadInput, OptionsThatContradictEachOther) {
  const TemporaryFolder folder;
  const std::string maze = (folder / "maze.json").string();
  ASSERT_EQ(run_marblemaze({"generate", "-o", maze}).status, 0);
  expect_refused({"solve", maze, "--size", "5"}, "--size");
  expect_refused({"map", maze, "--dims", "3x4x5"}, "--dims");
  expect_refused({"generate", "--size", "3", "--dims", "3x4x5"}, "--dims");
  expect_refused({"report", "r.db", "--json", "--csv"}, "--json");
}

TEST(BadInput, AMissingValueIsNotTakenFromTheNextOption) {
  expect_refused({"export", "maze.json", "--svg", "--path"}, "svg '--path'");
  expect_refused({"puzzle", "rook", "generate", "--daily", "--seed"}, "daily '--seed'");
  expect_refused({"solve", "--agent", "--json"}, "agent '--json'");
}

TEST(BadInput, UnknownNames) {
  expect_refused({"solve", "--agent", "genius"}, "'genius'");
  expect_refused({"generate", "--layers", "onion"}, "'onion'");
  expect_refused({"solve", "--world", "dreamed"}, "'dreamed'");
  expect_refused({"frobnicate"}, "frobnicate");
  expect_refused({"puzzle", "chess"}, "'chess': expected one of four-bit");
  expect_refused({"--frobnicate"}, "--frobnicate");
  expect_refused({"solve", "--speed", "3"}, "--speed");
}

TEST(BadInput, UnavailableControlSchemes) {
  expect_refused({"solve", "--orientations", "7"}, "7");
  expect_refused({"solve", "--orientations", "4"}, "8 or 24 for a cube");
  expect_refused({"solve", "--orientations", "-8"}, "-8");
  expect_refused({"solve", "--layers", "flat", "--size", "4", "--orientations", "8"},
                 "4 for a flat maze");
  expect_refused({"predict", "--orientations", "7"}, "7");
}

TEST(BadInput, SeedsThatAreNotIntegers) {
  for (const char* seed : {"-1", "1.5", "one", "18446744073709551616"})
    expect_refused({"generate", "--seed", seed}, seed);
}

TEST(BadInput, InvalidSwitches) {
  for (const char* wanted : {"24", "7@3", "24@0", "24@-1", "24@x", "@3", "24@3 "})
    expect_refused({"solve", "--switch", wanted}, std::string("'") + wanted + "'");
  expect_refused({"solve", "--layers", "flat", "--size", "4", "--switch", "24@3"}, "24@3");
}

TEST(BadInput, StatesAndMovesThatThePredictorCannotStartFrom) {
  expect_refused({"predict", "--state", "100000"}, "100000");
  expect_refused({"predict", "--state", "-1"}, "-1");
  expect_refused({"predict", "--move", "3"}, "3");
}

TEST(BadInput, InvalidSettings) {
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

TEST(BadInput, AnUnwritableOutputIsASystemError) {
  const ProgramRun run = run_marblemaze({"generate", "-o", "/proc/maze.json"});
  EXPECT_EQ(run.status, 3);
  EXPECT_EQ(run.error_lines(), 1) << run.err;
  EXPECT_THAT(run.err, HasSubstr("/proc/maze.json"));
}

TEST(BadInput, InvalidNumbers) {
  for (const char* number : {"nan", "inf", "1e999", "1.5.2", "one"})
    expect_refused({"puzzle", "life", "--density", number}, number);
  expect_refused({"map", "--trials", "2000000000"}, "2 to 10000");
  expect_refused({"puzzle", "life", "--density", "-1"}, "-1");
  expect_refused({"map", "--jobs", "-1"}, "0 to 1024");
  expect_refused({"design", "--moves", "17179869184"}, "17179869184");
  expect_refused({"solve", "--orientations", "9999999999"}, "9999999999");
}

TEST(BadInput, NumbersAtTheEdgeOf64Bits) {
  expect_refused({"map", "--trials", "-9223372036854775808"}, "trials '-9223372036854775808'");
}

TEST(BadInput, AnEmptyWordBeforeAnUnknownFlag) {
  const TemporaryFolder folder;
  expect_refused({"map", (folder / "maze.json").string(), "", "-x"}, "''");
  expect_refused({"report", (folder / "results.db").string(), "", "-x"}, "''");
}

TEST(BadInput, AValueOfSeveralLinesIsQuotedInOneLine) {
  expect_refused({"generate", "--layers", "all\nouter"}, "all?outer");
  expect_refused({"generate", "--colour", "\x1b[31m\n"}, "?[31m");
}

TEST(BadInput, SettingsWithAnUnrepresentableNumber) {
  const TemporaryFolder folder;
  expect_refused({"settings", "--settings", folder.write("s.json", R"({"gravity": 1e999})")},
                 "settings");
}

TEST(BadInput, DeeplyNestedBrackets) {
  const TemporaryFolder folder;
  const std::string deep = std::string(300000, '[') + std::string(300000, ']');
  expect_refused({"info", folder.write("maze.json", deep)}, "64 levels");
  expect_refused({"settings", "--settings", folder.write("s.json", deep)}, "64 levels");
  expect_refused({"export", folder.write("m.json", "{\"format\": " + deep + "}"), "--stl",
                  (folder / "a").string()},
                 "64 levels");
}

TEST(BadInput, OutputsThatWouldOverwriteSettingsOrResults) {
  const TemporaryFolder folder;
  const std::string settings = folder.write("s.json", run_marblemaze({"settings", "--json"}).out);
  const std::string results = (folder / "b.db").string();
  ASSERT_EQ(run_marblemaze({"bench", "--agent", "heuristic", "--size", "2", "--seeds", "1-1",
                            "--results", results})
                .status,
            0);
  const std::string before = read_text_file(settings) + read_text_file(results);
  const std::string message = "expected another file than the one that is read";
  expect_refused({"solve", "--settings", settings, "--size", "2", "--trace", settings}, message);
  expect_refused({"design", "--settings", settings, "--size", "2", "-o", settings}, message);
  expect_refused({"bench", "--settings", settings, "--results", settings}, message);
  expect_refused({"merge", results, results}, message);
  EXPECT_EQ(read_text_file(settings) + read_text_file(results), before);
}

TEST(BadInput, IncompatibleOptions) {
  expect_refused({"solve", "--free", "--switch", "24@3"},
                 "--switch cannot be combined with --free");
  expect_refused({"marblebench", "--list", "--agent", "heuristic"},
                 "--agent cannot be combined with --list");
  expect_refused({"report", "r.db", "--bench", "a.json"}, "FILE cannot be combined with --bench");
  expect_refused({"report", "--bench", "a.json", "--seeds", "1-2"},
                 "--bench cannot be combined with --seeds");
  expect_refused({"puzzle", "rook", "solve", "--all", "--limit", "0"}, "limit '0'");
  expect_refused({"puzzle", "rook", "solve", "--limit", "2"}, "--limit requires --all");
}

TEST(BadInput, WrongNumbersOfArguments) {
  expect_refused({"solve", "--size"}, "--size: expected a value");
  expect_refused({"solve", "--seed", "1", "--seed", "2"}, "--seed was given more than once");
  expect_refused({"info", "a.json", "b.json"}, "unexpected argument 'b.json'");
  // The value of an unknown option must not be taken for the file that --seed excludes.
  expect_refused({"puzzle", "nonogram", "generate", "--size", "8", "--seed", "7"},
                 "unexpected argument '--size'");
  expect_refused({"solve", "--json=maybe"}, "--json 'maybe'");
  expect_refused({}, "command missing: expected one of generate");
}

TEST(BadInput, NumbersWithZerosInFrontAreDecimal) {
  EXPECT_EQ(run_marblemaze({"generate", "--seed", "010"}).out,
            run_marblemaze({"generate", "--seed", "10"}).out);
}

TEST(BadInput, OutputsThatWouldOverwriteAnInputOrEachOther) {
  const TemporaryFolder folder;
  const std::string maze = (folder / "maze.json").string(), out = (folder / "out").string();
  ASSERT_EQ(run_marblemaze({"generate", "-o", maze}).status, 0);
  const std::string before = read_text_file(maze);
  expect_refused({"export", maze, "--stl", maze}, "maze.json");
  expect_refused({"solve", maze, "--trace", (folder / "." / "maze.json").string()}, "--trace");
  expect_refused({"export", maze, "--stl", out, "--svg", out}, "another file than that of --stl");
  expect_refused({"generate", "-o", (folder / "none" / "maze.json").string()},
                 "folder that exists");
  expect_refused({"generate", "-o", folder.path().string()}, "not a folder");
  EXPECT_EQ(read_text_file(maze), before);
  EXPECT_FALSE(std::filesystem::exists(out));
}

// Sanitizers need more address space than the limit.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
TEST(OutOfMemory, NamesTheFile) {
  const testing::Shell shell;
  for (const char* make :
       {"truncate -s 1G large.json",                          // too large to read
        "(printf '['; yes 1, | head -c 16M) >large.json"}) {  // small enough to read but too large
                                                              // to parse
    const ProgramRun run =
        shell.run(std::string(make) + "; ulimit -v 300000; exec \"$M\" info large.json");
    EXPECT_EQ(run.status, 3) << make;
    EXPECT_EQ(run.err, "marblemaze: out of memory over the file 'large.json'\n") << make;
  }
}
#endif

}  // namespace
}  // namespace marblemaze
