#include "render/panels/panels.h"
#include "render/session/lessons.h"

namespace marblemaze {
namespace {

void file_menu(Workbench& bench) {
  if (!ImGui::BeginMenu("File")) return;
  if (ImGui::MenuItem("Open or save ...", "Ctrl+O")) bench.show_files = true;
  if (ImGui::BeginMenu("Open recent", !bench.recent.empty())) {
    for (const std::string& path : std::vector(bench.recent))
      if (ImGui::MenuItem(path.c_str())) bench.open(path);
    ImGui::EndMenu();
  }
  if (ImGui::MenuItem("Picture of the window", "F12")) bench.wanted_screenshot = "marblemaze.png";
  if (ImGui::MenuItem("Copy seed"))
    ImGui::SetClipboardText(std::to_string(bench.played().seed()).c_str());
  ImGui::Separator();
  if (ImGui::MenuItem("Quit", "Ctrl+Q")) bench.quit = true;
  ImGui::EndMenu();
}

void view_menu(Workbench& bench) {
  if (!ImGui::BeginMenu("View")) return;
  for (std::size_t i = 0; i < palettes().size(); ++i)
    if (ImGui::MenuItem(std::string(palettes()[i].name).c_str(), nullptr, bench.palette == i))
      bench.palette = i;
  ImGui::Separator();
  ImGui::MenuItem("Panels", "Tab", &bench.show_panels);
  ImGui::MenuItem("Large state graph", "G", &bench.large_graph);
  if (ImGui::MenuItem("Reset camera", "Home")) bench.reset_camera();
  ImGui::EndMenu();
}

void lesson_menu(Workbench& bench) {
  if (!ImGui::BeginMenu("Lessons")) return;
  for (const Lesson& lesson : lessons())
    if (ImGui::MenuItem(lesson.title.c_str())) bench.start_lesson(lesson.name);
  ImGui::EndMenu();
}

}  // namespace

void draw_menu_bar(Workbench& bench) {
  if (!ImGui::BeginMainMenuBar()) return;
  file_menu(bench);
  view_menu(bench);
  lesson_menu(bench);
  if (ImGui::BeginMenu("Help")) {
    ImGui::MenuItem("Keys and mouse", "F1", &bench.show_help);
    ImGui::EndMenu();
  }
  const std::string title = bench.played().title();
  ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::CalcTextSize(title.c_str()).x -
                  14 * bench.ui_scale);
  ImGui::TextDisabled("%s", title.c_str());
  ImGui::EndMainMenuBar();
}

}  // namespace marblemaze
