// Panel with the agent's knowledge and reasons, and plots of the marble's motion.
#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "agent/tilt/tilt_policy.h"
#include "render/panels/panels.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMaxPlannedMoves = 8;
constexpr float kGraphHeight = 120,
                kTabsHeight = 350;  // heights of the graph and of the area below the graph, points
constexpr float kMinRows = 5.5f;    // minimum height of the table of reasons, rows

/// Knowledge of the agent at the current time, and reasons for the last move. Empty members are not
/// shown.
struct AgentPanelState {
  Counters counters;
  std::size_t states_known = 1;
  const MoveNote* note = nullptr;
  std::string move;  // "Move 3: \u2196 tip left", or why there is no move yet
  std::string reason;
  std::string plan;
  std::string expected, ended;  // predicted and actual state; `ended` is empty during the move
  bool froze = false;           // true if the marble froze during the move
  std::optional<MoveEffect> learned;
  std::string other_schemes;  // summary of the states known in other control schemes
  std::string end;
  bool is_planning = false;  // true while the agent computes the next move
  // Callbacks: `place` returns the short name of a state, `name` returns the name of a move, and
  // `row` previews a table row. `row` requires that the move starts in the state `from`.
  std::function<std::string(StateId)> place;
  std::function<std::string(StateId, MoveId)> name;
  std::function<void(const Candidate&, bool pressed)> row = {};
  std::optional<StateId> from = {};
};

glm::dquat attitude_before(const MarbleRun& run, const RecordedMove& move) {
  return run.recording().scene(std::max(move.begin - 1, 0L)).maze_pose.rotation;
}

std::string move_text(const MarbleRun& run, const RecordedMove& move, const Camera& camera) {
  if (!move.move.valid()) return fmt::format("Turn to {} orientations", move.control);
  const OrientationScheme& scheme = run.scheme(move.control);
  const Turn& turn = scheme.turn(scheme.orientation(move.from), move.move);
  return fmt::format(
      "Move {}: {}", move.number,
      tilt_label(tilt_direction_about(attitude_before(run, move) * turn.axis, camera)));
}

std::string plan_text(const MarbleRun& run, const RecordedMove& move, const Camera& camera) {
  if (move.plan.size() < 2) return "";
  const OrientationScheme& scheme = run.scheme(move.control);
  OrientationId at = scheme.orientation(move.from);
  glm::dquat stands = attitude_before(run, move);
  std::string text;
  for (std::size_t i = 0; i < move.plan.size(); ++i) {
    if (i > kMaxPlannedMoves)
      return text + fmt::format(" and {} more", move.plan.size() - kMaxPlannedMoves - 1);
    const Turn& turn = scheme.turn(at, move.plan[i].move);
    const glm::dvec3 axis = stands * turn.axis;
    if (i > 0) text += (i > 1 ? ", " : "") + tilt_label(tilt_direction_about(axis, camera));
    stands = glm::angleAxis(turn.turn_angle_rad, axis) * stands;
    at = turn.to;
  }
  return text;
}

// Returns the name of a state, for example "cell 36 \u2197".
std::string state_name(const MarbleRun& run, std::optional<StateId> state, ControlScheme control) {
  if (!state || !state->valid()) return "";
  return "cell " + cell_name(run.scheme(control), *state);
}

bool has_ended(const RecordedMove& move, long tick) { return move.end > 0 && tick + 1 >= move.end; }

void add_move(const MarbleRun& run, std::size_t i, long tick, const Camera& current,
              AgentPanelState& now) {
  const RecordedMove& move = run.recording().move(i);
  const bool done = has_ended(move, tick);
  now.note = &run.note(i);
  const Camera camera = now.note->camera_at_move.value_or(current);
  now.move = move_text(run, move, camera);
  now.reason = move.reason;
  if (!done || plan_holds_after(run, i)) now.plan = plan_text(run, move, camera);
  now.expected = state_name(run, now.note->expected, move.control);
  now.froze = done && !move.to.valid();
  if (done) now.ended = state_name(run, move.to, move.control);
  if (done && move.to.valid()) now.learned = now.note->learned;
  // Counters include only completed moves.
  if (!done && i == 0) return;
  const MoveNote& counted = run.note(done ? i : i - 1);
  now.counters = counted.counters, now.states_known = counted.states_known;
}

void preview_candidate(Session& session, const RecordedMove& made, const Candidate& reason,
                       bool pressed) {
  preview_when_hovered(session, reason.move);
  if (!pressed) return;
  session.shown().go_to(static_cast<double>(made.begin + 1));
  session.keep_preview(reason.move);
}

