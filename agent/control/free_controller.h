#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agent/contracts/move_source.h"
#include "agent/contracts/registry.h"
#include "maze/world/free_world.h"

namespace marblemaze {

/// Ticks from one wish of a controller to the next: 15 wishes a second by default.
inline constexpr int kWishTicks = 8;

/// Copies of a maze and its marble in which a controller tries wishes: an imagination, whose mount
/// has no noise.
class TurnTrials {
 public:
  virtual ~TurnTrials() = default;
  /// Each copy goes on from what is seen of the world, and has reached nothing yet.
  virtual void begin(const FreeState& seen) = 0;
  /// Wish i in copy i, in force for so many ticks. Precondition: a wish for each copy.
  virtual void play(std::span<const glm::dvec3> wishes, int ticks) = 0;
  /// Of a copy; as FreeWorld says.
  [[nodiscard]] virtual FreeState state(std::size_t copy) const = 0;
  [[nodiscard]] virtual bool reached(std::size_t copy) const = 0;
  [[nodiscard]] virtual bool rests(std::size_t copy) const = 0;
};

/// All that a controller is told, beside what it sees.
struct FreeTask {
  std::shared_ptr<const Maze> maze;  ///< not null
  FreeLimits limits;                 ///< of the mount
  double tick_s;
  bool rest = false;  ///< the marble must rest in the target; else it is enough that it comes there
  /// So many copies.
  std::function<std::unique_ptr<TurnTrials>(std::size_t copies)> imagine;
};

/// What a controller wishes for, and why, in words for who watches.
struct FreeChoice {
  glm::dvec3 wish{0};  ///< as FreeWorld::wish() takes it
  std::string reason;
  std::optional<Fault> fault = {};  ///< no wish will come; the reason says what happened
};

/// Who turns a maze freely: asked every kWishTicks, it answers with an angular velocity. Equal
/// questions in equal order have equal answers; it never looks at a clock. For one run, in one
/// thread.
class FreeController {
 public:
  virtual ~FreeController() = default;
  [[nodiscard]] virtual FreeChoice decide(const FreeState& seen) = 0;
};

/// For one run.
using MakeController = std::function<std::unique_ptr<FreeController>(const FreeTask& task)>;

/// Who turns a maze freely where nobody else is named.
inline constexpr const char* kUsualController = "cem";

/// A controller as the command line knows it: a row of free_controllers().built_in().
struct FreeControllerEntry {
  std::string name;     ///< "cem"
  std::string title;    ///< as tables print it
  std::string knows;    ///< beside what it sees
  std::string summary;  ///< one line
  std::string source;
  MakeController make;
};

[[nodiscard]] Registry<FreeControllerEntry>& free_controllers();

}  // namespace marblemaze
