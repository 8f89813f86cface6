#include <map>
#include <utility>

#include <fmt/format.h>

#include "agent/contracts/planner.h"
#include "render/panels/panels.h"
#include "render/scene/scene_renderer.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

const ImVec2 kMessagePadding{14, 7};  // points

void draw_message(Session& session, const PanelPlan& plan) {
  if (!session.message_shown() || session.panels.dialog == Dialog::files)
    return;  // the file dialog shows the message itself
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, kMessagePadding * ui_scale());
  const WindowScope window =
      begin_label("message", plan.legend.middle(), {0.5f, 0.5f}, ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar();
  const float room = plan.legend.size.x - 2 * kMessagePadding.x * ui_scale();
  draw_wrapped(session.message(), std::min(room, size_of(Text::body, session.message()).x + 2));
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0)) session.clear_message();
}

constexpr float kFoldedSetup = 190, kFoldedMind = 110;  // points

void draw_names(const Session& session, const PanelPlan& plan) {
  if (plan.names.size.x <= 0) return;
  const float part = plan.scene.size.x / 2;
  float middle = plan.scene.at.x - part / 2;
  // Leave room for the buttons of folded panels on both sides.
  const bool free = plan.setup.size.x > 0 || plan.graph.size.x > 0;
  const float left = plan.scene.at.x + (free ? 0 : kFoldedSetup * ui_scale()),
              right = plan.scene.end().x - (plan.agent.size.x > 0 ? 0 : kFoldedMind * ui_scale());
  for (const MarbleRun* run : session.marble().runs()) {
    const long tick = run->tick();
    const bool over = run->outcome() != Outcome::running && tick >= run->ticks() - 1;
    const PlannerEntry* agent = planners().find(run->spec().player.agent);
    const std::string lines[] = {
        agent ? agent->title : run->spec().player.agent,
        fmt::format("{} orientations, move {}{}", run->control_at(tick), move_number_at(*run, tick),
                    over ? ", " + outcome_name(run->outcome()) : "")};
    middle += part;
    float y = plan.names.at.y;
    for (const std::string& line : lines) {
      const Text text = size_of(Text::body, line).x > part ? Text::label : Text::body;
      const ImVec2 size = size_of(text, line);
      const float x = std::min(std::max(middle - size.x / 2, left), right - size.x);
      const PanelBox box{{x, y}, size};
      draw_text(*ImGui::GetBackgroundDrawList(), text, box.at, text_colour(), line);
      register_box(line, box);
      y += size.y;
    }
  }
}

struct LegendRow {
  std::string words;
  ImU32 colour;
  bool dashed = false;
};

std::vector<LegendRow> legend_of(const Session& session, const MarbleRun& run) {
  const ViewOptions look = session.current_options();
  const Palette& palette = theme();
  const Frame frame = frame_at(run, session.marble().position());
  const bool preview = run.preview && run.decision_state();
  std::vector<LegendRow> rows;
  if (look.theoretical_path)
    rows.push_back({path_label(run), im_colour(look.style == Style::glass ? palette.studio.path
                                                                          : palette.panels.path)});
  if (look.predicted_path && !preview && !frame.predicted_path.empty())
    rows.push_back(
        {"where the agent expects the marble", im_colour(palette.panels.expectation), true});
  if (preview || (look.guessed_path && !frame.guessed_path.empty()))
    rows.push_back({"path predictor's guess", text_colour(), true});
  if (look.hinge && run.turn_at(run.tick()))
    rows.push_back({"axis of the turn", im_colour(glm::vec3(palette.hinge)), true});
  return rows;
}

