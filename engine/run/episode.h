#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "agent/play/knowledge_engine.h"
#include "agent/play/simulation_controller.h"
#include "agent/tilt/tilt_policy.h"
#include "engine/run/setup.h"
#include "engine/sim/marble_world.h"

namespace marblemaze {

/// Change of the control scheme during a run (thesis 4.7 compares schemes).
struct SchemeSwitch {
  ControlScheme control;  ///< scheme after the change
  int at_move;            ///< first move under the new scheme; moves are numbered from 1
};

/// Player of a run by moves, and limits of the run.
struct PlayerSpec {
  std::string agent = "complete-solution-prediction";  ///< a name of the planner registry
  bool by_hand = false;  ///< the user chooses the moves, and the agent observes
  /// Whether a slow search runs in a separate thread, so that no frame of a window waits for it. If
  /// false, tick() returns when the search has decided, as videos and tables require.
  bool background = false;
  int move_cap = kMoveCap;  ///< moves after which a run is truncated
  bool recovery = false;    ///< whether a run continues from balanced states instead of ending
  /// Random stream of a randomised agent: 1 for the stream of the maze's seed, other numbers for
  /// repetitions.
  std::uint64_t stream = 1;
};

/// Returns the random stream of the actuator noise in run number `run` in this maze. It differs
/// between mazes and between runs.
[[nodiscard]] std::uint64_t draws_of_run(const Maze& maze, std::uint64_t run);

/// Policy and goal of a run under continuous control.
struct TiltSpec {
  std::string policy = kUsualPolicy;  ///< a name of tilt_policies()
  bool rest = false;                  ///< whether the marble must come to rest in the target
  double limit_s = 60;                ///< simulated time after which the run is truncated
};

/// Description of one run: the world and the player. The command line, benchmarks, the viewer, the
/// C interface and recordings all use it; an Episode plays it.
struct RunSpec {
  Setup setup = {};
  PlayerSpec player = {};  ///< player of moves; `by_hand` also applies to continuous control
  /// Run index: runs in the same maze differ only in the actuator noise (PhysicsSettings::Drive),
  /// regardless of the player.
  std::uint64_t run = 1;
  std::optional<SchemeSwitch> scheme_switch = std::nullopt;
  std::optional<TiltSpec> tilt = std::nullopt;

  /// Returns the player: the policy under continuous control, or the agent that chooses moves.
  [[nodiscard]] const std::string& agent() const { return tilt ? tilt->policy : player.agent; }
  [[nodiscard]] std::string& agent() { return tilt ? tilt->policy : player.agent; }
};

/// Result of a run. Before its end, while the outcome is `running`, the other members describe the
/// run so far.
struct EpisodeResult {
  Outcome outcome = Outcome::running;
  Counters counters;    ///< sums over all schemes; under continuous control, moves are commands
  int switches = 0;     ///< number of switches of the control scheme, which do not count as moves
  long ticks = 0;       ///< fixed steps of the world
  StateId first_state;  ///< invalid if the marble never rested in a state
  std::vector<MoveRecord> played;  ///< moves, and switches with the number 0
  /// One line that describes the fault, if the outcome is a fault of the agent or the physics.
  std::string fault = {};
  double effort_s = 0;  ///< effort of commands: the square of their magnitude in fractions of the
                        ///< limit, integrated over time
};

/// Reason for a change of scheme in traces and recordings.
inline constexpr const char* kReasonOfSwitch = "switch of the control scheme";

/// Callbacks of an episode for its observers: the recorder, the viewer, the narration that `solve`
/// prints. Each may be empty. Within a tick, they are called in this order. A callback may read the
/// episode but must not change it. Exceptions of a callback pass through tick().
struct EpisodeObserver {
  /// A move was chosen and is about to begin. The world is still in the state before the move.
  std::function<void(const Decision&)> on_decision = nullptr;
  /// A scheme switch is about to begin: the maze turns into the scheme that Episode::control() now
  /// returns.
  std::function<void()> on_switch = nullptr;
  /// A move or a switch has ended with the current tick, and its result has been learned.
  std::function<void(const MoveRecord&)> on_move = nullptr;
  /// The run, which had ended frozen, continues. The record is the new end of its last move.
  std::function<void(const MoveRecord&)> on_recovery = nullptr;
  /// Continuous control: this command applies from now on.
  std::function<void(const TiltChoice&)> on_command = nullptr;
  /// The world has advanced by one tick.
  std::function<void()> on_tick = nullptr;
  /// The run has ended. This is the last call, unless the run recovers.
  std::function<void()> on_end = nullptr;
};

/// Returns a world under continuous control, with the noise of this run. Requires: there is a maze.
/// Throws BadInput for a kind of world without physics.
[[nodiscard]] MarbleWorld tilt_world(const Setup& setup, std::uint64_t run);
/// Returns the information that a world gives to a tilt policy.
[[nodiscard]] TiltTask tilt_task(const Setup& setup, bool rest, const MarbleWorld& world);

/// Driver by moves: a world, its player, and the thesis's state machine.
struct MoveDriver {
  MoveDriver(const PlayerSpec& spec, Environment of, World* given, ControlScheme scheme);

