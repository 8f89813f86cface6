#include <regex>

#include <fmt/format.h>
// This header requires imgui.h, which is included above.
#include <imgui_stdlib.h>

#include "engine/version.h"
#include "maze/base/text.h"
#include "render/gl/viewer_files.h"
#include "render/panels/panels.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

constexpr int kColumns = 4;
const ImVec2 kTile{132, 108}, kTiltTile{132, 64};  // points
constexpr float kTileGap = 8;

std::string size_text(const Level& level) {
  const glm::ivec3 d = level.maze->grid().dims();
  if (level.maze->grid().layers() == Layers::flat) return fmt::format("flat, {} x {}", d.x, d.y);
  const char* kind = level.maze->grid().layers() == Layers::outer ? "hollow" : "cube";
  return fmt::format("{} {} x {} x {}{}", kind, d.x, d.y, d.z,
                     level.control == ControlScheme::cube_24 ? ",\n24 orientations" : "");
}

bool tile(const std::string& label, ImVec2 size, const std::string& name,
          const std::string& words) {
  const float s = ui_scale(), room = size.x * s - 20 * s;
  const Area of = area(label, size * s, points("radius", "control"));
  const ImU32 colour = draw_button_ground(of, ButtonKind::secondary, points("radius", "control"));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 at = of.box.at + ImVec2{10, 8} * s;
  const std::string title = wrap_text(name, room, Text::strong);
  list.PushClipRect(of.box.at, of.box.end(), true);
  draw_text(list, Text::strong, at, colour, title);
  draw_text(list, Text::label, at + ImVec2{0, size_of(Text::strong, title).y},
            im_colour(panel_colours().text_2), words);
  list.PopClipRect();
  return of.pressed;
}

void level_tile(Session& session, std::size_t number) {
  const Level& level = levels()[number];
  const float s = ui_scale();
  const LevelResult best = session.progress.best(level);
  const std::string label = fmt::format("level {}", number + 1);
  if (tile(label, kTile, fmt::format("{}. {}", number + 1, level.name), size_text(level)))
    session.act(&Session::start_level, number);
  tooltip("Fewest possible: " + pluralize(level.best(), "move") +
          (best.stars > 0 ? ". Yours: " + pluralize(best.moves, "move") : ""));
  const PanelBox box = *item_box(label);
  if (session.level.is_open() && session.level.number() == number)
    ImGui::GetWindowDrawList()->AddRect(box.at, box.end(), im_colour(panel_colours().interaction),
                                        8 * s, 0, 2 * s);
  draw_stars_at(*ImGui::GetWindowDrawList(), {box.middle().x, box.end().y - 13 * s}, best.stars,
                8 * s);
}

void tilt_tile(Session& session, std::size_t number) {
  const Level& level = tilt_levels()[number];
  const auto best = session.progress.time(time_key(*level.maze, false));
  const std::string words = best ? fmt::format("{:.1f} s", *best) : "no time yet";
  if (tile(level.name, kTiltTile, level.name, words))
    session.act(&Session::start_tilt_level, number);
  tooltip(describe(*level.maze));
}

void draw_tiles(Session& session, std::size_t count, std::size_t row,
                void (*draw)(Session&, std::size_t)) {
  for (std::size_t i = 0; i < count; ++i) {
    if (i % row != 0) ImGui::SameLine(0, kTileGap * ui_scale());
    draw(session, i);
  }
  ImGui::Spacing();
}

constexpr double kLogarithmicFrom = 50;  // a slider over a wider range is logarithmic
const char* const kCollisions[] = {"grid", "compound"};

std::string text_of(Collision collision) { return std::string(to_string(collision)); }
std::string text_of(auto number) { return fmt::format("{:.4g}", static_cast<double>(number)); }

