#include <algorithm>
#include <chrono>
#include <cstring>

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
struct Own {
  std::string name;
  mm_agent functions;
  const AccessLevelEntry* knows;
};

/// A run of a registered agent. Its handle is the argument of mm_agent_predict() and
/// mm_agent_copy().
struct Asking : ObjectOf<Kind::asking> {
  Asking(std::shared_ptr<const Own> of, const GrantedAdvice& advice)
      : own(std::move(of)), knowledge(advice, own->knows->knowledge) {}

  std::shared_ptr<const Own> own;
  AgentKnowledge knowledge;
  std::shared_ptr<CallBudget> budget = std::make_shared<CallBudget>();
  const Situation* situation = nullptr;  ///< null between two decisions
};

/// Calls the callbacks of a registered agent: begin() when constructed, end() when destroyed.
class Run {
 public:
  Run(std::shared_ptr<const Own> own, const GrantedAdvice& advice, mm_task task)
      : asking_(std::make_shared<Asking>(std::move(own), advice)) {
    handle_ = give(asking_);
    task.size = sizeof task;
    task.run = handle_;
    if (auto maze = asking_->knowledge.maze())
      task.maze = maze_ = give(std::make_shared<MazeObject>(std::move(maze)));
    const std::string models = fmt::format("{}", fmt::join(asking_->knowledge.models(), " "));
    task.models = models.c_str();
    const mm_agent& agent = asking_->own->functions;
    data_ = agent.begin ? agent.begin(agent.data, &task) : nullptr;
  }
  ~Run() {
    const mm_agent& agent = asking_->own->functions;
    if (agent.end) agent.end(data_);
    free_handle(handle_);
    if (maze_ != 0) free_handle(maze_);
  }
  Run(const Run&) = delete;
  Run& operator=(const Run&) = delete;

  [[nodiscard]] Asking& asking() { return *asking_; }
  [[nodiscard]] const Own& own() const { return *asking_->own; }
  /// Requests a decision with `call(functions, data, choice)`. Returns the decision, or nullopt if
  /// it took too long. Throws Failure with MM_CANCELLED if the agent failed, and Interrupted if the
  /// call was cancelled.
  template <class Call>
  [[nodiscard]] std::optional<mm_choice> answer(Call&& call) const {
    mm_choice choice{};
    choice.move = kFailed;
    const mm_agent& functions = own().functions;
    const auto begun = std::chrono::steady_clock::now();
    call(functions, data_, &choice);
    if (choice.move == kFailed) {
      stop_call();
      throw Failure(MM_CANCELLED, "agent '" + own().name + "' failed");
    }
    stop_point();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    const bool late = functions.seconds > 0 && taken.count() > functions.seconds;
    return late ? std::nullopt : std::optional(choice);
  }
  [[nodiscard]] std::string late_words() const {
    return "the agent did not answer within " + std::to_string(own().functions.seconds) + " s";
  }
  [[nodiscard]] std::string reason_in(const mm_choice& choice) const {
    const std::string words =
        printable({choice.reason, strnlen(choice.reason, sizeof choice.reason)});
    return words.empty() ? "chosen by " + own().name : words;
  }

 private:
  std::shared_ptr<Asking> asking_;
  std::uint64_t handle_ = 0, maze_ = 0;
  void* data_ = nullptr;
};

/// Planner that queries a registered agent.
class OwnPlanner final : public Planner {
 public:
  OwnPlanner(std::shared_ptr<const Own> own, const GrantedAdvice& advice)
      : own_(std::move(own)), advice_(advice) {}

 private:
  [[nodiscard]] Decision do_plan(const StateGraph& graph, const Situation& situation) override;

  std::shared_ptr<const Own> own_;
  GrantedAdvice advice_;
  std::unique_ptr<Run> run_;  // created at the first decision
};

