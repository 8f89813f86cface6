#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/session/timeline_marks.h"

namespace marblemaze {
namespace {

constexpr long kMostSteps = 120;  // marked on the bar; with more they would touch

constexpr double kLargestZoom = 200;
constexpr float kRoomForArrow = 16;                               // points
constexpr float kBar = 32, kMoveTrack = 21, kPictureHeight = 42;  // points

void buttons(Shown& shown, const std::vector<TransportWords::Button>& all, ImVec2 size) {
  for (const TransportWords::Button& each : all) {
    if (icon_button(each.label, each.sign, size, each.tip)) each.press(shown);
    ImGui::SameLine();
  }
}

void play_button(Shown& shown, bool backward, ImVec2 size) {
  const bool on = shown.plays() && shown.backward() == backward;
  const char* label = on ? "Pause" : backward ? "Back" : "Play";
  const char* sign = on ? "\u275a\u275a" : backward ? "\u25c0" : "\u25b6";
  const char* tip = on ? "Pause (Space)" : backward ? "Play backward in time (V)" : "Play (Space)";
  const bool this_way = shown.backward() == backward;
  if (icon_button(label, sign, size, tip))
    this_way ? shown.play_or_pause() : shown.play_towards(backward);
  ImGui::SameLine();
}

void speed_slider(Shown& shown, const TransportWords& words, float width) {
  auto speed = static_cast<float>(shown.speed() * words.speed_unit);
  const auto limit = [&](double most) { return static_cast<float>(most * words.speed_unit); };
  if (slider("speed", &speed, limit(shown.speeds().slowest), limit(shown.speeds().fastest),
             words.speed_format.c_str(), width, ImGuiSliderFlags_Logarithmic))
    shown.set_speed(speed / words.speed_unit);
  tip("Speed (+ and -)");
}

// Words at the left, speed at the right.
void time_and_speed(Shown& shown, const TransportWords& words, ImVec2 at, float words_width,
                    float high, float s) {
  const float all = ImGui::GetContentRegionMax().x - at.x;
  const float speed = std::min(150 * s, all / 2);
  ImGui::SetCursorPos({at.x + all - speed, at.y + (high - ImGui::GetFrameHeight()) / 2});
  speed_slider(shown, words, speed);
  const std::string facts = in_lines(words.facts, words_width);
  const float text = ImGui::CalcTextSize(facts.c_str()).y;
  ImGui::SetCursorPos({at.x, at.y + std::max((high - text) / 2, -2 * s)});
  ImGui::TextUnformatted(facts.c_str());
  note_item("time");
}

// Time, buttons in the middle, and speed; in a narrow window the buttons have a row of their own.
void controls(Session& session, const TransportWords& words) {
  Shown& shown = session.shown();
  const float s = session.view.ui_scale;
  const ImVec2 small{32 * s, 28 * s}, large{58 * s, 28 * s};
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const auto steps = static_cast<float>(words.back.size() + words.on.size() + 1);
  const float width = steps * (small.x + gap) + large.x, all = ImGui::GetContentRegionAvail().x;
  ImVec2 at = ImGui::GetCursorPos();
  const float first = std::max((all - width) / 2, 0.0f);
  if (ImGui::GetWindowWidth() < kTransportRow * s) {
    time_and_speed(shown, words, at, all / 2 - gap, 32 * s, s);
    at.y += 36 * s;
  } else {
    time_and_speed(shown, words, at, first - gap, small.y, s);
  }
  ImGui::SetCursorPos({at.x + first, at.y});
  buttons(shown, words.back, small);
  play_button(shown, true, small);
  ImGui::PushStyleColor(ImGuiCol_Button, ImGui::GetStyleColorVec4(ImGuiCol_ButtonActive));
  play_button(shown, false, large);
  ImGui::PopStyleColor();
  buttons(shown, words.on, small);
  ImGui::NewLine();
  ImGui::SetCursorPos({at.x, at.y + small.y + 6 * s});
}

// The bar in the window.
struct Bar {
  ImDrawList& list;
  const Palette& palette;
  ImVec2 at, size;
  double from, span;  // steps: what is shown of the run
  float scale;

