#include "render/session/settings_file.h"

#include <algorithm>
#include <type_traits>

#include "engine/run/setup.h"
#include "maze/base/file_io.h"
#include "maze/base/json.h"
#include "maze/grid/generator.h"

namespace marblemaze {
namespace {

std::filesystem::path settings_path() {
  return kept_file("XDG_CONFIG_HOME", ".config", "viewer.json");
}

/// Each number and switch: `keep(name, value, lowest, highest)`.
template <class Bench, class Keep>
void each_setting(Bench& session, const Keep& keep) {
  auto& view = session.view;
  keep("theme", view.palette, 0, static_cast<int>(palettes().size()) - 1);
  keep("style", view.look.style, 0, 2);
  keep("edges", view.look.edges, 0, 2);
  keep("walls", view.look.wall_colour, 0, 2);
  keep("frame", view.look.frame, 0, 1);
  keep("setup_panel", session.panels.setup_fold, 0, 2);
  keep("mind_panel", session.panels.mind_fold, 0, 2);
  keep("width", view.window_size.x, 640, 8192);
  keep("height", view.window_size.y, 400, 8192);
  keep("reduced_motion", view.reduced_motion, 0, 1);
  for (const ViewSwitch& s : kViewSwitches) keep(s.key, view.look.*s.on, 0, 1);
  keep("welcome", session.panels.welcome, 0, 1);
}

Json kept_settings() { return Json::parse("view settings", read_text_file(settings_path())); }

// What makes the marble's maze again, who plays, and the scheme; nothing of a maze from a file.
Json played_in(const Session& session) {
  const RunSpec spec = session.guides().spec_for_others();
  const Maze& maze = *spec.setup.maze;
  if (maze.origin().generator != "kruskal") return Json::object();
  const ShownRun& run = session.run();
  const bool own = run.setup().maze == spec.setup.maze;  // no lesson and no level
  const ControlScheme now = run.pending_scheme().value_or(run.control_at(run.ticks()));
  const glm::ivec3 dims = maze.grid().dims();
  return Json{{"dims", std::vector<int>{dims.x, dims.y, dims.z}},
              {"layers", static_cast<int>(maze.grid().layers())},
              {"seed", maze.origin().seed},
              {"world", spec.setup.kind},
              {"agent", spec.player.agent},
              {"orientations", orientations_of(own ? now : spec.setup.control)}};
}

// Switches are kept as such, and not as numbers.
template <class Value>
using Kept = std::conditional_t<std::is_same_v<Value, bool>, bool, int>;

}  // namespace

void load_view_settings(Session& session) {
  View& view = session.view;
  session.panels.welcome = true;
  try {
    const Json kept = kept_settings();
    view.wanted_scale = kept.value("ui_scale", 0.0f);
    if (view.wanted_scale != 0) view.wanted_scale = std::clamp(view.wanted_scale, 0.5f, 4.0f);
    session.files.recent = kept.value("recent", std::vector<std::string>());
    session.files.recent.resize(std::min(session.files.recent.size(), Files::kMostRecent));
    if (const std::string folder = kept.value("folder", std::string());
        std::filesystem::is_directory(folder))
      session.files.browser.go(folder);
    if (const int level = kept.value("quality", -1); level >= 0)
      view.look.quality = static_cast<QualityLevel>(std::min(level, 2));
    each_setting(session, [&]<class Value>(const char* name, Value& value, int low, int high) {
      const auto held = static_cast<Kept<Value>>(value);
      value = static_cast<Value>(std::clamp<int>(kept.value(name, held), low, high));
    });
  } catch (const std::exception&) {
    // The first start, or a file that a person has spoilt: the defaults are good.
  }
}

void load_played(Session& session) {
  try {
    const Json kept = kept_settings().at("played");
    const auto dims = kept.at("dims").get<std::vector<int>>();
    const auto layers = static_cast<Layers>(std::clamp(kept.at("layers").get<int>(), 0, 2));
    RunSpec spec = session.marble().spec();
    spec.setup = setup_in(
        std::make_shared<const Maze>(generate_kruskal({dims.at(0), dims.at(1), dims.at(2)}, layers,
                                                      kept.at("seed").get<std::uint64_t>())),
        asked_scheme(kept.at("orientations").get<int>()), spec.setup.settings,
        kept.at("world").text());
    spec.player.agent = kept.at("agent").text();
    session.marble().start(std::move(spec));
  } catch (const std::exception&) {
    // As above: the usual maze is good.
  }
}

void save_view_settings(const Session& session) {
  const std::filesystem::path path = settings_path();
  if (path.empty()) return;
  try {
    const View& view = session.view;
    Json kept{{"ui_scale", view.wanted_scale},
              {"quality", view.look.quality ? static_cast<int>(*view.look.quality) : -1},
              {"folder", session.files.browser.folder().string()},
              {"recent", session.files.recent},
              {"played", played_in(session)}};
    each_setting(session, [&]<class Value>(const char* name, const Value& value, int, int) {
      kept[name] = static_cast<Kept<Value>>(value);
    });
    std::filesystem::create_directories(path.parent_path());
    write_text_file(path, kept.dump(1) + "\n");
  } catch (const std::exception&) {
    // Losing them is no reason to end with an error.
  }
}

}  // namespace marblemaze
