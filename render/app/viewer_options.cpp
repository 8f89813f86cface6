#include "render/app/viewer_options.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include "engine/run/families/world_families.h"
#include "engine/sim/marble_world_kinds.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/text.h"
#include "render/session/lessons.h"
#include "render/session/session.h"

namespace marblemaze {
namespace {

// Sets the camera from "x", "y", "z" or "YAW,PITCH[,ZOOM]".
void set_camera(Session& session, const std::string& text) {
  if (text == "x" || text == "y" || text == "z")
    return session.view.look_along(static_cast<Axis>(text[0] - 'x'));
  float yaw = 0, pitch = 0, nearness = 1;
  int used = 0;
  std::sscanf(text.c_str(), "%f,%f%n,%f%n", &yaw, &pitch, &used, &nearness, &used);
  if (used == 0 || static_cast<std::size_t>(used) < text.size() || !std::isfinite(yaw) ||
      !std::isfinite(pitch) || !(nearness > 0) || !std::isfinite(nearness))
    throw BadInput("camera", "'" + text + "'", "x, y, z or YAW,PITCH[,ZOOM] in degrees");
  Camera& camera = session.view.camera;
  camera.yaw_rad = glm::radians(yaw);
  camera.pitch_rad = 0;
  camera.orbit({0, glm::radians(pitch)});
  camera.zoom(1 / nearness);
}

std::optional<LogicSpec> logic_spec(const ViewerOptions& options) {
  LogicSpec spec{options.world, options.maze.seed, options.maze.file};
  if (!options.agent.empty()) spec.agent = options.agent;
  spec.by_hand = options.by_hand;
  if (!is_marble_world_kind(options.world) && !world_family(options.world).marble) return spec;
  if (spec.file.empty()) return std::nullopt;
  const auto family = logic_family_of_file(spec.file);
  if (!family) return std::nullopt;
  spec.family = *family;
  return spec;
}

// Parses a slice such as "x=2:3", which shows layers 2 and 3 along the x axis.
void slice(ViewOptions& look, const std::string& text, glm::ivec3 dims) {
  const char axis = text.empty() ? '\0' : text[0];
  const bool shaped = axis >= 'x' && axis <= 'z' && text.size() > 1 && text[1] == '=';
  const auto layers =
      shaped ? parse_number_pair<int>(std::string_view(text).substr(2), ':') : std::nullopt;
  if (!layers || layers->first < 1 || layers->second < layers->first)
    throw BadInput("slice", "'" + text + "'",
                   "AXIS=FIRST:LAST, such as x=2:3, with layers numbered from 1");
  const auto [first, last] = *layers;
  if (last > dims[axis - 'x'])
    throw BadInput("slice", "'" + text + "'", fmt::format("layers from 1 to {}", dims[axis - 'x']));
  look.slice_from[axis - 'x'] = first - 1;
  look.slice_to[axis - 'x'] = last;
}

// A marble family generates its own maze. Other marble worlds use the maze from the options.
Setup marble_setup(const ViewerOptions& options) {
  if (is_marble_world_kind(options.world))
    return setup_in(options.maze.make(), scheme_from_orientations(options.orientations), {},
                    options.world);
  if (!options.maze.file.empty())
    throw BadInput("world", "'" + options.world + "'",
                   marble_world_names() + " for a maze from a file");
  const Setup setup = world_family(options.world).setup(options.maze.seed);
  return setup.with(scheme_from_orientations(options.orientations).value_or(setup.control));
}

bool shows_recording(const ViewerOptions& options) {
  return !options.maze.file.empty() && is_recording(read_text_file(options.maze.file));
}

std::unique_ptr<Session> default_session() {
  return std::make_unique<Session>(RunSpec{.setup = setup_in(MazeOptions{}.make())});
}

std::unique_ptr<Session> level_session(int level) {
  if (const auto count = static_cast<int>(levels().size()); level > count)
    throw BadInput("level", std::to_string(level), fmt::format("1 to {}", count));
  auto session = default_session();
  session->act(&Session::start_level, level - 1);
  return session;
}

std::unique_ptr<Session> lesson_session(const std::string& lesson, int step) {
  const auto steps = static_cast<int>(find_lesson(lesson).steps.size());
  auto session = default_session();
  session->act(&Session::start_lesson, lesson);
  session->act(&Session::step_lesson, std::min(step, steps) - 1);
  return session;
}

std::unique_ptr<Session> recording_session(const std::string& file) {
  auto session = default_session();
  session->open_file(file);
  session->shown().play();
  return session;
}

std::unique_ptr<Session> logic_session(const LogicSpec& spec) {
  auto session = default_session();
  session->play_logic(spec);
  return session;
}

std::unique_ptr<Session> marble_session(const ViewerOptions& options) {
  RunSpec spec{.setup = marble_setup(options),
               .player = {.by_hand = options.by_hand,
                          .background = options.background,
                          .recovery = options.recovery},
               .run = options.run};
  if (options.tilt) spec.tilt = TiltSpec{.rest = options.rest};
  std::string& agent = spec.tilt ? spec.tilt->policy : spec.player.agent;
  if (!options.agent.empty()) agent = options.agent;
  require_agent(spec.player.agent, false);
  spec.setup.settings = options.settings.make();
  auto session = std::make_unique<Session>(spec);
  if (!options.second_agent.empty() || options.second_orientations > 0)
    session->compare_with(
        options.second_agent.empty() ? spec.player.agent : options.second_agent,
        scheme_from_orientations(options.second_orientations).value_or(spec.setup.control));
  return session;
}

std::unique_ptr<Session> make_basic_session(const ViewerOptions& options) {
  if (options.level > 0) return level_session(options.level);
  if (!options.lesson.empty()) return lesson_session(options.lesson, options.lesson_step);
  if (shows_recording(options)) return recording_session(options.maze.file);
  if (const auto spec = logic_spec(options)) return logic_session(*spec);
  return marble_session(options);
}

}  // namespace

glm::ivec2 parse_resolution(const std::string& text) {
  if (text.empty()) return {1280, 720};
  const auto size = parse_number_pair<int>(text, 'x');
  const auto fits = [](int side) { return side >= 64 && side <= 8192; };
  if (!size || !fits(size->first) || !fits(size->second))
    throw BadInput("resolution", "'" + text + "'", "WIDTHxHEIGHT, each from 64 to 8192");
  return {size->first, size->second};
}

std::unique_ptr<Session> make_session(const ViewerOptions& given) {
  ViewerOptions options = given;
  for (const std::string& own : given.own_agent.register_agents(kDefaultAgentLimits, given.tilt))
    options.agent = own;
  auto session = make_basic_session(options);
  session->background = options.background;
  if (options.automaton && session->game())
    throw BadInput("automaton", "'" + options.world + "'", "a marble maze");
  if (options.automaton) session->show_filling();
  if (options.life || options.elementary)
    session->show_classic(ClassicSpec{options.elementary, options.maze.seed});
  if (options.all_solutions) {
    if (session->game()) session->game()->show_all_shortest();
    if (!session->game() || session->game()->together().empty())
      throw BadInput("--all-solutions", "'" + options.world + "'", "a solvable number board");
  }
  if (options.solution > 0) {
    const std::string number = std::to_string(options.solution);
    if (!session->game()) throw BadInput("solution", number, "a logic maze (--world)");
    const std::size_t known = session->game()->solutions().size();
    if (std::cmp_greater(options.solution, known))
      throw BadInput("solution", number, fmt::format("at most {}", known));
    session->game()->show_solution(options.solution - 1);
  }
  return session;
}

void apply_view(Session& session, const ViewerOptions& options) {
  View& view = session.view;
  ViewOptions& look = view.look;
  view.palette = options.theme.value_or(view.palette);
  look.style = options.style.value_or(look.style);
  look.edges = options.edges.value_or(look.edges);
  look.wall_colour = options.walls.value_or(look.wall_colour);
  look.frame = options.frame.value_or(look.frame);
  if (options.quality) look.quality = options.quality;
  look.orientation_points |= options.orientation_points;
  look.turn_vectors |= options.turn_vectors;
  look.contacts |= options.contacts;
  look.explode = options.explode;
  for (const std::string& text : options.slices)
    slice(look, text, session.run().maze().grid().dims());
  session.panels.show_distances = options.distances;
  session.panels.large_graph = options.large_graph;
  if (options.show_levels) session.panels.dialog = Dialog::levels;
  if (options.ui_scale > 0) view.requested_scale = options.ui_scale;
  session.marble().set_speed(options.speed);
  session.shown().set_speed(options.speed);
  view.reset_camera();
  session.apply_lesson_view();
  if (!options.camera.empty()) set_camera(session, options.camera);
}

void restore_view(Session& session, const ViewerOptions& options) {
  load_view_settings(session);
  load_progress(session);
  apply_view(session, options);
  session.panels.show_panels = options.panels.value_or(true);
}

}  // namespace marblemaze
