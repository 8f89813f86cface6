#pragma once

#include "engine/cli/common/command.h"

namespace marblemaze {

/// Adds one command, whose callback does the work; each is defined in the command's own file.
using AddCommand = void(Command& app);
AddCommand add_generate_command, add_info_command, add_predict_command, add_solve_command,
    add_settings_command, add_agents_command, add_bench_command, add_report_command,
    add_merge_command, add_map_command, add_design_command, add_export_command,
    add_marblebench_command, add_viewer_commands, add_verify_command;

}  // namespace marblemaze
