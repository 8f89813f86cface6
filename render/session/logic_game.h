#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glm/glm.hpp>

#include "engine/recording/game_recording.h"
#include "engine/recording/recording.h"
#include "render/session/playback.h"

namespace marblemaze {

struct LogicSolution {
  std::string name;
  std::vector<MoveId> moves;
  std::vector<StateId> states;  ///< including the start and the goal
};

/// Results of an exhaustive search of the maze. Agents have no access to these results.
struct LogicInsight {
  std::vector<int> distances;            ///< fewest moves to the goal per state, or kUnreachable
  std::vector<LogicSolution> solutions;  ///< one shortest solution, then all loop-free solutions
  /// All shortest solutions, up to a limit.
  std::vector<LogicSolution> shortest;
  bool all_solutions = true;  ///< false if the search was cut off
};

/// Logic maze: a four-bit maze or a number board. In a four-bit maze, four buttons switch four
/// lamps according to a hidden table. On a number board, the number on a square is the length of a
/// jump from the square.
class LogicMaze {
 public:
  /// Creates a maze from `text`, or from the seed if `text` is empty. Throws BadInput if the family
  /// is unknown or a marble maze, or if the text is invalid.
  LogicMaze(const std::string& family, std::uint64_t seed, const std::string& text = "");
  /// Returns the same board with another U-turn rule. Requires: board() is not null.
  [[nodiscard]] LogicMaze under(UTurns u_turns) const;
  /// Returns another maze of the same family with the same rules.
  [[nodiscard]] LogicMaze with_seed(std::uint64_t seed) const;

  [[nodiscard]] std::string family() const { return std::string(family_->name); }
  /// Returns the rules of the number board, or null for a four-bit maze.
  [[nodiscard]] const JumpRules* board() const { return board_.get(); }
  /// Creates a playable world of the maze, with advice for agents.
  [[nodiscard]] Environment make() const;
  /// Returns the maze in the text file format.
  [[nodiscard]] std::string text() const;
  [[nodiscard]] StateId result(StateId state, MoveId move) const;
  [[nodiscard]] LogicInsight insight() const;

  [[nodiscard]] std::string instructions() const;
  [[nodiscard]] std::string short_name(StateId state) const;
  [[nodiscard]] std::string move_name(StateId state, MoveId move) const;

 private:
  const WorldFamily* family_;
  std::optional<FourBitMaze> lamps_;  // either lamps_ or board_ is set
  std::shared_ptr<const JumpRules> board_;
};

struct LogicSpec {
  std::string family = "four-bit";  ///< logic maze family in the world registry
  std::uint64_t seed = 1;
  std::string file = {};  ///< text file of the maze; overrides the seed
  std::string agent = "breadth-first";
  bool by_hand = true;
  std::optional<LogicMaze> maze = std::nullopt;  ///< if empty, created from the seed or file
};

/// Returns true if the contents of a file begin like a recording of a run or of a game.
[[nodiscard]] bool is_recording(std::string_view text);

/// Returns the logic maze family of a text file, or nullopt for marble mazes and recordings. Throws
/// BadInput if the file is unreadable or has an unknown format.
[[nodiscard]] std::optional<std::string> logic_family_of_file(const std::filesystem::path& path);

/// Game of an agent or the user in a logic maze. Each step is a move, which cannot be undone.
/// Solutions can be replayed in place of the game.
class LogicGame : public PlayedRun {
 public:
  /// Throws BadInput if the agent is unknown or the maze is invalid.
  explicit LogicGame(LogicSpec spec);
  /// Replays a recorded game. Throws BadInput if the start or the result of a move differs from
  /// the recording.
  explicit LogicGame(const GameRecording& recording);

  [[nodiscard]] const LogicSpec& spec() const { return spec_; }
  [[nodiscard]] const LogicMaze& maze() const { return *spec_.maze; }
  [[nodiscard]] const Rules& rules() const { return *environment_.world->rules(); }
  [[nodiscard]] const Episode& episode() const { return episode_; }
  [[nodiscard]] GameRecording recording() const;

  /// Makes the next move. Returns false if the game is over or the user must choose a move.
  bool advance() { return !is_recording_ && episode_.tick(); }
  /// Makes a move for the user. Returns false if the move is illegal or it is not the user's turn.
  bool make_move(MoveId move);
  /// Returns the latest state of the game.
  [[nodiscard]] StateId state() const { return states_.back(); }
  [[nodiscard]] StateId first_state() const { return states_.front(); }

  // --- results of the exhaustive search ---

  [[nodiscard]] const LogicInsight& insight() const { return insight_; }
  /// Returns the minimum number of moves from a state to the goal, or nullopt if the goal is
  /// unreachable.
  [[nodiscard]] std::optional<int> fewest_moves(StateId from) const;
  [[nodiscard]] std::span<const LogicSolution> solutions() const { return insight_.solutions; }
  /// Replays a solution in place of the game, or returns to the game if `index` is nullopt.
  void show_solution(std::optional<std::size_t> index);
  /// Shows several shortest solutions simultaneously. Does nothing if the maze has no solution.
  void show_all_shortest();
  [[nodiscard]] std::span<const LogicSolution> together() const;
  [[nodiscard]] std::optional<std::size_t> solution_shown() const { return solution_shown_; }

  // --- displayed moment of the game or solution ---

  [[nodiscard]] std::span<const StateId> track() const;
  /// Returns the move that leads to track()[index]. Requires: index > 0.
  [[nodiscard]] MoveId move_to(std::size_t index) const;
  [[nodiscard]] StateId shown() const;
  /// Returns the state at the end of the displayed move, or the displayed state between moves.
  [[nodiscard]] StateId next_shown() const;
  /// Returns the completed fraction of the displayed move, 0 to 1.
  [[nodiscard]] float part() const;
  /// Returns true if the latest moment of the game is displayed.
  [[nodiscard]] bool shows_latest_state() const;

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
  std::string set_by_hand(bool by_hand) override;
  std::string save(const std::filesystem::path& path) override;

  [[nodiscard]] long length() const override { return static_cast<long>(track().size()) - 1; }
  bool extend(long wanted) override {
    return !solution_shown_ && steps_made() < wanted && advance();
  }
  void update(double elapsed_s, double budget_s) override;
  [[nodiscard]] bool over() const override {
    return Playback::over() && (complete() || spec_.by_hand);
  }
  [[nodiscard]] bool complete() const override {
    return solution_shown_ || is_recording_ || outcome() != Outcome::running;
  }
  std::string choose(MoveId move) override;
  std::string choose_towards(glm::vec2 side, const Camera& camera) override;
  [[nodiscard]] TransportInfo transport_info() const override { return step_info("move"); }
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
  // Shows all shortest solutions, instead of only the selected solution.
  bool shows_all_shortest_ = false;
};

}  // namespace marblemaze
