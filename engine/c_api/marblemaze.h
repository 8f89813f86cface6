// The C interface of marblemaze: plain C99, for every language that can call C.
//
// Results. Every function that can fail returns a status, which is MM_OK (0) on success. After a
// failure mm_last_error() returns the reason as one line. A failed call changes nothing and leaves
// its outputs as they were, unless its comment says otherwise. No exception and no signal leaves
// the library, whatever it is given, if pointers point to as much memory as their comments say.
//
// Handles. Objects are numbers, not pointers. A handle that is 0, unknown, freed or of another kind
// gives MM_BAD_HANDLE. Free each object that a function creates with mm_free(). Objects can be
// freed in any order.
//
// Structs begin with their size. Set it to sizeof the struct before a call, so that later versions
// can add members at the end. Members that an older program does not have count as 0.
//
// Texts are UTF-8. An mm_text is memory of the library: it is valid until the same thread makes
// another call that returns an mm_text. A 0 follows its last byte.
//
// Threads. Every function can be called from any thread. Mazes, settings, models and maps never
// change and serve any number of threads at once. A world, an episode or a batch serves one call at
// a time; a second call meanwhile returns MM_BUSY.
//
// Equal calls give equal results, bit for bit, on every machine and with any number of threads.
//
// Numbers. A cell is z*w*h + y*w + x. A state of a marble's maze is cell * orientations +
// orientation, where a control scheme has 4, 8 or 24 orientations. A marble may also balance on
// edges; the number of such a state is larger by a multiple of MM_BALANCED. Moves are numbers from
// 0. Lengths are in cells (1 cell = 1 m), all other units are SI.
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

// Version of this interface: the 2 in libmarblemaze.so.2. Programs compiled for another version do
// not work. Functions and members can be added without a new version.
#define MM_INTERFACE 2

#define MM_BALANCED 10000000

typedef enum mm_status {
  MM_OK = 0,
  MM_BAD_INPUT = 1,   /* a value is invalid; the message quotes it */
  MM_BAD_HANDLE = 2,  /* no object of this kind has this handle */
  MM_NULL = 3,        /* a pointer is NULL where memory is needed */
  MM_NOT_NOW = 4,     /* the object cannot do this in its present state, for example in a move */
  MM_BUSY = 5,        /* another thread is using the object */
  MM_UNSUPPORTED = 6, /* this kind of object cannot do it */
  MM_MACHINE = 7,     /* the system failed, for example memory ran out */
  MM_INTERNAL = 8,    /* an error inside the library */
  MM_CANCELLED = 9    /* a watcher or an agent's function ended the call */
} mm_status;

// The motion after a tick. The last three end a move.
typedef enum mm_motion {
  MM_MOTION_SPEEDING = 0, /* the maze turns, in the first half */
  MM_MOTION_SLOWING = 1,  /* the maze turns, in the second half */
  MM_MOTION_ROLLING = 2,  /* the maze stands, the marble rolls */
  MM_MOTION_SETTLED = 3,  /* the marble rests in a state */
  MM_MOTION_FROZEN = 4,   /* the marble rests, but not in a settled state; it may be balanced */
  MM_MOTION_OVERDUE = 5   /* the marble did not rest within the time limit of a move */
} mm_motion;

// The outcome of a run, with the same numbers in C++ (marblemaze::Outcome), Python and JavaScript.
// Outcomes 6 to 9 occur only with agents that are not part of the program.
typedef enum mm_outcome {
  MM_OUTCOME_RUNNING = 0,
  MM_OUTCOME_SOLVED = 1,
  MM_OUTCOME_UNSOLVABLE = 2, /* the agent gave up */
  MM_OUTCOME_FROZEN = 3,
  MM_OUTCOME_OVERDUE = 4,
  MM_OUTCOME_CAPPED = 5, /* the run reached its limit */
  MM_OUTCOME_CRASHED = 6,
  MM_OUTCOME_TIMED_OUT = 7,
  MM_OUTCOME_NONSENSE = 8, /* the agent broke the protocol */
  MM_OUTCOME_FLOODED = 9,  /* the agent wrote too much */
  MM_OUTCOME_ESCAPED = 10  /* the marble left the maze, a fault of the physics */
} mm_outcome;

