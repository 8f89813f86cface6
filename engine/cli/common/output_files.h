#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace marblemaze {

/// A file of a command, as its user named it: "--trace" and "moves.jsonl". An empty path is a file
/// that was not asked for; "-" is standard output.
struct NamedFile {
  std::string flag;
  std::string path;
};

/// Throws BadInput, before any work is lost, if the folder of an output does not exist, or if the
/// output is the same file as an input or another output, also through a link or standard input.
/// Throws MachineFailure if the folder cannot be written. Use it for file names that a command
/// generates.
void check_outputs(const std::vector<std::string>& inputs, const std::vector<NamedFile>& outputs);

/// Checks the same for all files that the options of a command name (see command_line.h).
void check_files(CLI::App& command);

/// Throws BadInput if the output is "-" while the command prints something else, for example
/// because of "--json".
void expect_output_free(const NamedFile& output, bool printed, const std::string& by);

}  // namespace marblemaze
