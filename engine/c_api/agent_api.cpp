#include <algorithm>
#include <chrono>
#include <cstring>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/c_api/objects.h"
#include "engine/cli/program.h"
#include "engine/protocol/agent_knowledge.h"
#include "engine/protocol/conversation.h"
#include "maze/base/errors.h"
#include "maze/world/world.h"

namespace marblemaze::c_api {
namespace {

constexpr std::int32_t kGivesUp = -1, kFailed = -2;

/// A registered agent.
struct RegisteredAgent {
  std::string name;
  mm_agent functions;
  const AccessLevel* level;
};

/// A run of a registered agent. Its handle is the argument of mm_agent_predict() and
/// mm_agent_copy().
struct AgentRun : ObjectOf<Kind::agent> {
  AgentRun(std::shared_ptr<const RegisteredAgent> of, const GrantedAdvice& advice)
      : agent(std::move(of)), knowledge(advice, agent->level->access) {}

  std::shared_ptr<const RegisteredAgent> agent;
  AgentKnowledge knowledge;
  std::shared_ptr<CallBudget> budget = std::make_shared<CallBudget>();
  const Situation* situation = nullptr;  ///< null between two decisions
};

/// Calls the callbacks of a registered agent: begin() when constructed, end() when destroyed.
class AgentSession {
 public:
  AgentSession(std::shared_ptr<const RegisteredAgent> registered, const GrantedAdvice& advice,
               mm_task task)
      : run_(std::make_shared<AgentRun>(std::move(registered), advice)) {
    handle_ = add_object(run_);
    task.size = sizeof task;
    task.run = handle_;
    if (auto maze = run_->knowledge.maze())
      task.maze = maze_ = add_object(std::make_shared<MazeObject>(std::move(maze)));
    const std::string models = fmt::format("{}", fmt::join(run_->knowledge.models(), " "));
    task.models = models.c_str();
    const mm_agent& agent = run_->agent->functions;
    data_ = agent.begin ? agent.begin(agent.data, &task) : nullptr;
  }
  ~AgentSession() {
    const mm_agent& agent = run_->agent->functions;
    if (agent.end) agent.end(data_);
    free_handle(handle_);
    if (maze_ != 0) free_handle(maze_);
  }
  AgentSession(const AgentSession&) = delete;
  AgentSession& operator=(const AgentSession&) = delete;

  [[nodiscard]] AgentRun& run() { return *run_; }
  /// Requests a decision with `call(functions, data, choice)`. Returns the decision, or nullopt if
  /// it took too long. Throws Failure with MM_CANCELLED if the agent failed, and Interrupted if the
  /// call was cancelled.
  template <class Call>
  [[nodiscard]] std::optional<mm_choice> answer(Call&& call) const {
    mm_choice choice{};
    choice.move = kFailed;
    const mm_agent& functions = run_->agent->functions;
    const auto begun = std::chrono::steady_clock::now();
    call(functions, data_, &choice);
    if (choice.move == kFailed) {
      request_stop();
      throw Failure(MM_CANCELLED, "agent '" + run_->agent->name + "' failed");
    }
    check_stop();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    const bool late = functions.seconds > 0 && taken.count() > functions.seconds;
    return late ? std::nullopt : std::optional(choice);
  }
  [[nodiscard]] std::string timeout_message() const {
    return fmt::format("the agent did not answer within {} s", run_->agent->functions.seconds);
  }
  [[nodiscard]] std::string reason_of(const mm_choice& choice) const {
    const std::string words =
        printable({choice.reason, strnlen(choice.reason, sizeof choice.reason)});
    return words.empty() ? "chosen by " + run_->agent->name : words;
  }

 private:
  std::shared_ptr<AgentRun> run_;
  std::uint64_t handle_ = 0, maze_ = 0;
  void* data_ = nullptr;
};

/// Planner that queries a registered agent.
class RegisteredPlanner final : public Planner {
 public:
  RegisteredPlanner(std::shared_ptr<const RegisteredAgent> registered, const GrantedAdvice& advice)
      : registered_(std::move(registered)), advice_(advice) {}