typedef uint64_t mm_maze;
typedef uint64_t mm_settings;
typedef uint64_t mm_world;
typedef uint64_t mm_batch;
typedef uint64_t mm_model;
typedef uint64_t mm_map;
typedef uint64_t mm_episode;

typedef struct mm_text {
  const char* data;
  size_t length; /* bytes, without the 0 that follows them */
} mm_text;

// --- Library

// Returns the version, for example "0.5.0". Valid forever.
MM_API const char* mm_version(void);
// Returns the reason why this thread's most recent failed call failed. Valid until this thread's
// next call. Empty before the first failure.
MM_API const char* mm_last_error(void);
// Returns all names that can be chosen as a JSON object of arrays: "agents", "policies" (tilt
// policies), "worlds" (kinds of marble worlds), "families" (worlds by seed), "models", "settings".
MM_API mm_status mm_catalogue(mm_text* json);
// Frees an object. A call that another thread is making with it ends as usual.
MM_API mm_status mm_free(uint64_t handle);
// Creates an exact copy of a world or a batch, at any time. It continues bit for bit as the
// original does, future noise included; mm_world_copy_for_agent() makes copies for agents.
MM_API mm_status mm_copy(uint64_t handle, uint64_t* copy);
// Returns an exact copy of a world or a batch as bytes, for another process or machine.
MM_API mm_status mm_save(uint64_t handle, mm_text* bytes);
// Restores the saved state in a world or a batch that was created with the same arguments. Errors:
// MM_BAD_INPUT for bytes that are damaged, of another version or of another world.
MM_API mm_status mm_load(uint64_t handle, const void* bytes, size_t length);

// Progress of a call: `done` of `total` moves, states or other units. A total of 0 is unknown.
typedef struct mm_progress {
  int64_t done;
  int64_t total;
  void* data; /* argument of mm_watch() */
} mm_progress;
// Function that watches a call. It returns 0 to let the call continue.
typedef int32_t (*mm_watcher)(const mm_progress* progress);
// Sets the watcher of this thread's calls; NULL removes it. A long call calls the watcher at its
// beginning and then about 20 times a second. If the watcher returns another number than 0, the
// call ends with MM_CANCELLED. An episode that was cancelled between two ticks can be continued; an
// episode whose agent was choosing a move returns MM_NOT_NOW from then on. Reset a batch that was
// cancelled. The watcher must not use the objects of the call.
MM_API mm_status mm_watch(mm_watcher watcher, void* data);

// --- Mazes

// Facts about a maze. The arrays are memory of the maze.
typedef struct mm_maze_info {
  uint64_t size;
  int32_t dims[3];    /* cells along x, y, z: w, h, d */
  int32_t cells;      /* w*h*d, also those that do not belong to the maze */
  int32_t maze_cells; /* cells that belong to the maze */
  int32_t start;      /* cell */
  int32_t target;     /* cell */
  int32_t flat;       /* 1: one layer, which turns about z alone, with 4 orientations */
  uint64_t seed;      /* of the generator; 0 without one */
  char hash[24];      /* 16 hexadecimal digits that identify the maze */
  /* [cells][6]: 1 for a wall on the side +x, -x, +y, -y, +z, -z. Cells that do not belong to the
   * maze have walls on all sides. */
  const uint8_t* walls;
  /* [cells]: cells of the theoretical path to the target, both ends counted: 1 in the target, 0 in
   * cells that do not belong to the maze. */
  const int32_t* distances;
} mm_maze_info;

// Creates the random maze of a seed. `layers` is "all", "outer" or "flat". Sides are 2 to 64 cells;
// d is 1 for a flat maze.
MM_API mm_status mm_maze_generate(int32_t w, int32_t h, int32_t d, const char* layers,
                                  uint64_t seed, mm_maze* maze);
// Reads the JSON text of a maze file, `length` bytes.
MM_API mm_status mm_maze_from_json(const char* text, size_t length, mm_maze* maze);
MM_API mm_status mm_maze_get_info(mm_maze maze, mm_maze_info* info);
// Returns the maze as "json", the text of a maze file, or as "ascii", a drawing in characters.
MM_API mm_status mm_maze_to_text(mm_maze maze, const char* format, mm_text* text);
// Draws the maze layer by layer; with the theoretical path if `path` is not 0, and with a run if
// `rests` is not NULL: rests[count] are the cells in which its moves ended.
MM_API mm_status mm_maze_svg(mm_maze maze, int32_t path, const int32_t* rests, size_t count,
                             mm_text* svg);
