#pragma once

#include <string>
#include <vector>

namespace marblemaze {

/// A command line as words, split as a POSIX shell splits it (IEEE 1003.1, "Quoting"): at blanks,
/// with '...', "..." and \ to keep what stands between them together. Nothing is expanded and
/// nothing is special beside: $HOME, *, ~, | and > are letters like any other. Throws BadInput for
/// an open quote and where there is no word at all.
[[nodiscard]] std::vector<std::string> command_words(const std::string& command);

}  // namespace marblemaze
