#include "maze/base/text_file.h"

#include <fstream>
#include <sstream>

#include "maze/base/errors.h"

namespace marblemaze {

std::string read_text_file(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream text;
  if (!in || std::filesystem::is_directory(path) || !(text << in.rdbuf()))
    throw BadInput("file", "'" + path.string() + "'", "a readable, non-empty file");
  return text.str();
}

void write_text_file(const std::filesystem::path& path, const std::string& text) {
  const std::filesystem::path beside = path.string() + ".part";
  std::ofstream out(beside, std::ios::binary | std::ios::trunc);
  out << text;
  out.close();
  std::error_code failure;
  if (out) std::filesystem::rename(beside, path, failure);
  if (!out || failure) {
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    throw MachineFailure("cannot write '" + path.string() +
                         "': is the folder there, writable, and not full?");
  }
}

}  // namespace marblemaze
