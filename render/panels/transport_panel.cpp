#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/scene/thumbnails.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

constexpr long kMaxTickMarks = 120;  // maximum number of tick marks that do not touch each other
constexpr double kLargestZoom = 200;
// Lengths in points.
constexpr float kMinArrowWidth = 16, kBar = 32, kMoveTrack = 22, kThumbnailHeight = 56;
constexpr float kThumbnailAspect = 16.0f / 9, kMinThumbnailWidth = 30;
constexpr float kNames = 62, kNamesFrom = 860, kWideFrom = 1000, kTicksFrom = 460;

float row_height() { return points("height", "transport"); }

void step_buttons(Session& session, const char* caption, const char* back, const char* on) {
  const float high = row_height(), s = ui_scale();
  const ImVec2 letters = size_of(Text::body, caption), at = ImGui::GetCursorScreenPos();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  draw_box(list, {at, {2 * high + letters.x + 4 * s, high}}, panel_colours().field,
           panel_colours().border, points("radius", "control"));
  draw_text(list, Text::body, at + ImVec2{high + 2 * s, (high - letters.y) / 2},
            im_colour(panel_colours().text_2), caption);
  const ButtonLook look{.kind = ButtonKind::quiet, .icon_only = true, .size = {high, high}};
  ButtonLook left = look, right = look;
  left.icon = Icon::left, right.icon = Icon::right;
  action_button(session, back, back, left);
  ImGui::SameLine(0, letters.x + 4 * s);
  action_button(session, on, on, right);
}

void play_button(Session& session, bool backward, ButtonLook look) {
  const Playback& shown = session.shown();
  const bool plays = shown.plays() && shown.backward() == backward;
  look.icon = plays ? Icon::pause : backward ? Icon::play_back : Icon::play;
  action_button(session,
                plays      ? "Pause"
                : backward ? "Back"
                           : "Play",
                shown.backward() == backward ? "Play" : "Play backward", look);
}

void draw_buttons(Session& session, const TransportInfo& words, float play_width) {
  const float high = row_height(), all = ImGui::GetWindowWidth() / ui_scale();
  const ButtonLook square{.icon_only = true, .size = {high, high}};
  ButtonLook first = square;
  first.icon = Icon::restart;
  if (words.integer_steps) action_button(session, "First", "First", first), ImGui::SameLine();
  if (!words.integer_steps) {
    const bool free = session.run().is_tilt();
    step_buttons(session, free ? "Command" : "Move", "Move back", "Move forward");
    ImGui::SameLine();
  }
  // In very narrow windows, single ticks have keys but no buttons.
  if (words.integer_steps || all >= kTicksFrom) {
    step_buttons(session, words.integer_steps ? "Step" : "Tick", "Tick back", "Tick forward");
    ImGui::SameLine();
  }
  play_button(session, true, square);
  ImGui::SameLine();
  play_button(session, false, {.kind = ButtonKind::play, .size = {play_width, high}});
  ImGui::SameLine();
  action_button(session, "Newest", "Newest",
                {.icon = Icon::newest, .icon_only = all < kWideFrom, .size = {0, high}});
}

// Draws the current move and time, for example "Move 9 of 11".
void draw_time(const Playback& shown, const TransportInfo& words, ImVec2 at, float width) {
  std::string move, last;
  for (const TransportInfo::Mark& each : words.marks) {
    const bool turns = each.kind == TransportInfo::Mark::Kind::scheme_switch;
    if (!turns) last = each.label;
    if (each.begin < shown.done()) move = turns ? each.words : "Move " + each.label;
  }
  if (move.starts_with("Move ")) move += " of " + last;
  if (last.empty()) move.clear();  // commands under continuous control have no numbers
  const float gap = 12 * ui_scale(), wide = size_of(Text::strong, move).x + gap;
  if (wide + size_of(Text::body, words.facts).x > width) move.clear();
  const std::string facts = wrap_text(words.facts, width);
  ImGui::SetCursorPos({at.x, at.y + (row_height() - size_of(Text::body, facts).y) / 2});
  ImGui::BeginGroup();
  if (!move.empty()) write(move, Text::strong), ImGui::SameLine(0, gap);
  write(facts, Text::body, panel_colours().text_2);
  ImGui::EndGroup();
  register_item("time");
}

