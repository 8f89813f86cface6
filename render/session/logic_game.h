#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/glm.hpp>

#include "engine/recording/game_recording.h"
#include "engine/recording/recording.h"
#include "render/session/shown.h"

namespace marblemaze {

/// A solution that can be shown step by step.
struct LogicSolution {
  std::string name;
  std::vector<MoveId> moves;
  std::vector<StateId> states;  ///< one more element than there are moves
};

/// Results of an exhaustive search of a maze, to which no agent has access.
struct LogicInsight {
  std::vector<int> distances;  ///< minimum number of moves to the goal by state, or kUnreachable
  std::vector<LogicSolution> solutions;  ///< a shortest one, then all without loops
  /// All shortest solutions, or the first of them if there are too many.
  std::vector<LogicSolution> shortest;
  bool all_solutions = true;  ///< false: the search stopped before it found all solutions
};

/// A logic maze: four lamps with a button below each of them, which changes other lamps according
/// to a hidden table; or a board of numbers, each of which is the length of the jumps from its
/// square.
class LogicMaze {
 public:
  /// Creates the maze of a seed, or reads it from `text` if that is not empty. Throws BadInput for
  /// an unknown family, a marble maze, or an invalid text.
  LogicMaze(const std::string& family, std::uint64_t seed, const std::string& text = "");
  /// Returns the same board under this rule for U-turns. Requires: board() is not null.
  [[nodiscard]] LogicMaze under(UTurns u_turns) const;
  /// Returns another maze of the family, under the same rule.
  [[nodiscard]] LogicMaze with_seed(std::uint64_t seed) const;

  [[nodiscard]] std::string family() const { return std::string(family_->name); }
  /// Returns the lamps, or null for a board.
  [[nodiscard]] const FourBitMaze* lamps() const { return lamps_ ? &*lamps_ : nullptr; }
  /// Returns the board, which provides its rules but is not played, or null for lamps.
  [[nodiscard]] const JumpWorld* board() const { return board_.get(); }
  /// Returns a world of this maze at its start, with its advice.
  [[nodiscard]] Environment make() const;
  /// Returns the maze as the text of a file.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] StateId result(StateId state, MoveId move) const;
  [[nodiscard]] LogicInsight insight() const;

  /// Returns the instructions in one or two sentences.
  [[nodiscard]] std::string how_to_play() const;
  /// Returns a short name of a state.
  [[nodiscard]] std::string short_name(StateId state) const;
  /// Returns a move in words, with its number key.
  [[nodiscard]] std::string move_name(const Rules& rules, StateId state, MoveId move) const;

 private:
  const WorldEntry* family_;
  std::optional<FourBitMaze> lamps_;  // either lamps_ or board_ is set
  std::shared_ptr<const JumpWorld> board_;
};

/// Description of a game in a logic maze: its maze and its player.
struct LogicSpec {
  std::string family = "four-bit";  ///< family in the world registry; not a marble maze
  std::uint64_t seed = 1;
  std::string file = {};  ///< text file of the maze, used instead of the seed
  std::string agent = "breadth-first";
  bool by_hand = true;                           ///< the user chooses the moves
  std::optional<LogicMaze> maze = std::nullopt;  ///< empty: created from the seed or the file
};

/// Returns the family of a text file with a logic maze, or nullopt for marble mazes and recordings.
/// Throws BadInput, which contains the path, if the program cannot open the file.
[[nodiscard]] std::optional<std::string> logic_family_of_file(const std::filesystem::path& path);

/// A game of an agent or the user in a logic maze, with all moves and reasons, and the solutions of
/// the maze, which can be shown instead of the game. Steps are moves, which cannot be undone.
/// Independent of OpenGL.
class LogicGame : public Played {
 public:
  /// Throws BadInput for an unknown agent, and like LogicMaze.
  explicit LogicGame(LogicSpec spec);
  /// Loads a recorded game. Throws BadInput if its moves do not have the recorded results.
  explicit LogicGame(const GameRecording& recording);

  /// Returns the specification with which the game in this maze would be restarted.
  [[nodiscard]] const LogicSpec& spec() const { return spec_; }
  [[nodiscard]] const LogicMaze& maze() const { return *spec_.maze; }
  [[nodiscard]] const Rules& rules() const { return *environment_.world->rules(); }
  [[nodiscard]] const Episode& episode() const { return episode_; }
  [[nodiscard]] GameRecording recording() const;

