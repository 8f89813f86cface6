#pragma once

#include <optional>
#include <vector>

#include "engine/report/table_report.h"

namespace marblemaze {

/// How far a figure of ours lies from one of the thesis's, and how far chance alone would take two
/// samples of one rule. Unknown (NaN) where our mazes cannot tell.
struct Difference {
  double value = kUnknown;           ///< ours less the thesis's
  double standard_error = kUnknown;  ///< of the difference, both samples counted
  int freedom = 0;                   ///< degrees of Student's t; 0: the normal distribution

  /// How large a difference chance explains 95 times in 100.
  [[nodiscard]] double margin() const;
  /// The difference in standard errors.
  [[nodiscard]] double z() const;
  /// Could one rule have made both? An unknown margin holds nothing.
  [[nodiscard]] bool inside() const;
};

/// Of a mean over mazes, `theirs` being one over `their_n`. The thesis does not tell how its values
/// spread: they are taken to spread as ours do, s sqrt(1/n + 1/m) with our s, so that the
/// difference has Student's t distribution of n - 1 degrees.
[[nodiscard]] Difference mean_difference(const Sample& ours, double theirs, int their_n);

/// The same of a mean number of events a maze. The variance is ours, which shows how far events
/// are overdispersed, but at least that of a Poisson distribution of the two samples' common mean,
/// and at least 0.0099: where we saw no event, or one, our spread alone would call everything
/// outside.
[[nodiscard]] Difference count_difference(const Sample& ours, double theirs, int their_n);

/// Of shares in per cent: the pooled two-sample z test, with p(1-p) taken as at least 0.0099, the
/// variance of a share of one in a hundred.
[[nodiscard]] Difference share_difference(double pct, int n, double other_pct, int other_n);

/// Definition of a figure of many mazes: how ours is computed and compared with the thesis's.
struct Measure {
  enum class Kind {
    mean,    ///< of a counter, over solved mazes
    events,  ///< the same of something that happens now and then
    share    ///< of all mazes, per cent
  };
  Kind kind;
  int Counters::*counter;     ///< null for a share
  Outcome outcome;            ///< of a share: the mazes that ended so
  double ThesisRow::*thesis;  ///< of events: their sum

  /// The thesis's figure.
  [[nodiscard]] double of_thesis(const ThesisRow& row) const;
  [[nodiscard]] Estimate of(const std::vector<ResultRow>& runs) const;
  [[nodiscard]] Difference difference(const std::vector<ResultRow>& runs,
                                      const ThesisRow& row) const;

 private:
  /// What one run adds: nothing if it does not count, 0 or 100 for a share.
  [[nodiscard]] std::optional<double> value(const RunFigures& run) const;
  [[nodiscard]] std::vector<double> values(const std::vector<ResultRow>& runs) const;
};

}  // namespace marblemaze