void name_axes(const Session& session, const PanelBox& scene) {
  if (!session.current_options().gravity) return;
  const std::vector<Frame> frames = session.shown().frames();
  const float half = kCompassShare / 2 * scene.size.y, off = kCompassMargin * scene.size.y + half;
  const float part = scene.size.x / static_cast<float>(frames.size());
  ImVec2 middle{scene.at.x + off, scene.end().y - off};
  for (const Frame& frame : frames) {
    const MazeTransform placement(frame.scene, session.view.look);
    const glm::mat3 seen = glm::mat3(session.view.camera.view()) * glm::mat3(placement.rotation());
    for (int axis = 0; axis < 3; ++axis)
      draw_centred(*ImGui::GetBackgroundDrawList(),
                   middle + ImVec2{seen[axis].x, -seen[axis].y} * (0.95f * half),
                   0.8f * ImGui::GetFontSize(), text_colour(), std::string(1, "xyz"[axis]));
    middle.x += part;
  }
}

constexpr float kSide = 120, kMinInsetScene = 300;  // points

void draw_inset(Session& session, const PanelPlan& plan) {
  const std::vector<Frame> frames = session.shown().frames();
  const float s = ui_scale();
  if (frames.size() != 1 || session.lesson.is_open() || session.filling()) return;
  if (std::min(plan.scene.size.x, plan.scene.size.y) < kMinInsetScene * s) return;
  const Scene& scene = frames.front().scene;
  const MazeProjection picture(session, scene, plan.scene);
  const auto edges = box_edges(glm::vec3(0), glm::vec3(scene.maze->grid().dims()));
  const auto inside = [&](glm::vec3 corner) {
    const auto at = picture(picture.placement.to_world(corner));
    return at && plan.scene.contains(*at);
  };
  if (std::ranges::all_of(edges,
                          [&](const auto& e) { return inside(e.first) && inside(e.second); }))
    return;
  const WindowScope window =
      begin_label("inset", plan.scene.end() - ImVec2{8, 8} * s, {1, 1}, ImGuiWindowFlags_NoNav);
  const PanelBox box{ImGui::GetCursorScreenPos(), {kSide * s, kSide * s}};
  ImGui::Dummy(box.size);
  register_box("whole maze", box);
  MazeProjection whole(session, scene, box);
  Camera& far = whole.camera;
  far.target = glm::vec3(0);
  far.distance = distance_to_see(1.15f * whole.placement.reach(), far.field_of_view_rad, 1);
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(box.at, box.end(), true);
  for (const auto& [low, high] : edges) {
    const auto from = whole(whole.placement.to_world(low)),
               to = whole(whole.placement.to_world(high));
    if (from && to) list.AddLine(*from, *to, text_colour(0.55f), s);
  }
  if (const auto middle = whole(picture.camera.target)) {
    const float high = box.size.y * picture.camera.distance / far.distance;
    const ImVec2 half = ImVec2{plan.scene.size.x / plan.scene.size.y, 1} * (high / 2);
    list.AddRect(*middle - half, *middle + half, text_colour(0.9f));
  }
  if (const auto at = whole.target())
    list.AddCircle(*at, 5 * s, im_colour(panel_colours().target), 0, 2 * s);
  if (const auto at = whole.marble()) {
    list.AddCircleFilled(*at, 4 * s, im_colour(panel_colours().marble));
    register_box("marble in the whole maze", square_around(*at, 4 * s));
  }
  list.PopClipRect();
  action_button(session, "Fit", "Fit the whole maze", {.size = {box.size.x, 0}});
}

void highlight_hint(const Session& session) {
  if (!session.hint()) return;
  const MoveId move = *session.hint();
  const LogicGame* const game = session.game();
  const JumpRules* const board = game ? game->maze().board() : nullptr;
  draw_highlight(!game   ? move_button(move)
                 : board ? "square " + game->maze().short_name(board->result(game->state(), move))
                         : std::to_string(move.index + 1));
}

}  // namespace

float message_height(const Session& session, float width) {
  if (!session.message_shown()) return 0;
  const float room = width - 2 * kMessagePadding.x * ui_scale();
  const std::string lines = wrap_text(session.message(), room - 1);
  return ImGui::CalcTextSize(lines.c_str(), nullptr, false, room).y +
         2 * kMessagePadding.y * ui_scale();
}

