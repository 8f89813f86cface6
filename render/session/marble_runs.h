#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "render/scene/frame.h"
#include "render/session/shown.h"
#include "render/session/shown_run.h"

namespace marblemaze {

/// The run after so many ticks; between two of them where the number is not whole.
[[nodiscard]] Scene scene_at(const ShownRun& run, double position);

/// The same with all that a picture shows beside it. It refers to the run.
[[nodiscard]] Frame frame_at(const ShownRun& run, double position);

/// A marble at rest in a state of the scheme, with the way through the maze.
[[nodiscard]] Frame frame_of_state(const ShownRun& run, const OrientationScheme& scheme,
                                   StateId state);

/// What the path predictor believes of a move from a state of the scheme in force at that instant.
/// No guess where it does not know, and of a recording.
[[nodiscard]] Prediction prediction_of(const ShownRun& run, long tick, StateId state, MoveId move);

/// Shows in the frame of that instant, at which the maze stands in that state, what a move is
/// believed to do: the marble's way, where it comes to rest, the turn of the maze as vectors, and
/// the turned maze as a ghost.
void add_preview(Frame& frame, const ShownRun& run, long tick, StateId state, MoveId move);

inline constexpr int kHalfATurn = 60;  ///< ticks after a move's begin, when the maze is half turned

/// Runs that were shown, with the moment at which they stood. MarbleRuns can show them again, and
/// they go on.
struct KeptRuns {
  std::vector<std::unique_ptr<ShownRun>> runs = {};  ///< empty: nothing
  std::vector<GraphLayout> layouts = {};
  std::size_t selected = 0;
  std::optional<std::size_t> parted_at = {};
  double position = 0, speed = 1;

  /// Returns true if one of the runs is worth keeping.
  [[nodiscard]] bool worth_keeping() const {
    return std::ranges::any_of(runs, [](const auto& run) { return run->worth_keeping(); });
  }
};

/// The marble's maze: one run, or two side by side in step. Its steps are ticks of the world.
class MarbleRuns : public Played {
 public:
  explicit MarbleRuns(RunSpec spec);
  explicit MarbleRuns(Recording recording);

  /// Agents of runs to come think in threads of their own.
  bool background = false;
  /// Shown as what it is believed to do, while one is to be chosen in the moment shown.
  std::optional<MoveId> preview;
  /// Called when other runs are shown than before.
  std::function<void()> on_new_runs;
  /// Runs shown before the present ones, until somebody takes them.
  KeptRuns replaced;

  [[nodiscard]] std::size_t count() const { return runs_.size(); }
  [[nodiscard]] const ShownRun& run(std::size_t index) const {
    return *checked(runs_, index, "run");
  }
  /// The run that the panels are about.
  [[nodiscard]] ShownRun& run() { return *runs_.at(selected_); }
  [[nodiscard]] const ShownRun& run() const { return run(selected_); }
  [[nodiscard]] std::size_t selected() const { return selected_; }
  void select(std::size_t index) { selected_ = index < runs_.size() ? index : 0; }
  /// Differs whenever other runs are shown than before, or the panels are about the other one.
  [[nodiscard]] std::size_t shows() const { return 2 * shows_ + selected_; }
  /// How the first run would be made anew.
  [[nodiscard]] RunSpec spec() const;

  /// Shows runs again at the moment at which they stood, paused.
  void show_again(KeptRuns kept);

  // Where one of these throws BadInput everything stays as it was.
  void start(RunSpec spec);
  /// The maze begins again, freely by hand, or in moves by whom it was played in moves before.
  std::string turn_freely(bool freely);
  void open(Recording recording);
  /// A second run on the same maze beside the first, both from the start; an empty agent takes it
  /// away.
  void set_beside(const std::string& agent, ControlScheme control);

