#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/panels/shortcuts.h"
#include "render/session/lessons.h"

namespace marblemaze {
namespace {

constexpr float kScales[] = {0.75f, 1.0f, 1.25f, 1.5f, 2.0f, 3.0f};

/// An item that asks for it, beside the key that does.
void item(Workbench& bench, const char* label, const WindowCommand& command, bool on = false) {
  if (menu_item(label, keys_of(command.act), on)) bench.ask(command);
}

void file_menu(Workbench& bench) {
  if (!begin_menu("File")) return;
  item(bench, "Open or save ...", {Act::files, 1});
  if (ImGui::BeginMenu("Open recent", !bench.files.recent.empty())) {
    for (const std::string& path : std::vector(bench.files.recent))
      item(bench, path.c_str(), {Act::open, 0, path});
    ImGui::EndMenu();
  }
  if (bench.files.recent.empty()) tip("no file was opened or saved yet");
  if (begin_menu("Export this run")) export_items(bench), ImGui::EndMenu();
  item(bench, "Picture of the window", {Act::take_picture});
  bench.files.film ? item(bench, "Stop recording the film", {Act::stop_film})
                   : item(bench, "Record a film of the window", {Act::begin_film});
  if (bench.files.exporting) item(bench, "Stop making the film", {Act::stop_export});
  if (menu_item("Copy seed"))
    ImGui::SetClipboardText(std::to_string(bench.played().seed()).c_str());
  ImGui::Separator();
  item(bench, "Quit", {Act::quit});
  ImGui::EndMenu();
}

void size_menu(Workbench& bench) {
  if (!begin_menu("Size of text and panels")) return;
  if (menu_item("automatic, for this display", nullptr, bench.view.wanted_scale == 0))
    bench.view.wanted_scale = 0;
  for (const float scale : kScales)
    if (menu_item(fmt::format("{:.0f} %", 100 * scale).c_str(), nullptr,
                  bench.view.wanted_scale == scale))
      bench.view.wanted_scale = scale;
  ImGui::EndMenu();
}

void quality_menu(Workbench& bench) {
  if (!begin_menu("Quality")) return;
  auto& chosen = bench.view.look.quality;
  if (menu_item("automatic, for this machine")) chosen.reset();
  for (const QualityLevel level : {QualityLevel::fast, QualityLevel::balanced, QualityLevel::fine})
    if (menu_item(std::string(name_of(level)).c_str(), nullptr, chosen == level)) chosen = level;
  ImGui::EndMenu();
}

void view_menu(Workbench& bench) {
  if (!begin_menu("View")) return;
  for (std::size_t i = 0; i < palettes().size(); ++i)
    if (menu_item(std::string(palettes()[i].name).c_str(), nullptr, bench.view.palette == i))
      bench.view.palette = i;
  size_menu(bench);
  quality_menu(bench);
  ImGui::Separator();
  ImGui::MenuItem("Panels", "Tab", &bench.panels.show_panels);
  item(bench, "Physics ...", {Act::physics}, bench.panels.show_physics);
  ImGui::MenuItem("Large explored state space", "G", &bench.panels.large_graph);
  item(bench, "Reset camera", {Act::reset_camera});
  item(bench, "Fit the whole maze", {Act::fit_maze});
  ImGui::EndMenu();
}

void automaton_menu(Workbench& bench) {
  if (!begin_menu("Automata")) return;
  item(bench, "Dead ends of the maze", {Act::fill_dead_ends}, bench.filling() != nullptr);
  const auto* classic = bench.classic();
  const bool elementary = classic && classic->spec().rule;
  item(bench, "Game of Life", {Act::show_life}, classic && !elementary);
  item(bench, "Elementary rules", {Act::show_elementary}, elementary);
  ImGui::EndMenu();
}

void lesson_menu(Workbench& bench) {
  if (!ImGui::BeginMenu("Lessons")) return;
  for (const Lesson& lesson : lessons())
    if (ImGui::MenuItem(lesson.title.c_str())) bench.ask({Act::start_lesson, 0, lesson.name});
  ImGui::EndMenu();
}

// What is made meanwhile, else what is shown.
std::string title(Workbench& bench) {
  if (bench.files.film)
    return fmt::format("recording {}: {:.1f} s", bench.files.film->path.filename().string(),
                       bench.files.film->time_s);
  if (bench.files.exporting)
    return fmt::format("making {}: {:.0f} %", bench.files.exporting->path.filename().string(),
                       100 * bench.files.exporting->part);
  return bench.classic() ? bench.classic()->title() : bench.played().title();
}

}  // namespace

void export_items(Workbench& bench) {
  item(bench, "Film (mp4)", {Act::export_film, 0, ".mp4"});
  item(bench, "Animated picture (gif)", {Act::export_film, 0, ".gif"});
  item(bench, "Page for a browser (html)", {Act::export_page});
  item(bench, "Recording", {Act::save_run, 0, bench.files.new_file("-run.rec").string()});
  item(bench, "Maze", {Act::save_maze, 0, bench.files.new_file(".json").string()});
}

void draw_menu_bar(Workbench& bench) {
  if (!ImGui::BeginMainMenuBar()) return;
  file_menu(bench);
  view_menu(bench);
  automaton_menu(bench);
  lesson_menu(bench);
  if (ImGui::BeginMenu("Help")) {
    ImGui::MenuItem("Keys and mouse", "F1", &bench.panels.show_help);
    item(bench, "Levels ...", {Act::levels, 1});
    ImGui::EndMenu();
  }
  const std::string words = title(bench);
  ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::CalcTextSize(words.c_str()).x -
                  24 * bench.view.ui_scale);
  bench.files.film || bench.files.exporting ? ImGui::TextUnformatted(words.c_str())
                                            : ImGui::TextDisabled("%s", words.c_str());
  ImGui::EndMainMenuBar();
}

}  // namespace marblemaze
