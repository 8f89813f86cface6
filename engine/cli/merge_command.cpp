#include "engine/cli/commands.h"
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/print.h"
#include "engine/results/merge.h"

namespace marblemaze {
namespace {

struct MergeOptions {
  std::string into;
  std::vector<std::string> files;
  bool json = false;
};

Finding merge_files(const MergeOptions& options) {
  // Nothing is created or changed before each file is known to be a results file.
  expect_database_file(options.into);
  for (const std::string& file : options.files)
    static_cast<void>(ResultsStore(file, ResultsStore::Mode::read));
  ResultsStore store(options.into, ResultsStore::Mode::create_whole);
  const std::vector<Merged> merged = merge(store, options.files);
  const StopScope scope{StopToken()};  // the rows are written
  Finding all;
  Json taken = Json::object(), truths = Json::object();
  for (std::size_t i = 0; i < merged.size(); ++i) {
    all.text += fmt::format("{}: {} episodes and {} truths taken over\n", options.files[i],
                            merged[i].episodes, merged[i].truths);
    taken[options.files[i]] = merged[i].episodes;
    truths[options.files[i]] = merged[i].truths;
  }
  all.document = {{"results", options.into},
                  {"episodes", store.count(Question::run)},
                  {"taken", taken},
                  {"truths", store.count(Question::truth)},
                  {"truths_taken", truths}};
  store.finish();
  return all;
}

Exit run_merge(const MergeOptions& options) {
  note_interrupts();
  try {
    return tell(merge_files(options), options.json);
  } catch (const Interrupted&) {
    print_error("interrupted: nothing was written; give the same command again\n");
    return Exit::interrupted;
  }
}

}  // namespace

void add_merge_command(CLI::App& app) {
  auto options = std::make_shared<MergeOptions>();
  CLI::App* command =
      app.add_subcommand("merge", "Merge the results files of several shards into one file");
  command->add_option("OUT", options->into, "Results file to add to")
      ->required()
      ->type_name(kDatabase);
  command->add_option("FILES", options->files, "Results files to take from")
      ->required()
      ->type_name(kInput);
  command->add_flag("--json", options->json, "One JSON document");
  set_action(*command, [options] { return run_merge(*options); });
}

}  // namespace marblemaze