  std::unique_ptr<World> own;  ///< null if the world was given
  World& world;
  HumanOrAgent player;
  SimulationController controller;
  ControlScheme control;  ///< current scheme, or the scheme to which the maze turns
  std::optional<ControlScheme> wanted_scheme;  ///< scheme to which the maze turns at the next rest
  StateId first_state;                         ///< invalid before the marble has rested in a state
  std::vector<MoveRecord> played;
};

/// Driver by commands of continuous control.
struct TiltDriver {
  /// Advances by one tick, after a command if one is due. The command is passed to `watch`.
  void tick(const TiltSpec& goal, const std::function<void(const TiltChoice&)>& watch);
  [[nodiscard]] bool decides() const { return world.ticks() % kCommandTicks == 0; }

  MarbleWorld world;
  std::unique_ptr<TiltPolicy> policy;
  EpisodeResult result;  ///< result of the run so far
};

/// One run: a world and its driver (moves or continuous control). run() plays it to its end; tick()
/// advances it by one tick. The command line, tables, the viewer and the C interface all use it, so
/// all of them report the same run.
///
/// The same specification always yields a bit-identical run, regardless of how ticks are grouped
/// and of whether the agent thinks in the background. The outcome is a value; exceptions report
/// only bad input. Only one thread may use an episode.
class Episode {
 public:
  /// Begins a run. The agent's own move limit applies if it is lower than the limit of the run.
  /// `make` creates a tilt policy that is not in the registry. Throws BadInput for a world or agent
  /// that does not exist, for a control scheme that the maze does not support, and for continuous
  /// control in a world without physics. Requires: there is a maze or a family; a scheme switch is
  /// at move 1 or later; the limit is not negative.
  explicit Episode(RunSpec spec, const MakeTiltPolicy& make = nullptr);
  /// Begins a run by moves in any world without a control scheme. The world must outlive the
  /// episode. Throws BadInput like the other constructor. Requires: the advice has rules; the world
  /// is at its start and not yet at rest; the limit is not negative.
  Episode(World& world, Advice advice, PlayerSpec player);
  Episode(const Episode&) = delete;
  Episode& operator=(const Episode&) = delete;

  /// Adds an observer; observers are called in the order in which they were added. Requires: no
  /// tick has been made.
  void watch(EpisodeObserver observer);

  /// Advances the world by one fixed step, after a decision if one is due. Returns false without a
  /// step if the run has ended, the agent is thinking, or the user must choose. Throws Interrupted
  /// if a stop is requested while the agent thinks.
  bool tick();
  /// Ticks to the end. Throws Interrupted between ticks if a stop is requested (maze/base/stop.h).
  /// Requires: an agent plays.
  EpisodeResult run();

