#pragma once

#include <initializer_list>
#include <string>
#include <vector>

namespace marblemaze {

/// A file of a command, as its user named it: "--trace" and "moves.jsonl". An empty path is a file
/// that was not asked for; "-" is standard output.
struct NamedFile {
  const char* flag;
  std::string path;
};

/// Throws BadInput, before any work is done for nothing, where an output has no folder, or is the
/// same file as an input or another output. Inputs may be empty names. Throws MachineFailure where
/// the folder cannot be written.
void expect_outputs(const std::vector<std::string>& inputs,
                    std::initializer_list<NamedFile> outputs);

/// Throws BadInput where the output is "-" though standard output is `printed` to by something else
/// that its reader could not tell from it: "--json".
void expect_output_free(const NamedFile& output, bool printed, const std::string& by);

}  // namespace marblemaze
