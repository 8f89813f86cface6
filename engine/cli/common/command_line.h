#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include "maze/base/json.h"

/// A command adds options to a CLI::App with CLI11 functions, and then calls set_action().

namespace marblemaze {

/// Exit statuses, on which scripts rely. A resumable command that was interrupted exits with
/// EX_TEMPFAIL of sysexits.h, which makes batch systems requeue the job.
enum class Exit {
  done = 0,
  not_reached = 1,
  bad_input = 2,
  machine_failed = 3,
  interrupted = 75,
};

// Type names for file options, for CLI::Option::type_name(). For these options, the program checks
// before a command runs that no output overwrites an input, and shell completion offers files. "-"
// means standard input or output.
inline constexpr const char *kInput = "INPUT", *kOutput = "OUTPUT", *kFolder = "FOLDER";
inline constexpr const char* kDatabase = "DATABASE";  ///< file that is read and extended

[[nodiscard]] std::unique_ptr<CLI::App> make_program(const std::string& name,
                                                     const std::string& about);

inline constexpr int kLargestInteger = 999'999'999;

/// Accept numbers from `low` to `high`, inclusive. The integer overload accepts only integers.
[[nodiscard]] CLI::Validator within(int low, int high);
[[nodiscard]] CLI::Validator within(double low, double high);
/// Accepts only these words. Shell completion offers them.
[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& words);

void exclude_each_other(const std::vector<CLI::Option*>& options);

/// `run` returns Exit or void.
void set_action(CLI::App& command, const std::function<Exit()>& run);
template <class Run>
requires std::is_void_v<std::invoke_result_t<Run>>
void set_action(CLI::App& command, Run run) {
  set_action(command, std::function<Exit()>([run] { return run(), Exit::done; }));
}

struct Output {
  std::string text;
  Json document;        ///< printed instead of the text if --json is given
  bool reached = true;  ///< if false, the exit status is not_reached
  std::string error_line{};
};
/// Prints the text, or the JSON document if `json` is set, to standard output or to `file`. Throws
/// BadInput, MachineFailure.
Exit print_output(const Output& output, bool json, const std::string& file = "");
/// Adds --json, and sets an action that prints the result of `find`.
void set_output_action(CLI::App& command, const std::function<Output()>& find);

/// Parses the command line and runs the command. Reports an error as one line on standard error.
[[nodiscard]] Exit run_command_line(CLI::App& app, const std::string& version, int argc,
                                    char** argv);

/// Option and file name from the command line, such as "--trace" and "moves.jsonl". The path is
/// empty if the option was not used, and "-" for standard output.
struct NamedFile {
  std::string flag;
  std::string path;
};

/// Checks output files before a command starts work. Throws BadInput if the folder of an output
/// does not exist, or if an output is the same file as an input or another output, even through a
/// link or standard input. Throws MachineFailure if the folder is not writable. Commands call
/// check_outputs() for generated file names.
void check_outputs(const std::vector<std::string>& inputs, const std::vector<NamedFile>& outputs);

void check_files(CLI::App& command);

/// Throws BadInput if the output is "-" and `printed` is set, because the option `by` already
/// prints to standard output.
void require_output_free(const NamedFile& output, bool printed, const std::string& by);

}  // namespace marblemaze