void draw_speed(Playback& shown, const TransportInfo& words, ImVec2 at, float width) {
  const float s = ui_scale(), high = row_height();
  const auto unit = static_cast<float>(words.speed_unit);
  const float reset = width > 200 * s ? high + 4 * s : 0;
  const float caption = width > 220 * s ? size_of(Text::body, "Speed").x + 12 * s : 0;
  ImGui::SetCursorPos({at.x, at.y + (high - ImGui::GetTextLineHeight()) / 2});
  if (caption > 0) write("Speed", Text::body, panel_colours().text_2);
  ImGui::SetCursorPos({at.x + caption, at.y + (high - ImGui::GetFrameHeight()) / 2});
  float speed = static_cast<float>(shown.speed()) * unit;
  const auto limit = [&](double most) { return static_cast<float>(most) * unit; };
  if (slider("speed", &speed,
             {limit(shown.speeds().slowest), limit(shown.speeds().fastest), unit,
              words.speed_format.c_str(), ImGuiSliderFlags_Logarithmic},
             width - reset - caption))
    shown.set_speed(static_cast<double>(speed / unit));
  tooltip("Speed. A double click sets the default speed.", "+ and -");
  if (reset <= 0) return;
  ImGui::SetCursorPos({at.x + width - high, at.y});
  if (button("default speed", {.kind = ButtonKind::quiet,
                               .icon = Icon::restart,
                               .icon_only = true,
                               .tooltip = "The default speed",
                               .size = {high, high}}))
    shown.set_speed(1);
}

void draw_controls(Session& session, const TransportInfo& words) {
  Playback& shown = session.shown();
  const float s = ui_scale(), high = row_height(), gap = ImGui::GetStyle().ItemSpacing.x;
  const bool narrow = ImGui::GetWindowWidth() < kTransportRow * s;
  const float all = ImGui::GetContentRegionAvail().x;
  // Width of the buttons in the previous frame.
  float& wide = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("buttons"), 444 * s);
  const float first = std::max((all - wide) / 2, 0.0f);
  const float speed =
      narrow ? std::min(150 * s, all / 2) : std::max(std::min(260 * s, first - 2 * gap), 90 * s);
  const ImVec2 at = ImGui::GetCursorPos();
  const float top = at.y + (narrow ? high + 4 * s : 0);
  draw_time(shown, words, at, (narrow ? all - speed : first) - gap);
  draw_speed(shown, words, {at.x + all - speed, at.y}, speed);
  ImGui::SetCursorPos({at.x + first, top});
  ImGui::BeginGroup();
  draw_buttons(session, words, (narrow ? 92 : 104) * s);
  ImGui::EndGroup();
  wide = ImGui::GetItemRectSize().x;
  ImGui::SetCursorPos({at.x, top + high + 8 * s});
}

struct Bar {
  ImDrawList& list;
  ImVec2 at, size;
  double from, span;  // visible range, steps

  [[nodiscard]] float x(auto step) const {
    return at.x + static_cast<float>((static_cast<double>(step) - from) / span) * size.x;
  }
  [[nodiscard]] double steps_a_point() const { return span / size.x; }
  [[nodiscard]] double step(float x) const {
    return from + static_cast<double>((x - at.x) / size.x) * span;
  }
};

void for_each_visible(const Bar& bar, const std::vector<TransportInfo::Mark>& marks,
                      const std::function<void(const TransportInfo::Mark*, float, float)>& draw) {
  const float right = bar.at.x + bar.size.x;
  for (const TransportInfo::Mark* mark : distinct_marks(marks, bar.steps_a_point())) {
    const float from = std::max(bar.x(mark->begin), bar.at.x);
    const float to = std::min(bar.x(mark->end), right);
    if (to >= bar.at.x && from <= right) draw(mark, from, to);
  }
}

