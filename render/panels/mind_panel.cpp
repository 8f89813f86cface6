#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "render/panels/panels.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostPlanned = 8;  // named moves

// Returns the attitude of the maze before a move.
glm::dquat attitude_before(const MarbleRun& run, const RecordedMove& move) {
  return run.recording().scene(std::max(move.begin - 1, 0L)).maze_pose.rotation;
}

std::string move_text(const MarbleRun& run, const RecordedMove& move, const Camera& camera) {
  if (!move.move.valid()) return fmt::format("The maze turns to {} orientations", move.control);
  const OrientationScheme& scheme = run.scheme(move.control);
  const Turn& turn = scheme.turn(scheme.orientation(move.from), move.move);
  return fmt::format("Move {}: {}", move.number,
                     tip_words(tipped_about(attitude_before(run, move) * turn.axis, camera)));
}

// Returns the moves planned after a move, of a plan that begins with it.
std::string plan_text(const MarbleRun& run, const RecordedMove& move, const Camera& camera) {
  if (move.plan.size() < 2) return "";
  const OrientationScheme& scheme = run.scheme(move.control);
  OrientationId at = scheme.orientation(move.from);
  glm::dquat stands = attitude_before(run, move);
  std::string text;
  for (std::size_t i = 0; i < move.plan.size(); ++i) {
    if (i > kMostPlanned)
      return text + fmt::format(" and {} more", move.plan.size() - kMostPlanned - 1);
    const Turn& turn = scheme.turn(at, move.plan[i].move);
    const glm::dvec3 axis = stands * turn.axis;
    if (i > 0) text += (i > 1 ? ", " : "") + tip_words(tipped_about(axis, camera));
    stands = glm::angleAxis(turn.sweep_rad, axis) * stands;
    at = turn.to;
  }
  return text;
}

// Returns the name of a state of the scheme, for example "cell 36 \u2197".
std::string place_name(const MarbleRun& run, std::optional<StateId> state, ControlScheme control) {
  if (!state || !state->valid()) return "";
  return "cell " + cell_name(run.scheme(control), *state);
}

bool is_done(const RecordedMove& move, long tick) { return move.end > 0 && tick + 1 >= move.end; }

/// Adds the shown move: the decision, and its result if the move has ended.
void add_move(const MarbleRun& run, std::size_t i, long tick, const Camera& camera,
              MindMoment& now) {
  const RecordedMove& move = run.recording().move(i);
  const bool done = is_done(move, tick);
  now.note = &run.note(i);
  now.move = move_text(run, move, camera);
  if (!done || plan_holds_after(run, i)) now.plan = plan_text(run, move, camera);
  const bool planned = !now.note->expected && !move.plan.empty();
  const std::optional<StateId> expected =
      planned ? std::optional(move.plan.front().expected) : now.note->expected;
  now.expected = place_name(run, expected, move.control);
  now.froze = done && !move.to.valid();
  if (done) now.ended = place_name(run, move.to, move.control);
  if (done && move.to.valid()) now.learned = now.note->learned;
  // The result of a move in progress is not counted yet.
  if (!done && i == 0) return;
  const MoveNote& counted = run.note(done ? i : i - 1);
  now.counters = counted.counters, now.states_known = counted.states_known;
}

// Shows a reason of the move that begins at that tick in that state in the image when it is
// pressed.
void use_reason(Session& session, const RecordedMove& made, const Candidate& reason, bool pressed) {
  preview_when_hovered(session, reason.move);
  if (!pressed) return;
  session.shown().go_to(static_cast<double>(made.begin + 1));
  session.pin_preview(reason.move);
}

