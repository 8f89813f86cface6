#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <unordered_map>
#include <unordered_set>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/c_api/call.h"
#include "engine/c_api/objects.h"
#include "engine/cli/program.h"
#include "engine/protocol/conversation.h"
#include "maze/base/errors.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/world/snapshot.h"

namespace marblemaze::c_api {
namespace {

constexpr std::int32_t kGivesUp = -1, kFailed = -2;

mm_choice no_choice() {
  mm_choice choice{};
  choice.move = kFailed;
  return choice;
}

/// An mm_agent that is known for good.
struct Own {
  std::string name;
  mm_agent functions;
  const AccessLevelEntry* knows;

  [[nodiscard]] bool may(AccessLevel part) const { return includes(knows->knowledge, part); }
  /// Throws AgentFailed unless an answer is a choice, and Interrupted.
  void require_success(const mm_choice& choice) const {
    if (choice.move == kFailed) {
      stop_call();
      throw AgentFailed("agent '" + name + "' failed");
    }
    stop_point();
  }
};

/// A choice that an agent is making: what it may ask for.
struct Asking : Object {
  static constexpr Kind kKind = Kind::asking;
  static constexpr bool kShared = false;
  Asking(std::shared_ptr<const Own> of, GrantedAdvice of_world)
      : own(std::move(of)), advice(std::move(of_world)) {}

  [[nodiscard]] const ForwardModel& model(std::string_view name);
  /// Returns the names of the models that there are, separated by spaces.
  [[nodiscard]] std::string models() const;
  std::shared_ptr<const Own> own;
  GrantedAdvice advice;
  std::shared_ptr<const ForwardModel> imagination;
  std::shared_ptr<CallBudget> budget = std::make_shared<CallBudget>();
  std::unordered_set<StateId> known;
  const Situation* situation = nullptr;  ///< null between two choices
};

std::string Asking::models() const {
  if (!own->may(AccessLevel::walls)) return "";
  std::string names;
  if (advice.first_cell()) names += "first-cell ";
  if (advice.predictor()) names += "predictor ";
  if (advice.imagination()) names += "imagination ";
  return names;
}

const ForwardModel& Asking::model(std::string_view name) {
  if (!own->may(AccessLevel::walls))
    throw Failure(MM_UNSUPPORTED, "agent: expected the access level full or copies");
  const ForwardModel* found = nullptr;
  if (name == "first-cell") found = advice.first_cell().get();
  if (name == "predictor") found = advice.predictor().get();
  if (name == "imagination" && advice.imagination()) {
    if (!imagination) imagination = advice.imagination()(1);
    found = imagination.get();
  }
  if (!found)
    throw BadInput("model", "'" + std::string(name) + "'",
                   "first-cell, predictor or imagination, where the world has it");
  return *found;
}

/// What both kinds of agents have in common: a run that begins and ends.
class Run {
 public:
  Run(std::shared_ptr<const Own> own, const GrantedAdvice& advice, mm_task task)
      : asking_(std::make_shared<Asking>(std::move(own), advice)) {
    handle_ = give(asking_);
    task.size = sizeof task;
    task.run = handle_;
    if (asking_->own->may(AccessLevel::walls) && advice.maze())
      task.maze = maze_ = give(std::make_shared<MazeObject>(advice.maze()));
    const std::string models = asking_->models();
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
  [[nodiscard]] void* data() const { return data_; }
  [[nodiscard]] bool late(std::chrono::steady_clock::time_point begun) const {
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begun;
    return own().functions.seconds > 0 && taken.count() > own().functions.seconds;
  }

 private:
  std::shared_ptr<Asking> asking_;
  std::uint64_t handle_ = 0, maze_ = 0;
  void* data_ = nullptr;
};

std::string reason_in(const mm_choice& choice, const Own& own) {
  const std::string words =
      printable({choice.reason, strnlen(choice.reason, sizeof choice.reason)});
  return words.empty() ? "chosen by " + own.name : words;
}
std::string late_words(const Own& own) {
  return "the agent gave no answer within " + std::to_string(own.functions.seconds) + " s";
}

/// An agent of the caller's as a planner.
class OwnPlanner final : public Planner {
 public:
  OwnPlanner(std::shared_ptr<const Own> own, const GrantedAdvice& advice)
      : own_(std::move(own)), advice_(advice) {}