AgentPanelState panel_state(Session& session) {
  const MarbleRun& run = session.run();
  const long tick = run.tick();
  AgentPanelState now;
  now.states_known = run.first_state().valid() ? 1 : 0;
  const bool newest = tick + 1 >= run.ticks();
  now.is_planning = newest && run.live() && run.episode().is_planning();
  if (newest && run.outcome() != Outcome::running) now.end = run_result_text(run).why;
  const auto i = run.current_move();
  if (!i) {
    now.move = run.waits_for_user()                ? "Your move."
               : run.outcome() != Outcome::running ? "No move has been made."
               : now.is_planning                   ? ""
                                                   : "The marble first comes to rest.";
    return now;
  }
  now.other_schemes = known_in_other_schemes(run, *i);
  add_move(run, *i, tick, session.view.camera, now);
  const RecordedMove& made = run.recording().move(*i);
  const OrientationScheme& scheme = run.scheme(made.control);
  now.place = [&scheme](StateId state) { return cell_name(scheme, state); };
  // Moves from other states cannot be named by a side of the image, so they are named by the new
  // direction of gravity.
  const Camera camera = now.note->camera_at_move.value_or(session.view.camera);
  now.name = [&run, &scheme, &made, camera](StateId state, MoveId move) {
    if (state == made.from) {
      const std::string words =
          tilt_label(tilt_direction(run, std::max(made.begin - 1, 0L), move, camera));
      return words.substr(0, words.find(' ')) + words.substr(words.rfind("tip ") + 3);
    }
    return "turn to " + down_arrow(scheme, scheme.turn(scheme.orientation(state), move).to);
  };
  now.row = [&session, &made](const Candidate& reason, bool pressed) {
    preview_candidate(session, made, reason, pressed);
  };
  now.from = made.from;
  return now;
}

AgentPanelState panel_state(const LogicGame& game) {
  AgentPanelState now;
  now.place = [&game](StateId state) { return game.maze().short_name(state); };
  now.name = [&game](StateId state, MoveId move) { return game.maze().move_name(state, move); };
  now.move = game.solution_shown() ? "The image shows a solution instead of the game."
                                   : "No move has been made yet.";
  if (game.solution_shown() || game.done() == 0) return now;
  now.note = &checked(game.notes(), game.done() - 1, "note");
  const RecordedMove& move = checked(game.moves(), game.done() - 1, "move");
  now.move = fmt::format("Move {}: {}", move.number, now.name(move.from, move.move));
  now.reason = move.reason;
  now.counters = now.note->counters;
  now.states_known = now.note->states_known;
  if (now.note->expected) now.expected = game.rules().describe(*now.note->expected);
  now.ended = game.rules().describe(move.to);
  now.learned = now.note->learned;
  return now;
}

constexpr const char* kLearned[] = {"Learned: a new state",
                                    "Learned: another path to a known state",
                                    "Learned nothing new: the move ended as before.",
                                    "This move had a different result before: it is unrepeatable."};

void draw_counters(const AgentPanelState& moment) {
  const Counters& now = moment.counters;
  if (!ImGui::BeginTable("counters", 4, ImGuiTableFlags_SizingStretchProp)) return;
  draw_row("Moves", std::to_string(now.moves));
  draw_row("States known", std::to_string(moment.states_known));
  draw_row("Repeated", std::to_string(now.repeated));
  draw_row("Unrepeatable", std::to_string(now.unrepeatable));
  register_item("Unrepeatable");
  ImGui::EndTable();
  if (!moment.other_schemes.empty()) draw_wrapped(moment.other_schemes);
  if (now.predicted_total == 0) return;
  write_dim("Correct predictions");
  ImGui::SameLine();
  write(fmt::format("{} of {} ({:.0f} %)", now.predicted_right, now.predicted_total,
                    100.0 * now.predicted_right / now.predicted_total));
}

void draw_thinking(Session& session) {
  const PlannerEntry& agent = planners().at(session.played().agent());
  const std::string& far = session.run().episode().said();
  draw_wrapped(fmt::format("{} is thinking{}{}.", agent.title, far.empty() ? "" : ": ", far));
  draw_dim(fmt::format("It chooses: {}.", agent.summary));
  if (button("Stop thinking")) session.act(&Session::play_by_hand, true);
  tooltip("The agent stops, and the next move is yours");
}