// Renders a maze, or an episode after its last finished move, as a PNG file at `path`. Width and
// height are 64 to 8192 pixels; `theme` is "dark", "light" or "colour-blind". This runs the program
// that the environment variable MARBLEMAZE_VIEWER names, or marblemaze-viewer next to the library
// or in PATH, and takes about a second. Errors: MM_UNSUPPORTED without it, or in a logic maze.
MM_API mm_status mm_png(uint64_t handle, int32_t width, int32_t height, const char* theme,
                        const char* path);

// Creates the default settings of the physics with the changes of a settings file, `length` bytes
// of JSON. The handle 0 stands for the defaults. They include actuator noise; drive_variation,
// brake_tolerance and brake_tolerance_growth of 0 switch it off.
MM_API mm_status mm_settings_from_json(const char* text, size_t length, mm_settings* settings);
MM_API mm_status mm_settings_to_json(mm_settings settings, mm_text* json);

// --- Worlds

// Continuous control instead of a control scheme with orientations.
#define MM_CONTROL_TILT 1

// Description of a world.
typedef struct mm_setup {
  uint64_t size;
  const char* kind;     /* "bullet", "imagined" or "predicted"; without a maze a family's name */
  mm_maze maze;         /* 0: the world of `seed` in the family */
  mm_settings settings; /* 0: the defaults */
  uint64_t seed;        /* of a family's world */
  int32_t control;      /* 4, 8 or 24 orientations, 0 for the maze's usual scheme (4 if it is flat,
                         * else 8), or MM_CONTROL_TILT; for that `kind` is "bullet" or "imagined" */
  int32_t rest;         /* with continuous control: 1 if only rest in the target is a solution */
  int64_t limit;        /* moves, or ticks of continuous control, after which a run is capped;
                         * 0: none in worlds and batches, the program's in episodes */
} mm_setup;

// The present state of a world. The world frame has z up and its origin at the maze's centre.
typedef struct mm_observation {
  uint64_t size;
  char kind[32];         /* "bullet", "four-bit", ... */
  int32_t orientations;  /* of the control scheme in force; 0: continuous control or a logic maze */
  int32_t deterministic; /* 1: the world uses no random numbers */
  int32_t posed;         /* 1: it has positions; else all members from `marble_radius` on are 0 */
  int32_t switches;      /* 1: mm_world_begin_switch() works */
  int32_t at_rest;       /* 1: a move can begin */
  int32_t state;         /* in which the marble rests or last rested; -1 if there is none */
  int32_t goal;       /* 1: the state is a goal, or the target was reached by continuous control */
  int32_t moves;      /* number of the state's moves, which are 0 to moves - 1 */
  int32_t outcome;    /* mm_outcome after the last move or tick */
  int32_t moves_made; /* since the last reset */
  int32_t rests;      /* 1: with continuous control the marble rests in the target now */
  int32_t escaped;    /* 1: with continuous control it has been outside the maze */
  int64_t ticks;      /* since the last reset; 0 in worlds without positions */
  uint64_t hash;      /* of everything that decides how the world continues */
  double tick;        /* length of a tick, s */
  double max_rate;    /* of continuous control, rad/s */
  double max_acceleration;   /* of continuous control, rad/s^2 */
  double marble_radius;      /* cells */
  double time;               /* simulated since the last reset, s */
  double kinetic_energy;     /* of the marble, J */
  double maze_rotation[4];   /* quaternion w, x, y, z: turns the maze's frame into the world's */
  double marble_position[3]; /* centre, world frame, cells */
  double marble_in_maze[3];  /* centre, maze's frame, 0 to dims, cells */
  double marble_velocity[3]; /* world frame, cells/s */
  double tilt[15];           /* state of continuous control, as in mm_view */
  float frame[12];           /* as in mm_episode_frames() */
  float observation[28];     /* of continuous control, as in mm_view */
} mm_observation;

