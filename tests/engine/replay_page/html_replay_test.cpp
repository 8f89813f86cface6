#include <cmath>
#include <cstdlib>
#include <sstream>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "engine/recording/made_recording.h"
#include "engine/replay_page/embedded_files.h"
#include "maze/base/file_io.h"
#include "maze/grid/orientation_scheme.h"
#include "support/bad_input.h"
#include "support/temporary_folder.h"

namespace marblemaze {
namespace {

using ::testing::ContainsRegex;
using testing::error_message_of;
using ::testing::HasSubstr;
using ::testing::Not;
using testing::record_run;
using testing::TemporaryFolder;
using Document = nlohmann::json;

std::string between(const std::string& text, const std::string& from, const std::string& to) {
  const std::size_t begin = text.find(from);
  if (begin == std::string::npos) return "";
  const std::size_t after = begin + from.size();
  return text.substr(after, text.find(to, after) - after);
}

Document data_of(const std::string& page) {
  return Document::parse(between(page, "id=\"recording\">", "</script>"));
}

int count(const std::string& text, const std::string& what) {
  int found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++found;
  return found;
}

TEST(HtmlReplay, ListsTheCellsOfContinuousControl) {
  const Recording recording = testing::record_tilt_run(3, "cem");
  const Document data = data_of(html_replay(recording));
  EXPECT_EQ(data["orientations"], 0);
  const Document& moves = data["moves"];
  ASSERT_GE(moves.size(), 2u);
  EXPECT_EQ(moves[0]["to"], cell_number(recording.spec.setup.maze->start()));
  for (std::size_t i = 0; i < moves.size(); ++i) {
    EXPECT_EQ(moves[i]["number"], i + 1);
    EXPECT_NE(moves[i]["reason"], "");
    EXPECT_LT(moves[i]["begin_s"], moves[i]["end_s"]);
    if (i > 0) {
      EXPECT_EQ(moves[i]["from"], moves[i - 1]["to"]);
    }
  }
}

// Returns a made-up recording of two moves, between which the marble is balanced.
Recording balancing_run() {
  Recording recording;
  recording.spec.setup.maze =
      std::make_shared<const Maze>(generate_kruskal({3, 3, 3}, Layers::all, 1));
  recording.spec.player.recovery = true;
  for (int i = 0; i < 30; ++i) recording.ticks.push_back({});
  const OrientationScheme scheme(ControlScheme::cube_8, Layers::all);
  const StateId from = scheme.state(CellId(4), OrientationId(0));
  const StateId balanced = scheme.state(CellId(7), OrientationId(1), 2);
  const StateId to = scheme.state(CellId(26), OrientationId(3));
  recording.moves = {
      {1, from, MoveId(0), balanced, Motion::frozen, ControlScheme::cube_8, 5, 12, "to see"},
      {2, balanced, MoveId(1), to, Motion::settled, ControlScheme::cube_8, 15, 25, "to get out"}};
  return recording;
}

TEST(HtmlReplay, DoesNotUseTheNetwork) {
  const std::string page = html_replay(record_run(1));
  for (const char* way :
       {"src *=", "href *= *\"([^d#]|d[^a])", "url\\([^#]", "@import", "fetch\\("})
    EXPECT_THAT(page, Not(ContainsRegex(way)));
  EXPECT_THAT(page, Not(HasSubstr("unsafe-inline")));
  EXPECT_THAT(page, Not(HasSubstr("{{")));
}

TEST(HtmlReplay, ListsEachMoveWithItsReasonAndEndCell) {
  const Document moves = data_of(html_replay(balancing_run()))["moves"];
  ASSERT_EQ(moves.size(), 2u);
  EXPECT_EQ(moves[0]["words"], "flip x");
  EXPECT_EQ(moves[0]["reason"], "to see");
  EXPECT_EQ(moves[0]["from"], 5);
  EXPECT_EQ(moves[0]["to"], 8) << "balanced states are in a cell, too";
  EXPECT_EQ(moves[0]["ending"], "frozen");
  EXPECT_EQ(moves[1]["from"], 8);
  EXPECT_EQ(moves[1]["to"], 27);
}

TEST(HtmlReplay, TextIsEscaped) {
  Recording recording = balancing_run();
  recording.spec.player.agent = "</script><script>alert(1)</script><!--";
  recording.moves[0].reason = "a < b & </script>";
  const std::string page = html_replay(recording);
  EXPECT_EQ(count(page, "</script"), count(html_replay(balancing_run()), "</script"));
  EXPECT_EQ(count(page, "<!--"), 0);
  EXPECT_EQ(data_of(page)["agent"], recording.spec.player.agent);
}

TEST(HtmlReplay, RejectsRecordingsThatCannotBeShown) {
  Recording empty = balancing_run(), predicted = balancing_run();
  empty.ticks = {};
  predicted.spec.setup.kind = "predicted";
  EXPECT_THAT(error_message_of([&] { return html_replay(empty); }), HasSubstr("contains no ticks"));
  EXPECT_THAT(error_message_of([&] { return html_replay(predicted); }),
              HasSubstr("'predicted': expected a world with poses"));
}

/// Returns the command of an installed Chromium, or an empty string.
std::string chromium() {
  for (const char* name :
       {"chromium-headless-shell", "chromium", "chromium-browser", "google-chrome"})
    if (std::system(fmt::format("command -v {} >/dev/null", name).c_str()) == 0) return name;
  return "";
}

/// Opens the page from a file in headless Chromium, without a network. Returns the DOM.
std::string dom_of(const std::string& page) {
  const TemporaryFolder folder;
  const std::string command = fmt::format(
      "{} --headless --no-sandbox --use-angle=swiftshader --enable-unsafe-swiftshader "
      "--host-resolver-rules='MAP * ~NOTFOUND' --user-data-dir='{}' --window-size=900,600 "
      "--virtual-time-budget=20000 --dump-dom 'file://{}' >'{}' 2>/dev/null </dev/null",
      chromium(), (folder / "profile").string(), folder.write("replay.html", page),
      (folder / "dump").string());
  EXPECT_EQ(std::system(command.c_str()), 0) << command;
  return read_text_file(folder / "dump");
}

/// Returns what the visitor script observes after scrubbing to these times.
Document visit(const std::string& page, const std::vector<double>& times) {
  const std::string visitor =
      read_text_file(MARBLEMAZE_SOURCE_DIR "/tests/engine/replay_page/replay_visitor.js");
  // The virtual time of the browser advances in large steps between frames, so frames are scheduled
  // by timers.
  std::string visited = page;
  // The content security policy allows only the script of the page, so the test removes the policy.
  const std::size_t policy = visited.find("<meta http-equiv");
  visited.erase(policy, visited.find('>', policy) + 1 - policy);
  visited.insert(visited.find("<head>") + 6,
                 "<script>requestAnimationFrame = (draw) => "
                 "setTimeout(() => draw(performance.now()), 16); "
                 "cancelAnimationFrame = clearTimeout;</script>");
  visited.insert(visited.rfind("</body>"),
                 fmt::format("<script>const scrubTimes = {};\n{}</script>\n",
                             Document(times).dump(), visitor));
  const std::string dump = dom_of(visited);
  const std::string fault = between(dump, "data-fault=\"", "\"");
  const std::string seen = between(dump, "<pre id=\"seen\">", "</pre>");
  return Document::accept(seen) && fault.empty() ? Document::parse(seen)
                                                 : Document{{"error", fault}};
}

Recording run_of_some_moves() {
  for (std::uint64_t seed = 1;; ++seed)
    if (Recording recording = record_run(seed); recording.moves.size() >= 3) return recording;
}

glm::vec3 place_of(const Document& shown) {
  glm::vec3 place;
  std::istringstream(shown["marble"].get<std::string>()) >> place.x >> place.y >> place.z;
  return place;
}

TEST(HtmlReplayInChromium, PlaysScrubsAndJumpsToMoves) {
  ASSERT_NE(chromium(), "") << "no Chromium is installed";
  const Recording recording = run_of_some_moves();
  const double step = recording.spec.setup.settings.solver.step;
  const auto last = static_cast<long>(recording.ticks.size()) - 1;
  const long frame = std::lround(1 / (60 * step));  // ticks per frame
  const std::vector<long> ticks{last / 2 / frame * frame, 0, last / 3 / frame * frame, last};
  std::vector<double> times;
  for (long tick : ticks) times.push_back(static_cast<double>(tick) * step);
  const Document seen = visit(html_replay(recording), times);
  ASSERT_FALSE(seen.contains("error")) << seen["error"];

  EXPECT_LT(seen["played"][0], seen["played"][1]) << "the page starts to play";
  EXPECT_LT(seen["played"][1], seen["played"][2]);
  EXPECT_EQ(seen["paused"][0], seen["paused"][1]);
  for (std::size_t i = 0; i < ticks.size(); ++i) {
    const Document& shown = seen["scrubbed"][i];
    const RecordedTick& tick = recording.ticks[ticks[i]];
    EXPECT_LT(glm::distance(place_of(shown), tick.marble), 3e-3f) << "tick " << ticks[i];
    EXPECT_EQ(shown["phase"], std::string(to_string(tick.phase)));
    EXPECT_GT(shown["red"], 100) << "the marble is visible";
  }
  EXPECT_THAT(seen["scrubbed"][3]["end"].get<std::string>(), HasSubstr("Unfinished"));
  EXPECT_EQ(seen["still"]["sum"], seen["scrubbed"][0]["sum"])
      << "the image depends only on the time";
  EXPECT_NE(seen["scrubbed"][0]["sum"], seen["scrubbed"][1]["sum"]);
  EXPECT_NE(seen["dragged"]["sum"], seen["still"]["sum"]) << "dragging turns the view";
  EXPECT_EQ(seen["dragged"]["time"], seen["still"]["time"]);
  EXPECT_GT(seen["dragged"]["red"], 100);

  ASSERT_EQ(seen["rows"].size(), recording.moves.size());
  for (std::size_t i = 0; i < recording.moves.size(); ++i) {
    const RecordedMove& move = recording.moves[i];
    const Document& row = seen["rows"][i];
    EXPECT_NEAR(std::stod(row["time"].get<std::string>()), static_cast<double>(move.begin) * step,
                1e-3);
    EXPECT_EQ(row["move"], std::to_string(i + 1));
    EXPECT_THAT(row["text"].get<std::string>(), HasSubstr(move.reason));
    EXPECT_THAT(row["now"].get<std::string>(), HasSubstr(fmt::format("Move {}: tip ", i + 1)));
  }
  EXPECT_EQ(seen["next"]["time"], seen["rows"][0]["time"]);
}

}  // namespace
}  // namespace marblemaze
