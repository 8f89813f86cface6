#include "engine/protocol/conversation.h"

#include <filesystem>
#include <utility>

#include <gmock/gmock.h>

#include "agent/play/knowledge_engine.h"
#include "engine/protocol/external_agent.h"
#include "engine/run/episode.h"
#include "engine/run/families/world_families.h"
#include "maze/base/stop.h"
#include "maze/grid/generator.h"
#include "support/bad_input.h"
#include "support/play.h"
#include "support/run_program.h"
#include "support/scripted_graph.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

const AgentIdentity kCard{"counter", "1", access_level_named("blind")};

/// Returns an agent that answers the first question with move 0, the second with move 1, and so on.
std::unique_ptr<Planner> counting_agent(const std::string& before_each,
                                        const AgentLimits& limits = {}) {
  const std::string script =
      "read x; echo agent counter 1 blind; n=0; while read verb rest; do if [ $verb = go ]; then " +
      before_each + "; echo move $n; n=$((n+1)); fi; done";
  return protocol_planner(
      std::make_unique<ChildProcess>(std::vector<std::string>{"sh", "-c", script}), kCard, limits,
      testing::forbidden_advice(3).restricted_to(AccessFlags::experience));
}

StateGraph one_state() {
  static const std::vector<MoveId> moves{MoveId(0), MoveId(1), MoveId(2)};
  StateGraph graph;
  graph.add(StateId(0), moves);
  return graph;
}

TEST(ProtocolPlanner, AnswersToDroppedQuestionsAreIgnored) {
  BackgroundPlanner planner(counting_agent("sleep 0.2"));
  const auto next_move = [&] {
    Decision decision;
    do decision = planner.plan(one_state(), {StateId(0), nullptr});
    while (decision.status == DecisionStatus::thinking);
    return decision.moves.at(0).move;
  };
  EXPECT_EQ(next_move(), MoveId(0));
  (void)planner.plan(one_state(), {StateId(0), nullptr});
  planner.cancel();
  EXPECT_EQ(next_move(), MoveId(2));
}

TEST(ProtocolPlanner, QuestionsOfADroppedDecisionAreAnsweredBeforeTheNext) {
  const std::string script =
      "read x; echo agent copier 1 copies; n=0; while read verb rest; do if [ $verb = go ]; then "
      "echo copy 0; read verb copy rest; [ $verb = copied ] || exit 3; "
      "echo try $copy 0; read verb rest; [ $verb = tried ] || exit 4; "
      "echo move $n; n=$((n+1)); fi; done";
  const testing::PredictedCube cube(3, Layers::all, ControlScheme::cube_8, 1);
  const AgentIdentity card{"copier", "1", access_level_named("copies")};
  BackgroundPlanner planner(
      protocol_planner(std::make_unique<ChildProcess>(std::vector<std::string>{"sh", "-c", script}),
                       card, {.calls = 1}, cube.advice.restricted_to(card.level->access)));
  StateGraph graph;
  const Situation situation{cube.world.state(), Snapshot::of(cube.world)};
  graph.add(situation.state, cube.world.moves(situation.state));
  const auto decide = [&] {
    Decision decision;
    do decision = planner.plan(graph, situation);
    while (decision.status == DecisionStatus::thinking);
    return decision;
  };
  ASSERT_EQ(decide().status, DecisionStatus::moves);
  (void)planner.plan(graph, situation);
  planner.cancel();
  const Decision decision = decide();
  ASSERT_EQ(decision.status, DecisionStatus::moves) << decision.reason;
  EXPECT_EQ(decision.moves.at(0).move, MoveId(2));
}

TEST(ProtocolPlanner, TheLimitAppliesToEachDecision) {
  const auto planner = counting_agent("sleep 1.1", {.decision_s = 3});
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(planner->plan(one_state(), {StateId(0), nullptr}).status, DecisionStatus::moves);
}

/// Requests a stop when the agent creates a file.
class StopAtFile final : public WorkWatcher {
 public:
  StopAtFile(std::filesystem::path file, const StopSource& source)
      : file_(std::move(file)), source_(source) {}
  void poll() override {
    if (std::filesystem::exists(file_)) source_.request_stop();
  }