// Creates a world. With moves it is not at rest yet: mm_world_step(world, -1, -1, ...) brings it to
// its first state. With continuous control the marble rests in the start cell.
MM_API mm_status mm_world_create(const mm_setup* setup, mm_world* world);
MM_API mm_status mm_world_observe(mm_world world, mm_observation* observation);
// Returns the world to its start, with the same noise as at the beginning.
MM_API mm_status mm_world_reset(mm_world world);
// Takes the actuator noise from a random stream from now on. If `run` is not 0, `number` is the
// number of a run in this maze, as in the program's option --run; this requires a maze.
MM_API mm_status mm_world_draw_from(mm_world world, uint64_t number, int32_t run);
// Begins a move, unless `move` is -1, and makes ticks until the move ends, but at most `ticks`
// unless that is -1. Sets *motion to the mm_motion after the last tick and *made to the number of
// ticks; both may be NULL. For example (m, -1) makes a move, (m, 0) begins a move, (-1, n)
// continues it for n ticks, and (-1, -1) lets the marble settle. Errors: MM_NOT_NOW for a move in a
// world that is not at rest, MM_BAD_INPUT for a move that the state does not have, MM_UNSUPPORTED
// with continuous control.
MM_API mm_status mm_world_step(mm_world world, int32_t move, int64_t ticks, int32_t* motion,
                               int64_t* made);
// Begins the turn to another control scheme, 8 or 24 orientations, which does not count as a move;
// mm_world_step(world, -1, -1, ...) completes the turn. Errors: as mm_world_step().
MM_API mm_status mm_world_begin_switch(mm_world world, int32_t orientations);
// Sets the command of continuous control and makes ticks, 0 or more. command[3] is an angular
// velocity about the maze's axes x, y, z as fractions of max_rate, in force until the next command;
// NULL keeps the present command. Vectors longer than 1 are shortened, and components are rounded
// to multiples of 1/4096.
MM_API mm_status mm_world_turn(mm_world world, const double* command, int32_t ticks);
// Returns the command that a tilt policy of the catalogue gives now, for 8 ticks, and its reason.
// The world keeps the policy until it is reset or another policy is named.
MM_API mm_status mm_world_decide(mm_world world, const char* policy, double* command,
                                 mm_text* reason);

// Facts about a state and a move that follow from the rules, without a trial.
typedef struct mm_rule {
  uint64_t size;
  int32_t moves; /* number of the state's moves */
  int32_t goal;  /* 1: the state is a goal */
  int32_t to;    /* state in which the move is certain to end; -1 if only a trial shows it */
} mm_rule;

// Returns these facts about any state, and about one of its moves unless `move` is -1.
MM_API mm_status mm_world_rule(mm_world world, int32_t state, int32_t move, mm_rule* rule);
// Describes a state, or one of its moves unless `move` is -1, in words.
MM_API mm_status mm_world_describe(mm_world world, int32_t state, int32_t move, mm_text* words);
// Creates a copy for an agent, in the same state but with other noise, from a random stream. Give
// agents only such copies, because no agent may know future noise. Errors: MM_NOT_NOW for a world
// that is not at rest.
MM_API mm_status mm_world_copy_for_agent(mm_world world, uint64_t stream, mm_world* copy);

// Reference solution of a world, found by trying moves in copies.
typedef struct mm_truth {
  uint64_t size;
  int32_t solvable;
  int32_t complete; /* 1: everything was tried; 0: the budget ended the search */
  int64_t tried;    /* moves */
  double chance;    /* probability of reaching the goal; between 0 and 1 only with noise */
  /* Shortest solution found, valid until this thread's next call. With noise: the moves of the
   * reference policy if each has its most likely outcome. */
  const int32_t* solution;
  size_t length;
} mm_truth;

// Finds the reference solution from the world's start; the world does not change. If `recovery` is
// not 0, runs continue from balanced states. A budget of 0 moves stands for the program's default.
// Takes seconds, with noise minutes.
MM_API mm_status mm_world_truth(mm_world world, int32_t recovery, int64_t budget, mm_truth* truth);

// --- Batches: many worlds in one call

