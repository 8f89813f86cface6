// Tests external agents by running the program in a shell.
#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "support/run_program.h"

namespace marblemaze {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Document = nlohmann::json;
using testing::ProgramRun;
using testing::Shell;

constexpr int kMazes = 5;
constexpr const char* kHello = "read hello; echo agent bad 1 blind; ";
constexpr const char* kPlays = "while read verb rest; do [ $verb = go ] && echo move 0; done";

/// Zombies do not count as alive.
bool alive(pid_t process) {
  std::ifstream file(fmt::format("/proc/{}/stat", process));
  std::string number, name, state;
  file >> number >> name >> state;
  return file && state != "Z" && state != "X";
}

/// Fixture for agents that are shell scripts. Each agent appends its process id to a file.
class ExternalAgents : public ::testing::Test {
 protected:
  ~ExternalAgents() override { expect_nobody_left(); }

  std::string agent(const std::string& script, const std::string& name = "agent.sh") const {
    shell_.run("cat >" + name, "echo $$ >>pids\n" + script + "\n");
    return "--agent-command 'sh " + name + "' ";
  }

  ProgramRun bench(const std::string& options) const {
    return shell_.run(
        fmt::format("exec \"$M\" bench --world predicted --seeds 1-{} --results r.db --json {}",
                    kMazes, options));
  }

  std::vector<pid_t> processes() const {
    std::istringstream numbers(shell_.text("pids"));
    return {std::istream_iterator<pid_t>(numbers), {}};
  }
  void expect_nobody_left() const {
    for (const pid_t process : processes()) EXPECT_FALSE(alive(process)) << process;
  }

