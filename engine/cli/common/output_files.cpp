#include "engine/cli/common/output_files.h"

#include <filesystem>

#include "maze/base/errors.h"
#include "maze/base/output_file.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

bool same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  if (is_standard_stream(a) || is_standard_stream(b)) return a == b;
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) ||
         fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored);
}

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

void expect_outputs(const std::vector<std::string>& inputs,
                    std::initializer_list<NamedFile> outputs) {
  for (const NamedFile* output = outputs.begin(); output != outputs.end(); ++output) {
    if (output->path.empty()) continue;
    const bool named = !is_standard_stream(output->path);
    if (named) expect_folder(*output);
    for (const std::string& input : inputs)
      if (named && same_file(output->path, input))
        throw BadInput(output->flag, "'" + output->path + "'",
                       "another file than the one that is read");
    for (const NamedFile* other = outputs.begin(); other != output; ++other)
      if (same_file(output->path, other->path))
        throw BadInput(output->flag, "'" + output->path + "'",
                       "another file than that of " + std::string(other->flag));
  }
}

void expect_output_free(const NamedFile& output, bool printed, const std::string& by) {
  if (printed && is_standard_stream(output.path))
    throw BadInput(output.flag, "'-'", "a file, as standard output is taken by " + by);
}

}  // namespace marblemaze
