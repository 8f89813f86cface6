/* The C interface of marblemaze: plain C99, for any language that can call C.
 *
 * Rules that hold for every function:
 *
 * Results. Every function that can fail returns a status: MM_OK, which is 0, or what went wrong.
 * mm_last_error() then says it in words. After an error nothing has changed, and what the outputs
 * point to is as it was, unless a function says otherwise. No exception and no signal comes out of
 * the library, whatever it is given, as long as pointers point to as much memory as the caller
 * says.
 *
 * Handles. Objects are numbers, not pointers. A handle that is 0, made up, freed or of another kind
 * gives MM_BAD_HANDLE. Whoever creates an object frees it with mm_free(). Objects may be freed in
 * any order: what another one needs lives on.
 *
 * Buffers. All memory belongs to the caller; the library keeps no pointer. Arrays are dense, in C
 * order, of the length that the function asks for. "count" arguments say how many elements there is
 * room for.
 *
 * Structs begin with their size. The caller sets it to sizeof the struct before the call, and as
 * much is filled. So later headers can add fields at the end. Another size: MM_BAD_INPUT.
 *
 * Texts are UTF-8. A text goes into `buffer` with a 0 at its end; `*needed` is its length with that
 * 0, and is always set. A NULL buffer with capacity 0 asks for the length only. With too little
 * room: MM_TOO_SMALL. After either, mm_last_text() hands out the text without making it again.
 *
 * Threads. Every function may be called from any thread. Mazes, settings, models and maps never
 * change and serve any number of threads at once. A world, an episode or a batch serves one call at
 * a time: a second one meanwhile gives MM_BUSY.
 *
 * Equal calls give equal results, bit for bit, on every machine and with any number of threads.
 *
 * Words: A cell is a number from 0: z*w*h + y*w + x. An orientation is a number from 0 among the
 * 4, 8 or 24 of the control scheme, a state of a marble's maze is cell * orientations +
 * orientation. A marble may also balance on edges; the number of such a balanced state is larger
 * by a multiple of MM_BALANCED. Moves are numbers from 0. Lengths are in cells (1 cell = 1 m),
 * otherwise units are SI. docs/reference/glossary.md explains the rest.
 */
#ifndef MARBLEMAZE_H
#define MARBLEMAZE_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define MM_API __attribute__((visibility("default")))
#else
#define MM_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when something here changes so that programs that were compiled with an older header no
 * longer work; the 1 in libmarblemaze.so.1. */
#define MM_INTERFACE 1

#define MM_BALANCED 10000000

typedef enum mm_status {
  MM_OK = 0,
  MM_BAD_INPUT = 1,   /* a value makes no sense; the message quotes it */
  MM_BAD_HANDLE = 2,  /* no object of this kind has this handle (any more) */
  MM_NULL = 3,        /* a pointer is NULL where memory is needed */
  MM_TOO_SMALL = 4,   /* there is less room than the answer takes */
  MM_NOT_NOW = 5,     /* the object cannot do this now, such as a world in a move */
  MM_BUSY = 6,        /* another thread is using the object */
  MM_UNSUPPORTED = 7, /* objects of this sort cannot do it, such as poses of some worlds */
  MM_MACHINE = 8,     /* the system refused something, such as memory */
  MM_INTERNAL = 9,    /* an error inside the library */
  MM_CANCELLED = 10   /* the thread's watcher ended the call */
} mm_status;

/* The motion after a tick. The last three end a move. */
typedef enum mm_motion {
  MM_MOTION_SPEEDING = 0, /* turning, in the first half */
  MM_MOTION_SLOWING = 1,  /* turning, in the second half */
  MM_MOTION_ROLLING = 2,  /* the maze stands, the marble rolls */
  MM_MOTION_SETTLED = 3,  /* at rest in a state */
  MM_MOTION_FROZEN = 4,   /* at rest, but not in a settled state; perhaps in a balanced one */
  MM_MOTION_OVERDUE = 5   /* not at rest in the time that a move may take */
} mm_motion;

/* How a run ended, with the same numbers in C++ (marblemaze::Outcome), Python and JavaScript. Runs
 * of agents from outside the program alone, as recordings keep them, end with 6 to 9. */
typedef enum mm_outcome {
  MM_OUTCOME_RUNNING = 0,
  MM_OUTCOME_SOLVED = 1,
  MM_OUTCOME_UNSOLVABLE = 2, /* the agent gave up: nothing is left to try */
  MM_OUTCOME_FROZEN = 3,
  MM_OUTCOME_OVERDUE = 4,
  MM_OUTCOME_CAPPED = 5, /* the run reached its limit of moves */
  MM_OUTCOME_CRASHED = 6,
  MM_OUTCOME_TIMED_OUT = 7,
  MM_OUTCOME_NONSENSE = 8, /* the agent broke the protocol */
  MM_OUTCOME_FLOODED = 9,  /* the agent wrote too much */
  MM_OUTCOME_ESCAPED = 10  /* the marble left the maze, a fault of the physics */
} mm_outcome;

