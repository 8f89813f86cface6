#include <algorithm>
#include <type_traits>

#include <fmt/format.h>

#include "engine/replay_page/embedded_files.h"
#include "engine/run/setup.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/base/text.h"
#include "maze/files/maze_file.h"
#include "maze/grid/generator.h"
#include "render/session/run_text.h"
#include "render/session/session.h"

namespace marblemaze {
namespace {

std::filesystem::path settings_path() {
  return data_file_path("XDG_CONFIG_HOME", ".config", "viewer.json");
}

/// Calls `visit(name, value, lowest, highest)` for each numeric setting and switch.
template <class AnySession, class Visit>
void each_setting(AnySession& session, const Visit& visit) {
  auto& view = session.view;
  visit("theme", view.palette, 0, static_cast<int>(palettes().size()) - 1);
  visit("style", view.look.style, 0, 2);
  visit("edges", view.look.edges, 0, 2);
  visit("walls", view.look.wall_colour, 0, 2);
  visit("frame", view.look.frame, 0, 1);
  visit("setup_panel", session.panels.setup_fold, 0, 2);
  visit("mind_panel", session.panels.agent_fold, 0, 2);
  visit("width", view.window_size.x, 640, 8192);
  visit("height", view.window_size.y, 400, 8192);
  visit("reduced_motion", view.reduced_motion, 0, 1);
  for (const ViewSwitch& s : kViewSwitches) visit(s.key, view.look.*s.on, 0, 1);
  visit("welcome", session.panels.welcome, 0, 1);
}

Json load_settings() { return Json::parse("view settings", read_text_file(settings_path())); }

// Returns the maze, agent and control scheme for load_played(). Empty if the maze is from a file.
Json maze_settings(const Session& session) {
  const RunSpec spec = session.base_spec();
  const Maze& maze = *spec.setup.maze;
  if (maze.generator().name != "kruskal") return Json::object();
  const MarbleRun& run = session.run();
  const bool own = run.setup().maze == spec.setup.maze;  // the run is not a lesson or level
  const ControlScheme now = run.pending_scheme().value_or(run.control_at(run.ticks()));
  const glm::ivec3 dims = maze.grid().dims();
  return Json{{"dims", std::vector<int>{dims.x, dims.y, dims.z}},
              {"layers", static_cast<int>(maze.grid().layers())},
              {"seed", maze.generator().seed},
              {"world", spec.setup.kind},
              {"agent", spec.player.agent},
              {"orientations", orientations_of(own ? now : spec.setup.control)}};
}

template <class Value>
using Stored = std::conditional_t<std::is_same_v<Value, bool>, bool, int>;

}  // namespace

void load_view_settings(Session& session) {
  View& view = session.view;
  session.panels.welcome = true;
  try {
    const Json stored = load_settings();
    view.requested_scale = stored.value("ui_scale", 0.0f);
    if (view.requested_scale != 0)
      view.requested_scale = std::clamp(view.requested_scale, 0.5f, 4.0f);
    session.files.recent = stored.value("recent", std::vector<std::string>());
    session.files.recent.resize(std::min(session.files.recent.size(), Files::kMaxRecent));
    if (const std::string folder = stored.value("folder", std::string());
        std::filesystem::is_directory(folder))
      session.files.browser.go(folder);
    if (const int level = stored.value("quality", -1); level >= 0)
      view.look.quality = static_cast<QualityLevel>(std::min(level, 2));
    each_setting(session, [&]<class Value>(const char* name, Value& value, int low, int high) {
      const auto current = static_cast<Stored<Value>>(value);
      value = static_cast<Value>(std::clamp<int>(stored.value(name, current), low, high));
    });
  } catch (const std::exception&) {
    // Default settings apply if the file is missing or damaged.
  }
}

void load_played(Session& session) {
  // The prediction lesson shows a plan, an unexpected outcome and a new plan.
  std::error_code unknown;
  if (!std::filesystem::exists(settings_path(), unknown))
    return session.start(lesson_spec(find_lesson("prediction")));
  try {
    const Json stored = load_settings().at("played");
    const auto dims = stored.at("dims").get<std::vector<int>>();
    const auto layers = static_cast<Layers>(std::clamp(stored.at("layers").get<int>(), 0, 2));
    RunSpec spec = session.marble().spec();
    spec.setup = setup_in(
        std::make_shared<const Maze>(generate_kruskal({dims.at(0), dims.at(1), dims.at(2)}, layers,
                                                      stored.at("seed").get<std::uint64_t>())),
        scheme_from_orientations(stored.at("orientations").get<int>()), spec.setup.settings,
        stored.at("world").text());
    spec.player.agent = stored.at("agent").text();
    session.start(std::move(spec));
  } catch (const std::exception&) {
    // The default maze applies.
  }
}

void save_view_settings(const Session& session) {
  const std::filesystem::path path = settings_path();
  if (path.empty()) return;
  try {
    const View& view = session.view;
    Json stored{{"ui_scale", view.requested_scale},
                {"quality", view.look.quality ? static_cast<int>(*view.look.quality) : -1},
                {"folder", session.files.browser.folder().string()},
                {"recent", session.files.recent},
                {"played", maze_settings(session)}};
    each_setting(session, [&]<class Value>(const char* name, const Value& value, int, int) {
      stored[name] = static_cast<Stored<Value>>(value);
    });
    std::filesystem::create_directories(path.parent_path());
    write_text_file(path, stored.dump(1) + "\n");
  } catch (const std::exception&) {
    // A failure to save the settings is not an error.
  }
}

void load_progress(Session& session) {
  session.progress = Progress(Progress::default_file());
  if (!session.progress.fault().empty()) session.show_message(session.progress.fault());
}

std::string Session::open_file(const std::filesystem::path& path) {
  show_file(path);
  files.remember(path);
  panels.close(Dialog::files);
  return game() && !game()->is_recording() ? "" : "Opened " + path.filename().string();
}

void Session::show_file(const std::filesystem::path& path) {
  const std::string text = read_text_file(path);
  const auto family = is_game_recording(text) ? std::nullopt : logic_family_of_file(path);
  if (is_game_recording(text)) {
    play(std::make_unique<LogicGame>(load_game(path)));
    shown().play();
  } else if (family) {
    play_logic({.family = *family, .file = path.string()});
  } else if (is_recording(text)) {
    show(std::make_unique<MarbleRun>(load_recording(path)));
  } else {
    RunSpec spec = base_spec();
    spec.setup = setup_in(std::make_shared<const Maze>(load_maze(path)), std::nullopt,
                          spec.setup.settings, spec.setup.kind);
    start(std::move(spec));
  }
}

std::string save_maze_as(Session& session, const std::filesystem::path& path) {
  if (const LogicGame* game = session.game())
    write_text_file(path, game->maze().text());
  else
    save_maze(session.run().maze(), path);
  session.files.remember(path);
  session.panels.close(Dialog::files);
  return "Saved the maze as " + path.string();
}

std::string save_run_as(Session& session, const std::filesystem::path& path) {
  const std::string saved = session.played().save(path);
  session.files.remember(path);
  session.panels.close(Dialog::files);
  return fmt::format("Saved {} as {}", saved, path.string());
}

std::string export_video(Session& session, const std::string& ending, bool loop) {
  Files& files = session.files;
  if (!session.shows_marble()) throw BadInput("Videos can only show the run of a marble.");
  if (files.exporting)
    throw BadInput(
        "A video is being created. Wait until it is complete, or cancel it (File menu).");
  files.exporting = Files::VideoExport{{files.new_file(ending)}, loop};
  if (loop) files.exporting->paths.push_back(files.new_file(".gif"));
  return "";
}

std::string export_page(Session& session) {
  if (!session.shows_marble()) throw BadInput("Pages can only show the run of a marble.");
  const std::filesystem::path path = session.files.new_file(".html");
  write_text_file(path, html_replay(session.run().recording()));
  return "Saved " + path.string() + ": open it in a browser";
}

std::string export_csv(Session& session) {
  const std::filesystem::path path = session.files.new_file(".csv");
  write_text_file(path, motion_csv(session.run()));
  return "Saved " + path.string();
}

}  // namespace marblemaze
