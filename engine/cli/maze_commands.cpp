
#include <fmt/format.h>

#include "engine/cli/commands.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "maze/base/json.h"
#include "maze/files/drawing.h"
#include "maze/files/maze_file.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"

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

std::string scheme_text(const OrientationScheme& scheme) {
  std::string text =
      fmt::format("\n{} orientations, {} moves each:\n", scheme.orientations(), scheme.moves());
  for (OrientationId o(0); o.index < scheme.orientations(); ++o.index) {
    text += fmt::format("  {:2}  {:<26}", o.index, scheme.orientation_name(o));
    for (MoveId move : scheme.move_ids())
      text += fmt::format("  {} -> {}", scheme.move_name(o, move), scheme.turn(o, move).to.index);
    text += "\n";
  }
  return text;
}

struct InfoOptions {
  MazeChoice maze;
  bool schemes = false;
};

Finding info(const InfoOptions& options) {
  const auto made = options.maze.make();
  const Maze& maze = *made;
  const std::string& file = options.maze.file;
  const auto certificate = file.empty() ? std::nullopt : load_certificate(file);
  if (certificate) static_cast<void>(rests_in(maze, *certificate));  // throws for another maze
  const std::vector<int> path = path_numbers(maze);
  const Grid& grid = maze.grid();
  const glm::ivec3 dims = grid.dims();
  const int start = cell_number(maze.start()), target = cell_number(maze.target());
  Finding all{fmt::format("{}x{}x{} cells, layers {}: {} cells, {} passages\n"
                          "from cell {} to cell {}, theoretical path of {} cells: {}\n\n{}",
                          dims.x, dims.y, dims.z, to_string(grid.layers()), grid.maze_cells(),
                          maze.passages().size(), start, target, path.size(), fmt::join(path, " "),
                          to_ascii(maze)),
              {{"dims", {dims.x, dims.y, dims.z}},
               {"layers", to_string(grid.layers())},
               {"start", start},
               {"target", target},
               {"cells", grid.maze_cells()},
               {"passages", maze.passages().size()},
               {"path_cells", path.size()},
               {"path", path}}};
  if (certificate) {
    all.text += "\n" + describe(*certificate);
    all.document["certificate"] = json_of(*certificate);
  }
  if (!options.schemes) return all;
  for (int n : scheme_sizes(maze)) {
    const OrientationScheme scheme(ControlScheme{n}, grid.layers());
    all.text += scheme_text(scheme);
    all.document["schemes"][std::to_string(n)] = scheme_json(scheme);
  }
  return all;
}

}  // namespace

void add_generate_command(CLI::App& app) {
  struct Options {
    MazeChoice maze;
    std::string output;
    bool ascii = false;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("generate", "Make a random maze: a spanning tree of cells");
  options->maze.add_to(*command, false);
  command
      ->add_option("-o,--output", options->output,
                   "Write the maze file here instead of printing it")
      ->type_name(kOutput);
  CLI::Option* const ascii =
      command->add_flag("--ascii", options->ascii, "Draw the maze as text instead, layer by layer");
  command->add_flag("--json", options->json, "Print the maze file (the default)")->excludes(ascii);
  set_action(*command, [options] {
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

void add_info_command(CLI::App& app) {
  auto options = std::make_shared<InfoOptions>();
  CLI::App* command = app.add_subcommand(
      "info", "Describe a maze: its cells, theoretical path, control schemes and a drawing");
  options->maze.add_to(*command, true);
  command->add_flag("--schemes", options->schemes,
                    "List the orientations and where each move leads");
  answers(*command, [options] { return info(*options); });
}

}  // namespace marblemaze
