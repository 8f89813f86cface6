#include <fmt/format.h>

#include "maze/base/text.h"
#include "render/panels/panels.h"
#include "render/session/run_text.h"

namespace marblemaze {
namespace {

constexpr float kResultHeight = 148, kLevelHeight = 58, kWideLevel = 480;  // points

// Returns the best manual time in this maze, for example ", best 12.3 s", or an empty string.
std::string best_time(const Session& session) {
  const auto best = session.progress.time(time_key(session.run()));
  return best ? fmt::format(", best {:.1f} s", *best) : "";
}

void draw_clock(const Session& session) {
  const auto level = tilt_level_of(session.run());
  const MarbleRun& run = session.run();
  draw_wrapped(fmt::format("{}{:.1f} s{}. {}Bring the marble to the green target.",
                           level ? tilt_levels()[*level].name + ": " : "", run.seconds(),
                           best_time(session),
                           run.ticks() == 0 ? "The clock starts when you do. " : ""));
  draw_dim(
      "Drag the maze, or hold an arrow key or a stick: the top tips in that direction. Drag with "
      "the right button to look around.");
}

struct CardAction {
  const char *label, *action;
  ButtonLook look = {};
};
void draw_actions(Session& session, const std::vector<CardAction>& actions) {
  for (const CardAction& each : actions) {
    if (&each != &actions.front()) ImGui::SameLine();
    action_button(session, each.label, each.action, each.look);
  }
}

void draw_end(Session& session) {
  const RunResultText news = run_result_text(session.run());
  const bool solved = session.run().outcome() == Outcome::solved;
  const bool level = session.level.is_open(), of_levels = level || tilt_level_of(session.run());
  const bool recovers = !level && session.run().can_recover();
  write(news.headline + best_time(session), Text::title,
        solved ? panel_colours().target : panel_colours().text_1);
  ImGui::SameLine(ImGui::GetContentRegionMax().x - points("height", "control"));
  if (button("close card", {.kind = ButtonKind::quiet,
                            .icon = Icon::cross,
                            .icon_only = true,
                            .tooltip = "Close this card",
                            .key = "Esc"}))
    session.run().card_dismissed = true;
  draw_dim(news.detail);
  // The first button is the primary one, so the most likely action comes first.
  const CardAction next{of_levels ? "Next level" : "Next maze", "Next maze"},
      again{"Restart", "Again", {.icon = Icon::restart}},
      share{"Share", "Ten-second loop (MP4 and GIF)", {.icon = Icon::share}};
  std::vector<CardAction> actions;
  if (recovers) actions.push_back({"Recover", "Recover"});
  for (const CardAction& each :
       solved ? std::vector{next, again} : std::vector{again, CardAction{"Why?", "Why"}, next})
    actions.push_back(each);
  actions.push_back(share);
  actions.front().look.kind = ButtonKind::primary;
  draw_actions(session, actions);
}

void draw_stars(int count, float radius) {
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const ImVec2 size{radius * 7.2f, std::max(ImGui::GetFrameHeight(), 2 * radius)};
  draw_stars_at(*ImGui::GetWindowDrawList(), at + size * 0.5f, count, radius);
  ImGui::Dummy(size);
}

void draw_level_state(Session& session, const PanelPlan& plan) {
  const LevelGame& game = session.level;
  const Level* level = session.scored_level();
  const bool wide = plan.card.size.x >= kWideLevel * ui_scale();
  const int made = session.run().moves_made();
  const float gap = 14 * ui_scale();
  ImGui::AlignTextToFramePadding();
  if (wide) write(fmt::format("{}  {}", game.number() + 1, game.level().name));
  if (wide) ImGui::SameLine(0, gap);
  write_dim(level || wide ? moves_in_words(session.run(), level) : pluralize(made, "move"));
  ImGui::SameLine(0, gap);
  level ? draw_stars(game.max_stars(made), 7 * ui_scale())
        : write_dim("Another run: it earns no stars.");
  if (!wide) return;
  ImGui::SameLine(0, gap);
  if (plan.moves.size.x <= 0) draw_hint_button(session), ImGui::SameLine();
  action_button(session, "Levels", "Levels…");
}

std::string stars_text(const Session& session) {
  const LevelGame& game = session.level;
  const LevelResult result = *game.result();
  const std::string words =
      result.stars == kMaxStars ? "No solution has fewer moves."
      : game.hints() > 0
          ? fmt::format("With {}, two stars are the most.", pluralize(game.hints(), "hint"))
      : result.stars == 2
          ? "The fewest moves earn three stars."
          : fmt::format("At most {} earn two stars.", pluralize(game.level().good(), "move"));
  const int best = session.progress.best(game.level()).moves;
  return game.is_record() ? words
                          : fmt::format("{} Your best: {}.", words, pluralize(best, "move"));
}

void draw_level_result(Session& session) {
  const LevelResult result = *session.level.result();
  draw_stars(result.stars, 9 * ui_scale());
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  draw_wrapped(fmt::format("Solved in {}; minimum: {}", pluralize(result.moves, "move"),
                           session.level.level().best()));
  draw_dim(stars_text(session));
  draw_actions(session, {{"Play again", "Again"},
                         {"All levels", "Levels…"},
                         {"Next level", "Next maze"},
                         {"Leave", "Leave the levels"}});
}

// Draws a label near `at`, with a line to it, where the label does not overlap any `taken` box.
// Adds the label's box to `taken`.
void draw_label(std::optional<ImVec2> at, const PanelBox& scene, std::vector<PanelBox>& taken,
                const char* word, std::optional<glm::vec3> dot = {}) {
  const float s = ui_scale();
  if (!at) return;
  const PanelColours& c = panel_colours();
  const ImVec2 size = size_of(Text::label, word) + ImVec2{dot ? 32.0f : 18.0f, 10} * s;
  PanelBox box{{}, size};
  for (const ImVec2 off : {ImVec2{30, -44}, {30, 20}, {-30, -44}, {-30, 20}}) {
    box.at = *at + off * s - ImVec2{off.x < 0 ? size.x : 0, 0};
    box.at.x = std::min(box.at.x, scene.end().x - size.x - 4 * s);
    box.at.y = std::max(box.at.y, scene.at.y);
    if (std::ranges::none_of(taken, [&](const PanelBox& o) { return box.overlaps(o); })) break;
  }
  taken.push_back(box);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  list.AddLine(*at, {box.at.x < at->x ? box.end().x : box.at.x, box.middle().y},
               im_colour(c.text_2), s);
  draw_box(list, box, c.panel, c.border, 6 * s);
  if (dot) list.AddCircleFilled({box.at.x + 13 * s, box.middle().y}, 4 * s, im_colour(*dot), 16);
  draw_text(list, Text::label, box.at + ImVec2{dot ? 23.0f : 9.0f, 5} * s, im_colour(c.text_1),
            word);
  register_box(word, box);
}

// Labels the tips of the turn vectors, and the objects in the scene if `objects` is true.
void label_scene(const Session& session, const PanelBox& scene, bool objects) {
  const std::vector<Frame> frames = session.shown().frames();
  if (frames.size() != 1) return;
  const Frame& frame = frames.front();
  const MazeProjection seen(session, frame.scene, scene);
  std::vector<PanelBox> taken;
  for (int arrow = 1; const auto box = item_box(fmt::format("arrow {}", arrow)); ++arrow)
    taken.push_back(*box);
  const auto label = [&](std::optional<ImVec2> at, const char* word,
                         std::optional<glm::vec3> dot = {}) {
    draw_label(at, scene, taken, word, dot);
  };
  if (objects) {
    label(seen.marble(), "marble", panel_colours().marble);
    label(seen.target(), "target", panel_colours().target);
  }
  if (!session.current_options().turn_vectors || !frame.scheme || !frame.orientation) return;
  if (frame.turned_from) label(seen.top(*frame.scheme, *frame.turned_from), "top before");
  label(seen.top(*frame.scheme, *frame.orientation), frame.turned_from ? "top after" : "top");
}

struct WelcomeButton {
  const char *name, *words;
  Icon icon;
  void (*open)(Session&);
};
constexpr WelcomeButton kWelcomeButtons[] = {
    {"Watch", "An agent plans, meets surprises and replans", Icon::eye,
     [](Session& s) { s.act(&Session::watch_from_welcome); }},
    {"Play", "You tip the cube: no move can be undone", Icon::hand,
     [](Session& s) { s.act(&Session::play_by_hand, true); }},
    {"Learn", "Short lessons, a few minutes each", Icon::book,
     [](Session& s) { s.panels.dialog = Dialog::lessons; }}};

// A large button also shows a description.
void draw_welcome_button(Session& session, const WelcomeButton& button, ImVec2 size) {
  const float s = ui_scale(), side = points("icon", "door");
  const bool first = &button == kWelcomeButtons, large = size.y >= 80 * s;
  const Area of = area(std::string("welcome ") + button.name, size, points("radius", "door"));
  const ImU32 ink = draw_button_ground(of, first ? ButtonKind::primary : ButtonKind::secondary,
                                       points("radius", "door"));
  const PanelColours& c = panel_colours();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const float plate = large ? 50 * s : side + 4 * s, left = of.box.at.x + (large ? 20 : 12) * s;
  const ImVec2 icon{left + plate / 2, of.box.middle().y};
  const float x = left + plate + (large ? 18 : 10) * s;
  const Text set = large ? Text::title : Text::strong;
  const float line = size_of(set, button.name).y, high = large ? line + 24 * s : line;
  if (large) {
    const PanelBox ground = square_around(icon, plate / 2);
    list.AddRectFilled(ground.at, ground.end(),
                       first ? im_colour(c.on_primary, 0.16f) : im_colour(c.hover), 10 * s);
    draw_text(list, Text::body, {x, icon.y - high / 2 + line + 2 * s},
              first ? im_colour(c.on_primary, 0.9f) : im_colour(c.text_2),
              wrap_text(button.words, of.box.end().x - x - 44 * s));
    draw_icon(list, Icon::right, {of.box.end().x - 28 * s, icon.y}, 18 * s, ink);
  }
  draw_icon(list, button.icon, icon, side, ink);
  draw_text(list, set, {x, icon.y - high / 2}, ink, button.name);
  if (!large) tooltip(button.words);
  if (of.pressed) button.open(session);
}

void draw_welcome_links(Session& session) {
  draw_actions(
      session,
      {{"Turn it freely", "Turn freely", {.kind = ButtonKind::quiet, .icon = Icon::turn}},
       {"Levels", "Levels…", {.kind = ButtonKind::quiet, .icon = Icon::star}},
       {"All keys", "Keys and mouse", {.kind = ButtonKind::quiet, .icon = Icon::keyboard}}});
}

void draw_low_welcome(Session& session, const PanelBox& box) {
  const WindowScope window = begin_panel("welcome", box);
  register_box("welcome", box);
  write("Tip the glass cube until the red marble rests in the green target", Text::panel_title);
  const float gap = ImGui::GetStyle().ItemSpacing.x, all = ImGui::GetContentRegionAvail().x;
  for (const WelcomeButton& each : kWelcomeButtons) {
    if (&each != kWelcomeButtons) ImGui::SameLine();
    draw_welcome_button(session, each, {std::floor((all - 2 * gap) / 3), 58 * ui_scale()});
  }
  draw_welcome_links(session);
}

void draw_tall_welcome(Session& session, const PanelBox& box) {
  const WindowScope window = begin_overlay("welcome", box);
  const float s = ui_scale(), wide = ImGui::GetContentRegionAvail().x;
  float& high = *ImGui::GetStateStorage()->GetFloatRef(ImGui::GetID("height"), 610 * s);
  ImGui::SetCursorPosY(ImGui::GetCursorPosY() + std::max((box.size.y - 24 * s - high) / 2, 0.0f));
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * s, 0});
  draw_icon(*ImGui::GetWindowDrawList(), Icon::cube, at + ImVec2{11, 12} * s, 20 * s,
            im_colour(panel_colours().interaction));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 31 * s);
  write("marblemaze", Text::strong, panel_colours().text_2);
  ImGui::Dummy({0, 20 * s});
  write("Tip the glass cube until the\nred marble rests in the\ngreen target.", Text::display);
  ImGui::Dummy({0, 12 * s});
  const std::string words =
      "Moves cannot be undone. Watch an agent solve the maze, or try it yourself.";
  write(wrap_text(words, wide, Text::reading), Text::reading, panel_colours().text_2);
  ImGui::Dummy({0, 24 * s});
  for (const WelcomeButton& each : kWelcomeButtons) {
    draw_welcome_button(session, each, {wide, points("height", "door")});
    ImGui::Dummy({0, 12 * s});
  }
  draw_welcome_links(session);
  ImGui::PopStyleVar();
  high = ImGui::GetItemRectMax().y - at.y;
  register_box("welcome", {{box.at.x, at.y - 12 * s}, {box.size.x, high + 26 * s}});
}

}  // namespace