Decision OwnPlanner::do_plan(const StateGraph& graph, const Situation& situation) {
  const auto moves = static_cast<std::int32_t>(graph.arcs(situation.state).size());
  if (moves == 0) return {Answer::exhausted, {}, "no move is left", {}};
  if (!run_) {
    mm_task task{};
    task.world = advice_.world().c_str();
    task.orientations = advice_.orientations();
    task.recovery = advice_.recovery();
    run_ = std::make_unique<Run>(own_, advice_, task);
  }
  Asking& asking = run_->asking();
  const AgentKnowledge::News learned = asking.knowledge.news(graph);
  std::vector<mm_place> places;
  std::vector<std::int32_t> arcs;
  for (const KnownState& known : learned.states)
    places.push_back({known.state.index, static_cast<std::int32_t>(known.moves), known.cell,
                      known.orientation, known.balanced, 0, known.distance.value_or(-1)});
  for (const KnownArc& arc : learned.arcs)
    arcs.insert(arcs.end(), {arc.from.index, static_cast<std::int32_t>(arc.move), arc.to.index});
  const mm_news news{sizeof news,   situation.state.index, moves,          places.data(),
                     places.size(), arcs.data(),           arcs.size() / 3};
  asking.situation = &situation;
  asking.budget->made = 0;
  asking.budget->most = own_->functions.calls;
  const auto choice = run_->answer([&](const mm_agent& agent, void* data, mm_choice* to) {
    agent.choose(data, &news, to);
    asking.situation = nullptr;
  });
  if (!choice) return {Answer::failed, {}, run_->late_words(), {}, Fault::timed_out};
  if (choice->move == kGivesUp) return {Answer::exhausted, {}, "the agent gave up", {}};
  if (choice->move < 0 || choice->move >= moves)
    return {Answer::failed,
            {},
            "the agent chose the invalid move " + std::to_string(choice->move),
            {},
            Fault::nonsense};
  return {Answer::moves, {{MoveId(choice->move), std::nullopt}}, run_->reason_in(*choice), {}};
}

/// Tilt policy that queries a registered agent.
class OwnPolicy final : public TiltPolicy {
 public:
  OwnPolicy(std::shared_ptr<const Own> own, const TiltTask& task)
      : way_(task.maze),
        run_(own, advice_of(task).restricted_to(own->knows->knowledge), begun(task)) {}

  [[nodiscard]] TiltChoice decide(const TiltState& seen) override {
    mm_sight sight{};
    sight.size = sizeof sight;
    sight.distance = -1;
    put_tilt(seen, sight.tilt);
    const auto ahead = path_ahead(way_, seen.marble);
    if (run_.asking().knowledge.may(AccessLevel::distances) && ahead) {
      sight.distance = ahead->length;
      for (int a = 0; a < 3; ++a) sight.way[a] = ahead->direction[a];
    }
    const auto choice = run_.answer(
        [&](const mm_agent& agent, void* data, mm_choice* to) { agent.command(data, &sight, to); });
    if (!choice) return {{}, run_.late_words(), Fault::timed_out};
    const glm::dvec3 command(choice->command[0], choice->command[1], choice->command[2]);
    if (!(glm::length(command) <= kLargestCommand))
      return {{}, "the policy returned a command that is not a number", Fault::nonsense};
    return {command, run_.reason_in(*choice)};
  }

 private:
  static Advice advice_of(const TiltTask& task) {
    Advice advice;
    advice.maze = task.maze;
    return advice;
  }
  static mm_task begun(const TiltTask& of) {
    mm_task task{};
    task.world = "";
    task.rest = of.rest;
    task.max_rate = of.limits.rate;
    task.max_acceleration = of.limits.acceleration;
    task.seconds = kCommandTicks * of.tick_s;
    return task;
  }

  PathToTarget way_;
  Run run_;
};

void enrol(const mm_agent& agent) {
  if (agent.access < 0 || agent.access > MM_ACCESS_COPIES)
    throw BadInput("access", std::to_string(agent.access), "a value of mm_access");
  const auto* const level = &access_levels()[static_cast<std::size_t>(agent.access)];
  auto own = std::make_shared<Own>(Own{std::string(text_of(agent.name, "name")), agent, level});
  if (own->name.empty() || own->name.find_first_of(",\n") != std::string::npos)
    throw BadInput("agent", "'" + own->name + "'", "a name without commas");
  if (planners().find(own->name) || tilt_policies().find(own->name))
    throw BadInput("agent", "'" + own->name + "'", "a name that no other agent has");
  if (!agent.choose && !agent.command)
    throw Failure(MM_NULL, "choose NULL: expected a function in choose or command");
  const std::string knows(own->knows->knows);
  if (agent.choose)
    planners().enrol({own->name, own->name, own->knows->knowledge, knows, "your own agent", "",
                      false, [own](const GrantedAdvice& advice) -> std::unique_ptr<Planner> {
                        return std::make_unique<OwnPlanner>(own, advice);
                      }});
  if (agent.command)
    tilt_policies().enrol({own->name, own->name, knows, "your own tilt policy", "",
                           [own](const TiltTask& task) -> std::unique_ptr<TiltPolicy> {
                             return std::make_unique<OwnPolicy>(own, task);
                           }});
}

