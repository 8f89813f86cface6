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

/// Scheme switch during a run (thesis 4.7 compares schemes).
struct SchemeSwitch {
  ControlScheme control;
  int at_move;  ///< first move with the new scheme; moves are numbered from 1
};

struct PlayerSpec {
  std::string agent = "complete-solution-prediction";
  bool by_hand = false;  ///< the user chooses the moves, and the agent only observes
  /// If true, slow searches run in a separate thread, so that they do not block the window. If
  /// false, tick() waits for the search, as videos and tables require.
  bool background = false;
  int move_limit = kDefaultMoveLimit;
  /// If true, the run continues when the marble freezes in a balanced state.
  bool recovery = false;
  /// Random stream of a randomized agent. Stream 1 uses the maze seed directly.
  std::uint64_t stream = 1;
};

/// Returns the random stream of the actuator noise for this maze and run number.
[[nodiscard]] std::uint64_t noise_stream(const Maze& maze, std::uint64_t run);

struct TiltSpec {
  std::string policy = kDefaultPolicy;  ///< name in tilt_policies()
  bool rest = false;                    ///< true if the marble must come to rest in the target cell
  double limit_s = 60;                  ///< simulated time after which the run ends (s)
};

struct RunSpec {
  Setup setup = {};
  PlayerSpec player = {};  ///< moves; under continuous control, only `by_hand` is used
  /// Run number. Runs in the same maze with the same number have the same actuator noise,
  /// regardless of the player.
  std::uint64_t run = 1;
  std::optional<SchemeSwitch> scheme_switch = std::nullopt;
  std::optional<TiltSpec> tilt = std::nullopt;

  /// Returns the name of the tilt policy or of the agent that chooses moves.
  [[nodiscard]] const std::string& agent() const { return tilt ? tilt->policy : player.agent; }
  [[nodiscard]] std::string& agent() { return tilt ? tilt->policy : player.agent; }
};

struct EpisodeResult {
  Outcome outcome = Outcome::running;
  Counters counters;  ///< sums over all schemes; commands count as moves under continuous control
  int switches = 0;   ///< number of scheme switches, which do not count as moves
  long ticks = 0;
  StateId first_state;             ///< state in which the marble first came to rest, or invalid
  std::vector<MoveRecord> played;  ///< including scheme switches, which have number 0
  /// Description of a fault of the agent or the physics in one line, or empty.
  std::string fault = {};
  double effort_s = 0;  ///< time integral of the squared command, which is a fraction of the limit,
                        ///< s
};

inline constexpr const char* kSwitchReason = "switch of the control scheme";

/// Callbacks for observers. A callback may be empty. Within a tick, callbacks are called in member
/// order. A callback may read the episode but must not modify it. tick() does not catch exceptions
/// thrown by callbacks.
struct EpisodeObserver {
  /// Called when a move has been chosen. The world is still in the state before the move.
  std::function<void(const Decision&)> on_decision = nullptr;
  /// Episode::control() returns the new scheme.
  std::function<void()> on_switch = nullptr;
  /// Called when a move or a switch has ended and the agent has learned the result.
  std::function<void(const MoveRecord&)> on_move = nullptr;
  /// Called when a run continues after it had ended because the marble froze. The new record
  /// replaces the record of the last move.
  std::function<void(const MoveRecord&)> on_recovery = nullptr;
  std::function<void(const TiltChoice&)> on_command = nullptr;
  std::function<void()> on_tick = nullptr;
  /// Called when the run has ended. No callbacks follow unless the run recovers.
  std::function<void()> on_end = nullptr;
};

/// Returns a world under continuous control, with the actuator noise of this run. Requires:
/// `setup.maze` is set. Throws BadInput if the kind of world has no physics.
[[nodiscard]] MarbleWorld tilt_world(const Setup& setup, std::uint64_t run);
[[nodiscard]] TiltTask make_tilt_task(const Setup& setup, bool rest, const MarbleWorld& world);
/// Returns the outcome of a run under continuous control after a tick. `rest` is TiltSpec::rest.
[[nodiscard]] Outcome tilt_outcome(const MarbleWorld& world, bool rest, bool limit_reached);

struct MoveDriver {
  MoveDriver(const PlayerSpec& spec, Environment of, World* given, ControlScheme scheme);

  std::unique_ptr<World> own;  ///< null if the caller owns the world
  World& world;
  Player player;
  SimulationController controller;
  ControlScheme control;  ///< new scheme during a switch
  std::optional<ControlScheme> requested_scheme;
  StateId first_state;  ///< invalid until the marble has come to rest
  std::vector<MoveRecord> played;
};

struct TiltDriver {
  /// Advances by one tick. If a command is due, first requests it from the policy and passes it to
  /// `watch`.
  void tick(const TiltSpec& goal, const std::function<void(const TiltChoice&)>& watch);
  [[nodiscard]] bool decides() const { return world.ticks() % kCommandTicks == 0; }

  MarbleWorld world;
  std::unique_ptr<TiltPolicy> policy;
  EpisodeResult result;
};

