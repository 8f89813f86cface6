#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/scene/draw_lists.h"
#include "render/session/run_words.h"

namespace marblemaze {
namespace {

constexpr float kNewsHeight = 92, kLevelHeight = 42;  // points

// ", best 12.3 s", by hand in this maze; empty before the first.
std::string best_time(const Workbench& bench) {
  const auto best = bench.guides().progress().time(time_key(bench.run()));
  return best ? fmt::format(", best {:.1f} s", *best) : "";
}

// While a person turns the maze: the clock, and how it is done.
void draw_clock(const Workbench& bench, const PanelBox& box) {
  const OpenWindow window = begin_fixed("card", box);
  const auto level = free_level_of(bench.run());
  const ShownRun& run = bench.run();
  draw_wrapped(fmt::format("{}{:.1f} s{}. {} the marble to the green target.",
                           level ? free_levels()[*level].name + ": " : "", run.seconds(),
                           best_time(bench),
                           run.ticks() == 0 ? "The clock waits: bring" : "Bring"));
  draw_dim(
      "Drag, or hold an arrow key or a stick: the top tips that way. Drag with the right button to "
      "look around.");
}

// Of how the run ended.
void end_buttons(const Workbench& bench, const Ask& ask) {
  const bool level = bench.guides().level().open();
  std::vector<Offer> next;
  if (!level && bench.run().can_recover())
    next.push_back({"Recover",
                    {Act::recover},
                    "Go on from here: tip the marble off the edge that it balances on"});
  next.push_back({"Restart", {Act::restart}, "The same maze from its start (R)"});
  if (bench.run().outcome() != Outcome::solved) next.push_back({"Why?", {Act::why}});
  const bool of_levels = level || free_level_of(bench.run());
  next.push_back({of_levels ? "Next level" : "Next maze", {Act::next_maze}});
  next.push_back(
      {"Share",
       {Act::export_film, 1, ".mp4"},
       "Ten seconds with the agent's reasons, as mp4 and gif; File > Export this run has more"});
  next.push_back({"x##card", {Act::drop_end}, "Put this away (Esc)"});
  offer(ask, next);
}

/// Words beside things of the scene, each with a line to its thing.
class Labels {
 public:
  explicit Labels(const Workbench& bench, const PanelBox& scene) : bench_(bench), scene_(scene) {}

  /// Above its point or, where another word stands there, below.
  void draw(glm::vec3 point, float reach, const char* word) {
    const float s = bench_.view.ui_scale;
    const auto at = seen_at(bench_.view.camera, scene_, point, reach);
    if (!at) return;
    const ImVec2 size = ImGui::CalcTextSize(word) + ImVec2{12, 6} * s;
    PanelBox box{{at->x + 26 * s, std::max(at->y - 40 * s, scene_.at.y)}, size};
    const bool below =
        std::ranges::any_of(drawn_, [&](const PanelBox& other) { return box.overlaps(other); });
    if (below) box.at.y = at->y + 18 * s;
    drawn_.push_back(box);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    list.AddLine(*at, {box.at.x, below ? box.at.y : box.end().y}, ink(bench_.view.colours(), 0.7f),
                 1.5f * s);
    list.AddRectFilled(box.at, box.end(), ImGui::GetColorU32(ImGuiCol_PopupBg), 5 * s);
    list.AddText(box.at + ImVec2{6, 3} * s, ImGui::GetColorU32(ImGuiCol_Text), word);
    note_place(word, box);
  }

