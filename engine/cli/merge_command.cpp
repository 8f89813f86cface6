
#include "engine/cli/common/command_line.h"
#include "engine/cli/common/interrupts.h"
#include "engine/cli/common/output_files.h"
#include "engine/cli/common/print.h"
#include "engine/results/merge.h"
#include "engine/results/result_csv.h"
#include "engine/results/sqlite_database.h"
#include "maze/base/json.h"
#include "maze/base/text_file.h"

namespace marblemaze {
namespace {

struct MergeOptions {
  std::string into;
  std::vector<std::string> files;
  std::string on_conflict = "fail";
  std::string conflicts = "-";
  std::string plan;  ///< to check against; empty: none
  bool json = false;
};

OnConflict policy_of(const MergeOptions& options) {
  return options.on_conflict == "list"    ? OnConflict::list
         : options.on_conflict == "first" ? OnConflict::first
                                          : OnConflict::fail;
}

/// Nothing is made or changed before every file has been seen to be a results file.
void check_sources(const MergeOptions& options) {
  expect_database_file(options.into);
  for (const std::string& file : options.files)
    static_cast<void>(ResultsStore(file, ResultsStore::Mode::read));
  if (policy_of(options) == OnConflict::list) {
    expect_output_free({"--conflicts", options.conflicts}, options.json, "--json");
  }
}

/// What the plan asks for and the file has not, as lines of the plan.
std::vector<std::string> missing_from(const ResultsStore& store, const MixedCsv& csv,
                                      const std::vector<ResultRow>& plan) {
  std::vector<Job> jobs;
  for (const ResultRow& row : plan) jobs.push_back(row.job);
  std::vector<std::string> missing;
  for (const std::size_t index : store.missing(jobs)) missing.push_back(csv.line(plan[index]));
  return missing;
}

/// What a merge tells at its end.
struct MergeSummary {
  MergeResult result;
  std::int64_t episodes = 0, truths = 0;  ///< in the file now
  std::size_t planned = 0;
  std::vector<std::string> missing = {};
};

void print_json(const MergeOptions& options, const MergeSummary& sum) {
  Json taken = Json::object(), truths = Json::object();
  for (std::size_t i = 0; i < options.files.size(); ++i) {
    taken[options.files[i]] = sum.result.taken[i].episodes;
    truths[options.files[i]] = sum.result.taken[i].truths;
  }
  Json document{{"results", options.into}, {"episodes", sum.episodes},
                {"taken", taken},          {"truths", sum.truths},
                {"truths_taken", truths},  {"conflicts", sum.result.conflicts}};
  if (!options.plan.empty()) {
    document["planned"] = sum.planned;
    document["missing"] = Json(sum.missing);
  }
  print_out("{}\n", document.dump());
}

void print_text(const MergeOptions& options, const MergeSummary& sum) {
  // On standard output the list of conflicts takes the place of the story.
  const bool listed = policy_of(options) == OnConflict::list && options.conflicts == "-";
  if (!listed)
    for (std::size_t i = 0; i < options.files.size(); ++i)
      print_out("{}: {} episodes and {} truths taken over\n", options.files[i],
                sum.result.taken[i].episodes, sum.result.taken[i].truths);
  if (sum.result.conflicts > 0)
    print_error("{} rows with different results: {}\n", sum.result.conflicts,
                policy_of(options) == OnConflict::first ? "kept as the first file has them"
                                                        : "not taken over");
  if (options.plan.empty()) return;
  if (!listed)
    for (const std::string& line : sum.missing) print_out("missing: {}\n", line);
  print_error("{} of {} planned rows are missing\n", sum.missing.size(), sum.planned);
}

MergeSummary merge_files(const MergeOptions& options) {
  const MixedCsv csv(MixedCsv::Columns::key);
  std::vector<ResultRow> plan;
  if (!options.plan.empty()) plan = csv.read(options.plan);
  ResultsStore store(options.into, ResultsStore::Mode::create_whole);
  MergeSummary sum;
  sum.result = merge(store, options.files, policy_of(options));
  const StopScope scope{StopToken()};  // it is written
  sum.episodes = store.count(Question::run);
  sum.truths = store.count(Question::truth);
  sum.planned = plan.size();
  sum.missing = missing_from(store, csv, plan);
  store.finish();
  return sum;
}

Exit run_merge(const MergeOptions& options) {
  note_interrupts();
  MergeSummary sum;
  try {
    check_sources(options);
    sum = merge_files(options);
  } catch (const Interrupted&) {
    print_error("interrupted: nothing was written; the same command begins again\n");
    return Exit::interrupted;
  }
  if (policy_of(options) == OnConflict::list)
    write_text_file(options.conflicts, sum.result.conflict_lines);
  if (options.json)
    print_json(options, sum);
  else
    print_text(options, sum);
  return sum.missing.empty() ? Exit::done : Exit::not_reached;
}

}  // namespace

void add_merge_command(Command& app) {
  auto options = std::make_shared<MergeOptions>();
  Command* command =
      app.add_subcommand("merge", "Put the results files of several shards into one file");
  command->add_option("OUT", options->into, "Results file to add to")->required()->adds_to_file();
  command->add_option("FILES", options->files, "Results files to take from")
      ->required()
      ->reads_file();
  command
      ->add_option(
          "--on-conflict", options->on_conflict,
          "What to do when files differ in a row: fail (write nothing), first (keep the first "
          "file's row) or list (list such rows, merge the rest)")
      ->one_of({"fail", "first", "list"});
  command
      ->add_option("--conflicts", options->conflicts,
                   "With --on-conflict list: write the rows that differ to this file (CSV)")
      ->writes_file()
      ->acts_on({"--on-conflict list", [options] { return options->on_conflict == "list"; }});
  command
      ->add_option("--check", options->plan,
                   "A plan made by bench --plan: name its rows that are missing after the merge, "
                   "and end with status 1")
      ->reads_file();
  command->add_flag("--json", options->json, "One JSON document");
  command->callback([options] { return run_merge(*options); });
}

}  // namespace marblemaze
