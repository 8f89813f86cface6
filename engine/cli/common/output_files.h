#pragma once

#include <string>
#include <vector>

namespace marblemaze {

class Command;

/// A file of a command, as its user named it: "--trace" and "moves.jsonl". An empty path is a file
/// that was not asked for; "-" is standard output.
struct NamedFile {
  std::string flag;
  std::string path;
};

/// Throws BadInput, before any work is done for nothing, where an output has no folder, or is the
/// same file as an input or another output, by whatever name: a link is what it leads to, and "-"
/// what standard input is connected with. Inputs may be empty names or name nothing. Throws
/// MachineFailure where the folder cannot be written. For names that a command makes up: those that
/// its options give are seen to by expect_files().
void expect_outputs(const std::vector<std::string>& inputs, const std::vector<NamedFile>& outputs);

/// The same for all files that a program's commands and options name, as they were given.
void expect_files(const Command& program);

/// Throws BadInput where the output is "-" though standard output is `printed` to by something else
/// that its reader could not tell from it: "--json".
void expect_output_free(const NamedFile& output, bool printed, const std::string& by);

}  // namespace marblemaze