typedef uint64_t mm_maze;
typedef uint64_t mm_settings;
typedef uint64_t mm_world;
typedef uint64_t mm_model;
typedef uint64_t mm_map;
typedef uint64_t mm_episode;
typedef uint64_t mm_batch;
typedef uint64_t mm_tilt;

/* --- The library ------------------------------------------------------------------------------ */

/* "0.4.0". Valid for ever. Never fails. */
MM_API const char* mm_version(void);
/* MM_INTERFACE of the library, to be compared with the header's. Never fails. */
MM_API int32_t mm_interface(void);
/* What went wrong in this thread's last call that did not return MM_OK: one line. Valid until this
 * thread's next call. Empty before the first error. Never fails. */
MM_API const char* mm_last_error(void);
/* The text or bytes of this thread's last call that asked for the length only or gave too little
 * room; once. Errors: MM_NOT_NOW where there is none, or it was handed out. */
MM_API mm_status mm_last_text(void* buffer, size_t capacity, size_t* needed);
/* All that can be asked for by name, as a JSON object of arrays: "agents", "controllers", "worlds"
 * (kinds of marble worlds), "families" (worlds by seed), "models" and "settings". */
MM_API mm_status mm_catalogue(char* buffer, size_t capacity, size_t* needed);
/* Frees an object of any kind. A call that another thread is making with it ends as usual. */
MM_API mm_status mm_free(uint64_t handle);

/* How far a call is: `done` of `total` moves, of states or of what else it goes through. A total of
 * 0 is not known. `data` is the watcher's. */
typedef struct mm_progress {
  int64_t done;
  int64_t total;
  void* data;
} mm_progress;
/* Returns 0 where the call is to go on. */
typedef int32_t (*mm_watcher)(const mm_progress* progress);

/* The watcher of all calls that this thread makes from now on; NULL for none. Calls that may take
 * long (mm_episode_run, _tick and _hint, mm_world_truth, mm_model_predict, mm_map_create,
 * mm_batch_create, _new_mazes, _reset, _step and _play, mm_tilt_create, _new_mazes and _act,
 * pictures) ask it in this thread, at their beginning and then about 20 times a second.
 * Once it returns other than 0 the call ends with MM_CANCELLED. An episode that was cancelled
 * between two ticks goes on with the next call; one whose agent was just thinking gives
 * MM_NOT_NOW from then on. In a batch some environments have moved then, and some are in their
 * moves: mm_batch_reset() them. The watcher must not use the objects of the call. Never fails. */
MM_API mm_status mm_watch(mm_watcher watcher, void* data);

/* --- Mazes ------------------------------------------------------------------------------------ */

typedef struct mm_maze_info {
  uint64_t size;      /* set by the caller: sizeof this struct */
  int32_t dims[3];    /* cells along x, y, z: w, h, d */
  int32_t cells;      /* w*h*d, hollow ones counted */
  int32_t maze_cells; /* those that belong to the maze */
  int32_t start;      /* cell */
  int32_t target;     /* cell */
  int32_t flat;  /* 1: one layer, turned about z alone, control scheme 4; 0: schemes 8 and 24 */
  uint64_t seed; /* of the generator; 0 where it had none */
} mm_maze_info;

/* The random maze of a seed. `layers` is "all", "outer" or "flat"; sides are 2 to 64 cells, d is 1
 * where the maze is flat. Errors: MM_BAD_INPUT. */
MM_API mm_status mm_maze_generate(int32_t w, int32_t h, int32_t d, const char* layers,
                                  uint64_t seed, mm_maze* maze);
/* Reads the maze file's JSON text, `length` bytes. Errors: MM_BAD_INPUT. */
MM_API mm_status mm_maze_from_json(const char* text, size_t length, mm_maze* maze);
/* The text of a maze file. */
MM_API mm_status mm_maze_to_json(mm_maze maze, char* buffer, size_t capacity, size_t* needed);
MM_API mm_status mm_maze_get_info(mm_maze maze, mm_maze_info* info);
/* walls[cell][side], uint8: 1 where a wall stands on that side of the cell, 0 where the way is
 * open. Sides are +x, -x, +y, -y, +z, -z. `count` is cells * 6. Hollow cells have walls all round.
 * Errors: MM_TOO_SMALL. */
MM_API mm_status mm_maze_walls(mm_maze maze, uint8_t* walls, size_t count);
/* distances[cell], int32: cells of the theoretical path to the target, both ends counted, so that
 * it is 1 at the target; 0 for hollow cells. `count` is cells. Errors: MM_TOO_SMALL. */