// Returns true if the user changed the value. A slider reports a change only when it is released.
template <class Value>
bool draw_control(const SettingField& field, Value* value, Value default_value) {
  const bool wide =
      !std::is_integral_v<Value> && field.low > 0 && field.high > kLogarithmicFrom * field.low;
  const auto flags = ImGuiSliderFlags_AlwaysClamp | (wide ? ImGuiSliderFlags_Logarithmic : 0);
  return slider(std::string(field.name), value,
                {static_cast<Value>(field.low), static_cast<Value>(field.high), default_value,
                 std::is_integral_v<Value> ? "%d" : "%.4g", flags, true});
}
bool draw_control(const SettingField& field, Collision* value, Collision) {
  int index = static_cast<int>(*value);
  if (!combo(std::string(field.name), &index, kCollisions)) return false;
  *value = static_cast<Collision>(index);
  return true;
}

// Converts a name such as "marble_radius" to "Marble radius".
std::string display_name(std::string name) {
  std::ranges::replace(name, '_', ' ');
  return capitalized(name);
}

// The unit "1" denotes a dimensionless number.
std::string display_unit(std::string_view unit) {
  if (unit == "1") return "";
  if (unit == "share/s") return "share lost per second";
  return std::string(unit == "share/step" ? "share per step" : unit);
}

bool draw_field(const SettingField& field, PhysicsSettings& settings) {
  PhysicsSettings defaults;
  const std::string name(field.name);
  ImGui::PushID(name.c_str());
  const bool differs = field.value(settings) != field.value(defaults);
  if (differs) ImGui::AlignTextToFramePadding();
  write(display_name(name));
  if (field.low < field.high && !field.unit.empty())
    ImGui::SameLine(), write_dim(display_unit(field.unit));
  bool changed = false;
  if (differs) {
    ImGui::SameLine();
    changed = button("reset " + name, {.kind = ButtonKind::quiet, .text = "Reset"});
  }
  std::visit(
      [&](auto* value) {
        const auto before = *std::get<decltype(value)>(field.pointer(defaults));
        if (changed) *value = before;
        changed = draw_control(field, value, before) || changed;
      },
      field.pointer(settings));
  draw_dim(fmt::format(
      "{}. Default {}. Effect of a change: {}.", capitalized(std::string(field.meaning)),
      std::visit([](auto value) { return text_of(value); }, field.value(defaults)), field.breaks));
  ImGui::Spacing();
  ImGui::PopID();
  return changed;
}

struct Term {
  std::string name, meaning;
};

// Parses glossary entries of the form "- **Term**: meaning", with indented continuation lines.
// Removes the markup and sorts the terms.
std::vector<Term> terms() {
  static const std::regex marks(R"(\*\*|`|\*(?=\w)|\b\*| \(\d+\.\d+(, \d+\.\d+)*\))");
  std::vector<Term> found;
  for (std::string line : split_text(std::string(viewer_file("glossary.md")), '\n')) {
    line = std::regex_replace(line, marks, "");
    const std::size_t colon = line.find(": ");
    if (line.starts_with("- ") && colon != std::string::npos)
      found.push_back({line.substr(2, colon - 2), line.substr(colon + 2)});
    else if (line.starts_with("  ") && !found.empty())
      found.back().meaning += line.substr(1);
  }
  static const std::regex link(R"(\[([^\]]*)\]\([^)]*\))");
  for (Term& term : found) term.meaning = std::regex_replace(term.meaning, link, "$1");
  std::ranges::sort(found, {}, [](const Term& term) { return capitalized(term.name); });
  return found;
}

void draw_entries(Session& session, float high) {
  Files& files = session.files;
  FileBrowser& browser = files.browser;
  ImGui::BeginChild("entries", {0, high}, true);
  if (!browser.trouble().empty()) draw_wrapped(browser.trouble());
  fs::path into;
  for (const FileBrowser::Entry& entry : browser.entries()) {
    const std::string shown = entry.folder ? entry.name + "/" : entry.name;
    const auto twice = entry.folder ? 0 : ImGuiSelectableFlags_AllowDoubleClick;
    const bool pressed =
        registered(shown, ImGui::Selectable(shown.c_str(), files.file_name == entry.name, twice));
    if (!entry.what.empty()) {
      ImGui::SameLine(ImGui::GetContentRegionMax().x - 84 * ui_scale());
      write_dim(entry.what);
    }
    if (!pressed) continue;
    if (entry.folder)
      into = browser.path_of(entry.name);
    else if (ImGui::IsMouseDoubleClicked(0))
      session.act(&Session::open_file, browser.path_of(entry.name));
    else
      files.file_name = entry.name;
  }
  ImGui::EndChild();
  if (!into.empty()) browser.go(into);
}

