#pragma once

#include <cassert>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <glm/glm.hpp>

#include "engine/recording/game_recording.h"
#include "engine/recording/recorder.h"
#include "render/session/move_notes.h"
#include "render/session/shown.h"

namespace marblemaze {

/// Which logic maze, and who plays it.
struct LogicSpec {
  std::string family = "four-bit";  ///< of the world registry; no marble maze
  std::uint64_t seed = 1;
  std::string file = {};  ///< read from here, as text, instead of made from the seed
  std::string agent = "breadth-first";
  bool by_hand = true;  ///< a person chooses the moves
};

/// A way to the goal that can be looked at step by step.
struct LogicSolution {
  std::string name;
  std::vector<MoveId> moves;
  std::vector<StateId> states;  ///< one more than moves
};

/// What is known of a maze by looking at it from above, as no agent does.
struct LogicInsight {
  std::vector<int> distances;            ///< fewest moves to the goal, by state; or kUnreachable
  std::vector<LogicSolution> solutions;  ///< a shortest one, then those found depth-first
  std::vector<LogicSolution> shortest;   ///< all of that length, or the first of them
  bool all_solutions = true;             ///< false: there are more, which were not searched for
};

/// A logic maze as a person sees it: how it is played, named, solved and kept. What its moves do is
/// the matter of its world. This one is shown in words and can only be played; kinds that somebody
/// has drawn say more.
class LogicMaze {
 public:
  /// The entry must outlive it.
  LogicMaze(const WorldEntry& entry, std::uint64_t seed) : entry_(entry), seed_(seed) {}
  virtual ~LogicMaze() = default;

  /// A world of this maze at its start, and what an agent may know of it.
  [[nodiscard]] virtual Environment make() const { return entry_.make(seed_); }
  /// In a sentence or two.
  [[nodiscard]] std::string how_to_play() const;
  /// The state in a few characters.
  [[nodiscard]] virtual std::string short_name(StateId state) const {
    return std::to_string(state.index);
  }
  /// The move in words, numbered as its key is.
  [[nodiscard]] virtual std::string move_name(const Rules& rules, StateId state,
                                              MoveId move) const {
    return rules.describe(state, move);
  }
  /// The move to that side of the picture, x right, y away; nothing where sides mean nothing.
  /// Throws BadInput where no move leads there.
  [[nodiscard]] virtual std::optional<MoveId> towards(StateId, glm::vec2 /*side*/) const {
    return std::nullopt;
  }
  /// Nothing where nobody knows how to look.
  [[nodiscard]] virtual std::optional<LogicInsight> insight() const { return std::nullopt; }
  /// The same maze under another rule. Precondition: board().
  [[nodiscard]] virtual std::unique_ptr<LogicMaze> under(UTurns) const {
    assert(board());
    return nullptr;
  }
  /// As a file that opens again. Throws BadInput where there is no such file.
  [[nodiscard]] virtual std::string text() const;
  [[nodiscard]] virtual bool has_text() const { return false; }

  // How it is drawn: as lamps, as a board, or in words where both are null.
  [[nodiscard]] virtual const FourBitMaze* lamps() const { return nullptr; }
  /// For its rules; nothing is played on it.
  [[nodiscard]] virtual const JumpWorld* board() const { return nullptr; }

 protected:
  const WorldEntry& entry_;

 private:
  std::uint64_t seed_ = 0;
};

/// Throws BadInput for an unknown family, a marble maze, or a file that is no such maze.
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const LogicSpec& spec);
/// Of a family, which must outlive it, whether it is registered or not.
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const WorldEntry& entry,
                                                         const LogicSpec& spec);

/// The maze in which a recorded game was played. Throws BadInput as environment_of() does.
[[nodiscard]] std::unique_ptr<LogicMaze> make_logic_maze(const GameRecording& game);

/// The family that a text file with a logic maze belongs to; nothing for marble mazes and
/// recordings. Throws BadInput, naming the file, where it is nothing that this program can open.
[[nodiscard]] std::optional<std::string> logic_family_of_file(const std::filesystem::path& path);

/// A logic maze being played by an agent or a person, with all that was done and thought, and its
/// solutions, which can be looked at instead of the game. Its steps are moves. Holds no OpenGL.
class LogicGame : public Shown {
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
  // As those of MarbleRun.
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
  /// The state after done() moves.
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
  /// Continues with what is known.
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
  std::optional<GameRecording> recorded_;  // what is replayed, if anything
  std::optional<std::size_t> solution_shown_;
  bool together_ = false;  // of solutions of one length; the shortest counts as the one shown
};

}  // namespace marblemaze
