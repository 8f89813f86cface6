// Commands for mazes: generate, info, predict, map, design and export.
#include <algorithm>

#include <fmt/format.h>

#include "agent/analysis/state_map.h"
#include "engine/cli/commands.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/options.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/replay_page/embedded_files.h"
#include "engine/replay_page/page_data.h"
#include "engine/rollouts/marble_designer.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/parallel.h"
#include "maze/base/text.h"
#include "maze/files/drawing.h"
#include "maze/files/maze_file.h"
#include "maze/grid/maze.h"
#include "maze/grid/orientation_scheme.h"
#include "maze/print/printed_maze.h"

namespace marblemaze {
namespace {

// ---- generate and info

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
  MazeOptions maze;
  bool schemes = false;
};

Output info(const InfoOptions& options) {
  const auto made = options.maze.make();
  const Maze& maze = *made;
  const std::string& file = options.maze.file;
  const auto certificate = file.empty() ? std::nullopt : load_certificate(file);
  if (certificate)
    static_cast<void>(
        rests_in(maze, *certificate));  // throws if the certificate belongs to a different maze
  const std::vector<int> path = path_numbers(maze);
  const Grid& grid = maze.grid();
  const glm::ivec3 dims = grid.dims();
  const int start = cell_number(maze.start()), target = cell_number(maze.target());
  Output all{fmt::format("{}x{}x{} cells, layers {}: {} cells, {} passages\n"
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

// ---- predict and map

struct PredictOptions {
  SetupOptions setup;
  std::optional<int> state;
  std::optional<int> move;
};

std::vector<StateId> states_to_predict(const PredictOptions& options, const Maze& maze,
                                       const OrientationScheme& scheme) {
  const int bound = maze.grid().box_cells() * scheme.orientations();
  std::vector<StateId> states;
  for (StateId state(0); state.index < bound; ++state.index)
    if (can_rest(maze, scheme, state) && options.state.value_or(state.index) == state.index)
      states.push_back(state);
  if (states.empty())
    throw BadInput(
        "--state", std::to_string(*options.state),
        fmt::format("a state from 0 to {} in which three walls can hold the marble", bound - 1));
  return states;
}

Output predict(const PredictOptions& options) {
  const Setup setup = options.setup.make();
  const auto scheme = setup.make_scheme();
  if (options.move && (*options.move < 0 || *options.move >= scheme->moves()))
    throw BadInput("--move", std::to_string(*options.move),
                   fmt::format("0 to {}", scheme->moves() - 1));
  const PathPredictor predictor = setup.make_predictor();
  Output all;
  Json predictions = Json::array();
  for (StateId state : states_to_predict(options, *setup.maze, *scheme))
    for (MoveId move : scheme->move_ids()) {
      if (options.move.value_or(move.index) != move.index) continue;
      const Prediction prediction = predictor.predict(state, move);
      const int to = prediction.guesses.front().to->index;
      std::vector<int> path;
      for (CellId cell : prediction.path) path.push_back(cell_number(cell));
      all.text += fmt::format("state {:>5} move {}  cells {}  -> state {}\n", state.index,
                              move.index, fmt::join(path, " "), to);
      predictions.push_back(
          {{"state", state.index}, {"move", move.index}, {"path", path}, {"to", to}});
    }
  all.document["predictions"] = predictions;
  return all;
}

/// Maximum marble displacement with --knife-edge, in cells.
constexpr double kDisplacement = 1e-4;

struct MapOptions {
  SetupOptions setup;
  bool knife_edge = false;
  int trials = 20;
  int jobs = 0;
  bool json = false;
};

MazeMap make_map(const MapOptions& options) {
  const Setup setup = options.setup.make();
  const Traits traits = marble_world_kind(setup.kind, "model").traits(setup.settings);
  const bool several = options.knife_edge || !traits.deterministic;
  const auto model =
      setup.make_model({several ? options.trials : 1, options.knife_edge ? kDisplacement : 0, 1});
  return {explore(*model, *setup.make_advice().rules, setup.predicted_start(),
                  threads_for(options.jobs)),
          setup.make_scheme()};
}

void print_summary(const MazeMap& mapped, bool knife_edge) {
  const StateMap& map = mapped.map;
  long frozen = 0, tried = 0, edges = 0;
  for (const MapArc& arc : map.arcs()) {
    frozen += !arc.to;
    tried += !arc.certain;
    edges += arc.probability < 1;
  }
  print_out("{} reachable states; {} moves tried, {} of which can freeze the marble\n",
            map.states().size(), tried, frozen);
  if (knife_edge)
    print_out("{} moves are sensitive: a tiny displacement changes their outcome\n", edges);
  else if (edges > 0)
    print_out("moves whose outcome varies because of actuator noise: {}\n", edges);
  print_out("{}\n", pluralize(map.traps().size(), "dead-end region"));
  if (!map.solvable()) {
    print_out("unsolvable: no sequence of moves leads to the target\n");
    return;
  }
  print_out("solvable in {} moves, {}:\n", *map.optimum(),
            pluralize(map.shortest_solutions(), "shortest solution"));
  const OrientationScheme& scheme = *mapped.scheme;
  for (const MapArc& arc : map.solution())
    print_out("  {:<17} cell {:>3} -> {}\n",
              scheme.move_name(scheme.orientation(arc.from), arc.move),
              cell_number(scheme.cell(arc.from)), cell_number(scheme.cell(*arc.to)));
}

// ---- design

struct DesignOptions {
  SetupOptions setup;
  int moves = DesignRequest{}.moves, jobs = 0;
  std::int64_t steps = DesignRequest{}.steps;
  std::string output;
  bool json = false;
};

/// Explains in one line why a design does not meet the request.
std::string shortfall(const MarbleDesign& design, const DesignRequest& request) {
  const Certificate& c = *design.certificate;
  const std::string found = c.optimum
                                ? fmt::format("the best maze found needs {} moves", *c.optimum)
                                : "no solvable maze was found";
  if (c.optimum >= c.moves)
    return fmt::format(
        "the solution takes {} moves, but it reaches the target in only {} of {} runs with a "
        "displaced marble",
        *c.optimum, c.reached, c.runs);
  const glm::ivec3 dims = design.maze.grid().dims();
  return fmt::format("no maze of {}x{}x{} with a solution of {} moves was found in {} steps; {}",
                     dims.x, dims.y, dims.z, c.moves, request.steps, found);
}

std::string progress_text(std::string_view stage, const SearchProgress& progress,
                          const MazeDesign& best) {
  const auto optimum = best.quality.optimum;
  return fmt::format("{}: {} of {} exchanges tried, best so far {} (energy {:.2f})", stage,
                     progress.step, progress.steps,
                     optimum ? fmt::format("{} moves", *optimum) : "unsolvable", best.energy);
}

Exit run_design(const DesignOptions& options) {
  const DesignRequest request{options.setup.make(), options.moves, options.setup.maze.seed,
                              options.steps, threads_for(options.jobs)};
  require_output_free({"--output", options.output}, options.json, "--json");
  handle_signals();
  ProgressLine line;
  const MarbleDesign design =
      design_marble_maze(request, [&](auto stage, const auto& progress, const auto& best) {
        if (line.due()) line.show(progress_text(stage, progress, best));
      });
  line.finish(fmt::format("{:.0f} s", line.seconds()));
  const Certificate* const certificate = design.certificate ? &*design.certificate : nullptr;
  if (!options.output.empty()) save_maze(design.maze, options.output, certificate);
  if (options.output.empty() || options.json) print_out("{}", to_json(design.maze, certificate));
  if (!options.output.empty() && certificate) print_error("{}", describe(*certificate));
  if (!design.certificate) {
    print_error("interrupted: this is the best maze so far, without a certificate\n");
    throw Interrupted{};
  }
  if (!design.fulfilled) print_error("{}\n", shortfall(design, request));
  return design.fulfilled ? Exit::done : Exit::not_reached;
}

// ---- export

struct ExportOptions {
  std::string file;
  std::string stl, svg, page, html, dot, graphml;
  bool path = false, solution = false, separate = false;
  PrintSettings print;
};

void write_export(const std::string& path, const std::string& text, const std::string& about) {
  write_text_file(path, text);
  if (!is_standard_stream(path)) print_error("{}: {}\n", path, about);
}

std::string part_text(const PrintedPart& part) {
  return fmt::format("{} {:.1f} x {:.1f} x {:.1f} mm, {:.1f} cm3", part.name, part.size.x,
                     part.size.y, part.size.z, part.volume / 1000);
}

std::string path_of_part(const std::string& path, const std::string& part) {
  std::filesystem::path whole(path);
  const std::string name = whole.stem().string() + "-" + part + whole.extension().string();
  return whole.replace_filename(name).string();
}

constexpr double kUsualPlate_mm = 250;  // mm per side; few home printers have a larger plate

bool fits(glm::dvec2 plate) { return plate.x <= kUsualPlate_mm && plate.y <= kUsualPlate_mm; }

/// Returns text such as "; plate 118.0 x 118.0 mm", with advice if the plate is too large.
std::string plate_text(const TriangleMesh& mesh, const std::vector<PrintedPart>& parts) {
  const glm::dvec2 plate = plate_of(mesh);
  std::string words = fmt::format("; plate {:.1f} x {:.1f} mm", plate.x, plate.y);
  if (fits(plate)) return words;
  const bool each_fits = std::ranges::all_of(parts, fits, &PrintedPart::size);
  return words + fmt::format(", larger than {:.0f} mm: {}", kUsualPlate_mm,
                             each_fits ? "--separate writes a file for each part"
                                       : "even a single part is too large, so reduce --cell-mm");
}

void export_stl(const ExportOptions& options, const Maze& maze) {
  const std::vector<PrintedPart> parts = printed_parts(maze, options.print);
  const std::string title = "marblemaze " + describe(maze) + ", millimetres";
  if (options.separate) {
    for (const PrintedPart& part : parts) {
      const std::string path = path_of_part(options.stl, part.name);
      check_outputs({options.file}, {{"--stl", path}});
      write_export(path, stl_bytes(part.mesh, title), part_text(part));
    }
    return;
  }
  std::string about = fmt::format("{} parts", parts.size());
  for (const PrintedPart& part : parts) about += "; " + part_text(part);
  const TriangleMesh all = side_by_side(parts);
  write_export(options.stl, stl_bytes(all, title), about + plate_text(all, parts));
}

std::string svg_of(const ExportOptions& options, const Maze& maze) {
  if (!options.solution) return maze_svg(maze, options.path);
  const auto certificate = load_certificate(options.file);
  if (!certificate)
    throw BadInput("--solution requires a certificate, but '" + options.file + "' has none");
  return maze_svg(maze, rests_in(maze, *certificate));
}

/// Returns the browser page without a maze: PREFIX/share/marblemaze/marblemaze.html in an
/// installation, or out/web/marblemaze.html in a build.
std::string empty_page() {
  std::error_code failure;
  const auto self = std::filesystem::read_symlink("/proc/self/exe", failure);
  const std::filesystem::path prefix = self.parent_path().parent_path();
  const auto installed = prefix / "share/marblemaze/marblemaze.html";
  for (const auto& path : {installed, prefix.parent_path() / "out/web/marblemaze.html"})
    if (std::filesystem::exists(path, failure)) return read_text_file(path);
  throw BadInput("page", "'" + installed.string() + "'",
                 "the browser page, which an installation contains and scripts/build_web.sh builds "
                 "(see docs/how-to/browser.md)");
}

void export_maze(const ExportOptions& options) {
  const Maze maze = prefix_errors("--stl, --svg and --page need a maze file",
                                  [&] { return load_maze(options.file); });
  if (!options.stl.empty()) export_stl(options, maze);
  if (!options.svg.empty()) write_export(options.svg, svg_of(options, maze), describe(maze));
  if (!options.page.empty())
    write_export(options.page, page_with(empty_page(), "given", json_of(maze)),
                 "browser page with " + describe(maze));
}

void export_recording(const ExportOptions& options) {
  const Recording recording =
      prefix_errors("--html needs a recording of a marble, not a maze or a game in a logic maze",
                    [&] { return load_recording(options.file); });
  if (recording.ticks.empty())
    throw BadInput("recording", "'" + options.file + "'", "at least one tick to show");
  const std::string page = html_replay(recording);
  write_export(
      options.html, page,
      fmt::format(
          "{}, {:.1f} s, {} KiB",
          recording.spec.tilt ? fmt::format("{} commands", recording.commands.size())
                              : fmt::format("{} moves", recording.moves.size()),
          static_cast<double>(recording.ticks.size()) * recording.spec.setup.settings.solver.step,
          page.size() / 1024));
}

void export_map(const ExportOptions& options) {
  const MazeMap mapped = prefix_errors(
      fmt::format("--dot and --graphml need the output of map --json; '{}'", options.file),
      [&] { return maze_map_from_json(read_text_file(options.file)); });
  const std::string about = fmt::format("{} states", mapped.map.states().size());
  if (!options.dot.empty()) write_export(options.dot, to_dot(mapped), about);
  if (!options.graphml.empty()) write_export(options.graphml, to_graphml(mapped), about);
}

void run_export(const ExportOptions& options) {
  require_output_free({"--stl", options.stl}, options.separate,
                      "--separate, which writes several files");
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
                         "Distance from the middle of a wall to the middle of the next wall"));
  add(command.add_option("--wall-mm", print.wall, "Thickness of walls"));
  add(command.add_option("--frame-mm", print.frame,
                         "Thickness of the outermost walls; pegs are half as wide"));
  add(command.add_option("--marble-mm", print.marble,
                         "Diameter of the marble, which must fit through the passages"));
  add(command.add_option("--clearance-mm", print.clearance,
                         "Gap on every side of a peg in its socket"));
  add(command.add_flag("--separate", options.separate,
                       "Write a file for each part, such as out-lid.stl"));
}

}  // namespace

void add_generate_command(CLI::App& app) {
  struct Options {
    MazeOptions maze;
    std::string output;
    bool ascii = false;
    bool json = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "generate", "Generate a random maze, which is a spanning tree of its cells");
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
    require_output_free(output, options->ascii, "--ascii");
    require_output_free(output, options->json, "--json");
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
  set_output_action(*command, [options] { return info(*options); });
}

void add_predict_command(CLI::App& app) {
  auto options = std::make_shared<PredictOptions>();
  CLI::App* command = app.add_subcommand(
      "predict", "Show where the thesis's path predictor expects each move to end");
  options->setup.maze.add_to(*command, true);
  options->setup.settings.add_to(*command, false);
  options->setup.add_orientations_to(*command);
  command->add_option(
      "--state", options->state,
      "Show only this state; its number is (cell - 1) * orientations + orientation");
  command->add_option("--move", options->move, "Show only this move");
  set_output_action(*command, [options] { return predict(*options); });
}

void add_map_command(CLI::App& app) {
  auto options = std::make_shared<MapOptions>();
  CLI::App* command = app.add_subcommand("map",
                                         "Try every move in every reachable state, and report the "
                                         "minimum number of moves and the dead-end regions");
  options->setup.maze.add_to(*command, true);
  options->setup.settings.add_to(*command);
  add_world_option(*command, "--model", options->setup.kind);
  options->setup.add_orientations_to(*command);
  command->add_flag(
      "--knife-edge", options->knife_edge,
      "Find sensitive moves: try each move several times from slightly displaced positions");
  command
      ->add_option("--trials", options->trials,
                   "Number of trials of each move with --knife-edge or with actuator noise")
      ->check(within(2, 10'000));
  add_jobs_option(*command, options->jobs);
  command->add_flag("--json", options->json, "Print one JSON document");
  set_action(*command, [options] {
    const MazeMap mapped = make_map(*options);
    if (options->json)
      print_out("{}", to_json(mapped));
    else
      print_summary(mapped, options->knife_edge);
  });
}

void add_design_command(CLI::App& app) {
  auto options = std::make_shared<DesignOptions>();
  CLI::App* command = app.add_subcommand(
      "design", "Design a hard maze, which needs many moves, and verify it in Bullet");
  options->setup.maze.add_to(*command, false);
  command->add_option("--moves", options->moves,
                      "Minimum number of moves of the shortest solution");
  options->setup.add_orientations_to(*command);
  command->add_option(
      "--steps", options->steps,
      "Maximum number of wall exchanges to try in Bullet, and before that in the fast model");
  options->setup.settings.add_to(*command);
  add_jobs_option(*command, options->jobs);
  command
      ->add_option("-o,--output", options->output,
                   "Write the maze file here instead of printing it")
      ->type_name(kOutput);
  command->add_flag("--json", options->json, "Print the maze file (the default)");
  set_action(*command, [options] { return run_design(*options); });
}

void add_export_command(CLI::App& app) {
  auto options = std::make_shared<ExportOptions>();
  CLI::App* command = app.add_subcommand("export",
                                         "Export a maze for a 3D printer or as a drawing, a "
                                         "recording as a web page, or a map as a graph");
  command
      ->add_option("FILE", options->file, "A maze file, a recording, or the output of map --json")
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
  CLI::Option* const page =
      add_target("--page", options->page, "From a maze: a web page that opens with this maze");
  CLI::Option* const html = add_target(
      "--html", options->html, "From a recording: a web page that replays it in 3D, even offline");
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
