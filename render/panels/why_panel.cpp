#include <algorithm>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMostRows = 60;
constexpr std::size_t kRowsBefore = 20;  // the one that matters

void fill_row(std::initializer_list<std::string> cells) {
  for (const std::string& cell : cells) {
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(cell.c_str());
  }
}

void candidate_row(const Candidate& candidate, const ReasonWords& words, bool chosen) {
  ImGui::TableNextRow();
  if (chosen) {
    ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0,
                           ImGui::GetColorU32(ImGuiCol_HeaderActive, 0.5f));
    if (!ImGui::IsWindowHovered()) ImGui::SetScrollHereY(0.4f);  // a person may look elsewhere
  }
  fill_row({words.place(candidate.parent), words.move(candidate.parent, candidate.move),
            fmt::format("{:g}", candidate.value), std::to_string(candidate.moves_away),
            candidate.predicted ? words.place(*candidate.predicted) : "?"});
}

// What the table lists.
std::string reading(const MoveNote& note) {
  const std::size_t step = note.step + 1;
  if (note.why_is_plan)
    return fmt::format("A plan of {} moves; this is move {}. Estimate: moves still needed.",
                       note.planned, step);
  const std::string weighed =
      note.why.size() == 1
          ? "There was no other move to compare."
          : fmt::format(
                "{} untried moves compared; the smallest estimate wins. Steps: known moves "
                "to get there.",
                note.why.size());
  if (note.planned == 1) return weighed;
  return weighed + fmt::format(" This is move {} of {} on the way to it.", step, note.planned);
}

// What the agent believes of its physics.
void draw_estimates(const Belief& belief) {
  if (!ImGui::BeginTable("physics", 3, ImGuiTableFlags_SizingStretchProp)) return;
  for (const char* name : {"setting", "estimate", "likely range"}) ImGui::TableSetupColumn(name);
  ImGui::TableHeadersRow();
  for (const Belief::Estimate& estimate : belief.physics)
    fill_row({estimate.name, fmt::format("{:.3g}", estimate.value),
              fmt::format("{:.3g} to {:.3g}", estimate.low, estimate.high)});
  ImGui::EndTable();
}

}  // namespace

void draw_what_if(const MarbleRuns& marble, const Ask& ask) {
  const auto choice = marble.choice_now();
  const RecordedMove made = choice ? marble.run().recording().moves[*choice] : RecordedMove();
  if (!made.move.valid()) return;
  const OrientationScheme& scheme = marble.run().scheme(made.orientations);
  const auto name = [&](MoveId move) {
    return scheme.move_name(scheme.orientation(made.from), move);
  };
  ImGui::SetNextItemWidth(-1);
  const std::string asked = fmt::format("What if not {} in move {}?", name(made.move), made.number);
  const bool open = ImGui::BeginCombo("##what if", asked.c_str());
  if (!open) return note_item("what if");
  for (const MoveId move : scheme.move_ids())
    if (move != made.move && selectable(name(move))) ask({Act::what_if, move.index});
  ImGui::EndCombo();
}

void draw_why(const MoveNote* note, const ReasonWords& words) {
  if (!note) return ImGui::TextDisabled("No move has been made yet.");
  draw_wrapped(note->rule.empty() ? "The recording does not hold the agent's reasons."
                                  : note->rule);
  if (note->belief && !note->belief->physics.empty()) draw_estimates(*note->belief);
  if (note->why.empty()) return;
  draw_dim(reading(*note));
  const ImGuiTableFlags flags = ImGuiTableFlags_RowBg | ImGuiTableFlags_ScrollY |
                                ImGuiTableFlags_BordersOuter | ImGuiTableFlags_SizingStretchProp;
  if (!ImGui::BeginTable("why", 5, flags, {0, ImGui::GetContentRegionAvail().y})) return;
  for (const char* name : {"from", "move", "estimate", "steps", "to"})
    ImGui::TableSetupColumn(name);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableHeadersRow();
  const std::size_t first = std::max(note->why_row, kRowsBefore) - kRowsBefore;
  for (std::size_t row = first; row < std::min(note->why.size(), first + kMostRows); ++row)
    candidate_row(note->why[row], words, row == note->why_row);
  ImGui::EndTable();
}

}  // namespace marblemaze
