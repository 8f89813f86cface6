// The card under the scene: what became of the run, and what can be done next.
#include <fmt/format.h>

#include "render/panels/panels.h"
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

}  // namespace marblemaze