void draw_marks(const Bar& bar, const std::vector<TransportInfo::Mark>& marks, double now) {
  using Kind = TransportInfo::Mark::Kind;
  const PanelColours& c = panel_colours();
  const float s = ui_scale(), right = bar.at.x + bar.size.x;
  for_each_visible(bar, marks, [&](const TransportInfo::Mark* mark, float from, float to) {
    const bool begun = static_cast<double>(mark->begin) <= now;
    glm::vec3 ground = begun ? c.hover : c.field;
    if (mark->kind == Kind::frozen) ground = glm::mix(ground, c.marble, 0.4f);
    if (mark->kind == Kind::scheme_switch) ground = glm::mix(ground, c.text_3, 0.4f);
    bar.list.AddRectFilled({from, bar.at.y},
                           {std::max(to - 2 * s, from + 1), bar.at.y + bar.size.y},
                           im_colour(ground), 4 * s);
    if (mark->kind == Kind::surprise)
      draw_icon(bar.list, Icon::warning,
                {std::max(to - 11 * s, from + 7 * s), bar.at.y + bar.size.y / 2}, 13 * s,
                im_colour(c.surprise));
  });
  const float line = ImGui::GetTextLineHeight();
  if (bar.size.y < line) return;  // the track is too low for text
  float labelled = -1e9f;
  for (const TransportInfo::Mark& mark : marks) {
    const float from = std::max(bar.x(mark.begin), bar.at.x), end = bar.x(mark.end);
    if (end < bar.at.x || from < labelled + 4 * s) continue;
    const float width = ImGui::CalcTextSize(mark.label.c_str()).x;
    if (from + width + 3 * s > right) break;
    // A warning triangle has priority over a move number that does not fit next to it.
    if (mark.kind == Kind::surprise && end - from < width + 24 * s) continue;
    // If the marble froze, the last move number has priority over the previous number.
    const bool before_frozen = marks.back().kind == Kind::frozen && &mark + 1 == &marks.back();
    if (before_frozen && end < from + width + 9 * s) continue;
    const bool begun = static_cast<double>(mark.begin) <= now;
    draw_text(bar.list, Text::strong, {from + 7 * s, bar.at.y + (bar.size.y - line) / 2},
              im_colour(begun ? c.text_1 : c.text_3), mark.label);
    labelled = from + width;
  }
}

// Draws plans as bars, abandoned plans as fading bars, and returns to known states as arrows.
void draw_plans(const Bar& bar, const std::vector<TransportInfo::Mark>& marks) {
  using Kind = TransportInfo::Mark::Kind;
  const float s = ui_scale(), middle = bar.at.y + bar.size.y / 2;
  const glm::vec3 plan = panel_colours().expectation;
  for_each_visible(bar, marks, [&](const TransportInfo::Mark* mark, float from, float to) {
    const float at = (from + to) / 2;
    if (mark->kind == Kind::revisit && to - from < kMinArrowWidth * s) {
      bar.list.AddRectFilled({from, middle}, {to, middle + 3 * s},
                             im_colour(panel_colours().text_3));
    } else if (mark->kind == Kind::revisit) {
      draw_arrow(bar.list, {at + 6 * s, middle}, {at - 6 * s, middle}, 5 * s,
                 im_colour(panel_colours().text_2), 1.5f * s);
    } else {
      const ImVec2 low{from, middle - 3 * s}, end{std::max(to - 2 * s, from + 1), middle + 3 * s};
      const ImU32 full = im_colour(plan), none = im_colour(plan, 0);
      if (mark->kind == Kind::dropped_plan)
        bar.list.AddRectFilledMultiColor(low, end, full, none, none, full);
      else
        bar.list.AddRectFilled(low, end, full, 3 * s);
    }
  });
}

const TransportInfo::Mark* mark_at(const std::vector<TransportInfo::Mark>& marks, double step) {
  const auto found = std::find_if(marks.rbegin(), marks.rend(), [&](const auto& mark) {
    return step >= static_cast<double>(mark.begin) && step < static_cast<double>(mark.end);
  });
  return found == marks.rend() ? nullptr : &*found;
}

void draw_tooltip(const Bar& bar, const Playback& shown, const TransportInfo& words,
                  Thumbnails& pictures) {
  if (!ImGui::IsItemHovered() || ImGui::IsItemActive()) return;
  const double step = bar.step(ImGui::GetIO().MousePos.x);
  const auto* mark = mark_at(words.marks, step);
  if (!mark) return;
  ImGui::BeginTooltip();
  // Round the step to limit the number of distinct thumbnails.
  const double each = std::exp2(std::ceil(std::log2(std::max(2 * bar.span / bar.size.x, 1.0))));
  const double seen = std::floor(step / each) * each;
  if (words.picture && shown.has_thumbnails())
    add_thumbnail(pictures, fmt::format("step {:.0f}", seen), [&] { return words.picture(seen); });
  const std::string left = words.two_runs ? std::string(words.upper) + ": " : "",
                    right = words.two_runs ? std::string(words.lower) + ": " : "";
  write(left + mark->words);
  if (const auto* below = mark_at(words.below, step)) write(right + below->words);
  write_dim("Mouse wheel: zoom in on this part");
  ImGui::EndTooltip();
}

