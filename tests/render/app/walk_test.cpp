// Every control of the real window is operated, once, as a person would; and what such a walk must
// not overlook.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>
#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>

#include "render/app/viewer_options.h"
#include "tests/render/app/walk.h"
#include "tests/support/temporary_folder.h"

namespace marblemaze {
namespace {

const std::string kNoSettings;  // of a first start
// The thesis's style is drawn in two thirds of the time that glass takes.
std::string kept_settings(float text = 1, glm::ivec2 size = {1100, 620}) {
  return fmt::format(
      R"({{"width": {}, "height": {}, "ui_scale": {}, "welcome": false, "quality": 0, "style": 1}})",
      size.x, size.y, text);
}

/// Small, without chance, and thinking in the window's own thread: the same walk every time.
ViewerOptions marble_options() {
  ViewerOptions options;
  options.maze.size = 3;
  options.maze.seed = 7;  // five moves
  options.settings.exact = true;
  options.quality = "fast";
  options.speed = 20;  // films are short then
  return options;
}

std::unique_ptr<Session> bench_of(const ViewerOptions& options) {
  auto session = make_bench(options);
  apply_kept_view(*session, options);
  return session;
}

// Files to choose from, and a side that a person chose to look from.
void look_around(Session& session) {
  for (const char* file : {"another.json", "maze.json"}) session.act(&Session::save_maze, file);
  session.drop_message();
  session.files.recent.clear();
  session.view.camera.orbit({0.3f, 0.2f});
}

// Neither the beginning of what was played nor its newest moment.
void stand_in_the_middle(Session& session) {
  session.shown().time.jump(std::floor(0.7 * session.shown().time.position()));
  session.shown().time.play();
  look_around(session);
  for (int i = 0; i < 300; ++i) session.frame(0, 0);  // the graph comes to rest
}

void play_a_part(Session& session) {
  for (int i = 0; i < 3; ++i) session.shown().step_moves(1);
  stand_in_the_middle(session);
}

void play_to_the_end(Session& session) {
  for (int i = 0; i < 100; ++i) session.shown().step_moves(1);
  look_around(session);
}

Beginning running_marble(const std::string& kept) {
  return {"a running marble maze", [] { return bench_of(marble_options()); }, play_a_part, kept,
          [] {}};
}

class WindowWalk : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!glfwInit()) GTEST_SKIP() << "no display";
  }
  void TearDown() override { std::filesystem::current_path("/"); }

  /// Walks over panels of the test alone, which stand in the window.
  WalkReport walk_over(const std::function<void()>& panels) {
    Beginning beginning = running_marble(kept_settings());
    beginning.add_panels = [panels] {
      ImGui::SetNextWindowPos({300, 60});
      ImGui::SetNextWindowSize({240, 200});
      ImGui::Begin("proof", nullptr, ImGuiWindowFlags_NoDecoration);
      panels();
      ImGui::End();
    };
    Walk walk(folder / "", [](const std::string& name) { return name.starts_with("proof > "); });
    walk.from(beginning);
    return walk.report();
  }

  testing::TemporaryFolder folder;
};

void tell(const Walk& walk) {
  const WalkReport& report = walk.report();
  for (const std::string& each : report.faults) ADD_FAILURE() << each;
  fmt::print(
      "{} controls and keys operated, {} disabled with a reason, {} frames, {:.1f} minutes "
      "of processor time\n",
      report.operated.size(), report.refused.size(), report.frames, processor_s() / 60);
}

/// Is it a row of a list that a loop makes, and not the first of its kind? scripts/check/walk.sh
/// operates all rows.
bool repeats_another(const std::string& control) {
  // How the rows begin that stand for all rows of their list.
  const std::map<std::string, std::vector<std::string>> kept = {
      {"physics/fields", {"gravity", "collision"}},
      {"levels", {"x", "1. ", "Tray"}},
      {"lessons", {"1. ", "Close"}},
      {"moves", {"1", "Hint"}},
      {"##agent", {"breadth-first", "imagination"}},
      {"##world", {"imagined", "rook"}}};
  const std::size_t end = control.find(" > ");
  const auto list = kept.find(control.substr(0, end));
  return list != kept.end() &&
         std::none_of(list->second.begin(), list->second.end(), [&](const std::string& row) {
           return control.compare(end + 3, row.size(), row) == 0;
         });
}

TEST_F(WindowWalk, OperatesEveryControlOverARunningMarbleMaze) {
  Walk walk(folder / "", [](const std::string& control) { return !repeats_another(control); });
  walk.from(running_marble(kept_settings()));
  walk.from(running_marble(kNoSettings), false);  // what only a first start shows
  Beginning ended = running_marble(kept_settings());
  ended.name = "a solved marble maze";
  ended.prepare = play_to_the_end;
  walk.from(ended, false);
  EXPECT_GE(walk.report().operated.size(), 150u) << "most controls were not found";
  tell(walk);
}

TEST_F(WindowWalk, FindsANewButtonByItself) {
  static bool on;
  on = false;
  const WalkReport report = walk_over([] {
    if (ImGui::Button("new")) on = !on;
    ImGui::TextUnformatted(on ? "on" : "off");
  });
  EXPECT_EQ(report.faults, std::vector<std::string>());
  EXPECT_EQ(report.operated, std::vector<std::string>{"proof > new"});
}

TEST_F(WindowWalk, ReportsAButtonThatDoesNothing) {
  const WalkReport report = walk_over([] { ImGui::Button("dead"); });
  EXPECT_EQ(report.faults, std::vector<std::string>{"proof > dead: changes nothing: proof > dead"});
}

