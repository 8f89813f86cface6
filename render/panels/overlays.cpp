#include <regex>

#include <fmt/format.h>

#include "engine/version.h"
#include "maze/base/text.h"
#include "render/gl/viewer_files.h"
#include "render/panels/actions.h"
#include "render/panels/panels.h"
#include "render/scene/draw_lists.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

void draw_message(Session& session, const PanelPlan& plan) {
  if (!session.message_shown() || session.files.asks)
    return;  // the file dialog shows the message itself
  const float s = session.view.ui_scale;
  const ImVec2 middle{plan.scene.middle().x, plan.scene.end().y - 12 * s};
  const OpenWindow window = begin_plate("message", middle, {0.5f, 1.0f}, ImGuiWindowFlags_NoNav);
  draw_wrapped(session.message(), std::min(plan.scene.size.x - 40 * s, 560 * s));
  if (ImGui::IsWindowHovered() && ImGui::IsMouseClicked(0)) session.drop_message();
}

// Draws the player and the progress over each of two mazes.
void draw_names(const Session& session, const PanelPlan& plan) {
  if (!session.shows_marble() || !session.marble().beside) return;
  const float s = session.view.ui_scale, part = plan.scene.size.x / 2;
  float right = plan.scene.at.x - 12 * s;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const MarbleRun* each : session.marble().runs()) {
    const MarbleRun& run = *each;
    const long tick = run.tick();
    const auto move = run.recording().move_at(tick);
    const bool over = run.outcome() != Outcome::running && tick >= run.ticks() - 1;
    const std::string first = run.spec().player.agent;
    const std::string second =
        fmt::format("{} orientations, move {}{}", run.control_at(tick),
                    move ? run.note(*move).counters.moves : 0,
                    over ? fmt::format(", {}", outcome_name(run.outcome())) : "");
    right += part;
    float y = plan.scene.at.y + plan.scene.size.y - 44 * s;
    for (const std::string& line : {first, second}) {
      list.AddText({right - ImGui::CalcTextSize(line.c_str()).x, y}, ink(session.view.colours()),
                   line.c_str());
      y += 18 * s;
    }
  }
}

/// A line of the image and its entry in the legend.
struct LegendRow {
  std::string words;
  ImU32 colour;
  bool dashed = false;
};

std::vector<LegendRow> legend_of(const Session& session, const MarbleRun& run) {
  const ViewOptions look = session.look_now();
  const Palette& palette = session.view.colours();
  const MoveNote* note = run.note_under_way(run.tick());
  const bool preview = run.preview && run.chooses_in();
  std::vector<LegendRow> rows;
  if (look.predicted_path && !preview && note && !note->predicted_path.empty())
    rows.push_back(
        {"where the agent expects the marble", im_colour(glm::vec3(palette.predicted)), true});
  if (preview || (look.guessed_path && note && !note->guessed_path.empty()))
    rows.push_back({"path predictor's guess", ink(palette), true});
  if (look.theoretical_path)
    rows.push_back(
        {path_words(run),
         im_colour(look.style == Style::glass ? palette.studio.path : glm::vec3(palette.path))});
  return rows;
}

constexpr float kSide = 120, kLeastInsetScene = 300;  // points

/// The maze in its current attitude, and the camera.
struct Sight {
  MazePlacement placement;
  const Maze& maze;
  Camera camera;
  PanelBox box;  ///< box in which it is seen

  /// Returns the position of a point; nothing behind the camera. `corner` is in units of cells.
  [[nodiscard]] std::optional<ImVec2> operator()(glm::vec3 world) const {
    return seen_at(camera, box, world, placement.reach() * 1.6f);
  }
  /// Returns the edges of the maze whose ends both have a position in the image.
  [[nodiscard]] std::vector<std::array<std::optional<ImVec2>, 2>> edges() const {
    std::vector<std::array<std::optional<ImVec2>, 2>> seen;
    for (const auto& [from, to] : box_edges(glm::vec3(0), glm::vec3(maze.grid().dims())))
      seen.push_back({(*this)(placement.to_world(from)), (*this)(placement.to_world(to))});
    return seen;
  }
  [[nodiscard]] bool sees_whole_maze() const {
    return std::ranges::all_of(edges(), [this](const auto& edge) {
      return edge[0] && edge[1] && box.holds(*edge[0]) && box.holds(*edge[1]);
    });
  }
};

