#include <gtest/gtest.h>

#include "render/session/files.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

using marblemaze::testing::TemporaryFolder;

std::vector<std::string> names(const FileBrowser& browser) {
  std::vector<std::string> all;
  for (const FileBrowser::Entry& entry : browser.entries()) all.push_back(entry.name);
  return all;
}

TEST(FileBrowser, ShowsFoldersAndThenFilesThatCanBeOpened) {
  const TemporaryFolder folder;
  folder.write("b.json", "{}");
  folder.write("a.rec", "");
  folder.write("notes.odt", "");
  folder.write(".hidden.json", "{}");
  std::filesystem::create_directory(folder / "z");
  FileBrowser browser(folder.path());
  EXPECT_EQ(names(browser), (std::vector<std::string>{"z", "a.rec", "b.json"}));
  EXPECT_EQ(browser.entries()[1].what, "recording");
  browser.all = true;
  browser.look_again();
  EXPECT_EQ(names(browser), (std::vector<std::string>{"z", "a.rec", "b.json", "notes.odt"}));
}

TEST(FileBrowser, GoesIntoAFolderAndUpAgain) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder / "inner");
  FileBrowser browser(folder.path());
  browser.go(browser.path_of("inner"));
  EXPECT_EQ(browser.folder().filename(), "inner");
  browser.up();
  EXPECT_EQ(names(browser), std::vector<std::string>{"inner"});
}

TEST(FileBrowser, SaysWhyAFolderCannotBeSeenAndStaysUsable) {
  FileBrowser browser("/no/such/folder");
  EXPECT_TRUE(browser.entries().empty());
  EXPECT_NE(browser.trouble().find("No such file"), std::string::npos) << browser.trouble();
  browser.go("/");
  EXPECT_EQ(browser.trouble(), "");
  browser.up();
  EXPECT_EQ(browser.folder(), "/");
}

}  // namespace
}  // namespace marblemaze
