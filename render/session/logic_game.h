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

/// A solution that can be replayed step by step.
struct LogicSolution {
  std::string name;
  std::vector<MoveId> moves;
  std::vector<StateId> states;  ///< includes the start and the goal
};

/// Results of an exhaustive search of the maze. Agents have no access to them.
struct LogicInsight {
  std::vector<int> distances;  ///< minimum number of moves to the goal by state, or kUnreachable
  std::vector<LogicSolution>
      solutions;  ///< one shortest solution, then all solutions without loops
  /// All shortest solutions, or the first few if there are too many.
  std::vector<LogicSolution> shortest;
  bool all_solutions = true;  ///< false if the search stopped early
};

/// A logic maze: a four-bit maze or a number board. In a four-bit maze, four buttons switch four
/// lamps according to a hidden table. On a number board, the number on a square is the length of a
/// jump from it.
class LogicMaze {
 public:
  /// Creates a maze from the seed, or from `text` if that is not empty. Throws BadInput if the
  /// family is unknown or a marble maze, or if the text is invalid.
  LogicMaze(const std::string& family, std::uint64_t seed, const std::string& text = "");
  /// Returns the same board with this U-turn rule. Requires: board() is not null.
  [[nodiscard]] LogicMaze under(UTurns u_turns) const;
  /// Returns another maze of the same family, with the same rule.
  [[nodiscard]] LogicMaze with_seed(std::uint64_t seed) const;

  [[nodiscard]] std::string family() const { return std::string(family_->name); }
  /// Returns the four-bit maze, or null for a number board.
  [[nodiscard]] const FourBitMaze* lamps() const { return lamps_ ? &*lamps_ : nullptr; }
  /// Returns the number board, or null for a four-bit maze. Use it for its rules only; make()
  /// creates the world that is played.
  [[nodiscard]] const JumpWorld* board() const { return board_.get(); }
  /// Returns a world of this maze at its start, with advice for agents.
  [[nodiscard]] Environment make() const;
  /// Returns the maze in its text file format.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] StateId result(StateId state, MoveId move) const;
  [[nodiscard]] LogicInsight insight() const;

  /// Returns the instructions in one or two sentences.
  [[nodiscard]] std::string how_to_play() const;
  /// Returns a short label for a state.
  [[nodiscard]] std::string short_name(StateId state) const;
  /// Returns the name of a move, with its number key.
  [[nodiscard]] std::string move_name(const Rules& rules, StateId state, MoveId move) const;

 private:
  const WorldEntry* family_;
  std::optional<FourBitMaze> lamps_;  // either lamps_ or board_ is set
  std::shared_ptr<const JumpWorld> board_;
};

/// Specification of a game in a logic maze: the maze and the player.
struct LogicSpec {
  std::string family = "four-bit";  ///< family in the world registry; not a marble maze
  std::uint64_t seed = 1;
  std::string file = {};  ///< text file of the maze, used instead of the seed
  std::string agent = "breadth-first";
  bool by_hand = true;                           ///< the user chooses the moves
  std::optional<LogicMaze> maze = std::nullopt;  ///< if empty, created from the seed or the file
};

/// Returns the logic maze family of a text file, or nullopt for marble mazes and recordings. Throws
/// BadInput with the path if the file is unreadable or has an unknown format.
[[nodiscard]] std::optional<std::string> logic_family_of_file(const std::filesystem::path& path);

/// A game of an agent or the user in a logic maze, with the reasons for its moves. Steps are moves,
/// which cannot be undone. Solutions of the maze can be replayed in place of the game. Independent
/// of OpenGL.
class LogicGame : public Played {
 public:
  /// Throws BadInput if the agent is unknown or the maze is invalid.
  explicit LogicGame(LogicSpec spec);
  /// Replays a recorded game. Throws BadInput if a move does not have the recorded result.
  explicit LogicGame(const GameRecording& recording);

  /// Returns the specification with which the game can be restarted.
  [[nodiscard]] const LogicSpec& spec() const { return spec_; }
  [[nodiscard]] const LogicMaze& maze() const { return *spec_.maze; }
  [[nodiscard]] const Rules& rules() const { return *environment_.world->rules(); }
  [[nodiscard]] const Episode& episode() const { return episode_; }
  [[nodiscard]] GameRecording recording() const;

  /// Makes the next move. Returns false if the game is over or the user must choose.
  bool advance() { return !is_recording_ && episode_.tick(); }
  /// Makes a move of the user. Returns false if the move is illegal or it is not the user's turn.
  bool make_move(MoveId move);
  /// Returns the latest state.
  [[nodiscard]] StateId state() const { return states_.back(); }
  [[nodiscard]] StateId first_state() const { return states_.front(); }

  // --- results of the exhaustive search ---

  [[nodiscard]] const LogicInsight& insight() const { return insight_; }
  /// Returns the minimum number of moves from a state to the goal, or nullopt if the goal is
  /// unreachable.
  [[nodiscard]] std::optional<int> fewest_moves(StateId from) const;
  [[nodiscard]] std::span<const LogicSolution> solutions() const { return insight_.solutions; }
  /// Replays a solution in place of the game. nullopt returns to the game.
  void show_solution(std::optional<std::size_t> index);
  /// Shows all shortest solutions simultaneously, or the first few if there are too many. Does
  /// nothing if there is no solution.
  void show_together();
  /// Returns the solutions that are shown simultaneously.
  [[nodiscard]] std::span<const LogicSolution> together() const;
  [[nodiscard]] std::optional<std::size_t> solution_shown() const { return solution_shown_; }

  // --- displayed moment of the game or solution ---

  [[nodiscard]] std::span<const StateId> track() const;
  /// Returns the move that leads to track()[index]. Requires: index > 0.
  [[nodiscard]] MoveId move_to(std::size_t index) const;
  /// Returns the state after done() moves.
  [[nodiscard]] StateId shown() const;
  /// Returns the state after the move in progress, or the displayed state if no move is in
  /// progress.
  [[nodiscard]] StateId next_shown() const;
  /// Returns the completed fraction of the move in progress, 0 to 1.
  [[nodiscard]] float part() const;
  /// Returns true if the latest moment of the game is displayed, in which the user can choose a
  /// move.
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
  bool extend(long wanted) override {
    return !solution_shown_ && steps_made() < wanted && advance();
  }
  void frame(double elapsed_s, double budget_s) override;
  [[nodiscard]] bool over() const override {
    return Shown::over() && (complete() || spec_.by_hand);
  }
  [[nodiscard]] bool complete() const override {
    return solution_shown_ || is_recording_ || outcome() != Outcome::running;
  }
  std::string choose(MoveId move) override;
  std::string choose_towards(glm::vec2 side, const Camera& camera) override;
  [[nodiscard]] TransportWords transport_words() const override { return step_info("move"); }
  [[nodiscard]] std::optional<GraphMoment> graph() const override;
  [[nodiscard]] std::string title() const override;

 private:
  [[nodiscard]] long steps_made() const override { return static_cast<long>(moves().size()); }
  [[nodiscard]] GraphInput graph_input() const;

  LogicSpec spec_;
  LogicInsight insight_;
  Environment environment_;
  Episode episode_;
  GameRecording recording_;
  bool is_recording_ = false;
  std::vector<StateId> states_;
  std::optional<std::size_t> solution_shown_;
  // True if several solutions of the same length are shown. The selected solution is the first of
  // them.
  bool shows_all_shortest_ = false;
};

}  // namespace marblemaze
