#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "engine/run/episode.h"

namespace marblemaze {

class LogicGame;
class MarbleRun;
struct Camera;

/// A move on a shortest way to the target, and how many moves that way takes.
struct BestMove {
  MoveId move;
  int left = 0;
};

/// A designed maze to be solved by hand in few moves. It is played with a noise-free actuator, in
/// which the same moves end in the same places always.
struct Level {
  std::string name, key;  ///< the key is the hash of the maze: what was reached in it is kept so
  std::shared_ptr<const Maze> maze;
  ControlScheme control = ControlScheme::cube_8;
  /// Moves of a shortest solution, as the certificate says. Made from the start they end in the
  /// target.
  std::vector<MoveId> solution;
  /// By state, for each from which the target can be reached: as moves from the middle of its
  /// resting place end, which is nearly always as they end in a run.
  std::map<StateId, BestMove> ways;

  [[nodiscard]] int best() const { return static_cast<int>(solution.size()); }
  /// Most moves that are worth two stars: half more than the best.
  [[nodiscard]] int good() const { return best() + best() / 2; }
};

/// From easy to hard. Made from files in the program, which scripts/generate/levels.py made.
[[nodiscard]] std::span<const Level> levels();
/// Throws BadInput for a text that is no level.
[[nodiscard]] Level level_from_json(const std::string& text);
/// To be played by hand.
[[nodiscard]] RunSpec level_spec(const Level& level);

/// For a solution in so many moves: three for the best number, two for at most half more, one for
/// any; with a hint no more than two.
[[nodiscard]] int stars_for(const Level& level, int moves, bool with_hints);
inline constexpr int kMostStars = 3;

/// What a person has reached in the levels. Kept as JSON in the user's data folder:
///   {"format": "marblemaze-progress", "version": 1,
///    "levels": {key of the level: {"name": ..., "stars": n, "moves": n}},
///    "lessons": [names of those that were read to the end],
///    "times": {time_key() of a maze that was turned freely by hand: seconds}}
/// Levels that this program does not have stay in the file.
class Progress {
 public:
  struct Best {
    int stars = 0;  ///< 0: never solved
    int moves = 0;
    bool operator==(const Best&) const = default;
    [[nodiscard]] bool better_than(const Best& other) const {
      return stars != other.stars ? stars > other.stars : moves < other.moves;
    }
  };

  /// Kept nowhere.
  Progress() = default;
  /// What the file holds, in which all that comes will be kept. A missing file is an empty one. A
  /// broken one is told of by fault(); it is moved aside before anything is written.
  explicit Progress(std::filesystem::path file);
  /// XDG_DATA_HOME/marblemaze/progress.json; empty where there is no home.
  [[nodiscard]] static std::filesystem::path usual_file();

  [[nodiscard]] Best best(const Level& level) const;
  [[nodiscard]] int stars() const;  ///< of all levels of this program
  /// Keeps a result if it is better than what was. Throws MachineFailure where it cannot be
  /// written; it is kept until the program ends all the same.
  void add(const Level& level, Best result);
  /// The best time under a time_key(), s.
  [[nodiscard]] std::optional<double> time(const std::string& key) const;
  /// The same for a time.
  void add_time(const std::string& key, double seconds);
  /// A lesson was read to its end.
  [[nodiscard]] bool learned(const std::string& lesson) const { return lessons_.contains(lesson); }
  void add_lesson(const std::string& lesson);
  /// What is wrong with the file, in one line; empty if nothing is.
  [[nodiscard]] const std::string& fault() const { return fault_; }

 private:
  struct Entry {
    std::string name;
    Best best;
  };
  void read();
  void write();

  std::filesystem::path file_;
  std::map<std::string, Entry> entries_;  // by the level's key
  std::map<std::string, double> times_;
  std::set<std::string> lessons_;
  std::string fault_;
  bool broken_ = false;
};

/// A maze to be turned freely by hand, as fast as one can.
struct FreeLevel {
  std::string name;
  std::shared_ptr<const Maze> maze;
};

/// From easy to hard; made of sizes and seeds in a file in the program, levels/turn-freely.json.
[[nodiscard]] std::span<const FreeLevel> free_levels();
/// The number of the one that is played, from 0; nothing where it is another maze.
[[nodiscard]] std::optional<std::size_t> free_level_of(const MarbleRun& run);

/// Under which the best time by hand is kept: the maze, and the goal. Empty where the time does not
/// count: of a recording, and under other physics than usual.
[[nodiscard]] std::string time_key(const MarbleRun& run);
[[nodiscard]] std::string time_key(const Maze& maze, bool rest);

/// What came of a level.
struct LevelResult {
  int moves = 0;
  int stars = 0;
  bool record = false;  ///< better than ever before
};

/// The level that is played in the marble's run, if any, and what came of it. Holds no ImGui.
class LevelGame {
 public:
  void begin(std::size_t number) { number_ = number, again(); }
  /// From the start: hints are forgotten.
  void again() { hints_ = 0, result_.reset(); }
  void close() { number_.reset(), again(); }
  [[nodiscard]] bool open() const { return number_.has_value(); }

  // Precondition of all that follow: open().
  [[nodiscard]] std::size_t number() const { return *number_; }  ///< from 0
  [[nodiscard]] const Level& level() const { return levels()[*number_]; }
  void count_hint() { ++hints_; }
  [[nodiscard]] int hints() const { return hints_; }
  /// Is the run that of the level? Another agent, scheme, world or physics makes it another run,
  /// which brings no stars.
  [[nodiscard]] bool counts(const MarbleRun& run) const;
  /// Stars that can still be reached after so many moves.
  [[nodiscard]] int stars_in_reach(int moves) const;
  /// Once the solved end is shown.
  [[nodiscard]] const std::optional<LevelResult>& result() const { return result_; }
  /// After a frame of the runs: true when a result has just come, which is then to be kept.
  [[nodiscard]] bool frame(const MarbleRun& marble, const Progress& progress);

 private:
  std::optional<std::size_t> number_;
  int hints_ = 0;
  std::optional<LevelResult> result_;
};

/// The best move that is known from the present state, and how it is known.
struct Hint {
  std::optional<MoveId> move;  ///< nothing: none is known that leads to the goal
  std::string words;           ///< a sentence or two
};

/// In a level what was tried beforehand, else what the path predictor believes. `level` is null
/// where none is played. The camera says which way is left. Precondition: the run waits for a
/// person.
[[nodiscard]] Hint hint_for(const MarbleRun& run, const Camera& camera, const Level* level);
/// What looking from above tells, which is certain.
[[nodiscard]] Hint hint_for(const LogicGame& game);

}  // namespace marblemaze