 private:
  [[nodiscard]] Decision do_plan(const StateGraph& graph, const Situation& situation) override;
  void learn(const StateGraph& graph);
  [[nodiscard]] mm_place place_of(StateId state, std::size_t moves) const;

  std::shared_ptr<const Own> own_;
  GrantedAdvice advice_;
  std::unique_ptr<Run> run_;  // begun with the first choice
  std::unordered_map<StateId, std::vector<StateId>> told_;
  std::vector<mm_place> places_;
  std::vector<std::int32_t> arcs_;
};

mm_place OwnPlanner::place_of(StateId state, std::size_t moves) const {
  mm_place place{state.index, static_cast<std::int32_t>(moves), -1, -1, 0, 0, -1};
  if (const int orientations = advice_.orientations(); orientations > 0) {
    const int settled = settled_part(state).index;
    place.cell = settled / orientations;
    place.orientation = settled % orientations;
    place.balanced = is_balanced(state);
  }
  if (own_->may(AccessLevel::distances) && advice_.distance())
    place.distance = advice_.distance()(state);
  return place;
}

/// Finds what the graph knows and the agent was not told yet.
void OwnPlanner::learn(const StateGraph& graph) {
  places_.clear();
  arcs_.clear();
  for (const StateId state : graph.states()) {
    const std::span<const Arc> known = graph.arcs(state);
    const auto [told, is_new] = told_.try_emplace(state, known.size(), StateId());
    if (is_new) {
      places_.push_back(place_of(state, known.size()));
      run_->asking().known.insert(state);
    }
    for (std::size_t move = 0; move < known.size(); ++move) {
      if (!known[move].to || *known[move].to == told->second[move]) continue;
      told->second[move] = *known[move].to;
      arcs_.insert(arcs_.end(),
                   {state.index, static_cast<std::int32_t>(move), known[move].to->index});
    }
  }
}

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
  learn(graph);
  const mm_news news{sizeof news,    situation.state.index, moves,           places_.data(),
                     places_.size(), arcs_.data(),          arcs_.size() / 3};
  mm_choice choice = no_choice();
  Asking& asking = run_->asking();
  asking.situation = &situation;
  asking.budget->made = 0;
  asking.budget->most = own_->functions.calls;
  const auto begun = std::chrono::steady_clock::now();
  own_->functions.choose(run_->data(), &news, &choice);
  asking.situation = nullptr;
  own_->require_success(choice);
  if (run_->late(begun)) return {Answer::failed, {}, late_words(*own_), {}, Fault::timed_out};
  if (choice.move == kGivesUp) return {Answer::exhausted, {}, "the agent gave up", {}};
  if (choice.move < 0 || choice.move >= moves)
    return {Answer::failed,
            {},
            "the agent chose the move " + std::to_string(choice.move),
            {},
            Fault::nonsense};
  return {Answer::moves, {{MoveId(choice.move), std::nullopt}}, reason_in(choice, *own_), {}};
}

/// An agent of the caller's as a tilt policy.
class OwnPolicy final : public TiltPolicy {
 public:
  OwnPolicy(std::shared_ptr<const Own> own, const TiltTask& task)
      : way_(task.maze),
        run_(own, advice_of(task).restricted_to(own->knows->knowledge), begun(task)) {}

