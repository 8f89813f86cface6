#pragma once

#include "engine/cli/common/command_line.h"

namespace marblemaze {

/// `puzzle KIND VERB`: the logic mazes and the puzzles that automata solve; one file a kind.
void add_puzzle_command(Command& app);

/// Of these, life and elementary, which have nothing to solve and so no VERB.
void add_classic_automata(Command& puzzle);

}  // namespace marblemaze
