#include "engine/cli/common/output_files.h"

#include <filesystem>

#include "engine/cli/common/command.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

/// Of files that are there: the same device and inode.
bool is_input(const std::string& output, const std::string& input) {
  std::error_code ignored;
  return fs::equivalent(output, is_standard_stream(input) ? "/dev/stdin" : input, ignored);
}

/// Also of files that are to be made.
bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || is_standard_stream(a) || is_standard_stream(b)) return !a.empty() && a == b;
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) ||
         fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

void expect_no_input(const NamedFile& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    if (is_input(output.path, input))
      throw BadInput(output.flag, "'" + output.path + "'",
                     "another file than the one that is read");
}

/// The files of the commands that were given, by what becomes of them.
struct Files {
  std::vector<std::string> inputs;
  std::vector<NamedFile> added_to, outputs;

  void gather(const Command& command) {
    for (const auto& option : command.options())
      for (const std::string& text : option->texts()) {
        const NamedFile file{option->flag(), text};
        switch (option->file()) {
          case CommandOption::File::none:
          case CommandOption::File::named: break;
          case CommandOption::File::read: inputs.push_back(text); break;
          case CommandOption::File::written: outputs.push_back(file); break;
          case CommandOption::File::added_to: added_to.push_back(file); break;
        }
      }
    for (const auto& sub : command.subcommands())
      if (sub->was_given()) gather(*sub);
  }
};

void expect_folder(const NamedFile& output) {
  std::error_code ignored;
  const fs::path folder = fs::path(output.path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored))
    throw BadInput(output.flag, "'" + output.path + "'", "a file in a folder that exists");
  if (fs::is_directory(output.path, ignored))
    throw BadInput(output.flag, "'" + output.path + "'", "a file, not a folder");
  expect_writable(output.path);
}

}  // namespace

void expect_outputs(const std::vector<std::string>& inputs, const std::vector<NamedFile>& outputs) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    if (output->path.empty()) continue;
    const bool named = !is_standard_stream(output->path);
    if (named) expect_folder(*output);
    if (named) expect_no_input(*output, inputs);
    for (auto other = outputs.begin(); other != output; ++other)
      if (same_file(output->path, other->path))
        throw BadInput(output->flag, "'" + output->path + "'",
                       "another file than that of " + other->flag);
  }
}

void expect_files(const Command& program) {
  Files files;
  files.gather(program);
  for (const NamedFile& file : files.added_to) expect_no_input(file, files.inputs);
  for (const NamedFile& file : files.added_to) files.inputs.push_back(file.path);
  expect_outputs(files.inputs, files.outputs);
}

void expect_output_free(const NamedFile& output, bool printed, const std::string& by) {
  if (printed && is_standard_stream(output.path))
    throw BadInput(output.flag, "'-'", "a file, as standard output is taken by " + by);
}

}  // namespace marblemaze
