#include "maze/base/text_file.h"

#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <mutex>
#include <sstream>

#include "maze/base/errors.h"
#include "maze/base/output_file.h"

namespace marblemaze {
namespace {

std::string standard_input() {
  std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  if (text.empty()) throw BadInput("standard input", "with nothing in it", "the text of a file");
  return text;
}

std::string all_of(const std::filesystem::path& path) {
  if (is_standard_stream(path)) return standard_input();
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || std::filesystem::is_directory(path) || !(text << in.rdbuf()))
    throw BadInput("file", "'" + path.string() + "'", "a readable, non-empty file");
  return text.str();
}

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  std::error_code ignored;
  if (!is_standard_stream(path) && std::filesystem::is_regular_file(path, ignored))
    return all_of(path);
  static std::mutex mutex;
  static std::map<std::filesystem::path, std::string> read_once;
  const std::lock_guard lock(mutex);
  const auto known = read_once.find(path);
  return known != read_once.end() ? known->second
                                  : read_once.emplace(path, all_of(path)).first->second;
}

void write_text_file(const std::filesystem::path& path, const std::string& text) {
  if (is_standard_stream(path)) {
    std::cout << text << std::flush;
    if (!std::cout) throw MachineFailure("cannot write the output: is the disk full?");
    return;
  }
  OutputFile file(path);
  file.write(text);
  file.finish();
}

}  // namespace marblemaze