MM_API mm_status mm_maze_distances(mm_maze maze, int32_t* distances, size_t count);
/* 16 hexadecimal digits that identify the maze. */
MM_API mm_status mm_maze_hash(mm_maze maze, char* buffer, size_t capacity, size_t* needed);
/* The maze drawn in letters, layer by layer. */
MM_API mm_status mm_maze_ascii(mm_maze maze, char* buffer, size_t capacity, size_t* needed);
/* A picture, layer by layer. With `path` not 0 it shows the theoretical path. Where `rests` is not
 * NULL it shows a run instead: rests[count] are the cells in which the moves ended, in order.
 * Errors: MM_BAD_INPUT for a number that is not a cell of the maze. */
MM_API mm_status mm_maze_svg(mm_maze maze, int32_t path, const int32_t* rests, size_t count,
                             char* buffer, size_t capacity, size_t* needed);

/* --- Settings of the physics ------------------------------------------------------------------ */

/* The defaults with the changes of a settings file's JSON text, `length` bytes. NULL and 0 give the
 * defaults, as the handle 0 does everywhere. They include the actuator's noise; drive_variation,
 * brake_tolerance and brake_tolerance_growth of 0 switch it off. Errors: MM_BAD_INPUT. */
MM_API mm_status mm_settings_from_json(const char* text, size_t length, mm_settings* settings);
MM_API mm_status mm_settings_to_json(mm_settings settings, char* buffer, size_t capacity,
                                     size_t* needed);

/* --- Worlds ----------------------------------------------------------------------------------- */

typedef struct mm_world_info {
  uint64_t size;         /* set by the caller: sizeof this struct */
  int32_t orientations;  /* of the control scheme in force; 0 in a world without a marble's maze */
  int32_t deterministic; /* 1: it draws no random numbers */
  int32_t copyable;      /* always 1: it can be copied, saved and restored */
  int32_t posed;         /* 1: mm_world_pose works */
  int32_t switches;      /* 1: mm_world_begin_switch works */
  int32_t at_rest;       /* 1: a move can begin */
  int32_t state;         /* in which it rests, or rested last; -1 where there is none */
  int32_t goal;          /* 1: the state is a goal */
  int32_t moves;         /* of the state: 0 .. moves - 1; 0 where there is no state */
} mm_world_info;

/* The maze and the marble. The world frame has z up and its origin at the maze's centre. */
typedef struct mm_pose {
  uint64_t size;             /* set by the caller: sizeof this struct */
  double maze_rotation[4];   /* quaternion w, x, y, z: turns the maze's frame into the world's */
  double marble_position[3]; /* of the centre, world frame, cells */
  double marble_in_maze[3];  /* the same in the maze's frame: 0 to dims */
  double marble_velocity[3]; /* world frame, cells/s */
  double marble_radius;      /* cells */
  double kinetic_energy;     /* of the marble, J */
  double time;               /* s simulated since the last reset */
} mm_pose;

/* A marble's maze. `kind` is "bullet", "imagined" or "predicted"; `orientations` is 4, 8 or 24, or
 * 0 for the maze's first scheme; `settings` may be 0 for the defaults. The world stands at its
 * start: mm_world_settle() brings it to its first state. Errors: MM_BAD_INPUT. */
MM_API mm_status mm_world_create(const char* kind, mm_maze maze, int32_t orientations,
                                 mm_settings settings, mm_world* world);
/* The world of a seed in a family of the catalogue, such as "four-bit". Errors: MM_BAD_INPUT. */
MM_API mm_status mm_world_create_in_family(const char* family, uint64_t seed, mm_world* world);
MM_API mm_status mm_world_get_info(mm_world world, mm_world_info* info);
/* The kind of world in a word: "bullet". */
MM_API mm_status mm_world_kind(mm_world world, char* buffer, size_t capacity, size_t* needed);
/* The noise of the actuator is drawn from this stream from now on. */
MM_API mm_status mm_world_draw_from(mm_world world, uint64_t stream);
/* The same with the stream of run number `run` in this maze, which the program's --run names too.
 * Errors: MM_UNSUPPORTED in a world without a marble's maze. */
MM_API mm_status mm_world_draw_for_run(mm_world world, uint64_t run);
/* Back to the start, not at rest. */
MM_API mm_status mm_world_reset(mm_world world);
/* Begins a move. Errors: MM_NOT_NOW where it is not at rest, MM_BAD_INPUT for a move that the state
 * does not have. */
MM_API mm_status mm_world_begin(mm_world world, int32_t move);
/* Begins the turn to another control scheme; it does not count as a move. Errors: MM_NOT_NOW where
 * it is not at rest, MM_BAD_INPUT for the scheme in force or one that the maze does not have,
 * MM_UNSUPPORTED. */
MM_API mm_status mm_world_begin_switch(mm_world world, int32_t orientations);
/* Makes fixed steps until the move ends, `most` at most, at least one. *motion is how the last one
 * left the world, *ticks how many there were; either may be NULL. */
