#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/glm.hpp>

#include "engine/recording/game_recording.h"
#include "engine/recording/recording.h"
#include "render/session/move_notes.h"
#include "render/session/shown.h"

namespace marblemaze {

/// Kind of a logic maze, and its player.
struct LogicSpec {
  std::string family = "four-bit";  ///< family in the world registry; not a marble maze
  std::uint64_t seed = 1;
  std::string file = {};  ///< text file of the maze, used instead of the seed
  std::string agent = "breadth-first";
  bool by_hand = true;  ///< a person chooses the moves
};

/// A solution that can be shown step by step.
struct LogicSolution {
  std::string name;
  std::vector<MoveId> moves;
  std::vector<StateId> states;  ///< one more element than moves
};

/// Facts about a maze from an exhaustive search, which no agent has.
struct LogicInsight {
  std::vector<int> distances;  ///< fewest moves to the goal by state, or kUnreachable
  std::vector<LogicSolution>
      solutions;  ///< a shortest solution, followed by those of a depth-first search
  std::vector<LogicSolution> shortest;  ///< all shortest solutions, or the first of them
  bool all_solutions = true;            ///< false: the search stopped before it found all solutions
};

/// A logic maze in the viewer: its rules in words, names, solutions and file. The world itself
/// makes the moves. This base class shows states as text and can only be played; kinds with a
/// drawing override its functions.
class LogicMaze {
 public:
  /// Requires: the entry outlives the object.
  LogicMaze(const WorldEntry& entry, std::uint64_t seed) : entry_(entry), seed_(seed) {}
  virtual ~LogicMaze() = default;

  /// Returns a world of this maze at its start, and the advice about it.
  [[nodiscard]] virtual Environment make() const { return entry_.make(seed_); }
  /// Returns the instructions in one or two sentences.
  [[nodiscard]] std::string how_to_play() const;
  /// Returns a state in a few characters.
  [[nodiscard]] virtual std::string short_name(StateId state) const {
    return std::to_string(state.index);
  }
  /// Returns a move in words, with the number of its key.
  [[nodiscard]] virtual std::string move_name(const Rules& rules, StateId state,
                                              MoveId move) const {
    return rules.describe(state, move);
  }
  /// Returns the move in an image direction (x right, y away), or nothing if directions have no
  /// meaning. Throws BadInput if no move leads there.
  [[nodiscard]] virtual std::optional<MoveId> towards(StateId, glm::vec2 /*side*/) const {
    return std::nullopt;
  }
  /// Returns nothing if no search is available.
  [[nodiscard]] virtual std::optional<LogicInsight> insight() const { return std::nullopt; }
  /// Returns the same maze under another rule. Requires: board() is not null.
  [[nodiscard]] virtual std::unique_ptr<LogicMaze> under(UTurns) const {
    assert(board());
    return nullptr;
  }
  /// Returns the maze as the text of a file. Throws BadInput if there is no such format.
  [[nodiscard]] virtual std::string text() const;
  [[nodiscard]] virtual bool has_text() const { return false; }

  // Drawing: as lamps, as a board, or as text if both are null.
  [[nodiscard]] virtual const FourBitMaze* lamps() const { return nullptr; }
  /// Returns the board for its rules; nothing is played on it.
  [[nodiscard]] virtual const JumpWorld* board() const { return nullptr; }

 protected:
  const WorldEntry& entry_;

 private:
  std::uint64_t seed_ = 0;
};

/// Throws BadInput for an unknown family, a marble maze, or a file that is not such a maze.
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const LogicSpec& spec);
/// Makes a maze of any family, registered or not. Requires: the family outlives the maze.
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const WorldEntry& entry,
                                                         const LogicSpec& spec);

/// Returns the maze of a recorded game. Throws BadInput like environment_of().
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const GameRecording& game);

/// Returns the family of a text file with a logic maze, or nothing for marble mazes and recordings.
/// Throws BadInput, which names the file, if the program cannot open it.
[[nodiscard]] std::optional<std::string> logic_family_of_file(const std::filesystem::path& path);

/// A game of an agent or a person in a logic maze, with all moves and reasons, and the solutions of
/// the maze, which can be shown instead of the game. Steps are moves. Does not depend on OpenGL.
class LogicGame : public Shown {
 public:
  /// Throws BadInput for an unknown family or agent, a marble maze, or a file that is not such a
  /// maze.
  explicit LogicGame(LogicSpec spec);
  /// Starts a game in a maze of a family outside the registry.
  LogicGame(LogicSpec spec, std::unique_ptr<LogicMaze> maze);
  /// Loads a recorded game, which cannot continue but can be restarted. Throws BadInput if its
  /// moves do not have the recorded results.
  explicit LogicGame(const GameRecording& recording);