 private:
  std::filesystem::path file_;
  const StopSource& source_;
};

TEST(ProtocolPolicy, AnAnswerToAnInterruptedDecisionIsIgnored) {
  const testing::TemporaryFolder folder;
  const std::string asked = folder / "asked";
  // The N-th answer is N / 10. The agent answers the second question only after the interruption.
  const std::string script =
      folder.write("policy.sh",
                   "read x; echo agent counter 1 blind; n=0; while read verb rest; do "
                   "if [ $verb = see ]; then n=$((n+1)); "
                   "if [ $n = 2 ]; then : > '" +
                       asked + "'; while [ -e '" + asked +
                       "' ]; do sleep 0.02; done; fi; "
                       "echo info answer $n; echo turn 0 0 0.$n; fi; done");
  const TiltPolicyEntry& entry =
      register_external_policy({"sh '" + script + "'", {.decision_s = 30}, {}});
  const auto maze = std::make_shared<const Maze>(generate_kruskal(2, Layers::all, 1));
  const auto policy = entry.make({.maze = maze,
                                  .limits = {.rate = 1, .acceleration = 1},
                                  .tick_s = 0.01,
                                  .make_rollouts = nullptr});
  const TiltState seen{.marble = glm::dvec3(0.5)};
  EXPECT_EQ(policy->decide(seen).reason, "answer 1");
  {
    const StopSource source;
    StopAtFile watcher(asked, source);
    const StopScope scope(source.token());
    current_work.watcher = &watcher;
    EXPECT_THROW(static_cast<void>(policy->decide(seen)), Interrupted);
  }
  std::filesystem::remove(asked);
  const TiltChoice third = policy->decide(seen);
  EXPECT_EQ(third.reason, "answer 3");
  EXPECT_EQ(third.command, glm::dvec3(0, 0, 0.3));
  EXPECT_EQ(policy->decide(seen).reason, "answer 4");
}

TEST(ExternalAgent, PredictionsInLogicMazesDoNotCountAsAFlood) {
  const testing::TemporaryFolder folder;
  const std::string script = folder.write(
      "agent.sh",
      "read x; echo agent asker 1 full; while read verb s rest; do if [ $verb = go ]; then n=0; "
      "while [ $n -lt 5000 ]; do echo ask predictor $s 0; read answer; n=$((n+1)); done; "
      "case $answer in *'settled 1'*) echo move 0;; esac; fi; done");
  const PlannerEntry& agent = register_external_agent({"sh '" + script + "'", {}, {}});
  const Environment environment = world_family("four-bit").setup(1).make_environment();
  Episode episode(*environment.world, environment.advice,
                  PlayerSpec{.agent = std::string(agent.name), .move_limit = 1});
  EXPECT_EQ(episode.run().outcome, Outcome::capped) << "5,000 answered queries exceed 64 KiB";
}

TEST(CommandWords, MatchAShell) {
  const testing::Shell shell;
  for (const std::string command :
       {"python3 my_agent.py", "  python3\t-u   agent.py ", "a 'b c' d", "a \"b c\" d", "a\\ b c",
        "a''b \"\" '' c", "'it'\\''s'", R"("a \"quoted\" \\ word" x)", R"("a \n b")", R"('a \n b')",
        "a\"b\"'c'd", "--seed=3 -x", "'*' '$HOME' '~' '|' '>'"}) {
    std::string words;
    for (const std::string& word : command_words(command)) words += "<" + word + ">\n";
    EXPECT_EQ(words, shell.run("printf '<%s>\\n' " + command).out) << command;
  }
}

TEST(CommandWords, AreNotExpandedAndRejectAnOpenQuote) {
  EXPECT_EQ(command_words("run $HOME *.py ~ a|b >out `x`"),
            (std::vector<std::string>{"run", "$HOME", "*.py", "~", "a|b", ">out", "`x`"}));
  for (const char* command : {"a 'b", "a \"b", "a \"b\\\"", "a b\\", "", " \t "})
    EXPECT_NE(testing::error_message_of([&] { return command_words(command); }), "accepted")
        << command;
}

}  // namespace
}  // namespace marblemaze
