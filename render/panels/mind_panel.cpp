#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "maze/grid/resting.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

struct PhaseMark {
  Phase phase;
  const char* name;
  glm::vec2 place;  // of the middle, in a box of 1 by 1
};

// Laid out as the thesis's diagram: the cycle of a move around, the three endings on the right.
const std::array<PhaseMark, 7> kMarks{{{Phase::waiting, "waiting", {0.14f, 0.20f}},
                                       {Phase::stable, "stable", {0.50f, 0.20f}},
                                       {Phase::accelerating, "accelerating", {0.50f, 0.80f}},
                                       {Phase::decelerating, "decelerating", {0.14f, 0.80f}},
                                       {Phase::solved, "solved", {0.87f, 0.20f}},
                                       {Phase::finished, "finished", {0.87f, 0.80f}},
                                       {Phase::frozen, "frozen", {0.87f, 0.50f}}}};
constexpr std::size_t kMostPlanned = 8;  // moves that are named
constexpr std::array<std::pair<std::size_t, std::size_t>, 7> kExits{
    {{0, 1}, {1, 2}, {2, 3}, {3, 0}, {1, 4}, {1, 5}, {0, 6}}};

ImVec2 on_border(ImVec2 from, ImVec2 to, ImVec2 half) {
  const float dx = to.x - from.x, dy = to.y - from.y;
  const float part =
      std::min(dx == 0 ? 1e9f : half.x / std::abs(dx), dy == 0 ? 1e9f : half.y / std::abs(dy));
  return {from.x + dx * part, from.y + dy * part};
}

void phase_diagram(Workbench& bench, std::optional<Phase> now) {
  const float s = bench.ui_scale;
  const Palette& palette = bench.colours();
  const ImVec2 size{ImGui::GetContentRegionAvail().x, 92 * s}, at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 half{41 * s, 10 * s};
  const auto middle = [&](std::size_t i) {
    return ImVec2{at.x + kMarks[i].place.x * size.x, at.y + kMarks[i].place.y * size.y};
  };
  for (const auto& [from, to] : kExits)
    draw_arrow(list, on_border(middle(from), middle(to), half),
               on_border(middle(to), middle(from), half), 5 * s, ink(palette, 0.45f), 1.2f * s);
  for (std::size_t i = 0; i < kMarks.size(); ++i) {
    const ImVec2 m = middle(i);
    const bool lit = now == kMarks[i].phase;
    const ImVec2 low{m.x - half.x, m.y - half.y}, high{m.x + half.x, m.y + half.y};
    list.AddRectFilled(low, high,
                       lit ? im_colour(palette.point_now) : ImGui::GetColorU32(ImGuiCol_FrameBg),
                       5 * s);
    list.AddRect(low, high, ink(palette, 0.35f), 5 * s);
    const ImVec2 text = ImGui::CalcTextSize(kMarks[i].name);
    list.AddText({m.x - text.x / 2, m.y - text.y / 2},
                 lit ? IM_COL32(20, 16, 0, 255) : ink(palette), kMarks[i].name);
  }
  ImGui::Dummy(size);
}

std::string state_name(const ShownRun& run, std::optional<StateId> state, int orientations) {
  if (!state || !state->valid()) return "-";
  return fmt::format("{} ({})", state->index, describe_state(run.scheme(orientations), *state));
}

std::string percent(int part, int whole) {
  return whole == 0 ? "-" : fmt::format("{} of {} ({} %)", part, whole, 100 * part / whole);
}

void counters(const ShownRun& run, std::optional<std::size_t> i, long tick) {
  Counters now;
  std::size_t known = run.first_state().valid() ? 1 : 0;
  if (i) {
    // While a move is under way its result is not counted yet.
    const bool done =
        run.recording().moves[*i].end > 0 && tick + 1 >= run.recording().moves[*i].end;
    const std::size_t shown = done || *i == 0 ? *i : *i - 1;
    if (done || *i > 0) now = run.notes()[shown].counters, known = run.notes()[shown].states_known;
  }
  draw_counters(now, known);
}

