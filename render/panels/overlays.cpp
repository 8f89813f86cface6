// Elements drawn over the maze: names, legend, messages, and the visible part of a large maze.
#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "render/panels/panels.h"
#include "render/scene/draw_lists.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

void draw_message(Session& session, const PanelPlan& plan) {
  if (!session.message_shown() || session.files.asks)
    return;  // the file dialog shows the message itself
  const float s = ui_scale();
  const ImVec2 middle{plan.scene.middle().x, plan.scene.end().y - 12 * s};
  const OpenWindow window = begin_plate("message", middle, {0.5f, 1.0f}, ImGuiWindowFlags_NoNav);
  draw_wrapped(session.message(), std::min(plan.scene.size.x - 40 * s, 560 * s));
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0)) session.drop_message();
}

// Draws the player and the progress over each of two mazes.
void draw_names(const Session& session, const PanelPlan& plan) {
  if (!session.shows_marble() || !session.marble().beside) return;
  const float s = ui_scale(), part = plan.scene.size.x / 2;
  ImVec2 corner = ImVec2{plan.scene.at.x, plan.scene.end().y} - ImVec2{12, 44} * s;
  for (const MarbleRun* run : session.marble().runs()) {
    const long tick = run->tick();
    const bool over = run->outcome() != Outcome::running && tick >= run->ticks() - 1;
    const PlannerEntry* agent = planners().find(run->spec().player.agent);
    const std::string lines[] = {
        agent ? agent->title : run->spec().player.agent,
        fmt::format("{} orientations, move {}{}", run->control_at(tick), move_number_at(*run, tick),
                    over ? ", " + outcome_name(run->outcome()) : "")};
    corner.x += part;
    for (int i = 0; i < 2; ++i)
      draw_text(
          *ImGui::GetBackgroundDrawList(), Text::body,
          corner + ImVec2{-size_of(Text::body, lines[i]).x, 18.0f * s * static_cast<float>(i)},
          ink(theme()), lines[i]);
  }
}

/// An entry of the legend: a line in the image and its description.
struct LegendRow {
  std::string words;
  ImU32 colour;
  bool dashed = false;
};

std::vector<LegendRow> legend_of(const Session& session, const MarbleRun& run) {
  const ViewOptions look = session.look_now();
  const Palette& palette = theme();
  const MoveNote* note = run.note_under_way(run.tick());
  const bool preview = run.preview && run.chooses_in();
  std::vector<LegendRow> rows;
  if (look.predicted_path && !preview && note && !note->predicted_path.empty())
    rows.push_back(
        {"where the agent expects the marble", im_colour(palette.panels.expectation), true});
  if (preview || (look.guessed_path && note && !note->guessed_path.empty()))
    rows.push_back({"path predictor's guess", ink(palette), true});
  if (look.theoretical_path)
    rows.push_back({path_words(run), im_colour(look.style == Style::glass ? palette.studio.path
                                                                          : palette.panels.path)});
  return rows;
}

constexpr float kSide = 120, kLeastInsetScene = 300;  // points

/// The maze in its current attitude, as seen by a camera in a box.
struct Sight {
  MazePlacement placement;
  const Maze& maze;
  Camera camera;
  PanelBox box;

  /// Returns the position of a point of the world; nullopt if it is behind the camera.
  [[nodiscard]] std::optional<ImVec2> operator()(glm::vec3 world) const {
    return seen_at(camera, box, world, placement.reach() * 1.6f);
  }
  /// Calls a function for the ends of each edge of the maze.
  void for_each_edge(const auto& use) const {
    for (const auto& [from, to] : box_edges(glm::vec3(0), glm::vec3(maze.grid().dims())))
      use((*this)(placement.to_world(from)), (*this)(placement.to_world(to)));
  }
};