Camera from_afar(const Camera& camera, float reach) {
  Camera far = camera;
  far.target = glm::vec3(0);
  far.distance = distance_to_see(reach, camera.field_of_view_rad, 1);
  return far;
}

void draw_box(ImDrawList& list, const Sight& sight, ImU32 colour, float thick) {
  for (const auto& [from, to] : sight.edges())
    if (from && to) list.AddLine(*from, *to, colour, thick);
}

// Draws the part that the image shows, at the distance of the camera's centre.
void draw_part(ImDrawList& list, const Sight& whole, const Sight& picture, ImU32 colour) {
  const auto middle = whole(picture.camera.target);
  if (!middle) return;
  const float high = whole.box.size.y * picture.camera.distance / whole.camera.distance;
  const ImVec2 half{high / 2 * picture.box.size.x / picture.box.size.y, high / 2};
  list.AddRect(*middle - half, *middle + half, colour);
}

template <class Choice, std::size_t N>
void choice(const char* label, Choice& value, const char* const (&names)[N], float width) {
  int index = static_cast<int>(value);
  ImGui::SetNextItemWidth(width);
  if (noted(label, ImGui::Combo(label, &index, names, static_cast<int>(N))))
    value = static_cast<Choice>(index);
}

void styles(ViewOptions& look, float width) {
  choice("style", look.style, {"glass", "thesis", "collision mesh"}, width);
  choice("edges", look.edges, {"selective", "all", "none"}, width);
  choice("walls", look.wall_colour, {"plain", "visited", "by axis"}, width);
  choice("fixed", look.frame, {"the world", "the maze"}, width);
}

void switches(Session& session) {
  View& view = session.view;
  if (!ImGui::BeginTable("switches", 1)) return;
  for (const ViewSwitch& s : kViewSwitches) {
    if (*s.label == '\0') continue;
    ImGui::TableNextColumn();
    const bool path = s.on == &ViewOptions::theoretical_path;
    checkbox(s.label, &(view.look.*(path ? session.path_switch() : s.on)));
  }
  ImGui::EndTable();
  checkbox("Path predictor's guess", &view.look.guessed_path);
  tip("Where the path predictor guesses that this move ends, whether or not the agent asks it");
}

void slices(Session& session, float width) {
  const glm::ivec3 dims = session.run().maze().grid().dims();
  ViewOptions& look = session.view.look;
  if (slider("explode", &look.explode, 0.0f, 2.0f, "explode %.1f")) session.view.reset_camera();
  slider("glass", &look.opacity, 0.0f, 3.0f, "glass %.1f");
  const char* const names[] = {"x layers", "y layers", "z layers"};
  for (int axis = 0; axis < 3; ++axis) {
    if (dims[axis] == 1) continue;
    int first = look.slice_from[axis] + 1, last = std::min(look.slice_to[axis], dims[axis]);
    ImGui::SetNextItemWidth(width);
    if (!ImGui::DragIntRange2(names[axis], &first, &last, 0.05f, 1, dims[axis], "%d", "to %d",
                              ImGuiSliderFlags_AlwaysClamp))
      continue;
    look.slice_from[axis] = first - 1;
    look.slice_to[axis] = last;
  }
  if (look.style != Style::collision_mesh) return;
  slider("thickness", &look.mesh_thickness, 0.02f, 0.4f, "thickness %.2f");
}

void camera(Session& session) {
  action_button(session, "Reset", "Reset camera");
  ImGui::SameLine();
  action_button(session, "Fit", "Fit the whole maze");
  for (const auto& [label, name] :
       {std::pair{"X", "Along x"}, {"Y", "Along y"}, {"Z", "Along z"}}) {
    ImGui::SameLine();
    action_button(session, label, name);
  }
  checkbox("follow the marble", &session.view.follow_marble);
  checkbox("reduced motion", &session.view.reduced_motion);
}

}  // namespace