  [[nodiscard]] TiltChoice decide(const TiltState& seen) override {
    mm_sight sight{};
    sight.size = sizeof sight;
    sight.distance = -1;
    double* to = sight.tilt;
    for (const glm::dvec3& part : {seen.marble, seen.velocity, seen.spin, seen.down, seen.rate})
      for (int a = 0; a < 3; ++a) *to++ = part[a];
    const CellId cell = way_.cell_at(seen.marble);
    if (run_.own().may(AccessLevel::distances) && cell.valid()) {
      sight.distance = way_.left_from(seen.marble);
      if (cell != way_.maze().target())
        for (int a = 0; a < 3; ++a) sight.way[a] = way_.out_of(cell).vector()[a];
    }
    mm_choice choice = no_choice();
    const auto begun = std::chrono::steady_clock::now();
    run_.own().functions.command(run_.data(), &sight, &choice);
    run_.own().require_success(choice);
    if (run_.late(begun)) return {{}, late_words(run_.own()), Fault::timed_out};
    const glm::dvec3 command(choice.command[0], choice.command[1], choice.command[2]);
    if (!(glm::length(command) <= kLargestCommand))
      return {{}, "the policy gave a command that is no number", Fault::nonsense};
    return {command, reason_in(choice, run_.own())};
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

const AccessLevelEntry& class_of(std::int32_t access) {
  constexpr std::array<std::string_view, 4> names{"blind", "heuristic", "full", "copies"};
  if (access < 0 || access >= static_cast<std::int32_t>(names.size()))
    throw BadInput("access", std::to_string(access), "one of mm_access");
  return *access_level_named(names[static_cast<std::size_t>(access)]);
}

void enrol(const mm_agent& agent) {
  auto own = std::make_shared<Own>();
  own->name = text_of(agent.name, "name");
  own->functions = agent;
  own->knows = &class_of(agent.access);
  if (own->name.empty() || own->name.find_first_of(",\n") != std::string::npos)
    throw BadInput("agent", "'" + own->name + "'", "a name without commas");
  if (planners().find(own->name) || tilt_policies().find(own->name))
    throw BadInput("agent", "'" + own->name + "'", "a name that no other agent has");
  if (!agent.choose && !agent.command)
    throw Failure(MM_NULL, "choose NULL: expected it or command");
  const std::string knows(own->knows->knows);
  if (agent.choose)
    planners().enrol({own->name, own->name, own->knows->knowledge, knows, "an agent of your own",
                      "", false, [own](const GrantedAdvice& advice) -> std::unique_ptr<Planner> {
                        return std::make_unique<OwnPlanner>(own, advice);
                      }});
  if (agent.command)
    tilt_policies().enrol({own->name, own->name, knows, "a tilt policy of your own", "",
                           [own](const TiltTask& task) -> std::unique_ptr<TiltPolicy> {
                             return std::make_unique<OwnPolicy>(own, task);
                           }});
}

/// Returns the choice's situation. Throws Failure outside of mm_choose().
const Situation& situation_of(const Asking& asking) {
  if (!asking.situation) throw Failure(MM_NOT_NOW, "agent: expected a call within its choose()");
  return *asking.situation;
}

std::shared_ptr<WorldObject> copy_for(const Asking& asking, std::uint64_t stream) {
  const Situation& situation = situation_of(asking);
  if (!asking.own->may(AccessLevel::copies) || !situation.exact)
    throw Failure(MM_UNSUPPORTED, "agent: expected the access level copies");
  auto world = situation.exact->world(stream);
  WorldSpec spec;
  spec.setup.kind = world->traits().name;
  spec.setup.maze = asking.advice.maze();
  spec.setup.control = ControlScheme{asking.advice.orientations()};
  if (const auto* marble = dynamic_cast<const MarbleWorld*>(world.get()))
    spec.setup.settings = marble->model().settings;
  auto made = std::make_shared<WorldObject>(Place(std::move(spec), std::move(world)));
  made->place.budget = asking.budget;
  return made;
}

/// Lets the next call of this thread begin unstopped.
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
    require_pointer(guesses, "guesses");
    require_pointer(count, "count");
    static_cast<void>(situation_of(asking));
    const ForwardModel& asked = asking.model(text_of(model, "model"));
    const Maze* const maze = asking.advice.maze().get();
    if (!asking.known.contains(StateId(state))) {
      if (!maze) throw BadInput("state", std::to_string(state), "one that the agent knows");
      require_state(*maze, asking.advice.orientations(), state, false);
    }
    const StateId from(state);
    const MoveId by = move_of(move, asking.advice.rules()->moves(from).size());
    asking.budget->count();
    const std::vector<mm_guess>& all = keep_guesses(asked.predict(from, by));
    for (const mm_guess& guess : all)
      if (guess.state >= 0) asking.known.insert(StateId(guess.state));
    *guesses = all.data();
    *count = all.size();
  });
}

mm_status mm_agent_copy(uint64_t run, uint64_t stream, mm_world* copy) {
  return answered_by<Asking>(run, [&](Asking& asking) {
    mm_world& made = output(copy, "copy");
    made = give(copy_for(asking, stream));
  });
}

mm_status mm_run_command(int32_t argc, const char* const* argv, int32_t* exit_status) {
  return answered([&] {
    std::int32_t& status = output(exit_status, "exit_status");
    const Afterwards after;
    status = run(argc, argv);
  });
}
