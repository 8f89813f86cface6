#pragma once

#include "engine/cli/common/command_line.h"

namespace marblemaze {

/// Adds a command to the program. Each function is defined in the source file of its command.
using AddCommand = void(CLI::App& app);
AddCommand add_generate_command, add_info_command, add_predict_command, add_solve_command,
    add_settings_command, add_agents_command, add_bench_command, add_report_command,
    add_merge_command, add_map_command, add_design_command, add_export_command,
    add_marblebench_command, add_viewer_commands, add_verify_command;

}  // namespace marblemaze