// Returns the step shown in a thumbnail: the end of part `part` of `parts` of the move. For the
// last move, the step is rounded, so that the thumbnail rarely changes during the move.
double thumbnail_step(const Bar& bar, const TransportInfo::Mark& mark, int part, int parts,
                      bool last) {
  const double made = static_cast<double>(mark.end - 1 - mark.begin);
  const double step = std::floor(made * (part + 1) / parts);
  const double each =
      last ? std::exp2(std::ceil(std::log2(std::max(16 * bar.steps_a_point(), 1.0)))) : 1;
  return static_cast<double>(mark.begin) + std::max(std::floor(step / each) * each, 0.0);
}

void draw_thumbnails(const Bar& bar, const TransportInfo& words, double now, Thumbnails& pictures) {
  const float s = ui_scale(), high = std::floor(kThumbnailHeight * s), gap = 2 * s;
  const float wanted = 0.75f * kThumbnailAspect * high;
  const PanelBox strip{bar.at, {bar.size.x, high}};
  bar.list.AddRectFilled(strip.at, strip.end(), im_colour(panel_colours().field, 0.5f), 5 * s);
  int count = 0;
  float drawn = -1e9f;
  for (const TransportInfo::Mark& mark : words.marks) {
    const float from = std::max(bar.x(mark.begin), bar.at.x);
    const float to = std::min(bar.x(mark.end), bar.at.x + bar.size.x) - gap;
    const float wide = to - from;
    if (wide < kMinThumbnailWidth * s || from < drawn) continue;
    drawn = to;
    const int parts = std::max(static_cast<int>((wide + gap) / (wanted + gap)), 1);
    const float each = (wide - gap * static_cast<float>(parts - 1)) / static_cast<float>(parts);
    for (int i = 0; i < parts; ++i) {
      const float x = from + (each + gap) * static_cast<float>(i);
      const PanelBox box{{std::round(x), bar.at.y}, {std::floor(each), high}};
      register_box(fmt::format("picture {}", ++count), box);
      const double step = thumbnail_step(bar, mark, i, parts, &mark == &words.marks.back());
      draw_thumbnail(
          pictures, bar.list, box, fmt::format("step {:.1f}", step),
          [&] { return words.picture(step); }, 5 * s, ImVec2{kThumbnailAspect * high, high});
    }
    if (now >= static_cast<double>(mark.begin) && now < static_cast<double>(mark.end))
      bar.list.AddRect({std::round(from), bar.at.y}, {to, bar.at.y + high},
                       im_colour(panel_colours().now), 5 * s, 0, 2 * s);
  }
  if (count == 0)
    draw_centred(bar.list, strip.middle(), ImGui::GetFontSize(), im_colour(panel_colours().text_3),
                 "Images of the moves appear here");
}

void draw_steps(const Bar& bar, const Playback& shown) {
  bar.list.AddRectFilled(bar.at, {bar.x(shown.position()), bar.at.y + bar.size.y},
                         im_colour(panel_colours().neutral, 0.6f), 3 * ui_scale());
  const auto steps = static_cast<long>(bar.span);
  const float top = bar.at.y + 7 * ui_scale(), low = bar.at.y + bar.size.y - 7 * ui_scale();
  if (steps <= kMaxTickMarks)
    for (long i = 1; i < steps; ++i) {
      const float x = bar.x(i);
      bar.list.AddLine({x, top}, {x, low}, text_colour(0.3f), ui_scale());
    }
}

void scrub(Playback& shown, const Bar& bar, bool integer_steps) {
  if (!area("scrub", bar.size, 4 * ui_scale()).held) return;
  const double last = static_cast<double>(shown.length());
  const double wanted = std::clamp(bar.step(ImGui::GetIO().MousePos.x), 0.0, last);
  shown.go_to(integer_steps ? std::round(wanted) : wanted);
}

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

