# Writes OUTPUT, a C++ file with the function FUNCTION of HEADER, which gives the bytes of FILES
# (separated by |) by their bare names.
string(REPLACE "|" ";" FILES "${FILES}")
set(arrays "")
set(entries "")
set(count 0)
foreach(file IN LISTS FILES)
  if(NOT file)
    continue()
  endif()
  get_filename_component(name "${file}" NAME)
  file(READ "${file}" bytes HEX)
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "'\\\\x\\1'," bytes "${bytes}")
  string(APPEND arrays "constexpr char file_${count}[] = {${bytes}};\n")
  string(APPEND entries "    {\"${name}\", {file_${count}, sizeof file_${count}}},\n")
  math(EXPR count "${count} + 1")
endforeach()
file(WRITE "${OUTPUT}" "// Made by scripts/generate/embed_files.cmake.
#include \"${HEADER}\"

#include <utility>

namespace marblemaze {
namespace {
${arrays}
constexpr std::pair<std::string_view, std::string_view> entries[] = {
${entries}    {\"\", \"\"}};
}  // namespace

std::string_view ${FUNCTION}(std::string_view name) {
  for (const auto& [file, bytes] : entries)
    if (file == name) return bytes;
  return {};
}

}  // namespace marblemaze
")