 private:
  [[nodiscard]] Decision do_plan(const StateGraph& graph, const Situation& situation) override {
    const auto moves = static_cast<std::int32_t>(graph.arcs(situation.state).size());
    if (moves == 0) return {DecisionStatus::exhausted, {}, "no move is left", {}};
    if (!session_) {
      mm_task task{};
      task.world = advice_.world().c_str();
      task.orientations = advice_.orientations();
      task.recovery = advice_.recovery();
      session_ = std::make_unique<AgentSession>(registered_, advice_, task);
    }
    AgentRun& run = session_->run();
    const AgentKnowledge::News learned = run.knowledge.news(graph);
    std::vector<mm_place> places;
    std::vector<std::int32_t> arcs;
    for (const KnownState& known : learned.states)
      places.push_back({known.state.index, static_cast<std::int32_t>(known.moves), known.cell,
                        known.orientation, known.balanced, 0, known.distance.value_or(-1)});
    for (const KnownArc& arc : learned.arcs)
      arcs.insert(arcs.end(), {arc.from.index, static_cast<std::int32_t>(arc.move), arc.to.index});
    const mm_news news{sizeof news,   situation.state.index, moves,          places.data(),
                       places.size(), arcs.data(),           arcs.size() / 3};
    run.situation = &situation;
    run.budget->made = 0;
    run.budget->most = registered_->functions.calls;
    const auto choice = session_->answer([&](const mm_agent& agent, void* data, mm_choice* to) {
      agent.choose(data, &news, to);
      run.situation = nullptr;
    });
    if (!choice)
      return {DecisionStatus::failed, {}, session_->timeout_message(), {}, Fault::timed_out};
    if (choice->move == kGivesUp) return {DecisionStatus::exhausted, {}, "the agent gave up", {}};
    if (choice->move < 0 || choice->move >= moves)
      return {DecisionStatus::failed,
              {},
              "the agent chose the invalid move " + std::to_string(choice->move),
              {},
              Fault::nonsense};
    return {DecisionStatus::moves,
            {{MoveId(choice->move), std::nullopt}},
            session_->reason_of(*choice),
            {}};
  }

  std::shared_ptr<const RegisteredAgent> registered_;
  GrantedAdvice advice_;
  std::unique_ptr<AgentSession> session_;  // created at the first decision
};

/// Tilt policy that queries a registered agent.
class RegisteredPolicy final : public TiltPolicy {
 public:
  RegisteredPolicy(std::shared_ptr<const RegisteredAgent> registered, const TiltTask& task)
      : path_(task.maze),
        session_(registered, advice_of(task).restricted_to(registered->level->access),
                 task_of(task)) {}

  [[nodiscard]] TiltChoice decide(const TiltState& seen) override {
    mm_sight sight{};
    sight.size = sizeof sight;
    sight.distance = -1;
    write_tilt(seen, sight.tilt);
    const auto ahead = path_ahead(path_, seen.marble);
    if (session_.run().knowledge.may(AccessFlags::distances) && ahead) {
      sight.distance = ahead->length;
      for (int a = 0; a < 3; ++a) sight.way[a] = ahead->direction[a];
    }
    const auto choice = session_.answer(
        [&](const mm_agent& agent, void* data, mm_choice* to) { agent.command(data, &sight, to); });
    if (!choice) return {{}, session_.timeout_message(), Fault::timed_out};
    const glm::dvec3 command(choice->command[0], choice->command[1], choice->command[2]);
    if (!(glm::length(command) <= kLargestCommand))
      return {{}, "the policy returned a command that is not a number", Fault::nonsense};
    return {command, session_.reason_of(*choice)};
  }

 private:
  static Advice advice_of(const TiltTask& task) {
    Advice advice;
    advice.maze = task.maze;
    return advice;
  }
  static mm_task task_of(const TiltTask& of) {
    mm_task task{};
    task.world = "";
    task.rest = of.rest;
    task.max_rate = of.limits.rate;
    task.max_acceleration = of.limits.acceleration;
    task.seconds = kCommandTicks * of.tick_s;
    return task;
  }