MindMoment moment(Session& session) {
  const MarbleRun& run = session.run();
  const long tick = run.tick();
  MindMoment now;
  now.states_known = run.first_state().valid() ? 1 : 0;
  const bool newest = tick + 1 >= run.ticks();
  now.thinks = newest && run.live() && run.episode().thinks();
  if (newest && run.outcome() != Outcome::running) now.end = news_of(run).why;
  const auto i = run.move_now();
  if (!i) {
    now.move = run.waits_for_person()              ? "Your move."
               : run.outcome() != Outcome::running ? "No move was made."
               : now.thinks                        ? ""
                                                   : "The marble is coming to rest first.";
    return now;
  }
  now.other_schemes = known_in_other_schemes(run, *i);
  add_move(run, *i, tick, session.view.camera, now);
  const RecordedMove& made = run.recording().move(*i);
  const OrientationScheme& scheme = run.scheme(made.control);
  now.words = {[&scheme](StateId state) { return cell_name(scheme, state); },
               [&scheme](StateId state, MoveId move) {
                 return "down " +
                        down_arrow(scheme, scheme.turn(scheme.orientation(state), move).to);
               },
               [&session, &made](const Candidate& reason, bool pressed) {
                 use_reason(session, made, reason, pressed);
               },
               made.from};
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
    ImGui::Text("%d of %d (%.0f %%)", now.predicted_right, now.predicted_total,
                100.0 * now.predicted_right / now.predicted_total);
  }
}

// Draws the progress of a slow search, and a button to cancel it.
void draw_thinking(Session& session) {
  const PlannerEntry& agent = planners().entry(session.agent());
  const std::string& far = session.run().episode().said();
  ImGui::TextWrapped("%s is thinking%s%s.", std::string(agent.title).c_str(),
                     far.empty() ? "" : ": ", far.c_str());
  draw_dim(fmt::format("It chooses: {}.", agent.summary));
  if (button("Stop thinking")) session.act(&Session::play_by_hand, true);
  tip("The agent stops, and the next move is yours");
}

bool is_surprise(const MindMoment& now) {
  return !now.expected.empty() && (now.froze || (!now.ended.empty() && now.ended != now.expected));
}

// "Expected to rest in cell 36; rests in cell 11 instead."
std::string result_text(const MindMoment& now) {
  if (is_surprise(now))
    return fmt::format("Expected to rest in {}; {} instead.", now.expected,
                       now.froze ? "froze on an edge" : "rests in " + now.ended);
  if (now.froze) return "The marble froze on an edge.";
  if (!now.ended.empty())
    return fmt::format("Ended in {}{}.", now.ended, now.expected.empty() ? "" : ", as expected");
  return now.expected.empty() ? "" : fmt::format("Expects to rest in {}.", now.expected);
}

void draw_result(const MindMoment& now) {
  const std::string text = result_text(now);
  if (text.empty()) return;
  is_surprise(now) ? draw_coloured(im_colour(tokens().surprise), text) : draw_wrapped(text);
}

void draw_mind(Session& session, const MindMoment& now) {
  if (now.thinks) draw_thinking(session);
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
}

constexpr std::size_t kMostRows = 60;
constexpr std::size_t kRowsBefore = 20;  // rows before the chosen one

void fill_row(std::initializer_list<std::string> cells) {
  for (const std::string& cell : cells) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(cell.c_str());
  }
}

// Agents that compare nothing give each move the estimate 0.
bool has_estimates(const MoveNote& note) {
  return std::ranges::any_of(note.why, [](const Candidate& each) { return each.value != 0; });
}

void candidate_row(const MoveNote& note, std::size_t row, const ReasonWords& words) {
  const Candidate& candidate = note.why[row];
  const bool chosen = row == note.why_row;
  const std::string name = fmt::format("reason {}", row + 1);
  ImGui::TableNextRow();
  if (chosen && !ImGui::IsWindowHovered())
    ImGui::SetScrollHereY(0.4f);  // otherwise a person is reading
  ImGui::TableNextColumn();
  const std::string place = words.place(candidate.parent) + "##" + name;
  const bool shows = words.from == candidate.parent;
  const ImGuiSelectableFlags flags =
      ImGuiSelectableFlags_SpanAllColumns | (shows ? 0 : ImGuiSelectableFlags_Disabled);
  const bool pressed = noted(name, ImGui::Selectable(place.c_str(), chosen, flags));
  shows ? words.row(candidate, pressed) : tip("A move from another state than this");
  fill_row({words.move(candidate.parent, candidate.move)});
  if (has_estimates(note)) fill_row({fmt::format("{:g}", candidate.value)});
  fill_row({std::to_string(candidate.moves_away),
            candidate.predicted ? words.place(*candidate.predicted) : "?"});
}

