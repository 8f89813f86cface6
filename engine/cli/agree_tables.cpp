#include "engine/cli/agree_tables.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/report/paired_rows.h"
#include "engine/results/ledger.h"
#include "maze/base/errors.h"
#include "maze/base/parallel.h"
#include "maze/base/seeds.h"

namespace marblemaze {
namespace {

/// A way to compute the physics, by the name that people know it by.
struct Path {
  std::string name;
  Source source;
};

Path path_of(const std::string& name, PhysicsSettings settings) {
  if (name == "imagined") return {name, seeded("imagined", settings)};
  if (name == kSecondOpinion)
    return {name, seeded(std::string(engine_named(name, "paths").name), settings)};
  if (name != "grid" && name != "compound")
    throw BadInput("paths", "'" + name + "'",
                   fmt::format("grid, compound, imagined or {}", kSecondOpinion));
  settings.solver.collision = name == "grid" ? Collision::grid : Collision::compound;
  return {name, seeded("bullet", settings)};
}

std::vector<Path> paths_of(const AgreeTables& options) {
  std::vector<Path> paths;
  std::set<std::string> names;
  for (const std::string& name : options.paths) {
    paths.push_back(path_of(name, options.settings));
    names.insert(name);
  }
  if (paths.size() < 2 || names.size() < paths.size())
    throw BadInput("paths", fmt::format("'{}'", fmt::join(options.paths, ",")),
                   "two or more different ones");
  return paths;
}

std::vector<RowSpec> rows_of(const AgreeTables& options) {
  if (options.suite != "thesis") throw BadInput("suite", "'" + options.suite + "'", "thesis");
  std::vector<RowSpec> rows = thesis_suite();
  std::erase_if(rows, [&](const RowSpec& row) {
    const auto& agents = options.agents;
    return (!agents.empty() &&
            std::find(agents.begin(), agents.end(), row.agent) == agents.end()) ||
           (!options.layers.empty() && row.layers != layers_from_string(options.layers)) ||
           (options.size && row.size != *options.size) ||
           (options.orientations && row.orientations != *options.orientations);
  });
  if (!rows.empty()) return rows;
  throw BadInput(
      "rows",
      fmt::format("of agents '{}', size {}, layers '{}', orientations {}",
                  fmt::join(options.agents, ","), options.size.value_or(0), options.layers,
                  options.orientations.value_or(0)),
      "some of the thesis's: its six agents, 5 outer or 3 all, 8 or 24 with the last agent");
}

/// What was there already and what is played now; fewer than all once it is interrupted.
PathResults play(const Path& path, const std::vector<Job>& jobs, int threads, Ledger& ledger) {
  PathResults results{path.name, ledger.found(jobs)};
  const std::vector<Job> left = ledger.left_of(jobs);
  ProgressLine line;
  std::size_t done = 0;
  const auto text = [&] {
    return fmt::format("{}: {} of {} episodes", path.name, done, left.size());
  };
  ledger.run(
      path.source, left, threads,
      [&](const ResultRow& row) {
        results.episodes.push_back(row);
        ++done;
        if (line.due()) line.show(text());
      },
      interrupted());
  line.finish(text());
  return results;
}

}  // namespace

const PhysicsBackendEntry& engine_named(const std::string& name, const std::string& what) {
  if (name != kSecondOpinion) throw BadInput(what, "'" + name + "'", std::string(kSecondOpinion));
  if (const PhysicsBackendEntry* engine = second_opinion()) return *engine;
  throw BadInput(what, "'" + name + "'",
                 "a program that was built with ODE (docs/results/second-opinion.md)");
}

Exit agree_on_tables(const AgreeTables& options) {
  const std::vector<Path> paths = paths_of(options);
  const std::vector<RowSpec> rows = rows_of(options);
  const SeedRange seeds = parse_seeds(options.seeds);
  const bool keeps = !options.results.empty();
  Ledger ledger(keeps ? std::optional(options.results) : std::nullopt);
  note_interrupts();
  std::vector<PathResults> results;
  bool whole = true;
  for (const Path& path : paths) {
    const std::vector<Job> jobs = path.source.jobs(rows, seeds);
    results.push_back(play(path, jobs, threads_for(options.jobs), ledger));
    whole = results.back().episodes.size() == jobs.size();
    if (!whole) break;
  }
  ledger.finish();
  if (!whole) {
    print_error("interrupted; {}\n", keeps ? "the same command goes on from here"
                                           : "with --results FILE the same command would go on "
                                             "from here");
    return Exit::interrupted;
  }
  const std::vector<PairedPaths> pairs = pair_paths(results, rows);
  print_out("{}", options.json ? paired_json(pairs) : paired_markdown(pairs));
  return Exit::done;
}

}  // namespace marblemaze
