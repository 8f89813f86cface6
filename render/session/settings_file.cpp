#include "render/session/settings_file.h"

#include <algorithm>

#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/text_file.h"

namespace marblemaze {
namespace {

std::filesystem::path settings_path() {
  return kept_file("XDG_CONFIG_HOME", ".config", "viewer.json");
}

}  // namespace

void load_view_settings(Workbench& bench) {
  bench.welcome = true;
  try {
    const auto kept = Json::parse("view settings", read_text_file(settings_path()));
    bench.palette =
        std::min<std::size_t>(kept.value("theme", std::size_t{0}), palettes().size() - 1);
    bench.look.style = static_cast<Style>(std::clamp(kept.value("style", 0), 0, 2));
    bench.look.edges = static_cast<EdgeMode>(std::clamp(kept.value("edges", 0), 0, 2));
    bench.look.wall_colour = static_cast<WallColour>(std::clamp(kept.value("walls", 0), 0, 2));
    bench.look.frame = static_cast<ReferenceFrame>(std::clamp(kept.value("frame", 0), 0, 1));
    bench.wanted_scale = kept.value("ui_scale", 0.0f);
    if (bench.wanted_scale != 0) bench.wanted_scale = std::clamp(bench.wanted_scale, 0.5f, 4.0f);
    bench.recent = kept.value("recent", std::vector<std::string>());
    bench.recent.resize(std::min(bench.recent.size(), Workbench::kMostRecent));
    bench.setup_fold = static_cast<Fold>(std::clamp(kept.value("setup_panel", 0), 0, 2));
    bench.mind_fold = static_cast<Fold>(std::clamp(kept.value("mind_panel", 0), 0, 2));
    bench.reduced_motion = kept.value("reduced_motion", false);
    bench.window_size = {std::clamp(kept.value("width", 1280), 640, 8192),
                         std::clamp(kept.value("height", 720), 400, 8192)};
    if (const std::string folder = kept.value("folder", std::string());
        std::filesystem::is_directory(folder))
      bench.browser.go(folder);
    if (const int level = kept.value("quality", -1); level >= 0)
      bench.look.quality = static_cast<QualityLevel>(std::min(level, 2));
    for (const ViewSwitch& s : kViewSwitches)
      bench.look.*s.on = kept.value(s.key, bench.look.*s.on);
    bench.welcome = kept.value("welcome", true);
  } catch (const std::exception&) {
    // The first start, or a file that a person has spoilt: the defaults are good.
  }
}

void save_view_settings(const Workbench& bench) {
  const std::filesystem::path path = settings_path();
  if (path.empty()) return;
  try {
    Json kept{{"theme", bench.palette},
              {"style", static_cast<int>(bench.look.style)},
              {"edges", static_cast<int>(bench.look.edges)},
              {"walls", static_cast<int>(bench.look.wall_colour)},
              {"frame", static_cast<int>(bench.look.frame)},
              {"ui_scale", bench.wanted_scale},
              {"setup_panel", static_cast<int>(bench.setup_fold)},
              {"mind_panel", static_cast<int>(bench.mind_fold)},
              {"reduced_motion", bench.reduced_motion},
              {"width", bench.window_size.x},
              {"height", bench.window_size.y},
              {"welcome", bench.welcome},
              {"quality", bench.look.quality ? static_cast<int>(*bench.look.quality) : -1},
              {"folder", bench.browser.folder().string()},
              {"recent", bench.recent}};
    for (const ViewSwitch& s : kViewSwitches) kept[s.key] = bench.look.*s.on;
    std::filesystem::create_directories(path.parent_path());
    write_text_file(path, kept.dump(1) + "\n");
  } catch (const std::exception&) {
    // Losing them is no reason to end with an error.
  }
}

}  // namespace marblemaze