bool is_surprise(const AgentPanelState& now) {
  return !now.expected.empty() && (now.froze || (!now.ended.empty() && now.ended != now.expected));
}

// Returns text for the result of a move, for example "Expected to rest in cell 36; rests in cell 11
// instead."
std::string result_text(const AgentPanelState& now) {
  if (is_surprise(now))
    return fmt::format("Expected to rest in {}; {} instead.", now.expected,
                       now.froze ? "froze on an edge" : "rests in " + now.ended);
  if (now.froze) return "The marble froze on an edge.";
  if (!now.ended.empty())
    return fmt::format("Ended in {}{}.", now.ended, now.expected.empty() ? "" : ", as expected");
  return now.expected.empty() ? "" : fmt::format("Expects to rest in {}.", now.expected);
}

void draw_mind(Session& session, const AgentPanelState& now) {
  if (now.is_planning) draw_thinking(session);
  draw_wrapped(now.move);
  register_item(now.move);
  if (now.note) {
    if (const std::string result = result_text(now); !result.empty())
      draw_wrapped(result, 0, is_surprise(now) ? panel_colours().surprise : panel_colours().text_1);
    ImGui::Spacing();
    if (!now.reason.empty()) draw_wrapped("Why: " + reason_text(now.reason));
    if (!now.plan.empty()) draw_wrapped("Then: " + now.plan);
    if (now.learned) draw_wrapped(kLearned[static_cast<int>(*now.learned)]);
  }
  ImGui::Spacing();
  ImGui::Separator();
  draw_counters(now);
}

constexpr std::size_t kMaxRows = 60;
constexpr std::size_t kRowsBefore = 20;

// Agents that do not compare moves set all estimates to 0.
bool has_estimates(const MoveNote& note) {
  return std::ranges::any_of(note.why, [](const Candidate& each) { return each.value != 0; });
}

void candidate_row(const AgentPanelState& now, std::size_t row) {
  const MoveNote& note = *now.note;
  const Candidate& candidate = note.why[row];
  const bool chosen = row == note.why_row;
  const std::string name = fmt::format("reason {}", row + 1);
  ImGui::TableNextRow();
  if (chosen && !ImGui::IsWindowHovered())
    ImGui::SetScrollHereY(0.4f);  // do not scroll while the user reads the table
  ImGui::TableNextColumn();
  const std::string place = now.place(candidate.parent) + "##" + name;
  const bool shows = now.from == candidate.parent;
  const ImGuiSelectableFlags flags =
      ImGuiSelectableFlags_SpanAllColumns | (shows ? 0 : ImGuiSelectableFlags_Disabled);
  const bool pressed = ImGui::Selectable(place.c_str(), chosen, flags);
  register_item(name);
  shows ? now.row(candidate, pressed) : tooltip("This move starts from another state.");
  std::vector<std::string> cells{now.name(candidate.parent, candidate.move)};
  if (has_estimates(note)) cells.push_back(fmt::format("{:g}", candidate.value));
  if (!note.why_is_plan) cells.push_back(std::to_string(candidate.moves_away));
  cells.push_back(candidate.predicted ? now.place(*candidate.predicted) : "?");
  for (const std::string& cell : cells) ImGui::TableNextColumn(), write(cell);
}

std::string table_heading(const MoveNote& note) {
  if (note.why_is_plan) return "The plan, with the number of moves left:";
  if (note.why.size() == 1) return "The agent compared no other move.";
  return fmt::format("The agent compared {} untried moves{}. Column \"away\": distance in moves.",
                     note.why.size(),
                     has_estimates(note) ? " and chose the smallest estimate" : "");
}

// Selecting an alternative starts a second run.
void draw_what_if(Session& session) {
  const MarbleRun& run = session.run();
  const auto at = run.current_decision();
  const RecordedMove made = at ? run.recording().move(*at) : RecordedMove();
  if (session.marble().diverges_at) {
    if (button("Close the other run")) session.act(&Session::compare_with, "", ControlScheme::none);
    return;
  }
  if (!made.move.valid()) return;
  const Camera camera = run.note(*at).camera_at_move.value_or(session.view.camera);
  combo("what if", fmt::format("Try another move {} ...", made.number), [&] {
    for (const MoveId move : run.scheme(made.control).move_ids()) {
      const std::string name =
          tilt_label(tilt_direction(run, std::max(made.begin - 1, 0L), move, camera));
      if (move != made.move && selectable(fmt::format("{}: {}", move.index + 1, name)))
        session.act(&Session::branch, move);
    }
  });
}