  Shell shell_;
};

struct Misbehaviour {
  const char* name;
  const char* script;
  const char* options;
  const char* outcome;
  const char* line;
  bool always = true;  ///< if false, the fault occurs only in long episodes
};

class MisbehavingAgents : public ExternalAgents,
                          public ::testing::WithParamInterface<Misbehaviour> {};

TEST_P(MisbehavingAgents, EndTheirRunWithoutLosingResults) {
  const Misbehaviour& bad = GetParam();
  const std::string options =
      "--agent breadth-first " + agent(std::string(kHello) + bad.script) + bad.options;
  const ProgramRun run = bench(options);
  ASSERT_EQ(run.status, 0) << run.err;
  const Document told = Document::parse(run.out);
  EXPECT_EQ(told["episodes"], 2 * kMazes);
  const int failed = told["outcomes"].value(bad.outcome, 0);
  EXPECT_TRUE(bad.always ? failed == kMazes : failed > 0) << run.out;
  EXPECT_EQ(run.error_lines(), failed) << run.err;
  std::istringstream lines(run.err);
  for (std::string line; std::getline(lines, line);)
    EXPECT_THAT(line, AllOf(::testing::StartsWith("marblemaze: bad 1 ("), HasSubstr(bad.line),
                            HasSubstr(bad.outcome), HasSubstr("seed ")));
  expect_nobody_left();

  const Document again = Document::parse(bench(options).out);
  EXPECT_EQ(again["episodes"], 0);
  EXPECT_EQ(again["stored_before"], 2 * kMazes);
  const std::string rows = shell_.run("\"$M\" report r.db --episodes").out;
  EXPECT_EQ(std::count(rows.begin(), rows.end(), '\n'), 1 + 2 * kMazes) << rows;
  const Document report = Document::parse(shell_.run("\"$M\" report r.db --json").out);
  int faults = 0;
  for (const Document& row : report["rows"]) faults += row["fault_count"].get<int>();
  EXPECT_EQ(faults, failed);
}

INSTANTIATE_TEST_SUITE_P(
    Agents, MisbehavingAgents,
    ::testing::Values(
        Misbehaviour{"SendsGarbage", "echo '%$#@'; cat >/dev/null", "", "nonsense", "'%$#@'"},
        Misbehaviour{"SendsBytesThatCannotBePrinted", "printf '\\001\\377\\n'; cat >/dev/null", "",
                     "nonsense",
                     "'?"
                     "?'"},
        Misbehaviour{"DiesAtOnce", "exit 3", "", "crashed", "with exit status 3"},
        Misbehaviour{"IsKilled", "kill -KILL $$", "", "crashed", "by signal 9"},
        Misbehaviour{"DiesInMidRun",
                     "n=0; while read verb rest; do if [ $verb = go ]; then n=$((n+1)); "
                     "[ $n = 3 ] && exit 5; echo move $((n-1)); fi; done",
                     "", "crashed", "after 2 moves: the agent's process ended with exit status 5",
                     false},
        Misbehaviour{"DiesInMidLine", "printf 'move'; exit 0", "", "crashed", "exit status 0"},
        Misbehaviour{"Sleeps", "echo $$ >>pids; sleep 1000 & echo $! >>pids; wait",
                     "--decision-limit 0.2", "timed-out", "within 0.2 s"},
        Misbehaviour{"FloodsWithoutANewline", "tr '\\0' x </dev/zero", "", "flooded",
                     "more than 4096 bytes"},
        Misbehaviour{"FloodsWithLines", "exec yes info thinking", "", "flooded", "65536"},
        Misbehaviour{"ClosesItsOutput", "exec >&-; sleep 1000", "", "crashed",
                     "closed its input or output"},
        Misbehaviour{"MakesAnIllegalMove", "echo move 3; cat >/dev/null", "", "nonsense",
                     "'move 3'; expected 'move N', N from 0 to 2"},
        Misbehaviour{"AsksForWhatItMayNotKnow", "echo ask predictor 0 0; cat >/dev/null", "",
                     "nonsense", "from an agent with the access level 'full'"},
        Misbehaviour{"AsksForACopyThatItMayNotHave", "echo copy 0; cat >/dev/null", "", "nonsense",
                     "from an agent with the access level 'copies'"}),
    [](const auto& one) { return one.param.name; });

TEST_F(ExternalAgents, TheCommandIsSplitAndNotGivenToAShell) {
  const std::string script = std::string(kHello) + "echo \"$2|$3\" >words; " + kPlays;
  agent(script);
  shell_.run("\"$M\" solve --move-limit 1 --agent-command 'sh agent.sh --x \"a b\" \\$HOME;ls'");
  EXPECT_EQ(shell_.text("words"), "a b|$HOME;ls\n");
}

TEST_F(ExternalAgents, SolveReportsTheOutcome) {
  for (const auto& [script, outcome, words, complaint] : std::vector<std::array<std::string, 4>>{
           {kPlays, "capped", "Truncated: stopped at the limit of 3 moves", ""},
           {"echo resign; cat >/dev/null", "unsolvable", "Unsolvable: the agent gave up", ""},
           {"echo a word >&2; exit 7", "crashed",
            "Crashed: the agent's process ended with exit status 7.", "a word\n"},
           {"echo move x; cat >/dev/null", "nonsense", "'move x'", ""}}) {
    const std::string solve =
        "\"$M\" solve --orientations 24 --move-limit 3 " + agent(std::string(kHello) + script);
    const ProgramRun run = shell_.run(solve);
    EXPECT_EQ(run.status, 1) << script;
    EXPECT_THAT(run.out, HasSubstr(words));
    EXPECT_THAT(run.err, HasSubstr(complaint));
    EXPECT_EQ(Document::parse(shell_.run(solve + " --json").out)["outcome"], outcome);
  }
}

TEST_F(ExternalAgents, NameVersionCommandAndFilesIdentifyResults) {
  const auto row = [&](const std::string& name, const std::string& version) {
    return agent("read x; echo agent " + name + " " + version + " blind; " + kPlays, "a.sh");
  };
  const std::string two = "--move-limit 2 ";
  EXPECT_EQ(Document::parse(bench(row("a", "1") + two).out)["episodes"], kMazes);
  EXPECT_EQ(Document::parse(bench(row("a", "1") + two).out)["episodes"], 0);
  EXPECT_EQ(Document::parse(bench(row("b", "1") + two).out)["episodes"], kMazes);
  EXPECT_EQ(Document::parse(bench(row("a", "2") + two).out)["episodes"], kMazes);
  EXPECT_EQ(Document::parse(bench(row("a", "1") + "--move-limit 3 ").out)["episodes"], kMazes);
  row("a", "1");
  EXPECT_EQ(Document::parse(bench("--agent-command 'sh ./a.sh' " + two).out)["episodes"], kMazes);
  shell_.run("echo >> a.sh");
  EXPECT_EQ(Document::parse(bench("--agent-command 'sh ./a.sh' " + two).out)["episodes"], kMazes);
  EXPECT_THAT(shell_.run("\"$M\" report r.db").out, HasSubstr("a 1 ("));
}

/// Fixture that records the messages sent to an agent in one run.
class AgentMessages : public ExternalAgents {
 protected:
  std::string sent(const std::string& knowledge, const std::string& asks,
                   const std::string& options) const {
    shell_.run("rm -f log");
    shell_.run("\"$M\" solve --seed 5 --orientations 24 --move-limit 4 " + options +
               agent("read x; echo agent a 1 " + knowledge +
                     "; while read line; do echo \"$line\" >>log; set -- $line; if [ $1 = go ]; "
                     "then " +
                     asks + " echo move 2; fi; done"));
    return shell_.text("log");
  }
};

TEST_F(AgentMessages, MatchesTheirAccessLevel) {
  const std::string blind = sent("blind", "", ""), some = sent("heuristic", "", ""),
                    full = sent("full", "", "");
  EXPECT_THAT(blind, AllOf(HasSubstr(" recovery 0 world bullet calls 0\n"), HasSubstr("state "),
                           HasSubstr("arc "), Not(HasSubstr("distance")), Not(HasSubstr("wall")),
                           Not(HasSubstr("maze")), Not(HasSubstr("models"))));
  EXPECT_THAT(some, AllOf(HasSubstr("distance "), Not(HasSubstr("wall")), Not(HasSubstr("maze"))));
  EXPECT_THAT(full, AllOf(HasSubstr("distance "), HasSubstr("\nwalls "), HasSubstr("\nmaze "),
                          HasSubstr("\nmodels first-cell predictor imagination\n")));
  EXPECT_THAT(sent("full", "", "--world predicted "),
              AllOf(HasSubstr(" world predicted "), HasSubstr("\nmodels first-cell predictor\n")));
}

TEST_F(AgentMessages, CopiesOfAnExactWorldBehaveLikeTheWorld) {
  // The agent tries move 2 in a copy before making it.
  const std::string told =
      sent("copies",
           "echo copy 0; read a; echo try $(echo $a | cut -d' ' -f2) 2; read b; echo $b >>log;",
           "--exact ");
  std::istringstream lines(told);
  std::string tried;
  int compared = 0;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::string verb, state;
    words >> verb >> state;
    if (verb == "go" && !tried.empty()) {
      EXPECT_EQ(state, tried);
      ++compared;
    }
    if (verb == "tried") tried = state;
  }
  EXPECT_GE(compared, 3) << told;
}

}  // namespace
}  // namespace marblemaze
