#pragma once

#include <cassert>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/play/human_or_agent.h"
#include "agent/play/simulation_controller.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/run/setup.h"
#include "engine/sim/tilt_world.h"

namespace marblemaze {

/// Turn to another control scheme on the way (thesis 4.7 compares them).
struct SchemeSwitch {
  ControlScheme control;  ///< the other scheme
  int at_move;            ///< it holds from this move on; the first is 1
};

/// Who chooses the moves of a run, and how long it may take.
struct PlayerSpec {
  std::string agent = "complete-solution-prediction";  ///< a name of the planner registry
  bool by_hand = false;                                ///< a person chooses, and the agent watches
  /// A search that takes its time thinks in a thread, so that no frame of a window waits for it.
  /// Without, tick() returns when the search has decided, as films and tables need it.
  bool background = false;
  int move_cap = kMoveCap;  ///< moves; a run that needs more ends as capped
  bool recovery = false;    ///< a balanced marble is a state of its own, not the end
  /// Random numbers of a randomised agent: 1 for those of the maze's seed, others for repetitions.
  std::uint64_t stream = 1;
};

/// The stream of the actuator's noise in run number `run` in this maze: other mazes and
/// other runs draw otherwise.
[[nodiscard]] std::uint64_t draws_of_run(const Maze& maze, std::uint64_t run);

/// Continuous control instead of moves: who turns the maze, and to what end.
struct TiltSpec {
  std::string policy = kUsualPolicy;  ///< a name of tilt_policies()
  bool rest = false;                  ///< the marble must come to rest in the target
  double limit_s = 60;                ///< of simulated time, after which the run is capped
};

/// One run: what is played, and by whom. Command line, benchmarks, viewer, C interface and
/// recordings all describe a run by it; an Episode plays it.
struct RunSpec {
  Setup setup = {};
  PlayerSpec player = {};  ///< of moves; `by_hand` is also said of continuous control
  /// Which of the runs that differ in nothing but the noise of the actuator
  /// (PhysicsSettings::Drive). They do not depend on who plays.
  std::uint64_t run = 1;
  std::optional<SchemeSwitch> scheme_switch = std::nullopt;
  std::optional<TiltSpec> tilt = std::nullopt;

  /// Returns who plays: the policy under continuous control, else the agent that chooses moves.
  [[nodiscard]] const std::string& agent() const { return tilt ? tilt->policy : player.agent; }
  [[nodiscard]] std::string& agent() { return tilt ? tilt->policy : player.agent; }
};

/// What a run came to. Complete once the outcome is not `running`; asked before, it tells of the
/// run so far.
struct EpisodeResult {
  Outcome outcome = Outcome::running;
  Counters counters;    ///< summed over schemes; in continuous control moves are commands
  int switches = 0;     ///< of the control scheme; no moves
  long ticks = 0;       ///< fixed steps of the world
  StateId first_state;  ///< none where the marble never rested in a state
  std::vector<MoveRecord> played;  ///< moves, and switches with the number 0
  /// Where the outcome is a fault, of the agent or of the physics: what happened, in one line.
  std::string fault = {};
  double effort_s = 0;  ///< of commands: the square of their shares, integrated over the time
};

/// Why the maze turns to another scheme, in the words of traces and recordings.
inline constexpr const char* kReasonOfSwitch = "switch of the control scheme";

/// What an episode tells whoever watches it: the recorder, the viewer, the story that `solve`
/// prints. Each may be empty. In a tick they come in this order; the episode can be asked about
/// everything meanwhile, but not acted on. What an observer throws passes through tick().
struct EpisodeObserver {
  /// A move was decided on and is about to begin: the world still stands in the state it starts in.
  std::function<void(const Decision&)> on_decision = nullptr;
  /// The maze is about to turn to the scheme that Episode::control() now names.
  std::function<void()> on_switch = nullptr;
  /// A move or a switch has ended with the present tick, and its result was learned.
  std::function<void(const MoveRecord&)> on_move = nullptr;
  /// The run, which had ended frozen, goes on: this is how its last move ended after all.
  std::function<void(const MoveRecord&)> on_recovery = nullptr;
  /// Continuous control: this command is in force from now on.
  std::function<void(const TiltChoice&)> on_command = nullptr;
  /// The world has made a tick.
  std::function<void()> on_tick = nullptr;
  /// The run has ended. The last call, unless it recovers.
  std::function<void()> on_end = nullptr;
};

/// Several of them, in the order in which they came.
class EpisodeObservers {
 public:
  void add(EpisodeObserver observer) { all_.push_back(std::move(observer)); }
  /// One event of them all.
  void tell(auto event, const auto&... what) const {
    for (const EpisodeObserver& observer : all_)
      if (observer.*event) (observer.*event)(what...);
  }

