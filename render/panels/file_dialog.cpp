// Open and save: a folder to look through, a name to write, and a question before a file is
// replaced.
#include <functional>

#include <fmt/format.h>
#include <imgui.h>
// Does not stand alone.
#include <imgui_stdlib.h>

#include "render/panels/panels.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

void entries(Workbench& bench, float high) {
  FileBrowser& browser = bench.browser;
  ImGui::BeginChild("entries", {0, high}, true);
  if (!browser.trouble().empty()) draw_wrapped(browser.trouble());
  fs::path into, open;
  for (const FileBrowser::Entry& entry : browser.entries()) {
    const std::string shown = entry.folder ? entry.name + "/" : entry.name;
    const auto twice = ImGuiSelectableFlags_AllowDoubleClick;
    const bool pressed = noted(
        shown,
        ImGui::Selectable(shown.c_str(), bench.file_name == entry.name, entry.folder ? 0 : twice));
    if (!entry.what.empty()) {
      ImGui::SameLine(ImGui::GetContentRegionMax().x - 84 * bench.ui_scale);
      ImGui::TextDisabled("%s", entry.what.c_str());
    }
    if (!pressed) continue;
    if (entry.folder)
      into = browser.path_of(entry.name);
    else
      bench.file_name = entry.name;
    if (!entry.folder && ImGui::IsMouseDoubleClicked(0)) open = browser.path_of(entry.name);
  }
  ImGui::EndChild();
  if (!into.empty()) browser.go(into);
  if (!open.empty()) bench.show_files = !bench.open(open);
}

void place(Workbench& bench) {
  FileBrowser& browser = bench.browser;
  if (button("Up")) browser.up();
  ImGui::SameLine();
  draw_wrapped(browser.folder().string());
}

// Saves, or asks first where a file would be replaced.
void save(Workbench& bench, Workbench::Saving what) {
  const fs::path path = bench.browser.path_of(bench.file_name);
  std::error_code unknown;
  if (fs::exists(path, unknown)) {
    bench.to_replace = Workbench::Replacement{path, what};
    return;
  }
  bench.show_files = !bench.save_as(path, what);
}

void question(Workbench& bench) {
  const Workbench::Replacement asked = *bench.to_replace;
  draw_wrapped(fmt::format("There is a file {}. Replace it?", asked.path.string()));
  if (button("Replace it")) {
    bench.to_replace.reset();
    bench.show_files = !bench.save_as(asked.path, asked.what);
  }
  ImGui::SameLine();
  if (button("Keep it")) bench.to_replace.reset();
}

void actions(Workbench& bench) {
  using Saving = Workbench::Saving;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  // What is typed takes the place of an older name.
  const bool entered = ImGui::InputTextWithHint(
      "##file", "choose a file, or write its name", &bench.file_name,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  note_item("file name");
  if (bench.to_replace) return question(bench);
  const bool named = !bench.file_name.empty();
  const char* const why_not = named ? "" : "choose a file, or write its name";
  const bool open = button_unless(why_not, "Open");
  if (named && (open || entered))
    bench.show_files = !bench.open(bench.browser.path_of(bench.file_name));
  ImGui::SameLine();
  if (button_unless(why_not, "Save maze")) save(bench, Saving::maze);
  ImGui::SameLine();
  if (button_unless(why_not, "Save recording")) save(bench, Saving::recording);
  ImGui::SameLine();
  if (button("Cancel")) bench.show_files = false;
  ImGui::SameLine();
  if (checkbox("all files", &bench.browser.all)) bench.browser.look_again();
}

void recent(Workbench& bench) {
  if (bench.recent.empty() || !begin_section("Opened or saved before", false)) return;
  for (const std::string& path : std::vector(bench.recent))
    if (selectable(path)) bench.show_files = !bench.open(path);
}

}  // namespace

void draw_files(Workbench& bench, const PanelPlan& plan) {
  if (!bench.show_files) {
    bench.to_replace.reset();
    bench.file_name.clear();
    return;
  }
  const float s = bench.ui_scale;
  const PanelBox& scene = plan.scene;
  const float middle = scene.at.x + scene.size.x / 2;
  const float width = std::min(520 * s, plan.menu.size.x - 16 * s);
  const float high = std::min(420 * s, scene.size.y - 16 * s);
  const float left = std::clamp(middle - width / 2, 8 * s, plan.menu.size.x - width - 8 * s);
  ImGui::SetNextWindowPos({left, scene.at.y + 8 * s});
  ImGui::SetNextWindowSize({width, high});
  ImGui::SetNextWindowBgAlpha(1);
  ImGui::Begin(
      "files", nullptr,
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  if (ImGui::IsWindowAppearing()) bench.browser.look_again();
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
