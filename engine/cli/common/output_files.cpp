#include "engine/cli/common/output_files.h"

#include <filesystem>

#include "engine/cli/common/command_line.h"
#include "maze/base/errors.h"
#include "maze/base/file_io.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

/// Returns whether both are the same existing file. A standard stream is the file behind it.
bool is_input(const std::string& output, const std::string& input) {
  std::error_code ignored;
  return fs::equivalent(output, is_standard_stream(input) ? "/dev/stdin" : input, ignored);
}

/// Returns whether both are the same file, which need not exist.
bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || is_standard_stream(a) || is_standard_stream(b)) return !a.empty() && a == b;
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) ||
         fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

[[noreturn]] void reject(const NamedFile& file, const std::string& expected) {
  throw BadInput(file.flag, "'" + file.path + "'", expected);
}

void expect_no_input(const NamedFile& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs)
    if (is_input(output.path, input)) reject(output, "another file than the one that is read");
}

void expect_folder(const NamedFile& output) {
  std::error_code ignored;
  const fs::path folder = fs::path(output.path).parent_path();
  if (!folder.empty() && !fs::is_directory(folder, ignored))
    reject(output, "a file in a folder that exists");
  if (fs::is_directory(output.path, ignored)) reject(output, "a file, not a folder");
  expect_writable(output.path);
}

/// Returns the files that the command's options of this type name, or their defaults.
std::vector<NamedFile> files_of(CLI::App& command, const std::string& type) {
  std::vector<NamedFile> files;
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_type_name().starts_with(type)) continue;
    const std::string flag = option->get_name();
    for (const std::string& path : option->results()) files.push_back({flag, path});
    if (option->count() == 0) files.push_back({flag, option->get_default_str()});
  }
  return files;
}

}  // namespace

void check_outputs(const std::vector<std::string>& inputs, const std::vector<NamedFile>& outputs) {
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    if (output->path.empty()) continue;
    if (!is_standard_stream(output->path)) {
      expect_folder(*output);
      expect_no_input(*output, inputs);
    }
    for (auto other = outputs.begin(); other != output; ++other)
      if (same_file(output->path, other->path))
        reject(*output, "another file than that of " + other->flag);
  }
}

void check_files(CLI::App& command) {
  std::vector<std::string> inputs;
  for (const NamedFile& file : files_of(command, kInput)) inputs.push_back(file.path);
  for (const NamedFile& file : files_of(command, kDatabase)) expect_no_input(file, inputs);
  for (const NamedFile& file : files_of(command, kDatabase)) inputs.push_back(file.path);
  check_outputs(inputs, files_of(command, kOutput));
}

void expect_output_free(const NamedFile& output, bool printed, const std::string& by) {
  if (printed && is_standard_stream(output.path))
    reject(output, "a file, because standard output is used by " + by);
}

}  // namespace marblemaze
