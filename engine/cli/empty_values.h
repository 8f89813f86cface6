#pragma once

namespace CLI {
class App;
}

namespace marblemaze {

/// Makes every option and argument of the program and its commands refuse an empty text. A script's
/// unset variable would otherwise count as nothing given, and the command do something else.
void refuse_empty_values(CLI::App& app);

}  // namespace marblemaze