MM_API mm_status mm_world_tick(mm_world world, int64_t most, int32_t* motion, int64_t* ticks);
/* Ticks until it rests or is overdue; *ending is MM_MOTION_SETTLED, MM_MOTION_FROZEN or
 * MM_MOTION_OVERDUE. */
MM_API mm_status mm_world_settle(mm_world world, int32_t* ending);
/* mm_world_begin() and mm_world_settle(). */
MM_API mm_status mm_world_move(mm_world world, int32_t move, int32_t* ending);

/* The rules, of any state of the world. Errors: MM_BAD_INPUT for a state or move that the world
 * does not have. */
MM_API mm_status mm_world_move_count(mm_world world, int32_t state, int32_t* count);
MM_API mm_status mm_world_is_goal(mm_world world, int32_t state, int32_t* goal);
/* Where a move is certain to lead without trying; -1 where only trying can tell. */
MM_API mm_status mm_world_certain_result(mm_world world, int32_t state, int32_t move, int32_t* to);
MM_API mm_status mm_world_describe_state(mm_world world, int32_t state, char* buffer,
                                         size_t capacity, size_t* needed);
MM_API mm_status mm_world_describe_move(mm_world world, int32_t state, int32_t move, char* buffer,
                                        size_t capacity, size_t* needed);

/* Errors: MM_UNSUPPORTED in a world that has no poses. */
MM_API mm_status mm_world_pose(mm_world world, mm_pose* pose);
/* A number that differs wherever the mechanical state does, for comparing two runs. */
MM_API mm_status mm_world_state_hash(mm_world world, uint64_t* hash);

/* Two kinds of copy. The owner's continues bit-identically, the random draws to come included. An
 * agent's has the same state but draws anew, from a stream that the caller names: nobody may know
 * how the actuator is going to move. Give agents and what they run in only the second. The owner's
 * can be made at any time, also in a move. Errors: MM_NOT_NOW for an agent's copy of a world that
 * is not at rest. */
MM_API mm_status mm_world_copy(mm_world world, mm_world* copy);
MM_API mm_status mm_world_copy_for_agent(mm_world world, uint64_t stream, mm_world* copy);

/* The owner's copy as bytes, with a version and a checksum, for another process or machine.
 * `needed` and `capacity` are as for texts, without a 0 at the end. */
MM_API mm_status mm_world_save(mm_world world, void* bytes, size_t capacity, size_t* needed);
/* Continues where these bytes were saved. The world must have been made alike: kind, maze and
 * settings, or family and seed. Errors: MM_BAD_INPUT for bytes that are damaged, of another version
 * or of another world. */
MM_API mm_status mm_world_restore(mm_world world, const void* bytes, size_t length);

/* What is possible in a world from its start, found by trying moves in copies. *solvable is 1 or 0.
 * *complete is 1 where every way was tried, 0 where the budget of moves ended first. *tried is the
 * number of moves tried. *chance is the probability of reaching the goal: 0 or 1, and between only
 * with noise. The moves of the shortest solution found go to moves[count], their number to *length.
 * With noise they are those of the policy tried, if each ends as is likeliest. With `recovery`
 * not 0 a balanced marble goes on. A budget of 0 stands for the program's own. Works on a world
 * made like this one, which is not touched. Takes seconds, with noise minutes. Errors:
 * MM_TOO_SMALL (*length is set then). */
MM_API mm_status mm_world_truth(mm_world world, int32_t recovery, int64_t budget, int32_t* solvable,
                                int32_t* complete, int64_t* tried, double* chance, int32_t* moves,
                                size_t count, size_t* length);

/* --- Forward models: what a move would do ------------------------------------------------------
 */

/* `kind` is one of the catalogue's "models": a kind of world, whose moves are tried in copies
 * `runs` times (the first from the pose of the state, the others displaced by at most
 * `displacement` cells, 0 to 0.1); "first-cell", "predictor" or "imagination", which use neither.
 * Errors: MM_BAD_INPUT. */
MM_API mm_status mm_model_create(const char* kind, mm_maze maze, int32_t orientations,
                                 mm_settings settings, int32_t runs, double displacement,
                                 mm_model* model);
/* How a move from a state may end, likeliest first: states[i] (-1 where the marble freezes in no
 * state), endings[i] and probabilities[i], *length of them. Where they add up to less than
 * 1, the model does not know the rest. `count` is the room in each array. Errors: MM_BAD_INPUT,
 * MM_TOO_SMALL. */
MM_API mm_status mm_model_predict(mm_model model, int32_t state, int32_t move, int32_t* states,
                                  int32_t* endings, double* probabilities, size_t count,
                                  size_t* length);

/* --- State maps: what can happen under a model -------------------------------------------------
 */

