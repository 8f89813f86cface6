#include <gmock/gmock.h>

#include "engine/protocol/outside_agent.h"
#include "support/bad_input.h"
#include "support/run_program.h"

namespace marblemaze {
namespace {

using testing::bad_input_of;
using ::testing::HasSubstr;
using testing::Shell;

TEST(CommandWords, EqualThoseOfAShell) {
  const Shell shell;
  for (const std::string command :
       {"python3 my_agent.py", "  python3\t-u   agent.py ", "a 'b c' d", "a \"b c\" d", "a\\ b c",
        "a''b \"\" '' c", "'it'\\''s'", R"("a \"quoted\" \\ word" x)", R"("a \n b")", R"('a \n b')",
        "a\"b\"'c'd", "--seed=3 -x", "'*' '$HOME' '~' '|' '>'"}) {
    std::string words;
    for (const std::string& word : command_words(command)) words += "<" + word + ">\n";
    EXPECT_EQ(words, shell.run("printf '<%s>\\n' " + command).out) << command;
  }
}

TEST(CommandWords, AreNotExpanded) {
  EXPECT_EQ(command_words("run $HOME *.py ~ a|b >out `x`"),
            (std::vector<std::string>{"run", "$HOME", "*.py", "~", "a|b", ">out", "`x`"}));
}

TEST(CommandWords, RefuseAnOpenQuoteAndAnEmptyCommand) {
  for (const auto& [command, expected] :
       std::vector<std::pair<std::string, std::string>>{{"a 'b", "a second '"},
                                                        {"a \"b", "a second \""},
                                                        {"a \"b\\\"", "a second \""},
                                                        {"a b\\", "after the last"},
                                                        {"", "a program"},
                                                        {" \t ", "a program"}})
    EXPECT_THAT(bad_input_of([&words = command] { return command_words(words); }),
                HasSubstr(expected))
        << command;
}

}  // namespace
}  // namespace marblemaze
