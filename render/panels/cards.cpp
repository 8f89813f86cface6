#include <fmt/format.h>

#include "render/panels/actions.h"
#include "render/panels/panels.h"
#include "render/scene/draw_lists.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr float kNewsHeight = 92, kLevelHeight = 42;  // points

// ", best 12.3 s", by hand in this maze; empty before the first.
std::string best_time(const Session& session) {
  const auto best = session.progress().time(time_key(session.run()));
  return best ? fmt::format(", best {:.1f} s", *best) : "";
}

// While a person turns the maze: the clock, and how it is done.
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

// What can be done after the end of the run.
void end_buttons(Session& session) {
  const bool level = session.level().open();
  if (!level && session.run().can_recover()) {
    action_button(session, "Recover", "Recover");
    ImGui::SameLine();
  }
  action_button(session, "Restart", "Again");
  ImGui::SameLine();
  if (session.run().outcome() != Outcome::solved) {
    if (button("Why?")) session.panels.mind_fold = Fold::open, session.panels.show_why = true;
    ImGui::SameLine();
  }
  const bool of_levels = level || free_level_of(session.run());
  action_button(session, of_levels ? "Next level" : "Next maze", "Next maze");
  ImGui::SameLine();
  action_button(session, "Share", "Loop of ten seconds (mp4 and gif)");
  ImGui::SameLine();
  if (button("x##card")) session.drop_end();
  tip("Put this away (Esc)");
}

/// Words beside things of the scene, each with a line to its thing.
class Labels {
 public:
  explicit Labels(const Session& session, const PanelBox& scene)
      : session_(session), scene_(scene) {}

  /// Above its point or, where another word stands there, below.
  void draw(glm::vec3 point, float reach, const char* word) {
    const float s = session_.view.ui_scale;
    const auto at = seen_at(session_.view.camera, scene_, point, reach);
    if (!at) return;
    const ImVec2 size = ImGui::CalcTextSize(word) + ImVec2{12, 6} * s;
    PanelBox box{{at->x + 26 * s, std::max(at->y - 40 * s, scene_.at.y)}, size};
    const bool below =
        std::ranges::any_of(drawn_, [&](const PanelBox& other) { return box.overlaps(other); });
    if (below) box.at.y = at->y + 18 * s;
    drawn_.push_back(box);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddLine(*at, {box.at.x, below ? box.at.y : box.end().y},
                 ink(session_.view.colours(), 0.7f), 1.5f * s);
    list.AddRectFilled(box.at, box.end(), ImGui::GetColorU32(ImGuiCol_PopupBg), 5 * s);
    list.AddText(box.at + ImVec2{6, 3} * s, ImGui::GetColorU32(ImGuiCol_Text), word);
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
  labels.draw(placement.marble(), placement.reach() * 1.6f, "marble");
  labels.draw(target, placement.reach() * 1.6f, "target");
}

// What the green and the red arrow of a move point to.
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
  const ImU32 bad = ImGui::GetColorU32(ImGuiCol_PlotHistogram);
  draw_coloured(solved ? im_colour(session.view.colours().goal) : bad,
                news.headline + best_time(session));
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
  // At the doors, and as long as a person has chosen none of the moves that are offered.
  const bool begins = plan.moves.size.x > 0 && session.run().recording().moves.empty();
  if (session.shows_welcome() || begins) label_scene(session, labels);
  if (!session.shows_welcome()) return;
  const OpenWindow window = begin_fixed("welcome", plan.welcome);
  note_place("welcome", plan.welcome);
  draw_title("Bring the red marble to the green target");
  const float gap = ImGui::GetStyle().ItemSpacing.x, all = ImGui::GetContentRegionAvail().x;
  const ImVec2 size{std::floor((all - 2 * gap) / 3), 58 * session.view.ui_scale};
  ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0.06f, 0.5f});
  const auto door = [&](const std::string& name, const char* words) {
    const std::string text = in_lines(name + "\n" + words, size.x - 2 * gap);
    return noted("door " + name, ImGui::Button(text.c_str(), size));
  };
  if (door("Watch", "An agent tips the maze, and says why"))
    session.act(&Session::watch_from_doors);
  ImGui::SameLine();
  if (door("Play", "You tip it: nothing can be undone")) session.act(&Session::play_by_hand, true);
  ImGui::SameLine();
  if (door("Learn", "Short lessons, in steps")) session.panels.show_lessons = true;
  ImGui::PopStyleVar();
  action_button(session, "Turn it freely", "Turn freely");
  ImGui::SameLine();
  action_button(session, "Levels", "Levels ...");
  ImGui::SameLine();
  action_button(session, "All keys", "Keys and mouse");
}

void draw_fold_buttons(Session& session, const PanelPlan& plan) {
  const float s = session.view.ui_scale;
  // Not over a lesson.
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
