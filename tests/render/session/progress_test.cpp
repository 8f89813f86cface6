#include <filesystem>

#include <gmock/gmock.h>

#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "render/session/levels.h"
#include "tests/support/environment_variable.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::EnvironmentVariable;
using marblemaze::testing::TemporaryFolder;
using ::testing::HasSubstr;

const Level& first() { return levels()[0]; }

TEST(Progress, IsKeptFromOneStartToTheNextInAFolderThatItMakes) {
  const TemporaryFolder folder;
  const auto file = folder / "data" / "marblemaze" / "progress.json";
  Progress(file).add(first(), {2, 5});
  const Progress again(file);
  EXPECT_EQ(again.best(first()), (Progress::Best{2, 5}));
  EXPECT_EQ(again.best(levels()[1]), Progress::Best{});
  EXPECT_EQ(again.stars(), 2);
  EXPECT_EQ(again.fault(), "");
}

TEST(Progress, OnlyABetterResultReplacesTheBest) {
  Progress progress;
  progress.add(first(), {2, 6});
  progress.add(first(), {1, 4});
  EXPECT_EQ(progress.best(first()), (Progress::Best{2, 6}));
  progress.add(first(), {2, 5});
  EXPECT_EQ(progress.best(first()), (Progress::Best{2, 5}));
  progress.add(first(), {3, 4});
  EXPECT_EQ(progress.stars(), 3);
}

TEST(Progress, ABrokenFileIsToldOfInOneLineAndKeptBesideTheNewOne) {
  const TemporaryFolder folder;
  const auto file = folder.write("progress.json", "{\"format\": \"marblemaze-progress\", ");
  Progress progress(file);
  EXPECT_THAT(progress.fault(), HasSubstr("progress.json"));
  EXPECT_EQ(progress.fault().find('\n'), std::string::npos);
  EXPECT_EQ(read_text_file(file), "{\"format\": \"marblemaze-progress\", ") << "read, not touched";
  progress.add(first(), {3, 4});
  EXPECT_EQ(read_text_file(folder / "progress-broken.json"),
            "{\"format\": \"marblemaze-progress\", ");
  EXPECT_EQ(Progress(file).stars(), 3);
}

TEST(Progress, LevelsThatThisProgramDoesNotHaveStayInTheFile) {
  const TemporaryFolder folder;
  const auto file = folder.write(
      "progress.json",
      R"({"format": "marblemaze-progress", "version": 1, "levels": {"f00": {"name": "Another", "stars": 3, "moves": 9}}})");
  Progress progress(file);
  EXPECT_EQ(progress.stars(), 0);
  progress.add(first(), {1, 9});
  EXPECT_THAT(read_text_file(file), HasSubstr("Another"));
}

TEST(Progress, AnotherFormatOfTheFileIsNotOverwritten) {
  const TemporaryFolder folder;
  const std::string later = R"({"format": "marblemaze-progress", "version": 2, "levels": []})";
  const auto file = folder.write("progress.json", later);
  Progress progress(file);
  EXPECT_NE(progress.fault(), "");
  progress.add(first(), {1, 9});
  EXPECT_EQ(read_text_file(folder / "progress-broken.json"), later);
}

TEST(Progress, LiesInTheUsersDataFolder) {
  const EnvironmentVariable data("XDG_DATA_HOME", "/somewhere/data");
  EXPECT_EQ(Progress::usual_file(), "/somewhere/data/marblemaze/progress.json");
}

}  // namespace
}  // namespace marblemaze
