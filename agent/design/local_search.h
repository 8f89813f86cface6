#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/rng.h"

/// Stochastic local search for designs (seed document 004): a design, a random small change, and an
/// energy that is lower the better the design is. One loop serves the Dead-Drunk, who refuses every
/// uphill step, the Super-Drunk, who refuses none, and everyone who gradually tires in between.
namespace marblemaze {

/// How the temperature falls over a search: geometrically from `start` at the first step to `end`
/// at the last, in the energy's own units. 0 refuses every uphill step, infinity none.
struct Cooling {
  double start = 1;
  double end = 0.1;

  /// Plain descent: steps that keep the energy are still taken, which is what crosses plateaus.
  static constexpr Cooling dead_drunk() { return {0, 0}; }
  static constexpr Cooling super_drunk() {
    return {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }

  [[nodiscard]] double at(std::int64_t step, std::int64_t steps) const {
    if (start <= 0 || std::isinf(start) || steps < 2) return start;
    const double done = static_cast<double>(step) / static_cast<double>(steps - 1);
    return start * power(std::max(end, 1e-12) / start, done);
  }
};

/// Metropolis: certain downhill and on the level, with probability e^(-rise/temperature) uphill.
/// Draws from the rng only where chance decides.
inline bool accepts(double rise, double temperature, Rng& rng) {
  if (rise <= 0) return true;
  if (temperature <= 0) return false;
  if (std::isinf(temperature)) return true;
  return rng.unit() < exponential(-rise / temperature);
}

/// Where a search stands after a step, for progress displays and stop rules.
struct SearchProgress {
  std::int64_t step = 0;   ///< steps made so far
  std::int64_t steps = 0;  ///< steps planned
  double temperature = 0;
  double energy = 0;  ///< of the current design
  double best_energy = 0;
  std::int64_t uphill = 0;  ///< uphill steps taken so far
};

template <class Design>
struct SearchResult {
  Design best;  ///< the first design met with the lowest energy
  double best_energy = 0;
  std::int64_t best_step = 0;  ///< the step that found it; 0: the initial design
  Design last;                 ///< where the search stood at the end
  double last_energy = 0;
  std::int64_t steps = 0;   ///< steps made
  std::int64_t uphill = 0;  ///< uphill steps among them
};

/// Searches from `initial`. `neighbour(design, rng)` returns a changed design, `energy(design)` a
/// number, `proceed(SearchProgress)` is asked after every step and ends the search with false.
/// The result is a function of the arguments and the rng's state alone.
template <class Design, class Neighbour, class Energy, class Proceed>
SearchResult<Design> local_search(Design initial, Neighbour&& neighbour, Energy&& energy,
                                  const Cooling& cooling, std::int64_t steps, Rng& rng,
                                  Proceed&& proceed) {
  const double first = energy(std::as_const(initial));
  SearchResult<Design> found{initial, first, 0, std::move(initial), first, 0, 0};
  while (found.steps < steps) {
    const double temperature = cooling.at(found.steps++, steps);
    Design candidate = neighbour(std::as_const(found.last), rng);
    const double candidate_energy = energy(std::as_const(candidate));
    const double rise = candidate_energy - found.last_energy;
    if (accepts(rise, temperature, rng)) {
      found.uphill += rise > 0 ? 1 : 0;
      found.last = std::move(candidate);
      found.last_energy = candidate_energy;
      if (candidate_energy < found.best_energy) {
        found.best = found.last;
        found.best_energy = candidate_energy;
        found.best_step = found.steps;
      }
    }
    if (!proceed(SearchProgress{found.steps, steps, temperature, found.last_energy,
                                found.best_energy, found.uphill}))
      break;
  }
  return found;
}

template <class Design, class Neighbour, class Energy>
SearchResult<Design> local_search(Design initial, Neighbour&& neighbour, Energy&& energy,
                                  const Cooling& cooling, std::int64_t steps, Rng& rng) {
  return local_search(std::move(initial), std::forward<Neighbour>(neighbour),
                      std::forward<Energy>(energy), cooling, steps, rng,
                      [](const SearchProgress&) { return true; });
}

}  // namespace marblemaze