  [[nodiscard]] float x(double step) const {
    return at.x + static_cast<float>((step - from) / span) * size.x;
  }
  [[nodiscard]] double steps_a_point() const { return span / size.x; }
  [[nodiscard]] double step(float x) const {
    return from + static_cast<double>((x - at.x) / size.x) * span;
  }
};

glm::vec3 mark_colour(const Palette& palette, TransportWords::Mark::Kind kind) {
  using Kind = TransportWords::Mark::Kind;
  if (kind == Kind::scheme_switch) return glm::vec3(palette.hinge);
  return kind == Kind::frozen ? palette.marble : palette.glass;
}

// Above a move that ended elsewhere than expected.
void draw_surprise(const Bar& bar, float x) {
  const float s = bar.scale, y = bar.at.y + bar.size.y - 6 * s;
  bar.list.AddTriangleFilled({x - 8 * s, y + 4 * s}, {x - 4 * s, y - 4 * s}, {x, y + 4 * s},
                             im_colour(glm::vec3(bar.palette.path)));
}

// Of each mark that is seen the part between two places.
void for_each_seen(const Bar& bar, const std::vector<TransportWords::Mark>& marks,
                   const std::function<void(const TransportWords::Mark*, float, float)>& draw) {
  const float right = bar.at.x + bar.size.x;
  for (const TransportWords::Mark* mark : distinct_marks(marks, bar.steps_a_point())) {
    const float from = std::max(bar.x(static_cast<double>(mark->begin)), bar.at.x);
    const float to = std::min(bar.x(static_cast<double>(mark->end)), right);
    if (to >= bar.at.x && from <= right) draw(mark, from, to);
  }
}

void draw_marks(const Bar& bar, const std::vector<TransportWords::Mark>& marks) {
  using Kind = TransportWords::Mark::Kind;
  const float s = bar.scale, right = bar.at.x + bar.size.x;
  for_each_seen(bar, marks, [&](const TransportWords::Mark* mark, float from, float to) {
    const bool even = (mark - marks.data()) % 2 == 0;
    bar.list.AddRectFilled({from, bar.at.y}, {std::max(to - s, from + 1), bar.at.y + bar.size.y},
                           im_colour(mark_colour(bar.palette, mark->kind), even ? 0.55f : 0.38f),
                           3 * s);
    if (mark->kind == Kind::surprise) draw_surprise(bar, std::max(to - 2 * s, from + 8 * s));
  });
  if (bar.size.y < ImGui::GetTextLineHeight()) return;  // a track too low for text
  float labelled = -1e9f;
  for (const TransportWords::Mark& mark : marks) {
    const float from = std::max(bar.x(static_cast<double>(mark.begin)), bar.at.x);
    if (bar.x(static_cast<double>(mark.end)) < bar.at.x || from < labelled + 4 * s) continue;
    const float width = ImGui::CalcTextSize(mark.label.c_str()).x;
    if (from + width + 3 * s > right) break;
    bar.list.AddText({from + 4 * s, bar.at.y + 4 * s}, ink(bar.palette), mark.label.c_str());
    labelled = from + width;
  }
}

// Plans as bars, dropped ones without an end; ways back as arrows over them.
void draw_plans(const Bar& bar, const std::vector<TransportWords::Mark>& marks) {
  using Kind = TransportWords::Mark::Kind;
  const float s = bar.scale, middle = bar.at.y + bar.size.y / 2;
  const glm::vec3 plan(bar.palette.predicted);
  for_each_seen(bar, marks, [&](const TransportWords::Mark* mark, float from, float to) {
    const float at = (from + to) / 2;
    if (mark->kind == Kind::way_back && to - from < kRoomForArrow * s) {
      bar.list.AddRectFilled({from, middle}, {to, middle + 3 * s}, ink(bar.palette, 0.35f));
    } else if (mark->kind == Kind::way_back) {
      draw_arrow(bar.list, {at + 6 * s, middle}, {at - 6 * s, middle}, 5 * s, ink(bar.palette),
                 1.5f * s);
    } else {
      const bool dropped = mark->kind == Kind::dropped_plan;
      bar.list.AddRectFilledMultiColor(
          {from, middle - 3 * s}, {std::max(to - s, from + 1), middle + 3 * s},
          im_colour(plan, 0.8f), im_colour(plan, dropped ? 0.0f : 0.8f),
          im_colour(plan, dropped ? 0.0f : 0.8f), im_colour(plan, 0.8f));
    }
  });
}

// The last mark at a step: what lies over the others.
const TransportWords::Mark* mark_at(const std::vector<TransportWords::Mark>& marks, double step) {
  const auto found = std::find_if(marks.rbegin(), marks.rend(), [&](const auto& mark) {
    return step >= static_cast<double>(mark.begin) && step < static_cast<double>(mark.end);
  });
  return found == marks.rend() ? nullptr : &*found;
}

// What lies under the mouse: the moment itself, and what is marked there.
void explain(const Bar& bar, const Shown& shown, const TransportWords& words,
             Thumbnails& pictures) {
  if (!ImGui::IsItemHovered() || ImGui::IsItemActive()) return;
  const double step = bar.step(ImGui::GetIO().MousePos.x);
  const auto* mark = mark_at(words.marks, step);
  if (!mark) return;
  ImGui::BeginTooltip();
  // As many different pictures as the bar has points, not more.
  const double each = std::exp2(std::ceil(std::log2(std::max(2 * bar.span / bar.size.x, 1.0))));
  const double seen = std::floor(step / each) * each;
  if (words.picture && shown.has_pictures())
    add_thumbnail(pictures, bar.scale, fmt::format("step {:.0f}", seen),
                  [&] { return words.picture(seen); });
  ImGui::TextUnformatted(mark->words.c_str());
  if (const auto* below = mark_at(words.below, step)) ImGui::TextUnformatted(below->words.c_str());
  ImGui::TextDisabled("Wheel: enlarge this part");
  ImGui::EndTooltip();
}

// Along the bar, at moments that stay where they are while the run grows.
void draw_pictures(const Bar& bar, const TransportWords& words, double length,
                   Thumbnails& pictures) {
  const ImVec2 size{std::floor(kPictureHeight * 4 / 3 * bar.scale),
                    std::floor(kPictureHeight * bar.scale)};
  const double least = bar.span * static_cast<double>((size.x + 3 * bar.scale) / bar.size.x);
  double each = std::exp2(std::ceil(std::log2(std::max(least, 1.0))));
  if (0.75 * each >= least) each *= 0.75;
  int count = 0;
  const double first = std::floor(bar.from / each) + 0.5;
  for (int i = 0;; ++i) {
    const double at = (first + i) * each;
    if (!(at < bar.from + bar.span) || at > length) break;
    const float x = std::round(bar.x(at) - size.x / 2);
    if (x < bar.at.x || x + size.x > bar.at.x + bar.size.x) continue;
    note_place(fmt::format("picture {}", ++count), {{x, bar.at.y}, size});
    draw_thumbnail(pictures, bar.list, {x, bar.at.y}, size, fmt::format("step {:.1f}", at),
                   [&] { return words.picture(at); });
  }
}

void draw_steps(const Bar& bar, const Shown& shown) {
  bar.list.AddRectFilled(bar.at, {bar.x(shown.position()), bar.at.y + bar.size.y},
                         im_colour(bar.palette.glass, 0.45f), 3 * bar.scale);
  const auto steps = static_cast<long>(bar.span);
  const float top = bar.at.y + 7 * bar.scale, low = bar.at.y + bar.size.y - 7 * bar.scale;
  if (steps <= kMostSteps)
    for (long i = 1; i < steps; ++i) {
      const float x = bar.x(static_cast<double>(i));
      bar.list.AddLine({x, top}, {x, low}, ink(bar.palette, 0.3f), bar.scale);
    }
}

void scrub(Shown& shown, const Bar& bar, bool whole_steps) {
  ImGui::InvisibleButton("scrub", bar.size);
  note_item("scrub");
  if (!ImGui::IsItemActive()) return;
  const double last = static_cast<double>(shown.length());
  const double wanted = std::clamp(bar.step(ImGui::GetIO().MousePos.x), 0.0, last);
  shown.go_to(whole_steps ? std::round(wanted) : wanted);
}

// The wheel enlarges the part under the mouse, to the whole run at the least.
void zoom(const Bar& bar, TimelineView& view) {
  const float wheel = ImGui::GetIO().MouseWheel;
  if (!ImGui::IsItemHovered() || wheel == 0) return;
  const double under = bar.step(ImGui::GetIO().MousePos.x);
  const double factor = std::pow(1.25, static_cast<double>(wheel));
  const double before = view.zoom;
  view.zoom = std::clamp(view.zoom * factor, 1.0, kLargestZoom);
  const double middle = bar.from + bar.span / 2;
  view.middle = under + (middle - under) * before / view.zoom;
}

// The stretch that the view names, with the present moment in it while it plays.
std::pair<double, double> stretch(const Shown& shown, TimelineView& view, double whole) {
  const double span = whole / view.zoom;
  const double now = shown.position();
  if (shown.playing() && std::abs(now - view.middle) > span / 2) view.middle = now;
  view.middle = std::clamp(view.middle, span / 2, whole - span / 2);
  return {view.middle - span / 2, span};
}

void draw_tracks(const Bar& bar, const TransportWords& words, const Shown& shown) {
  if (words.whole_steps) return draw_steps(bar, shown);
  Bar upper = bar, lower = bar;
  upper.size.y = kMoveTrack * bar.scale;
  lower.at.y += upper.size.y;
  lower.size.y -= upper.size.y;
  draw_marks(upper, words.marks);
  words.two_runs ? draw_marks(lower, words.below) : draw_plans(lower, words.below);
}

// What the two tracks show, in a line, where it has room.
void draw_legend(const TransportWords& words) {
  const char* text = words.two_runs
                         ? "Above: the run that the panels show. Below: the one beside it."
                         : "Above: moves, with a corner where one ended elsewhere than expected. "
                           "Below: plans, which fade where they were dropped; arrows: ways back.";
  const ImVec2 room = ImGui::GetContentRegionAvail(), size = ImGui::CalcTextSize(text);
  if (!words.whole_steps && size.x <= room.x && size.y <= room.y) ImGui::TextDisabled("%s", text);
}

void draw_bar(Session& session, const TransportWords& words, Thumbnails& pictures) {
  Shown& shown = session.shown();
  TimelineView& view = session.panels.timeline;
  const float s = session.view.ui_scale;
  const double whole = std::max(static_cast<double>(shown.length()), words.shortest_span);
  const auto [from, span] = stretch(shown, view, whole);
  Bar bar{*ImGui::GetWindowDrawList(),
          session.view.colours(),
          ImGui::GetCursorScreenPos(),
          {ImGui::GetContentRegionAvail().x, kBar * s},
          from,
          span,
          s};
  if (words.picture && ImGui::GetContentRegionAvail().y >= (kBar + kPictureHeight) * s) {
    draw_pictures(bar, words, static_cast<double>(shown.length()), pictures);
    bar.at.y += (kPictureHeight + 3) * s;
    ImGui::SetCursorScreenPos(bar.at);
  }
  const ImVec2 end = bar.at + bar.size;
  bar.list.AddRectFilled(bar.at, end, ImGui::GetColorU32(ImGuiCol_FrameBg), 5 * s);
  bar.list.PushClipRect(bar.at, end, true);
  draw_tracks(bar, words, shown);
  bar.list.PopClipRect();
  scrub(shown, bar, words.whole_steps);
  zoom(bar, view);
  explain(bar, shown, words, pictures);
  const float x = std::clamp(bar.x(shown.position()), bar.at.x, end.x);
  bar.list.AddLine({x, bar.at.y - 2 * s}, {x, end.y + 2 * s}, im_colour(bar.palette.point_now),
                   2.5f * s);
}

}  // namespace

void draw_transport(Session& session, const PanelBox& box, Thumbnails& pictures) {
  const OpenWindow window = begin_fixed("transport", box, true);
  const TransportWords words = session.shown().transport_words();
  controls(session, words);
  draw_bar(session, words, pictures);
  draw_legend(words);
}

}  // namespace marblemaze
