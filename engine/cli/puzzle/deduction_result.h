#pragma once

#include <string>

#include <fmt/format.h>

#include "agent/automata/nonogram_rule.h"
#include "engine/cli/puzzle/puzzle_common.h"

namespace marblemaze {

/// What a solving automaton came to: the board, how it ended after how many iterations, with `more`
/// behind, and the reason of a contradiction. `fields` follow the ending in the document. Result
/// has ending, iterations and reason.
template <class Result>
[[nodiscard]] VerbResult deduction_result(const Result& result, const std::string& board,
                                          const std::string& more, const Json& fields) {
  const std::string ending = to_string(result.ending);
  VerbResult told{fmt::format("{}{} after {} iterations{}\n{}{}", board, ending, result.iterations,
                              more, result.reason, result.reason.empty() ? "" : "\n"),
                  {{"outcome", ending}, {"reason", result.reason}},
                  result.ending == Deduction::solved};
  told.document.update(fields);
  return told;
}

}  // namespace marblemaze
