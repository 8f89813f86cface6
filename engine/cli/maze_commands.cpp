
#include <fmt/format.h>

#include "engine/cli/common/command_line.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "maze/base/json.h"
#include "maze/files/export.h"
#include "maze/files/maze_file.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/grid/theoretical_path.h"

namespace marblemaze {
namespace {

std::vector<int> path_numbers(const Maze& maze) {
  std::vector<int> numbers;
  for (CellId cell : TheoreticalPaths(maze).path_from(maze.start()))
    numbers.push_back(cell_number(cell));
  return numbers;
}

std::vector<int> scheme_sizes(const Maze& maze) {
  return maze.grid().layers() == Layers::flat ? std::vector{4} : std::vector{8, 24};
}

Json scheme_json(const OrientationScheme& scheme) {
  Json list = Json::array();
  for (OrientationId o(0); o.index < scheme.orientations(); ++o.index) {
    const glm::dvec3 up = scheme.up(o);
    Json moves = Json::array();
    for (MoveId move : scheme.move_ids()) moves.push_back(scheme.turn(o, move).to.index);
    list.push_back({{"orientation", o.index}, {"up", {up.x, up.y, up.z}}, {"moves", moves}});
  }
  return list;
}

Json info_json(const Maze& maze, const std::optional<Certificate>& certificate, bool schemes,
               const PhysicsSettings& settings) {
  const std::vector<int> path = path_numbers(maze);
  const glm::ivec3 dims = maze.grid().dims();
  Json document{{"dims", {dims.x, dims.y, dims.z}},   {"layers", to_string(maze.grid().layers())},
                {"start", cell_number(maze.start())}, {"target", cell_number(maze.target())},
                {"cells", maze.grid().maze_cells()},  {"passages", maze.passages().size()},
                {"path_cells", path.size()},          {"path", path}};
  if (certificate) {
    document["certificate"] = json_of(*certificate);
    document["certificate_tied"] = is_tied(*certificate);
  }
  if (schemes)
    for (int n : scheme_sizes(maze))
      document["schemes"][std::to_string(n)] =
          scheme_json(OrientationScheme(n, maze.grid().layers(), settings.slopes));
  return document;
}

void print_scheme(const OrientationScheme& scheme) {
  print_out("\n{} orientations, {} moves each:\n", scheme.orientations(), scheme.moves());
  for (OrientationId o(0); o.index < scheme.orientations(); ++o.index) {
    print_out("  {:2}  {:<26}", o.index, scheme.orientation_name(o));
    for (MoveId move : scheme.move_ids())
      print_out("  {} -> {}", scheme.move_name(o, move), scheme.turn(o, move).to.index);
    print_out("\n");
  }
}

void print_info(const Maze& maze, const std::optional<Certificate>& certificate, bool schemes,
                const PhysicsSettings& settings) {
  const glm::ivec3 dims = maze.grid().dims();
  const std::vector<int> path = path_numbers(maze);
  print_out("{}x{}x{} cells, layers {}: {} cells, {} passages\n", dims.x, dims.y, dims.z,
            to_string(maze.grid().layers()), maze.grid().maze_cells(), maze.passages().size());
  print_out("from cell {} to cell {}, theoretical path of {} cells: {}\n\n",
            cell_number(maze.start()), cell_number(maze.target()), path.size(),
            fmt::join(path, " "));
  print_out("{}", to_ascii(maze));
  if (certificate) print_out("\n{}", describe(*certificate));
  if (schemes)
    for (int n : scheme_sizes(maze))
      print_scheme(OrientationScheme(n, maze.grid().layers(), settings.slopes));
}

}  // namespace

void add_generate_command(Command& app, CommandContext&) {
  struct Options {
    MazeChoice maze;
    std::string output;
    bool ascii = false;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  Command* command = app.add_subcommand("generate", "Make a random maze: a spanning tree of cells");
  options->maze.add_to(*command, false);
  command
      ->add_option("-o,--output", options->output,
                   "Write the maze file here instead of printing it")
      ->writes_file();
  command->add_flag("--ascii", options->ascii, "Draw the maze as text instead, layer by layer");
  command->add_flag("--json", options->json, "Print the maze file (the default)")
      ->excludes({"ascii"})
      ->changes_only("what stands on standard output beside --output");
  command->callback([options] {
    const auto maze = options->maze.make();
    const NamedFile output{"--output", options->output};
    expect_output_free(output, options->ascii, "--ascii");
    expect_output_free(output, options->json, "--json");
    if (!options->output.empty()) save_maze(*maze, options->output);
    if (options->ascii)
      print_out("{}", to_ascii(*maze));
    else if (options->output.empty() || options->json)
      print_out("{}", to_json(*maze));
  });
}

void add_info_command(Command& app, CommandContext&) {
  struct Options {
    MazeChoice maze;
    SettingsChoice settings;
    bool schemes = false;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  Command* command = app.add_subcommand(
      "info", "Describe a maze: its cells, theoretical path, control schemes and a drawing");
  options->maze.add_to(*command, true);
  command->add_flag("--schemes", options->schemes,
                    "List the orientations and where each move leads");
  options->settings.add_file_to(*command)->acts_on(
      {"--schemes and --json", [options] { return options->schemes && options->json; }});
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options] {
    const auto maze = options->maze.make();
    const PhysicsSettings settings = options->settings.make();
    const std::string& file = options->maze.file;
    const auto certificate = file.empty() ? std::nullopt : load_certificate(file);
    if (certificate) static_cast<void>(rests_in(*maze, *certificate));  // of this very maze?
    if (options->json)
      print_out("{}\n", info_json(*maze, certificate, options->schemes, settings).dump());
    else
      print_info(*maze, certificate, options->schemes, settings);
  });
}

}  // namespace marblemaze
