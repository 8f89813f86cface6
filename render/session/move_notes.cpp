#include "render/session/move_notes.h"

namespace marblemaze {
namespace {

void add_knowledge(MoveNote& note, const Episode& episode) {
  note.counters = episode.counters();
  note.states_known = episode.knowledge().graph().states().size();
}

// Returns whether the reasons list the steps of a plan instead of the compared alternatives. The
// first alternative is the chosen one, whose move is the last of the plan.
bool lists_steps(const Decision& decision) {
  return decision.moves.size() > 1 && decision.why.size() == decision.moves.size() &&
         decision.why.front().moves_away == 1;
}

MoveNote note_on(const Episode& episode, const Decision& decision) {
  const KnowledgeEngine& knowledge = episode.knowledge();
  MoveNote note;
  note.rule = decision.rule;
  if (!episode.spec().player.by_hand) {
    const Decision& whole = knowledge.last_decision();
    note.planned = whole.moves.size();
    note.step = note.planned - knowledge.queue().size();
    note.why = whole.why;
    note.why_is_plan = lists_steps(whole);
    if (note.why_is_plan) note.why_row = note.step;
  }
  if (const auto& predictor = episode.player().advice(episode.control()).predictor)
    note.guessed_path =
        predictor->predict(episode.world().state(), decision.moves.front().move).path;
  // A person's move has no expectation.
  if (episode.spec().setup.maze)
    note.predicted_path =
        path_expected(&planners().entry(episode.spec().player.agent),
                      decision.moves.front().expected, episode.scheme(), note.guessed_path);
  return note;
}

}  // namespace

std::vector<CellId> path_expected(const PlannerEntry* agent, std::optional<StateId> expected,
                                  const OrientationScheme& scheme,
                                  const std::vector<CellId>& guess) {
  if ((agent && !agent->predicts) || !expected || !expected->valid()) return {};
  const CellId end = scheme.cell(*expected);
  const bool knows_way = agent && includes(agent->knowledge, AccessLevel::predictor);
  return knows_way && !guess.empty() && guess.back() == end ? guess : std::vector{end};
}

void take_notes(Episode& episode, std::vector<MoveNote>& notes) {
  const auto add = [&](MoveNote note) {
    add_knowledge(note, episode);
    notes.push_back(std::move(note));
  };
  episode.watch({
      .on_decision = [&episode, add](const Decision& d) { add(note_on(episode, d)); },
      .on_switch =
          [add] {
            MoveNote note;
            note.rule = "switch of the control scheme";
            add(std::move(note));
          },
      .on_move =
          [&](const MoveRecord& record) {
            MoveNote& note = notes.back();
            if (record.number > 0) {
              note.learned = episode.knowledge().last_learned();
              note.expected = episode.knowledge().last_expected();
            }
            add_knowledge(note, episode);
          },
      .on_recovery =
          [&](const MoveRecord&) {
            notes.back().learned = episode.knowledge().last_learned();
            add_knowledge(notes.back(), episode);
          },
  });
}

}  // namespace marblemaze