/// One run of a world, played by moves or under continuous control.
///
/// A specification always produces a bit-identical run, regardless of how ticks are grouped and
/// whether the agent searches in the background. Failures of agents and physics are reported as
/// outcomes, and exceptions report only invalid input. An episode must be used by only one thread.
class Episode {
 public:
  /// If the agent has a lower move limit than the run, the agent's limit applies. If `make` is set,
  /// it creates the tilt policy, which need not be in the registry. Throws BadInput if the world or
  /// agent does not exist, if the maze does not support the control scheme, or if the run is under
  /// continuous control and the world has no physics. Requires: the scheme switch is at move 1 or
  /// later, and the move limit is not negative.
  explicit Episode(RunSpec spec, const MakeTiltPolicy& make = nullptr);
  /// Begins a run by moves in a world without control schemes. The world must outlive the episode.
  /// Throws BadInput if the agent does not exist. Requires: the advice contains rules, the world is
  /// at its start and not at rest, and the move limit is not negative.
  Episode(World& world, Advice advice, PlayerSpec player);
  Episode(const Episode&) = delete;
  Episode& operator=(const Episode&) = delete;

  /// Observers are called in the order of registration. Requires: tick() has not been called.
  void watch(EpisodeObserver observer);

  /// Advances the world by one fixed step. If a decision is due, the agent decides first. Returns
  /// false without advancing if the run has ended, the agent is thinking, or the user must choose a
  /// move. Throws Interrupted if a stop is requested while the agent thinks.
  bool tick();
  /// Plays the run to its end. Throws Interrupted between ticks if a stop is requested
  /// (maze/base/stop.h). Requires: the player is an agent.
  EpisodeResult run();

  // State of runs by moves or under continuous control.

  /// Returns the specification with the current player. `setup` is not valid if the world was
  /// passed to the constructor.
  [[nodiscard]] const RunSpec& spec() const { return spec_; }
  [[nodiscard]] Outcome outcome() const {
    return tilt_ ? tilt_->result.outcome : moves_->controller.outcome();
  }
  /// Returns `accelerating` under continuous control until the run is solved.
  [[nodiscard]] Phase phase() const;
  [[nodiscard]] long ticks() const {
    return tilt_ ? tilt_->world.ticks() : moves_->controller.ticks();
  }
  [[nodiscard]] double seconds() const;
  /// Returns true if the next tick begins with a decision.
  [[nodiscard]] bool decides() const { return tilt_ ? tilt_->decides() : at_rest(); }
  /// Returns the number of moves or commands that have begun, without scheme switches.
  [[nodiscard]] int moves() const {
    return tilt_ ? tilt_->result.counters.moves : moves_->controller.moves();
  }
  /// If the world has no poses, shows the marble at rest in the current state. Requires: the run is
  /// in a marble maze.
  [[nodiscard]] Scene scene() const;
  [[nodiscard]] const World& world() const {
    if (tilt_) return tilt_->world;
    return moves_->world;
  }
  [[nodiscard]] EpisodeResult result() const;

  /// Requires: the run is under continuous control.
  [[nodiscard]] const MarbleWorld& tilt_world() const { return tilt_->world; }

  // Actions between ticks for runs by moves.

  /// Switches to another control scheme at the next rest. Another call before the next rest
  /// replaces the request. A call with the current scheme cancels the request. Throws BadInput if
  /// the maze does not support the scheme or the world has no control schemes. Requires: the run
  /// has not ended.
  void switch_scheme(ControlScheme control);
  /// Replaces the agent from the next decision onwards. The agent's knowledge is kept. Throws
  /// BadInput and changes nothing if the agent does not exist.
  void switch_agent(const std::string& agent);
  /// Selects whether the user or the agent chooses the next moves. Discards a chosen move that has
  /// not begun, and cancels a background search.
  void set_by_hand(bool by_hand);
  /// Continues from the balanced state after the run ended because the marble froze. The result
  /// equals a run started with recovery, except that the counters for the last move are not
  /// updated. Requires: can_recover().
  void recover();
  [[nodiscard]] bool can_recover() const { return moves_->controller.can_recover(); }
  /// Sets the user's move, which begins in the next tick. Returns false if the move is not possible
  /// in the current state. Requires: waits_for_user().
  bool choose(MoveId move);

  // State of runs by moves.

  [[nodiscard]] bool at_rest() const { return moves_->controller.at_rest(); }
  [[nodiscard]] bool waits_for_user() const;
  [[nodiscard]] bool is_planning() const;
  /// Returns the agent's last message: the reason for a move or for giving up, or the progress of a
  /// search.
  [[nodiscard]] const std::string& said() const { return moves_->controller.decision().reason; }
  /// Returns the current control scheme, or the new scheme during a switch.
  [[nodiscard]] ControlScheme control() const { return moves_->control; }
  /// Requires: the run is in a marble maze.
  [[nodiscard]] OrientationScheme scheme() const {
    return *spec_.setup.make_scheme(moves_->control);
  }
  [[nodiscard]] std::optional<ControlScheme> requested_scheme() const {
    return moves_->requested_scheme;
  }
  [[nodiscard]] const Player& player() const { return moves_->player; }
  [[nodiscard]] const KnowledgeEngine& knowledge() const { return moves_->player.knowledge(); }
  [[nodiscard]] Counters counters() const { return moves_->player.counters(); }
  /// Returns an invalid state until the marble has come to rest.
  [[nodiscard]] StateId first_state() const { return moves_->first_state; }

 private:
  void drive_by_moves(Environment environment, World* given);
  void tick_by_moves();
  void begin_switch();
  void notify(auto event, const auto&... what) const {
    for (const EpisodeObserver& observer : observers_)
      if (observer.*event) (observer.*event)(what...);
  }

  RunSpec spec_;
  std::optional<MoveDriver> moves_;  // exactly one of moves_ and tilt_ is set
  std::optional<TiltDriver> tilt_;
  std::vector<EpisodeObserver> observers_;
};

}  // namespace marblemaze