// During playback, the visible range follows the current step.
std::pair<double, double> visible_range(const Playback& shown, TimelineView& view, double whole) {
  const double span = whole / view.zoom;
  const double now = shown.position();
  if (shown.playing() && std::abs(now - view.middle) > span / 2) view.middle = now;
  view.middle = std::clamp(view.middle, span / 2, whole - span / 2);
  return {view.middle - span / 2, span};
}

void draw_tracks(const Bar& bar, const TransportInfo& words, const Playback& shown) {
  if (words.integer_steps) return draw_steps(bar, shown);
  Bar upper = bar, lower = bar;
  upper.size.y = kMoveTrack * ui_scale();
  lower.at.y += upper.size.y;
  lower.size.y -= upper.size.y;
  draw_marks(upper, words.marks, shown.position());
  words.two_runs ? draw_marks(lower, words.below, shown.position())
                 : draw_plans(lower, words.below);
}

void name_tracks(const Bar& bar, const TransportInfo& words) {
  const float s = ui_scale();
  const auto name = [&](const char* text, float y) {
    draw_text(bar.list, Text::label, {bar.at.x - kNames * s, y - size_of(Text::label, text).y / 2},
              im_colour(panel_colours().text_2), text);
  };
  name(words.upper, bar.at.y + kMoveTrack / 2 * s);
  name(words.lower, bar.at.y + (kMoveTrack + kBar) / 2 * s + 3 * s);
}

void draw_playhead(const Bar& bar, float x, float top) {
  const float s = ui_scale(), y = bar.at.y - 3 * s, low = bar.at.y + bar.size.y + 3 * s;
  const ImU32 colour = im_colour(panel_colours().now);
  bar.list.AddRectFilled({x - s, top}, {x + s, low}, colour);
  const ImVec2 flag[] = {{x - 5 * s, y - 5 * s},
                         {x + 5 * s, y - 5 * s},
                         {x + 5 * s, y},
                         {x, y + 6 * s},
                         {x - 5 * s, y}};
  bar.list.AddConvexPolyFilled(flag, 5, colour);
}

void draw_bar(Session& session, const TransportInfo& words, Thumbnails& pictures) {
  Playback& shown = session.shown();
  TimelineView& view = session.panels.timeline;
  const float s = ui_scale();
  const double whole = std::max(static_cast<double>(shown.length()), words.shortest_span);
  const auto [from, span] = visible_range(shown, view, whole);
  const bool named = !words.integer_steps && ImGui::GetWindowWidth() >= kNamesFrom * s;
  ImVec2 at = ImGui::GetCursorScreenPos();
  float room = ImGui::GetContentRegionAvail().x;
  if (named) at.x += kNames * s, room -= kNames * s;
  Bar bar{*ImGui::GetWindowDrawList(), at, {room, kBar * s}, from, span};
  if (words.picture && ImGui::GetContentRegionAvail().y >= (kBar + kThumbnailHeight) * s) {
    draw_thumbnails(bar, words, shown.position(), pictures);
    bar.at.y += (kThumbnailHeight + 8) * s;
  }
  ImGui::SetCursorScreenPos(bar.at);
  const ImVec2 end = bar.at + bar.size;
  bar.list.PushClipRect(bar.at, end, true);
  bar.list.AddRectFilled(bar.at, {end.x, bar.at.y + kMoveTrack * s},
                         im_colour(panel_colours().field, 0.5f), 4 * s);
  draw_tracks(bar, words, shown);
  bar.list.PopClipRect();
  if (named) name_tracks(bar, words);
  scrub(shown, bar, words.integer_steps);
  zoom(bar, view);
  draw_tooltip(bar, shown, words, pictures);
  draw_playhead(bar, std::clamp(bar.x(shown.position()), bar.at.x, end.x), bar.at.y - 5 * s);
}

}  // namespace

void draw_transport(Session& session, const PanelBox& box, Thumbnails& pictures) {
  const WindowScope window = begin_panel("transport", box, true);
  const TransportInfo words = session.shown().transport_info();
  draw_controls(session, words);
  draw_bar(session, words, pictures);
}

}  // namespace marblemaze
