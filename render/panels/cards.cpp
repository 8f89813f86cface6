#include <optional>

#include <fmt/format.h>

#include "render/panels/actions.h"
#include "render/panels/panels.h"
#include "render/scene/draw_lists.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr float kNewsHeight = 148, kLevelHeight = 58;  // points

// Returns the best time by hand in this maze, for example ", best 12.3 s"; empty before the first.
std::string best_time(const Session& session) {
  const auto best = session.progress().time(time_key(session.run()));
  return best ? fmt::format(", best {:.1f} s", *best) : "";
}

// Draws the clock and a short instruction while a person turns the maze.
void draw_clock(const Session& session, const PanelBox& box) {
  const OpenWindow window = begin_fixed("card", box);
  const auto level = free_level_of(session.run());
  const MarbleRun& run = session.run();
  draw_wrapped(fmt::format("{}{:.1f} s{}. {} the marble to the green target.",
                           level ? free_levels()[*level].name + ": " : "", run.seconds(),
                           best_time(session),
                           run.ticks() == 0 ? "The clock waits: bring" : "Bring"));
  draw_dim(
      "Drag, or hold an arrow key or a stick: the top tips that way. Drag with the right button to "
      "look around.");
}

// A button for one of the actions, drawn as a button of that kind.
void offer(Session& session, const char* label, const char* action, ButtonLook look) {
  const Action& chosen = action_named(action);
  look.words = chosen.meaning;
  look.key = chosen.keys;
  if (chosen.why_not) look.why_not = chosen.why_not(session);
  if (push_button(label, look)) perform(session, chosen);
  ImGui::SameLine();
}

// What can be done after the end of the run.
void end_buttons(Session& session) {
  const bool level = session.level().open();
  const bool recovers = !level && session.run().can_recover();
  const bool of_levels = level || free_level_of(session.run());
  const bool solved = session.run().outcome() == Outcome::solved;
  const ButtonKind next = solved ? ButtonKind::primary : ButtonKind::secondary;
  if (recovers) offer(session, "Recover", "Recover", {.kind = ButtonKind::primary});
  if (solved) offer(session, of_levels ? "Next level" : "Next maze", "Next maze", {.kind = next});
  offer(session, "Restart", "Again",
        {.kind = solved || recovers ? ButtonKind::secondary : ButtonKind::primary,
         .icon = Icon::restart});
  if (!solved) {
    if (push_button("Why?", {.words = "The agent's reasons"}))
      session.panels.mind_fold = Fold::open, session.panels.tab = "Why";
    ImGui::SameLine();
    offer(session, of_levels ? "Next level" : "Next maze", "Next maze", {.kind = next});
  }
  offer(session, "Share", "Loop of ten seconds (mp4 and gif)", {.icon = Icon::share});
  ImGui::NewLine();
}

/// Labels of objects in the scene, each with a line to its object.
class Labels {
 public:
  explicit Labels(const Session& session, const PanelBox& scene)
      : session_(session), scene_(scene) {}

  /// Above its point or, where another word stands there, below.
  void draw(glm::vec3 point, float reach, const char* word, std::optional<glm::vec3> dot = {}) {
    const float s = session_.view.ui_scale;
    const auto at = seen_at(session_.view.camera, scene_, point, reach);
    if (!at) return;
    const WithText set(Text::label);
    const PanelColours& c = tokens();
    const ImVec2 size = ImGui::CalcTextSize(word) + ImVec2{dot ? 32.0f : 18.0f, 10} * s;
    PanelBox box{{at->x + 30 * s, std::max(at->y - 44 * s, scene_.at.y)}, size};
    box.at.x = std::min(box.at.x, scene_.end().x - size.x - 4 * s);
    const bool below =
        std::ranges::any_of(drawn_, [&](const PanelBox& other) { return box.overlaps(other); });
    if (below) box.at.y = at->y + 20 * s;
    drawn_.push_back(box);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddLine(*at, {box.at.x, box.middle().y}, im_colour(c.text_2), s);
    list.AddRectFilled(box.at, box.end(), im_colour(c.panel), 6 * s);
    list.AddRect(box.at, box.end(), im_colour(c.border), 6 * s, 0, s);
    if (dot) list.AddCircleFilled({box.at.x + 13 * s, box.middle().y}, 4 * s, im_colour(*dot), 16);
    list.AddText({box.at.x + (dot ? 23 : 9) * s, box.at.y + 5 * s}, im_colour(c.text_1), word);
    note_place(word, box);
  }

 private:
  const Session& session_;
  const PanelBox& scene_;
  std::vector<PanelBox> drawn_;
};

void label_scene(const Session& session, Labels& labels) {
  const std::vector<Frame> frames = session.shown().frames();
  if (frames.size() != 1) return;
  const Scene& scene = frames.front().scene;
  const MazePlacement placement(scene, session.view.look);
  const Grid& grid = scene.maze->grid();
  const glm::vec3 target =
      placement.to_world(glm::vec3(grid.position(scene.maze->target())) + 0.5f);
  labels.draw(placement.marble(), placement.reach() * 1.6f, "marble", tokens().marble);
  labels.draw(target, placement.reach() * 1.6f, "target", tokens().target);
}

