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

/// Theoretical path to the target as straight lines between the centres of consecutive passages.
/// Lengths are in cells.
class PathToTarget {
 public:
  /// Requires: the maze is not null.
  explicit PathToTarget(std::shared_ptr<const Maze> maze);

  [[nodiscard]] const Maze& maze() const { return *maze_; }
  /// Returns the cell that contains a point in the maze frame, or an invalid cell for a point
  /// outside the maze.
  [[nodiscard]] CellId cell_at(glm::dvec3 place) const { return maze_->grid().cell_at(place); }
  /// Returns the direction in which the path leaves a cell. Requires: the cell is in the maze and
  /// is not the target.
  [[nodiscard]] Direction exit_direction(CellId cell) const;
  /// Returns the number of cells after this cell on the path, including the target. Requires: the
  /// cell is in the maze.
  [[nodiscard]] int cells_after(CellId cell) const { return paths_.length(cell) - 1; }
  /// Returns the length of the path from a point to the centre of the target. For a point outside
  /// the maze, the result is greater than the length of any path.
  [[nodiscard]] double distance_from(glm::dvec3 place) const;
  [[nodiscard]] glm::dvec3 middle(CellId cell) const;

 private:
  [[nodiscard]] glm::dvec3 passage(CellId cell) const;
  /// Returns the length of the path from the exit of a cell to the centre of the target.
  [[nodiscard]] double left(CellId cell) const;

  std::shared_ptr<const Maze> maze_;
  TheoreticalPaths paths_;
  std::vector<double> left_;
};

/// Returns a text such as "cell 12, 5 cells from the target".
[[nodiscard]] std::string describe_cell(const PathToTarget& way, CellId cell);

inline constexpr int kTiltObservation = 28;

/// Writes the observation of a learning policy for continuous control. The C interface documents
/// the elements of an observation (mm_view::observations).
void write_observation(const PathToTarget& way, const TiltState& seen, double max_rate, float* to);

/// Number of ticks between two commands of a policy. The default corresponds to 15 commands per
/// second.
inline constexpr int kCommandTicks = 8;

/// Simulated copies of a maze, in which a policy tries commands. The copies have no actuator noise.
class TiltRollouts {
 public:
  virtual ~TiltRollouts() = default;
  /// Sets each copy to the observed state and resets reached().
  virtual void begin(const TiltState& seen) = 0;
  /// Applies command i to copy i for the given number of ticks. Requires: one command per copy.
  virtual void play(std::span<const glm::dvec3> commands, int ticks) = 0;
  [[nodiscard]] virtual TiltState state(std::size_t copy) const = 0;
  [[nodiscard]] virtual bool reached(std::size_t copy) const = 0;
  [[nodiscard]] virtual bool rests(std::size_t copy) const = 0;
};

struct TiltTask {
  std::shared_ptr<const Maze> maze;
  TiltLimits limits;
  double tick_s;
  /// True if the marble must rest in the target. False if the marble must only reach the target.
  bool rest = false;
  std::function<std::unique_ptr<TiltRollouts>(std::size_t copies)> make_rollouts;
};

/// Command of a policy, with an explanation for spectators.
struct TiltChoice {
  glm::dvec3 command{0};  ///< see MarbleWorld::set_command()
  std::string reason;
  /// Fault of the policy, which sends no further commands. `reason` describes the fault.
  std::optional<Fault> fault = {};
};

/// Chooses the tilt of the maze. decide() is called every kCommandTicks ticks and returns an
/// angular velocity. Policies are deterministic: the same observations produce the same commands.
/// Each object is used for one run, on one thread.
class TiltPolicy {
 public:
  virtual ~TiltPolicy() = default;
  [[nodiscard]] virtual TiltChoice decide(const TiltState& seen) = 0;
};

using MakeTiltPolicy = std::function<std::unique_ptr<TiltPolicy>(const TiltTask& task)>;

inline constexpr const char* kDefaultPolicy = "cem";

struct TiltPolicyEntry {
  std::string name;  ///< "cem"
  std::string title;
  std::string knows;  ///< information in addition to observations
  std::string summary;
  std::string source;
  MakeTiltPolicy make;
};

[[nodiscard]] Registry<TiltPolicyEntry>& tilt_policies();

}  // namespace marblemaze
