#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include "maze/base/json.h"

/// Functions that all commands share. A command adds options to a CLI::App with the functions of
/// CLI11, then calls set_action().

namespace marblemaze {

/// Exit statuses. Scripts rely on these values. A command that was interrupted and can be resumed
/// exits with EX_TEMPFAIL of sysexits.h, which makes batch systems requeue the job.
enum class Exit {
  done = 0,
  not_reached = 1,
  bad_input = 2,
  machine_failed = 3,
  interrupted = 75,
};

// Type names for options that take a file, for CLI::Option::type_name(). Before a command runs, the
// program checks that no output overwrites an input. Shell completion offers files for these
// options. "-" means standard input or output.
inline constexpr const char *kInput = "INPUT", *kOutput = "OUTPUT", *kFolder = "FOLDER";
inline constexpr const char* kDatabase = "DATABASE";  ///< a file that is read and extended

/// Returns a program without commands. The help text shows the default values of options.
[[nodiscard]] std::unique_ptr<CLI::App> make_program(const std::string& name,
                                                     const std::string& about);

/// Maximum value of an integer option, except for 64-bit options.
inline constexpr int kLargestInteger = 999'999'999;

/// Accept numbers from low to high, inclusive. The first overload accepts only integers.
[[nodiscard]] CLI::Validator within(int low, int high);
[[nodiscard]] CLI::Validator within(double low, double high);
/// Accepts only these words. Shell completion offers them.
[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& words);

/// Makes these options mutually exclusive.
void exclude_each_other(const std::vector<CLI::Option*>& options);

/// Sets the function that runs the command after its options have been parsed. `run` returns Exit
/// or void.
void set_action(CLI::App& command, const std::function<Exit()>& run);
template <class Run>
requires std::is_void_v<std::invoke_result_t<Run>>
void set_action(CLI::App& command, Run run) {
  set_action(command, std::function<Exit()>([run] { return run(), Exit::done; }));
}

/// Output of a command: text or a JSON document.
struct Output {
  std::string text;
  Json document;             ///< printed instead of the text if --json is given
  bool reached = true;       ///< if false, the exit status is not_reached
  std::string error_line{};  ///< line for standard error, or empty
};
/// Prints the text, or the document if `json` is set. Writes it to `file` instead unless the name
/// is empty. Throws BadInput, MachineFailure.
Exit print_output(const Output& output, bool json, const std::string& file = "");
/// Adds --json, and sets an action that prints the result of `find`.
void set_output_action(CLI::App& command, const std::function<Output()>& find);

/// Adds --version, --licences and --command-tree, parses the command line and runs the command.
/// Reports an error as one line on standard error.
[[nodiscard]] Exit run_command_line(CLI::App& app, const std::string& version, int argc,
                                    char** argv);

/// File name that the user passed to an option: "--trace" and "moves.jsonl". The path is empty if
/// the option was not used, and "-" for standard output.
struct NamedFile {
  std::string flag;
  std::string path;
};

/// Checks output files before a command starts its work. Throws BadInput if the folder of an output
/// does not exist, or if an output is the same file as an input or another output, even through a
/// link or standard input. Throws MachineFailure if the folder is not writable. Commands call this
/// function for file names that they generate.
void check_outputs(const std::vector<std::string>& inputs, const std::vector<NamedFile>& outputs);

/// Checks all files that are named by options of the command.
void check_files(CLI::App& command);

/// Throws BadInput if the output is "-" and `printed` is set, because the option `by` already
/// prints to standard output.
void expect_output_free(const NamedFile& output, bool printed, const std::string& by);

}  // namespace marblemaze
