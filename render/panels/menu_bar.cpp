#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/panels/shortcuts.h"

namespace marblemaze {
namespace {

constexpr float kScales[] = {0.75f, 1.0f, 1.25f, 1.5f, 2.0f, 3.0f};

/// An item that asks for it, beside the key that does.
void item(const Ask& ask, const char* label, const WindowCommand& command, bool on = false) {
  if (menu_item(label, keys_of(command.act), on)) ask(command);
}

// What a run can be saved as, all under names that hold the date.
void export_items(const Workbench& bench, const Ask& ask) {
  item(ask, "Film (mp4)", {Act::export_film, 0, ".mp4"});
  item(ask, "Loop of ten seconds (mp4 and gif)", {Act::export_film, 1, ".mp4"});
  item(ask, "Page for a browser (html)", {Act::export_page});
  item(ask, "Recording", {Act::save_run, 0, bench.files.new_file("-run.rec").string()});
  item(ask, "Maze", {Act::save_maze, 0, bench.files.new_file(".json").string()});
}

void file_menu(const Workbench& bench, const Ask& ask) {
  item(ask, "Open or save ...", {Act::files, 1});
  if (ImGui::BeginMenu("Open recent", !bench.files.recent.empty())) {
    for (const std::string& path : bench.files.recent)
      item(ask, path.c_str(), {Act::open, 0, path});
    ImGui::EndMenu();
  }
  if (bench.files.recent.empty()) tip("no file was opened or saved yet");
  ImGui::BeginDisabled(!bench.has_last_run());
  item(ask, "Last run", {Act::last_run});
  ImGui::EndDisabled();
  tip(bench.has_last_run() ? "The run before this one, as it stood"
                           : "no run of more than three moves was replaced so far");
  menu("Export this run", [&] { export_items(bench, ask); });
  item(ask, "Picture of the window", {Act::take_picture});
  item(ask, bench.files.film ? "Stop recording the film" : "Record a film of the window",
       {Act::film});
  if (bench.files.exporting) item(ask, "Stop making the film", {Act::stop_export});
  if (menu_item("Copy seed"))
    ImGui::SetClipboardText(std::to_string(bench.played().seed()).c_str());
  ImGui::Separator();
  item(ask, "Quit", {Act::quit});
}

void size_menu(View& view) {
  if (menu_item("automatic, for this display", nullptr, view.wanted_scale == 0))
    view.wanted_scale = 0;
  for (const float scale : kScales)
    if (menu_item(fmt::format("{:.0f} %", 100 * scale).c_str(), nullptr,
                  view.wanted_scale == scale))
      view.wanted_scale = scale;
}

void quality_menu(View& view) {
  auto& chosen = view.look.quality;
  if (menu_item("automatic, for this machine")) chosen.reset();
  for (const QualityLevel level : {QualityLevel::fast, QualityLevel::balanced, QualityLevel::fine})
    if (menu_item(std::string(name_of(level)).c_str(), nullptr, chosen == level)) chosen = level;
}

void view_menu(const Workbench& bench, const Ask& ask, View& view) {
  for (std::size_t i = 0; i < palettes().size(); ++i)
    if (menu_item(std::string(palettes()[i].name).c_str(), nullptr, view.palette == i))
      view.palette = i;
  menu("Size of text and panels", [&] { size_menu(view); });
  menu("Quality", [&] { quality_menu(view); });
  ImGui::Separator();
  item(ask, "Panels", {Act::panels}, true);
  item(ask, "Physics ...", {Act::physics}, bench.panels.show_physics);
  item(ask, "Large explored state space", {Act::large_graph}, bench.panels.large_graph);
  item(ask, "Reset camera", {Act::reset_camera});
  item(ask, "Fit the whole maze", {Act::fit_maze});
}

void automaton_menu(const Workbench& bench, const Ask& ask) {
  item(ask, "Dead ends of the maze", {Act::fill_dead_ends}, bench.filling() != nullptr);
  const auto* classic = bench.classic();
  const bool elementary = classic && classic->spec().rule;
  item(ask, "Game of Life", {Act::show_life, 0, "1"}, classic && !elementary);
  item(ask, "Elementary rules", {Act::show_elementary, kUsualRule}, elementary);
}

// What is made meanwhile, else what is shown.
std::string title(const Workbench& bench) {
  if (bench.files.film)
    return fmt::format("recording {}: {:.1f} s", bench.files.film->path.filename().string(),
                       bench.files.film->time_s);
  if (bench.files.exporting)
    return fmt::format("making {}: {:.0f} %",
                       bench.files.exporting->paths.front().filename().string(),
                       100 * bench.files.exporting->part);
  return bench.classic() ? bench.classic()->title() : bench.played().title();
}

}  // namespace

void draw_menu_bar(const Workbench& bench, const Ask& ask, View& view) {
  if (!ImGui::BeginMainMenuBar()) return;
  menu("File", [&] { file_menu(bench, ask); });
  menu("View", [&] { view_menu(bench, ask, view); });
  menu("Automata", [&] { automaton_menu(bench, ask); });
  menu("Help", [&] {
    item(ask, "Keys and mouse", {Act::help}, bench.panels.show_help);
    item(ask, "Watch, play or learn", {Act::doors});
    item(ask, "Lessons ...", {Act::lessons, 1});
    item(ask, "Levels ...", {Act::levels, 1});
  });
  const std::string words = title(bench);
  ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::CalcTextSize(words.c_str()).x -
                  24 * bench.view.ui_scale);
  bench.files.film || bench.files.exporting ? ImGui::TextUnformatted(words.c_str())
                                            : ImGui::TextDisabled("%s", words.c_str());
  ImGui::EndMainMenuBar();
}

}  // namespace marblemaze
