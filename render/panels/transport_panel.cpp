#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/scene/thumbnails.h"
#include "render/session/timeline_marks.h"

namespace marblemaze {
namespace {

constexpr long kMostSteps = 120;  // moves marked on the bar; more would touch each other

constexpr double kLargestZoom = 200;
constexpr float kRoomForArrow = 16;                               // points
constexpr float kBar = 32, kMoveTrack = 22, kPictureHeight = 56;  // points
constexpr float kPictureShape = 16.0f / 9, kLeastPicture = 30;    // points across, of a move
constexpr float kNames = 62, kNamesFrom = 860, kWideFrom = 1000;  // points

float row_height() { return design_size("height", "transport") * ui_scale(); }

// "Move" of "|< move".
std::string caption_of(const char* label) {
  std::string letters;
  for (const char* c = label; *c != '\0'; ++c)
    if (std::isalpha(static_cast<unsigned char>(*c))) letters += *c;
  if (!letters.empty()) letters[0] = static_cast<char>(std::toupper(letters[0]));
  return letters;
}

using Button = TransportWords::Button;

float pair_width(const std::string& caption) {
  return 2 * row_height() + ImGui::CalcTextSize(caption.c_str()).x + 4 * ui_scale();
}

// One step back and one on, around the name of the step.
void pair_of_buttons(Shown& shown, const Button& back, const Button& on) {
  const float high = row_height(), s = ui_scale();
  const std::string caption = caption_of(back.label);
  const ImVec2 at = ImGui::GetCursorScreenPos(), size{pair_width(caption), high};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float radius = design_size("radius", "control") * s;
  list.AddRectFilled(at, at + size, im_colour(tokens().field), radius);
  list.AddRect(at, at + size, im_colour(tokens().border), radius);
  const float text = ImGui::GetTextLineHeight();
  list.AddText({at.x + high + 2 * s, at.y + (high - text) / 2}, im_colour(tokens().text_2),
               caption.c_str());
  const auto half = [&](const Button& button, Icon icon, float x) {
    ImGui::SetCursorScreenPos({x, at.y});
    if (icon_button(button.label, icon,
                    {.kind = ButtonKind::quiet, .words = button.tip, .size = {high, high}}))
      button.press(shown);
  };
  half(back, Icon::left, at.x);
  half(on, Icon::right, at.x + size.x - high);
  ImGui::SetCursorScreenPos(at);
  ImGui::Dummy(size);
}

bool plays(const Shown& shown, bool backward) {
  return shown.plays() && shown.backward() == backward;
}

void press_play(Shown& shown, bool backward) {
  shown.backward() == backward ? shown.play_or_pause() : shown.play_towards(backward);
}

void play_buttons(Shown& shown, float play_width) {
  const float high = row_height();
  const bool back = plays(shown, true), on = plays(shown, false);
  if (icon_button(back ? "Pause" : "Back", back ? Icon::pause : Icon::play_back,
                  {.words = back ? "Pause" : "Play backward in time",
                   .key = back ? "Space" : "V",
                   .size = {high, high}}))
    press_play(shown, true);
  ImGui::SameLine();
  if (push_button(on ? "Pause" : "Play", {.kind = ButtonKind::play,
                                          .icon = on ? Icon::pause : Icon::play,
                                          .key = "Space",
                                          .size = {play_width, high}}))
    press_play(shown, false);
}

// The moment in words, such as "Move 9 of 11".
void time_words(const Shown& shown, const TransportWords& words, ImVec2 at, float width,
                float high) {
  const auto now = static_cast<long>(shown.position());
  const TransportWords::Mark* mark = nullptr;
  for (const TransportWords::Mark& each : words.marks)
    if (!each.label.empty() && each.begin <= now) mark = &each;
  const float line = ImGui::GetTextLineHeight();
  std::string move;
  if (mark) move = fmt::format("Move {} of {}", mark->label, words.marks.back().label);
  const float wide =
      move.empty()
          ? 0
          : font_of(Text::strong)->CalcTextSizeA(line, 1e9f, 0, move.c_str()).x + 12 * ui_scale();
  const bool both = wide + ImGui::CalcTextSize(words.facts.c_str()).x <= width;
  ImGui::SetCursorPos({at.x, at.y + (high - line) / 2});
  ImGui::BeginGroup();
  if (both && mark) {
    {
      const WithText set(Text::strong);
      ImGui::TextUnformatted(move.c_str());
    }
    ImGui::SameLine(0, 12 * ui_scale());
  }
  const std::string facts = in_lines(words.facts, width);
  const bool one_line = facts.find('\n') == std::string::npos;
  if (!one_line) ImGui::SetCursorPos({at.x, at.y - 3 * ui_scale()});
  ImGui::PushStyleColor(ImGuiCol_Text, im_colour(tokens().text_2));
  ImGui::TextUnformatted(facts.c_str());
  ImGui::PopStyleColor();
  ImGui::EndGroup();
  note_item("time");
}

void speed_controls(Shown& shown, const TransportWords& words, ImVec2 at, float width, float high) {
  const float s = ui_scale();
  const float reset = width > 200 * s ? high + 4 * s : 0;
  const float caption = width > 220 * s ? ImGui::CalcTextSize("Speed").x + 12 * s : 0;
  const float middle = at.y + (high - ImGui::GetFrameHeight()) / 2;
  if (caption > 0) {
    ImGui::SetCursorPos({at.x, at.y + (high - ImGui::GetTextLineHeight()) / 2});
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(im_colour(tokens().text_2)), "Speed");
  }
  ImGui::SetCursorPos({at.x + caption, middle});
  auto speed = static_cast<float>(shown.speed() * words.speed_unit);
  const auto limit = [&](double most) { return static_cast<float>(most * words.speed_unit); };
  if (slider("speed", &speed, limit(shown.speeds().slowest), limit(shown.speeds().fastest),
             words.speed_format.c_str(), width - reset - caption, ImGuiSliderFlags_Logarithmic))
    shown.set_speed(speed / words.speed_unit);
  tip("Speed", "+ and -");
  if (reset <= 0) return;
  ImGui::SetCursorPos({at.x + width - high, at.y});
  if (icon_button("usual speed", Icon::restart,
                  {.kind = ButtonKind::quiet, .words = "The usual speed", .size = {high, high}}))
    shown.set_speed(1);
}

// Time at the left, buttons in the middle, speed at the right; in a narrow window time and speed
// have a row of their own.
void controls(Session& session, const TransportWords& words) {
  Shown& shown = session.shown();
  const float s = ui_scale(), high = row_height(), gap = ImGui::GetStyle().ItemSpacing.x;
  const bool narrow = ImGui::GetWindowWidth() < kTransportRow * s;
  const bool wide = ImGui::GetWindowWidth() >= kWideFrom * s;
  // From the outside inwards; the last one of `on` goes to the newest moment.
  std::vector<std::pair<const Button*, const Button*>> pairs;
  const std::size_t ons = words.on.size() - 1;
  for (std::size_t i = 0; i < std::min(words.back.size(), ons); ++i)
    pairs.emplace_back(&words.back[words.back.size() - 1 - i], &words.on[i]);
  std::reverse(pairs.begin(), pairs.end());
  const std::string newest_label = words.on.back().label;
  const float play = (narrow ? 92 : 104) * s;
  const float newest_width = wide ? 108 * s : high;
  float width = high + gap + play + gap + newest_width;
  for (const auto& [back, on] : pairs) width += pair_width(caption_of(back->label)) + gap;
  const bool to_start = words.back.size() > ons;
  if (to_start) width += high + gap;
  const float all = ImGui::GetContentRegionAvail().x;
  // In the smallest windows the smaller steps are left to their keys.
  while (width > all && pairs.size() > 1) {
    width -= pair_width(caption_of(pairs.back().first->label)) + gap;
    pairs.pop_back();
  }
  const ImVec2 at = ImGui::GetCursorPos();
  const float first = std::max((all - width) / 2, 0.0f);
  ImVec2 row = at;
  if (narrow) {
    const float speed = std::min(150 * s, all / 2);
    time_words(shown, words, at, all - speed - gap, high);
    speed_controls(shown, words, {at.x + all - speed, at.y}, speed, high);
    row.y += high + 4 * s;
  } else {
    const float side = std::max(std::min(260 * s, first - 2 * gap), 90 * s);
    time_words(shown, words, at, first - gap, high);
    speed_controls(shown, words, {at.x + all - side, at.y}, side, high);
  }
  ImGui::SetCursorPos({at.x + first, row.y});
  if (to_start) {
    const Button& start = words.back.front();
    if (icon_button(start.label, Icon::restart, {.words = start.tip, .size = {high, high}}))
      start.press(shown);
    ImGui::SameLine();
  }
  for (const auto& [back, on] : pairs) {
    pair_of_buttons(shown, *back, *on);
    ImGui::SameLine();
  }
  play_buttons(shown, play);
  ImGui::SameLine();
  const Button& last = words.on.back();
  const bool pressed =
      wide ? push_button("Newest##" + newest_label,
                         {.icon = Icon::newest, .words = last.tip, .size = {newest_width, high}})
           : icon_button(newest_label, Icon::newest, {.words = last.tip, .size = {high, high}});
  if (wide) note_item(newest_label);
  if (pressed) last.press(shown);
  ImGui::SetCursorPos({at.x, row.y + high + 8 * s});
}

// The bar in the window.
struct Bar {
  ImDrawList& list;
  const Palette& palette;
  ImVec2 at, size;
  double from, span;  // shown part of the run, steps
  float scale;

