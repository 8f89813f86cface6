#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "maze/base/arithmetic/transcendental.h"
#include "maze/base/rng.h"

/// Stochastic local search for designs (Neller 2010): a design, a random small change, and an
/// energy that is lower the better the design is. One loop serves the Dead-Drunk, who refuses every
/// uphill step, the Super-Drunk, who refuses none, and everyone who gradually tires in between.
namespace marblemaze {

/// How the temperature falls over a search: geometrically from `start` at the first step to `end`
/// at the last, in the energy's own units. 0 refuses every uphill step, infinity none. Steps that
/// keep the energy are always taken, which is what crosses plateaus.
struct Cooling {
  double start = 1;
  double end = 0.1;

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
  double best_energy = 0;
};

template <class Design>
struct SearchResult {
  Design best;  ///< the first design met with the lowest energy
  double best_energy = 0;
};

/// Searches from `initial`. `neighbour(design, rng)` returns a changed design, `energy(design)` a
/// number, `proceed(SearchProgress)` is asked after every step and ends the search with false.
/// The result is a function of the arguments and the rng's state alone.
template <class Design, class Neighbour, class Energy, class Proceed>
SearchResult<Design> local_search(Design initial, Neighbour&& neighbour, Energy&& energy,
                                  const Cooling& cooling, std::int64_t steps, Rng& rng,
                                  Proceed&& proceed) {
  Design here = std::move(initial);
  double energy_here = energy(std::as_const(here));
  SearchResult<Design> found{here, energy_here};
  for (std::int64_t step = 0; step < steps; ++step) {
    Design candidate = neighbour(std::as_const(here), rng);
    const double its_energy = energy(std::as_const(candidate));
    if (accepts(its_energy - energy_here, cooling.at(step, steps), rng)) {
      here = std::move(candidate);
      energy_here = its_energy;
      if (energy_here < found.best_energy) found = {here, energy_here};
    }
    if (!proceed(SearchProgress{step + 1, steps, found.best_energy})) break;
  }
  return found;
}

}  // namespace marblemaze