  // --- state of the run, by moves or by continuous control ---
  /// Returns the specification with the current player. Its setup has neither maze nor family if
  /// the world was passed to the constructor.
  [[nodiscard]] const RunSpec& spec() const { return spec_; }
  [[nodiscard]] Outcome outcome() const {
    return tilt_ ? tilt_->result.outcome : moves_->controller.outcome();
  }
  /// Returns the phase of the simulation controller. Under continuous control, it is always
  /// accelerating until the run is solved.
  [[nodiscard]] Phase phase() const;
  [[nodiscard]] long ticks() const {
    return tilt_ ? tilt_->world.ticks() : moves_->controller.ticks();
  }
  /// Returns the simulated time since the start, s.
  [[nodiscard]] double seconds() const;
  /// Returns whether the next tick begins with a decision.
  [[nodiscard]] bool decides() const { return tilt_ ? tilt_->decides() : at_rest(); }
  /// Returns the number of moves or commands begun, excluding switches.
  [[nodiscard]] int moves() const {
    return tilt_ ? tilt_->result.counters.moves : moves_->controller.moves();
  }
  /// Returns the scene. In a world without poses, the marble is at rest in its state. Requires: the
  /// run is in a maze.
  [[nodiscard]] Scene scene() const;
  /// Returns the world, for reading only.
  [[nodiscard]] const World& world() const {
    if (tilt_) return tilt_->world;
    return moves_->world;
  }
  [[nodiscard]] EpisodeResult result() const;

  // --- continuous control only ---
  /// Returns the world as a MarbleWorld. Requires: the run is under continuous control.
  [[nodiscard]] const MarbleWorld& tilted() const { return tilt_->world; }

  // --- moves only: actions between ticks ---
  /// Turns the maze to another scheme at the next rest. If it is called several times before then,
  /// the last call counts; the current scheme cancels the request. Each scheme has separate
  /// knowledge. Throws BadInput for a scheme that the maze does not support, and in a world that
  /// has no other scheme. Requires: the run has not ended.
  void switch_scheme(ControlScheme control);
  /// Replaces the agent from the next decision onwards; knowledge is retained. Throws BadInput
  /// without changing anything if the agent does not exist.
  void switch_agent(const std::string& agent);
  /// Lets the user or the agent choose from the next decision onwards. Drops a move that was chosen
  /// but has not begun, and the agent's work in the background.
  void let_person_play(bool by_hand);
  /// Continues a run that ended frozen from its balanced state, as if it had been started with
  /// recovery; only the agent's counts of that move remain unchanged. Requires: can_recover().
  void recover();
  [[nodiscard]] bool can_recover() const { return moves_->controller.can_recover(); }
  /// Executes the user's move in the next tick. Returns false if the current state does not have
  /// the move. Requires: waits_for_person().
  bool choose(MoveId move);

  // --- moves only: state of the run ---
  [[nodiscard]] bool at_rest() const { return moves_->controller.at_rest(); }
  /// Returns whether the marble rests and the user has not chosen yet.
  [[nodiscard]] bool waits_for_person() const;
  /// Returns whether the marble rests and the agent has not decided yet.
  [[nodiscard]] bool thinks() const;
  /// Returns the agent's last message: the reason for its move, why it gave up, or its progress.
  [[nodiscard]] const std::string& said() const { return moves_->controller.decision().rule; }
  /// Returns the current scheme, or the scheme to which the maze turns.
  [[nodiscard]] ControlScheme control() const { return moves_->control; }
  /// Returns the scheme of control() with its moves. Requires: the run is in a maze.
  [[nodiscard]] OrientationScheme scheme() const { return *spec_.setup.scheme(moves_->control); }
  /// Returns the scheme to which the maze will turn at the next rest, if any.
  [[nodiscard]] std::optional<ControlScheme> wanted_scheme() const { return moves_->wanted_scheme; }
  /// Returns the player, with its knowledge under each scheme.
  [[nodiscard]] const HumanOrAgent& player() const { return moves_->player; }
  [[nodiscard]] const KnowledgeEngine& knowledge() const { return moves_->player.knowledge(); }
  /// Returns the counters, summed over schemes.
  [[nodiscard]] Counters counters() const { return moves_->player.counters(); }
  /// Returns the first state of rest, which is invalid before the first rest.
  [[nodiscard]] StateId first_state() const { return moves_->first_state; }

 private:
  void drive_by_moves(Environment environment, World* given);
  void tick_by_moves();
  void begin_switch();
  /// Calls this function of all observers.
  void tell(auto event, const auto&... what) const {
    for (const EpisodeObserver& observer : observers_)
      if (observer.*event) (observer.*event)(what...);
  }

  RunSpec spec_;
  std::optional<MoveDriver> moves_;  // one of moves_ and tilt_ is set
  std::optional<TiltDriver> tilt_;
  std::vector<EpisodeObserver> observers_;  // in the order in which they were added
};

}  // namespace marblemaze
