#include <algorithm>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "maze/grid/resting.h"
#include "render/panels/panels.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostPlanned = 8;  // moves that are named

std::string state_name(const ShownRun& run, std::optional<StateId> state, int orientations) {
  if (!state || !state->valid()) return "-";
  return fmt::format("{} ({})", state->index, describe_state(run.scheme(orientations), *state));
}

std::string percent(int part, int whole) {
  return whole == 0 ? "-" : fmt::format("{} of {} ({:.0f} %)", part, whole, 100.0 * part / whole);
}

std::string move_text(const ShownRun& run, const RecordedMove& move) {
  if (!move.move.valid())
    return fmt::format("The maze turns to {} orientations", move.orientations);
  const OrientationScheme& scheme = run.scheme(move.orientations);
  return fmt::format("Move {}: {}", move.number,
                     scheme.move_name(scheme.orientation(move.from), move.move));
}

// What is to follow a move, of a plan of which it is the first.
std::string plan_text(const ShownRun& run, const RecordedMove& move) {
  if (move.plan.size() < 2) return "";
  const OrientationScheme& scheme = run.scheme(move.orientations);
  OrientationId at = scheme.orientation(move.from);
  std::string text;
  for (std::size_t i = 0; i < move.plan.size(); ++i) {
    if (i > kMostPlanned)
      return text + fmt::format(" and {} more", move.plan.size() - kMostPlanned - 1);
    if (i > 0) text += (i > 1 ? ", " : "") + scheme.move_name(at, move.plan[i].move);
    at = scheme.turn(at, move.plan[i].move).to;
  }
  return text;
}

// "cell 36", of a state that the scheme has.
std::string place_name(const ShownRun& run, std::optional<StateId> state, int orientations) {
  if (!state || !state->valid()) return "";
  return fmt::format("cell {}{}", cell_number(run.scheme(orientations).cell(*state)),
                     is_balanced(*state) ? ", on an edge" : "");
}

bool is_done(const RecordedMove& move, long tick) { return move.end > 0 && tick + 1 >= move.end; }

/// The move shown: what was decided, and how it ended if it is over.
void add_move(const ShownRun& run, std::size_t i, long tick, MindMoment& now) {
  const RecordedMove& move = run.recording().moves[i];
  const bool done = is_done(move, tick);
  now.note = &run.notes()[i];
  now.move = move_text(run, move);
  if (!done || plan_holds_after(run, i)) now.plan = plan_text(run, move);
  const bool planned = !now.note->expected && !move.plan.empty();
  const std::optional<StateId> expected =
      planned ? std::optional(move.plan.front().expected) : now.note->expected;
  now.expected = place_name(run, expected, move.orientations);
  if (done)
    now.ended = move.to.valid() ? place_name(run, move.to, move.orientations)
                                : "not in a state: the marble froze";
  now.details = fmt::format("From state {}\nExpected: {}\nEnded in: {}",
                            state_name(run, move.from, move.orientations),
                            state_name(run, expected, move.orientations),
                            done ? state_name(run, move.to, move.orientations) : "...");
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
  const bool newest = tick + 1 >= run.ticks();
  now.thinks = newest && run.live() && run.episode().thinks();
  if (newest && run.outcome() != Outcome::running) now.end = news_of(run).why;
  const auto i = marble.move_now();
  if (!i) {
    now.move = run.waits_for_person()              ? "Your move."
               : run.outcome() != Outcome::running ? "No move was made."
               : now.thinks                        ? ""
                                                   : "The marble is coming to rest first.";
    return now;
  }
  now.other_schemes = known_in_other_schemes(run, *i);
  add_move(run, *i, tick, now);
  const OrientationScheme& scheme = run.scheme(run.recording().moves[*i].orientations);
  now.words = {[&scheme](StateId state) { return cell_name(scheme, state); },
               [&scheme](StateId state, MoveId move) {
                 return scheme.move_name(scheme.orientation(state), move);
               }};
  return now;
}

const char* learned_text(Learned learned) {
  const char* const texts[] = {"a new state", "another way to a known state",
                               "nothing new: it ended as before",
                               "same move, other end: it is unrepeatable"};
  return texts[static_cast<int>(learned)];
}

