#include <cassert>

#include "engine/replay_page/embedded_files.h"
#include "engine/replay_page/page_data.h"

namespace marblemaze {

std::string shader_source(const std::string& name) {
  constexpr std::string_view word = "#include \"";
  std::string source(embedded_file(name));
  for (std::size_t at = source.find(word); at != std::string::npos; at = source.find(word, at)) {
    const std::size_t file = at + word.size(), end = source.find('"', file);
    const std::string_view text = embedded_file(source.substr(file, end - file));
    assert(!text.empty());
    source.replace(at, end + 1 - at, text);
  }
  return source;
}

std::string html_replay(const Recording& recording) {
  return page_with(embedded_file("page.html"), "recording", recording_json(recording));
}

}  // namespace marblemaze
