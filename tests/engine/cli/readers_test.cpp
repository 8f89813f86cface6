#include <functional>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agent/analysis/state_map.h"
#include "engine/bench/marblebench.h"
#include "engine/recording/game_recording.h"
#include "engine/recording/made_recording.h"
#include "engine/recording/recording.h"
#include "engine/replay_page/embedded_files.h"
#include "support/bad_input.h"

/// Tests that every reader of a document rejects unknown members by name.
namespace marblemaze {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using Document = nlohmann::json;

/// Document with a JSON pointer to an unknown member, and the reader of the document.
struct Case {
  const char* name;
  Document document;
  std::string pointer;
  std::function<void(const std::string&)> read;
};

struct RecordingParts {
  std::string before, line, after;
};
RecordingParts parts_of_recording(const std::string& bytes) {
  const std::size_t begin = bytes.find('\n') + 1, end = bytes.find('\n', begin);
  return {bytes.substr(0, begin), bytes.substr(begin, end - begin), bytes.substr(end)};
}

Document score_card() {
  return Document::parse(R"({"format": "marblemaze-score-card", "version": 3, "benchmark": "set",
    "hash": "0", "problems": "all", "agent": "a", "knows": "nothing", "program": "0.4.0",
    "track": "open", "budget": {"calls": 1, "seconds": 1}, "rows": [],
    "runs": [{"problem": "p", "group": "g", "outcome": "solved", "moves": "3", "chance": 1,
              "at_least": 1, "at_most": 1, "fewest": 3}]})");
}

Document map_document() {
  return Document::parse(R"({"solvable": true, "optimum": 1, "shortest_solutions": 1,
    "solution": [[0, 0, 1]], "states": [0, 1], "transitions": [[0, 0, 1]], "traps": [],
    "knife_edge": [], "certain": [], "orientations": 8})");
}

std::vector<Case> cases() {
  const Document set = Document::parse(embedded_file("marblebench-2.json"));
  const RecordingParts recording = parts_of_recording(recording_bytes(testing::record_run(5)));
  const RecordingParts free =
      parts_of_recording(recording_bytes(testing::record_tilt_run(5, "floor")));
  const RecordingParts game = parts_of_recording(game_bytes(testing::played("jump")));
  const auto map = [](const std::string& text) { (void)maze_map_from_json(text); };
  const auto benchmark = [](const std::string& text) { (void)benchmark_set_from_json(text); };
  const auto card = [](const std::string& text) { (void)score_card_from_json(text); };
  const auto marble = [](const RecordingParts& parts) {
    return [parts](const std::string& text) {
      (void)recording_from_bytes(parts.before + text + parts.after, "r");
    };
  };
  const auto logic = [game](const std::string& text) {
    (void)game_from_bytes(game.before + text + game.after, "r");
  };
  const Document line = Document::parse(recording.line), tilt_line = Document::parse(free.line),
                 game_line = Document::parse(game.line);
  return {
      {"map", map_document(), "/more", map},
      {"map's transition", map_document(), "/transitions/0/3", map},
      {"benchmark set", set, "/more", benchmark},
      {"benchmark's budget", set, "/budget/more", benchmark},
      {"benchmark's problem", set, "/problems/0/more", benchmark},
      {"benchmark's maze", set, "/problems/0/maze/more", benchmark},
      {"benchmark's truth", set, "/problems/0/truth/more", benchmark},
      {"benchmark's settings", set, "/machines/more/gravitation", benchmark},
      {"score card", score_card(), "/more", card},
      {"score card's run", score_card(), "/runs/0/more", card},
      {"recording", line, "/more", marble(recording)},
      {"recording's maze", line, "/maze/more", marble(recording)},
      {"recording's settings", line, "/settings/more", marble(recording)},
      {"recording's move", line, "/moves/0/10", marble(recording)},
      {"free recording", tilt_line, "/free/more", marble(free)},
      {"free recording's command", tilt_line, "/free/wishes/0/4", marble(free)},
      {"logic recording", game_line, "/more", logic},
      {"logic recording's move", game_line, "/moves/0/10", logic},
  };
}

TEST(Readers, UseOrRejectEveryMember) {
  for (const Case& c : cases()) {
    const auto refusal = [&](const Document& document) {
      return testing::error_message_of([&] {
        c.read(document.dump());
        return 0;
      });
    };
    EXPECT_EQ(refusal(c.document), "accepted") << c.name;
    Document more = c.document;
    more[Document::json_pointer(c.pointer)] = 1;
    EXPECT_THAT(refusal(more), AnyOf(HasSubstr("unknown member"), HasSubstr("expected"))) << c.name;
  }
}

}  // namespace
}  // namespace marblemaze