typedef struct mm_map_info {
  uint64_t size;   /* set by the caller: sizeof this struct */
  int32_t start;   /* state */
  int32_t states;  /* that can be reached */
  int32_t arcs;    /* moves from them */
  int32_t optimum; /* fewest moves to a goal; -1 without a way */
  int32_t traps;   /* dead-end regions: closed sets of states without a goal */
  int32_t orientations;
  uint64_t shortest_solutions; /* ways of that many moves */
} mm_map_info;

/* Tries every move of every state that can be reached, `jobs` at a time (0: all cores). */
MM_API mm_status mm_map_create(mm_model model, int32_t jobs, mm_map* map);
MM_API mm_status mm_map_get_info(mm_map map, mm_map_info* info);
/* states[i], in breadth-first order; distances[i] are moves to the goal, -1 without a way; traps[i]
 * is the number of the dead-end region, -1 outside. `count` is the room in each; distances[] and
 * traps[] may be NULL. Errors: MM_TOO_SMALL. */
MM_API mm_status mm_map_states(mm_map map, int32_t* states, int32_t* distances, int32_t* traps,
                               size_t count);
/* arcs[i][3]: from, move, to (-1: the marble freezes); probabilities[i] may be NULL. `count` is the
 * room in arcs: arcs[count][3]. Errors: MM_TOO_SMALL. */
MM_API mm_status mm_map_arcs(mm_map map, int32_t* arcs, double* probabilities, size_t count);
/* One shortest solution: moves[i]. Errors: MM_TOO_SMALL (*length is set then). */
MM_API mm_status mm_map_solution(mm_map map, int32_t* moves, size_t count, size_t* length);
/* The document that `marblemaze map --json` prints. */
MM_API mm_status mm_map_to_json(mm_map map, char* buffer, size_t capacity, size_t* needed);

/* --- Episodes: a built-in agent plays ----------------------------------------------------------
 */

typedef struct mm_episode_info {
  uint64_t size;   /* set by the caller: sizeof this struct */
  int32_t outcome; /* mm_outcome */
  int32_t moves;
  int32_t repeated;        /* moves along ways that were known */
  int32_t unrepeatable;    /* moves along tried ways with another result */
  int32_t predicted_right; /* of the moves with an expectation, those that ended so */
  int32_t predicted_total;
  int32_t first_state; /* -1 where the marble never rested */
  int32_t state;       /* in which it rests, or rested last; -1 for none */
  int64_t ticks;
} mm_episode_info;

/* A run of an agent of the catalogue. Kind, maze, scheme and settings are as for mm_world_create().
 * `run` numbers runs that differ in the noise of the actuator only; `move_cap` is the limit of
 * moves, 0 for the program's; `recovery` not 0 lets a balanced marble go on. The same run as
 * `marblemaze solve`. Errors: MM_BAD_INPUT. */
MM_API mm_status mm_episode_create(const char* kind, mm_maze maze, int32_t orientations,
                                   mm_settings settings, const char* agent, uint64_t run,
                                   int32_t move_cap, int32_t recovery, mm_episode* episode);
/* The same in the world of a seed in a family of the catalogue, such as "rook". Marbles make run 1.
 * Errors: MM_BAD_INPUT. */
MM_API mm_status mm_episode_create_in_family(const char* family, uint64_t seed, const char* agent,
                                             int32_t move_cap, int32_t recovery,
                                             mm_episode* episode);
/* Plays `moves` more moves, or to the end where that is negative. *outcome may be NULL. */
MM_API mm_status mm_episode_run(mm_episode episode, int64_t moves, int32_t* outcome);
MM_API mm_status mm_episode_get_info(mm_episode episode, mm_episode_info* info);
/* The moves made: records[i][4] = from, move, to (-1: no state), ending (mm_motion). `count` is the
 * room in records: records[count][4]. Errors: MM_TOO_SMALL (*length is set then). */
MM_API mm_status mm_episode_moves(mm_episode episode, int32_t* records, size_t count,
                                  size_t* length);

/* --- Pictures in space -------------------------------------------------------------------------
 *
 * The viewer draws them, without a display: the program that the environment variable
 * MARBLEMAZE_VIEWER names, else marblemaze-viewer beside the library, else that of PATH. `theme` is
 * "dark", "light" or "colour-blind"; sides are 64 to 8192 pixels. The PNG file at `path` is
 * replaced once the picture is done. Takes about a second. Errors: MM_BAD_INPUT, with the viewer's
 * own line where it refused; MM_UNSUPPORTED without a viewer.
 *
 * A maze with the marble at its start. */
MM_API mm_status mm_maze_png(mm_maze maze, int32_t width, int32_t height, const char* theme,
                             const char* path);
/* A run as it stands after its last finished move. Errors also: MM_UNSUPPORTED in a world without a
 * marble's maze. */
MM_API mm_status mm_episode_png(mm_episode episode, int32_t width, int32_t height,
                                const char* theme, const char* path);
