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

/// Best move from a state, and the number of moves to the target including this move.
struct BestMove {
  MoveId move;
  int left = 0;
};

/// A maze for manual play. Levels with discrete moves use a noise-free actuator, so a move always
/// has the same result.
struct Level {
  std::string name, key = {};  ///< the key is the hash of the maze, which identifies stored results
  std::shared_ptr<const Maze> maze;
  ControlScheme control = ControlScheme::cube_8;
  /// A shortest solution from the start to the target, from the maze's certificate.
  std::vector<MoveId> solution = {};
  /// Best move from each state that can reach the target. The results of moves are computed from
  /// canonical poses, which nearly always match the poses in a run.
  std::map<StateId, BestMove> ways = {};

  [[nodiscard]] int best() const { return static_cast<int>(solution.size()); }
  /// Returns the maximum number of moves that earns two stars, which is 1.5 times the minimum.
  [[nodiscard]] int good() const { return best() + best() / 2; }
};

/// Returns the levels in order of difficulty. They are embedded files that
/// scripts/generate/levels.py creates.
[[nodiscard]] std::span<const Level> levels();
/// Parses a level. Throws BadInput if the text is not a level.
[[nodiscard]] Level level_from_json(const std::string& text);
/// Returns the specification of a manual run in this level.
[[nodiscard]] RunSpec level_spec(const Level& level);

/// Returns the number of stars for a solution: three for the minimum number of moves, two for at
/// most 1.5 times the minimum, and one for all other solutions. A hint limits it to two.
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
/// Entries of unknown levels are preserved.
class Progress {
 public:
  /// Creates empty progress without a file.
  Progress();
  /// Loads the file, to which all later results are saved. A missing file counts as empty. If the
  /// file is damaged, fault() describes the problem, and the first save renames the damaged file.
  explicit Progress(std::filesystem::path file);
  /// Returns XDG_DATA_HOME/marblemaze/progress.json, or an empty path if there is no home
  /// directory.
  [[nodiscard]] static std::filesystem::path default_file();

  [[nodiscard]] LevelResult best(const Level& level) const;
  [[nodiscard]] int stars() const;  ///< sum over all levels of this program
  /// Saves a result if it is the best so far. Throws MachineFailure if the file cannot be written.
  /// The result is then kept in memory until the program ends.
  void add(const Level& level, LevelResult result);
  /// Returns the best time in seconds for a time_key(), or nullopt if there is none.
  [[nodiscard]] std::optional<double> time(const std::string& key) const;
  /// Saves a time if it is the best so far. Throws like add().
  void add_time(const std::string& key, double seconds);
  /// Returns true if the lesson was completed.
  [[nodiscard]] bool learned(const std::string& lesson) const;
  void add_lesson(const std::string& lesson);
  /// Describes the damage to the file in one line. Empty if the file is intact.
  [[nodiscard]] const std::string& fault() const { return error_; }

 private:
  void write();

  std::filesystem::path file_;
  Json data_;  // contents of the file
  std::string error_;
  bool damaged_ = false;
};

/// Returns the levels for continuous control in order of difficulty, from the embedded file
/// levels/turn-freely.json. Players compete for the shortest time. These levels have no stored
/// solution.
[[nodiscard]] std::span<const Level> tilt_levels();
/// Returns the index of the run's maze in tilt_levels(), or nullopt if it is not a tilt level.
[[nodiscard]] std::optional<std::size_t> tilt_level_of(const MarbleRun& run);

/// Return the key under which a best time is stored. It identifies the maze and the goal. The key
/// is empty if times do not count, that is, for recordings and modified physics.
[[nodiscard]] std::string time_key(const MarbleRun& run);
[[nodiscard]] std::string time_key(const Maze& maze, bool rest);

/// The open level, and the result of its run. Independent of ImGui.
class LevelGame {
 public:
  void begin(std::size_t number) { number_ = number, again(); }
  /// Discards the result and the number of hints.
  void again() { hints_ = 0, result_.reset(); }
  void close() { *this = {}; }
  [[nodiscard]] bool open() const { return number_.has_value(); }

  // All following functions require open().
  [[nodiscard]] std::size_t number() const { return *number_; }  ///< index, from 0
  [[nodiscard]] const Level& level() const { return levels()[*number_]; }
  void count_hint() { ++hints_; }
  [[nodiscard]] int hints() const { return hints_; }
  /// Returns true if the run counts for the level. It must have the setup of the level and only
  /// manual moves, without recovery.
  [[nodiscard]] bool counts(const MarbleRun& run) const;
  /// Returns the number of stars that can still be earned after this number of moves.
  [[nodiscard]] int stars_in_reach(int moves) const;
  /// Returns the result, which is set when playback reaches the end of a solved run.
  [[nodiscard]] const std::optional<LevelResult>& result() const { return result_; }
  /// Returns true if the result is the best so far.
  [[nodiscard]] bool is_record() const { return record_; }
  /// Updates the result and saves a new one. Call it after each frame of the runs. Throws like
  /// Progress::add().
  void frame(const MarbleRun& marble, Progress& progress);

 private:
  std::optional<std::size_t> number_;
  int hints_ = 0;
  std::optional<LevelResult> result_;
  bool record_ = false;
};

/// Suggested move, with an explanation.
struct Hint {
  std::optional<MoveId> move;  ///< empty if no move to the goal is known
  std::string words;           ///< one or two sentences
};

/// Returns a hint for the user. In a level, it is based on tested moves. In all other runs, it is
/// based on the path predictor. `level` is null outside levels. The camera determines the names of
/// directions. Requires: the run waits for the user.
[[nodiscard]] Hint hint_for(const MarbleRun& run, const Camera& camera, const Level* level);
/// Returns a hint from an exhaustive search, which is always correct.
[[nodiscard]] Hint hint_for(const LogicGame& game);

}  // namespace marblemaze
