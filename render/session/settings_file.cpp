#include "render/session/settings_file.h"

#include <algorithm>
#include <cstdlib>

#include "maze/base/errors.h"
#include "maze/base/json.h"
#include "maze/base/text_file.h"

namespace marblemaze {
namespace {

std::filesystem::path settings_path() {
  if (const char* config = std::getenv("XDG_CONFIG_HOME"))
    return std::filesystem::path(config) / "marblemaze" / "viewer.json";
  if (const char* home = std::getenv("HOME"))
    return std::filesystem::path(home) / ".config" / "marblemaze" / "viewer.json";
  return {};
}

}  // namespace

void load_view_settings(Workbench& bench) {
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
    bench.welcome = kept.value("welcome", true);
    if (const int level = kept.value("quality", -1); level >= 0)
      bench.look.quality = static_cast<QualityLevel>(std::min(level, 2));
    for (const ViewSwitch& s : kViewSwitches)
      bench.look.*s.on = kept.value(s.key, bench.look.*s.on);
  } catch (const std::exception&) {
    // The first start, or a file that a person has spoilt: the defaults are good.
  }
}

void save_view_settings(const Workbench& bench) {
  const std::filesystem::path path = settings_path();
  if (path.empty()) return;
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
            {"recent", bench.recent}};
  for (const ViewSwitch& s : kViewSwitches) kept[s.key] = bench.look.*s.on;
  try {
    std::filesystem::create_directories(path.parent_path());
    write_text_file(path, kept.dump(1) + "\n");
  } catch (const std::exception&) {
    // Losing them is no reason to end with an error.
  }
}

}  // namespace marblemaze