#define MM_TILT_STATE 15
#define MM_TILT_OBSERVATION 28

// Arrays of the caller with one row for each of N worlds. A call fills the arrays that are not
// NULL, except for the rows of worlds that take no part. S is cells * orientations.
typedef struct mm_view {
  uint64_t size;
  int64_t* states;       /* [N]: in which marbles rest or last rested; -1 if there is none */
  int64_t* cells;        /* [N]: of these states */
  int64_t* orientations; /* [N]: of these states */
  int64_t* endings;      /* [N]: mm_motion at the end of the last move */
  int64_t* outcomes;     /* [N]: mm_outcome after the last move or ticks */
  int64_t* moves;        /* [N]: made since the last reset */
  int64_t* ticks;        /* [N]: made since the last reset; 0 without positions */
  double* rewards;       /* [N]: 1 for a step that solves the maze, 0 for any other step */
  int8_t* visited;       /* [N][S]: 1 for states visited since the last reset */
  int32_t* distances;    /* [N][cells]: those of mm_maze_info in visited cells, else 0 */
  /* [N][15], continuous control, along the maze's axes: marble's centre (0 to dims), velocity
   * (cells/s) and spin (rad/s) relative to the maze, direction of gravity, maze's rate (rad/s). */
  double* tilt;
  /* [N][28], continuous control, for learning: 0-2 marble relative to the centre of its cell, 3-5
   * this centre as fractions of the sides, 6-8 velocity, 9-11 spin, 12-14 direction of gravity,
   * 15-17 rate as fractions of max_rate, 18-23 walls of the cell, 24-26 direction of the
   * theoretical path out of the cell, 27 cells along it to the centre of the target. All 0 outside
   * the maze. */
  float* observations;
} mm_view;

// Creates N worlds from a setup, world i in mazes[i]; setup->maze is ignored. With continuous
// control the mazes must have equal sides and layers. "imagined" worlds are stepped side by side in
// the processor's vector lanes. `jobs` is the number of threads, 0 for all cores; results do not
// depend on it. World i takes its noise from stream i, with continuous control from run 1. Call
// mm_batch_reset() next.
MM_API mm_status mm_batch_create(const mm_setup* setup, const mm_maze* mazes, size_t count,
                                 int32_t jobs, mm_batch* batch);
// In the functions below count is N, and `mask` selects worlds by mask[i] != 0; NULL selects all.
// `view` may be NULL.
//
// Returns worlds to their starts, and with moves brings them to their first rest. If `streams` is
// not NULL, streams[i] becomes the random stream of the noise, or with continuous control the
// number of the run. If `seeds` is not NULL, world i is put into the random maze of seeds[i] with
// the same sides and layers. A seed whose marble does not settle at its start is replaced by the
// next seed, which is returned in seeds[i]. Errors: MM_BAD_INPUT if 10,000 seeds in a row are
// unsuitable.
MM_API mm_status mm_batch_reset(mm_batch batch, const uint8_t* mask, uint64_t* seeds,
                                const uint64_t* streams, const mm_view* view, size_t count);
// Makes moves[i] in world i; -1 makes no move. Errors, before anything has moved: MM_NOT_NOW for a
// world that is not at rest, MM_BAD_INPUT for a move that its state does not have.
MM_API mm_status mm_batch_step(mm_batch batch, const int32_t* moves, const mm_view* view,
                               size_t count);
// Sets the commands [N][3], unless `commands` is NULL, and makes ticks, as mm_world_turn() does.
// Errors, before anything has moved: MM_BAD_INPUT for a command that is NaN or longer than 1e100.
MM_API mm_status mm_batch_turn(mm_batch batch, const uint8_t* mask, const double* commands,
                               int32_t ticks, const mm_view* view, size_t count);
// Fills the view with the present values of all worlds. Rewards are 0. Only the present state is
// added to `visited` and `distances`.
MM_API mm_status mm_batch_observe(mm_batch batch, const mm_view* view, size_t count);
// Creates the maze of world `index` as a new object.
MM_API mm_status mm_batch_maze(mm_batch batch, size_t index, mm_maze* maze);
// Creates an exact copy of world `index` as a world of its own.
MM_API mm_status mm_batch_world(mm_batch batch, size_t index, mm_world* world);
// Makes world `index` an exact copy of a world of the same kind, settings and control scheme, whose
// maze has the same sides and layers.
MM_API mm_status mm_batch_put(mm_batch batch, size_t index, mm_world world);