// Draws the position of the marble in the whole maze, while the image shows only a part of it.
void draw_inset(Session& session, const PanelPlan& plan) {
  const std::vector<Frame> frames = session.shown().frames();
  const float s = ui_scale();
  if (frames.size() != 1 || session.lesson().open() || session.filling()) return;
  if (std::min(plan.scene.size.x, plan.scene.size.y) < kLeastInsetScene * s) return;
  const Scene& scene = frames.front().scene;
  const Sight picture{MazePlacement(scene, session.view.look), *scene.maze, session.view.camera,
                      plan.scene};
  bool all_seen = true;
  picture.for_each_edge([&](const auto& from, const auto& to) {
    all_seen &= from && to && plan.scene.holds(*from) && plan.scene.holds(*to);
  });
  if (all_seen) return;
  const OpenWindow window =
      begin_plate("inset", plan.scene.end() - ImVec2{8, 8} * s, {1, 1}, ImGuiWindowFlags_NoNav);
  const PanelBox box{ImGui::GetCursorScreenPos(), {kSide * s, kSide * s}};
  ImGui::Dummy(box.size);
  note_place("whole maze", box);
  Camera far = session.view.camera;
  far.target = glm::vec3(0);
  far.distance = distance_to_see(1.15f * picture.placement.reach(), far.field_of_view_rad, 1);
  const Sight whole{picture.placement, picture.maze, far, box};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(box.at, box.end(), true);
  whole.for_each_edge([&](const auto& from, const auto& to) {
    if (from && to) list.AddLine(*from, *to, ink(theme(), 0.55f), s);
  });
  // The part that the image shows, at the distance of the camera's centre.
  if (const auto middle = whole(picture.camera.target)) {
    const float high = box.size.y * picture.camera.distance / far.distance;
    const ImVec2 half = ImVec2{plan.scene.size.x / plan.scene.size.y, 1} * (high / 2);
    list.AddRect(*middle - half, *middle + half, ink(theme(), 0.9f));
  }
  const glm::vec3 target(scene.maze->grid().position(scene.maze->target()));
  if (const auto at = whole(picture.placement.to_world(target + 0.5f)))
    list.AddCircle(*at, 5 * s, im_colour(tokens().target), 0, 2 * s);
  if (const auto at = whole(picture.placement.marble())) {
    list.AddCircleFilled(*at, 4 * s, im_colour(tokens().marble));
    note_place("marble in the whole maze", around(*at, 4 * s));
  }
  list.PopClipRect();
  action_button(session, "Fit", "Fit the whole maze", {.size = {box.size.x, 0}});
}

// Highlights the move of a hint on its control.
void light_hint(const Session& session) {
  if (!session.hint()) return;
  const MoveId move = *session.hint();
  const LogicGame* const game = session.game();
  const JumpWorld* const board = game ? game->maze().board() : nullptr;
  draw_light(!game   ? move_button(move)
             : board ? "square " + game->maze().short_name(board->result(game->state(), move))
                     : std::to_string(move.index + 1));
}

}  // namespace

void draw_light(const std::string& label) {
  const auto box = item_box(label);
  if (!box) return;
  const float s = ui_scale();
  for (int ring = 0; ring < 4; ++ring) {
    const float out = (2.5f + 2.5f * static_cast<float>(ring)) * s;
    const float alpha = ring == 0 ? 1.0f : 0.34f / static_cast<float>(ring);
    ImGui::GetForegroundDrawList()->AddRect(
        box->at - ImVec2{out, out}, box->end() + ImVec2{out, out},
        im_colour(tokens().interaction, alpha), 4 * s + out, 0, 2.5f * s);
  }
}

// The legend is next to the small axes in the lower left corner, or above them if each of two mazes
// has its own axes.
void draw_scene_legend(const Session& session, const PanelPlan& plan) {
  if (!session.shows_marble() || !session.panels.show_panels || session.shows_welcome()) return;
  constexpr float kCompass = 0.19f;  // fraction of the scene's height
  const std::vector<const MarbleRun*> runs = session.marble().runs();
  const float s = ui_scale(), part = plan.scene.size.x / static_cast<float>(runs.size());
  const float compass = kCompass * plan.scene.size.y;
  const ImVec2 off = runs.size() == 1 ? ImVec2{compass, 12 * s} : ImVec2{12 * s, compass};
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  float left = plan.scene.at.x + off.x;
  for (const MarbleRun* run : runs) {
    ImVec2 at{left, plan.scene.end().y - off.y};
    left += part;
    for (const LegendRow& row : legend_of(session, *run)) {
      const std::string text = in_lines(row.words, part - 44 * s - off.x);
      const ImVec2 size = size_of(Text::body, text);
      at.y -= size.y + 3 * s;
      if (at.y < plan.scene.middle().y) break;
      const float y = at.y + ImGui::GetTextLineHeight() / 2;
      for (const float from : {0.0f, 9.0f, 18.0f})
        list.AddLine({at.x + from * s, y}, {at.x + (from + (row.dashed ? 5 : 9)) * s, y},
                     row.colour, 3 * s);
      draw_text(list, Text::body, {at.x + 34 * s, at.y}, ink(theme()), text);
      note_place(row.words, {at, {34 * s + size.x, size.y}});
    }
  }
}

void draw_overlays(Session& session, const PanelPlan& plan) {
  draw_names(session, plan);
  if (session.panels.show_panels && !dialog_open(session)) draw_inset(session, plan);
  light_hint(session);
  draw_message(session, plan);
}

}  // namespace marblemaze
