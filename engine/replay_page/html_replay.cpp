#include "engine/replay_page/html_replay.h"

#include "engine/replay_page/embedded_files.h"
#include "engine/replay_page/page_data.h"

namespace marblemaze {

std::string html_replay(const Recording& recording) {
  return page_with(embedded_file("page.html"), "recording", recording_json(recording));
}

}  // namespace marblemaze
