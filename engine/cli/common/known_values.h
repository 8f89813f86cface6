#pragma once

namespace marblemaze {

class Command;

/// Tells options what a shell may complete them to, by their names: agents, worlds, control
/// schemes. An option that offers something already is left as it is.
void offer_known_values(Command& program);

}  // namespace marblemaze
