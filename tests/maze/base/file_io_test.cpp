#include "maze/base/file_io.h"

#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include "support/bad_input.h"
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

TEST(TextFile, IsReadWithoutItsByteOrderMark) {
  const TemporaryFolder folder;
  for (const std::size_t length : {1u, 65'535u, 65'536u, 65'537u, 200'000u}) {
    const std::string text(length, 'x');
    EXPECT_EQ(read_text_file(folder.write("long.txt", text)), text);
  }
  EXPECT_EQ(read_text_file(folder.write("marked.txt", "\xef\xbb\xbf 1 2\n")), " 1 2\n");
  EXPECT_EQ(read_text_file(folder.write("inside.txt", "1\xef\xbb\xbf")), "1\xef\xbb\xbf");
  const std::string empty = folder.write("empty.txt", "\xef\xbb\xbf");
  EXPECT_NE(testing::error_message_of([&] { return read_text_file(empty); }), "accepted");
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

// Files cannot grow beyond one byte, so the write fails halfway, even for root.
TEST(OutputFile, FailedWriteDoesNotChangeTheOlderFile) {
  const TemporaryFolder folder;
  folder.write("a", "older");
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  const rlimit tight{1, usual.rlim_max};
  setrlimit(RLIMIT_FSIZE, &tight);
  const std::string failure = failure_of(folder / "a");
  setrlimit(RLIMIT_FSIZE, &usual);
  std::signal(SIGXFSZ, handler);
  EXPECT_THAT(failure, HasSubstr("cannot write"));
  EXPECT_EQ(read_text_file(folder / "a"), "older");
  EXPECT_EQ(files_in(folder.path()), 1);
}

TEST(OutputFile, HasTheModeOfTheOlderFileEvenWhileUnfinished) {
  const TemporaryFolder folder;
  const fs::path secret = folder.write("secret", "older");
  fs::permissions(secret, fs::perms(0600));
  OutputFile file(secret);
  EXPECT_EQ(fs::status(file.temporary_path()).permissions(), fs::perms(0600));
  file.finish();
  EXPECT_EQ(fs::status(secret).permissions(), fs::perms(0600));
}

TEST(OutputFile, FollowsAChainOfLinksIntoOtherFolders) {
  const TemporaryFolder folder;
  fs::create_directories(folder / "a/b");
  fs::create_symlink("a/second", folder / "first");
  fs::create_symlink("b/third", folder / "a/second");
  write_text_file(folder / "first", "text");
  EXPECT_EQ(read_text_file(folder / "a/b/third"), "text");
  EXPECT_TRUE(fs::is_symlink(folder / "first") && fs::is_symlink(folder / "a/second"));
  fs::create_symlink("round", folder / "round");
  EXPECT_THAT(failure_of(folder / "round"),
              HasSubstr("cannot write '" + (folder / "round").string()));
}

TEST(OutputFile, AppendsToAnOpenDescriptor) {
  const TemporaryFolder folder;
  std::FILE* const open = std::fopen((folder / "log").c_str(), "w");
  std::fputs("before ", open);
  std::fflush(open);
  write_text_file("/proc/self/fd/" + std::to_string(fileno(open)), "text");
  std::fclose(open);
  EXPECT_EQ(read_text_file(folder / "log"), "before text");
}

}  // namespace
}  // namespace marblemaze