void draw_counters(const MindMoment& moment) {
  const Counters& now = moment.counters;
  if (!ImGui::BeginTable("counters", 4, ImGuiTableFlags_SizingStretchProp)) return;
  draw_row("Moves", std::to_string(now.moves));
  draw_row("States known", std::to_string(moment.states_known));
  draw_row("Repeated", std::to_string(now.repeated));
  draw_row("Unrepeatable", std::to_string(now.unrepeatable));
  ImGui::EndTable();
  if (!moment.other_schemes.empty()) ImGui::TextWrapped("%s", moment.other_schemes.c_str());
  if (now.predicted_total > 0) {
    ImGui::TextDisabled("Predictions that came true");
    ImGui::SameLine();
    ImGui::TextUnformatted(percent(now.predicted_right, now.predicted_total).c_str());
  }
}

// A search that takes its time: what it does, how far it is, and a way out.
void draw_thinking(const Workbench& bench, const Ask& ask) {
  const PlannerEntry& agent = planners().entry(bench.played().agent());
  const std::string& far = bench.run().episode().said();
  ImGui::TextWrapped("%s is thinking%s%s.", std::string(agent.title).c_str(),
                     far.empty() ? "" : ": ", far.c_str());
  draw_dim(fmt::format("It chooses: {}.", agent.summary));
  offer(ask,
        {{"Stop thinking", {Act::play_by_hand, 1}, "The agent stops, and the next move is yours"}});
}

/// "Expected cell 36, got cell 36."
std::string result_text(const MindMoment& now) {
  if (now.ended.empty())
    return now.expected.empty() ? "" : fmt::format("Expects {}.", now.expected);
  if (now.expected.empty()) return fmt::format("Ended in {}.", now.ended);
  return fmt::format("Expected {}, got {}.", now.expected, now.ended);
}

void draw_result(const MindMoment& now) {
  const std::string text = result_text(now);
  if (text.empty()) return;
  const bool surprise = !now.ended.empty() && !now.expected.empty() && now.ended != now.expected;
  if (!surprise) return draw_wrapped(text);
  draw_coloured(ImGui::GetColorU32(ImGuiCol_PlotHistogram), text + " A surprise.");
}

void draw_mind(const Workbench& bench, const Ask& ask, const MindMoment& now) {
  if (now.thinks) draw_thinking(bench, ask);
  draw_wrapped(now.move);
  if (now.note) {
    draw_result(now);
    const auto line = [](const char* what, const std::string& words) {
      if (!words.empty()) draw_wrapped(fmt::format("{} {}", what, words));
    };
    ImGui::Spacing();
    line("Why:", now.note->rule);
    line("Then:", now.plan);
    if (now.learned) line("Learned:", learned_text(*now.learned));
  }
  ImGui::Spacing();
  ImGui::Separator();
  draw_counters(now);
  if (!begin_section("Details", false)) return;
  draw_wrapped("State " + now.state);
  if (!now.details.empty()) draw_wrapped(now.details);
}

}  // namespace

void draw_mind_panel(const Workbench& bench, const Ask& ask, PanelState& panels,
                     const PanelBox& box, Thumbnails& pictures) {
  const MarbleRuns* marble = bench.game() ? nullptr : &bench.marble();
  const MindMoment now = marble ? moment(*marble) : mind_of(*bench.game());
  const OpenWindow window = begin_fixed("mind", box);
  draw_panel_head(bench, ask, "What the agent knows", Act::fold_mind);
  const float lower = (marble ? 268 : 250) * bench.view.ui_scale;
  draw_graph_above(bench, ask, panels.graph_eye, box, lower, pictures);
  const auto why = [&] {
    if (!now.end.empty()) ImGui::TextWrapped("%s", now.end.c_str()), ImGui::Separator();
    if (marble) draw_what_if(*marble, ask);
    draw_why(now.note, now.words);
  };
  if (ImGui::BeginTabBar("tabs")) {
    tab("Mind", [&] { draw_mind(bench, ask, now); });
    tab("Why", why, std::exchange(panels.show_why, false));
    if (marble) tab("Plots", [&] { draw_plots(bench, ask); });
    ImGui::EndTabBar();
  }
}

}  // namespace marblemaze