void draw_why(const AgentPanelState& now) {
  if (!now.note) return write_dim("No move has been made yet.");
  const MoveNote& note = *now.note;
  draw_wrapped(now.reason.empty() ? "The recording does not contain the agent's reasons."
                                  : reason_text(now.reason));
  if (note.why.empty()) return;
  draw_dim(table_heading(note));
  if (note.why.size() == 1) return;
  const ImGuiTableFlags flags =
      ImGuiTableFlags_ScrollY | ImGuiTableFlags_BordersOuter | ImGuiTableFlags_SizingStretchProp;
  const bool plan = note.why_is_plan;
  std::vector<const char*> columns{"from", "move", "to"};
  if (!plan) columns.insert(columns.begin() + 2, "away");
  if (has_estimates(note)) columns.insert(columns.begin() + 2, plan ? "left" : "estimate");
  const auto count = static_cast<int>(columns.size());
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, ImVec2{6, 2} * ui_scale());
  const float line = ImGui::GetTextLineHeight() + 2 * ImGui::GetStyle().CellPadding.y;
  const float high = std::max(ImGui::GetContentRegionAvail().y, kMinRows * line);
  if (ImGui::BeginTable("why", count, flags, {0, high})) {
    for (const char* name : columns) ImGui::TableSetupColumn(name);
    ImGui::TableSetupScrollFreeze(0, 1);
    ImGui::TableHeadersRow();
    const std::size_t first = std::max(note.why_row, kRowsBefore) - kRowsBefore;
    for (std::size_t row = first; row < std::min(note.why.size(), first + kMaxRows); ++row)
      candidate_row(now, row);
    ImGui::EndTable();
  }
  ImGui::PopStyleVar();
}

constexpr int kMaxChoices = 12;

void draw_controller(const Session& session) {
  const MarbleRun& run = session.run();
  const TiltPolicyEntry* entry = tilt_policies().find(run.agent());
  draw_wrapped(entry ? std::string(entry->title) : run.agent());
  if (entry) draw_dim(fmt::format("It chooses: {}.\nIt knows: {}.", entry->summary, entry->knows));
  ImGui::Separator();
  const Recording& made = run.recording();
  const long tick = run.tick();
  const bool over = run.outcome() != Outcome::running && tick + 1 >= run.ticks();
  draw_wrapped(made.spec.tilt->rest ? "Goal: the marble rests in the target."
                                    : "Goal: the marble reaches the target.");
  draw_wrapped(fmt::format("{:.1f} s{}", static_cast<double>(tick + 1) * run.seconds_per_tick(),
                           over ? ", " + outcome_name(run.outcome()) : ""));
  const long choice = std::max(tick, 0L) / kCommandTicks;
  if (std::cmp_greater_equal(choice, made.commands.size())) return;
  const RecordedCommand& command = checked(made.commands, choice, "command");
  ImGui::Spacing();
  draw_wrapped("Now: " + turn_text(run.turn_of(command), session.view.camera));
  draw_wrapped("Why: " + command.reason);
}

void draw_choices(const MarbleRun& run) {
  const auto marks = move_marks(run);
  int left = kMaxChoices;
  for (auto mark = marks.rbegin(); mark != marks.rend() && left > 0; ++mark) {
    if (mark->begin > run.tick()) continue;
    draw_wrapped(fmt::format(
        "{:.1f} s  {}", static_cast<double>(mark->begin) * run.seconds_per_tick(), mark->words));
    --left;
  }
  if (left == kMaxChoices) write_dim("Nothing has been chosen yet.");
}

constexpr long kShownTicks = 720, kTickStep = 2;  // the last six seconds, every second tick

// Shows a tooltip for the time under the mouse. A click seeks to that time.
void draw_tooltip(Session& session, const MotionSeries& series, const std::vector<float>& values,
                  long first, float left, float width) {
  if (!ImGui::IsItemHovered()) return;
  const float part = std::clamp((ImGui::GetIO().MousePos.x - left) / width, 0.0f, 1.0f);
  const auto i =
      static_cast<std::size_t>(std::lround(part * static_cast<float>(values.size() - 1)));
  const MarbleRun& run = session.run();
  const long tick = first + static_cast<long>(i) * kTickStep;
  const auto move = run.recording().move_at(tick);
  const std::string words =
      fmt::format("{:.2f} s{}\n{} {:.3f} {}", static_cast<double>(tick) * run.seconds_per_tick(),
                  move ? fmt::format(", move {}", run.recording().move(*move).number) : "",
                  series.name, values[i], series.unit);
  ImGui::SetTooltip("%s", words.c_str());
  if (ImGui::IsMouseClicked(0)) session.shown().go_to(static_cast<double>(tick + 1));
}