 private:
  std::vector<EpisodeObserver> all_;
};

/// Returns a world of continuous control, with the noise of that run. Requires: there is a maze.
/// Throws BadInput for a kind of world without physics.
[[nodiscard]] TiltWorld tilt_world(const Setup& setup, std::uint64_t run);
/// Returns what a policy of continuous control is told in a world.
[[nodiscard]] TiltTask tilt_task(const Setup& setup, bool rest, const TiltWorld& world);

/// Drives a world by moves: who chooses them, and the thesis's state machine.
struct MoveDriver {
  MoveDriver(const PlayerSpec& spec, Environment of, World* given, ControlScheme scheme);

  std::unique_ptr<World> own;  ///< null if the world was given
  World& world;
  HumanOrAgent player;
  SimulationController controller;
  ControlScheme control;                       ///< in force, or to which the maze turns
  std::optional<ControlScheme> wanted_scheme;  ///< to which it turns at the next settled moment
  StateId first_state;                         ///< none before the marble has rested in one
  std::vector<MoveRecord> played;
};

/// Drives a marble's maze by commands of continuous control.
struct TiltDriver {
  /// One tick, after a command if one is due; `watch` gets the command.
  void tick(const TiltSpec& goal, const std::function<void(const TiltChoice&)>& watch);
  [[nodiscard]] bool decides() const { return world.ticks() % kCommandTicks == 0; }

  TiltWorld world;
  std::unique_ptr<TiltPolicy> policy;
  EpisodeResult result;  ///< until now
};

/// One run: a simulation, what drives it (moves or continuous control), and who chooses. run()
/// plays it to its end; to see it on the way, call tick(). Command line, tables, viewer and C
/// interface all use it, so that all of them report the same run.
///
/// The same specification gives the same run, bit for bit, however its ticks are grouped and
/// whether the agent thinks in the background or not. The outcome is a value; exceptions report
/// bad input only. One thread uses an episode.
class Episode {
 public:
  /// The cap is the agent's own limit of moves where that is lower. `make` makes a controller of
  /// continuous control that the registry does not have; its policy is then only a name. Throws
  /// BadInput for a world or agent that does not exist, a control scheme that the maze does not
  /// have, and continuous control in a world without physics. Requires: a maze or a family; a
  /// scheme switch before move 1 or later; no negative cap.
  explicit Episode(RunSpec spec, const MakeTiltPolicy& make = nullptr);
  /// Moves in any world, which must outlive the episode and stand at its start. It has no
  /// control scheme. Throws BadInput as above. Preconditions: the advice has
  /// rules; the world is not at rest yet; no negative cap.
  Episode(World& world, Advice advice, PlayerSpec player);
  Episode(const Episode&) = delete;
  Episode& operator=(const Episode&) = delete;

  /// One more observer; they are told in the order in which they came, to the end of the run.
  /// Precondition: before the first tick.
  void watch(EpisodeObserver observer);

  /// One fixed step of the world, after what is to be decided. False when there was none: the run
  /// has ended, the agent thinks, or a person must choose. An agent that thinks long may throw
  /// Interrupted.
  bool tick();
  /// Ticks to the end. Throws Interrupted between ticks when its work is to stop
  /// (maze/base/stop.h). Precondition: an agent plays.
  EpisodeResult run();

