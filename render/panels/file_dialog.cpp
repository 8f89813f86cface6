// Dialogs to open and save a file: a list of a folder, a name to enter, and a question before a
// file is replaced.

#include <fmt/format.h>
// This header needs the includes above.
#include <imgui_stdlib.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

void entries(Session& session, float high) {
  Files& files = session.files;
  const float scale = session.view.ui_scale;
  FileBrowser& browser = files.browser;
  ImGui::BeginChild("entries", {0, high}, true);
  if (!browser.trouble().empty()) draw_wrapped(browser.trouble());
  fs::path into;
  for (const FileBrowser::Entry& entry : browser.entries()) {
    const std::string shown = entry.folder ? entry.name + "/" : entry.name;
    const auto twice = ImGuiSelectableFlags_AllowDoubleClick;
    const bool pressed = noted(
        shown,
        ImGui::Selectable(shown.c_str(), files.file_name == entry.name, entry.folder ? 0 : twice));
    if (!entry.what.empty()) {
      ImGui::SameLine(ImGui::GetContentRegionMax().x - 84 * scale);
      ImGui::TextDisabled("%s", entry.what.c_str());
    }
    if (!pressed) continue;
    if (entry.folder)
      into = browser.path_of(entry.name);
    else
      files.file_name = entry.name;
    if (!entry.folder && ImGui::IsMouseDoubleClicked(0))
      session.act(&Session::open_file, browser.path_of(entry.name));
  }
  ImGui::EndChild();
  if (!into.empty()) browser.go(into);
}

// Saves, or asks first if a file would be replaced.
void save(Session& session, bool run) {
  Files& files = session.files;
  fs::path path = files.browser.path_of(files.file_name);
  // The list shows files by their ending.
  if (!path.has_extension()) path += run ? ".rec" : session.game() ? ".txt" : ".json";
  std::error_code unknown;
  if (fs::exists(path, unknown))
    files.to_replace = {path, run};
  else
    session.act(run ? &Session::save_run : &Session::save_maze, path);
}

void question(Session& session) {
  Files& files = session.files;
  draw_wrapped(fmt::format("There is a file {}. Replace it?", files.to_replace->path.string()));
  const bool replace = button("Replace it");
  ImGui::SameLine();
  const bool keep = button("Keep it");
  if (replace)
    session.act(files.to_replace->run ? &Session::save_run : &Session::save_maze,
                files.to_replace->path);
  if (replace || keep) files.to_replace.reset();
}

void file_actions(Session& session) {
  Files& files = session.files;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  // Typed text replaces an older name.
  const bool entered = ImGui::InputTextWithHint(
      "##file", "choose a file, or write its name", &files.file_name,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  note_item("file name");
  if (files.to_replace) return question(session);
  const bool named = !files.file_name.empty();
  const char* const why_not = named ? "" : "choose a file, or write its name";
  const bool open = button_unless(why_not, "Open");
  // A file that was clicked has the keyboard no more than the field of its name.
  const bool pressed = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows) &&
                       !ImGui::IsAnyItemActive() &&
                       ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Enter), false);
  if (named && (open || entered || pressed))
    session.act(&Session::open_file, files.browser.path_of(files.file_name));
  ImGui::SameLine();
  if (button_unless(why_not, "Save maze")) save(session, false);
  ImGui::SameLine();
  if (button_unless(why_not, "Save recording")) save(session, true);
  ImGui::SameLine();
  if (button("Cancel")) session.files.asks = !session.files.asks;
  ImGui::SameLine();
  if (checkbox("all files", &files.browser.all)) files.browser.look_again();
}

void recent(Session& session, const std::vector<std::string>& paths) {
  if (paths.empty() || !begin_section("Opened or saved before", false)) return;
  for (const std::string& path : paths)
    if (selectable(path)) session.act(&Session::open_file, path);
}

}  // namespace

void draw_files(Session& session, const PanelPlan& plan) {
  Files& files = session.files;
  if (!files.asks) {
    files.to_replace.reset();
    files.file_name.clear();
    return;
  }
  const float s = session.view.ui_scale;
  const PanelBox& scene = plan.scene;
  const float width = std::min(520 * s, plan.menu.size.x - 16 * s);
  const float high = std::min(480 * s, scene.size.y - 16 * s);
  const float left =
      std::clamp(scene.middle().x - width / 2, 8 * s, plan.menu.size.x - width - 8 * s);
  const OpenWindow window = begin_over("files", {{left, scene.at.y + 8 * s}, {width, high}}, 1);
  if (ImGui::IsWindowAppearing()) files.browser.look_again();
  draw_wrapped("A maze, a puzzle or a recording (or drop a file on the window)");
  if (button("Up")) files.browser.up();
  ImGui::SameLine();
  draw_wrapped(files.browser.folder().string());
  entries(session, std::max(high - 250 * s, 70 * s));
  file_actions(session);
  // Shows here why a file cannot be opened, because the dialog would cover the message.
  if (session.message_shown()) ImGui::TextWrapped("%s", session.message().c_str());
  recent(session, files.recent);
}

}  // namespace marblemaze
