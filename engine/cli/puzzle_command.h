#pragma once

#include "engine/cli/command_line.h"

namespace marblemaze {

/// `puzzle KIND VERB`: the logic mazes and the puzzles that automata solve; one file a kind in
/// puzzle/.
void add_puzzle_command(CLI::App& app, CommandContext& context);

/// `worlds`: every agent on every world, as a table.
void add_worlds_command(CLI::App& app, CommandContext& context);

}  // namespace marblemaze
