#include <algorithm>

#include <fmt/format.h>

#include "agent/analysis/state_map.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/replay_page/html_replay.h"
#include "engine/replay_page/page_data.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/files/drawing.h"
#include "maze/files/maze_file.h"
#include "maze/print/printed_maze.h"

namespace marblemaze {
namespace {

struct ExportOptions {
  std::string file;
  std::string stl, svg, page, html, dot, graphml;
  bool path = false, solution = false, separate = false;
  PrintSettings print;
};

/// Writes the file, and prints a line about it unless it is standard output.
void put(const std::string& path, const std::string& text, const std::string& about) {
  write_text_file(path, text);
  if (!is_standard_stream(path)) print_error("{}: {}\n", path, about);
}

std::string part_words(const PrintedPart& part) {
  return fmt::format("{} {:.1f} x {:.1f} x {:.1f} mm, {:.1f} cm3", part.name, part.size.x,
                     part.size.y, part.size.z, part.volume / 1000);
}

/// Returns "maze-lid.stl" for "maze.stl" and "lid".
std::string path_of_part(const std::string& path, const std::string& part) {
  std::filesystem::path whole(path);
  const std::string name = whole.stem().string() + "-" + part + whole.extension().string();
  return whole.replace_filename(name).string();
}

constexpr double kUsualPlate = 250;  // mm a side: few printers at home have a larger one

bool fits(glm::dvec2 plate) { return plate.x <= kUsualPlate && plate.y <= kUsualPlate; }

/// Returns "; plate 118.0 x 118.0 mm", and advice if the plate is too large.
std::string plate_words(const TriangleMesh& mesh, const std::vector<PrintedPart>& parts) {
  const glm::dvec2 plate = plate_of(mesh);
  std::string words = fmt::format("; plate {:.1f} x {:.1f} mm", plate.x, plate.y);
  if (fits(plate)) return words;
  const bool each_fits = std::ranges::all_of(parts, fits, &PrintedPart::size);
  return words + fmt::format(", larger than {:.0f} mm: {}", kUsualPlate,
                             each_fits ? "--separate writes a file for each part"
                                       : "even a part alone is, so try a smaller --cell-mm");
}

void export_stl(const ExportOptions& options, const Maze& maze) {
  const std::vector<PrintedPart> parts = printed_parts(maze, options.print);
  const std::string title = "marblemaze " + describe(maze) + ", millimetres";
  if (options.separate) {
    for (const PrintedPart& part : parts) {
      const std::string path = path_of_part(options.stl, part.name);
      check_outputs({options.file}, {{"--stl", path}});
      put(path, stl_bytes(part.mesh, title), part_words(part));
    }
    return;
  }
  std::string about = fmt::format("{} parts", parts.size());
  for (const PrintedPart& part : parts) about += "; " + part_words(part);
  const TriangleMesh all = side_by_side(parts);
  put(options.stl, stl_bytes(all, title), about + plate_words(all, parts));
}

std::string sheet_of(const ExportOptions& options, const Maze& maze) {
  if (!options.solution) return maze_svg(maze, options.path);
  const auto certificate = load_certificate(options.file);
  if (!certificate)
    throw BadInput("--solution", "for '" + options.file + "'", "a maze with a certificate");
  return maze_svg(maze, rests_in(maze, *certificate));
}

/// Returns the page for browsers without a maze. An installation contains it as
/// PREFIX/share/marblemaze/marblemaze.html; a build as out/web/marblemaze.html.
std::string empty_page() {
  std::error_code failure;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failure);
  const std::filesystem::path prefix = self.parent_path().parent_path();
  const auto installed = prefix / "share/marblemaze/marblemaze.html";
  for (const auto& path : {installed, prefix.parent_path() / "out/web/marblemaze.html"})
    if (std::filesystem::exists(path, failure)) return read_text_file(path);
  throw BadInput("page", "'" + installed.string() + "'",
                 "the page for browsers, which scripts/build_web.sh builds and an installation "
                 "puts there (docs/how-to/browser.md)");
}

void export_maze(const ExportOptions& options) {
  const Maze maze =
      naming("--stl, --svg and --page need a maze file", [&] { return load_maze(options.file); });
  if (!options.stl.empty()) export_stl(options, maze);
  if (!options.svg.empty()) put(options.svg, sheet_of(options, maze), describe(maze));
  if (!options.page.empty())
    put(options.page, page_with(empty_page(), "given", json_of(maze)),
        "the page for browsers, with " + describe(maze));
}

void export_recording(const ExportOptions& options) {
  const Recording recording = naming("--html needs a recording of a marble, not of a logic maze",
                                     [&] { return load_recording(options.file); });
  if (recording.ticks.empty())
    throw BadInput("recording", "'" + options.file + "'", "at least one tick to show");
  const std::string page = html_replay(recording);
  put(options.html, page,
      fmt::format(
          "{}, {:.1f} s, {} KiB",
          recording.spec.tilt ? fmt::format("{} commands", recording.commands.size())
                              : fmt::format("{} moves", recording.moves.size()),
          static_cast<double>(recording.ticks.size()) * recording.spec.setup.settings.solver.step,
          page.size() / 1024));
}

void export_map(const ExportOptions& options) {
  const MazeMap mapped =
      naming(fmt::format("--dot and --graphml need what map --json printed; '{}'", options.file),
             [&] { return maze_map_from_json(read_text_file(options.file)); });
  const auto label = [&](StateId state) { return mapped.label(state); };
  const std::string about = fmt::format("{} states", mapped.map.states().size());
  if (!options.dot.empty()) put(options.dot, to_dot(mapped.map, label), about);
  if (!options.graphml.empty()) put(options.graphml, to_graphml(mapped), about);
}

void run_export(const ExportOptions& options) {
  expect_output_free({"--stl", options.stl}, options.separate, "--separate, which writes several");
  const bool of_maze = !(options.stl + options.svg + options.page).empty(),
             of_recording = !options.html.empty(),
             of_map = !(options.dot + options.graphml).empty();
  if (!of_maze && !of_recording && !of_map)
    throw BadInput(
        "export", "without a target",
        "--stl, --svg or --page (a maze), --html (a recording), --dot or --graphml (a map)");
  if (of_maze) export_maze(options);
  if (of_recording) export_recording(options);
  if (of_map) export_map(options);
}

void add_print_options(CLI::App& command, CLI::Option* stl, ExportOptions& options) {
  PrintSettings& print = options.print;
  const auto add = [&](CLI::Option* option) { option->group("Printing (--stl)")->needs(stl); };
  add(command.add_option("--cell-mm", print.cell,
                         "From the middle of a wall to the middle of the next wall"));
  add(command.add_option("--wall-mm", print.wall, "Thickness of walls"));
  add(command.add_option("--frame-mm", print.frame,
                         "Thickness of the outermost walls; pegs are half as wide"));
  add(command.add_option("--marble-mm", print.marble,
                         "Diameter of the marble that must fit through"));
  add(command.add_option("--clearance-mm", print.clearance,
                         "Gap on every side of a peg in its socket"));
  add(command.add_flag("--separate", options.separate,
                       "Write a file for each part, such as out-lid.stl"));
}

}  // namespace

