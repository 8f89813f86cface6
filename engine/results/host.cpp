#include "engine/results/host.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

#include "engine/recording/recording.h"
#include "engine/run/episode.h"
#include "engine/version.h"
#include "maze/base/hash.h"
#include "maze/grid/kruskal_generator.h"

namespace marblemaze {
namespace {

/// The bits of every tick of a run that meets walls, edges and corners: whatever the processor and
/// the libraries compute otherwise shows in them.
std::uint64_t arithmetic_hash() {
  const auto maze = std::make_shared<const Maze>(generate_kruskal(5, Layers::outer, 11));
  Episode episode(
      {.setup = setup_in(maze, 24), .player = {.agent = "depth-first", .move_cap = 60}});
  Hash hash;
  episode.watch({.on_tick = [&] { hash.add(episode.world().state_hash()); }});
  static_cast<void>(episode.run());
  return hash.value();
}

std::string fingerprint() {
  std::ifstream file("/proc/cpuinfo");
  const std::string cpuinfo{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  return fmt::format("{}; arithmetic {:016x}; {}", processor_model(cpuinfo), arithmetic_hash(),
                     build_id());
}

}  // namespace

std::string processor_model(const std::string& cpuinfo) {
  for (const std::string name : {"\nmodel name", "\nCPU part", "\ncpu"}) {
    const std::size_t line = ("\n" + cpuinfo).find(name);
    const std::size_t colon = line == std::string::npos ? line : cpuinfo.find(": ", line);
    if (colon == std::string::npos) continue;
    std::string model = cpuinfo.substr(colon + 2, cpuinfo.find('\n', colon) - colon - 2);
    std::replace_if(
        model.begin(), model.end(), [](char c) { return c == ',' || c == '"' || c == ';'; }, ' ');
    return name == "\nCPU part" ? "ARM part " + model : model;
  }
  return "unknown processor";
}

const std::string& host_fingerprint() {
  static const std::string text = fingerprint();
  return text;
}

}  // namespace marblemaze