MazeProjection::MazeProjection(const Session& session, const Scene& scene, const PanelBox& to)
    : placement(scene, session.view.look),
      maze(*scene.maze),
      camera(session.view.camera),
      box(to) {}

std::optional<ImVec2> MazeProjection::operator()(glm::vec3 world) const {
  const glm::mat4 projection = camera.projection(box.size.x / box.size.y, 1.6f * placement.reach());
  const glm::vec4 clip = projection * camera.view() * glm::vec4(world, 1);
  if (clip.w <= 0) return std::nullopt;
  return box.at + ImVec2{(0.5f + 0.5f * clip.x / clip.w) * box.size.x,
                         (0.5f - 0.5f * clip.y / clip.w) * box.size.y};
}

std::optional<ImVec2> MazeProjection::target() const {
  return (*this)(placement.to_world(glm::vec3(maze.grid().position(maze.target())) + 0.5f));
}

std::optional<ImVec2> MazeProjection::top(const OrientationScheme& scheme,
                                          OrientationId orientation) const {
  const glm::vec3 vertex = orientation_point(scheme.up(orientation), maze.grid().dims());
  return (*this)(placement.rotation() * vertex);
}

void draw_highlight(const std::string& label) {
  const auto box = item_box(label);
  static std::map<std::string, int> lit;  // last frame in which each label was highlighted
  const int now = ImGui::GetFrameCount();
  const int before = std::exchange(lit.try_emplace(label, -2).first->second, now);
  if (before != now && before != now - 1) scroll_to_item(label);
  if (!box || !item_visible(label)) return;
  const float s = ui_scale();
  for (int ring = 0; ring < 4; ++ring) {
    const float out = (2.5f + 2.5f * static_cast<float>(ring)) * s;
    const float alpha = ring == 0 ? 1.0f : 0.34f / static_cast<float>(ring);
    ImGui::GetForegroundDrawList()->AddRect(
        box->at - ImVec2{out, out}, box->end() + ImVec2{out, out},
        im_colour(panel_colours().interaction, alpha), 4 * s + out, 0, 2.5f * s);
  }
}

void draw_scene_legend(const Session& session, const PanelPlan& plan) {
  if (!session.shows_marble() || !session.panels.show_panels || session.shows_welcome()) return;
  name_axes(session, plan.scene);
  if (session.message_shown()) return;  // the message covers the legend
  const std::vector<const MarbleRun*> runs = session.marble().runs();
  const float s = ui_scale(), part = plan.legend.size.x / static_cast<float>(runs.size());
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  float left = plan.legend.at.x;
  for (const MarbleRun* run : runs) {
    ImVec2 at{left, plan.legend.at.y};
    float below = at.y;
    left += part;
    for (const LegendRow& row : legend_of(session, *run)) {
      const std::string words = wrap_text(row.words, part - 40 * s, Text::label);
      const ImVec2 size = size_of(Text::label, words) + ImVec2{34, 2} * s;
      // Entries form a row, or a column in a narrow legend.
      if (at.x + size.x > left && at.x > left - part) at = {left - part, below};
      if (at.y + size.y > plan.legend.end().y + 4 * s) break;
      below = at.y + size.y;
      const float y = at.y + size_of(Text::label, "0").y / 2 + s;
      for (const float from : {0.0f, 9.0f, 18.0f})
        list.AddLine({at.x + from * s, y}, {at.x + (from + (row.dashed ? 5 : 9)) * s, y},
                     row.colour, 3 * s);
      draw_text(list, Text::label, {at.x + 34 * s, at.y + s}, text_colour(), words);
      register_box(row.words, {at, size});
      at.x += size.x + 20 * s;
    }
  }
}

void draw_overlays(Session& session, const PanelPlan& plan) {
  draw_names(session, plan);
  if (session.panels.show_panels && !dialog_open(session)) draw_inset(session, plan);
  highlight_hint(session);
  draw_message(session, plan);
}

}  // namespace marblemaze
