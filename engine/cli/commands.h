#pragma once

#include "engine/cli/common/command_line.h"

namespace marblemaze {

/// Each adds one command; the command's callback does the work and sets `context.exit`.
void add_generate_command(Command& app, CommandContext& context);
void add_info_command(Command& app, CommandContext& context);
void add_solve_command(Command& app, CommandContext& context);
void add_predict_command(Command& app, CommandContext& context);
void add_settings_command(Command& app, CommandContext& context);
void add_agents_command(Command& app, CommandContext& context);
void add_bench_command(Command& app, CommandContext& context);
void add_report_command(Command& app, CommandContext& context);
void add_merge_command(Command& app, CommandContext& context);
void add_map_command(Command& app, CommandContext& context);
void add_design_command(Command& app, CommandContext& context);
void add_agree_command(Command& app, CommandContext& context);
void add_shake_command(Command& app, CommandContext& context);
void add_signature_command(Command& app, CommandContext& context);
void add_export_command(Command& app, CommandContext& context);
/// watch, play, replay start the viewer; verify runs a recording again.
void add_viewer_commands(Command& app, CommandContext& context);
/// `worlds`: every agent on every world, as a table.
void add_worlds_command(Command& app, CommandContext& context);

}  // namespace marblemaze
