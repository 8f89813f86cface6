#include <cfloat>

#include <fmt/format.h>

#include "maze/base/text.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

void draw_legend() {
  const Palette& palette = theme();
  const float s = ui_scale();
  const struct {
    glm::vec3 colour;
    float size;
    const char* meaning;
  } rows[] = {{palette.panels.now, 6, "open: not filled yet"},
              {palette.panels.marble, 4.5f, "a dead end that is being filled"},
              {palette.glass, 2, "filled: belonged to a dead end"},
              {palette.panels.target, 6, "the target"}};
  for (const auto& row : rows) {
    const ImVec2 middle{9 * s, ImGui::GetTextLineHeight() / 2};
    const PanelBox box = square_around(ImGui::GetCursorScreenPos() + middle, row.size * s);
    ImGui::GetWindowDrawList()->AddRectFilled(box.at, box.end(), im_colour(row.colour));
    ImGui::Dummy({20 * s, 0});
    ImGui::SameLine();
    write(row.meaning);
  }
}

constexpr int kNeighbourhoods = 8;
constexpr float kPlotHeight = 120;  // points

void draw_cell_row(ImDrawList& list, const Lattice<Bit>& cells, int y, ImVec2 at, float side,
                   ImU32 colour) {
  const float gap = std::min(side * 0.06f, 1.0f);
  for (int x = 0; x < cells.width(); ++x) {
    if (cells.at(x, y).on == 0) continue;
    const ImVec2 middle = at + ImVec2{static_cast<float>(x) + 0.5f, 0.5f} * side;
    const PanelBox box = square_around(middle, side / 2 - gap);
    list.AddRectFilled(box.at, box.end(), colour);
  }
}

void draw_rule(int rule) {
  const float s = ui_scale(), side = 8 * s, each = 29 * s;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto cell = [&](float x, float y, bool on) {
    const ImVec2 low = at + ImVec2{x, y}, high = low + ImVec2{side, side};
    if (on) list.AddRectFilled(low, high, im_colour(panel_colours().now));
    list.AddRect(low, high, text_colour(0.6f));
  };
  for (int i = 0; i < kNeighbourhoods; ++i) {
    const int pattern = kNeighbourhoods - 1 - i;
    const float x = static_cast<float>(i) * each;
    for (int k = 0; k < 3; ++k)
      cell(x + static_cast<float>(k) * side, 0, (pattern >> (2 - k) & 1) != 0);
    cell(x + side, side + 2 * s, (rule >> pattern & 1) != 0);
  }
  ImGui::Dummy({each * kNeighbourhoods, 2 * side + 8 * s});
}

void draw_automaton_choice(Session& session) {
  auto [rule, seed] = session.classic()->spec();
  const auto life = [&](std::uint64_t of) {
    session.act(&Session::show_classic, ClassicSpec{std::nullopt, of});
  };
  if (radio_button("Game of Life", !rule) && rule) life(seed);
  if (radio_button("elementary rule", rule.has_value()) && !rule)
    session.act(&Session::show_classic, ClassicSpec{kDefaultRule});
  if (!rule) {
    const std::uint64_t step = 1;
    ImGui::SetNextItemWidth(-48 * ui_scale());
    if (ImGui::InputScalar("seed", ImGuiDataType_U64, &seed, &step)) life(seed);
    if (button("Next random cells")) life(seed + 1);
    return;
  }
  if (slider("rule", &*rule, {0, 255, kDefaultRule, "rule %d"}))
    session.act(&Session::show_classic, ClassicSpec{*rule});
  draw_rule(*rule);
}

const char* rule_description(const ClassicSpec& spec) {
  return spec.rule
             ? "Each cell sees itself and its two neighbours, and all cells change at once. The "
               "binary digits of the rule's number are the results of the eight "
               "neighbourhoods. Each generation is drawn below the previous one."
             : "Each cell sees its eight neighbours, and all cells change at once. A living "
               "cell with two or three living neighbours survives, a dead cell with three "
               "becomes alive, and all others are dead. Cells beyond the edge are dead.";
}

}  // namespace