float card_height(const Session& session) {
  if (!session.panels.show_panels) return 0;
  const bool level = session.level.is_open() && session.shows_marble();
  const bool news = session.shows_result_card() || (level && session.level.result());
  return news || session.user_tilts() ? kResultHeight : level ? kLevelHeight : 0;
}

void draw_card(Session& session, const PanelPlan& plan) {
  const WindowScope window = begin_panel("card", plan.card);
  if (session.user_tilts())
    draw_clock(session);
  else if (session.shows_result_card())
    draw_end(session);
  else if (session.level.is_open() && session.level.result())
    draw_level_result(session);
  else if (session.level.is_open())
    draw_level_state(session, plan);
}

void draw_stars_at(ImDrawList& list, ImVec2 middle, int count, float radius) {
  for (int i = 0; i < kMaxStars; ++i)
    draw_icon(list, Icon::star, {middle.x + static_cast<float>(i - 1) * radius * 2.5f, middle.y},
              2.2f * radius, im_colour(i < count ? panel_colours().path : panel_colours().border));
}

void draw_welcome(Session& session, const PanelPlan& plan) {
  // Objects are labelled until the user has made the first move.
  const bool begins = plan.moves.size.x > 0 && session.run().recording().moves.empty();
  if (session.shows_marble()) label_scene(session, plan.scene, session.shows_welcome() || begins);
  if (!session.shows_welcome()) return;
  plan.welcome.size.y > plan.welcome.size.x ? draw_tall_welcome(session, plan.welcome)
                                            : draw_low_welcome(session, plan.welcome);
}