  [[nodiscard]] float x(double step) const {
    return at.x + static_cast<float>((step - from) / span) * size.x;
  }
  [[nodiscard]] double steps_a_point() const { return span / size.x; }
  [[nodiscard]] double step(float x) const {
    return from + static_cast<double>((x - at.x) / size.x) * span;
  }
};

// In a move that ended elsewhere than expected.
void draw_surprise(const Bar& bar, float right) {
  const float s = bar.scale;
  draw_icon(bar.list, Icon::warning, {right - 9 * s, bar.at.y + bar.size.y / 2}, 13 * s,
            im_colour(tokens().surprise));
}

// Calls `draw` for the visible part of each mark.
void for_each_seen(const Bar& bar, const std::vector<TransportWords::Mark>& marks,
                   const std::function<void(const TransportWords::Mark*, float, float)>& draw) {
  const float right = bar.at.x + bar.size.x;
  for (const TransportWords::Mark* mark : distinct_marks(marks, bar.steps_a_point())) {
    const float from = std::max(bar.x(static_cast<double>(mark->begin)), bar.at.x);
    const float to = std::min(bar.x(static_cast<double>(mark->end)), right);
    if (to >= bar.at.x && from <= right) draw(mark, from, to);
  }
}

void draw_marks(const Bar& bar, const std::vector<TransportWords::Mark>& marks, double now) {
  using Kind = TransportWords::Mark::Kind;
  const PanelColours& c = tokens();
  const float s = bar.scale, right = bar.at.x + bar.size.x;
  for_each_seen(bar, marks, [&](const TransportWords::Mark* mark, float from, float to) {
    const bool begun = static_cast<double>(mark->begin) <= now;
    glm::vec3 ground = begun ? c.hover : c.field;
    if (mark->kind == Kind::frozen) ground = glm::mix(ground, c.marble, 0.4f);
    if (mark->kind == Kind::scheme_switch) ground = glm::mix(ground, c.text_3, 0.4f);
    bar.list.AddRectFilled({from, bar.at.y},
                           {std::max(to - 2 * s, from + 1), bar.at.y + bar.size.y},
                           im_colour(ground), 4 * s);
    if (mark->kind == Kind::surprise) draw_surprise(bar, std::max(to - 2 * s, from + 16 * s));
  });
  const float line = ImGui::GetTextLineHeight();
  if (bar.size.y < line) return;  // a track too low for text
  float labelled = -1e9f;
  for (const TransportWords::Mark& mark : marks) {
    const float from = std::max(bar.x(static_cast<double>(mark.begin)), bar.at.x);
    if (bar.x(static_cast<double>(mark.end)) < bar.at.x || from < labelled + 4 * s) continue;
    const float width = ImGui::CalcTextSize(mark.label.c_str()).x;
    if (from + width + 3 * s > right) break;
    const bool begun = static_cast<double>(mark.begin) <= now;
    bar.list.AddText(font_of(Text::strong), line,
                     {from + 7 * s, bar.at.y + (bar.size.y - line) / 2},
                     im_colour(begun ? c.text_1 : c.text_3), mark.label.c_str());
    labelled = from + width;
  }
}

// Draws plans as bars, dropped plans without an end, and moves back as arrows over them.
void draw_plans(const Bar& bar, const std::vector<TransportWords::Mark>& marks) {
  using Kind = TransportWords::Mark::Kind;
  const float s = bar.scale, middle = bar.at.y + bar.size.y / 2;
  const glm::vec3 plan = tokens().expectation;
  for_each_seen(bar, marks, [&](const TransportWords::Mark* mark, float from, float to) {
    const float at = (from + to) / 2;
    if (mark->kind == Kind::way_back && to - from < kRoomForArrow * s) {
      bar.list.AddRectFilled({from, middle}, {to, middle + 3 * s}, im_colour(tokens().text_3));
    } else if (mark->kind == Kind::way_back) {
      draw_arrow(bar.list, {at + 6 * s, middle}, {at - 6 * s, middle}, 5 * s,
                 im_colour(tokens().text_2), 1.5f * s);
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

// Returns the last mark at a step, which covers the others.
const TransportWords::Mark* mark_at(const std::vector<TransportWords::Mark>& marks, double step) {
  const auto found = std::find_if(marks.rbegin(), marks.rend(), [&](const auto& mark) {
    return step >= static_cast<double>(mark.begin) && step < static_cast<double>(mark.end);
  });
  return found == marks.rend() ? nullptr : &*found;
}

// Adds a tooltip about the moment under the mouse and the marks there.
void explain(const Bar& bar, const Shown& shown, const TransportWords& words,
             Thumbnails& pictures) {
  if (!ImGui::IsItemHovered() || ImGui::IsItemActive()) return;
  const double step = bar.step(ImGui::GetIO().MousePos.x);
  const auto* mark = mark_at(words.marks, step);
  if (!mark) return;
  ImGui::BeginTooltip();
  // Draws at most as many different pictures as the bar has points.
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

// The end of one of the equal parts of a move. While the last move is under way it changes seldom.
double picture_step(const Bar& bar, const TransportWords::Mark& mark, int part, int parts,
                    bool last) {
  const double made = static_cast<double>(mark.end - 1 - mark.begin);
  const double step = std::floor(made * (part + 1) / parts);
  const double each =
      last ? std::exp2(std::ceil(std::log2(std::max(16 * bar.steps_a_point(), 1.0)))) : 1;
  return static_cast<double>(mark.begin) + std::max(std::floor(step / each) * each, 0.0);
}

// A picture of that moment that fills a box, whatever its shape.
void draw_moment(const Bar& bar, const TransportWords& words, double step, const PanelBox& box,
                 Thumbnails& pictures) {
  const ImVec2 pixels = ImGui::GetIO().DisplayFramebufferScale;  // in a unit of the display
  const glm::ivec2 size(box.size.y * kPictureShape * pixels.x, box.size.y * pixels.y);
  const auto texture =
      pictures.texture(fmt::format("step {:.1f}", step), size, [&] { return words.picture(step); });
  const float shape = box.size.x / box.size.y, wide = std::min(shape / kPictureShape, 1.0f),
              high = std::min(kPictureShape / shape, 1.0f);
  const float rounding = 5 * bar.scale;
  if (texture == 0) {
    bar.list.AddRectFilled(box.at, box.end(), im_colour(tokens().field), rounding);
    return;
  }
  // OpenGL counts rows from below.
  bar.list.AddImageRounded(reinterpret_cast<ImTextureID>(static_cast<std::uintptr_t>(texture)),
                           box.at, box.end(), {0.5f - wide / 2, 0.5f + high / 2},
                           {0.5f + wide / 2, 0.5f - high / 2}, IM_COL32_WHITE, rounding);
}

// Each over its move, several over a long one, where a move is seen well enough.
void draw_pictures(const Bar& bar, const TransportWords& words, double now, Thumbnails& pictures) {
  const float s = bar.scale, high = std::floor(kPictureHeight * s), gap = 2 * s;
  const float usual = 0.75f * kPictureShape * high;
  int count = 0;
  float drawn = -1e9f;
  for (const TransportWords::Mark& mark : words.marks) {
    const float from = std::max(bar.x(static_cast<double>(mark.begin)), bar.at.x);
    const float to = std::min(bar.x(static_cast<double>(mark.end)), bar.at.x + bar.size.x) - gap;
    const float wide = to - from;
    if (wide < kLeastPicture * s || from < drawn) continue;
    drawn = to;
    const int parts = std::max(static_cast<int>((wide + gap) / (usual + gap)), 1);
    const float each = (wide - gap * static_cast<float>(parts - 1)) / static_cast<float>(parts);
    for (int i = 0; i < parts; ++i) {
      const float x = from + (each + gap) * static_cast<float>(i);
      const PanelBox box{{std::round(x), bar.at.y}, {std::floor(each), high}};
      note_place(fmt::format("picture {}", ++count), box);
      draw_moment(bar, words, picture_step(bar, mark, i, parts, &mark == &words.marks.back()), box,
                  pictures);
    }
    if (now >= static_cast<double>(mark.begin) && now < static_cast<double>(mark.end))
      bar.list.AddRect({std::round(from), bar.at.y}, {to, bar.at.y + high}, im_colour(tokens().now),
                       5 * s, 0, 2 * s);
  }
}

void draw_steps(const Bar& bar, const Shown& shown) {
  bar.list.AddRectFilled(bar.at, {bar.x(shown.position()), bar.at.y + bar.size.y},
                         im_colour(tokens().neutral, 0.6f), 3 * bar.scale);
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

// Handles the wheel, which magnifies the part under the mouse, at least to the whole run.
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

// Returns the section that the view selects. While the run plays, it contains the current moment.
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
  draw_marks(upper, words.marks, shown.position());
  words.two_runs ? draw_marks(lower, words.below, shown.position())
                 : draw_plans(lower, words.below);
}

// What the two tracks show, at their left.
void name_tracks(const Bar& bar, const TransportWords& words) {
  const float s = bar.scale, left = bar.at.x - kNames * s;
  const WithText set(Text::label);
  const auto name = [&](const char* text, float y) {
    bar.list.AddText({left, y - ImGui::GetTextLineHeight() / 2}, im_colour(tokens().text_2), text);
  };
  name(words.two_runs ? "Shown" : "Moves", bar.at.y + kMoveTrack / 2 * s);
  name(words.two_runs ? "Beside" : "Plans", bar.at.y + (kMoveTrack + kBar) / 2 * s + 3 * s);
}

// The present moment.
void draw_playhead(const Bar& bar, float x, float top) {
  const float s = bar.scale, y = bar.at.y - 3 * s, low = bar.at.y + bar.size.y + 3 * s;
  const ImU32 colour = im_colour(tokens().now);
  bar.list.AddRectFilled({x - s, top}, {x + s, low}, colour);
  const ImVec2 flag[] = {{x - 5 * s, y - 5 * s},
                         {x + 5 * s, y - 5 * s},
                         {x + 5 * s, y},
                         {x, y + 6 * s},
                         {x - 5 * s, y}};
  bar.list.AddConvexPolyFilled(flag, 5, colour);
}

void draw_bar(Session& session, const TransportWords& words, Thumbnails& pictures) {
  Shown& shown = session.shown();
  TimelineView& view = session.panels.timeline;
  const float s = session.view.ui_scale;
  const double whole = std::max(static_cast<double>(shown.length()), words.shortest_span);
  const auto [from, span] = stretch(shown, view, whole);
  const bool named = !words.whole_steps && ImGui::GetWindowWidth() >= kNamesFrom * s;
  ImVec2 at = ImGui::GetCursorScreenPos();
  float room = ImGui::GetContentRegionAvail().x;
  if (named) at.x += kNames * s, room -= kNames * s;
  Bar bar{*ImGui::GetWindowDrawList(), session.view.colours(), at, {room, kBar * s}, from, span, s};
  if (words.picture && ImGui::GetContentRegionAvail().y >= (kBar + kPictureHeight) * s) {
    draw_pictures(bar, words, shown.position(), pictures);
    bar.at.y += (kPictureHeight + 8) * s;
  }
  ImGui::SetCursorScreenPos(bar.at);
  const ImVec2 end = bar.at + bar.size;
  bar.list.PushClipRect(bar.at, end, true);
  if (words.whole_steps || words.marks.empty())
    bar.list.AddRectFilled(bar.at, {end.x, bar.at.y + kMoveTrack * s}, im_colour(tokens().field),
                           4 * s);
  draw_tracks(bar, words, shown);
  bar.list.PopClipRect();
  if (named) name_tracks(bar, words);
  scrub(shown, bar, words.whole_steps);
  zoom(bar, view);
  explain(bar, shown, words, pictures);
  draw_playhead(bar, std::clamp(bar.x(shown.position()), bar.at.x, end.x), bar.at.y - 5 * s);
}

}  // namespace

void draw_transport(Session& session, const PanelBox& box, Thumbnails& pictures) {
  const OpenWindow window = begin_fixed("transport", box, true);
  const TransportWords words = session.shown().transport_words();
  controls(session, words);
  draw_bar(session, words, pictures);
}

}  // namespace marblemaze
