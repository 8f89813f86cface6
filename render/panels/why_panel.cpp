#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "render/panels/panels.h"
#include "render/session/run_words.h"

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

void candidate_row(const MoveNote& note, std::size_t row, const ReasonWords& words) {
  const Candidate& candidate = note.why[row];
  const bool chosen = row == note.why_row;
  const std::string name = fmt::format("reason {}", row + 1);
  ImGui::TableNextRow();
  if (chosen && !ImGui::IsWindowHovered()) ImGui::SetScrollHereY(0.4f);  // else a person looks
  ImGui::TableNextColumn();
  const std::string place = words.place(candidate.parent) + "##" + name;
  const bool shows = words.from == candidate.parent;
  const ImGuiSelectableFlags flags =
      ImGuiSelectableFlags_SpanAllColumns | (shows ? 0 : ImGuiSelectableFlags_Disabled);
  const bool pressed = noted(name, ImGui::Selectable(place.c_str(), chosen, flags));
  shows ? words.row(candidate, pressed) : tip("A move from another state than this");
  fill_row({words.move(candidate.parent, candidate.move), fmt::format("{:g}", candidate.value),
            std::to_string(candidate.moves_away),
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

}  // namespace

void draw_what_if(const Workbench& bench, const Ask& ask) {
  const ShownRun& run = bench.run();
  const auto choice = bench.marble().choice_now();
  const RecordedMove made = choice ? run.recording().move(*choice) : RecordedMove();
  if (!made.move.valid()) return;
  const auto name = [&](MoveId move) {
    return tip_words(tips(run, std::max(made.begin - 1, 0L), move, bench.view.camera));
  };
  ImGui::SetNextItemWidth(-1);
  const std::string asked = fmt::format("What if not move {}?", made.number);
  const bool open = ImGui::BeginCombo("##what if", asked.c_str());
  if (!open) return note_item("what if");
  for (const MoveId move : run.scheme(made.orientations).move_ids())
    if (move != made.move && selectable(fmt::format("{}: {}", move.index + 1, name(move))))
      ask({Act::what_if, move.index});
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
  if (!ImGui::BeginTable("why", 5, flags, {0, ImGui::GetContentRegionAvail().y})) return;
  for (const char* name : {"from", "move", "estimate", "steps", "to"})
    ImGui::TableSetupColumn(name);
  ImGui::TableSetupScrollFreeze(0, 1);
  ImGui::TableHeadersRow();
  const std::size_t first = std::max(note->why_row, kRowsBefore) - kRowsBefore;
  for (std::size_t row = first; row < std::min(note->why.size(), first + kMostRows); ++row)
    candidate_row(*note, row, words);
  ImGui::EndTable();
}

}  // namespace marblemaze
