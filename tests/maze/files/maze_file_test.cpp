#include "maze/files/maze_file.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sys/resource.h>

#include "maze/base/file_io.h"
#include "support/bad_input.h"
#include "support/mazes.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using testing::bad_input_of;
using ::testing::HasSubstr;
using ::testing::Not;
using Document = nlohmann::json;

Document square() {
  return Document::parse(R"({"format": "marblemaze-maze", "version": 1, "dims": [2, 2, 1],
    "layers": "flat", "start": 1, "target": 4, "open": [[1, 2], [1, 3], [3, 4]]})");
}

/// Returns the error message for a square maze with another value in one member.
std::string refusal_with(const std::string& member, const Document& value) {
  Document document = square();
  document[member] = value;
  return bad_input_of([&] { return maze_from_json(document.dump()); });
}

TEST(MazeFile, RoundTrips) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed)
    for (const Maze& maze : {generate_kruskal(glm::ivec3(3), Layers::all, seed),
                             generate_kruskal({5, 4, 6}, Layers::outer, seed),
                             generate_kruskal({7, 3, 1}, Layers::flat, seed)}) {
      const Maze again = maze_from_json(to_json(maze));
      EXPECT_EQ(again, maze);
      EXPECT_EQ(again.origin().seed, seed);
      EXPECT_EQ(to_json(again), to_json(maze));
    }
}

TEST(MazeFile, KeepsASeedOf64Bits) {
  const std::uint64_t seed = 0xffffffffffffffffu;
  EXPECT_EQ(maze_from_json(to_json(generate_kruskal({2, 2, 1}, Layers::flat, seed))).origin().seed,
            seed);
}

TEST(MazeFile, IgnoresASeedThatIsNotAnInteger) {
  Document document = square();
  for (const Document& seed : {Document(-1), Document(0.5), Document("7"), Document()}) {
    document["generator"] = {{"name", "by hand"}, {"seed", seed}};
    const Maze maze = maze_from_json(document.dump());
    EXPECT_EQ(maze.origin().generator, "by hand");
    EXPECT_FALSE(maze.origin().seed) << seed;
  }
}

TEST(MazeFile, HasTheDocumentedMembersAndThesisNumbers) {
  const Maze maze = generate_kruskal(glm::ivec3(3), Layers::outer, 7);
  const Document document = Document::parse(to_json(maze));
  EXPECT_EQ(document["format"], "marblemaze-maze");
  EXPECT_EQ(document["version"], 1);
  EXPECT_EQ(document["dims"], Document::array({3, 3, 3}));
  EXPECT_EQ(document["layers"], "outer");
  EXPECT_EQ(document["start"], 1);
  EXPECT_EQ(document["target"], 27);
  EXPECT_EQ(document["generator"], Document({{"name", "kruskal"}, {"seed", 7}}));
  ASSERT_EQ(document["open"].size(), 25u);
  for (const Document& pair : document["open"]) EXPECT_LT(pair[0], pair[1]);
  EXPECT_TRUE(std::is_sorted(document["open"].begin(), document["open"].end()));
}

TEST(MazeFile, ReadsAFileMadeByHandAndLeavesTheCertificateToItsReader) {
  Document document = square();
  document["certificate"] = {{"moves", 14}};
  document["open"] = {{4, 3}, {3, 1}, {2, 1}};
  const Maze maze = maze_from_json(document.dump());
  EXPECT_EQ(maze.passages(), testing::passages({{1, 2}, {1, 3}, {3, 4}}));
  EXPECT_TRUE(maze.origin().generator.empty());
}

TEST(MazeFile, TruncatedFilesAreRejectedInOneLine) {
  const std::string whole = to_json(generate_kruskal(glm::ivec3(2), Layers::all, 1));
  for (std::size_t length = 0; length + 2 < whole.size(); ++length) {
    const std::string message =
        bad_input_of([&] { return maze_from_json(whole.substr(0, length)); });
    ASSERT_THAT(message, AllOf(HasSubstr("expected"), Not(HasSubstr("\n")))) << length;
  }
}

TEST(MazeFile, UnknownVersionsAreRejected) {
  EXPECT_THAT(refusal_with("version", 2), AllOf(HasSubstr("version"), HasSubstr("2")));
  EXPECT_THAT(refusal_with("version", 0), HasSubstr("0: expected at least 1"));
  EXPECT_THAT(refusal_with("version", "one"), HasSubstr("\"one\""));
  EXPECT_THAT(refusal_with("version", 1e300), HasSubstr("whole number"));
}

TEST(MazeFile, MissingMembersAreNamed) {
  for (const char* name : {"format", "version", "dims", "layers", "start", "target", "open"}) {
    Document document = square();
    document.erase(name);
    EXPECT_THAT(bad_input_of([&] { return maze_from_json(document.dump()); }),
                HasSubstr(std::string("\"") + name + "\""));
  }
}