// Draws the legend next to the small axes in the lower left corner, or above them if each of two
// mazes has its own axes.
void draw_scene_legend(const Session& session, const PanelPlan& plan) {
  if (!session.shows_marble() || !session.panels.show_panels || session.shows_welcome()) return;
  constexpr float kCompass = 0.19f;  // fraction of the scene's height
  const std::vector<const MarbleRun*> runs = session.marble().runs();
  const float s = session.view.ui_scale, part = plan.scene.size.x / static_cast<float>(runs.size());
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (std::size_t i = 0; i < runs.size(); ++i) {
    const float compass = kCompass * plan.scene.size.y;
    const bool beside = runs.size() == 1;
    ImVec2 at{plan.scene.at.x + part * static_cast<float>(i) + (beside ? compass : 12 * s),
              plan.scene.end().y - (beside ? 12 * s : compass)};
    for (const LegendRow& row : legend_of(session, *runs[i])) {
      const std::string text = in_lines(row.words, part - 44 * s - (beside ? compass : 12 * s));
      const ImVec2 size = ImGui::CalcTextSize(text.c_str());
      at.y -= size.y + 3 * s;
      if (at.y < plan.scene.middle().y) break;
      const float y = at.y + ImGui::GetTextLineHeight() / 2;
      for (const float from : {0.0f, 9.0f, 18.0f})
        list.AddLine({at.x + from * s, y}, {at.x + (from + (row.dashed ? 5 : 9)) * s, y},
                     row.colour, 3 * s);
      list.AddText({at.x + 34 * s, at.y}, ink(session.view.colours()), text.c_str());
      note_place(row.words, {at, {34 * s + size.x, size.y}});
    }
  }
}

void draw_overlays(Session& session, const PanelPlan& plan) {
  draw_names(session, plan);
  draw_lesson(session, plan);
  draw_levels(session, plan);
  if (session.panels.show_lessons) draw_lessons(session);
  draw_files(session, plan);
  draw_message(session, plan);
}

void draw_quit(Session& session) {
  PanelState& panels = session.panels;
  const std::vector<std::string> lost = session.lost_at_quit();
  if (lost.empty()) return void(panels.asks_to_quit = false);  // everything has been saved by now
  const OpenWindow window = begin_centred("quit", 0.96f, 1);
  draw_title("Quit?");
  for (const std::string& words : lost)
    draw_wrapped(words, std::min(420 * session.view.ui_scale, 0.8f * ImGui::GetIO().DisplaySize.x));
  ImGui::Spacing();
  if (button("Stay")) panels.asks_to_quit = false;
  ImGui::SameLine();
  const bool unsaved = lost.size() > (session.files.exporting ? 1 : 0);
  if (unsaved && button("Save the run ...")) panels.asks_to_quit = false, session.files.asks = true;
  if (unsaved) ImGui::SameLine();
  if (button("Quit")) session.ask_to_quit();
  tip("Ctrl+Q once more");
}

void draw_help() {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const OpenWindow window = begin_centred("help", 0.96f, 0.98f);
  const float unit = ImGui::GetFontSize();
  const int columns = display.x > 62 * unit ? 4 : 2;
  ImGui::PushTextWrapPos(std::min(display.x * 0.9f, 58 * unit));
  ImGui::TextUnformatted(
      "Mouse: drag to turn the view, right drag to move it, wheel to come nearer. Where you turn "
      "a maze freely: drag to tip it, right drag to turn the view, middle drag to move it. Drop "
      "a maze file to open it.");
  ImGui::PopTextWrapPos();
  ImGui::Separator();
  if (ImGui::BeginTable("keys", columns, ImGuiTableFlags_SizingFixedFit)) {
    for (const Action& action : actions()) {
      if (*action.keys == '\0') continue;
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(action.keys);
      ImGui::TableNextColumn();
      ImGui::TextDisabled("%s   ", action.meaning);
    }
    ImGui::EndTable();
  }
}