void save_or_ask(Session& session, bool run) {
  Files& files = session.files;
  fs::path path = files.browser.path_of(files.file_name);
  // The file browser recognizes file types by extension.
  if (!path.has_extension()) path += run ? ".rec" : session.game() ? ".txt" : ".json";
  std::error_code unknown;
  if (fs::exists(path, unknown))
    files.to_replace = {path, run};
  else
    session.act(run ? &save_run_as : &save_maze_as, path);
}

void draw_question(Session& session) {
  Files& files = session.files;
  draw_wrapped(
      fmt::format("The file {} exists already. Replace it?", files.to_replace->path.string()));
  const bool replace = button("Replace it");
  ImGui::SameLine();
  const bool keep = button("Keep it");
  if (replace)
    session.act(files.to_replace->run ? &save_run_as : &save_maze_as, files.to_replace->path);
  if (replace || keep) files.to_replace.reset();
}

void draw_file_actions(Session& session) {
  Files& files = session.files;
  ImGui::SetNextItemWidth(-1);
  if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
  // The text is selected, so that typing replaces the previous name.
  const bool entered = ImGui::InputTextWithHint(
      "##file", "Choose a file, or write its name", &files.file_name,
      ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  register_item("file name");
  if (files.to_replace) return draw_question(session);
  const bool named = !files.file_name.empty();
  const ButtonLook look{.disabled_reason = named ? "" : "Choose a file first, or write its name."};
  const bool open = button("Open", look);
  // Clicking a file moves the keyboard focus away from the name field, so Enter is handled here.
  if (named && (open || entered || enter_pressed()))
    session.act(&Session::open_file, files.browser.path_of(files.file_name));
  ImGui::SameLine();
  if (button("Save maze", look)) save_or_ask(session, false);
  ImGui::SameLine();
  if (button("Save recording", look)) save_or_ask(session, true);
  ImGui::SameLine();
  if (checkbox("all files", &files.browser.all)) files.browser.refresh();
}

}  // namespace

void draw_lessons(Session& session) {
  draw_dim("Each lesson explains a run in steps.");
  ImGui::Spacing();
  int number = 0;
  for (const Lesson& lesson : lessons()) {
    if (button(fmt::format("{}. {}", ++number, lesson.title)))
      session.act(&Session::start_lesson, lesson.name);
    ImGui::SameLine();
    ImGui::AlignTextToFramePadding();
    write_dim(session.progress.learned(lesson.name) ? "done"
                                                    : pluralize(lesson.steps.size(), "step"));
  }
}

void draw_levels(Session& session) {
  const float s = ui_scale(), gap = kTileGap;
  // A row must fit between the margins and the scroll bar.
  const float room = ImGui::GetIO().DisplaySize.x / s - 54;
  const auto row =
      static_cast<std::size_t>(std::clamp(static_cast<int>(room / (kTile.x + gap)), 1, kColumns));
  write_dim(fmt::format("{} of {} stars", session.progress.stars(),
                        kMaxStars * static_cast<int>(levels().size())));
  draw_tiles(session, levels().size(), row, level_tile);
  write("Turn freely", Text::panel_title);
  const float width = static_cast<float>(row) * (kTile.x + gap) * s;
  draw_dim("Drag the cube. The marble need not rest; your best time counts.", width);
  draw_tiles(session, tilt_levels().size(), row, tilt_tile);
  if (session.restores_display() && !session.lesson.is_open())
    action_button(session, "Leave the levels", "Leave the levels");
  draw_dim(
      "Every solution earns a star, at most half more moves than the fewest possible two stars, "
      "and "
      "the fewest possible moves three. With a hint you can earn two at most.",
      width);
}