  [[nodiscard]] const LogicSpec& spec() const { return spec_; }
  [[nodiscard]] const LogicMaze& maze() const { return *maze_; }
  [[nodiscard]] const Rules& rules() const { return *environment_.world->rules(); }

  // --- playing; moves cannot be undone ---
  /// Makes one more move at the end. Returns false if the game is over or a person must choose.
  bool advance() { return episode_->tick(); }
  /// Makes the person's move. Returns false if the state does not have it or it is not the person's
  /// turn.
  bool make_move(MoveId move);
  /// Restarts the same board under another rule. Requires: maze().board() is not null.
  void set_u_turns(UTurns u_turns);

  [[nodiscard]] const std::vector<RecordedMove>& moves() const { return moves_; }
  [[nodiscard]] const std::vector<MoveNote>& notes() const { return notes_; }
  [[nodiscard]] const Episode& episode() const { return *episode_; }
  [[nodiscard]] Outcome outcome() const {
    return recorded_ ? recorded_->outcome : episode_->outcome();
  }
  /// Returns whether the game was loaded from a recording.
  [[nodiscard]] bool is_recording() const { return recorded_.has_value(); }
  [[nodiscard]] GameRecording recording() const;
  // Same as those of MarbleRun.
  [[nodiscard]] bool worth_keeping() const { return !recorded_ && moves_.size() > 3; }
  [[nodiscard]] bool unsaved() const;
  std::size_t saved_moves = 0;  ///< number of moves that were saved to a file
  /// Returns the latest state.
  [[nodiscard]] StateId state() const { return states_.back(); }
  [[nodiscard]] StateId first_state() const { return states_.front(); }

  // --- results of an exhaustive search; empty if none is available ---
  [[nodiscard]] const std::optional<LogicInsight>& insight() const { return insight_; }
  /// Returns the fewest moves from a state to the goal, or nothing if it can no longer be reached.
  /// Requires: insight() is not empty.
  [[nodiscard]] std::optional<int> fewest_moves(StateId from) const;
  [[nodiscard]] std::span<const LogicSolution> solutions() const;
  /// Shows a solution from its start instead of the game; nothing: the game again.
  void show_solution(std::optional<std::size_t> index);
  /// Shows all shortest solutions at the same time, or the first of them. Does nothing if there is
  /// none.
  void show_together();
  /// Returns the solutions that are shown at the same time.
  [[nodiscard]] std::span<const LogicSolution> together() const;
  [[nodiscard]] std::optional<std::size_t> solution_shown() const { return solution_shown_; }

  // --- the shown moment of the game or solution ---
  [[nodiscard]] std::span<const StateId> track() const;
  /// Returns the move that led to a state of the sequence; states count from 1.
  [[nodiscard]] MoveId move_to(std::size_t index) const;
  /// Returns the state after done() moves.
  [[nodiscard]] StateId shown() const;
  /// Returns the result of the current move, or the shown state if there is no current move.
  [[nodiscard]] StateId next_shown() const;
  /// Returns the completed fraction of the current move, 0 to 1.
  [[nodiscard]] float part() const;
  /// Returns whether the latest moment of the game is shown, at which a person can choose.
  [[nodiscard]] bool shows_present() const;

  [[nodiscard]] long length() const override { return static_cast<long>(track().size()) - 1; }
  bool extend(long wanted) override;
  void frame(double elapsed_s, double budget_s) override;
  [[nodiscard]] bool over() const override;
  [[nodiscard]] bool complete() const override;
  /// Forgets all knowledge and restarts the game.
  void restart();
  std::string choose(MoveId move) override;
  std::string choose_towards(glm::vec2 side, const Camera& camera) override;
  [[nodiscard]] TransportWords transport_words() const override { return step_words("move"); }
  [[nodiscard]] std::optional<GraphMoment> graph() const override;

  [[nodiscard]] std::string title() const override;
  [[nodiscard]] std::string world() const { return spec_.family; }
  [[nodiscard]] std::string agent() const { return recorded_ ? recorded_->agent : spec_.agent; }
  [[nodiscard]] std::uint64_t seed() const { return spec_.seed; }
  /// Makes another maze of the same kind and under the same rules.
  void make_seed(std::uint64_t seed);
  /// Continues with the existing knowledge.
  std::string use_agent(const std::string& agent);
  [[nodiscard]] bool by_hand() const { return spec_.by_hand; }
  std::string let_person_play(bool by_hand);

 private:
  void begin(std::unique_ptr<LogicMaze> maze);
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
  std::optional<GameRecording> recorded_;  // recording that is replayed, if any
  std::optional<std::size_t> solution_shown_;
  bool together_ =
      false;  // shows several solutions of one length; the first one is the selected one
};

}  // namespace marblemaze
