#include <fmt/format.h>

#include "render/panels/actions.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

constexpr float kScales[] = {0.75f, 1.0f, 1.25f, 1.5f, 2.0f, 3.0f};

void file_menu(Session& session) {
  item(session, "Open or save ...");
  if (ImGui::BeginMenu("Open recent", !session.files.recent.empty())) {
    for (const std::string& path : session.files.recent)
      if (menu_item(path.c_str())) session.act(&Session::open_file, path);
    ImGui::EndMenu();
  }
  if (session.files.recent.empty()) tip("no file was opened or saved yet");
  item(session, "Last run");
  tip(tip_of(session, action_named("Last run")));
  menu("Export this run", [&] {
    for (const char* name : {"Film (mp4)", "Loop of ten seconds (mp4 and gif)",
                             "Page for a browser (html)", "Recording", "Maze"})
      item(session, name);
  });
  item(session, "Picture of the window");
  item(session, "Record a film of the window", false,
       session.files.film ? "Stop recording the film" : nullptr);
  if (session.files.exporting) item(session, "Stop making the film");
  if (menu_item("Copy seed")) ImGui::SetClipboardText(std::to_string(session.seed()).c_str());
  ImGui::Separator();
  item(session, "Quit");
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

void view_menu(Session& session) {
  View& view = session.view;
  for (std::size_t i = 0; i < palettes().size(); ++i)
    if (menu_item(std::string(palettes()[i].name).c_str(), nullptr, view.palette == i))
      view.palette = i;
  menu("Size of text and panels", [&] { size_menu(view); });
  menu("Quality", [&] { quality_menu(view); });
  ImGui::Separator();
  item(session, "Panels", true);
  item(session, "Physics ...", session.panels.show_physics);
  item(session, "Large explored state space", session.panels.large_graph);
  item(session, "Reset camera");
  item(session, "Fit the whole maze");
}

void automaton_menu(Session& session) {
  item(session, "Dead ends of the maze", session.filling() != nullptr);
  const auto* classic = session.classic();
  const bool elementary = classic && classic->spec().rule;
  item(session, "Game of Life", classic && !elementary);
  item(session, "Elementary rules", elementary);
}

// What is made meanwhile, else what is shown.
std::string title(const Session& session) {
  if (session.files.film)
    return fmt::format("recording {}: {:.1f} s", session.files.film->path.filename().string(),
                       session.files.film->time_s);
  if (session.files.exporting)
    return fmt::format("making {}: {:.0f} %",
                       session.files.exporting->paths.front().filename().string(),
                       100 * session.files.exporting->part);
  return session.filling() ? session.marble().title() : session.shown().title();
}

}  // namespace

void draw_menu_bar(Session& session) {
  if (!ImGui::BeginMainMenuBar()) return;
  menu("File", [&] { file_menu(session); });
  menu("View", [&] { view_menu(session); });
  menu("Automata", [&] { automaton_menu(session); });
  menu("Help", [&] {
    item(session, "Keys and mouse", session.panels.show_help);
    for (const char* name : {"Watch, play or learn", "Lessons ...", "Levels ..."})
      item(session, name);
  });
  const std::string words = title(session);
  ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::CalcTextSize(words.c_str()).x -
                  24 * session.view.ui_scale);
  session.files.film || session.files.exporting ? ImGui::TextUnformatted(words.c_str())
                                                : ImGui::TextDisabled("%s", words.c_str());
  ImGui::EndMainMenuBar();
}

}  // namespace marblemaze
