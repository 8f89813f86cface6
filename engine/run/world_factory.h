#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/run/setup.h"

namespace marblemaze {

/// What can be reality for a marble maze, as a row. A setup's kind is not looked at; its maze must
/// not be null, and a scheme that the maze does not have throws BadInput.
struct MarbleWorldKind {
  std::string_view name;   ///< as the command line and files know it: "bullet"
  std::string_view title;  ///< in a few words, for help texts
  /// A world, at its start.
  std::function<std::unique_ptr<World>(const Setup& setup)> world;
  /// What may be known of it.
  std::function<Advice(const Setup& setup)> advice;
  /// What such worlds can do, without making one. state_bound is 0 where the maze decides it.
  std::function<Traits(const PhysicsSettings& settings)> traits;
  /// What this reality makes of moves, for maps. `trials` has no meaning where a move ends the same
  /// from everywhere.
  std::function<std::shared_ptr<const ForwardModel>(const Setup& setup, const Trials& trials)>
      model;
};

/// All kinds, in the order in which a person is offered them: the physics back ends in theirs, then
/// what needs no physics. Rows live as long as the program.
[[nodiscard]] std::span<const MarbleWorldKind> marble_world_kinds();
[[nodiscard]] bool is_marble_world_kind(std::string_view name);
/// Throws BadInput, which names `what` and lists the kinds, for a name that no row has.
[[nodiscard]] const MarbleWorldKind& marble_world_kind(std::string_view name,
                                                       const std::string& what = "world");
/// The names of these kinds in a sentence: "bullet, imagined or predicted". With `titles` each is
/// followed by its title in brackets.
[[nodiscard]] std::string marble_world_names(
    const std::function<bool(const MarbleWorldKind&)>& chosen = {}, bool titles = false);

}  // namespace marblemaze
