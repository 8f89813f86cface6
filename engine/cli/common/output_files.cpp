#include "engine/cli/common/output_files.h"

#include <filesystem>

#include "maze/base/errors.h"

namespace marblemaze {
namespace {

namespace fs = std::filesystem;

bool is_file(const std::string& path) { return !path.empty() && path != "-"; }

bool same_file(const std::string& a, const std::string& b) {
  if (!is_file(a) || !is_file(b)) return false;
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
}

}  // namespace

void expect_outputs(const std::string& input, std::initializer_list<NamedFile> outputs) {
  for (const NamedFile* output = outputs.begin(); output != outputs.end(); ++output) {
    if (!is_file(output->path)) continue;
    expect_folder(*output);
    if (same_file(output->path, input))
      throw BadInput(output->flag, "'" + output->path + "'",
                     "another file than the one that is read");
    for (const NamedFile* other = outputs.begin(); other != output; ++other)
      if (same_file(output->path, other->path))
        throw BadInput(output->flag, "'" + output->path + "'",
                       "another file than that of " + std::string(other->flag));
  }
}

}  // namespace marblemaze