// --- Forward models and state maps

// Predicted outcome of a move.
typedef struct mm_guess {
  int32_t state; /* in which the move ends; -1 if the marble freezes */
  int32_t reserved;
  double probability;
} mm_guess;

// Creates a forward model of a setup with moves. setup->kind is one of the catalogue's "models". A
// kind of world tries each move in copies `runs` times: first from the pose of the state, then
// displaced by up to `displacement` cells, 0 to 0.1. Other models ignore `runs` and `displacement`.
MM_API mm_status mm_model_create(const mm_setup* setup, int32_t runs, double displacement,
                                 mm_model* model);
// Returns the predicted outcomes of a move, the most likely first; valid until this thread's next
// call. Their probabilities may sum to less than 1; the remainder is the probability of an unknown
// outcome.
MM_API mm_status mm_model_predict(mm_model model, int32_t state, int32_t move,
                                  const mm_guess** guesses, size_t* count);

// All states that can be reached under a model, and the outcomes of their moves. The arrays are
// memory of the map.
typedef struct mm_map_info {
  uint64_t size;
  int32_t start;        /* state */
  int32_t states;       /* number of reachable states */
  int32_t arcs;         /* number of outcomes of their moves */
  int32_t optimum;      /* fewest moves to a goal; -1 if there is no path */
  int32_t traps;        /* number of dead-end regions: closed sets of states without a goal */
  int32_t orientations; /* of the control scheme */
  uint64_t shortest_solutions; /* number of paths of `optimum` moves */
  const int32_t* state;        /* [states], in breadth-first order from the start */
  const int32_t* distance;     /* [states]: moves to the goal; -1 if there is no path */
  const int32_t* trap;         /* [states]: number of the dead-end region; -1 outside */
  const int32_t* arc;          /* [arcs][3]: state, move, next state or -1 for freezing */
  const double* probability;   /* [arcs] */
  const int32_t* solution;     /* [optimum]: moves of a shortest solution */
} mm_map_info;

// Creates a map by trying every move of every reachable state, in `jobs` threads (0: all cores).
MM_API mm_status mm_map_create(mm_model model, int32_t jobs, mm_map* map);
MM_API mm_status mm_map_get_info(mm_map map, mm_map_info* info);
// Returns the document that `marblemaze map --json` prints.
MM_API mm_status mm_map_to_json(mm_map map, mm_text* json);

// --- Episodes: an agent or a person plays

typedef struct mm_player {
  uint64_t size;
  const char* agent; /* of the catalogue, or registered; with continuous control a tilt policy */
  uint64_t run;      /* number of the run, which selects the actuator noise; usually 1 */
  int32_t by_hand;   /* 1: a person chooses the moves */
  int32_t recovery;  /* 1: the run continues from balanced states */
  int32_t record;    /* 1: ticks and moves are recorded, about 60 bytes per tick */
} mm_player;

typedef struct mm_episode_info {
  uint64_t size;
  int32_t outcome; /* mm_outcome */
  int32_t moves;
  int32_t repeated;        /* moves with a known result */
  int32_t unrepeatable;    /* moves with a known result that ended differently */
  int32_t predicted_right; /* moves that ended as expected */
  int32_t predicted_total; /* moves with an expectation */
  int32_t first_state;     /* -1 if the marble never rested */
  int32_t state;           /* in which the marble rests or last rested; -1 if there is none */
  int64_t ticks;
  /* [played][4]: from, move (-1 for a switch of the scheme), to (-1: no state), ending (mm_motion);
   * valid until the next call with the episode. */
  const int32_t* records;
  size_t played;
} mm_episode_info;

// Creates a run, the same as that of `marblemaze solve`.
MM_API mm_status mm_episode_create(const mm_setup* setup, const mm_player* player,
                                   mm_episode* episode);
