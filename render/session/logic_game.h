#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/recording/recorder.h"
#include "render/session/logic_maze.h"
#include "render/session/move_notes.h"
#include "render/session/shown.h"

namespace marblemaze {

/// A logic maze being played by an agent or a person, with all that was done and thought, and its
/// solutions, which can be looked at instead of the game. Its steps are moves. Holds no OpenGL.
class LogicGame : public Played {
 public:
  /// Throws BadInput for an unknown family or agent, a marble maze, or a file that is no such maze.
  explicit LogicGame(LogicSpec spec);
  /// The same in a maze of another family than the registry's.
  LogicGame(LogicSpec spec, std::unique_ptr<LogicMaze> maze);
  /// A game that was played: it cannot go on, but be started again. Throws BadInput where its moves
  /// do not end as recorded.
  explicit LogicGame(const GameRecording& recording);

  [[nodiscard]] const LogicSpec& spec() const { return spec_; }
  [[nodiscard]] const LogicMaze& maze() const { return *maze_; }
  [[nodiscard]] const Rules& rules() const { return *environment_.world->rules(); }

  // --- playing; nothing can be undone ---
  /// One more move at the end. False when there was none: it is over, or a person must choose.
  bool advance() { return episode_->tick(); }
  /// The person's move; false when it is none of this state's, or not the person's turn.
  bool make_move(MoveId move);
  /// The same board under the other rule, from its start. Precondition: maze().board().
  void set_u_turns(UTurns u_turns);

  [[nodiscard]] const std::vector<RecordedMove>& moves() const { return moves_; }
  [[nodiscard]] const std::vector<MoveNote>& notes() const { return notes_; }
  [[nodiscard]] const Episode& episode() const { return *episode_; }
  [[nodiscard]] Outcome outcome() const {
    return recorded_ ? recorded_->outcome : episode_->outcome();
  }
  /// Of a game that was read from a recording.
  [[nodiscard]] bool is_recording() const { return recorded_.has_value(); }
  [[nodiscard]] GameRecording recording() const;
  // As those of ShownRun.
  [[nodiscard]] bool worth_keeping() const { return !recorded_ && moves_.size() > 3; }
  [[nodiscard]] bool unsaved() const;
  std::size_t saved_moves = 0;  ///< number of moves that are in a file
  /// The newest state.
  [[nodiscard]] StateId state() const { return states_.back(); }
  [[nodiscard]] StateId first_state() const { return states_.front(); }

  // --- what can be known by looking from above; nothing where nobody knows how ---
  [[nodiscard]] const std::optional<LogicInsight>& insight() const { return insight_; }
  /// Fewest moves from a state to the goal; nothing where it cannot be reached any more.
  /// Precondition: insight().
  [[nodiscard]] std::optional<int> fewest_moves(StateId from) const;
  [[nodiscard]] std::span<const LogicSolution> solutions() const;
  /// Shows a solution from its start instead of the game; nothing: the game again.
  void show_solution(std::optional<std::size_t> index);
  /// Shows all shortest solutions in step, or the first of them; nothing where there is none.
  void show_together();
  /// Those shown so; none otherwise.
  [[nodiscard]] std::span<const LogicSolution> together() const;
  [[nodiscard]] std::optional<std::size_t> solution_shown() const { return solution_shown_; }

  // --- the moment shown, of the game or the solution ---
  [[nodiscard]] std::span<const StateId> track() const;
  /// The move that led to a state of the track, which counts from 1.
  [[nodiscard]] MoveId move_to(std::size_t index) const;
  /// The state after time.done() moves.
  [[nodiscard]] StateId shown() const;
  /// Where the move under way leads; the shown state itself when none is.
  [[nodiscard]] StateId next_shown() const;
  /// How much of the move under way is over, from 0 to 1.
  [[nodiscard]] float part() const;
  /// The newest moment of the game: here a person can choose.
  [[nodiscard]] bool shows_present() const;

  [[nodiscard]] long length() const override { return static_cast<long>(track().size()) - 1; }
  bool extend(long wanted) override;
  void frame(double elapsed_s, double budget_s) override;
  [[nodiscard]] bool over() const override;
  [[nodiscard]] bool complete() const override;
  /// All that was learned is forgotten.
  void restart() override;
  std::string choose(MoveId move) override;
  std::string choose_towards(glm::vec2 side, const Camera& camera) override;
  [[nodiscard]] TransportWords transport_words() const override { return step_words("move"); }
  [[nodiscard]] std::optional<GraphMoment> graph() const override;

  [[nodiscard]] std::string title() const override;
  [[nodiscard]] std::string world() const override { return spec_.family; }
  [[nodiscard]] std::string agent() const override {
    return recorded_ ? recorded_->agent : spec_.agent;
  }
  [[nodiscard]] std::uint64_t seed() const override { return spec_.seed; }
  void make_seed(std::uint64_t seed) override;
  std::string use_agent(const std::string& agent) override;
  [[nodiscard]] bool by_hand() const override { return spec_.by_hand; }
  std::string let_person_play(bool by_hand) override;
  void save(const std::filesystem::path& path) const override;
  std::string save_run(const std::filesystem::path& path) const override;

 private:
  void play(std::unique_ptr<LogicMaze> maze);
  void replay(const GameRecording& recording);
  [[nodiscard]] GraphStory story() const;

  LogicSpec spec_;
  std::unique_ptr<LogicMaze> maze_;
  std::optional<LogicInsight> insight_;
  Environment environment_;
  std::unique_ptr<Episode> episode_;
  std::vector<StateId> states_;
  std::vector<RecordedMove> moves_;
  std::vector<MoveNote> notes_;
  GraphLayout layout_;
  std::optional<GameRecording> recorded_;  // what is replayed, if anything
  std::optional<std::size_t> solution_shown_;
  bool together_ = false;  // of solutions of one length; the shortest counts as the one shown
};

}  // namespace marblemaze