  PathToTarget path_;
  AgentSession session_;
};

void register_agent(const mm_agent& agent) {
  if (agent.access < 0 || agent.access > MM_ACCESS_COPIES)
    throw BadInput("access", std::to_string(agent.access), "a value of mm_access");
  const auto* const level = &access_levels()[agent.access];
  auto registered = std::make_shared<RegisteredAgent>(
      RegisteredAgent{std::string(string_of(agent.name, "name")), agent, level});
  if (registered->name.empty() || registered->name.find_first_of(",\n") != std::string::npos)
    throw BadInput("agent", "'" + registered->name + "'", "a name without commas");
  if (planners().find(registered->name) || tilt_policies().find(registered->name))
    throw BadInput("agent", "'" + registered->name + "'", "a name that no other agent has");
  if (!agent.choose && !agent.command)
    throw Failure(MM_NULL, "choose NULL: expected a function in choose or command");
  const std::string knows(level->knows);
  if (agent.choose)
    planners().register_row({registered->name, registered->name, level->access, knows,
                             "your own agent", "", false,
                             [registered](const GrantedAdvice& advice) -> std::unique_ptr<Planner> {
                               return std::make_unique<RegisteredPlanner>(registered, advice);
                             }});
  if (agent.command)
    tilt_policies().register_row(
        {registered->name, registered->name, knows, "your own tilt policy", "",
         [registered](const TiltTask& task) -> std::unique_ptr<TiltPolicy> {
           return std::make_unique<RegisteredPolicy>(registered, task);
         }});
}

/// Returns the situation of the current decision. Throws Failure if the agent is not in choose().
const Situation& situation_of(const AgentRun& run) {
  if (!run.situation) throw Failure(MM_NOT_NOW, "agent: call this function only within choose()");
  return *run.situation;
}

std::shared_ptr<WorldObject> copy_for(const AgentRun& run, std::uint64_t stream) {
  const Situation& situation = situation_of(run);
  if (!run.knowledge.may(AccessFlags::copies) || !situation.snapshot)
    throw Failure(MM_UNSUPPORTED, "agent: this function requires the access level copies");
  const GrantedAdvice& advice = run.knowledge.advice();
  auto world = situation.snapshot->world(stream);
  WorldSpec spec;
  spec.setup.kind = world->traits().name;
  spec.setup.maze = advice.maze();
  spec.setup.control = ControlScheme{advice.orientations()};
  if (const auto* marble = dynamic_cast<const MarbleWorld*>(world.get()))
    spec.setup.settings = marble->model().settings;
  auto made = std::make_shared<WorldObject>(WorldRun(std::move(spec), std::move(world)));
  made->run.budget = run.budget;
  made->run.recovery = advice.recovery();
  return made;
}

/// Clears the stop request at the end of a call, so that the next call is not cancelled.
struct StopRequestGuard {
  ~StopRequestGuard() { clear_stop_request(); }
};

int run_command(std::int32_t argc, const char* const* argv) {
  if (argc < 1) throw BadInput("argc", std::to_string(argc), "1 or more");
  std::vector<char*> words;  // run_program() does not modify the words
  for (const char* word : array(argv, static_cast<std::size_t>(argc), "argv"))
    words.push_back(const_cast<char*>(string_of(word, "argv").data()));
  words.push_back(nullptr);
  return run_program(argc, words.data(), current_work.watcher != nullptr);
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_register_agent(const mm_agent* agent) {
  return run_call([&] { register_agent(read_struct(agent, "agent")); });
}

mm_status mm_agent_predict(uint64_t run, const char* model, int32_t state, int32_t move,
                           const mm_guess** guesses, size_t* count) {
  return with_object<AgentRun>(run, [&](AgentRun& of) {
    static_cast<void>(situation_of(of));
    AgentKnowledge& knowledge = of.knowledge;
    if (!knowledge.may(AccessFlags::walls))
      throw Failure(MM_UNSUPPORTED,
                    "agent: this function requires the access level full or copies");
    const std::string_view name = string_of(model, "model");
    const ForwardModel* const asked = knowledge.model(name);
    if (!asked)
      throw BadInput("model", "'" + std::string(name) + "'",
                     fmt::format("one of: {}", fmt::join(knowledge.models(), ", ")));
    const StateId from(state);
    if (!knowledge.may_query(from))
      throw BadInput("state", std::to_string(state),
                     "a settled state of the maze, or a state that the agent knows");
    const MoveId by = move_of(move, knowledge.advice().rules()->moves(from).size());
    write_guesses(guesses, count, [&] {
      of.budget->count();
      return knowledge.ask(*asked, from, by);
    });
  });
}

mm_status mm_agent_copy(uint64_t run, uint64_t stream, mm_world* copy) {
  return create_object(copy, "copy", [&] { return copy_for(*Use<AgentRun>(run), stream); });
}

mm_status mm_run_command(int32_t argc, const char* const* argv, int32_t* exit_status) {
  return run_call([&] {
    std::int32_t& status = output(exit_status, "exit_status");
    const StopRequestGuard after;
    status = run_command(argc, argv);
  });
}