// Continues the run until it ends, a person must choose, or `moves` moves or `ticks` ticks are
// made; a negative number is no limit. Sets *made, which may be NULL, to the number of ticks.
MM_API mm_status mm_episode_run(mm_episode episode, int64_t moves, int64_t ticks, int64_t* made);
MM_API mm_status mm_episode_get_info(mm_episode episode, mm_episode_info* info);
// In the functions below MM_UNSUPPORTED is the error of functions about moves for a run with
// continuous control, and of functions about recordings for a run without positions.
//
// Sets the agent, which takes over all knowledge (NULL keeps the agent), and sets who makes the
// next decision: a person (1), the agent (0), or the same as before (-1).
MM_API mm_status mm_episode_set_player(mm_episode episode, const char* agent, int32_t by_hand);
// Sets a person's move. Errors: MM_NOT_NOW if the run does not wait for a person.
MM_API mm_status mm_episode_choose(mm_episode episode, int32_t move);
// Changes the control scheme when the marble next rests; the present scheme cancels the request.
// Errors: MM_NOT_NOW after the end.
MM_API mm_status mm_episode_switch(mm_episode episode, int32_t orientations);
// Returns the move that the agent would choose now, or -1 if it would give up, and the reason.
// Changes nothing. Errors: MM_NOT_NOW if no move can begin.
MM_API mm_status mm_episode_hint(mm_episode episode, int32_t* move, mm_text* reason);
// Returns the present state of the run as a JSON object: outcome, phase, agent, orientations,
// turning_to, by_hand, waits, state, state_words, cell, choices (the moves of the state in words,
// in a maze with the axis of the turn), counters, rule and why (of the agent's last decision); for
// a board or lamps also their contents.
MM_API mm_status mm_episode_describe(mm_episode episode, mm_text* json);
// Returns the moves from index `first` on as a JSON array: words, reason, states, ending; in a maze
// also cells and times. Errors: MM_NOT_NOW without a record.
MM_API mm_status mm_episode_log(mm_episode episode, size_t first, mm_text* json);
// Fills frames[count][12] with the poses of the ticks first, first + stride, ...: the maze's
// rotation (w, x, y, z), the marble's place in the maze's frame (x, y, z) and its rotation, and the
// phase (waiting 0, stable, accelerating, decelerating, solved, finished, frozen 6). *length is
// their number. Errors: MM_NOT_NOW without a record.
MM_API mm_status mm_episode_frames(mm_episode episode, int64_t first, int64_t stride, float* frames,
                                   size_t count, size_t* length);
// Returns the bytes of a recording file. Errors: MM_NOT_NOW without a record.
MM_API mm_status mm_episode_recording(mm_episode episode, mm_text* bytes);
// Returns the contents of a recording file as JSON: maze, moves as in mm_episode_log(), outcome,
// and poses 60 times a second as differences in base64.
MM_API mm_status mm_recording_to_json(const void* bytes, size_t length, mm_text* json);

// --- Agents of your own, and the program's commands
//
// Episodes and commands find a registered agent by its name, like a built-in agent. Its functions
// are called in the threads that play; different runs may call them at the same time. They may call
// any function of this library.

// Access level: the knowledge of an agent in addition to its own experience. Each level includes
// the levels before it.
typedef enum mm_access {
  MM_ACCESS_BLIND = 0,
  MM_ACCESS_HEURISTIC = 1, /* distances to the target */
  MM_ACCESS_FULL = 2,      /* the maze and forward models */
  MM_ACCESS_COPIES = 3     /* copies of the world */
} mm_access;

// Facts about a run that begins.
typedef struct mm_task {
  uint64_t size;
  uint64_t run;         /* handle for the functions of agents below; valid until the run ends */
  const char* world;    /* kind of world, such as "bullet" */
  const char* models;   /* names for mm_agent_predict(), separated by spaces */
  mm_maze maze;         /* valid until the run ends; 0 below MM_ACCESS_FULL and in logic mazes */
  int32_t orientations; /* of the control scheme; 0: continuous control or a logic maze */
  int32_t recovery;     /* 1: the run continues from balanced states */
  int32_t rest;         /* 1: with continuous control only rest in the target is a solution */
  int32_t reserved;
  double max_rate;         /* of continuous control, rad/s */
  double max_acceleration; /* of continuous control, rad/s^2 */
  double seconds;          /* of continuous control: between two commands */
} mm_task;