std::string plan_text(const ShownRun& run, std::size_t i) {
  const RecordedMove& move = run.recording().moves[i];
  if (!move.move.valid()) return fmt::format("to {} orientations", move.orientations);
  const OrientationScheme& scheme = run.scheme(move.orientations);
  OrientationId at = scheme.orientation(move.from);
  if (move.plan.empty()) return scheme.move_name(at, move.move);
  std::string text;
  std::size_t named = 0;
  for (const PlannedMove& step : move.plan) {
    if (++named > kMostPlanned)
      return text + fmt::format(" and {} more", move.plan.size() - kMostPlanned);
    text += (text.empty() ? "" : ", ") + scheme.move_name(at, step.move);
    at = scheme.turn(at, step.move).to;
  }
  return text;
}

void last_move(const ShownRun& run, std::size_t i, long tick) {
  const RecordedMove& move = run.recording().moves[i];
  const MoveNote& note = run.notes()[i];
  const bool done = move.end > 0 && tick + 1 >= move.end;
  std::optional<StateId> expected = note.expected;
  if (!expected && !move.plan.empty()) expected = move.plan.front().expected;
  if (ImGui::BeginTable("move", 2, ImGuiTableFlags_SizingFixedFit)) {
    draw_row("expected", state_name(run, expected, move.orientations));
    draw_row("ended in", !done             ? "..."
                         : move.to.valid() ? state_name(run, move.to, move.orientations)
                                           : "no state: frozen");
    ImGui::EndTable();
  }
  if (!done || !move.to.valid()) return;
  if (note.learned) ImGui::Text("Learned: %s", learned_text(*note.learned));
}

void mind(Workbench& bench) {
  const ShownRun& run = bench.run();
  const long tick = bench.marble().tick();
  std::optional<Phase> phase;
  if (tick >= 0 && tick < run.ticks())
    phase = run.recording().ticks[static_cast<std::size_t>(tick)].phase;
  if (tick >= run.ticks() - 1 && run.outcome() == Outcome::unsolvable) phase = Phase::finished;
  phase_diagram(bench, phase);
  const auto i = bench.marble().move_now();
  counters(run, i, tick);
  ImGui::Separator();
  const auto state = run.state_at(tick);
  ImGui::TextWrapped("State %s", state_name(run, state, run.orientations_at(tick)).c_str());
  if (!i)
    return ImGui::TextDisabled(run.waits_for_person() ? "Your move."
                                                      : "The marble comes to rest first.");
  const RecordedMove& move = run.recording().moves[*i];
  ImGui::TextWrapped("%s: %s",
                     move.move.valid() ? fmt::format("Move {}", move.number).c_str() : "Switch",
                     plan_text(run, *i).c_str());
  if (!run.notes()[*i].rule.empty())
    ImGui::TextWrapped("Because: %s", run.notes()[*i].rule.c_str());
  last_move(run, *i, tick);
}

void why(const Workbench& bench) {
  const ShownRun& run = bench.run();
  const auto i = bench.marble().move_now();
  if (!i) return draw_why(nullptr, {});
  const OrientationScheme& scheme = run.scheme(run.recording().moves[*i].orientations);
  draw_why(&run.notes()[*i], [&](StateId state, MoveId move) {
    return scheme.move_name(scheme.orientation(state), move);
  });
}

}  // namespace

const char* learned_text(Learned learned) {
  const char* const texts[] = {"a new state", "another way to a known state", "as known before",
                               "not as before: unrepeatable"};
  return texts[static_cast<int>(learned)];
}

void draw_counters(const Counters& now, std::size_t states_known) {
  if (!ImGui::BeginTable("counters", 4)) return;
  draw_row("moves", std::to_string(now.moves));
  draw_row("states", std::to_string(states_known));
  draw_row("repeated", std::to_string(now.repeated));
  draw_row("not again", std::to_string(now.unrepeatable));
  ImGui::EndTable();
  if (now.predicted_total > 0) {
    ImGui::TextDisabled("predicted right");
    ImGui::SameLine();
    ImGui::TextUnformatted(percent(now.predicted_right, now.predicted_total).c_str());
  }
}

void draw_mind_panel(Workbench& bench, const PanelBox& box) {
  begin_fixed("mind", box);
  draw_graph_above(bench, *bench.marble().graph(), box, 318 * bench.ui_scale);
  if (ImGui::BeginTabBar("tabs")) {
    tab("Mind", [&] { mind(bench); });
    tab("Why", [&] { why(bench); });
    tab("Plots", [&] { draw_plots(bench); });
    ImGui::EndTabBar();
  }
  ImGui::End();
}

}  // namespace marblemaze