void plot(Session& session, const MotionSeries& series, const std::vector<float>& values,
          long first) {
  const float most = std::max(std::ranges::max(values), 1e-3f);
  write_dim(series.name);
  ImGui::SameLine();
  write(fmt::format("{:.3f} {}", values.back(), series.unit));
  ImGui::PlotLines((std::string("##") + series.name).c_str(), values.data(),
                   static_cast<int>(values.size()), 0, nullptr, 0, most * 1.05f,
                   {ImGui::GetContentRegionAvail().x, 52 * ui_scale()});
  const ImVec2 low = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImU32 dim = im_colour(panel_colours().text_3);
  const float left = low.x + ImGui::GetStyle().FramePadding.x,
              width = end.x - low.x - 2 * (left - low.x);
  draw_text(list, Text::label, {left, low.y}, dim, fmt::format("{:.2g} {}", most, series.unit));
  draw_text(list, Text::label, {left, end.y - size_of(Text::label, "0").y}, dim, "0");
  const auto stretch = static_cast<float>((values.size() - 1) * kTickStep);
  for (const RecordedMove& move : session.run().recording().moves) {
    const float part = static_cast<float>(move.begin - first) / stretch;
    if (part < 0 || part > 1) continue;
    const float x = left + part * width;
    list.AddLine({x, low.y}, {x, end.y}, im_colour(panel_colours().border));
  }
  draw_tooltip(session, series, values, first, left, width);
}

void draw_plots(Session& session) {
  const MarbleRun& run = session.run();
  if (run.ticks() == 0) return write_dim("Nothing has moved yet.");
  const long tick = std::clamp(run.tick(), 0L, run.ticks() - 1);
  const long first = std::max(tick - kShownTicks, 0L);
  for (const MotionSeries& series : kMotion) {
    std::vector<float> values;
    for (long t = first; t <= tick; t += kTickStep)
      values.push_back(static_cast<float>(series.at(run, t)));
    plot(session, series, values, first);
  }
  const auto time = [&](long at) {
    return fmt::format("{:.1f} s", static_cast<double>(at) * run.seconds_per_tick());
  };
  write_dim(time(first));
  ImGui::SameLine(ImGui::GetContentRegionMax().x - size_of(Text::body, time(tick + 1)).x);
  write_dim(time(tick + 1));
  action_button(session, "Save as CSV", "Save as CSV");
  if (!run.live() || run.tick() + 1 < run.ticks()) return;  // recordings contain no contacts
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  write(fmt::format("Contacts: {}", run.scene().contacts.size()));
}

}  // namespace

void draw_agent_panel(Session& session, const PanelBox& box, Thumbnails& pictures) {
  const WindowScope window = begin_panel("mind", box);
  LogicGame* const game = session.game();
  const bool tilt = !game && session.run().is_tilt();
  draw_panel_head(tilt ? "Controller" : "What the agent knows", session.panels.agent_fold);
  if (tilt) {
    draw_controller(session);
  } else if (!session.panels.large_graph) {
    // If the text is large, the tabs below the graph are scrollable.
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float s = ui_scale(), all = box.end().y - at.y;
    const float high = std::max(all - kTabsHeight * s, std::min(0.4f * all, kGraphHeight * s));
    draw_graph(session, {at, {ImGui::GetContentRegionAvail().x, high}}, pictures);
    ImGui::SetCursorScreenPos({at.x, at.y + high + 6 * s});
  }
  const AgentPanelState now = tilt   ? AgentPanelState()
                              : game ? panel_state(*game)
                                     : panel_state(session);
  if (!ImGui::BeginTabBar("tabs")) return;
  const std::string front = std::exchange(session.panels.tab, "");
  const auto show = [&](const char* name, const std::function<void()>& draw) {
    tab(name, draw, front == name);
  };
  if (!tilt) show("Mind", [&] { draw_mind(session, now); });
  show("Why", [&] {
    if (tilt) return draw_choices(session.run());
    if (!now.end.empty()) draw_wrapped(now.end), ImGui::Separator();
    if (!game) draw_what_if(session);
    draw_why(now);
  });
  if (!game) show("Plots", [&] { draw_plots(session); });
  ImGui::EndTabBar();
}

}  // namespace marblemaze
