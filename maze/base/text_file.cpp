#include "maze/base/text_file.h"

#include <fstream>
#include <iostream>
#include <map>
#include <mutex>
#include <string_view>
#include <vector>

#include "maze/base/errors.h"
#include "maze/base/output_file.h"

namespace marblemaze {
namespace {

std::mutex mutex;
std::string read_last;

/// Not by a stream's operator<<, which takes a lack of memory for a file that cannot be read.
std::string rest_of(std::istream& in) {
  std::string text;
  std::vector<char> part(1 << 16);
  while (in.read(part.data(), std::ssize(part)) || in.gcount() > 0)
    text.append(part.data(), static_cast<std::size_t>(in.gcount()));
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.erase(0, kByteOrderMark.size());
  return text;
}

std::string all_of(const std::filesystem::path& path) {
  if (is_standard_stream(path)) {
    std::string text = rest_of(std::cin);
    if (text.empty()) throw BadInput("standard input", "with nothing in it", "the text of a file");
    return text;
  }
  std::ifstream in(path, std::ios::binary);
  std::string text = std::filesystem::is_directory(path) ? "" : rest_of(in);
  if (in.bad() || text.empty())
    throw BadInput("file", "'" + path.string() + "'", "a readable, non-empty file");
  return text;
}

}  // namespace

std::string read_text_file(const std::filesystem::path& path) {
  {
    const std::lock_guard lock(mutex);
    read_last = path.string();
  }
  std::error_code ignored;
  if (!is_standard_stream(path) && std::filesystem::is_regular_file(path, ignored))
    return all_of(path);
  static std::map<std::filesystem::path, std::string> read_once;
  const std::lock_guard lock(mutex);
  const auto known = read_once.find(path);
  return known != read_once.end() ? known->second
                                  : read_once.emplace(path, all_of(path)).first->second;
}

std::string file_read_last() {
  const std::lock_guard lock(mutex);
  return read_last;
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
