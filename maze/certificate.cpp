#include "maze/certificate.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "maze/errors.h"
#include "maze/maze_file.h"

namespace marblemaze {
namespace {

using Json = nlohmann::ordered_json;

Json weights_json(const Certificate& certificate) {
  Json weights = Json::object();
  for (const auto& [name, weight] : certificate.weights) weights[name] = weight;
  return weights;
}

Certificate read(const Json& object) {
  Certificate c;
  c.world = object.at("world").get<std::string>();
  c.settings = object.at("settings").get<std::string>();
  c.orientations = object.at("orientations").get<int>();
  c.seed = object.at("seed").get<std::uint64_t>();
  c.moves = object.at("moves").get<int>();
  if (!object.at("optimum").is_null()) c.optimum = object.at("optimum").get<int>();
  c.shortest_solutions = object.at("shortest_solutions").get<std::uint64_t>();
  c.traps = object.at("traps").get<int>();
  c.solution = object.at("solution").get<std::vector<int>>();
  c.runs = object.at("runs").get<int>();
  c.reached = object.at("reached").get<int>();
  c.displacement = object.at("displacement").get<double>();
  for (const auto& [name, weight] : object.at("weights").items()) c.weights.emplace_back(name, weight.get<double>());
  return c;
}

}  // namespace

std::string to_json(const Certificate& c) {
  const Json object{{"world", c.world},
                    {"settings", c.settings},
                    {"orientations", c.orientations},
                    {"seed", c.seed},
                    {"moves", c.moves},
                    {"optimum", c.optimum ? Json(*c.optimum) : Json()},
                    {"shortest_solutions", c.shortest_solutions},
                    {"traps", c.traps},
                    {"solution", c.solution},
                    {"runs", c.runs},
                    {"reached", c.reached},
                    {"share", c.share()},
                    {"displacement", c.displacement},
                    {"weights", weights_json(c)}};
  return object.dump();
}

std::string describe(const Certificate& c) {
  std::string text = fmt::format("designed for {} moves with {} orientations (seed {}, physics settings {})\n", c.moves,
                                 c.orientations, c.seed, c.settings);
  if (c.optimum)
    text += fmt::format("solvable in {} moves at best, in {} way{}: moves {}\n", *c.optimum, c.shortest_solutions,
                        c.shortest_solutions == 1 ? "" : "s", fmt::join(c.solution, " "));
  else
    text += "unsolvable\n";
  text += fmt::format("{} trap{}\n", c.traps, c.traps == 1 ? "" : "s");
  return text + fmt::format("{} of {} runs reach the target, the marble displaced by up to {} cells before each move\n",
                            c.reached, c.runs, c.displacement);
}

std::optional<Certificate> certificate_from_maze_json(const std::string& text) {
  try {
    const Json document = Json::parse(text);
    if (!document.is_object() || !document.contains("certificate")) return std::nullopt;
    return read(document["certificate"]);
  } catch (const Json::exception& error) {
    throw BadInput("certificate", std::string("(") + error.what() + ")", "one as the design command writes it");
  }
}

std::optional<Certificate> load_certificate(const std::filesystem::path& path) {
  try {
    return certificate_from_maze_json(read_text_file(path));
  } catch (const BadInput& error) {
    throw BadInput(path.string() + ": " + error.what());
  }
}

}  // namespace marblemaze
