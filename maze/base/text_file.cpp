#include "maze/base/text_file.h"

#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>

#include "maze/base/errors.h"
#include "maze/base/output_file.h"

namespace marblemaze {
namespace {

const std::string& standard_input() {
  static const std::string text{std::istreambuf_iterator<char>(std::cin),
                                std::istreambuf_iterator<char>()};
  if (text.empty()) throw BadInput("standard input", "with nothing in it", "the text of a file");
  return text;
}

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  if (is_standard_stream(path)) return standard_input();
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || std::filesystem::is_directory(path) || !(text << in.rdbuf()))
    throw BadInput("file", "'" + path.string() + "'", "a readable, non-empty file");
  return text.str();
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