TEST(MazeFile, WrongTypesAreQuoted) {
  EXPECT_THAT(refusal_with("format", "marblemaze-trace"), HasSubstr("marblemaze-trace"));
  EXPECT_THAT(refusal_with("dims", Document::array({2, 2})), HasSubstr("[2,2]"));
  EXPECT_THAT(refusal_with("dims", Document::array({2, 2.5, 1})), HasSubstr("2.5"));
  EXPECT_THAT(refusal_with("dims", Document::array({2, 99999999999, 1})), HasSubstr("99999999999"));
  EXPECT_THAT(refusal_with("dims", Document::array({100000, 2, 1})), HasSubstr("100000"));
  EXPECT_THAT(refusal_with("layers", 3), HasSubstr("3"));
  EXPECT_THAT(refusal_with("layers", "onion"), HasSubstr("onion"));
  EXPECT_THAT(refusal_with("start", "one"), HasSubstr("one"));
  EXPECT_THAT(refusal_with("target", nullptr), HasSubstr("null"));
  EXPECT_THAT(refusal_with("open", "all"), HasSubstr("all"));
  EXPECT_THAT(refusal_with("open", Document::array({1, 2})), HasSubstr("open"));
  EXPECT_THAT(refusal_with("open", {{1, 2, 3}}), HasSubstr("[1,2,3]"));
  EXPECT_THAT(bad_input_of([] { return maze_from_json("[1, 2]"); }), HasSubstr("JSON object"));
}

TEST(MazeFile, UnknownMembersAreNamed) {
  EXPECT_THAT(refusal_with("orientations", 24), HasSubstr("unknown member \"orientations\""));
  EXPECT_THAT(refusal_with("generator", {{"name", "kruskal"}, {"seeds", 7}}),
              HasSubstr("unknown member \"seeds\""));
  EXPECT_THAT(refusal_with("generator", "kruskal"), HasSubstr("kruskal"));
  EXPECT_THAT(refusal_with("generator", {{"name", 7}, {"seed", 7}}), HasSubstr("\"name\" 7"));
}

TEST(MazeFile, OtherKindsOfFilesAreRecognised) {
  EXPECT_EQ(bad_input_of([] { return maze_from_json("rows 1; columns 1\nmore"); }),
            "maze file 'rows 1; columns 1': expected a JSON object with \"format\": "
            "\"marblemaze-maze\"");
}

TEST(MazeFile, InvalidMazesAreRejectedWithTheFault) {
  EXPECT_THAT(refusal_with("open", {{1, 2}, {1, 3}, {3, 5}}), HasSubstr("[3, 5]"));
  EXPECT_THAT(refusal_with("open", {{1, 2}, {1, 3}, {1, 4}}), HasSubstr("[1, 4]"));
  EXPECT_THAT(refusal_with("open", {{1, 2}, {3, 4}}), HasSubstr("2 separate parts"));
  EXPECT_THAT(refusal_with("open", {{1, 2}, {1, 3}, {2, 4}, {3, 4}}), HasSubstr("cycle"));
  EXPECT_THAT(refusal_with("start", 17), HasSubstr("cell 17"));
}

TEST(MazeFile, UnreadableFilesAreNamed) {
  const testing::TemporaryFolder folder;
  EXPECT_THAT(bad_input_of([&] { return load_maze(folder / "no-such.json"); }),
              HasSubstr("no-such.json"));
  EXPECT_THAT(bad_input_of([&] { return load_maze(folder.path()); }),
              HasSubstr(folder.path().string()));
  EXPECT_THAT(bad_input_of([&] { return load_maze(folder.write("empty.json", "")); }),
              HasSubstr("empty.json"));
  EXPECT_THAT(bad_input_of([&] { return load_maze(folder.write("broken.json", "{")); }),
              AllOf(HasSubstr("broken.json"), HasSubstr("byte")));
}

TEST(MazeFile, SavedIntoAMissingFolderFailsAndLeavesNothingBehind) {
  const testing::TemporaryFolder folder;
  const Maze maze = generate_kruskal({2, 2, 1}, Layers::flat, 1);
  EXPECT_THROW(save_maze(maze, folder / "missing/maze.json"), MachineFailure);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(MazeFile, AFailedWriteKeepsTheOlderFile) {
  const testing::TemporaryFolder folder;
  const std::string path = folder.write("maze.json", "old");
  // No file can grow beyond one byte, so the write fails half-way, even for root.
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  getrlimit(RLIMIT_FSIZE, &usual);
  const rlimit tight{1, usual.rlim_max};
  setrlimit(RLIMIT_FSIZE, &tight);
  EXPECT_THROW(write_text_file(path, "new"), MachineFailure);
  setrlimit(RLIMIT_FSIZE, &usual);
  std::signal(SIGXFSZ, handler);
  EXPECT_EQ(read_text_file(path), "old");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

}  // namespace
}  // namespace marblemaze
