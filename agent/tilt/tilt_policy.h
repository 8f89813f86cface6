#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent/contracts/move_source.h"
#include "agent/tilt/observation.h"
#include "maze/grid/maze.h"
#include "maze/world/scene.h"

namespace marblemaze {

/// The theoretical path as straight lines between the centres of consecutive passages.
/// Lengths are in cells.
class PathToTarget {
 public:
  /// Requires: the maze is not null.
  explicit PathToTarget(std::shared_ptr<const Maze> maze);

  [[nodiscard]] const Maze& maze() const { return *maze_; }
  /// Returns the cell that contains a point of the maze frame, or an invalid cell outside the maze.
  [[nodiscard]] CellId cell_at(glm::dvec3 place) const { return maze_->grid().cell_at(place); }
  /// Returns the direction in which the path leaves a cell. Requires: the cell is in the maze and
  /// is not the target.
  [[nodiscard]] Direction out_of(CellId cell) const;
  /// Returns the number of cells after this one, including the target. Requires: the cell is in the
  /// maze.
  [[nodiscard]] int cells_after(CellId cell) const { return paths_.length(cell) - 1; }
  /// Returns the length of the path from a point to the centre of the target. Outside the maze, the
  /// result is greater than the length of any path.
  [[nodiscard]] double left_from(glm::dvec3 place) const;
  /// Returns the length of the path from the exit of a cell to the centre of the target.
  [[nodiscard]] double left(CellId cell) const;
  [[nodiscard]] glm::dvec3 middle(CellId cell) const;

  // The maze as put_observation() reads it.
  [[nodiscard]] glm::dvec3 dims() const { return glm::dvec3(maze_->grid().dims()); }
  [[nodiscard]] CellId target() const { return maze_->target(); }
  [[nodiscard]] bool open(CellId cell, Direction side) const { return maze_->open(cell, side); }

 private:
  [[nodiscard]] glm::dvec3 passage(CellId cell) const;

  std::shared_ptr<const Maze> maze_;
  TheoreticalPaths paths_;
  std::vector<double> left_;  // indexed by cell: length from its exit to the centre of the target
};

/// Returns a text such as "cell 12, 5 cells from the target".
[[nodiscard]] std::string place_words(const PathToTarget& way, CellId cell);

/// Ticks between two commands of a policy; 15 commands per second by default.
inline constexpr int kCommandTicks = 8;

/// Simulated copies of a maze and its marble in which a policy tries commands. The copies are free
/// of actuator noise.
class TiltTrials {
 public:
  virtual ~TiltTrials() = default;
  /// Sets each copy to the observed state. No copy has reached the target yet.
  virtual void begin(const TiltState& seen) = 0;
  /// Applies command i to copy i for this number of ticks. Requires: one command for each copy.
  virtual void play(std::span<const glm::dvec3> commands, int ticks) = 0;
  /// Return the state of a copy; see tilt_state(), reached() and rests() of MarbleWorld.
  [[nodiscard]] virtual TiltState state(std::size_t copy) const = 0;
  [[nodiscard]] virtual bool reached(std::size_t copy) const = 0;
  [[nodiscard]] virtual bool rests(std::size_t copy) const = 0;
};

/// Information that a policy receives in addition to its observations.
struct TiltTask {
  std::shared_ptr<const Maze> maze;  ///< not null
  TiltLimits limits;                 ///< limits of the platform
  double tick_s;
  bool rest = false;  ///< whether the marble must rest in the target or only reach it
  /// Creates this number of copies.
  std::function<std::unique_ptr<TiltTrials>(std::size_t copies)> imagine;
};

/// Command of a policy, with its reason as text for spectators.
struct TiltChoice {
  glm::dvec3 command{0};  ///< in the format of MarbleWorld::command()
  std::string reason;
  std::optional<Fault> fault =
      {};  ///< set if no command will follow; the reason then describes the fault
};

/// A TiltPolicy chooses the tilt of the maze. The run calls decide() every kCommandTicks ticks, and
/// it returns an angular velocity. A policy is deterministic: the same sequence of observations
/// produces the same commands. Each object is used for one run, on one thread.
class TiltPolicy {
 public:
  virtual ~TiltPolicy() = default;
  [[nodiscard]] virtual TiltChoice decide(const TiltState& seen) = 0;
};

/// Creates a policy for one run.
using MakeTiltPolicy = std::function<std::unique_ptr<TiltPolicy>(const TiltTask& task)>;

/// Name of the default policy.
inline constexpr const char* kUsualPolicy = "cem";

/// Description of a policy for the command line: a row of tilt_policies().built_in().
struct TiltPolicyEntry {
  std::string name;     ///< "cem"
  std::string title;    ///< name in tables
  std::string knows;    ///< information beyond its observations
  std::string summary;  ///< one line
  std::string source;
  MakeTiltPolicy make;
};

[[nodiscard]] Registry<TiltPolicyEntry>& tilt_policies();

}  // namespace marblemaze