void add_export_command(CLI::App& app) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export",
                                         "Write a maze for a 3-D printer or as a drawing, a "
                                         "recording as a web page, a map as a graph");
  command->add_option("FILE", options->file, "A maze file, a recording, or what map --json printed")
      ->required()
      ->type_name(kInput);
  const auto add_target = [&](const char* flag, std::string& value, const char* about) {
    return command->add_option(flag, value, about)->type_name(kOutput);
  };
  CLI::Option* const stl =
      add_target("--stl", options->stl, "From a maze: the parts to print, side by side");
  CLI::Option* const svg = add_target(
      "--svg", options->svg, "From a maze: a drawing of every layer; - for standard output");
  CLI::Option* const path =
      command->add_flag("--path", options->path, "With --svg: draw the theoretical path");
  command
      ->add_flag("--solution", options->solution,
                 "With --svg and a designed maze: draw where each move of its solution ends")
      ->needs(svg)
      ->excludes(path->needs(svg));
  CLI::Option* const page = add_target(
      "--page", options->page, "From a maze: the page for browsers, which opens with this maze");
  CLI::Option* const html = add_target(
      "--html", options->html, "From a recording: a page that replays it in 3-D without a network");
  CLI::Option* const dot =
      add_target("--dot", options->dot, "From a map: Graphviz; - for standard output");
  CLI::Option* const graphml =
      add_target("--graphml", options->graphml, "From a map: GraphML; - for standard output");
  for (CLI::Option* of_maze : {stl, svg, page}) of_maze->excludes(dot)->excludes(graphml);
  for (CLI::Option* other : {stl, svg, page, dot, graphml}) html->excludes(other);
  add_print_options(*command, stl, *options);
  set_action(*command, [options] { run_export(*options); });
}

}  // namespace marblemaze
