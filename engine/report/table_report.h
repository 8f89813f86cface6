#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/report/paired_facts.h"
#include "engine/report/truth_report.h"

namespace marblemaze {

/// A row of the thesis's Table 7 or 8, from the data file the program carries.
struct ThesisRow {
  int table = 0;
  RowSpec row;
  int mazes = 0;
  double mean_path_cells = 0;
  double avg_moves = 0;
  double pct_solved = 0, pct_unsolvable = 0, pct_frozen = 0;
  double repeated = 0, unrepeatable = 0;  ///< sums over solved mazes

  [[nodiscard]] int solved() const;  ///< mazes; at least one
};
/// In the order of Table 7, then Table 8. Tables 1 to 6 are made of their rows.
[[nodiscard]] const std::vector<ThesisRow>& thesis_rows();
/// Null for a row that the thesis does not have.
[[nodiscard]] const ThesisRow* thesis_row(const RowSpec& row);

/// What the thesis's text, not its tables, tells of the searches that predict (4.5 to 4.7).
struct ThesisPrediction {
  std::optional<double> pct_predicted;
  int error_free = 0;  ///< solved mazes without a wrong prediction, of 100
  double error_free_moves = 0;
};
[[nodiscard]] std::optional<ThesisPrediction> thesis_prediction(const RowSpec& row);

/// One row of our tables: its runs, of which every figure is made (engine/report/report_figures.h).
/// Averages and counts of repeated moves are taken over solved mazes only, as the thesis does.
struct TableRow {
  RowSpec row;
  std::vector<ResultRow> runs = {};        ///< a maze each
  std::optional<AgainstTruth> truth = {};  ///< nothing where no maze's truth is known
  double tick_s = 1.0 / 120;               ///< length of a tick of theirs

  [[nodiscard]] int mazes() const { return static_cast<int>(runs.size()); }
  [[nodiscard]] int ended(Outcome outcome) const;
  [[nodiscard]] int faults() const;  ///< of an agent from outside the program
  [[nodiscard]] std::vector<const RunFigures*> solved_runs() const;
  /// A value of each run, or of each that solved its maze.
  [[nodiscard]] std::vector<int> all(int Counters::*counter) const;
  [[nodiscard]] std::vector<int> solved(int Counters::*counter) const;
  /// Of simulated time of each run that solved its maze, ascending.
  [[nodiscard]] std::vector<double> seconds() const;
  [[nodiscard]] double mean_path_cells() const;
  [[nodiscard]] bool predicts() const;  ///< does the search say where its moves end?
  [[nodiscard]] double cpu_s() const;
};

/// All that is reported of a results file.
struct Report {
  std::string settings;  ///< hash
  std::string version;
  std::string world;
  std::string seeds;  ///< of all rows together, as "1-200, 301"
  int episodes = 0;
  std::vector<TableRow> rows;  ///< the thesis's first and in its order
  bool against_thesis = false;
  std::vector<RowSpec> missing;      ///< rows of the thesis without an episode
  std::vector<PairedFact> facts;     ///< of the thesis's text, where the rows hold them
  std::vector<TruthSummary> truths;  ///< of the mazes that the rows ran, a kind of problem each
};

/// Throws BadInput, naming them, when the episodes come from more than one set of settings, version
/// of the program or kind of world. Truths found under others than the episodes are passed over.
/// `tick_s` is the length of their ticks.
[[nodiscard]] Report make_report(const std::vector<ResultRow>& episodes, bool against_thesis,
                                 const std::vector<ResultRow>& truths = {},
                                 double tick_s = 1.0 / 120);

/// "Depth-First, 8 orientations"
[[nodiscard]] std::string row_title(const RowSpec& row);

[[nodiscard]] std::string report_json(const Report& report);
[[nodiscard]] std::string report_csv(const Report& report);
[[nodiscard]] std::string report_markdown(const Report& report);
/// The mazes solved within k moves, a step of a curve a line; the truths' own curves under the
/// algorithm "truth".
[[nodiscard]] std::string curves_csv(const Report& report);
/// The text for a machine's hash.
using HostNames = std::function<std::string(const std::string& hash)>;

/// An episode a line, with what its maze's truth says of it and, where `host_names` is not empty,
/// the machine that it was run on.
[[nodiscard]] std::string episodes_csv(const std::vector<ResultRow>& episodes,
                                       const std::vector<ResultRow>& truths = {},
                                       const HostNames& host_names = {});

}  // namespace marblemaze
