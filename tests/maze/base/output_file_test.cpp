#include <algorithm>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::TemporaryFolder;

int files_in(const fs::path& folder) {
  return static_cast<int>(std::distance(fs::directory_iterator(folder), {}));
}

std::string failure_of(const fs::path& path) {
  try {
    write_text_file(path, "text");
  } catch (const MachineFailure& failure) {
    return failure.what();
  }
  return "written";
}

TEST(OutputFile, AppearsOnlyWhenComplete) {
  const TemporaryFolder folder;
  folder.write("a", "older");
  {
    OutputFile file(folder / "a");
    file.write("half");
    EXPECT_EQ(read_text_file(folder / "a"), "older");
  }
  EXPECT_EQ(read_text_file(folder / "a"), "older") << "never finished";
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(OutputFile, OfAnotherProgramIsRenamedWhenFinished) {
  const TemporaryFolder folder;
  OutputFile file(folder / "film.mp4", ".mp4");
  EXPECT_EQ(file.unfinished().extension(), ".mp4");
  std::ofstream(file.unfinished()) << "frames";
  file.finish();
  EXPECT_EQ(read_text_file(folder / "film.mp4"), "frames");
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(OutputFile, KeepsThePermissionsOfTheFileThatItReplaces) {
  const TemporaryFolder folder;
  folder.write("secret", "older");
  fs::permissions(folder / "secret", fs::perms::owner_read | fs::perms::owner_write);
  OutputFile file(folder / "secret");
  const fs::perms unfinished = fs::status(file.unfinished()).permissions();
  EXPECT_EQ(unfinished & (fs::perms::group_all | fs::perms::others_all), fs::perms::none);
  file.finish();
  EXPECT_EQ(fs::status(folder / "secret").permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
}

TEST(OutputFile, FollowsAChainOfLinksIntoOtherFolders) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "a/b");
  fs::create_symlink("a/second", folder / "first");
  fs::create_symlink("b/third", folder / "a/second");
  write_text_file(folder / "first", "text");
  EXPECT_EQ(read_text_file(folder / "a/b/third"), "text");
  EXPECT_TRUE(fs::is_symlink(folder / "first") && fs::is_symlink(folder / "a/second"));
}

TEST(OutputFile, CircularLinksAreRejected) {
  const TemporaryFolder folder;
  fs::create_symlink("b", folder / "a");
  fs::create_symlink("a", folder / "b");
  EXPECT_THAT(failure_of(folder / "a"), HasSubstr("cannot write '" + (folder / "a").string()));
}

TEST(OutputFile, OfAnOpenDescriptorIsAppended) {
  const TemporaryFolder folder;
  std::FILE* const open = std::fopen((folder / "log").c_str(), "w");
  std::fputs("before ", open);
  std::fflush(open);
  write_text_file("/proc/self/fd/" + std::to_string(fileno(open)), "text");
  std::fclose(open);
  EXPECT_EQ(read_text_file(folder / "log"), "before text");
}

TEST(OutputFile, MayHaveTheLongestNameThatAFileCanHave) {
  const TemporaryFolder folder;
  const std::string name(255, 'x');
  write_text_file(folder / name, "text");
  EXPECT_EQ(read_text_file(folder / name), "text");
}

TEST(OutputFile, UsesAnUnusedTemporaryName) {
  const TemporaryFolder folder;
  const OutputFile first(folder / "a");
  OutputFile second(folder / "a");
  EXPECT_NE(first.unfinished(), second.unfinished());
  second.write("text");
  second.finish();
  EXPECT_EQ(read_text_file(folder / "a"), "text");
}

TEST(OutputFile, KeepsTheModeOfAnOlderFileAndGivesANewOneTheUsual) {
  const TemporaryFolder folder;
  const auto mode_of = [&](const char* name) {
    struct stat status {};
    stat((folder / name).c_str(), &status);
    return status.st_mode & 07777;
  };
  folder.write("secret", "older");
  chmod((folder / "secret").c_str(), 0640);
  const mode_t mask = umask(027);
  write_text_file(folder / "secret", "text");
  write_text_file(folder / "fresh", "text");
  umask(mask);
  EXPECT_EQ(mode_of("secret"), 0640u);
  EXPECT_EQ(mode_of("fresh"), 0640u);
  chmod((folder / "secret").c_str(), 0600);
  write_text_file(folder / "secret", "text");
  EXPECT_EQ(mode_of("secret"), 0600u);
}

TEST(OutputFile, NamesAMissingFolder) {
  const TemporaryFolder folder;
  EXPECT_THAT(failure_of(folder / "none" / "a"),
              HasSubstr("there is no folder '" + (folder / "none").string() + "'"));
}

TEST(OutputFile, NamesAReadOnlyFolder) {
  const TemporaryFolder folder;
  fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec |
                                     fs::perms::others_read | fs::perms::others_exec);
  constexpr uid_t kNobody = 65534;  // a user other than root, who may write anywhere
  ASSERT_EQ(seteuid(getuid() == 0 ? kNobody : getuid()), 0);
  const std::string failure = failure_of(folder / "a");
  ASSERT_EQ(seteuid(getuid()), 0);
  EXPECT_THAT(failure, HasSubstr("the folder '" + folder.path().string() + "' cannot be written"));
  fs::permissions(folder.path(), fs::perms::owner_all);
}

}  // namespace
}  // namespace marblemaze