  /// The run again beside itself up to the choice_now(), where a person takes that other move, and
  /// goes on. Throws BadInput where no move was made, or the control scheme was switched before.
  std::string branch(MoveId other);
  /// The move that was chosen in the moment shown, or that is under way; at the end the last one,
  /// before the first none.
  [[nodiscard]] std::optional<std::size_t> choice_now() const;

  /// The state in which a move is chosen in the moment shown: a person is to choose, or a move just
  /// begins.
  [[nodiscard]] std::optional<StateId> chooses_in() const;
  /// Of a run that branch() made, and of the one beside it: the choice in which they part.
  [[nodiscard]] const std::optional<std::size_t>& parted_at() const { return parted_at_; }

  /// Returns the tick shown of the run that the panels are about, which may have ended before the
  /// run beside it; -1 before the first.
  [[nodiscard]] long tick() const { return tick_of(run()); }
  /// Returns the tick shown of either run.
  [[nodiscard]] long tick_of(const ShownRun& run) const {
    return std::min(time.done(), run.ticks()) - 1;
  }
  /// The move or switch that had begun by then; nothing before the first.
  [[nodiscard]] std::optional<std::size_t> move_now() const;
  /// Of the run that the panels are about, between two ticks.
  [[nodiscard]] Scene scene() const;

  [[nodiscard]] long length() const override;
  bool extend(long wanted) override;
  void frame(double elapsed_s, double budget_s) override;
  void step_moves(int direction) override;
  void show_moment(double at_s, int at_move) override;
  [[nodiscard]] bool over() const override;
  [[nodiscard]] bool complete() const override;
  void restart() override;
  // By hand in a maze that is turned freely, about axes of the world; FreeHand says how. Time
  // passes at the usual speed meanwhile, in the newest moment. Precondition of drag() and push():
  // run().is_steered().
  void drag(const glm::dvec3& turn);
  void push(const glm::dvec3& shares);
  /// The run goes on where its marble froze. Throws BadInput where it cannot.
  std::string recover();
  std::string choose(MoveId move) override;
  std::string choose_towards(glm::vec2 side, const Camera& camera) override;
  /// The turn about a world axis that was asked for with a command, as a share of the limit.
  /// Precondition: the run turns freely, and a tick is shown.
  [[nodiscard]] glm::dvec3 turn_of(const RecordedCommand& command) const {
    return scene().maze_pose.rotation * (glm::dvec3(command.steps) / double{kCommandSteps});
  }
  [[nodiscard]] std::vector<Frame> frames() const override;
  [[nodiscard]] TransportWords transport_words() const override;
  [[nodiscard]] bool has_pictures() const override;
  [[nodiscard]] std::optional<GraphMoment> graph() const override;

  [[nodiscard]] std::string title() const override;
  [[nodiscard]] std::string world() const override { return run().spec().setup.kind; }
  [[nodiscard]] std::string agent() const override { return run().player(); }
  [[nodiscard]] std::uint64_t seed() const override { return run().maze().origin().seed; }
  void make_seed(std::uint64_t seed) override;
  std::string use_agent(const std::string& agent) override;
  [[nodiscard]] bool by_hand() const override { return run().spec().player.by_hand; }
  std::string let_person_play(bool by_hand) override;
  void save(const std::filesystem::path& path) const override;
  std::string save_run(const std::filesystem::path& path) const override;

 private:
  void start_anew(std::optional<TiltSpec> tilt, bool by_hand);
  void steer_now();
  /// The second may be null.
  void show(std::unique_ptr<ShownRun> first, std::unique_ptr<ShownRun> second = nullptr);
  /// Shows these runs, and moves the present ones into `replaced`.
  void exchange(KeptRuns shown);

  bool by_hand_in_moves_ = false;  // before the maze was turned freely
  std::vector<std::unique_ptr<ShownRun>> runs_;
  std::vector<GraphLayout> layouts_;  // of the runs
  std::size_t selected_ = 0, shows_ = 0;
  std::optional<std::size_t> parted_at_;
};

}  // namespace marblemaze
