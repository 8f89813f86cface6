// Open and save: a folder to look through, a name to write, and a question before a file is
// replaced.

#include <fmt/format.h>
#include <imgui.h>
// Does not stand alone.
#include <imgui_stdlib.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

void entries(Workbench& bench, float high) {
  FileBrowser& browser = bench.files.browser;
  ImGui::BeginChild("entries", {0, high}, true);
  if (!browser.trouble().empty()) draw_wrapped(browser.trouble());
  fs::path into, open;
  for (const FileBrowser::Entry& entry : browser.entries()) {
    const std::string shown = entry.folder ? entry.name + "/" : entry.name;
    const auto twice = ImGuiSelectableFlags_AllowDoubleClick;
    const bool pressed =
        noted(shown, ImGui::Selectable(shown.c_str(), bench.files.file_name == entry.name,
                                       entry.folder ? 0 : twice));
    if (!entry.what.empty()) {
      ImGui::SameLine(ImGui::GetContentRegionMax().x - 84 * bench.view.ui_scale);
      ImGui::TextDisabled("%s", entry.what.c_str());
    }
    if (!pressed) continue;
    if (entry.folder)
      into = browser.path_of(entry.name);
    else
      bench.files.file_name = entry.name;
    if (!entry.folder && ImGui::IsMouseDoubleClicked(0)) open = browser.path_of(entry.name);
  }
  ImGui::EndChild();
  if (!into.empty()) browser.go(into);
  if (!open.empty()) bench.panels.show_files = !bench.open(open);
}

void place(Workbench& bench) {
  FileBrowser& browser = bench.files.browser;
  if (button("Up")) browser.up();
  ImGui::SameLine();
  draw_wrapped(browser.folder().string());
}

// Saves, or asks first where a file would be replaced.
void save(Workbench& bench, Act what) {
  const fs::path path = bench.files.browser.path_of(bench.files.file_name);
  const WindowCommand command{what, 0, path.string()};
  std::error_code unknown;
  if (fs::exists(path, unknown))
    bench.files.to_replace = command;
  else
    bench.panels.show_files = !bench.ask(command);
}

void question(Workbench& bench) {
  const WindowCommand asked = *bench.files.to_replace;
  draw_wrapped(fmt::format("There is a file {}. Replace it?", asked.text));
  if (button("Replace it")) {
    bench.files.to_replace.reset();
    bench.panels.show_files = !bench.ask(asked);
  }
  ImGui::SameLine();
  if (button("Keep it")) bench.files.to_replace.reset();
}

void actions(Workbench& bench) {
  ImGui::SetNextItemWidth(-1);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  // What is typed takes the place of an older name.
  const bool entered = ImGui::InputTextWithHint(
      "##file", "choose a file, or write its name", &bench.files.file_name,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  note_item("file name");
  if (bench.files.to_replace) return question(bench);
  const bool named = !bench.files.file_name.empty();
  const char* const why_not = named ? "" : "choose a file, or write its name";
  const bool open = button_unless(why_not, "Open");
  if (named && (open || entered))
    bench.panels.show_files = !bench.open(bench.files.browser.path_of(bench.files.file_name));
  ImGui::SameLine();
  if (button_unless(why_not, "Save maze")) save(bench, Act::save_maze);
  ImGui::SameLine();
  if (button_unless(why_not, "Save recording")) save(bench, Act::save_run);
  ImGui::SameLine();
  if (button("Cancel")) bench.ask({Act::files});
  ImGui::SameLine();
  if (checkbox("all files", &bench.files.browser.all)) bench.files.browser.look_again();
}

void recent(Workbench& bench) {
  if (bench.files.recent.empty() || !begin_section("Opened or saved before", false)) return;
  for (const std::string& path : std::vector(bench.files.recent))
    if (selectable(path)) bench.panels.show_files = !bench.open(path);
}

}  // namespace

void draw_files(Workbench& bench, const PanelPlan& plan) {
  if (!bench.panels.show_files) {
    bench.files.to_replace.reset();
    bench.files.file_name.clear();
    return;
  }
  const float s = bench.view.ui_scale;
  const PanelBox& scene = plan.scene;
  const float middle = scene.at.x + scene.size.x / 2;
  const float width = std::min(520 * s, plan.menu.size.x - 16 * s);
  const float high = std::min(420 * s, scene.size.y - 16 * s);
  const float left = std::clamp(middle - width / 2, 8 * s, plan.menu.size.x - width - 8 * s);
  begin_over("files", {{left, scene.at.y + 8 * s}, {width, high}}, 1);
  if (ImGui::IsWindowAppearing()) bench.files.browser.look_again();
  draw_wrapped("A maze, a puzzle or a recording (or drop a file on the window)");
  place(bench);
  entries(bench, std::max(high - 190 * s, 70 * s));
  actions(bench);
  // Here rather than on a plate, which would lie under it: why a file cannot be opened.
  if (bench.message_shown()) ImGui::TextWrapped("%s", bench.message().c_str());
  recent(bench);
  ImGui::End();
}

}  // namespace marblemaze