void draw_physics(Session& session) {
  PhysicsSettings& form = session.panels.physics;
  draw_wrapped("If you change a value, the maze starts again.");
  bool changed = button("Reset all");
  if (changed) form = PhysicsSettings();
  ImGui::Separator();
  ImGui::BeginChild("fields");
  for (const SettingField& field : physics_setting_fields())
    changed = draw_field(field, form) || changed;
  ImGui::EndChild();
  if (changed) session.act(&use_physics);
}

void draw_help(Session&) {
  const float unit = ImGui::GetFontSize(), display = ImGui::GetIO().DisplaySize.x;
  draw_wrapped(
      "Mouse: drag to turn the view, drag with the right button to move it, and turn the wheel to "
      "zoom. When you turn a maze freely, drag to tip it, drag with the right button to turn the "
      "view, and with the middle button to move it. Drop a maze file on the window to open it.",
      std::min(display * 0.9f, 58 * unit));
  ImGui::Separator();
  if (!ImGui::BeginTable("keys", display > 62 * unit ? 4 : 2, ImGuiTableFlags_SizingFixedFit))
    return;
  for (const Action& action : actions()) {
    if (*action.keys == '\0') continue;
    ImGui::TableNextColumn();
    write(action.keys);
    ImGui::TableNextColumn();
    write_dim(std::string(action.meaning) + "   ");
  }
  ImGui::EndTable();
}

void draw_about(Session&) {
  const float width = 30 * ImGui::GetFontSize();
  write("Version " + std::string(program_version()));
  draw_wrapped(
      "A marble in a glass maze, and agents that solve it. Based on Dana Cremer, The Application "
      "of Artificial Intelligence to Solve a Physical Puzzle, Indiana University South Bend, 2007.",
      width);
  draw_dim(fmt::format("Built with {}. The command marblemaze --licences prints all licences.",
                       build_id()),
           width);
}

void draw_glossary(Session&) {
  static const std::vector<Term> all = terms();
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::BeginChild("terms",
                    {std::min(44 * ImGui::GetFontSize(), 0.85f * display.x), 0.6f * display.y});
  for (const Term& term : all) write(term.name, Text::strong), draw_dim(term.meaning);
  ImGui::EndChild();
}

void draw_quit(Session& session) {
  PanelState& panels = session.panels;
  const std::vector<std::string> lost = session.quit_warnings();
  for (const std::string& words : lost)
    draw_wrapped(words, std::min(420 * ui_scale(), 0.8f * ImGui::GetIO().DisplaySize.x));
  ImGui::Spacing();
  if (button("Stay")) panels.dialog = Dialog::none;
  ImGui::SameLine();
  if (lost.size() > (session.files.exporting ? 1 : 0)) {
    if (button("Save run…")) panels.dialog = Dialog::files;
    ImGui::SameLine();
  }
  action_button(session, "Quit", "Quit", {.tooltip = "Quit without saving"});
}

void draw_files(Session& session) {
  Files& files = session.files;
  if (ImGui::IsWindowAppearing())
    files.to_replace.reset(), files.file_name.clear(), files.browser.refresh();
  draw_dim("A maze, a puzzle or a recording. You can also drop a file on the window.");
  if (button("Up")) files.browser.up();
  ImGui::SameLine();
  ImGui::AlignTextToFramePadding();
  draw_wrapped(files.browser.folder().string());
  draw_entries(session, std::max(ImGui::GetWindowHeight() - 290 * ui_scale(), 70 * ui_scale()));
  draw_file_actions(session);
  // The dialog covers the message, so it must show errors itself.
  if (session.message_shown()) draw_wrapped(session.message());
  if (files.recent.empty() || !begin_section("Recently opened or saved", false)) return;
  for (const std::string& path : files.recent)
    if (selectable(path)) session.act(&Session::open_file, path);
}

}  // namespace marblemaze
