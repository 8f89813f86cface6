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
  ControlScheme control;  ///< new scheme
  int at_move;            ///< first move with the new scheme; moves are numbered from 1
};

/// Player of a run by moves, and the limits of the run.
struct PlayerSpec {
  std::string agent = "complete-solution-prediction";  ///< name in the planner registry
  bool by_hand = false;  ///< the user chooses the moves, and the agent only observes
  /// If true, slow searches run in a separate thread, so that they do not block the frames of a
  /// window. If false, tick() waits for the search, as required by videos and tables.
  bool background = false;
  int move_cap = kMoveCap;  ///< number of moves after which the run is truncated
  /// If true, the run continues when the marble freezes in a balanced state.
  bool recovery = false;
  /// Random stream of a randomized agent. Stream 1 uses the seed of the maze directly. Repeated
  /// runs use other streams.
  std::uint64_t stream = 1;
};

/// Returns the random stream of the actuator noise for run number `run` in this maze. Each maze and
/// each run has a different stream.
[[nodiscard]] std::uint64_t draws_of_run(const Maze& maze, std::uint64_t run);

/// Policy and goal of a run under continuous control.
struct TiltSpec {
  std::string policy = kUsualPolicy;  ///< name in tilt_policies()
  bool rest = false;                  ///< if true, the marble must come to rest in the target
  double limit_s = 60;                ///< simulated time after which the run is truncated
};

/// Specification of a run: the world and the player. The command line, benchmarks, the viewer, the
/// C interface and recordings use it. Episode plays it.
struct RunSpec {
  Setup setup = {};
  PlayerSpec player = {};  ///< for moves; under continuous control, only `by_hand` is used
  /// Run number, which selects the actuator noise (PhysicsSettings::Drive). Runs in the same maze
  /// with the same number have the same noise, whoever plays.
  std::uint64_t run = 1;
  std::optional<SchemeSwitch> scheme_switch = std::nullopt;
  std::optional<TiltSpec> tilt = std::nullopt;

  /// Returns the name of the player: the tilt policy under continuous control, or the agent that
  /// chooses moves.
  [[nodiscard]] const std::string& agent() const { return tilt ? tilt->policy : player.agent; }
  [[nodiscard]] std::string& agent() { return tilt ? tilt->policy : player.agent; }
};

/// Result of a run. While the outcome is `running`, the other members describe the run so far.
struct EpisodeResult {
  Outcome outcome = Outcome::running;
  Counters counters;    ///< sums over all schemes; commands count as moves under continuous control
  int switches = 0;     ///< number of scheme switches, which do not count as moves
  long ticks = 0;       ///< number of fixed steps of the world
  StateId first_state;  ///< state of the first rest; invalid if the marble never came to rest
  std::vector<MoveRecord> played;  ///< moves and scheme switches; a switch has number 0
  /// Description of the fault in one line. Empty unless the agent or the physics caused a fault.
  std::string fault = {};
  double effort_s = 0;  ///< time integral of the squared magnitude of the commands, which are
                        ///< fractions of the limit
};

/// Reason that traces and recordings give for a scheme switch.
inline constexpr const char* kReasonOfSwitch = "switch of the control scheme";

/// Callbacks of an observer of an episode, for example the recorder, the viewer or the narration of
/// `solve`. Each callback may be empty. Within a tick, callbacks are called in the order of the
/// members. A callback may read the episode but must not modify it. tick() does not catch
/// exceptions of callbacks.
struct EpisodeObserver {
  /// A move has been chosen and is about to begin. The world is still in the state before the move.
  std::function<void(const Decision&)> on_decision = nullptr;
  /// A scheme switch is about to begin. Episode::control() returns the new scheme.
  std::function<void()> on_switch = nullptr;
  /// A move or a switch has ended in the current tick, and the agent has learned its result.
  std::function<void(const MoveRecord&)> on_move = nullptr;
  /// A run that had ended because the marble froze continues. The record replaces the record of its
  /// last move.
  std::function<void(const MoveRecord&)> on_recovery = nullptr;
  /// Continuous control: the command takes effect in the current tick.
  std::function<void(const TiltChoice&)> on_command = nullptr;
  /// The world has advanced by one tick.
  std::function<void()> on_tick = nullptr;
  /// The run has ended. There are no further calls unless the run recovers.
  std::function<void()> on_end = nullptr;
};