// Labels the ends of the green and the red arrow of a move.
void label_turn(const Session& session, Labels& labels) {
  const ViewOptions look = session.look_now();
  const std::vector<Frame> frames = session.shown().frames();
  if (!look.turn_vectors || frames.size() != 1) return;
  const Frame& frame = frames.front();
  if (!frame.scheme || !frame.orientation) return;
  const MazePlacement placement(frame.scene, look);
  const auto label = [&](OrientationId top, const char* words) {
    const glm::vec3 point =
        orientation_point(frame.scheme->up(top), frame.scene.maze->grid().dims());
    labels.draw(placement.rotation() * point, placement.reach() * 1.6f, words);
  };
  if (!frame.turned_from) return label(*frame.orientation, "top");
  label(*frame.turned_from, "top before");
  label(*frame.orientation, "top after");
}

struct Door {
  const char *name, *words;
  Icon icon;
  void (*open)(Session&);
};
constexpr Door kDoors[] = {{"Watch", "An agent plans, is surprised and plans again", Icon::eye,
                            [](Session& s) { s.act(&Session::watch_from_doors); }},
                           {"Play", "You tip the cube yourself: nothing can be undone", Icon::hand,
                            [](Session& s) { s.act(&Session::play_by_hand, true); }},
                           {"Learn", "Short lessons, a few minutes each", Icon::book,
                            [](Session& s) { s.panels.show_lessons = true; }}};

void draw_door(Session& session, const Door& door, ImVec2 size, bool first) {
  const float s = ui_scale(), side = design_size("icon", "door") * s;
  const bool pressed =
      noted(std::string("door ") + door.name,
            ImGui::InvisibleButton((std::string("door ") + door.name).c_str(), size));
  const ImVec2 at = ImGui::GetItemRectMin(), end = ImGui::GetItemRectMax();
  const ImU32 ink = draw_button_ground(first ? ButtonKind::primary : ButtonKind::secondary,
                                       design_size("radius", "door") * s);
  const PanelColours& c = tokens();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRect(at, end, true);
  const bool large = size.y >= 80 * s;
  const float plate = large ? 50 * s : side + 4 * s, left = at.x + (large ? 20 : 12) * s;
  const float middle = at.y + size.y / 2;
  if (large)
    list.AddRectFilled({left, middle - plate / 2}, {left + plate, middle + plate / 2},
                       first ? im_colour(c.on_primary, 0.16f) : im_colour(c.hover), 10 * s);
  draw_icon(list, door.icon, {left + plate / 2, middle}, side, ink);
  const float x = left + plate + (large ? 18 : 10) * s;
  ImGui::PushFont(font_of(large ? Text::title : Text::strong));
  const float line = ImGui::GetFontSize();
  const std::string words = in_lines(door.words, end.x - x - 44 * s);
  const float high = large ? line + 24 * s : line;
  list.AddText({x, middle - high / 2}, ink, door.name);
  ImGui::PopFont();
  if (large) {
    list.AddText({x, middle - high / 2 + line + 2 * s},
                 first ? im_colour(c.on_primary, 0.9f) : im_colour(c.text_2), words.c_str());
    draw_icon(list, Icon::right, {end.x - 28 * s, middle}, 18 * s, ink);
  }
  list.PopClipRect();
  if (!large) tip(door.words);
  if (pressed) door.open(session);
}

void draw_welcome_links(Session& session) {
  const auto link = [&](const char* label, const char* action, Icon icon) {
    const Action& chosen = action_named(action);
    if (push_button(label, {.kind = ButtonKind::quiet, .icon = icon, .key = chosen.keys}))
      perform(session, chosen);
  };
  link("Turn it freely", "Turn freely", Icon::turn);
  ImGui::SameLine();
  link("Levels", "Levels ...", Icon::star);
  ImGui::SameLine();
  link("All keys", "Keys and mouse", Icon::keyboard);
}

// Below the maze.
void draw_low_welcome(Session& session, const PanelBox& box) {
  const OpenWindow window = begin_fixed("welcome", box);
  note_place("welcome", box);
  draw_title("Tip the glass cube until the red marble rests in the green target");
  const float gap = ImGui::GetStyle().ItemSpacing.x, all = ImGui::GetContentRegionAvail().x;
  const ImVec2 size{std::floor((all - 2 * gap) / 3), 58 * ui_scale()};
  for (const Door& door : kDoors) {
    if (&door != kDoors) ImGui::SameLine();
    draw_door(session, door, size, &door == kDoors);
  }
  draw_welcome_links(session);
}