 private:
  const Workbench& bench_;
  const PanelBox& scene_;
  std::vector<PanelBox> drawn_;
};

void label_scene(const Workbench& bench, Labels& labels) {
  const std::vector<Frame> frames = bench.shown().frames();
  if (frames.size() != 1) return;
  const Scene& scene = frames.front().scene;
  const MazePlacement placement(scene, bench.view.look);
  const Grid& grid = scene.maze->grid();
  const glm::vec3 target =
      placement.to_world(glm::vec3(grid.position(scene.maze->target())) + 0.5f);
  labels.draw(placement.marble(), placement.reach() * 1.6f, "marble");
  labels.draw(target, placement.reach() * 1.6f, "target");
}

// What the green and the red arrow of a move point to.
void label_turn(const Workbench& bench, Labels& labels) {
  const ViewOptions look = bench.look_now();
  const std::vector<Frame> frames = bench.shown().frames();
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

float card_height(const Workbench& bench) {
  if (!bench.panels.show_panels) return 0;
  const bool level = bench.guides().level().open() && bench.shows_marble();
  const bool news = bench.shows_end() || (level && bench.guides().level().result());
  return news || bench.steers() ? kNewsHeight : level ? kLevelHeight : 0;
}

void draw_end(const Workbench& bench, const Ask& ask, const PanelBox& box) {
  if (bench.steers()) return draw_clock(bench, box);
  if (!bench.shows_end()) return;
  const OpenWindow window = begin_fixed("card", box);
  const RunNews news = news_of(bench.run());
  const bool solved = bench.run().outcome() == Outcome::solved;
  const ImU32 bad = ImGui::GetColorU32(ImGuiCol_PlotHistogram);
  draw_coloured(solved ? im_colour(bench.view.colours().goal) : bad,
                news.headline + best_time(bench));
  draw_dim(news.detail);
  end_buttons(bench, ask);
}

std::optional<ImVec2> seen_at(const Camera& camera, const PanelBox& box, glm::vec3 point,
                              float reach) {
  const float aspect = box.size.x / box.size.y;
  const glm::vec4 clip = camera.projection(aspect, reach) * camera.view() * glm::vec4(point, 1);
  if (clip.w <= 0) return std::nullopt;
  const glm::vec2 unit(clip.x / clip.w * 0.5f + 0.5f, 0.5f - clip.y / clip.w * 0.5f);
  return box.at + ImVec2{unit.x * box.size.x, unit.y * box.size.y};
}

void draw_welcome(const Workbench& bench, const Ask& ask, const PanelPlan& plan) {
  Labels labels(bench, plan.scene);
  if (bench.shows_marble()) label_turn(bench, labels);
  // At the doors, and as long as a person has chosen none of the moves that are offered.
  const bool begins = plan.moves.size.x > 0 && bench.run().recording().moves.empty();
  if (bench.shows_welcome() || begins) label_scene(bench, labels);
  if (!bench.shows_welcome()) return;
  const OpenWindow window = begin_fixed("welcome", plan.welcome);
  note_place("welcome", plan.welcome);
  draw_title("Bring the red marble to the green target");
  const float gap = ImGui::GetStyle().ItemSpacing.x, all = ImGui::GetContentRegionAvail().x;
  const ImVec2 size{std::floor((all - 2 * gap) / 3), 58 * bench.view.ui_scale};
  ImGui::PushStyleVar(ImGuiStyleVar_ButtonTextAlign, {0.06f, 0.5f});
  const auto door = [&](const std::string& name, const char* words, const WindowCommand& command) {
    const std::string text = in_lines(name + "\n" + words, size.x - 2 * gap);
    if (noted("door " + name, ImGui::Button(text.c_str(), size))) ask(command);
  };
  door("Watch", "An agent tips the maze, and says why", {Act::drop_welcome});
  ImGui::SameLine();
  door("Play", "You tip it: nothing can be undone", {Act::play_by_hand, 1});
  ImGui::SameLine();
  door("Learn", "Short lessons, in steps", {Act::lessons, 1});
  ImGui::PopStyleVar();
  offer(ask, {{"Turn it freely", {Act::turn_freely, 1}},
              {"Levels", {Act::levels, 1}},
              {"All keys", {Act::help, 1}}});
}

void draw_fold_buttons(const Workbench& bench, const Ask& ask, const PanelPlan& plan) {
  const float s = bench.view.ui_scale;
  // Not over a lesson.
  const float top = std::max(plan.menu.size.y, plan.lesson.at.y + plan.lesson.size.y) + 8 * s;
  const auto unfold = [&](const char* name, const PanelBox& box, Act fold, float x, float pivot) {
    if (box.size.x > 0) return;
    const OpenWindow window = begin_plate(name, {x, top}, {pivot, 0});
    if (button(name)) ask({fold, 1});
  };
  unfold("Maze and agent", plan.setup, Act::fold_setup, plan.timeline.at.x, 0);
  unfold("Mind", plan.mind, Act::fold_mind, plan.timeline.at.x + plan.timeline.size.x, 1);
}

}  // namespace marblemaze
