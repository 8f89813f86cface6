#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/recording/recording.h"
#include "engine/run/world_factory.h"
#include "maze/puzzles/four_bit_world.h"
#include "maze/puzzles/jump_world.h"
#include "render/session/move_notes.h"
#include "render/session/transport.h"

namespace marblemaze {

/// Which logic maze, and who plays it.
struct LogicSpec {
  std::string family = "four-bit";  ///< of the world registry; no marble maze
  std::uint64_t seed = 1;
  std::string file;  ///< read from here, as text, instead of made from the seed
  std::string agent = "breadth-first";
  bool by_hand = true;  ///< a person chooses the moves
};

/// A way to the goal that can be looked at step by step.
struct LogicSolution {
  std::string name;
  std::vector<MoveId> moves;
  std::vector<StateId> states;  ///< one more than moves
};

/// A four-bit or number-jump maze being played by an agent or a person, with all that was done and
/// thought, and its solutions. Holds no OpenGL.
class LogicGame {
 public:
  /// Throws BadInput for an unknown family or agent, a marble maze, or a file that is no such maze.
  explicit LogicGame(LogicSpec spec);
  LogicGame(const LogicGame&) = delete;
  LogicGame& operator=(const LogicGame&) = delete;

  [[nodiscard]] const LogicSpec& spec() const { return spec_; }
  [[nodiscard]] const World& world() const { return *setting_.world; }
  /// Null when it is the other kind of maze.
  [[nodiscard]] const FourBitWorld* four_bit() const;
  [[nodiscard]] const JumpWorld* jump() const;

  // --- playing; nothing can be undone ---
  /// One more move at the end. False when there was none: it is over, or a person must choose.
  bool advance() { return episode_->tick(); }
  /// The person's move; false when it is none of this state's, or not the person's turn.
  bool choose(MoveId move);
  void let_person_play(bool by_hand);
  /// Goes on with what is known. Throws BadInput.
  void use_agent(const std::string& agent);
  /// The same maze from its start; all that was learned is forgotten.
  void reset();
  /// The same board under the other rule, from its start. For number-jump mazes.
  void set_u_turns(UTurns u_turns);

  [[nodiscard]] const std::vector<RecordedMove>& moves() const { return moves_; }
  [[nodiscard]] const std::vector<MoveNote>& notes() const { return notes_; }
  [[nodiscard]] const KnowledgeEngine& knowledge() const { return episode_->knowledge(); }
  [[nodiscard]] Outcome outcome() const { return episode_->outcome(); }
  /// The newest state.
  [[nodiscard]] StateId state() const { return states_.back(); }
  [[nodiscard]] StateId first_state() const { return states_.front(); }
  /// Fewest moves from a state to the goal; nothing where it can no longer be reached.
  [[nodiscard]] std::optional<int> fewest_moves(StateId from) const;

  // --- solutions: a shortest one found breadth-first, then those found depth-first ---
  [[nodiscard]] const std::vector<LogicSolution>& solutions() const { return solutions_; }
  /// False when there are more, which were not searched for.
  [[nodiscard]] bool all_solutions_found() const { return all_found_; }
  /// Shows a solution from its start instead of the game; nothing: the game again.
  void show_solution(std::optional<std::size_t> index);
  [[nodiscard]] std::optional<std::size_t> solution_shown() const { return solution_shown_; }

  // --- the moment shown, of the game or the solution ---
  Transport time;
  [[nodiscard]] std::span<const StateId> track() const;
  /// The state after time.done() moves.
  [[nodiscard]] StateId shown() const;
  /// Where the move under way leads; the shown state itself when none is.
  [[nodiscard]] StateId next_shown() const;
  /// The newest moment of the game: here a person can choose.
  [[nodiscard]] bool shows_present() const;

 private:
  void take_over(Setting setting);
  void find_solutions();
  void add_solution(std::string name, const std::vector<MoveId>& moves);
  long reach(long moves);

  LogicSpec spec_;
  Setting setting_;
  std::unique_ptr<Episode> episode_;
  std::vector<StateId> states_;
  std::vector<RecordedMove> moves_;
  std::vector<MoveNote> notes_;
  std::vector<int> distances_;  // to the goal, by state
  std::vector<LogicSolution> solutions_;
  bool all_found_ = true;
  std::optional<std::size_t> solution_shown_;
};

/// The state in a few characters: the lamps as a number, or row and column.
[[nodiscard]] std::string short_name(const LogicGame& game, StateId state);

/// A move in words, lamps numbered as their keys are.
[[nodiscard]] std::string move_name(const LogicGame& game, StateId state, MoveId move);

/// The family that a text file with a logic maze belongs to; nothing for other files.
[[nodiscard]] std::optional<std::string> logic_family_of_file(const std::filesystem::path& path);

}  // namespace marblemaze