/// Returns a world under continuous control, with the actuator noise of this run. Requires:
/// `setup.maze` is set. Throws BadInput if the kind of world has no physics.
[[nodiscard]] MarbleWorld tilt_world(const Setup& setup, std::uint64_t run);
/// Returns the task of a tilt policy in this world.
[[nodiscard]] TiltTask tilt_task(const Setup& setup, bool rest, const MarbleWorld& world);

/// Driver of a run by moves: the world, its player, and the state machine of the thesis.
struct MoveDriver {
  MoveDriver(const PlayerSpec& spec, Environment of, World* given, ControlScheme scheme);

  std::unique_ptr<World> own;  ///< null if the caller owns the world
  World& world;
  HumanOrAgent player;
  SimulationController controller;
  ControlScheme control;  ///< current scheme; during a switch, the new scheme
  /// Scheme to which the run switches at the next rest.
  std::optional<ControlScheme> wanted_scheme;
  StateId first_state;  ///< invalid until the marble has come to rest
  std::vector<MoveRecord> played;
};

/// Driver of a run under continuous control.
struct TiltDriver {
  /// Advances by one tick. If a command is due, first asks the policy for it and passes it to
  /// `watch`.
  void tick(const TiltSpec& goal, const std::function<void(const TiltChoice&)>& watch);
  [[nodiscard]] bool decides() const { return world.ticks() % kCommandTicks == 0; }

  MarbleWorld world;
  std::unique_ptr<TiltPolicy> policy;
  EpisodeResult result;  ///< result so far
};

/// One run: a world, and a driver that plays it by moves or by continuous control. run() plays the
/// run to its end, and tick() advances it by one tick. The command line, tables, the viewer and the
/// C interface use this class, so their results agree.
///
/// A specification always produces a bit-identical run, no matter how ticks are grouped or whether
/// the agent searches in the background. Failures of agents and physics are reported as outcomes.
/// Exceptions report only invalid input. An episode must be used by only one thread.
class Episode {
 public:
  /// Begins a run. If the agent has a move limit that is lower than the limit of the run, it
  /// applies. If `make` is set, it creates the tilt policy, which then need not be in the registry.
  /// Throws BadInput if the world or agent does not exist, if the maze does not support the control
  /// scheme, or if a world without physics is to be used with continuous control. Requires: the
  /// scheme switch is at move 1 or later, and the move limit is not negative.
  explicit Episode(RunSpec spec, const MakeTiltPolicy& make = nullptr);
  /// Begins a run by moves in a world without control schemes. The world must outlive the episode.
  /// Throws BadInput if the agent does not exist. Requires: the advice contains rules, the world is
  /// at its start and not at rest, and the move limit is not negative.
  Episode(World& world, Advice advice, PlayerSpec player);
  Episode(const Episode&) = delete;
  Episode& operator=(const Episode&) = delete;

  /// Adds an observer. Observers are called in the order in which they were added. Requires: tick()
  /// has not been called.
  void watch(EpisodeObserver observer);

  /// Advances the world by one fixed step. If a decision is due, makes it first. Returns false
  /// without advancing if the run has ended, the agent is thinking, or the user must choose a move.
  /// Throws Interrupted if a stop is requested while the agent thinks.
  bool tick();
  /// Plays the run to its end. Throws Interrupted between ticks if a stop is requested
  /// (maze/base/stop.h). Requires: the player is an agent.
  EpisodeResult run();

  // State of the run, for both drivers.