/// Returns the situation of the current decision. Throws Failure if the agent is not in choose().
const Situation& situation_of(const Asking& asking) {
  if (!asking.situation)
    throw Failure(MM_NOT_NOW, "agent: call this function only within choose()");
  return *asking.situation;
}

std::shared_ptr<WorldObject> copy_for(const Asking& asking, std::uint64_t stream) {
  const Situation& situation = situation_of(asking);
  if (!asking.knowledge.may(AccessLevel::copies) || !situation.exact)
    throw Failure(MM_UNSUPPORTED, "agent: this function requires the access level copies");
  const GrantedAdvice& advice = asking.knowledge.advice();
  auto world = situation.exact->world(stream);
  WorldSpec spec;
  spec.setup.kind = world->traits().name;
  spec.setup.maze = advice.maze();
  spec.setup.control = ControlScheme{advice.orientations()};
  if (const auto* marble = dynamic_cast<const MarbleWorld*>(world.get()))
    spec.setup.settings = marble->model().settings;
  auto made = std::make_shared<WorldObject>(Place(std::move(spec), std::move(world)));
  made->place.budget = asking.budget;
  made->place.recovery = advice.recovery();
  return made;
}

/// Clears the stop request at the end of a call, so that the next call is not cancelled.
struct Afterwards {
  ~Afterwards() { forget_stop(); }
};

int run(std::int32_t argc, const char* const* argv) {
  std::vector<std::string> words;
  for (const char* word : array(argv, static_cast<std::size_t>(std::max(argc, 0)), "argv"))
    words.emplace_back(text_of(word, "argv"));
  if (words.empty()) throw BadInput("argc", std::to_string(argc), "1 or more");
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  return run_program(static_cast<int>(words.size()), pointers.data());
}

}  // namespace
}  // namespace marblemaze::c_api

using namespace marblemaze;
using namespace marblemaze::c_api;

mm_status mm_register_agent(const mm_agent* agent) {
  return answered([&] { enrol(taken_struct(agent, "agent")); });
}

mm_status mm_agent_predict(uint64_t run, const char* model, int32_t state, int32_t move,
                           const mm_guess** guesses, size_t* count) {
  return answered_by<Asking>(run, [&](Asking& asking) {
    static_cast<void>(situation_of(asking));
    AgentKnowledge& knowledge = asking.knowledge;
    if (!knowledge.may(AccessLevel::walls))
      throw Failure(MM_UNSUPPORTED,
                    "agent: this function requires the access level full or copies");
    const std::string_view name = text_of(model, "model");
    const ForwardModel* const asked = knowledge.model(name);
    if (!asked)
      throw BadInput("model", "'" + std::string(name) + "'",
                     fmt::format("one of: {}", fmt::join(knowledge.models(), ", ")));
    const StateId from(state);
    if (!knowledge.may_ask_about(from))
      throw BadInput("state", std::to_string(state),
                     "a settled state of the maze, or a state that the agent knows");
    const MoveId by = move_of(move, knowledge.advice().rules()->moves(from).size());
    put_guesses(guesses, count, [&] {
      asking.budget->count();
      return knowledge.ask(*asked, from, by);
    });
  });
}

mm_status mm_agent_copy(uint64_t run, uint64_t stream, mm_world* copy) {
  return handed_out(copy, "copy", [&] { return copy_for(*Use<Asking>(run), stream); });
}

mm_status mm_run_command(int32_t argc, const char* const* argv, int32_t* exit_status) {
  return answered([&] {
    std::int32_t& status = output(exit_status, "exit_status");
    const Afterwards after;
    status = run(argc, argv);
  });
}
