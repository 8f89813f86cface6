#include <fmt/format.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

void file_menu(Session& session) {
  action_item(session, "Open or save…");
  menu(
      "Open recent",
      [&] {
        for (const std::string& path : session.files.recent)
          if (menu_item(path.c_str())) session.act(&Session::open_file, path);
      },
      !session.files.recent.empty());
  if (session.files.recent.empty()) tooltip("No file was opened or saved yet.");
  action_item(session, "Last run");
  menu("Export this run", [&] {
    for (const char* name :
         {"Video (MP4)", "Ten-second loop (MP4 and GIF)", "Web page (HTML)", "Recording", "Maze"})
      action_item(session, name);
  });
  action_item(session, "Screenshot of the window");
  action_item(session, "Record a video of the window", false,
              session.files.video ? "Stop recording the video" : nullptr);
  if (session.files.exporting) action_item(session, "Cancel the video");
  if (menu_item("Copy seed"))
    ImGui::SetClipboardText(std::to_string(session.played().seed()).c_str());
  ImGui::Separator();
  action_item(session, "Quit");
}

template <class Value>
void choice_menu(const char* label, Value& value,
                 const std::vector<std::pair<std::string, Value>>& entries) {
  menu(label, [&] {
    for (const auto& [name, entry] : entries)
      if (menu_item(name.c_str(), nullptr, value == entry)) value = entry;
  });
}

void view_menu(Session& session) {
  View& view = session.view;
  std::vector<std::pair<std::string, std::size_t>> themes;
  for (const Palette& palette : palettes()) themes.emplace_back(palette.name, themes.size());
  choice_menu("Theme", view.palette, themes);
  std::vector<std::pair<std::string, float>> scales{{"automatic, for this display", 0.0f}};
  for (const float scale : {0.75f, 1.0f, 1.25f, 1.5f, 2.0f, 3.0f})
    scales.emplace_back(fmt::format("{:.0f} %", 100 * scale), scale);
  choice_menu("Size of text and panels", view.requested_scale, scales);
  std::vector<std::pair<std::string, std::optional<QualityLevel>>> levels{
      {"automatic, for this machine", std::nullopt}};
  for (const QualityLevel level : {QualityLevel::fast, QualityLevel::balanced, QualityLevel::fine})
    levels.emplace_back(name_of(level), level);
  choice_menu("Quality", view.look.quality, levels);
  ImGui::Separator();
  action_item(session, "Panels", true);
  action_item(session, "Full screen", view.full_screen);
  action_item(session, "Physics…", session.panels.show_physics);
  action_item(session, "Large explored state space", session.panels.large_graph);
  action_item(session, "Reset camera");
  action_item(session, "Fit the whole maze");
}

void automaton_menu(Session& session) {
  action_item(session, "Dead ends of the maze", session.filling() != nullptr);
  const auto* classic = session.classic();
  const bool elementary = classic && classic->spec().rule;
  action_item(session, "Game of Life", classic && !elementary);
  action_item(session, "Elementary rules", elementary);
}

std::string title(const Session& session) {
  if (session.files.video)
    return fmt::format("recording {}: {:.1f} s", session.files.video->path.filename().string(),
                       session.files.video->time_s);
  if (session.files.exporting)
    return fmt::format("creating {}: {:.0f} %",
                       session.files.exporting->paths.front().filename().string(),
                       100 * session.files.exporting->part);
  return session.filling() ? session.marble().title() : session.shown().title();
}

constexpr float kModeWidth = 96;  // points

// Draws the Watch, Play and Learn buttons in the centre of the menu bar, or next to the menus if
// the bar is narrow. Returns the right edge of the buttons.
float draw_modes(Session& session) {
  const float all = ImGui::GetWindowWidth(), width = 3 * kModeWidth * ui_scale();
  const float left = std::max(std::floor((all - width) / 2), ImGui::GetCursorPosX());
  if (session.shows_welcome()) return ImGui::GetCursorPosX();
  const bool learns = session.lesson.is_open();
  int mode = learns ? 2 : session.played().by_hand() ? 1 : 0;
  const std::string names[] = {"Watch", "Play", "Learn"};
  constexpr Icon kIcons[] = {Icon::eye, Icon::hand, Icon::book};
  ImGui::SetCursorScreenPos(
      ImGui::GetWindowPos() +
      ImVec2{left, std::floor((ImGui::GetWindowHeight() - points("height", "control")) / 2)});
  const bool other = segmented_control("mode", &mode, names, width, kIcons);
  if (!other) return left + width;
  if (mode == 2)
    session.panels.dialog = Dialog::lessons;
  else if (learns)
    session.act(&Session::close_lesson);
  else
    session.act(&Session::play_by_hand, mode == 1);
  return left + width;
}

}  // namespace

void draw_menu_bar(Session& session) {
  const float bar = points("height", "top_bar");
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {10, (bar - ImGui::GetFontSize()) / 2});
  const bool open = ImGui::BeginMainMenuBar();
  ImGui::PopStyleVar();
  if (!open) return;
  menu("File", [&] { file_menu(session); });
  menu("View", [&] { view_menu(session); });
  menu("Automata", [&] { automaton_menu(session); });
  menu("Help", [&] {
    action_item(session, "Keys and mouse", session.panels.dialog == Dialog::help);
    for (const char* name :
         {"Watch, play or learn", "Lessons…", "Levels…", "Glossary", "About marblemaze"})
      action_item(session, name);
  });
  const float y = ImGui::GetCursorPosY(), end = draw_modes(session);
  const std::string words = title(session);
  const float at = ImGui::GetWindowWidth() - size_of(Text::body, words).x - 24 * ui_scale();
  const bool busy = session.files.video || session.files.exporting;
  ImGui::SetCursorPos({at, y});
  if (at > end) write(words, Text::body, busy ? panel_colours().text_1 : panel_colours().text_3);
  ImGui::EndMainMenuBar();
}

}  // namespace marblemaze
