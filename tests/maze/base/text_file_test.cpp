#include <gtest/gtest.h>

#include "maze/base/file_io.h"
#include "support/bad_input.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

TEST(TextFile, IsReadWithoutTheByteOrderMarkThatAnEditorWroteInFront) {
  const testing::TemporaryFolder folder;
  EXPECT_EQ(read_text_file(folder.write("marked.txt", "\xef\xbb\xbf 1 2\n")), " 1 2\n");
  EXPECT_EQ(read_text_file(folder.write("inside.txt", "1\xef\xbb\xbf")), "1\xef\xbb\xbf");
  const std::string empty = folder.write("empty.txt", "\xef\xbb\xbf");
  EXPECT_NE(testing::bad_input_of([&] { return read_text_file(empty); }), "accepted");
}

TEST(TextFile, IsReadWholeWhateverItsLength) {
  const testing::TemporaryFolder folder;
  for (const std::size_t length : {1u, 65'535u, 65'536u, 65'537u, 200'000u}) {
    const std::string text(length, 'x');
    EXPECT_EQ(read_text_file(folder.write("long.txt", text)), text);
  }
}

TEST(TextFile, ReportsTheMostRecentlyReadFile) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("some.txt", "text");
  static_cast<void>(read_text_file(path));
  EXPECT_EQ(file_read_last(), path);
}

}  // namespace
}  // namespace marblemaze