void draw_about(Session& session) {
  const OpenWindow window = begin_centred("about", 0.96f, 1);
  draw_title(fmt::format("marblemaze {}", program_version()).c_str());
  draw_wrapped(
      "A marble in a glass maze, and agents that solve it. After Dana Cremer, The Application of "
      "Artificial Intelligence to Solve a Physical Puzzle, Indiana University South Bend, 2007.",
      30 * ImGui::GetFontSize());
  draw_dim(fmt::format("Built with {}. The command marblemaze --licences prints all licences.",
                       build_id()));
  if (button("Close about")) session.panels.show_about = false;
}

namespace {

struct Term {
  std::string name, meaning;
};

// The items "- **Term**: meaning", which go on in lines that are set in.
std::vector<Term> terms() {
  std::vector<Term> found;
  for (std::string line : parts_of(std::string(viewer_file("glossary.md")), '\n')) {
    std::erase_if(line, [](char c) { return c == '`' || c == '*'; });
    const std::size_t colon = line.find(": ");
    if (line.starts_with("- ") && colon != std::string::npos)
      found.push_back({line.substr(2, colon - 2), line.substr(colon + 2)});
    else if (line.starts_with("  ") && !found.empty())
      found.back().meaning += line.substr(1);
  }
  // Links, of which the words stay.
  static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
  for (Term& term : found) term.meaning = std::regex_replace(term.meaning, link, "$1");
  return found;
}

}  // namespace

void draw_glossary(Session& session) {
  static const std::vector<Term> all = terms();
  const OpenWindow window = begin_centred("glossary", 0.96f, 1);
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const float unit = ImGui::GetFontSize();
  draw_title("Glossary");
  ImGui::BeginChild("terms", {std::min(44 * unit, 0.85f * display.x), 0.6f * display.y});
  for (const Term& term : all) {
    {
      const WithText set(Text::strong);
      ImGui::TextUnformatted(term.name.c_str());
    }
    draw_dim(term.meaning);
  }
  ImGui::EndChild();
  if (button("Close glossary")) session.panels.show_glossary = false;
}

void draw_inset(Session& session, const PanelPlan& plan) {
  const std::vector<Frame> frames = session.shown().frames();
  const float s = session.view.ui_scale;
  if (frames.size() != 1 || session.lesson().open()) return;
  if (std::min(plan.scene.size.x, plan.scene.size.y) < kLeastInsetScene * s) return;
  const Frame& frame = frames.front();
  const Sight picture{MazePlacement(frame.scene, session.view.look), *frame.scene.maze,
                      session.view.camera, plan.scene};
  if (picture.sees_whole_maze()) return;
  const OpenWindow window =
      begin_plate("inset", plan.scene.end() - ImVec2{8, 8} * s, {1, 1}, ImGuiWindowFlags_NoNav);
  const PanelBox box{ImGui::GetCursorScreenPos(), {kSide * s, kSide * s}};
  ImGui::Dummy(box.size);
  note_place("whole maze", box);
  const Sight whole{picture.placement, picture.maze,
                    from_afar(session.view.camera, 1.15f * picture.placement.reach()), box};
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const Palette& palette = session.view.colours();
  list.PushClipRect(box.at, box.end(), true);
  draw_box(list, whole, ink(palette, 0.55f), s);
  draw_part(list, whole, picture, ink(palette, 0.9f));
  const Grid& grid = picture.maze.grid();
  const glm::vec3 target(grid.position(picture.maze.target()));
  if (const auto at = whole(picture.placement.to_world(target + 0.5f)))
    list.AddCircle(*at, 5 * s, im_colour(palette.goal), 0, 2 * s);
  if (const auto at = whole(picture.placement.marble())) {
    list.AddCircleFilled(*at, 4 * s, im_colour(palette.marble));
    note_place("marble in the whole maze", around(*at, 4 * s));
  }
  list.PopClipRect();
  action_button(session, "Fit", "Fit the whole maze", box.size.x);
}

void draw_picture_options(Session& session) {
  View& view = session.view;
  const float width = ImGui::GetContentRegionAvail().x - 76 * view.ui_scale;
  if (begin_section("Show", true)) styles(view.look, width), switches(session);
  if (begin_section("Camera", false)) camera(session);
  if (begin_section("Slices", false)) slices(session, width);
}

}  // namespace marblemaze
