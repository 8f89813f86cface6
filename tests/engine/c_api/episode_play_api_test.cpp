#include <array>
#include <cstdio>
#include <tuple>

#include <nlohmann/json.hpp>

#include "engine/recording/verification.h"
#include "tests/support/c_calls.h"

namespace marblemaze::testing {
namespace {

using Document = nlohmann::json;

constexpr const char* kAgent = "complete-solution-prediction";

mm_episode recorded(mm_maze maze) {
  return make_episode(setup_of("bullet", maze, 8), kAgent, true);
}

std::int64_t tick(mm_episode episode, std::int64_t most) {
  std::int64_t made = 0;
  EXPECT_OK(mm_episode_run(episode, -1, most, &made));
  return made;
}

void run(mm_episode episode, std::int64_t moves = -1) {
  EXPECT_OK(mm_episode_run(episode, moves, -1, nullptr));
}

Document described(mm_episode episode) {
  return Document::parse(
      text_from([&](mm_text* text) { return mm_episode_describe(episode, text); }));
}

Document log_of(mm_episode episode, std::size_t first = 0) {
  return Document::parse(
      text_from([&](mm_text* text) { return mm_episode_log(episode, first, text); }));
}

std::string recording_of(mm_episode episode) {
  return text_from([&](mm_text* bytes) { return mm_episode_recording(episode, bytes); });
}

bool verifies(mm_episode episode) {
  return verify_recording(recording_of(episode), "run.rec").verified();
}

constexpr std::int64_t kUntilEnd = 100'000;

TEST(CEpisodePlay, TheRecordingDependsNeitherOnTickGroupsNorOnOtherEpisodes) {
  const mm_maze maze = make_maze(3, 7);
  const mm_episode whole = recorded(maze), pieces = recorded(maze),
                   other = recorded(make_maze(3, 4));
  run(whole, 1);
  EXPECT_OK(mm_episode_run(whole, INT64_MAX, INT64_MAX, nullptr));
  while (tick(pieces, 7) > 0) tick(other, 3);
  EXPECT_EQ(recording_of(pieces), recording_of(whole));
  EXPECT_EQ(described(pieces)["outcome"], "solved");
  EXPECT_TRUE(verifies(pieces));
}

TEST(CEpisodePlay, UserPlaysWithHintsAndHandsOverToTheAgent) {
  const mm_episode episode = recorded(make_maze(3, 7));
  EXPECT_OK(mm_episode_set_player(episode, nullptr, 1));
  tick(episode, kUntilEnd);
  EXPECT_EQ(described(episode)["waits"], true);
  EXPECT_EQ(tick(episode, 10), 0) << "nothing happens until somebody chooses";
  EXPECT_EQ(mm_episode_choose(episode, 3), MM_BAD_INPUT);
  EXPECT_OK(mm_episode_choose(episode, 1));
  tick(episode, kUntilEnd);
  EXPECT_EQ(mm_episode_set_player(episode, "nobody", 0), MM_BAD_INPUT);
  EXPECT_OK(mm_episode_set_player(episode, "heuristic", -1));
  EXPECT_EQ(described(episode)["agent"], "heuristic");
  EXPECT_EQ(described(episode)["by_hand"], true) << "the player stays";
  std::int32_t hinted = -1;
  const std::string words =
      text_from([&](mm_text* text) { return mm_episode_hint(episode, &hinted, text); });
  EXPECT_OK(mm_episode_set_player(episode, nullptr, 0));
  run(episode, 1);
  const Document log = log_of(episode);
  ASSERT_EQ(log.size(), 2u);
  EXPECT_EQ(log[0]["reason"], "chosen by hand");
  EXPECT_EQ(log[1]["move"], hinted);
  EXPECT_EQ(log[1]["reason"], words.c_str());
  EXPECT_EQ(log_of(episode, 1)[0], log[1]);
}

TEST(CEpisodePlay, APendingSwitchHappensAtTheNextRestOrIsCancelled) {
  const mm_episode episode = recorded(make_maze(3, 1));
  tick(episode, 200);
  EXPECT_OK(mm_episode_switch(episode, 24));
  EXPECT_EQ(described(episode)["turning_to"], 24);
  EXPECT_OK(mm_episode_switch(episode, 8));
  EXPECT_TRUE(described(episode)["turning_to"].is_null());
  EXPECT_EQ(mm_episode_switch(episode, 4), MM_BAD_INPUT);
  EXPECT_OK(mm_episode_switch(episode, 24));
  tick(episode, kUntilEnd);
  EXPECT_EQ(described(episode)["orientations"], 24);
  EXPECT_TRUE(verifies(episode));
  EXPECT_EQ(mm_episode_switch(episode, 8), MM_NOT_NOW) << "it has ended";
}

TEST(CEpisodePlay, ANumberBoardIsPlayedAndDescribed) {
  const mm_episode episode = make_episode(in_family("jump", 3), "breadth-first", true);
  run(episode);
  const Document now = described(episode);
  EXPECT_EQ(now["outcome"], "solved");
  EXPECT_EQ(now["board"]["square"], now["board"]["goal"]);
  EXPECT_EQ(now["board"]["jumps"].size(), 36u);
  EXPECT_EQ(log_of(episode).size(), now["counters"]["moves"].get<std::size_t>());
  mm_text bytes{};
  EXPECT_EQ(mm_episode_recording(episode, &bytes), MM_UNSUPPORTED);
  EXPECT_EQ(mm_episode_switch(episode, 8), MM_NOT_NOW);
  const mm_setup wooden = in_family("wooden", 3);
  auto player = sized<mm_player>();
  player.agent = kAgent;
  mm_episode made = 0;
  EXPECT_EQ(mm_episode_create(&wooden, &player, &made), MM_BAD_INPUT);
}

TEST(CEpisodePlay, ADeadEndRejectsEveryMoveOfTheUser) {
  const mm_episode episode = make_episode(in_family("jump-no-u-turn", 5), "breadth-first");
  EXPECT_OK(mm_episode_set_player(episode, nullptr, 1));
  run(episode);
  EXPECT_EQ(mm_episode_choose(episode, 4), MM_BAD_INPUT);
  EXPECT_STREQ(mm_last_error(), "move 4: expected 0 to 1");
  for (int made = 0; made < 3; ++made) {  // the first moves lead to a dead end
    EXPECT_OK(mm_episode_choose(episode, 0));
    run(episode);
  }
  for (const std::int32_t move : {-1, 0, 1}) {
    EXPECT_EQ(mm_episode_choose(episode, move), MM_BAD_INPUT);
    EXPECT_EQ(
        std::string(mm_last_error()),
        "move " + std::to_string(move) + ": expected no move, because the state has no moves");
  }
  EXPECT_EQ(described(episode)["waits"], true);
}

TEST(CEpisodePlay, FramesEndWithTheRunOrTheMemory) {
  const mm_episode episode = recorded(make_maze(3, 7));
  tick(episode, 10);
  std::array<float, 3 * 12> frames{};
  std::size_t length = 0;
  for (const auto& [first, stride, count, expected] :
       std::vector<std::tuple<std::int64_t, std::int64_t, std::size_t, std::size_t>>{
           {0, 1, 3, 3},
           {0, 1, 0, 0},
           {0, 5, 3, 2},
           {9, INT64_MAX, 3, 1},
           {10, 1, 3, 0},
           {INT64_MAX, INT64_MAX, 3, 0}}) {
    EXPECT_OK(mm_episode_frames(episode, first, stride, frames.data(), count, &length));
    EXPECT_EQ(length, expected) << first << " " << stride << " " << count;
  }
  const auto status = [&](std::int64_t first, std::int64_t stride, std::size_t count, float* to) {
    return mm_episode_frames(episode, first, stride, to, count, &length);
  };
  EXPECT_EQ(status(-1, 1, 3, frames.data()), MM_BAD_INPUT);
  EXPECT_EQ(status(0, 0, 3, frames.data()), MM_BAD_INPUT);
  EXPECT_EQ(status(0, 1, SIZE_MAX, frames.data()), MM_BAD_INPUT);
  EXPECT_EQ(status(0, 1, 3, nullptr), MM_NULL);
  EXPECT_OK(status(0, 1, 0, nullptr));
  EXPECT_EQ(length, 0u);
}

struct AgentLog {
  int begun = 0, ended = 0;
  mm_status predicts = MM_OK, copies = MM_OK, copies_later = MM_OK;
  bool has_maze = false;
  double distance = 0;
  std::int32_t orientations_of_copy = 0;
  std::uint64_t run = 0;
  std::vector<std::int32_t> untried;
};

void* begin_run(void* data, const mm_task* task) {
  auto& seen = *static_cast<AgentLog*>(data);
  ++seen.begun;
  seen.run = task->run;
  seen.has_maze = task->maze != 0;
  seen.untried.assign(27 * 24, 0);
  return data;
}
void choose_next(void* run, const mm_news* news, mm_choice* choice) {
  auto& seen = *static_cast<AgentLog*>(run);
  for (std::size_t i = 0; i < news->place_count; ++i) seen.distance = news->places[i].distance;
  const mm_guess* guesses = nullptr;
  std::size_t count = 0;
  mm_world copy = 0;
  seen.predicts = mm_agent_predict(seen.run, "predictor", news->state, 0, &guesses, &count);
  seen.copies = mm_agent_copy(seen.run, 1, &copy);
  if (copy != 0) {
    seen.orientations_of_copy = testing::seen(copy).orientations;
    move(copy, 0);
    seen.copies_later = mm_world_step(copy, 0, 0, nullptr, nullptr);
    EXPECT_OK(mm_free(copy));
  }
  choice->move = seen.untried[news->state]++ % news->moves;
  std::snprintf(choice->reason, sizeof choice->reason, "the next one");
}
void end_run(void* run) { ++static_cast<AgentLog*>(run)->ended; }

mm_status register_agent(const char* name, std::int32_t access, AgentLog& seen) {
  auto agent = sized<mm_agent>();
  agent.name = name, agent.access = access, agent.data = &seen, agent.calls = 2;
  agent.begin = begin_run, agent.choose = choose_next, agent.end = end_run;
  return mm_register_agent(&agent);
}

TEST(CAgents, ARegisteredAgentHasItsAccessLevel) {
  static AgentLog blind, full, copies;
  EXPECT_OK(register_agent("test blind", MM_ACCESS_BLIND, blind));
  EXPECT_OK(register_agent("test full", MM_ACCESS_FULL, full));
  EXPECT_OK(register_agent("test copies", MM_ACCESS_COPIES, copies));
  EXPECT_EQ(register_agent("test full", MM_ACCESS_FULL, full), MM_BAD_INPUT)
      << "there is one of this name";
  EXPECT_EQ(register_agent("heuristic", MM_ACCESS_FULL, full), MM_BAD_INPUT);
  EXPECT_EQ(register_agent("test other", 4, full), MM_BAD_INPUT);
  for (const char* agent : {"test blind", "test full", "test copies"}) {
    const mm_episode episode = make_episode(setup_of("imagined", make_maze(3, 7), 24), agent, true);
    run(episode, 5);
    EXPECT_EQ(log_of(episode)[0]["reason"], "the next one");
    EXPECT_OK(mm_free(episode));
  }
  EXPECT_EQ(blind.predicts, MM_UNSUPPORTED);
  EXPECT_EQ(blind.distance, -1);
  EXPECT_FALSE(blind.has_maze);
  EXPECT_EQ(full.predicts, MM_OK);
  EXPECT_EQ(full.copies, MM_UNSUPPORTED);
  EXPECT_GE(full.distance, 1);
  EXPECT_TRUE(full.has_maze);
  EXPECT_EQ(copies.copies, MM_OK);
  EXPECT_EQ(copies.orientations_of_copy, 24);
  EXPECT_EQ(copies.copies_later, MM_NOT_NOW) << "of two calls one was a prediction";
  for (const AgentLog* seen : {&blind, &full, &copies}) EXPECT_EQ(seen->begun + seen->ended, 2);
  mm_world copy = 0;
  EXPECT_EQ(mm_agent_copy(copies.run, 1, &copy), MM_BAD_HANDLE) << "the run has ended";
}

}  // namespace
}  // namespace marblemaze::testing