/* --- Episodes that somebody watches or plays -----------------------------------------------------
 */

/* From now on every tick and move is kept, about 60 bytes a tick; what asks for a record below
 * gives MM_NOT_NOW without. Errors: MM_NOT_NOW after the first tick. */
MM_API mm_status mm_episode_record(mm_episode episode);
/* Makes fixed steps, `most` at most, until the run ends or a person must choose. *made is how many
 * there were. Agents think within the call. Errors: MM_BAD_INPUT for fewer than 1. */
MM_API mm_status mm_episode_tick(mm_episode episode, int64_t most, int64_t* made);
/* Hands the choice to a person, or with 0 back to the agent, from the next decision on.
 * mm_episode_run() then returns where a person must choose. */
MM_API mm_status mm_episode_play_by_hand(mm_episode episode, int32_t by_hand);
/* The person's move, made with the next tick. Errors: MM_NOT_NOW where nobody waits for one,
 * MM_BAD_INPUT for a move that the state does not have. */
MM_API mm_status mm_episode_choose(mm_episode episode, int32_t move);
/* Another agent goes on with what is known. Errors: MM_BAD_INPUT. */
MM_API mm_status mm_episode_use_agent(mm_episode episode, const char* agent);
/* At the next rest the maze turns to another control scheme; the one in force cancels the request.
 * Errors: MM_NOT_NOW after the end, MM_BAD_INPUT for a scheme that the maze does not have. */
MM_API mm_status mm_episode_switch(mm_episode episode, int32_t orientations);
/* What the run's agent would do now, and why, in words: *move, or -1 where it knows nothing to try;
 * set with MM_TOO_SMALL, too. Changes nothing. Errors: MM_NOT_NOW where no move can begin; then
 * *needed is not set. */
MM_API mm_status mm_episode_hint(mm_episode episode, int32_t* move, char* buffer, size_t capacity,
                                 size_t* needed);
/* How the run stands, as a JSON object: outcome, phase, agent, orientations, turning_to, by_hand,
 * waits, state, state_words, cell, choices (the moves of the state with their words, and in a maze
 * the axis of the turn), counters, rule and why (the agent's last decision), and in the family of a
 * board or of lamps what is drawn of it. */
MM_API mm_status mm_episode_describe(mm_episode episode, char* buffer, size_t capacity,
                                     size_t* needed);
/* The moves made from index `first` on, as a JSON array: words, reason, states, ending, and in a
 * maze cells and times. Needs the record. */
MM_API mm_status mm_episode_log(mm_episode episode, size_t first, char* buffer, size_t capacity,
                                size_t* needed);
/* Poses of the record's ticks first, first + stride, ...: frames[i][12], float, are the maze's
 * rotation (w, x, y, z), the marble's place in the maze's frame (x, y, z) and its rotation, and the
 * phase as a number (waiting 0, stable, accelerating, decelerating, solved, finished, frozen 6).
 * `count` is the room in frames: frames[count][12]; *length is how many there were. Errors:
 * MM_UNSUPPORTED in a family, MM_BAD_INPUT for a negative tick or a stride below 1. */
MM_API mm_status mm_episode_frames(mm_episode episode, int64_t first, int64_t stride, float* frames,
                                   size_t count, size_t* length);
/* The bytes of a recording file, which `marblemaze verify` and the viewer open. Needs the record.
 * Errors: MM_UNSUPPORTED in a family. */
MM_API mm_status mm_episode_recording(mm_episode episode, void* bytes, size_t capacity,
                                      size_t* needed);
/* What can be shown of the bytes of a recording file, as JSON: maze, moves as mm_episode_log()
 * tells them, outcome, and poses 60 times a second as differences in base64. Errors: MM_BAD_INPUT.
 */
MM_API mm_status mm_recording_to_json(const void* bytes, size_t size, char* buffer, size_t capacity,
                                      size_t* needed);

/* --- Batches: many environments in one call ----------------------------------------------------
 */

/* N marble worlds of one kind, scheme and settings, environment i in mazes[i]; a maze may occur
 * several times. Imagined worlds are stepped side by side in the processor's vector lanes. `jobs`
 * is the number of threads, 0 for all cores; it changes no result. All stand at their start: call
 * mm_batch_reset(). Draws come from stream i. Errors: MM_BAD_INPUT. */
MM_API mm_status mm_batch_create(const char* kind, const mm_maze* mazes, size_t count,
                                 int32_t orientations, mm_settings settings, int32_t jobs,
                                 mm_batch* batch);
MM_API mm_status mm_batch_size(mm_batch batch, size_t* count);
/* In the functions below `count` must be the batch's size, or MM_BAD_INPUT. Where an array `mask`
 * is not NULL only environments with mask[i] != 0 take part, and the others' outputs stay as they
 * are.
 *
 * Brings environments to the first rest from their start: states[i] (-1 for none) and endings[i]
 * (mm_motion). */