void draw_filling(Session& session, const DeadEndFilling& filling, const PanelBox& box) {
  const WindowScope window = begin_panel("automaton", box);
  write("Cellular automaton", Text::panel_title);
  draw_wrapped(
      "Each cell sees only its six neighbours, and all cells change at once. A cell with exactly "
      "one open neighbour is a dead end and is filled. Start and target are never filled.");
  ImGui::Spacing();
  draw_legend();
  ImGui::Separator();
  if (ImGui::BeginTable("filling", 2, ImGuiTableFlags_SizingFixedFit)) {
    draw_row("iteration", fmt::format("{} of {}", filling.done(), filling.iterations()));
    draw_row("open cells", fmt::format("{} of {}", filling.open_cells(), filling.cells()));
    ImGui::EndTable();
  }
  ImGui::Spacing();
  if (filling.done() < filling.iterations())
    draw_wrapped("Dead ends are filled from their tips until none is left.");
  else
    draw_wrapped(
        fmt::format("No cell changes any more. The remaining {} cells are the theoretical path "
                    "(golden line), the only path from start to target.",
                    filling.open_cells_at_end()));
  ImGui::Spacing();
  draw_wrapped("The automaton ignores gravity: the marble may be unable to roll along this path.");
  ImGui::Spacing();
  action_button(session, "Back to the marble", "Back to the marble");
}

void draw_classic_setup(Session& session, const PanelBox& box) {
  const WindowScope window = begin_panel("classic setup", box);
  write("Cellular automaton", Text::panel_title);
  draw_automaton_choice(session);
  ImGui::Spacing();
  draw_wrapped(rule_description(session.classic()->spec()));
  ImGui::Spacing();
  action_button(session, "Back to the marble", "Back to the marble");
}

void draw_classic_facts(const ClassicAutomaton& automaton, const PanelBox& box) {
  const WindowScope window = begin_panel("classic facts", box);
  write("Cells alive", Text::panel_title);
  const auto now = static_cast<std::size_t>(automaton.done());
  const std::vector<float> alive(automaton.alive().begin(),
                                 automaton.alive().begin() + static_cast<std::ptrdiff_t>(now) + 1);
  ImGui::PlotLines("##alive", alive.data(), static_cast<int>(alive.size()), 0, nullptr, 0, FLT_MAX,
                   {ImGui::GetContentRegionAvail().x, kPlotHeight * ui_scale()});
  write(fmt::format("generation {}: {}", now, pluralize(automaton.alive()[now], "cell")));
  if (automaton.still() && automaton.over()) write("No cell changes any more.");
}

void draw_cells(const ClassicAutomaton& automaton, const PanelBox& box) {
  const Palette& palette = theme();
  const WindowScope window = begin_overlay("cells", box);
  const Lattice<Bit>& now = automaton.now();
  const bool rows = automaton.spec().rule.has_value();
  const auto wide = static_cast<float>(now.width());
  const auto high = static_cast<float>(rows ? (now.width() + 1) / 2 : now.height());
  const float margin = 14 * ui_scale();
  const float side = std::min((box.size.x - 2 * margin) / wide, (box.size.y - 2 * margin) / high);
  const ImVec2 size = ImVec2{wide, high} * side, at = box.middle() - size * 0.5f;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRect(at, at + size, text_colour(0.25f));
  const ImU32 colour = im_colour(palette.panels.now);
  const auto row = [&](const Lattice<Bit>& cells, int y, long place) {
    draw_cell_row(list, cells, y, {at.x, at.y + static_cast<float>(place) * side}, side, colour);
  };
  if (rows)
    for (long i = 0; i <= automaton.done(); ++i) row(automaton.generations()[i], 0, i);
  else
    for (int y = 0; y < now.height(); ++y) row(now, y, y);
}

}  // namespace marblemaze