  /// Returns the specification with the current player. If the world was passed to the constructor,
  /// `setup` does not describe it.
  [[nodiscard]] const RunSpec& spec() const { return spec_; }
  [[nodiscard]] Outcome outcome() const {
    return tilt_ ? tilt_->result.outcome : moves_->controller.outcome();
  }
  /// Returns the phase of the simulation controller. Under continuous control, it is `accelerating`
  /// until the run is solved.
  [[nodiscard]] Phase phase() const;
  [[nodiscard]] long ticks() const {
    return tilt_ ? tilt_->world.ticks() : moves_->controller.ticks();
  }
  /// Returns the simulated time since the start, s.
  [[nodiscard]] double seconds() const;
  /// Returns true if the next tick begins with a decision.
  [[nodiscard]] bool decides() const { return tilt_ ? tilt_->decides() : at_rest(); }
  /// Returns the number of moves or commands that have begun. Scheme switches are not counted.
  [[nodiscard]] int moves() const {
    return tilt_ ? tilt_->result.counters.moves : moves_->controller.moves();
  }
  /// Returns the scene. If the world has no poses, the scene shows the marble at rest in its state.
  /// Requires: the run is in a marble maze.
  [[nodiscard]] Scene scene() const;
  /// Returns the world. It is read-only.
  [[nodiscard]] const World& world() const {
    if (tilt_) return tilt_->world;
    return moves_->world;
  }
  [[nodiscard]] EpisodeResult result() const;

  /// Returns the world as a MarbleWorld. Requires: the run is under continuous control.
  [[nodiscard]] const MarbleWorld& tilted() const { return tilt_->world; }

  // Actions between ticks, only for runs by moves.

  /// Switches to another control scheme at the next rest. Another call before that rest replaces
  /// the request, and a call with the current scheme cancels it. The agent has separate knowledge
  /// for each scheme. Throws BadInput if the maze does not support the scheme or the world has no
  /// control schemes. Requires: the run has not ended.
  void switch_scheme(ControlScheme control);
  /// Replaces the agent, starting with the next decision. The knowledge is kept. Throws BadInput
  /// and changes nothing if the agent does not exist.
  void switch_agent(const std::string& agent);
  /// Selects whether the user or the agent chooses the next moves. Discards a move that has been
  /// chosen but has not begun, and cancels a search in the background.
  void let_person_play(bool by_hand);
  /// Continues a run that ended because the marble froze, from its balanced state. The run then
  /// equals a run that was started with recovery, except that the counters for the last move are
  /// not updated. Requires: can_recover().
  void recover();
  [[nodiscard]] bool can_recover() const { return moves_->controller.can_recover(); }
  /// Sets the move of the user, which begins in the next tick. Returns false if the move is not
  /// possible in the current state. Requires: waits_for_person().
  bool choose(MoveId move);

  // State of the run, only for runs by moves.

  [[nodiscard]] bool at_rest() const { return moves_->controller.at_rest(); }
  /// Returns true if the marble is at rest and the user has not yet chosen a move.
  [[nodiscard]] bool waits_for_person() const;
  /// Returns true if the marble is at rest and the agent has not yet decided.
  [[nodiscard]] bool thinks() const;
  /// Returns the last message of the agent: the reason for its move, its reason for giving up, or
  /// its progress.
  [[nodiscard]] const std::string& said() const { return moves_->controller.decision().rule; }
  /// Returns the current control scheme, or the new scheme during a switch.
  [[nodiscard]] ControlScheme control() const { return moves_->control; }
  /// Returns the orientation scheme of control(). Requires: the run is in a marble maze.
  [[nodiscard]] OrientationScheme scheme() const { return *spec_.setup.scheme(moves_->control); }
  /// Returns the requested scheme, if a switch is pending.
  [[nodiscard]] std::optional<ControlScheme> wanted_scheme() const { return moves_->wanted_scheme; }
  /// Returns the player, with its knowledge for each scheme.
  [[nodiscard]] const HumanOrAgent& player() const { return moves_->player; }
  [[nodiscard]] const KnowledgeEngine& knowledge() const { return moves_->player.knowledge(); }
  /// Returns the counters, summed over all schemes.
  [[nodiscard]] Counters counters() const { return moves_->player.counters(); }
  /// Returns the state in which the marble first came to rest; invalid before that.
  [[nodiscard]] StateId first_state() const { return moves_->first_state; }

 private:
  void drive_by_moves(Environment environment, World* given);
  void tick_by_moves();
  void begin_switch();
  /// Calls this callback of all observers.
  void notify(auto event, const auto&... what) const {
    for (const EpisodeObserver& observer : observers_)
      if (observer.*event) (observer.*event)(what...);
  }

  RunSpec spec_;
  std::optional<MoveDriver> moves_;  // exactly one of moves_ and tilt_ is set
  std::optional<TiltDriver> tilt_;
  std::vector<EpisodeObserver> observers_;  // in the order in which they were added
};

}  // namespace marblemaze
