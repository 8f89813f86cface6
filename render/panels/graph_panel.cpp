#include <fmt/format.h>

#include "maze/base/text.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr std::size_t kMaxLabels = 60;  // more labels would overlap
constexpr std::size_t kMaxUntriedMarks = 45;
constexpr float kSmallestLabelled = 8;  // minimum node radius for a label, points
constexpr float kLegend = 18;           // text height above and below the graph, points

struct GraphTransform {
  glm::vec2 low{1e9f}, high{-1e9f};
  ImVec2 at{}, size{};
  float zoom = 1;

  void include(glm::vec2 p) { low = glm::min(low, p), high = glm::max(high, p); }
  /// The margin leaves room for node circles and marks of untried moves.
  void fit(const PanelBox& box, float margin, float most, const GraphZoom& eye) {
    at = box.at, size = box.size;
    const glm::vec2 extent = glm::max(high - low, glm::vec2(0.5f));
    zoom = std::min(
        {(box.size.x - 2 * margin) / extent.x, (box.size.y - 2 * margin) / extent.y, most});
    zoom = std::max(zoom, 1e-3f) * eye.zoom;
    at = at + ImVec2{eye.shift.x, eye.shift.y} * zoom;
  }
  [[nodiscard]] ImVec2 operator()(glm::vec2 p) const {
    const glm::vec2 middle = (low + high) * 0.5f;
    return at + size * 0.5f + ImVec2{p.x - middle.x, p.y - middle.y} * zoom;
  }
};

struct GraphView {
  ImDrawList& list;
  const GraphMoment& now;
  const GraphLayout& layout;
  GraphTransform frame;
  float radius = 0, scale = 1;
  std::size_t shown = 0;
  std::size_t unknown = 0;
};

void draw_arc(const GraphView& v, const GraphArc& arc, bool in_progress, bool parts) {
  const ImU32 colour = parts         ? im_colour(glm::vec3(theme().hinge))
                       : in_progress ? im_colour(panel_colours().now)
                                     : im_colour(panel_colours().text_3, arc.certain ? 0.5f : 1.0f);
  const float thick = (in_progress || parts ? 2.6f : 1.1f) * v.scale;
  const ImVec2 a = v.frame(v.layout.nodes()[arc.from].place),
               b = v.frame(v.layout.nodes()[arc.to].place);
  if (arc.from == arc.to) {
    const ImVec2 beside = a + ImVec2{0.9f, -0.9f} * v.radius;
    return v.list.AddCircle(beside, v.radius * 0.75f, colour, 14, thick);
  }
  // Opposite arcs between two states bend in opposite directions.
  const ImVec2 bend = (a + b) * 0.5f + perpendicular(b - a) * 0.12f, ahead = normalized(b - bend);
  const ImVec2 tip = b - ahead * v.radius;
  v.list.AddBezierQuadratic(a, bend, tip, colour, thick);
  draw_arrow_head(v.list, tip, ahead, std::min(v.radius * 0.8f, 5 * v.scale), colour);
}

void draw_unknown(const GraphView& v, const GraphNode& node, int untried) {
  const ImVec2 at = v.frame(node.place);
  const glm::vec2 middle = (v.frame.low + v.frame.high) * 0.5f;
  const float outward = std::atan2(node.place.y - middle.y, node.place.x - middle.x);
  for (int i = 0; i < untried; ++i) {
    const float angle =
        outward + (static_cast<float>(i) - static_cast<float>(untried - 1) / 2) * 0.65f;
    const ImVec2 ahead = unit_vector(angle) * v.radius;
    v.list.AddLine(at, at + ahead * 1.9f, text_colour(0.35f), v.scale);
    if (v.shown > kMaxUntriedMarks) continue;
    v.list.AddCircle(at + ahead * 2.1f, 2.4f * v.scale, im_colour(panel_colours().text_3), 10,
                     v.scale);
  }
}

// The drawn cell number is not unique, so the label contains the state number.
std::string state_item(StateId state) { return "state " + std::to_string(state.index); }

void draw_node(const GraphView& v, const GraphNode& node, bool current, bool goal, bool start) {
  const ImVec2 at = v.frame(node.place);
  const PanelColours& c = panel_colours();
  v.list.AddCircleFilled(at, v.radius, im_colour(current ? c.now : c.hover), 24);
  v.list.AddCircle(at, v.radius, im_colour(goal ? c.target : c.text_3), 24,
                   (goal ? 2.0f : 1.2f) * v.scale);
  register_box(state_item(node.state), square_around(at, v.radius));
  if (start) v.list.AddCircle(at, v.radius + 3 * v.scale, im_colour(c.text_3), 24, v.scale);
  if (current) {
    v.list.AddCircle(at, v.radius + 3 * v.scale, im_colour(c.now), 24, 1.5f * v.scale);
    const ImVec2 dot = at + ImVec2{0.85f, -0.85f} * v.radius;
    v.list.AddCircleFilled(dot, std::min(4 * v.scale, 0.5f * v.radius), im_colour(c.marble), 16);
  }
  if (v.shown > kMaxLabels || v.radius < kSmallestLabelled * v.scale) return;
  const std::string label = v.now.label(node.state);
  const std::size_t space = std::min(label.find(' '), label.size());
  const float height = std::min(ImGui::GetFontSize(), v.radius * 0.95f);
  const float off = space < label.size() ? height * 0.42f : 0;
  const ImU32 colour = im_colour(current ? c.on_now : goal ? c.target : c.text_1);
  draw_centred(v.list, at - ImVec2{0, off}, height, colour, label.substr(0, space));
  if (off > 0) draw_centred(v.list, at + ImVec2{0, off}, height, colour, label.substr(space + 1));
}