void draw_lesson(Session& session, const PanelPlan& plan) {
  const LessonTour& lesson = session.lesson;
  if (!lesson.is_open()) return;
  const WindowScope window = begin_panel("lesson", plan.lesson, true);
  draw_highlight(lesson.step().light);
  const float s = ui_scale(), wide = 68 * s, gap = ImGui::GetStyle().ItemSpacing.x;
  const bool last = lesson.number() + 1 == lesson.count();
  const bool closes = draw_head(lesson.lesson().title, "close lesson", "Close the lesson (Esc)");
  const float right =
      ImGui::GetContentRegionMax().x - points("height", "control") - 2 * (wide + gap);
  const std::string count = fmt::format("{} of {}", lesson.number() + 1, lesson.count());
  ImGui::SameLine(std::max(right - size_of(Text::body, count).x - gap, 0.0f));
  write_dim(count);
  ImGui::SameLine(right);
  action_button(session, "lesson back", "Lesson back",
                {.kind = ButtonKind::quiet, .text = "Back", .size = {wide, 0}});
  ImGui::SameLine();
  action_button(session, "lesson next", "Lesson forward",
                {.kind = ButtonKind::primary, .text = last ? "Done" : "Next", .size = {wide, 0}});
  if (closes) session.act(&Session::close_lesson);
  ImGui::Separator();
  ImGui::BeginChild("lesson text");
  draw_wrapped(lesson.step().text);
  ImGui::EndChild();
}

}  // namespace marblemaze
