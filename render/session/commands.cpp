// The one place where commands are carried out.
#include "render/session/run_words.h"
#include "render/session/workbench.h"

namespace marblemaze {
namespace {

constexpr glm::vec2 kSides[] = {{-1, 0}, {1, 0}, {0, 1}, {0, -1}};  // x right, y away

template <class Choice>
void next(Choice& choice, int count) {
  choice = static_cast<Choice>((static_cast<int>(choice) + 1) % count);
}

// The other way, unless it shall be open.
void turn(bool& on, int open = 0) { on = open != 0 || !on; }

// What "as there is room" came to is not known here: the first time folds.
void turn(Fold& fold, int open) {
  fold = open != 0 || fold == Fold::folded ? Fold::open : Fold::folded;
}

}  // namespace

bool Workbench::ask(const WindowCommand& command) {
  return attempt([&] {
    std::string answer = carry_out(command);
    settle_runs();
    return answer;
  });
}

std::string Workbench::dismiss() {
  files.asks = panels.show_help = panels.show_physics = panels.show_levels = panels.show_lessons =
      panels.asks_to_quit = false;
  end_dropped_ = end_dropped_ || shows_end();  // not the news that is still to come
  watch_from_doors();
  return guides_.close_lesson();
}

std::string Workbench::carry_out(const WindowCommand& c) {
  Shown& shows = shown();
  Transport& time = shows.time;
  ViewOptions& look = view.look;
  switch (c.act) {
    case Act::play_or_pause: shows.play_or_pause(); break;
    case Act::play_other_way: shows.play(!time.backward()); break;
    case Act::to_start: time.jump(0), time.pause(); break;
    case Act::step_tick: time.step(c.number); break;
    case Act::step_move: shows.step_moves(c.number); break;
    case Act::to_newest: shows.to_newest(); break;
    case Act::faster: time.set_speed(time.speed() * (c.number > 0 ? 2 : 0.5)); break;
    case Act::set_speed: time.set_speed(c.amount); break;
    case Act::go_to: time.pause(), time.jump(c.amount); break;
    case Act::restart: keep_game(game()), shows.restart(); break;
    case Act::next_maze: return next_maze();
    case Act::new_maze: new_maze(); break;
    case Act::new_seed: make_seed(panels.request.seed); break;
    case Act::use_physics: return use_physics();
    case Act::set_world: set_world(c.text); break;
    case Act::set_agent: return played().use_agent(c.text);
    case Act::set_scheme: return set_scheme(ControlScheme{c.number});
    case Act::set_recovery: return set_recovery(c.number != 0);
    case Act::turn_freely: leave_doors(); return marble_.turn_freely(c.number != 0);
    case Act::set_rest: {
      RunSpec spec = marble_.spec();
      spec.tilt->rest = c.number != 0;
      marble_.start(std::move(spec));
      break;
    }
    case Act::compare_with: marble_.set_beside(c.text, ControlScheme{c.number}); break;
    case Act::select_run: marble_.select(static_cast<std::size_t>(c.number)); break;
    case Act::recover: end_dropped_ = false; return marble_.recover();
    case Act::play_by_hand: return set_by_hand(c.number != 0);
    case Act::change_player: return set_by_hand(!played().by_hand());
    case Act::choose_move: return shows.choose(MoveId(c.number));
    case Act::preview_move: marble_.preview = MoveId(c.number); break;
    case Act::pin_preview: pinned_ = {MoveId(c.number), marble_.time.position()}; break;
    case Act::what_if: return marble_.branch(MoveId(c.number));
    case Act::tip: return shows.choose_towards(kSides[c.number], view.camera);
    case Act::refuse_undo: return page_words(game() ? "no_undo_of_logic" : "no_undo").text();
    case Act::hint: return give_hint();
    case Act::set_u_turns:
      keep_game(game());
      logic().set_u_turns(c.number ? UTurns::forbidden : UTurns::allowed);
      break;
    case Act::show_solution: logic().show_solution(c.number), time.play(); break;
    case Act::show_together: logic().show_together(), time.play(); break;
    case Act::show_game: logic().show_solution(std::nullopt); break;
    case Act::show_marble: show_marble(); break;
    case Act::fill_dead_ends: filling() ? show_marble() : show_filling(); break;
    case Act::show_life: show_classic({std::nullopt, std::stoull(c.text)}); break;
    case Act::show_elementary: show_classic({c.number}); break;
    case Act::start_lesson:
      panels.show_lessons = false;
      return begin_guide(
          [&] { return guides_.start_lesson(find_lesson(c.text)), leave_doors(), ""; });
    case Act::step_lesson: return guides_.step_lesson(c.number);
    case Act::close_lesson: return guides_.close_lesson();
    case Act::leave_level: panels.show_levels = false; return guides_.leave_level();
    case Act::start_free_level: return start_free_level(static_cast<std::size_t>(c.number));
    case Act::start_level: return start_level(static_cast<std::size_t>(c.number));
    case Act::next_style: next(look.style, 3); break;
    case Act::next_edges: next(look.edges, 3); break;
    case Act::next_walls: next(look.wall_colour, 3); break;
    case Act::next_frame: next(look.frame, 2); break;
    case Act::next_palette: next(view.palette, static_cast<int>(palettes().size())); break;
    case Act::orientation_points: turn(look.orientation_points); break;
    case Act::turn_vectors: turn(look.turn_vectors); break;
    case Act::follow_marble: turn(view.follow_marble); break;
    case Act::reset_camera: view.reset_camera(); break;
    case Act::fit_maze: view.fit_maze(); break;
    case Act::look_along: view.look_along(static_cast<Axis>(c.number)); break;
    case Act::open: return open_file(c.text);
    case Act::last_run: return show_last_run();
    case Act::export_film: return export_film(c.text, c.number != 0);
    case Act::export_page: return export_page();
    case Act::export_csv: return export_csv();
    case Act::save_maze: return save_maze(c.text);
    case Act::save_run: return save_run(c.text);
    case Act::take_picture: files.take_picture(); break;
    case Act::film: files.film ? files.film.reset() : files.begin_film(); break;
    case Act::stop_export: files.exporting.reset(); break;
    case Act::help: turn(panels.show_help, c.number); break;
    case Act::files: turn(files.asks, c.number); break;
    case Act::levels: turn(panels.show_levels, c.number); break;
    case Act::lessons: turn(panels.show_lessons, c.number); break;
    case Act::doors: show_marble(), marble_.let_person_play(false), panels.welcome = true; break;
    case Act::physics: turn(panels.show_physics, c.number); break;
    case Act::panels: turn(panels.show_panels); break;
    case Act::large_graph: turn(panels.large_graph); break;
    case Act::fold_setup: turn(panels.setup_fold, c.number); break;
    case Act::fold_mind: turn(panels.mind_fold, c.number); break;
    case Act::why: panels.mind_fold = Fold::open, panels.show_why = true; break;
    case Act::next_panel: panels.focus_next = true; break;
    case Act::drop_end: end_dropped_ = true; break;
    case Act::drop_welcome: watch_from_doors(); break;
    case Act::drop_message: drop_message(); break;
    case Act::dismiss: return dismiss();
    case Act::quit:
      quit = panels.asks_to_quit || lost_at_quit().empty();
      panels.asks_to_quit = !quit;
      break;
  }
  return "";
}

}  // namespace marblemaze