MM_API mm_status mm_batch_reset(mm_batch batch, const uint8_t* mask, int32_t* states,
                                int32_t* endings, size_t count);
/* Plays moves[i] to its end in environment i; -1 leaves it alone, and its outputs as they are.
 * states[i] and endings[i] as above. Errors, before anything has moved: MM_NOT_NOW for a move where
 * no move can begin, MM_BAD_INPUT for an unknown move; the message names the environment. */
MM_API mm_status mm_batch_step(mm_batch batch, const int32_t* moves, int32_t* states,
                               int32_t* endings, size_t count);
/* How the runs of a learner stand, one in each environment: memory of the caller's, which
 * mm_batch_begin() fills. S is cells * orientations. */
typedef struct mm_batch_runs {
  uint64_t size;           /* set by the caller: sizeof this struct */
  int64_t move_cap;        /* moves after which a run is cut off */
  int64_t* states;         /* [count]: where marbles rest, or rested last */
  int64_t* moves;          /* [count]: made */
  int64_t* outcomes;       /* [count]: mm_outcome; running, solved, frozen, overdue or capped */
  int64_t* cells;          /* [count] */
  int64_t* orientations;   /* [count] */
  int8_t* visited;         /* [count][S]: 1 for states that were met */
  int32_t* distances;      /* [count][cells], or NULL: as of mm_maze_distances(), of all cells */
  int32_t* seen_distances; /* [count][cells]: of those where the marble was */
} mm_batch_runs;

/* Begins runs with the noise of streams[i], at the first rest from their start: in the maze that
 * the environment has where `seeds` is NULL, else in a new one as of mm_batch_new_mazes(), and
 * where no marble settles at its start in that of the next seed. seeds[i] then says of which one.
 * Errors: MM_BAD_INPUT where none of 10,000 mazes will do. */
MM_API mm_status mm_batch_begin(mm_batch batch, const uint8_t* mask, uint64_t* seeds,
                                const uint64_t* streams, const mm_batch_runs* runs, size_t count);
/* mm_batch_step() of runs, with all that a learner is told of them. */
MM_API mm_status mm_batch_play(mm_batch batch, const int32_t* moves, const mm_batch_runs* runs,
                               size_t count);
/* states[i]: in which they rest, or rested last; -1 for none. */
MM_API mm_status mm_batch_states(mm_batch batch, int32_t* states, size_t count);
/* Of environment `index`, as mm_world_pose() says. Errors also: MM_BAD_INPUT for an index that is
 * not in the batch. */
MM_API mm_status mm_batch_pose(mm_batch batch, size_t index, mm_pose* pose);
/* Places marbles at rest in states[i], each in the pose that the state is named for; -1 leaves an
 * environment alone. Errors: MM_BAD_INPUT, MM_UNSUPPORTED for "predicted" worlds. */
MM_API mm_status mm_batch_place(mm_batch batch, const int32_t* states, size_t count);
/* New random mazes of the same sides and layers: that of seeds[i]. They stand at their start, and
 * draw from stream seeds[i]. */
MM_API mm_status mm_batch_new_mazes(mm_batch batch, const uint8_t* mask, const uint64_t* seeds,
                                    size_t count);
/* Draws come from streams[i] from now on. */
MM_API mm_status mm_batch_draw_from(mm_batch batch, const uint8_t* mask, const uint64_t* streams,
                                    size_t count);
/* Of environment `index`: its maze, a new handle; and the functions for worlds of the same names.
 * Errors also: MM_BAD_INPUT for an index that is not in the batch. */
MM_API mm_status mm_batch_maze(mm_batch batch, size_t index, mm_maze* maze);
MM_API mm_status mm_batch_save(mm_batch batch, size_t index, void* bytes, size_t capacity,
                               size_t* needed);
MM_API mm_status mm_batch_restore(mm_batch batch, size_t index, const void* bytes, size_t length);
MM_API mm_status mm_batch_copy_for_agent(mm_batch batch, size_t index, uint64_t stream,
                                         mm_world* copy);

/* --- Free turning: mazes that are turned about any axis at any time -----------------------------
 */

#define MM_TILT_STATE 15
#define MM_TILT_OBSERVATION 28

typedef struct mm_tilt_info {
  uint64_t size;           /* set by the caller: sizeof this struct */
  int32_t worlds;          /* how many */
  int32_t copyable;        /* always 1: they can be saved and restored */
  double max_rate;         /* at which a maze turns, rad/s */
  double max_acceleration; /* rad/s^2 */
  double tick;             /* s */
} mm_tilt_info;

typedef enum mm_tilt_flag {
  MM_TILT_REACHED = 1, /* the marble's centre was in the target cell after some tick */
  MM_TILT_RESTS = 2,   /* it rests there now, held by walls */
  MM_TILT_ESCAPED = 4  /* it is outside the maze, a fault of the physics: begin anew */
} mm_tilt_flag;

