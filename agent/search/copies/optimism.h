#pragma once

#include <vector>

#include "agent/search/copies/max_probability_policy.h"

namespace marblemaze {

/// Which of two ends of a chance is asked for.
enum class Limit { low, high };
/// The end of the chance of what came `hits` times in `tries`: the real one is beyond it with a
/// probability of `error` at most, for any number of tries (Chernoff's bound in its form with the
/// Kullback-Leibler divergence; Garivier and Cappé 2011). Needs 0 <= hits <= tries, tries > 0.
[[nodiscard]] double chance_limit(Limit limit, int hits, int tries, double error);

/// How often each move of each node was tried, in the order of the process.
using Tries = std::vector<std::vector<int>>;

/// What would be best if of all endings that were counted the good ones were as likely, and the bad
/// ones as rare, as the counts allow: value iteration over the chances within their limits (Givan,
/// Leach and Dean, Bounded-parameter Markov decision processes, 2000; the optimism of UCRL2 and
/// MBIE). The real chances lie within all limits at once but for a probability of `error`. Then no
/// policy of the states reaches a goal with a higher chance than this one. It does not allow for
/// endings that were never counted: with each of them a run might go on for ever until one comes.
[[nodiscard]] MaxProbabilityPolicy optimistic_policy(const Mdp& counted, const Tries& tries,
                                                     double error);

}  // namespace marblemaze