// Returns the heading of the table.
std::string reading(const MoveNote& note) {
  const std::size_t step = note.step + 1;
  if (note.why_is_plan)
    return fmt::format("A plan of {} moves; this is move {}. Estimate: moves still needed.",
                       note.planned, step);
  std::string weighed =
      note.why.size() == 1 ? "It compared no other move."
      : has_estimates(note)
          ? fmt::format(
                "{} untried moves compared; the smallest estimate wins. Steps: known moves "
                "to get there.",
                note.why.size())
          : fmt::format("{} untried moves, without estimates. Steps: known moves to get there.",
                        note.why.size());
  if (note.planned == 1) return weighed;
  return weighed + fmt::format(" This is move {} of {} on the way to it.", step, note.planned);
}

}  // namespace

void draw_mind_panel(Session& session, const PanelBox& box, Thumbnails& pictures) {
  const bool marble = !session.game();
  const MindMoment now = marble ? moment(session) : mind_of(*session.game());
  const OpenWindow window = begin_fixed("mind", box);
  draw_panel_head(session, "What the agent knows", session.panels.mind_fold);
  const float lower = (marble ? 330 : 310) * session.view.ui_scale;
  draw_graph_above(session, box, lower, pictures);
  const auto why = [&] {
    if (!now.end.empty()) ImGui::TextWrapped("%s", now.end.c_str()), ImGui::Separator();
    if (marble) draw_what_if(session);
    draw_why(now.note, now.words);
  };
  if (ImGui::BeginTabBar("tabs")) {
    const std::string front = std::exchange(session.panels.tab, "");
    tab(
        "Mind", [&] { draw_mind(session, now); }, front == "Mind");
    tab("Why", why, front == "Why");
    if (marble) tab("Plots", [&] { draw_plots(session); });
    ImGui::EndTabBar();
  }
}

void draw_what_if(Session& session) {
  const MarbleRun& run = session.run();
  const auto choice = session.run().choice_now();
  const RecordedMove made = choice ? run.recording().move(*choice) : RecordedMove();
  if (!made.move.valid()) return;
  const auto name = [&](MoveId move) {
    return tip_words(tips(run, std::max(made.begin - 1, 0L), move, session.view.camera));
  };
  ImGui::SetNextItemWidth(-1);
  const std::string asked = fmt::format("What if not move {}?", made.number);
  const bool open = ImGui::BeginCombo("##what if", asked.c_str());
  if (!open) return note_item("what if");
  for (const MoveId move : run.scheme(made.control).move_ids())
    if (move != made.move && selectable(fmt::format("{}: {}", move.index + 1, name(move))))
      session.act(&Session::branch, move);
  ImGui::EndCombo();
}

void draw_why(const MoveNote* note, const ReasonWords& words) {
  if (!note) return ImGui::TextDisabled("No move has been made yet.");
  draw_wrapped(note->rule.empty() ? "The recording does not hold the agent's reasons."
                                  : note->rule);
  if (note->why.empty()) return;
  draw_dim(reading(*note));
  const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                                ImGuiTableFlags_BordersOuter | ImGuiTableFlags_SizingStretchProp;
  std::vector<const char*> columns{"from", "move", "steps", "to"};
  if (has_estimates(*note)) columns.insert(columns.begin() + 2, "estimate");
  const auto count = static_cast<int>(columns.size());
  if (!ImGui::BeginTable("why", count, flags, {0, ImGui::GetContentRegionAvail().y})) return;
  for (const char* name : columns) ImGui::TableSetupColumn(name);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableHeadersRow();
  const std::size_t first = std::max(note->why_row, kRowsBefore) - kRowsBefore;
  for (std::size_t row = first; row < std::min(note->why.size(), first + kMostRows); ++row)
    candidate_row(*note, row, words);
  ImGui::EndTable();
}

}  // namespace marblemaze