// A state that the agent knows.
typedef struct mm_place {
  int32_t state;
  int32_t moves;       /* number of the state's moves, which are 0 to moves - 1 */
  int32_t cell;        /* -1 in a logic maze */
  int32_t orientation; /* -1 in a logic maze */
  int32_t balanced;    /* 1: the marble balances on edges */
  int32_t reserved;
  double distance; /* cells of the theoretical path to the target; -1 for a blind agent */
} mm_place;

// Knowledge that the agent has gained since its last choice.
typedef struct mm_news {
  uint64_t size;
  int32_t state;          /* in which the marble rests */
  int32_t moves;          /* number of this state's moves */
  const mm_place* places; /* [place_count]: states that are new */
  size_t place_count;
  const int32_t* arcs; /* [arc_count][3]: state, move, and its most recent result, a state */
  size_t arc_count;
} mm_news;

// Observation of a tilt policy.
typedef struct mm_sight {
  uint64_t size;
  double tilt[15]; /* as in mm_view */
  double way[3];   /* direction of the theoretical path out of the cell; 0 for a blind policy */
  double distance; /* cells along it to the centre of the target; -1 for a blind policy */
} mm_sight;

// The answer of an agent.
typedef struct mm_choice {
  int32_t move; /* of the state; -1 to give up; -2, the initial value, if the agent failed */
  int32_t reserved;
  double command[3]; /* of a tilt policy, as in mm_world_turn(); set `move` to 0 with it */
  char reason[256];  /* for spectators, a text; empty by default */
} mm_choice;

// Begins a run. Returns a pointer that the other functions receive as `run`.
typedef void* (*mm_begin)(void* data, const mm_task* task);
// Chooses a move. A failure ends the call that plays, with MM_CANCELLED.
typedef void (*mm_choose)(void* run, const mm_news* news, mm_choice* choice);
// Chooses a command of continuous control, for 8 ticks.
typedef void (*mm_command)(void* run, const mm_sight* sight, mm_choice* choice);
// Ends a run.
typedef void (*mm_end)(void* run);

typedef struct mm_agent {
  uint64_t size;
  const char* name; /* unique; results are stored under it, so change it with the agent */
  int32_t access;   /* mm_access */
  int32_t calls;    /* limit of predictions and moves in copies per choice; 0: no limit */
  double seconds;   /* a choice that takes longer ends the run as timed out; 0: no limit */
  void* data;       /* for begin() */
  mm_begin begin;
  mm_choose choose;   /* NULL for an agent that does not choose moves */
  mm_command command; /* NULL for an agent that is not a tilt policy */
  mm_end end;
} mm_agent;

// Makes an agent known until the program ends. Call it while no other thread plays. Errors:
// MM_BAD_INPUT for a name that another agent has.
MM_API mm_status mm_register_agent(const mm_agent* agent);
// Returns the predictions of "first-cell", "predictor" or "imagination", as mm_model_predict()
// does, for a settled state of the maze or a state that the agent knows. Call it only in choose().
// Errors: MM_UNSUPPORTED below MM_ACCESS_FULL, MM_NOT_NOW after `calls` calls.
MM_API mm_status mm_agent_predict(uint64_t run, const char* model, int32_t state, int32_t move,
                                  const mm_guess** guesses, size_t* count);
// Creates a copy of the world at rest, with the noise of a random stream. Call it only in choose().
// The outcome of the copy is MM_OUTCOME_RUNNING as long as the run would continue there. Errors:
// MM_UNSUPPORTED below MM_ACCESS_COPIES.
MM_API mm_status mm_agent_copy(uint64_t run, uint64_t stream, mm_world* copy);

// Runs a command of the program, such as {"marblemaze", "bench", "--agent", "heuristic"}; it prints
// to the standard streams. *exit_status is the program's: 0 done, 1 not reached, 2 bad input, 3
// machine failure, 75 interrupted. A watcher of this thread can stop it; without one the command
// handles SIGINT and SIGTERM as the program does. Errors: MM_CANCELLED.
MM_API mm_status mm_run_command(int32_t argc, const char* const* argv, int32_t* exit_status);

#ifdef __cplusplus
}
#endif

#endif
