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

void draw_phases(Workbench& bench, std::optional<Phase> now) {
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

bool is_done(const RecordedMove& move, long tick) { return move.end > 0 && tick + 1 >= move.end; }

/// The move shown: what was decided, and how it ended if it is over.
void add_move(const ShownRun& run, std::size_t i, long tick, MindMoment& now) {
  const RecordedMove& move = run.recording().moves[i];
  const bool done = is_done(move, tick);
  now.note = &run.notes()[i];
  now.move =
      (move.move.valid() ? fmt::format("Move {}: ", move.number) : "Switch: ") + plan_text(run, i);
  const bool planned = !now.note->expected && !move.plan.empty();
  now.expected =
      state_name(run, planned ? move.plan.front().expected : now.note->expected, move.orientations);
  now.ended = !done             ? "..."
              : move.to.valid() ? state_name(run, move.to, move.orientations)
                                : "no state: frozen";
  if (done && move.to.valid()) now.learned = now.note->learned;
  // While a move is under way its result is not counted yet.
  if (!done && i == 0) return;
  const MoveNote& counted = run.notes()[done ? i : i - 1];
  now.counters = counted.counters, now.states_known = counted.states_known;
}

MindMoment moment(const MarbleRuns& marble) {
  const ShownRun& run = marble.run();
  const long tick = marble.tick();
  MindMoment now;
  now.states_known = run.first_state().valid() ? 1 : 0;
  now.state = state_name(run, run.state_at(tick), run.orientations_at(tick));
  now.move = run.waits_for_person() ? "Your move." : "The marble comes to rest first.";
  const auto i = marble.move_now();
  if (!i) return now;
  add_move(run, *i, tick, now);
  const OrientationScheme& scheme = run.scheme(run.recording().moves[*i].orientations);
  now.move_name = [&scheme](StateId state, MoveId move) {
    return scheme.move_name(scheme.orientation(state), move);
  };
  return now;
}

std::optional<Phase> phase(const ShownRun& run, long tick) {
  if (tick >= run.ticks() - 1 && run.outcome() == Outcome::unsolvable) return Phase::finished;
  if (tick < 0 || tick >= run.ticks()) return std::nullopt;
  return run.recording().ticks[static_cast<std::size_t>(tick)].phase;
}

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

void draw_mind(const MindMoment& now) {
  draw_counters(now.counters, now.states_known);
  ImGui::Separator();
  const auto line = [](const char* what, const std::string& words) {
    if (!words.empty()) ImGui::TextWrapped("%s: %s", what, words.c_str());
  };
  ImGui::TextWrapped("State %s", now.state.c_str());
  if (!now.note) return ImGui::TextDisabled("%s", now.move.c_str());
  ImGui::TextWrapped("%s", now.move.c_str());
  line("Because", now.note->rule);
  line("Expected", now.expected);
  line("Ended in", now.ended);
  if (now.learned) line("Learned", learned_text(*now.learned));
}

}  // namespace

void draw_mind_tabs(const MindMoment& now, const std::function<void()>& above) {
  tab("Mind", [&] { above(), draw_mind(now); });
  tab("Why", [&] { draw_why(now.note, now.move_name); });
}

void draw_mind_panel(Workbench& bench, const PanelBox& box) {
  begin_fixed("mind", box);
  draw_graph_above(bench, *bench.marble().graph(), box, 318 * bench.ui_scale);
  if (ImGui::BeginTabBar("tabs")) {
    const MarbleRuns& marble = bench.marble();
    draw_mind_tabs(moment(marble), [&] { draw_phases(bench, phase(marble.run(), marble.tick())); });
    tab("Plots", [&] { draw_plots(bench); });
    ImGui::EndTabBar();
  }
  ImGui::End();
}

}  // namespace marblemaze
