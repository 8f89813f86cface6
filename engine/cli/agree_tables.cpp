#include "engine/cli/agree_tables.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/print.h"
#include "engine/cli/common/progress_line.h"
#include "engine/report/paired_rows.h"
#include "engine/results/results_store.h"
#include "maze/base/errors.h"
#include "maze/base/parallel.h"
#include "maze/base/seeds.h"

namespace marblemaze {
namespace {

/// A way to compute the physics, by the name that people know it by.
struct Path {
  std::string name;
  std::string world;
  PhysicsSettings settings;
};

Path path_of(const std::string& name, PhysicsSettings settings) {
  if (name == "imagined") return {name, "imagined", settings};
  if (name == kSecondOpinion)
    return {name, std::string(engine_named(name, "paths").name), settings};
  if (name != "grid" && name != "compound")
    throw BadInput("paths", "'" + name + "'",
                   fmt::format("grid, compound, imagined or {}", kSecondOpinion));
  settings.solver.collision = name == "grid" ? Collision::grid : Collision::compound;
  return {name, "bullet", settings};
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

/// All that is to be played under each path, and where it is kept.
class TablesRun {
 public:
  TablesRun(const AgreeTables& options, const std::vector<RowSpec>& rows)
      : jobs_(threads_for(options.jobs)) {
    const SeedRange seeds = parse_seeds(options.seeds);
    for (const RowSpec& row : rows)
      for (std::uint64_t i = 0; i < seeds.count(); ++i) tasks_.push_back({row, seeds.first + i});
    if (!options.results.empty())
      store_.emplace(options.results, ResultsStore::Mode::create_or_append);
  }

  /// What was there already and what is played now; fewer than all once it is interrupted.
  [[nodiscard]] PathResults play(const Path& path) {
    PathResults results{path.name, {}};
    const std::string hash = settings_hash(path.settings);
    if (store_) store_->add_settings(path.settings);
    const std::vector<Task> left = take_stored(path, hash, results);
    ProgressLine line;
    std::size_t done = 0;
    const auto text = [&] {
      return fmt::format("{}: {} of {} episodes", path.name, done, left.size());
    };
    run_batch(
        left, path.world, path.settings, jobs_,
        [&](const EpisodeRow& row) {
          if (store_) store_->add(row, hash);
          results.episodes.push_back(row);
          ++done;
          if (line.due()) line.show(text());
        },
        interrupted());
    line.finish(text());
    return results;
  }

  [[nodiscard]] std::size_t size() const { return tasks_.size(); }
  void finish() {
    if (store_) store_->finish();
  }
  [[nodiscard]] bool keeps() const { return store_.has_value(); }

 private:
  /// Moves what the store has into the results; returns the rest, the costliest first.
  std::vector<Task> take_stored(const Path& path, const std::string& hash,
                                PathResults& results) const {
    using Key = std::pair<RowSpec, std::uint64_t>;
    std::set<Key> wanted;
    for (const Task& task : tasks_) wanted.insert({task.row, task.seed});
    if (store_)
      for (const StoredEpisode& stored : store_->episodes())
        if (stored.settings == hash && stored.version == program_version() &&
            stored.episode.world == path.world &&
            wanted.erase({stored.episode.row, stored.episode.seed}) > 0)
          results.episodes.push_back(stored.episode);
    std::vector<Task> left;
    for (const auto& [row, seed] : wanted) left.push_back({row, seed});
    std::stable_sort(left.begin(), left.end(), [](const Task& a, const Task& b) {
      return expected_cost(a) > expected_cost(b);
    });
    return left;
  }

  int jobs_;
  std::vector<Task> tasks_;
  std::optional<ResultsStore> store_;
};

}  // namespace

const PhysicsBackendEntry& engine_named(const std::string& name, const std::string& what) {
  if (name != kSecondOpinion) throw BadInput(what, "'" + name + "'", std::string(kSecondOpinion));
  if (const PhysicsBackendEntry* engine = second_opinion()) return *engine;
  throw BadInput(what, "'" + name + "'",
                 "a program that was built where ODE is installed (docs/second_opinion.md)");
}

Exit agree_on_tables(const AgreeTables& options) {
  const std::vector<Path> paths = paths_of(options);
  const std::vector<RowSpec> rows = rows_of(options);
  TablesRun run(options, rows);
  note_interrupts();
  std::vector<PathResults> results;
  for (const Path& path : paths) {
    results.push_back(run.play(path));
    if (results.back().episodes.size() < run.size()) break;
  }
  run.finish();
  if (results.back().episodes.size() < run.size()) {
    print_error("interrupted; {}\n",
                run.keeps() ? "the same command goes on from here"
                            : "with --results FILE the same command would go on from here");
    return Exit::interrupted;
  }
  const std::vector<PairedPaths> pairs = pair_paths(results, rows);
  print_out("{}", options.json ? paired_json(pairs) : paired_markdown(pairs));
  return Exit::done;
}

}  // namespace marblemaze
