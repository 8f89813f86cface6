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
  item(session, "Full screen", view.full_screen);
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

// Returns the title: what is being made, or else what is shown.
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

constexpr float kModesFrom = 860, kModeWidth = 96;  // points

// Watch, play or learn, in the middle of the bar.
void draw_modes(Session& session) {
  const float s = ui_scale(), high = design_size("height", "control") * s;
  const float all = ImGui::GetWindowWidth(), each = kModeWidth * s;
  if (all < kModesFrom * s || session.shows_welcome()) return;
  const bool learns = session.lesson().open();
  const int now = learns ? 2 : session.by_hand() ? 1 : 0;
  struct Mode {
    const char *name, *words;
    Icon icon;
  };
  constexpr Mode kModes[] = {{"Watch", "An agent plays", Icon::eye},
                             {"Play", "You play", Icon::hand},
                             {"Learn", "Short lessons, in steps", Icon::book}};
  const PanelColours& c = tokens();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 bar = ImGui::GetWindowPos();
  const ImVec2 at{std::floor(bar.x + (all - 3 * each) / 2),
                  bar.y + std::floor((ImGui::GetWindowHeight() - high) / 2)};
  const float radius = design_size("radius", "control") * s, in = 2 * s;
  list.AddRectFilled(at, at + ImVec2{3 * each, high}, im_colour(c.field), radius);
  list.AddRect(at, at + ImVec2{3 * each, high}, im_colour(c.border), radius, 0, s);
  for (int i = 0; i < 3; ++i) {
    const ImVec2 low{at.x + each * static_cast<float>(i), at.y};
    ImGui::SetCursorScreenPos(low);
    const std::string name = std::string("mode ") + kModes[i].name;
    const bool pressed = noted(name, ImGui::InvisibleButton(name.c_str(), {each, high}));
    const bool on = now == i, lit = on || ImGui::IsItemHovered();
    tip(kModes[i].words);
    if (on)
      list.AddRectFilled(low + ImVec2{in, in}, low + ImVec2{each - in, high - in},
                         im_colour(c.hover), radius - in);
    const ImU32 ink = im_colour(lit ? c.text_1 : c.text_2);
    const float icon = design_size("icon", "beside_text") * s;
    ImGui::PushFont(font_of(on ? Text::strong : Text::body));
    const ImVec2 text = ImGui::CalcTextSize(kModes[i].name);
    const float x = low.x + (each - icon - 8 * s - text.x) / 2;
    draw_icon(list, kModes[i].icon, {x + icon / 2, low.y + high / 2}, icon, ink);
    list.AddText({x + icon + 8 * s, low.y + (high - text.y) / 2}, ink, kModes[i].name);
    ImGui::PopFont();
    if (!pressed || on) continue;
    if (i == 2)
      session.panels.show_lessons = true;
    else if (learns)
      session.act(&Session::close_lesson);
    else
      session.act(&Session::play_by_hand, i == 1);
  }
}

}  // namespace

void draw_menu_bar(Session& session) {
  const float bar = design_size("height", "top_bar") * ui_scale();
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {10, (bar - ImGui::GetFontSize()) / 2});
  const bool open = ImGui::BeginMainMenuBar();
  ImGui::PopStyleVar();
  if (!open) return;
  menu("File", [&] { file_menu(session); });
  menu("View", [&] { view_menu(session); });
  menu("Automata", [&] { automaton_menu(session); });
  menu("Help", [&] {
    item(session, "Keys and mouse", session.panels.show_help);
    for (const char* name :
         {"Watch, play or learn", "Lessons ...", "Levels ...", "Glossary", "About marblemaze"})
      item(session, name);
  });
  const std::string words = title(session);
  ImGui::SameLine(ImGui::GetWindowWidth() - ImGui::CalcTextSize(words.c_str()).x -
                  24 * session.view.ui_scale);
  session.files.film || session.files.exporting ? ImGui::TextUnformatted(words.c_str())
                                                : ImGui::TextDisabled("%s", words.c_str());
  draw_modes(session);
  ImGui::EndMainMenuBar();
}

}  // namespace marblemaze
