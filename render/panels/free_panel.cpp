// What is known of a run in which the maze is turned freely: who turns it, where to, and why.
#include <fmt/format.h>

#include "agent/control/free_controller.h"
#include "render/panels/panels.h"
#include "render/session/run_words.h"
#include "render/session/timeline_marks.h"

namespace marblemaze {
namespace {

constexpr int kMostChoices = 12;  // that are listed

void draw_now(const Workbench& bench, long tick) {
  const ShownRun& run = bench.run();
  const Recording& made = run.recording();
  const bool over = run.outcome() != Outcome::running && tick + 1 >= run.ticks();
  draw_wrapped(made.spec.free->rest ? "Goal: the marble rests in the target."
                                    : "Goal: the marble reaches the target.");
  draw_wrapped(fmt::format("{:.1f} s", static_cast<double>(tick + 1) * run.seconds_per_tick()) +
               (over ? ", " + outcome_name(run.outcome()) : ""));
  const long choice = std::max(tick, 0L) / kWishTicks;
  if (std::cmp_greater_equal(choice, made.wishes.size())) return;
  const RecordedWish& wish = checked(made.wishes, choice, "wish");
  ImGui::Spacing();
  draw_wrapped("Now: " + turn_words(bench.marble().turn_of(wish), bench.view.camera));
  draw_wrapped("Why: " + wish.reason);
}

// The latest first.
void draw_choices(const ShownRun& run, long tick) {
  const auto marks = move_marks(run);
  int left = kMostChoices;
  for (auto mark = marks.rbegin(); mark != marks.rend() && left > 0; ++mark) {
    if (mark->begin > tick) continue;
    draw_wrapped(fmt::format(
        "{:.1f} s  {}", static_cast<double>(mark->begin) * run.seconds_per_tick(), mark->words));
    --left;
  }
  if (left == kMostChoices) ImGui::TextDisabled("Nothing was chosen yet.");
}

}  // namespace

void draw_free_panel(const Workbench& bench, const Ask& ask, PanelState& panels,
                     const PanelBox& box) {
  const ShownRun& run = bench.run();
  const long tick = bench.marble().tick();
  const OpenWindow window = begin_fixed("mind", box);
  draw_panel_head(bench, ask, "Who turns the maze", Act::fold_mind);
  const FreeControllerEntry* entry = free_controllers().find(run.player());
  draw_wrapped(entry ? fmt::format("{}: {}", entry->name, entry->title) : run.player());
  if (entry) draw_dim(fmt::format("It chooses: {}.\nIt knows: {}.", entry->summary, entry->knows));
  ImGui::Separator();
  draw_now(bench, tick);
  ImGui::Spacing();
  if (ImGui::BeginTabBar("tabs")) {
    tab(
        "Why", [&] { draw_choices(run, tick); }, std::exchange(panels.show_why, false));
    tab("Plots", [&] { draw_plots(bench, ask); });
    ImGui::EndTabBar();
  }
}

}  // namespace marblemaze
