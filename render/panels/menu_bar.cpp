#include <fmt/format.h>

#include "render/panels/panels.h"
#include "render/session/lessons.h"

namespace marblemaze {
namespace {

constexpr float kScales[] = {0.75f, 1.0f, 1.25f, 1.5f, 2.0f, 3.0f};

void file_menu(Workbench& bench) {
  if (!begin_menu("File")) return;
  if (menu_item("Open or save ...", "Ctrl+O")) bench.show_files = true;
  if (ImGui::BeginMenu("Open recent", !bench.recent.empty())) {
    for (const std::string& path : std::vector(bench.recent))
      if (menu_item(path.c_str())) bench.open(path);
    ImGui::EndMenu();
  }
  if (bench.recent.empty()) tip("no file was opened or saved yet");
  if (begin_menu("Export this run")) export_items(bench), ImGui::EndMenu();
  if (menu_item("Picture of the window", "F12")) bench.take_picture();
  if (!bench.film && menu_item("Record a film of the window")) bench.begin_film();
  if (bench.film && menu_item("Stop recording the film")) bench.film.reset();
  if (bench.exporting && menu_item("Stop making the film")) bench.exporting.reset();
  if (menu_item("Copy seed"))
    ImGui::SetClipboardText(std::to_string(bench.played().seed()).c_str());
  ImGui::Separator();
  if (menu_item("Quit", "Ctrl+Q")) bench.quit = true;
  ImGui::EndMenu();
}

void size_menu(Workbench& bench) {
  if (!begin_menu("Size of text and panels")) return;
  if (menu_item("as the display asks", nullptr, bench.wanted_scale == 0)) bench.wanted_scale = 0;
  for (const float scale : kScales)
    if (menu_item(fmt::format("{:.0f} %", 100 * scale).c_str(), nullptr,
                  bench.wanted_scale == scale))
      bench.wanted_scale = scale;
  ImGui::EndMenu();
}

void quality_menu(Workbench& bench) {
  if (!begin_menu("Quality")) return;
  auto& chosen = bench.look.quality;
  if (menu_item("as this machine can afford")) chosen.reset();
  for (const QualityLevel level : {QualityLevel::fast, QualityLevel::balanced, QualityLevel::fine})
    if (menu_item(std::string(name_of(level)).c_str(), nullptr, chosen == level)) chosen = level;
  ImGui::EndMenu();
}

void view_menu(Workbench& bench) {
  if (!begin_menu("View")) return;
  for (std::size_t i = 0; i < palettes().size(); ++i)
    if (menu_item(std::string(palettes()[i].name).c_str(), nullptr, bench.palette == i))
      bench.palette = i;
  size_menu(bench);
  quality_menu(bench);
  ImGui::Separator();
  ImGui::MenuItem("Panels", "Tab", &bench.show_panels);
  if (menu_item("Physics ...", nullptr, bench.show_physics))
    bench.show_physics = !bench.show_physics;
  ImGui::MenuItem("Large state graph", "G", &bench.large_graph);
  if (menu_item("Reset camera", "Home")) bench.reset_camera();
  if (menu_item("Fit the whole maze", "A")) bench.fit_maze();
  ImGui::EndMenu();
}

void automaton_menu(Workbench& bench) {
  if (!begin_menu("Automata")) return;
  if (menu_item("Dead ends of the maze", "D", bench.filling() != nullptr))
    bench.show_filling(!bench.filling());
  const auto* classic = bench.classic();
  if (menu_item("Game of Life", nullptr, classic && !classic->spec().rule))
    bench.show_classic(ClassicSpec{});
  if (menu_item("Elementary rules", nullptr, classic && classic->spec().rule))
    bench.show_classic(ClassicSpec{kUsualRule});
  ImGui::EndMenu();
}

void lesson_menu(Workbench& bench) {
  if (!ImGui::BeginMenu("Lessons")) return;
  for (const Lesson& lesson : lessons())
    if (ImGui::MenuItem(lesson.title.c_str())) bench.start_lesson(lesson.name);
  ImGui::EndMenu();
}

// What is made meanwhile, else what is shown.
std::string title(Workbench& bench) {
  if (bench.film)
    return fmt::format("recording {}: {:.1f} s", bench.film->path.filename().string(),
                       bench.film->time_s);
  if (bench.exporting)
    return fmt::format("making {}: {:.0f} %", bench.exporting->path.filename().string(),
                       100 * bench.exporting->part);
  return bench.classic() ? bench.classic()->title() : bench.played().title();
}

}  // namespace

void export_items(Workbench& bench) {
  if (menu_item("Film (mp4)")) bench.export_film(".mp4");
  if (menu_item("Moving picture (gif)")) bench.export_film(".gif");
  if (menu_item("Page for a browser (html)")) bench.export_page();
  if (menu_item("Recording"))
    bench.save_as(bench.new_file("-run.rec"), Workbench::Saving::recording);
  if (menu_item("Maze")) bench.save_as(bench.new_file(".json"), Workbench::Saving::maze);
}

void draw_menu_bar(Workbench& bench) {
  if (!ImGui::BeginMainMenuBar()) return;
  file_menu(bench);
  view_menu(bench);
  automaton_menu(bench);
  lesson_menu(bench);
  if (ImGui::BeginMenu("Help")) {
    ImGui::MenuItem("Keys and mouse", "F1", &bench.show_help);
    if (menu_item("Levels ...", "L")) bench.show_levels = true;
    ImGui::EndMenu();
  }
  const std::string words = title(bench);
  ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::CalcTextSize(words.c_str()).x -
                  24 * bench.ui_scale);
  bench.film || bench.exporting ? ImGui::TextUnformatted(words.c_str())
                                : ImGui::TextDisabled("%s", words.c_str());
  ImGui::EndMainMenuBar();
}

}  // namespace marblemaze
