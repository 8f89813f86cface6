#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include <CLI/CLI.hpp>

#include "maze/base/json.h"

/// Functions that all commands share. A command adds its options to a CLI::App with CLI11's own
/// calls, and calls set_action() with the function that runs it.

namespace marblemaze {

/// Exit statuses, on which scripts rely. A command that can be resumed or repeated unchanged ends
/// with EX_TEMPFAIL of sysexits.h, for which batch systems requeue a job.
enum class Exit {
  done = 0,
  not_reached = 1,
  bad_input = 2,
  machine_failed = 3,
  interrupted = 75,
};

// Type names of options that name files, for CLI::Option::type_name(). Before a command runs, the
// program checks that no output replaces an input. Shells complete these options to files. "-" is
// standard input or output.
inline constexpr const char *kInput = "INPUT", *kOutput = "OUTPUT", *kFolder = "FOLDER";
inline constexpr const char* kDatabase = "DATABASE";  ///< a file to read and to add to

/// Returns a program without commands and options. Options that are added to it show their defaults
/// in the help text.
[[nodiscard]] std::unique_ptr<CLI::App> make_program(const std::string& name,
                                                     const std::string& about);

/// Maximum integer that an option accepts, unless it takes 64 bits.
inline constexpr int kLargestInteger = 999'999'999;

/// Accept numbers from low to high, including both: the first accepts integers, the second any
/// numbers.
[[nodiscard]] CLI::Validator within(int low, int high);
[[nodiscard]] CLI::Validator within(double low, double high);
/// Accepts these words. Shells complete the option to them.
[[nodiscard]] CLI::Validator one_of(const std::vector<std::string>& words);

/// Lets at most one of these options be given at a time.
void exclude_each_other(const std::vector<CLI::Option*>& options);

/// Sets the action of a command, which runs after its options have been read. `run` returns an Exit
/// or has no return value.
void set_action(CLI::App& command, const std::function<Exit()>& run);
template <class Run>
requires std::is_void_v<std::invoke_result_t<Run>>
void set_action(CLI::App& command, Run run) {
  set_action(command, std::function<Exit()>([run] { return run(), Exit::done; }));
}

/// A Finding is the result of a command that prints.
struct Finding {
  std::string text;
  Json document;            ///< printed instead of the text if --json is given
  bool reached = true;      ///< false: the exit status is not_reached
  std::string complaint{};  ///< one line for standard error, or empty
};
/// Prints the text, or the document with `json`, or writes it to the file `output` unless that is
/// empty. Throws BadInput, MachineFailure.
Exit tell(const Finding& finding, bool json, const std::string& output = "");
/// Adds --json, and sets the action of a command that only prints its result.
void answers(CLI::App& command, const std::function<Finding()>& find);

/// Adds --version, --licences and --command-tree, reads the command line, and runs the action of
/// its command. Prints one line on standard error if an error occurs.
[[nodiscard]] Exit run_command_line(CLI::App& app, const std::string& version, int argc,
                                    char** argv);

/// A file of a command, as the user named it: "--trace" and "moves.jsonl". An empty path is a file
/// that was not requested; "-" is standard output.
struct NamedFile {
  std::string flag;
  std::string path;
};

/// Throws BadInput, before any work is lost, if the folder of an output does not exist, or if the
/// output is the same file as an input or another output, even through a link or standard input.
/// Throws MachineFailure if the folder is not writable. Use this function for file names that a
/// command generates.
void check_outputs(const std::vector<std::string>& inputs, const std::vector<NamedFile>& outputs);

/// Checks all files that the options of a command name.
void check_files(CLI::App& command);

/// Throws BadInput if the output is "-" while the command prints something else, for example
/// because of "--json".
void expect_output_free(const NamedFile& output, bool printed, const std::string& by);

}  // namespace marblemaze
