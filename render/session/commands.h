#pragma once

#include <functional>
#include <string>

namespace marblemaze {

/// All that a key, a menu or a button can ask for. Some are about a number, a text or an amount.
enum class Act {
  // Time, `number`: 1 on or faster, -1 back or slower; `amount`: the speed, where to pause.
  play_or_pause,
  play_other_way,
  to_start,
  step_tick,
  step_move,
  to_newest,
  faster,
  set_speed,
  go_to,
  // What is played, `text`: world, agent; `number`: orientations, 1 or 0 (freely or in moves, a
  // rest in the target is asked for or not), which run of two. A new maze is as the request says,
  // or
  // of its seed alone; other physics are those asked for.
  restart,
  next_maze,
  new_maze,
  new_seed,
  use_physics,
  set_world,
  set_agent,
  set_scheme,
  set_recovery,
  turn_freely,
  set_rest,
  compare_with,
  select_run,
  recover,
  // Who plays, `number`: 1 by hand; of the move from 0; left, right, away or near from 0.
  play_by_hand,
  change_player,
  choose_move,
  preview_move,
  pin_preview,
  what_if,
  tip,
  refuse_undo,
  hint,
  // Of a logic maze, which must be shown; `number`: 1 without U-turns; of the solution from 0.
  set_u_turns,
  show_solution,
  show_game,
  show_together,
  // What is shown instead of the marble. Dead ends are filled, or no longer. `text`: the seed of
  // Life; `number`: the elementary rule.
  show_marble,
  fill_dead_ends,
  show_life,
  show_elementary,
  // Guides, `text`: lesson; `number`: steps; of the level from 0.
  start_lesson,
  step_lesson,
  close_lesson,
  start_level,
  start_free_level,
  leave_level,
  // The picture, `number`: axis.
  next_style,
  next_edges,
  next_walls,
  next_frame,
  next_palette,
  orientation_points,
  turn_vectors,
  follow_marble,
  reset_camera,
  fit_maze,
  look_along,
  // Files, `text`: path or ending; `number`: 1 for a short film with reasons, to share.
  open,
  last_run,
  export_film,
  export_page,
  export_csv,
  save_maze,
  save_run,
  take_picture,
  film,
  stop_export,
  // Panels: open where they are closed, and the other way; `number` 1: open. Why a run ended.
  help,
  files,
  levels,
  lessons,
  doors,
  physics,
  panels,
  large_graph,
  fold_setup,
  fold_mind,
  why,
  next_panel,
  // News and what else lies over the maze is put away. Quitting asks first if something would be
  // lost, unless it has asked already.
  drop_end,
  drop_welcome,
  drop_message,
  dismiss,
  quit
};

/// One of them as a value, with what it is about where it needs that.
struct WindowCommand {
  Act act;
  int number = 0;
  std::string text = {};
  double amount = 0;
};

/// Whoever has it may ask for anything.
using Ask = std::function<void(const WindowCommand&)>;

}  // namespace marblemaze
