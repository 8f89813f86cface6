// Checks for every command that no output replaces an input. The program lists the options that
// name files.
#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::HasSubstr;
using Document = nlohmann::json;
using testing::ProgramRun;
using testing::TemporaryFolder;

namespace fs = std::filesystem;

bool is_any_of(const std::string& word, const std::vector<std::string>& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}
bool is_read(const Document& option) { return is_any_of(option["type"], {"INPUT", "DATABASE"}); }
bool is_changed(const Document& option) {
  return is_any_of(option["type"], {"OUTPUT", "DATABASE"});
}

/// Returns the first value of "TEXT:{generate,solve}".
std::string first_value(const std::string& type) {
  const auto words = type.find('{');
  return words == type.npos ? "none" : type.substr(words + 1, type.find_first_of(",}") - words - 1);
}

/// A kind of second name for one file.
struct SecondName {
  const char* name;
  void (*make)(const fs::path& file, const fs::path& second);
};
constexpr SecondName kSecondNames[] = {
    {"as it is", [](const fs::path&, const fs::path&) {}},
    {"link",
     [](const fs::path& file, const fs::path& second) { fs::create_symlink(file, second); }},
    {"hard link",
     [](const fs::path& file, const fs::path& second) { fs::create_hard_link(file, second); }},
};

class ReplacedInputs : public ::testing::Test {
 protected:
  /// Calls `visit` with the words of each command and its description.
  template <class Visit>
  static void walk(const Document& command, const std::vector<std::string>& path,
                   const Visit& visit) {
    visit(path, command["options"]);
    for (const Document& sub : command["commands"]) {
      std::vector<std::string> longer = path;
      longer.push_back(sub["name"]);
      walk(sub, longer, visit);
    }
  }

  /// Runs a command in which one option reads the file that another option writes.
  void try_pair(const std::vector<std::string>& words, const Document& options,
                const Document& input, const Document& output) {
    for (const SecondName& second : kSecondNames) {
      const TemporaryFolder folder;
      const std::string file = folder.write("in.json", "kept");
      const std::string other = (folder / "second").string();
      second.make(file, other);
      std::vector<std::string> line = words;
      for (const Document& option : options) {
        const bool positional = option["names"].empty();
        std::string value = first_value(option["type"]);
        if (option == input) value = file;
        if (option == output) value = fs::exists(other) ? other : file;
        if (option != input && option != output && !option["required"]) continue;
        if (!positional) line.push_back("--" + option["name"].get<std::string>());
        line.push_back(value);
      }
      ProgramRun run = testing::run_marblemaze(line);
      // Some options need another option: "--a requires --b (see ...".
      if (const auto needed = run.err.find("requires "); needed != std::string::npos) {
        std::istringstream(run.err.substr(needed + 9)) >> line.emplace_back();
        for (const Document& option : options)
          if ("--" + option["name"].get<std::string>() == line.back() &&
              !option["type"].get<std::string>().empty())
            line.emplace_back("none");
        run = testing::run_marblemaze(line);
      }
      const std::string told = ::testing::PrintToString(line) + ", " + second.name;
      EXPECT_EQ(run.status, 2) << told;
      EXPECT_THAT(run.err, HasSubstr("expected another file than the one that is read")) << told;
      std::ifstream kept(file);
      EXPECT_EQ(std::string(std::istreambuf_iterator<char>(kept), {}), "kept") << told;
      ++tried_;
    }
  }

  const Document program_ = Document::parse(testing::run_marblemaze({"--command-tree"}).out);
  int tried_ = 0;
};

TEST_F(ReplacedInputs, AreRejectedByEveryCommand) {
  walk(program_, {}, [&](const std::vector<std::string>& path, const Document& options) {
    for (const Document& input : options)
      for (const Document& output : options)
        if (input != output && is_read(input) && is_changed(output))
          if (input["type"] != output["type"]) try_pair(path, options, input, output);
  });
  EXPECT_GT(tried_, 60);
}

TEST_F(ReplacedInputs, AllFileOptionsAreDeclared) {
  walk(program_, {}, [&](const std::vector<std::string>& path, const Document& options) {
    for (const Document& option : options) {
      const std::string about = option["about"];
      const bool speaks = about.find("file") != std::string::npos ||
                          about.find("File") != std::string::npos ||
                          about.find("Write ") != std::string::npos;
      if (!speaks || is_any_of(option["type"], {"", "INT", "UINT"}) ||
          first_value(option["type"]) != "none")
        continue;
      EXPECT_TRUE(is_read(option) || is_changed(option) || option["type"] == "FOLDER")
          << ::testing::PrintToString(path) << option["name"];
    }
  });
}

TEST_F(ReplacedInputs, AreDetectedInGeneratedNames) {
  const testing::Shell shell;
  const ProgramRun run = shell.run(
      "$M generate --size 2 -o a-lid.stl && cp a-lid.stl before; $M export a-lid.stl --stl a.stl "
      "--separate; [ $? = 2 ] && cmp a-lid.stl before");
  EXPECT_EQ(run.status, 0) << run.err;
}

}  // namespace
}  // namespace marblemaze
