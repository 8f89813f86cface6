#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/run/episode.h"
#include "maze/base/json.h"

namespace marblemaze {

class LogicGame;
class MarbleRun;
struct Camera;

/// Best move towards the target, and the number of moves that remain after it.
struct BestMove {
  MoveId move;
  int left = 0;
};

/// A maze to be solved by hand. Designed mazes have short solutions and a noise-free actuator, so
/// the same move always has the same result.
struct Level {
  std::string name, key = {};  ///< the key is the hash of the maze, under which results are stored
  std::shared_ptr<const Maze> maze;
  ControlScheme control = ControlScheme::cube_8;
  /// Moves of a shortest solution from the certificate. They lead from the start to the target.
  std::vector<MoveId> solution = {};
  /// Best move for each state from which the target can be reached. The results of moves are
  /// computed from canonical poses, which are nearly always the poses in a run.
  std::map<StateId, BestMove> ways = {};

  [[nodiscard]] int best() const { return static_cast<int>(solution.size()); }
  /// Returns the maximum number of moves that earns two stars: 1.5 times the best number.
  [[nodiscard]] int good() const { return best() + best() / 2; }
};

/// Returns the levels in order of difficulty, from embedded files created by
/// scripts/generate/levels.py.
[[nodiscard]] std::span<const Level> levels();
/// Parses a level. Throws BadInput if the text is not a level.
[[nodiscard]] Level level_from_json(const std::string& text);
/// Returns the specification of a level's run, which the user plays.
[[nodiscard]] RunSpec level_spec(const Level& level);

/// Returns the stars for a solution: three for the best number of moves, two for at most 1.5 times
/// the best number, one for any other number; at most two with a hint.
[[nodiscard]] int stars_for(const Level& level, int moves, bool with_hints);
inline constexpr int kMostStars = 3;

/// Result of a level.
struct LevelResult {
  int stars = 0;  ///< 0: never solved
  int moves = 0;
  bool operator==(const LevelResult&) const = default;
  [[nodiscard]] bool better_than(const LevelResult& other) const {
    return stars != other.stars ? stars > other.stars : moves < other.moves;
  }
};

/// The user's level results, stored as JSON in the user's data folder:
///    {"format": "marblemaze-progress", "version": 1,
///     "levels": {key of the level: {"name": ..., "stars": n, "moves": n}},
///     "lessons": [names of completed lessons],
///     "times": {time_key() of a maze under continuous control: seconds}}
/// The file also preserves levels that this program does not have.
class Progress {
 public:
  /// Creates an object without a file.
  Progress();
  /// Reads the file, in which all later results are stored. A missing file counts as empty. If the
  /// file is damaged, fault() describes the problem, and the file is renamed before anything is
  /// written.
  explicit Progress(std::filesystem::path file);
  /// Returns XDG_DATA_HOME/marblemaze/progress.json, or an empty path if there is no home
  /// directory.
  [[nodiscard]] static std::filesystem::path default_file();

  [[nodiscard]] LevelResult best(const Level& level) const;
  [[nodiscard]] int stars() const;  ///< sum over all levels of this program
  /// Stores a result if it is the best result so far. Throws MachineFailure if the file cannot be
  /// written; the program then remembers the result until it ends.
  void add(const Level& level, LevelResult result);
  /// Returns the best time in seconds for a time_key().
  [[nodiscard]] std::optional<double> time(const std::string& key) const;
  /// Stores a time if it is the best time so far. Throws like add().
  void add_time(const std::string& key, double seconds);
  /// Returns whether a lesson was completed.
  [[nodiscard]] bool learned(const std::string& lesson) const;
  void add_lesson(const std::string& lesson);
  /// Returns a one-line description of the damage to the file; empty if there is none.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  void write();

  std::filesystem::path file_;
  Json kept_;  // contents of the file
  std::string fault_;
  bool broken_ = false;
};

/// Returns the mazes to be solved by hand as fast as possible under continuous control, in order of
/// difficulty, from the embedded file levels/turn-freely.json. They have no solution.
[[nodiscard]] std::span<const Level> tilt_levels();
/// Returns the index of the maze that is being played, or nullopt if it is not one of these mazes.
[[nodiscard]] std::optional<std::size_t> tilt_level_of(const MarbleRun& run);

/// Return the key of the best time: the maze and the goal. Empty if times do not count, that is, in
/// recordings and with changed physics.
[[nodiscard]] std::string time_key(const MarbleRun& run);
[[nodiscard]] std::string time_key(const Maze& maze, bool rest);

/// The level that is played in the current run, and its result. Independent of ImGui.
class LevelGame {
 public:
  void begin(std::size_t number) { number_ = number, again(); }
  /// Restarts the level and forgets hints.
  void again() { hints_ = 0, result_.reset(); }
  void close() { *this = {}; }
  [[nodiscard]] bool open() const { return number_.has_value(); }

  // All following functions require open().
  [[nodiscard]] std::size_t number() const { return *number_; }  ///< index, from 0
  [[nodiscard]] const Level& level() const { return levels()[*number_]; }
  void count_hint() { ++hints_; }
  [[nodiscard]] int hints() const { return hints_; }
  /// Returns whether the run counts for the level. A run with a different agent, scheme,
  /// world or physics earns no stars.
  [[nodiscard]] bool counts(const MarbleRun& run) const;
  /// Returns the stars that can still be earned after this number of moves.
  [[nodiscard]] int stars_in_reach(int moves) const;
  /// Returns the result as soon as the end of the solved run is shown.
  [[nodiscard]] const std::optional<LevelResult>& result() const { return result_; }
  /// Returns whether the result is the best result so far.
  [[nodiscard]] bool is_record() const { return record_; }
  /// Updates the result, and stores a new one. Call it after a frame of the runs. Throws like
  /// Progress::add().
  void frame(const MarbleRun& marble, Progress& progress);

 private:
  std::optional<std::size_t> number_;
  int hints_ = 0;
  std::optional<LevelResult> result_;
  bool record_ = false;
};

/// Best known move from the current state, and its source.
struct Hint {
  std::optional<MoveId> move;  ///< empty if no move to the goal is known
  std::string words;           ///< one or two sentences
};

/// Returns a hint: the tested moves in a level, or the moves of the path predictor in any other
/// run. `level` is null if no level is played. The camera determines which side is left. Requires:
/// the run waits for the user.
[[nodiscard]] Hint hint_for(const MarbleRun& run, const Camera& camera, const Level* level);
/// Returns a hint from an exhaustive search of the logic maze. The hint is always correct.
[[nodiscard]] Hint hint_for(const LogicGame& game);

}  // namespace marblemaze
