#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent/contracts/move_source.h"
#include "maze/grid/maze.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// The theoretical path as straight lines from the middle of one passage to the middle of the next.
/// Lengths are in cells.
class PathToTarget {
 public:
  /// Requires: the maze is not null.
  explicit PathToTarget(std::shared_ptr<const Maze> maze);

  [[nodiscard]] const Maze& maze() const { return *maze_; }
  /// Returns the cell that contains a point of the maze's frame; invalid outside the maze.
  [[nodiscard]] CellId cell_at(glm::dvec3 place) const { return maze_->grid().cell_at(place); }
  /// Returns the direction in which the path leaves a cell. Requires: the cell is in the maze and
  /// is not the target.
  [[nodiscard]] Direction out_of(CellId cell) const;
  /// Returns the number of cells after this one, including the target. Requires: the cell is in the
  /// maze.
  [[nodiscard]] int cells_after(CellId cell) const { return paths_.length(cell) - 1; }
  /// Returns the length of the path from a point to the middle of the target; outside the maze it
  /// is longer than any path.
  [[nodiscard]] double left_from(glm::dvec3 place) const;
  [[nodiscard]] glm::dvec3 middle(CellId cell) const;

 private:
  [[nodiscard]] glm::dvec3 passage(CellId cell) const;
  /// Returns the length of the path from the passage out of a cell to the middle of the target.
  [[nodiscard]] double left(CellId cell) const;

  std::shared_ptr<const Maze> maze_;
  TheoreticalPaths paths_;
  std::vector<double> left_;  // by cell: length from its passage to the target
};

/// Returns a text such as "cell 12, 5 cells from the target".
[[nodiscard]] std::string place_words(const PathToTarget& way, CellId cell);

/// Number of elements of an observation.
inline constexpr int kTiltObservation = 28;

/// Writes the observation of learning policies under continuous control (mm_view::observations in
/// the C interface lists the elements).
void put_observation(const PathToTarget& way, const TiltState& seen, double max_rate, float* to);

/// Ticks between two commands of a policy; 15 commands per second by default.
inline constexpr int kCommandTicks = 8;

/// Simulated copies of a maze and its marble in which a policy tries commands. Their platform has
/// no actuator noise.
class TiltTrials {
 public:
  virtual ~TiltTrials() = default;
  /// Sets each copy to the observed state. No copy has reached the target yet.
  virtual void begin(const TiltState& seen) = 0;
  /// Applies command i to copy i for this number of ticks. Requires: one command per copy.
  virtual void play(std::span<const glm::dvec3> commands, int ticks) = 0;
  /// These three describe a copy, as tilt_state(), reached() and rests() of MarbleWorld do.
  [[nodiscard]] virtual TiltState state(std::size_t copy) const = 0;
  [[nodiscard]] virtual bool reached(std::size_t copy) const = 0;
  [[nodiscard]] virtual bool rests(std::size_t copy) const = 0;
};

/// A TiltTask is everything that a policy knows in addition to its observations.
struct TiltTask {
  std::shared_ptr<const Maze> maze;  ///< not null
  TiltLimits limits;                 ///< limits of the platform
  double tick_s;
  bool rest = false;  ///< whether the marble must rest in the target or only reach it
  /// Makes this number of copies.
  std::function<std::unique_ptr<TiltTrials>(std::size_t copies)> imagine;
};

/// A TiltChoice is the command of a policy with its reason in words for spectators.
struct TiltChoice {
  glm::dvec3 command{0};  ///< as MarbleWorld::command() takes it
  std::string reason;
  std::optional<Fault> fault =
      {};  ///< set if no command will follow; the reason then describes the fault
};

/// A TiltPolicy chooses the tilt of the maze. It is asked every kCommandTicks and answers with an
/// angular velocity. Equal observations in equal order give equal answers; a policy never reads a
/// clock. An object serves one run in one thread.
class TiltPolicy {
 public:
  virtual ~TiltPolicy() = default;
  [[nodiscard]] virtual TiltChoice decide(const TiltState& seen) = 0;
};

/// Makes a policy for one run.
using MakeTiltPolicy = std::function<std::unique_ptr<TiltPolicy>(const TiltTask& task)>;

/// Name of the default policy.
inline constexpr const char* kUsualPolicy = "cem";

/// A policy as the command line lists it: a row of tilt_policies().built_in().
struct TiltPolicyEntry {
  std::string name;     ///< "cem"
  std::string title;    ///< name in tables
  std::string knows;    ///< what it knows in addition to its observations
  std::string summary;  ///< one line
  std::string source;
  MakeTiltPolicy make;
};

[[nodiscard]] Registry<TiltPolicyEntry>& tilt_policies();

}  // namespace marblemaze