/* N mazes, one or more, of the same sides and layers, each with a marble at rest in the start cell.
 * There are no moves: an action is an angular velocity that the mount strives for until the next
 * one, within limits that follow from the maze's size and the settings. `kind` is "bullet" or
 * "imagined", which is stepped side by side in the processor's vector lanes. `settings` and `jobs`
 * are as for batches. The mount's noise is that of run 1 in each maze. Errors: MM_BAD_INPUT. */
MM_API mm_status mm_tilt_create(const char* kind, const mm_maze* mazes, size_t count,
                                mm_settings settings, int32_t jobs, mm_tilt* tilt);
MM_API mm_status mm_tilt_get_info(mm_tilt tilt, mm_tilt_info* info);
/* In the functions below `count` and `mask` are as for batches; `index` is that of a world, or
 * MM_BAD_INPUT. Sets actions[i][3], shares of max_rate about the maze's axes x, y, z as it stands:
 * vectors longer than 1 are shortened, and all are rounded to 1/4096. NULL leaves those in force.
 * Then `ticks` fixed steps, 0 or more. Errors, before anything has moved: MM_BAD_INPUT for an
 * action that is no number or beyond 1e100, which names the world. */
MM_API mm_status mm_tilt_act(mm_tilt tilt, const uint8_t* mask, const double* actions,
                             int32_t ticks, size_t count);
/* states[i][15]: the marble's centre in the maze's frame (0 to dims, cells), its velocity (cells/s)
 * and spin (rad/s) as seen in the turning maze, where gravity pulls (a unit vector), and the maze's
 * angular velocity (rad/s), each along the maze's axes as it stands. ticks[i]: since the world was
 * reset. flags[i]: mm_tilt_flag, added. Each array may be NULL. */
MM_API mm_status mm_tilt_states(mm_tilt tilt, double* states, int64_t* ticks, uint8_t* flags,
                                size_t count);
/* observations[i][28], for learning: the marble's place from the middle of its cell (3, cells); the
 * middle of that cell as a share of the sides (3); velocity (3, cells/s); spin (3, rad/s); where
 * gravity pulls (3); angular velocity as a share of max_rate (3); walls of the cell as
 * mm_maze_walls() has them (6); the way out of the cell that leads to the target (3, a unit vector,
 * 0 in the target); cells from the marble along the theoretical path to the middle of the target
 * (1). All 0 where the marble is outside the maze. */
MM_API mm_status mm_tilt_observe(mm_tilt tilt, float* observations, size_t count);
/* Back to the start. The draws of noise begin anew, and a controller is let go: here, with new
 * mazes and in mm_tilt_restore(). */
MM_API mm_status mm_tilt_reset(mm_tilt tilt, const uint8_t* mask, size_t count);
/* New random mazes of the same sides and layers: that of seeds[i], run 1. */
MM_API mm_status mm_tilt_new_mazes(mm_tilt tilt, const uint8_t* mask, const uint64_t* seeds,
                                   size_t count);
/* The mount's noise is drawn anew, from the stream of run number runs[i] in this maze, which the
 * program's --run names too. */
MM_API mm_status mm_tilt_draw_for_run(mm_tilt tilt, const uint8_t* mask, const uint64_t* runs,
                                      size_t count);
/* The maze of a world, a new handle. */
MM_API mm_status mm_tilt_maze(mm_tilt tilt, size_t index, mm_maze* maze);
/* Its pose as it stands: frame[12] as mm_episode_frames() has it; the phase is that of turning. */
MM_API mm_status mm_tilt_frame(mm_tilt tilt, size_t index, float* frame);
/* As mm_world_save() and mm_world_restore(), also in the middle of a turn. */
MM_API mm_status mm_tilt_save(mm_tilt tilt, size_t index, void* bytes, size_t capacity,
                              size_t* needed);
MM_API mm_status mm_tilt_restore(mm_tilt tilt, size_t index, const void* bytes, size_t length);
/* A controller of the catalogue: "cem" or "floor". With `rest` not 0 it tries to bring the marble
 * to rest in the target. Errors: MM_BAD_INPUT. */
MM_API mm_status mm_tilt_use_controller(mm_tilt tilt, size_t index, const char* controller,
                                        int32_t rest);
/* What it would do now: action[3], for mm_tilt_act(), and why, in words; the action is set with
 * MM_TOO_SMALL, too. It plans for an action every 8 ticks, and remembers what it was asked. Errors:
 * MM_NOT_NOW without a controller. */
MM_API mm_status mm_tilt_decide(mm_tilt tilt, size_t index, double* action, char* buffer,
                                size_t capacity, size_t* needed);

#ifdef __cplusplus
}
#endif

#endif