  // --- how it stands, by moves or by continuous control ---
  /// As begun, with who plays now. Its setup has neither maze nor family where the world was given.
  [[nodiscard]] const RunSpec& spec() const { return spec_; }
  [[nodiscard]] Outcome outcome() const {
    return tilt_ ? tilt_->result.outcome : moves_->controller.outcome();
  }
  /// As the controller says (agent/play/simulation_controller.h); of continuous control always
  /// accelerating until it is solved.
  [[nodiscard]] Phase phase() const;
  [[nodiscard]] long ticks() const {
    return tilt_ ? tilt_->world.ticks() : moves_->controller.ticks();
  }
  /// Simulated since the start, s.
  [[nodiscard]] double seconds() const;
  /// Will the next tick ask for a decision first?
  [[nodiscard]] bool decides() const { return tilt_ ? tilt_->decides() : at_rest(); }
  /// Moves or commands begun so far; switches are none.
  [[nodiscard]] int moves() const {
    return tilt_ ? tilt_->result.counters.moves : moves_->controller.moves();
  }
  /// What is seen of the marble; in a world without poses as it rests in each state. Precondition:
  /// the run is in a maze.
  [[nodiscard]] Scene scene() const;
  /// Hash of all that decides how the world goes on.
  [[nodiscard]] std::uint64_t state_hash() const {
    return tilt_ ? tilt_->world.state_hash() : moves_->world.state_hash();
  }
  [[nodiscard]] EpisodeResult result() const;

  // --- continuous control alone ---
  /// Precondition: the specification says so.
  [[nodiscard]] const TiltWorld& tilted() const { return tilt_->world; }

  // --- moves alone: acting on it, between ticks ---
  /// At the next settled moment the maze turns to another scheme; of several commands until then
  /// the last one counts, and the scheme in force takes all back. Each scheme keeps its own
  /// knowledge, and switching back finds it again. Throws BadInput for a scheme that the maze does
  /// not have, and in a world that cannot turn to another. Precondition: the run has not ended.
  void switch_scheme(ControlScheme control);
  /// Another agent goes on with what is known, at the next decision. Throws BadInput for one that
  /// does not exist; nothing is changed then.
  void switch_agent(const std::string& agent);
  /// Hands the choice to a person, or back to the agent, from the next decision on. A move that was
  /// chosen but not begun is dropped, and so is what an agent thinks of in the background.
  void let_person_play(bool by_hand);
  /// A run that ended frozen goes on in its balanced state, as if it had been begun with recovery;
  /// only the agent's counts of that move stay as they were. Precondition: can_recover().
  void recover();
  [[nodiscard]] bool can_recover() const { return moves_->controller.can_recover(); }
  /// The person's move, made with the next tick. False when it is none of the present state's.
  /// Precondition: waits_for_person().
  bool choose(MoveId move);

  // --- moves alone: how it stands ---
  [[nodiscard]] bool at_rest() const { return moves_->controller.at_rest(); }
  /// The marble rests, and a person has not chosen yet.
  [[nodiscard]] bool waits_for_person() const;
  /// The marble rests, and the agent has not decided yet.
  [[nodiscard]] bool thinks() const;
  /// What the agent said last: why it made the move, why it gave up, or how far it is with
  /// thinking.
  [[nodiscard]] const std::string& said() const { return moves_->controller.decision().rule; }
  /// For looking at. Who moves it breaks the run.
  [[nodiscard]] World& world() { return moves_->world; }
  [[nodiscard]] const World& world() const { return moves_->world; }
  /// The scheme in force, or to which the maze turns.
  [[nodiscard]] ControlScheme control() const { return moves_->control; }
  /// The same with its moves. Precondition: the run is in a maze.
  [[nodiscard]] OrientationScheme scheme() const { return *spec_.setup.scheme(moves_->control); }
  /// The scheme to which the maze will turn at the next settled moment, if any.
  [[nodiscard]] std::optional<ControlScheme> wanted_scheme() const { return moves_->wanted_scheme; }
  /// Who chooses, with what is known under each scheme.
  [[nodiscard]] const HumanOrAgent& player() const { return moves_->player; }
  [[nodiscard]] const KnowledgeEngine& knowledge() const { return moves_->player.knowledge(); }
  /// Summed over schemes.
  [[nodiscard]] Counters counters() const { return moves_->player.counters(); }
  /// None before the marble has rested in one.
  [[nodiscard]] StateId first_state() const { return moves_->first_state; }

 private:
  void drive_by_moves(Environment environment, World* given);
  void tick_by_moves();
  void begin_switch();

  RunSpec spec_;
  std::optional<MoveDriver> moves_;  // one of the two
  std::optional<TiltDriver> tilt_;
  EpisodeObservers observers_;
};

}  // namespace marblemaze