void draw_states(GraphView& v) {
  const auto& nodes = v.layout.nodes();
  const GraphMoment& now = v.now;
  std::vector<int> untried;
  untried.reserve(nodes.size());
  for (const GraphNode& node : nodes) untried.push_back(now.story.moves_from(node.state));
  for (const GraphArc& arc : v.layout.arcs())
    if (arc.known_at(now.moves_now)) {
      --untried[arc.from];
      const auto is = [&](const std::optional<std::size_t>& move) {
        if (!move) return false;
        const RecordedMove& made = checked(now.story.moves, *move, "move");
        return made.from == nodes[arc.from].state && made.move == arc.move;
      };
      draw_arc(v, arc, is(now.in_progress), is(now.diverges_at));
    }
  for (std::size_t i = 0; i < nodes.size(); ++i)
    if (nodes[i].known_since <= now.moves_now) {
      v.unknown += static_cast<std::size_t>(std::max(untried[i], 0));
      draw_unknown(v, nodes[i], std::max(untried[i], 0));
    }
  for (const GraphNode& node : nodes)
    if (node.known_since <= now.moves_now)
      draw_node(v, node, now.state == node.state, now.is_goal(node.state),
                node.state == now.story.first);
}

void pan_and_zoom(const GraphView& v, GraphZoom& eye) {
  const ImGuiIO& io = ImGui::GetIO();
  if (ImGui::IsItemHovered() && io.MouseWheel != 0)
    eye.zoom = std::clamp(eye.zoom * std::pow(1.2f, io.MouseWheel), 1.0f, 40.0f);
  if (ImGui::IsItemActive())
    eye.shift += glm::vec2(io.MouseDelta.x, io.MouseDelta.y) / std::max(v.frame.zoom, 1e-3f);
  if (eye.zoom <= 1.001f && !ImGui::IsItemActive())
    eye.shift = {0, 0};  // the graph is centred when fully zoomed out
}

const GraphNode* node_under_mouse(const GraphView& v) {
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  const GraphNode* nearest = nullptr;
  float least = std::max(v.radius, 6 * v.scale) + 2 * v.scale;
  for (const GraphNode& node : v.layout.nodes()) {
    if (node.known_since > v.now.moves_now) continue;
    const float away = length(v.frame(node.place) - mouse);
    if (away < least) nearest = &node, least = away;
  }
  return nearest;
}

double first_moment(const GraphView& v, const GraphNode& node) {
  if (node.known_since == 0 || node.known_since > v.now.story.moves.size()) return 0;
  return static_cast<double>(checked(v.now.story.moves, node.known_since - 1, "move").end);
}

void draw_node_tooltip(Session& session, const GraphView& v, Thumbnails& pictures) {
  const GraphNode* node = ImGui::IsItemHovered() ? node_under_mouse(v) : nullptr;
  if (!node) return;
  v.list.AddCircle(v.frame(node->place), v.radius + 3 * v.scale,
                   im_colour(panel_colours().interaction), 20, 2 * v.scale);
  ImGui::BeginTooltip();
  if (v.now.picture)
    add_thumbnail(pictures, state_item(node->state), [&] { return v.now.picture(node->state); });
  write(fmt::format("State {}: {}\n{}. Click to go to that moment.", node->state.index,
                    v.now.describe(node->state),
                    node->known_since == 0
                        ? "The first state"
                        : fmt::format("First reached by move {}", node->known_since)));
  ImGui::EndTooltip();
  if (!ImGui::IsMouseReleased(0) || length(ImGui::GetMouseDragDelta(0)) > 4 * v.scale) return;
  session.shown().go_to(first_moment(v, *node));
}

}  // namespace

void draw_graph(Session& session, const PanelBox& box, Thumbnails& pictures) {
  bool& large = session.panels.large_graph;
  const GraphMoment now = *session.shown().graph();
  const float s = ui_scale(), line = kLegend * s;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const PanelBox inside{box.at + ImVec2{0, line}, box.size - ImVec2{0, 2 * line}};
  GraphView view{list, now, *now.layout, {}, 0, s};
  for (const GraphNode& node : view.layout.nodes()) {
    view.frame.include(node.place);
    if (node.known_since <= now.moves_now) ++view.shown;
  }
  if (view.shown > 0) {
    view.frame.fit(inside, std::min(34 * s, 0.27f * std::min(inside.size.x, inside.size.y)),
                   (large ? 90 : 62) * s, session.panels.graph_zoom);
    const float share = view.shown <= 12 ? 0.6f : 0.42f;
    view.radius = std::clamp(view.frame.zoom * share, 3.0f * s, 14 * s);
    list.PushClipRect(inside.at, inside.end(), true);
    draw_states(view);
    list.PopClipRect();
    const auto write_at = [&](float y, const std::string& words) {
      draw_text(list, Text::label, {box.at.x, y}, im_colour(panel_colours().text_3), words);
    };
    write_at(box.at.y, fmt::format("{}, {} never tried", pluralize(view.shown, "state"),
                                   pluralize(view.unknown, "move")));
    write_at(inside.end().y + 2 * s, now.legend);
    ImGui::SetCursorScreenPos(inside.at);
    ImGui::InvisibleButton("explored states", inside.size);
    ImGui::SetItemAllowOverlap();
    register_item("explored states");
    pan_and_zoom(view, session.panels.graph_zoom);
    draw_node_tooltip(session, view, pictures);
  }
  ImGui::SetCursorScreenPos({box.end().x - 34 * s, box.at.y - 6 * s});
  action_button(
      session, large ? "smaller" : "larger", "Large explored state space",
      {.kind = ButtonKind::quiet, .icon = large ? Icon::smaller : Icon::larger, .icon_only = true});
}

}  // namespace marblemaze