  /// Makes one more move at the end. Returns false if the game is over or the user must choose.
  bool advance() { return !is_recording_ && episode_.tick(); }
  /// Executes the user's move. Returns false if the state does not have this move or it is not the
  /// user's turn.
  bool make_move(MoveId move);
  /// Returns the latest state.
  [[nodiscard]] StateId state() const { return states_.back(); }
  [[nodiscard]] StateId first_state() const { return states_.front(); }

  // --- results of the exhaustive search ---
  [[nodiscard]] const LogicInsight& insight() const { return insight_; }
  /// Returns the minimum number of moves from a state to the goal, or nullopt if the goal can no
  /// longer be reached.
  [[nodiscard]] std::optional<int> fewest_moves(StateId from) const;
  [[nodiscard]] std::span<const LogicSolution> solutions() const { return insight_.solutions; }
  /// Shows a solution from its start instead of the game; nullopt shows the game again.
  void show_solution(std::optional<std::size_t> index);
  /// Shows all shortest solutions at the same time, or the first of them if there are many. Does
  /// nothing if there is no solution.
  void show_together();
  /// Returns the solutions that are shown at the same time.
  [[nodiscard]] std::span<const LogicSolution> together() const;
  [[nodiscard]] std::optional<std::size_t> solution_shown() const { return solution_shown_; }

  // --- the shown moment of the game or solution ---
  [[nodiscard]] std::span<const StateId> track() const;
  /// Returns the move that led to a state of the sequence; states are numbered from 1.
  [[nodiscard]] MoveId move_to(std::size_t index) const;
  /// Returns the state after done() moves.
  [[nodiscard]] StateId shown() const;
  /// Returns the result of the current move, or the shown state if there is no current move.
  [[nodiscard]] StateId next_shown() const;
  /// Returns the completed fraction of the current move, 0 to 1.
  [[nodiscard]] float part() const;
  /// Returns whether the display shows the latest moment of the game, at which the user can choose.
  [[nodiscard]] bool shows_present() const;

  [[nodiscard]] const std::vector<RecordedMove>& moves() const override { return recording_.moves; }
  [[nodiscard]] bool is_recording() const override { return is_recording_; }
  [[nodiscard]] Outcome outcome() const override {
    return is_recording_ ? recording_.outcome : episode_.outcome();
  }
  [[nodiscard]] std::string world() const override { return spec_.family; }
  [[nodiscard]] std::uint64_t seed() const override { return spec_.seed; }
  [[nodiscard]] std::string agent() const override {
    return is_recording_ ? recording_.agent : spec_.agent;
  }
  [[nodiscard]] bool by_hand() const override { return spec_.by_hand; }
  std::string use_agent(const std::string& agent) override;
  std::string let_person_play(bool by_hand) override;
  std::string save(const std::filesystem::path& path) override;

  [[nodiscard]] long length() const override { return static_cast<long>(track().size()) - 1; }
  bool extend(long wanted) override { return !solution_shown_ && made() < wanted && advance(); }
  void frame(double elapsed_s, double budget_s) override;
  [[nodiscard]] bool over() const override {
    return Shown::over() && (complete() || spec_.by_hand);
  }
  [[nodiscard]] bool complete() const override {
    return solution_shown_ || is_recording_ || outcome() != Outcome::running;
  }
  std::string choose(MoveId move) override;
  std::string choose_towards(glm::vec2 side, const Camera& camera) override;
  [[nodiscard]] TransportWords transport_words() const override { return step_words("move"); }
  [[nodiscard]] std::optional<GraphMoment> graph() const override;
  [[nodiscard]] std::string title() const override;

 private:
  [[nodiscard]] long made() const override { return static_cast<long>(moves().size()); }
  [[nodiscard]] GraphStory story() const;

  LogicSpec spec_;
  LogicInsight insight_;
  Environment environment_;
  Episode episode_;
  GameRecording recording_;
  bool is_recording_ = false;
  std::vector<StateId> states_;
  std::optional<std::size_t> solution_shown_;
  // Whether several solutions of the same length are shown. The first of them is the selected
  // solution.
  bool together_ = false;
};

}  // namespace marblemaze
