#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent/contracts/move_source.h"
#include "agent/contracts/registry.h"
#include "maze/grid/maze.h"
#include "maze/world/tilt.h"

namespace marblemaze {

/// The theoretical path as a marble would roll it: straight from the middle of one passage to the
/// middle of the next. Lengths in cells.
class WayToTarget {
 public:
  /// Precondition: the maze is not null.
  explicit WayToTarget(std::shared_ptr<const Maze> maze);

  [[nodiscard]] const Maze& maze() const { return *maze_; }
  /// The cell in which a place of the maze's frame lies; none outside the maze.
  [[nodiscard]] CellId cell_at(glm::dvec3 place) const { return maze_->grid().cell_at(place); }
  /// The way out of a cell that leads to the target. Precondition: a cell of the maze, but not the
  /// target.
  [[nodiscard]] Direction out_of(CellId cell) const;
  /// Returns the number of cells after this one, including the target. Requires: the cell is in the
  /// maze.
  [[nodiscard]] int cells_after(CellId cell) const { return paths_.length(cell) - 1; }
  /// From a place to the middle of the target; outside the maze longer than any way.
  [[nodiscard]] double left_from(glm::dvec3 place) const;

 private:
  [[nodiscard]] glm::dvec3 middle(CellId cell) const;
  [[nodiscard]] glm::dvec3 passage(CellId cell) const;
  [[nodiscard]] double left(CellId cell) const;

  std::shared_ptr<const Maze> maze_;
  TheoreticalPaths paths_;
  std::vector<double> left_;  // by cell: from its passage to the target
};

/// "cell 12, 5 cells from the target"
[[nodiscard]] std::string place_words(const WayToTarget& way, CellId cell);

/// Ticks from one command of a policy to the next: 15 commands a second by default.
inline constexpr int kCommandTicks = 8;

/// Copies of a maze and its marble in which a policy tries commands: an imagination, whose platform
/// has no noise.
class TiltTrials {
 public:
  virtual ~TiltTrials() = default;
  /// Each copy goes on from what is seen of the world, and has reached nothing yet.
  virtual void begin(const TiltState& seen) = 0;
  /// Command i in copy i, in force for so many ticks. Precondition: a command for each copy.
  virtual void play(std::span<const glm::dvec3> commands, int ticks) = 0;
  /// These three describe a copy, as tilt_state(), reached() and rests() of MarbleWorld do.
  [[nodiscard]] virtual TiltState state(std::size_t copy) const = 0;
  [[nodiscard]] virtual bool reached(std::size_t copy) const = 0;
  [[nodiscard]] virtual bool rests(std::size_t copy) const = 0;
};

/// A TiltTask is all that a policy knows besides what it sees.
struct TiltTask {
  std::shared_ptr<const Maze> maze;  ///< not null
  TiltLimits limits;                 ///< of the platform
  double tick_s;
  bool rest = false;  ///< the marble must rest in the target; else it is enough that it comes there
  /// So many copies.
  std::function<std::unique_ptr<TiltTrials>(std::size_t copies)> imagine;
};

/// A TiltChoice is the command of a policy, with its reason in words for spectators.
struct TiltChoice {
  glm::dvec3 command{0};  ///< as MarbleWorld::command() takes it
  std::string reason;
  std::optional<Fault> fault = {};  ///< no command will come; the reason says what happened
};

/// A TiltPolicy chooses the tilt of the maze: asked every kCommandTicks, it answers with an angular
/// velocity. Equal questions in equal order have equal answers; it never looks at a clock. An
/// object serves one run, in one thread.
class TiltPolicy {
 public:
  virtual ~TiltPolicy() = default;
  [[nodiscard]] virtual TiltChoice decide(const TiltState& seen) = 0;
};

/// Makes a policy for one run.
using MakeTiltPolicy = std::function<std::unique_ptr<TiltPolicy>(const TiltTask& task)>;

/// The policy that is used where no other is named.
inline constexpr const char* kUsualPolicy = "cem";

/// A policy as the command line knows it: a row of tilt_policies().built_in().
struct TiltPolicyEntry {
  std::string name;     ///< "cem"
  std::string title;    ///< as tables print it
  std::string knows;    ///< beside what it sees
  std::string summary;  ///< one line
  std::string source;
  MakeTiltPolicy make;
};

[[nodiscard]] Registry<TiltPolicyEntry>& tilt_policies();

}  // namespace marblemaze