TEST_F(WindowWalk, ReportsADisabledButtonUnlessItSaysWhy) {
  const WalkReport report = walk_over([] {
    ImGui::BeginDisabled();
    ImGui::Button("silent");
    ImGui::Button("open");
    ImGui::EndDisabled();
    tip("there is nothing to open");
  });
  EXPECT_EQ(report.faults, std::vector<std::string>{
                               "proof > silent: is disabled and does not say why: proof > silent"});
  EXPECT_EQ(report.refused, std::vector<std::string>{"proof > open"});
}

TEST_F(WindowWalk, ReportsATextThatIsCutOff) {
  const WalkReport report = walk_over([] {
    ImGui::SetCursorPosX(160);
    ImGui::TextUnformatted("longer than its panel is wide");
  });
  ASSERT_FALSE(report.faults.empty());
  EXPECT_NE(report.faults.back().find("longer than its panel is wide"), std::string::npos);
}

TEST_F(WindowWalk, ReportsALineOnStandardError) {
  static bool on;
  on = false;
  const WalkReport report = walk_over([] {
    if (ImGui::Button("loud")) on = !on, std::fputs("trouble\n", stderr);
    ImGui::TextUnformatted(on ? "on" : "off");
  });
  ASSERT_FALSE(report.faults.empty());
  EXPECT_EQ(report.faults.front(), "proof > loud: on standard error: trouble\n");
}

TEST_F(WindowWalk, ReportsFilesThatCannotBeOpenedAndThoseLeftUnfinished) {
  const WalkReport report = walk_over([] {
    if (!ImGui::Button("export")) return;
    std::ofstream("film.mp4") << "no film";
    std::ofstream(".film.mp4.part") << "a part";
  });
  EXPECT_EQ(report.faults,
            (std::vector<std::string>{
                "proof > export: mazes/.film.mp4.part: an unfinished file is left behind",
                "proof > export: mazes/film.mp4: the film cannot be decoded"}));
}

TEST_F(WindowWalk, ReportsAPictureThatDoesNotComeToRest) {
  static bool on;
  on = false;
  const WalkReport report = walk_over([] {
    if (ImGui::Button("grow")) on = true;
    ImGui::ProgressBar(on ? static_cast<float>(ImGui::GetFrameCount() % 100) / 100 : 0.0f);
  });
  EXPECT_EQ(report.faults,
            std::vector<std::string>{"proof > grow: the picture does not come to rest"});
}

TEST_F(WindowWalk, ReportsAWindowThatFails) {
  const WalkReport report = walk_over([] {
    if (ImGui::Button("bad")) throw std::runtime_error("out of luck");
  });
  EXPECT_EQ(report.faults,
            std::vector<std::string>{"proof > bad: the window has failed: out of luck"});
}

// --- the whole product, by scripts/check/walk.sh ---

struct Whole {
  std::string what, state;
  float text;
};

std::string name_of(const ::testing::TestParamInfo<Whole>& whole) {
  std::string name =
      fmt::format("{}_{}_text_{:.0f}", whole.param.what, whole.param.state, 100 * whole.param.text);
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<Whole> whole_product() {
  const std::pair<std::string, std::vector<std::string>> kinds[] = {
      {"marble", {"running", "by-hand", "ended"}},
      {"rook", {"running", "by-hand", "ended"}},
      {"jump", {"running", "by-hand", "ended"}},
      {"four-bit", {"running", "by-hand", "ended"}},
      {"lesson", {"running", "ended"}},
      {"level", {"by-hand", "ended"}},
      {"replay", {"running", "ended"}}};
  std::vector<Whole> all;
  for (const float text : {1.0f, 0.75f, 1.5f, 2.0f, 3.0f})
    for (const auto& [what, states] : kinds)
      for (const std::string& state : states) all.push_back({what, state, text});
  return all;
}

std::unique_ptr<Session> whole_bench(const Whole& whole) {
  ViewerOptions options = marble_options();
  if (whole.what == "lesson") options.lesson = "no-undo";
  if (whole.what == "level") options.level = 2;
  if (whole.what == "rook" || whole.what == "jump" || whole.what == "four-bit") {
    options = {};
    options.world = whole.what;
    options.quality = "fast";
  }
  auto session = bench_of(options);
  if (whole.what == "replay") {
    for (int i = 0; i < 5; ++i) session->shown().step_moves(1);
    session->act(&Session::save_run, "run.rec");
    session->open("run.rec");
  }
  return session;
}

void bring_to(Session& session, const std::string& state) {
  if (state == "running") return play_a_part(session);
  if (state == "ended") return play_to_the_end(session);
  session.act(&Session::play_by_hand, true);
  session.shown().time.play();
  for (int i = 0; i < 300; ++i) session.frame(1.0 / 30, 0);
  look_around(session);
}

class WholeProduct : public WindowWalk, public ::testing::WithParamInterface<Whole> {};

TEST_P(WholeProduct, DISABLED_OperatesEveryControl) {
  const Whole whole = GetParam();
  const float text = whole.text;
  const glm::vec2 points = text < 3 ? glm::vec2(1100, 620) : glm::vec2(640, 400);
  const Beginning beginning{
      fmt::format("{}, {}, text of {:.0f} %", whole.what, whole.state, 100 * text),
      [&] { return whole_bench(whole); }, [&](Session& session) { bring_to(session, whole.state); },
      kept_settings(text, glm::ivec2(points * std::max(text, 1.0f))), [] {}};
  Walk walk(folder / "");
  walk.from(beginning);
  tell(walk);
}

INSTANTIATE_TEST_SUITE_P(Check, WholeProduct, ::testing::ValuesIn(whole_product()), name_of);

}  // namespace
}  // namespace marblemaze