// Beside the maze, as high as what it holds.
void draw_tall_welcome(Session& session, const PanelBox& box) {
  const OpenWindow window = begin_stage("welcome", box);
  const float s = ui_scale(), wide = ImGui::GetContentRegionAvail().x;
  const std::string goal = "Tip the glass cube until the\nred marble rests in the\ngreen target.";
  const float door = design_size("height", "door") * s, gap = 12 * s;
  const float high = 24 * s + 20 * s + 3 * 42 * s + 12 * s + 48 * s + 24 * s + 3 * (door + gap) +
                     design_size("height", "control") * s;
  const float top = ImGui::GetCursorPosY() + std::max((box.size.y - 24 * s - high) / 2, 0.0f);
  const ImVec2 from{box.at.x, box.at.y + top - 12 * s};
  ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {8 * s, 0});
  ImGui::SetCursorPosY(top);
  const ImVec2 at = ImGui::GetCursorScreenPos();
  draw_icon(*ImGui::GetWindowDrawList(), Icon::cube, at + ImVec2{11, 12} * s, 20 * s,
            im_colour(tokens().interaction));
  ImGui::SetCursorPosX(ImGui::GetCursorPosX() + 31 * s);
  {
    const WithText set(Text::strong);
    ImGui::TextColored(ImGui::ColorConvertU32ToFloat4(im_colour(tokens().text_2)), "marblemaze");
  }
  ImGui::Dummy({0, 20 * s});
  {
    const WithText set(Text::display);
    ImGui::TextUnformatted(goal.c_str());
  }
  ImGui::Dummy({0, 12 * s});
  {
    const WithText set(Text::reading);
    draw_coloured(
        im_colour(tokens().text_2),
        "No move can be taken back. Watch an agent think it through, or try it yourself.");
  }
  ImGui::Dummy({0, 24 * s});
  for (const Door& each : kDoors) {
    draw_door(session, each, {wide, door}, &each == kDoors);
    ImGui::Dummy({0, gap});
  }
  draw_welcome_links(session);
  ImGui::PopStyleVar();
  const float below = ImGui::GetItemRectMax().y + 14 * s;
  note_place("welcome", {from, {box.size.x, below - from.y}});
}

}  // namespace

float card_height(const Session& session) {
  if (!session.panels.show_panels) return 0;
  const bool level = session.level().open() && session.shows_marble();
  const bool news = session.shows_end() || (level && session.level().result());
  return news || session.steers() ? kNewsHeight : level ? kLevelHeight : 0;
}

void draw_end(Session& session, const PanelBox& box) {
  if (session.steers()) return draw_clock(session, box);
  if (!session.shows_end()) return;
  const OpenWindow window = begin_fixed("card", box);
  const RunNews news = news_of(session.run());
  const bool solved = session.run().outcome() == Outcome::solved;
  const float side = design_size("height", "control") * ui_scale();
  {
    const WithText set(Text::title);
    ImGui::PushStyleColor(ImGuiCol_Text, im_colour(solved ? tokens().target : tokens().text_1));
    ImGui::TextUnformatted((news.headline + best_time(session)).c_str());
    ImGui::PopStyleColor();
  }
  ImGui::SameLine(ImGui::GetContentRegionMax().x - side);
  if (icon_button("close card", Icon::cross,
                  {.kind = ButtonKind::quiet, .words = "Put this away", .key = "Esc"}))
    session.drop_end();
  draw_dim(news.detail);
  end_buttons(session);
}

std::optional<ImVec2> seen_at(const Camera& camera, const PanelBox& box, glm::vec3 point,
                              float reach) {
  const float aspect = box.size.x / box.size.y;
  const glm::vec4 clip = camera.projection(aspect, reach) * camera.view() * glm::vec4(point, 1);
  if (clip.w <= 0) return std::nullopt;
  const glm::vec2 unit(clip.x / clip.w * 0.5f + 0.5f, 0.5f - clip.y / clip.w * 0.5f);
  return box.at + ImVec2{unit.x * box.size.x, unit.y * box.size.y};
}

void draw_welcome(Session& session, const PanelPlan& plan) {
  Labels labels(session, plan.scene);
  if (session.shows_marble()) label_turn(session, labels);
  // Labels are shown behind the welcome panel, and until a person has chosen one of the offered
  // moves.
  const bool begins = plan.moves.size.x > 0 && session.run().recording().moves.empty();
  if (session.shows_welcome() || begins) label_scene(session, labels);
  if (!session.shows_welcome()) return;
  plan.welcome.size.y > plan.welcome.size.x ? draw_tall_welcome(session, plan.welcome)
                                            : draw_low_welcome(session, plan.welcome);
}

void draw_fold_buttons(Session& session, const PanelPlan& plan) {
  const float s = session.view.ui_scale;
  // The card must not cover a lesson.
  const float top = std::max(plan.menu.size.y, plan.lesson.at.y + plan.lesson.size.y) + 8 * s;
  const auto unfold = [&](const char* name, const PanelBox& box, Fold& fold, float x, float pivot) {
    if (box.size.x > 0) return;
    const OpenWindow window = begin_plate(name, {x, top}, {pivot, 0});
    if (button(name)) fold = Fold::open;
  };
  unfold("Maze and agent", plan.setup, session.panels.setup_fold, plan.timeline.at.x, 0);
  unfold("Mind", plan.mind, session.panels.mind_fold, plan.timeline.at.x + plan.timeline.size.x, 1);
}

}  // namespace marblemaze
