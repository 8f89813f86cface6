// The C interface of marblemaze, in plain C99 for any language that can call C.
//
// Results. Every function that can fail returns a status, which is MM_OK (0) on success. After a
// failure, mm_last_error() returns the reason as one line. Unless stated otherwise, a failed call
// has no effect and leaves its outputs unchanged. The library never throws exceptions or raises
// signals, as long as every pointer argument refers to enough valid memory.
//
// Handles. Objects are identified by numbers, not pointers. Functions return MM_BAD_HANDLE if a
// handle is 0, unknown, freed or of the wrong kind. Call mm_free() when you no longer need an
// object. Objects can be freed in any order.
//
// Structs. The first member of a struct is its size. Set it to sizeof the struct before a call, so
// that later versions can add members at the end. The library treats missing members as 0.
//
// Text is null-terminated UTF-8. The library owns the memory of an mm_text. It remains valid until
// the same thread makes another call that returns an mm_text.
//
// Threads. Every function can be called from any thread. Mazes, settings, models and maps are
// immutable, so any number of threads can use them at once. A world, an episode or a batch can only
// be used by one thread at a time. A concurrent call returns MM_BUSY.
//
// Determinism. Identical calls give bit-identical results on every machine and with any number of
// threads.
//
// Numbers. The index of a cell is z*w*h + y*w + x. A state of a marble maze is cell * orientations
// + orientation, where a control scheme has 4, 8 or 24 orientations. The marble can also balance on
// edges. The number of a balanced state is the number of the settled state plus a multiple of
// MM_BALANCED. Moves are numbered from 0. Lengths are in cells (1 cell = 1 m); all other units are
// SI.
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

// Version of this interface: the 2 in libmarblemaze.so.2. A program must use the version that it
// was compiled with. New functions and struct members do not change the version.
#define MM_INTERFACE 2

#define MM_BALANCED 10000000

typedef enum mm_status {
  MM_OK = 0,
  MM_BAD_INPUT = 1,  /* a value is invalid; the message quotes it */
  MM_BAD_HANDLE = 2, /* no object of this kind has this handle */
  MM_NULL = 3,       /* a required pointer is NULL */
  MM_NOT_NOW = 4,    /* the object cannot do this in its current state, for example during a move */
  MM_BUSY = 5,       /* another thread is using the object */
  MM_UNSUPPORTED = 6, /* this kind of object does not support the call */
  MM_MACHINE = 7,     /* a system error, such as running out of memory */
  MM_INTERNAL = 8,    /* an internal error, which is a bug in the library */
  MM_CANCELLED = 9    /* a watcher or an agent callback cancelled the call */
} mm_status;

// Phase of a move after a tick. Every move ends with one of the last three values.
typedef enum mm_motion {
  MM_MOTION_SPEEDING = 0, /* the maze is turning: first half of the turn */
  MM_MOTION_SLOWING = 1,  /* the maze is turning: second half of the turn */
  MM_MOTION_ROLLING = 2,  /* the maze is stationary and the marble is rolling */
  MM_MOTION_SETTLED = 3,  /* the marble rests in a state */
  MM_MOTION_FROZEN = 4,   /* the marble rests outside a settled state; it may be balanced */
  MM_MOTION_OVERDUE = 5   /* the marble did not come to rest within the time limit of a move */
} mm_motion;

// Outcome of a run. C++ (marblemaze::Outcome), Python and JavaScript use the same numbers. Outcomes
// 6 to 9 occur only with external agents.
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
  MM_OUTCOME_ESCAPED = 10  /* the marble left the maze because of a simulation failure */
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
  size_t length; /* bytes, without the terminating null */
} mm_text;

// --- Library

// Returns the version, for example "0.5.0". The string is static.
MM_API const char* mm_version(void);
// Returns the error message of the most recent failed call on this thread, or "" if no call has
// failed. Valid until the next call on this thread.
MM_API const char* mm_last_error(void);
// Returns all available names as a JSON object of arrays: "agents", "policies" (tilt policies),
// "worlds" (kinds of marble worlds), "families" (world generators), "models" and "settings".
MM_API mm_status mm_catalogue(mm_text* json);
// Frees an object. Calls in progress on other threads complete normally.
MM_API mm_status mm_free(uint64_t handle);
// Creates an exact copy of a world or a batch, even during a move. The copy continues
// bit-identically, including its random numbers. For agents, use mm_world_copy_for_agent() instead.
MM_API mm_status mm_copy(uint64_t handle, uint64_t* copy);
// Serializes the exact state of a world or a batch, for use in another process or on another
// machine.
MM_API mm_status mm_save(uint64_t handle, mm_text* bytes);
// Restores a saved state. Requires: the world or batch was created with the same arguments as the
// saved one. Errors: MM_BAD_INPUT if the bytes are damaged or from a different version or world.
MM_API mm_status mm_load(uint64_t handle, const void* bytes, size_t length);

// Progress of a call: `done` of `total` moves, states or other units. `total` is 0 if it is
// unknown.
typedef struct mm_progress {
  int64_t done;
  int64_t total;
  void* data; /* the argument of mm_watch() */
} mm_progress;
// Callback that receives the progress of a call. Return 0 to let the call continue.
typedef int32_t (*mm_watcher)(const mm_progress* progress);
// Sets the watcher for calls on this thread. NULL removes it. A long call invokes the watcher once
// at the beginning and then about 20 times per second. If the watcher returns a nonzero value, the
// call returns MM_CANCELLED. An episode can be continued if it was cancelled between two ticks. If
// its agent was choosing a move, all later calls return MM_NOT_NOW. A cancelled batch must be
// reset. The watcher must not use the objects of the call.
MM_API mm_status mm_watch(mm_watcher watcher, void* data);

// --- Mazes

// Properties of a maze. The maze owns the arrays.
typedef struct mm_maze_info {
  uint64_t size;
  int32_t dims[3];    /* cells along x, y, z: w, h, d */
  int32_t cells;      /* w*h*d, including cells outside the maze */
  int32_t maze_cells; /* number of cells in the maze */
  int32_t start;      /* cell */
  int32_t target;     /* cell */
  int32_t flat;       /* 1: the maze has one layer, turns only about z, and has 4 orientations */
  uint64_t seed;      /* seed of the generator; 0 if the maze was not generated */
  char hash[24];      /* 16 hexadecimal digits that identify the maze */
  /* [cells][6]: 1 for a wall on the side +x, -x, +y, -y, +z, -z. Cells outside the maze have walls
   * on all sides. */
  const uint8_t* walls;
  /* [cells]: number of cells on the theoretical path to the target, including both ends. 1 in the
   * target, 0 outside the maze. */
  const int32_t* distances;
} mm_maze_info;

// Generates a random maze. `layers` is "all", "outer" or "flat". Each side is 2 to 64 cells long.
// In a flat maze, d is 1.
MM_API mm_status mm_maze_generate(int32_t w, int32_t h, int32_t d, const char* layers,
                                  uint64_t seed, mm_maze* maze);
// Reads a maze from the JSON text of a maze file. `length` is in bytes.
MM_API mm_status mm_maze_from_json(const char* text, size_t length, mm_maze* maze);
MM_API mm_status mm_maze_get_info(mm_maze maze, mm_maze_info* info);
// Returns the maze as a JSON maze file (`format` "json") or as ASCII art ("ascii").
MM_API mm_status mm_maze_to_text(mm_maze maze, const char* format, mm_text* text);
// Draws the maze layer by layer. If `path` is not 0, the drawing includes the theoretical path. If
// `rests` is not NULL, it includes a run: rests[count] are the cells where its moves ended.
MM_API mm_status mm_maze_svg(mm_maze maze, int32_t path, const int32_t* rests, size_t count,
                             mm_text* svg);
// Renders a maze to a PNG file. An episode is shown after its last finished move. Width and height
// are 64 to 8192 pixels; `theme` is "dark", "light" or "colour-blind". The call runs the viewer and
// takes about a second. The environment variable MARBLEMAZE_VIEWER sets the path of the viewer. By
// default, it is marblemaze-viewer next to the library or in PATH. Errors: MM_UNSUPPORTED if the
// viewer is missing or the maze is a logic maze.
MM_API mm_status mm_png(uint64_t handle, int32_t width, int32_t height, const char* theme,
                        const char* path);

// Creates physics settings from the JSON text of a settings file. `length` is in bytes. Settings
// that the text omits keep their default values. The handle 0 means the default settings, which
// include actuator noise. To turn the noise off, set drive_variation, brake_tolerance and
// brake_tolerance_growth to 0.
MM_API mm_status mm_settings_from_json(const char* text, size_t length, mm_settings* settings);
MM_API mm_status mm_settings_to_json(mm_settings settings, mm_text* json);

// --- Worlds

// Value of mm_setup.control that selects continuous control.
#define MM_CONTROL_TILT 1

// Description of a world.
typedef struct mm_setup {
  uint64_t size;
  const char*
      kind;     /* "bullet", "imagined" or "predicted", or the name of a family if `maze` is 0 */
  mm_maze maze; /* 0 for the world that the family generates from `seed` */
  mm_settings settings; /* 0 for the default settings */
  uint64_t seed;        /* seed of a world in a family */
  int32_t
      control;   /* 4, 8 or 24 orientations; 0 for the default scheme of the maze (4 in a flat maze,
                    otherwise 8); or MM_CONTROL_TILT, which requires `kind` "bullet" or "imagined" */
  int32_t rest;  /* 1: under continuous control, the marble must come to rest in the target */
  int64_t limit; /* maximum number of moves, or of ticks under continuous control, before a run is
                    truncated. 0: no limit in worlds and batches, the default limit in episodes */
} mm_setup;

// Current state of a world. In the world frame, z points up and the origin is the centre of the
// maze.
typedef struct mm_observation {
  uint64_t size;
  char kind[32];         /* "bullet", "four-bit", ... */
  int32_t orientations;  /* number of orientations of the current control scheme; 0: continuous
                            control or a logic maze */
  int32_t deterministic; /* 1: the simulation uses no random numbers */
  int32_t posed;    /* 1: the world simulates positions. If 0, `marble_radius` and all later members
                       are 0. */
  int32_t switches; /* 1: the world supports mm_world_begin_switch() */
  int32_t at_rest;  /* 1: a move can begin */
  int32_t state;    /* state in which the marble rests or last rested; -1 if there is none */
  int32_t goal;     /* 1: `state` is a goal or, under continuous control, the marble has reached the
                       target */
  int32_t moves;    /* number of legal moves, which are numbered 0 to moves - 1 */
  int32_t outcome;  /* mm_outcome after the last move or tick */
  int32_t moves_made;        /* moves since the last reset */
  int32_t rests;             /* 1: under continuous control, the marble now rests in the target */
  int32_t escaped;           /* 1: under continuous control, the marble has left the maze */
  int64_t ticks;             /* ticks since the last reset; 0 in worlds without positions */
  uint64_t hash;             /* hash of the complete state of the world */
  double tick;               /* length of a tick, s */
  double max_rate;           /* maximum angular velocity under continuous control, rad/s */
  double max_acceleration;   /* maximum angular acceleration under continuous control, rad/s^2 */
  double marble_radius;      /* cells */
  double time;               /* simulated time since the last reset, s */
  double kinetic_energy;     /* kinetic energy of the marble, J */
  double maze_rotation[4];   /* quaternion w, x, y, z from the maze frame to the world frame */
  double marble_position[3]; /* centre of the marble, world frame, cells */
  double marble_in_maze[3];  /* centre of the marble, maze frame, 0 to dims, cells */
  double marble_velocity[3]; /* world frame, cells/s */
  double tilt[15];           /* physical state under continuous control, as in mm_view */
  float frame[12];           /* as in mm_episode_frames() */
  float observation[28];     /* observation under continuous control, as in mm_view */
} mm_observation;

// Creates a world. With discrete moves, the marble is not at rest yet: call mm_world_step(world,
// -1, -1, ...) to let it settle. Under continuous control, the marble rests in the start cell.
MM_API mm_status mm_world_create(const mm_setup* setup, mm_world* world);
MM_API mm_status mm_world_observe(mm_world world, mm_observation* observation);
// Resets the world to its initial state and restarts its random stream.
MM_API mm_status mm_world_reset(mm_world world);
// Selects the random stream of the actuator noise. If `run` is 0, `number` is the number of a
// random stream. Otherwise, it is a run number as in the --run option, and the world must have a
// maze.
MM_API mm_status mm_world_draw_from(mm_world world, uint64_t number, int32_t run);
// Begins a move, unless `move` is -1, and simulates until the move ends or `ticks` ticks have
// passed (-1: no limit). Sets *motion to the mm_motion after the last tick and *made to the number
// of ticks. Both can be NULL. For example, (m, -1) executes a move, (m, 0) begins a move, (-1, n)
// continues it for n ticks, and (-1, -1) lets the marble settle. Errors: MM_NOT_NOW if a move is
// given and the world is not at rest, MM_BAD_INPUT if the move is illegal, MM_UNSUPPORTED under
// continuous control. A cancelled call keeps its ticks; call it again with -1 to continue the move.
MM_API mm_status mm_world_step(mm_world world, int32_t move, int64_t ticks, int32_t* motion,
                               int64_t* made);
// Begins the turn to a control scheme with 8 or 24 orientations. Call mm_world_step(world, -1, -1,
// ...) to complete the turn, which does not count as a move. Errors: see mm_world_step().
MM_API mm_status mm_world_begin_switch(mm_world world, int32_t orientations);
// Sets the command of continuous control and simulates 0 or more ticks. command[3] is an angular
// velocity about the maze axes x, y, z as a fraction of max_rate. It applies until the next
// command. NULL leaves the current command unchanged. The vector is clamped to length 1, and its
// components are rounded to multiples of 1/4096.
MM_API mm_status mm_world_turn(mm_world world, const double* command, int32_t ticks);
// Returns the command that a tilt policy chooses for the next 8 ticks, and its reason. The policy
// keeps its internal state until the world is reset or another policy is selected.
MM_API mm_status mm_world_decide(mm_world world, const char* policy, double* command,
                                 mm_text* reason);

// Properties of a state and a move that follow from the rules, without simulating the move.
typedef struct mm_rule {
  uint64_t size;
  int32_t moves; /* number of legal moves in the state */
  int32_t goal;  /* 1: the state is a goal */
  int32_t to;    /* state in which the move ends; -1 if the rules do not determine it */
} mm_rule;

// Returns the properties of a state and, unless `move` is -1, of one of its moves.
MM_API mm_status mm_world_rule(mm_world world, int32_t state, int32_t move, mm_rule* rule);
// Describes a state or, unless `move` is -1, one of its moves as text.
MM_API mm_status mm_world_describe(mm_world world, int32_t state, int32_t move, mm_text* words);
// Creates a copy in the same state, with noise from the given random stream. Use it for agents,
// because agents must not see the noise of future moves. Errors: MM_NOT_NOW if the world is not at
// rest.
MM_API mm_status mm_world_copy_for_agent(mm_world world, uint64_t stream, mm_world* copy);

// Reference solution of a world, found by a search that tries moves in copies.
typedef struct mm_truth {
  uint64_t size;
  int32_t solvable;
  int32_t complete; /* 1: the search tried all moves; 0: it ran out of budget */
  int64_t tried;    /* number of moves tried */
  double
      chance; /* probability of reaching the goal with the reference policy; 0 or 1 without noise */
  /* Shortest solution found, valid until the next call on this thread. With noise, these are the
   * moves of the reference policy if every move has its most likely outcome. */
  const int32_t* solution;
  size_t length;
} mm_truth;

// Computes the reference solution from the start of the world. The world itself does not change. If
// `recovery` is not 0, runs continue from balanced states. `budget` is the maximum number of moves
// to try, or 0 for the default. Takes seconds, or minutes in a world with noise.
MM_API mm_status mm_world_truth(mm_world world, int32_t recovery, int64_t budget, mm_truth* truth);

// --- Batches: many worlds in one call

#define MM_TILT_STATE 15
#define MM_TILT_OBSERVATION 28

// Output arrays that the caller provides, with one row for each of N worlds. A call fills all
// arrays that are not NULL. It skips the rows of worlds that are not selected by the mask. S is
// cells * orientations.
typedef struct mm_view {
  uint64_t size;
  int64_t* states; /* [N]: state in which the marble rests or last rested; -1 if there is none */
  int64_t* cells;  /* [N]: cell of this state */
  int64_t* orientations; /* [N]: orientation of this state */
  int64_t* endings;      /* [N]: mm_motion at the end of the last move */
  int64_t* outcomes;     /* [N]: mm_outcome after the last move or tick */
  int64_t* moves;        /* [N]: moves since the last reset */
  int64_t* ticks;        /* [N]: ticks since the last reset; 0 in worlds without positions */
  double* rewards;       /* [N]: 1 for a step that solves the maze, 0 for any other step */
  int8_t* visited;       /* [N][S]: 1 for each state visited since the last reset */
  int32_t* distances; /* [N][cells]: distances as in mm_maze_info in visited cells, 0 elsewhere */
  /* [N][15]: physical state under continuous control, in the maze frame: centre of the marble (0 to
   * dims), its velocity (cells/s) and spin (rad/s) relative to the maze, direction of gravity,
   * angular velocity of the maze (rad/s). */
  double* tilt;
  /* [N][28]: observation under continuous control, for learning: [0-2] position of the marble
   * relative to the centre of its cell; [3-5] centre of the cell as fractions of the side lengths;
   * [6-8] velocity; [9-11] spin; [12-14] direction of gravity; [15-17] angular velocity of the maze
   * as fractions of max_rate; [18-23] walls of the cell; [24-26] direction of the theoretical path
   * out of the cell; [27] distance to the centre of the target along this path, cells. All 0
   * outside the maze. */
  float* observations;
} mm_view;

// Creates N worlds from one setup. World i is in mazes[i], and setup->maze is ignored. Under
// continuous control, all mazes must have the same side lengths and layers. "imagined" worlds are
// stepped in SIMD lanes. `jobs` is the number of threads (0: all cores). Results do not depend on
// it. World i uses random stream i or, under continuous control, run 1. Call mm_batch_reset() next.
MM_API mm_status mm_batch_create(const mm_setup* setup, const mm_maze* mazes, size_t count,
                                 int32_t jobs, mm_batch* batch);
// In the functions below, `count` must be N. `mask` selects the worlds with mask[i] != 0, and NULL
// selects all worlds. `view` can be NULL.
//
// Resets the selected worlds. With discrete moves, the marbles then settle. If `streams` is not
// NULL, streams[i] selects the random stream of the noise or, under continuous control, the run
// number. If `seeds` is not NULL, world i gets a new maze, generated from seeds[i] with the same
// side lengths and layers. If the marble does not settle in the start cell, the next seed is tried,
// and seeds[i] is set to the seed that was used. Errors: MM_BAD_INPUT if 10,000 consecutive seeds
// are unsuitable.
MM_API mm_status mm_batch_reset(mm_batch batch, const uint8_t* mask, uint64_t* seeds,
                                const uint64_t* streams, const mm_view* view, size_t count);
// Executes moves[i] in world i. -1 leaves a world unchanged. Errors: MM_NOT_NOW if a world is not
// at rest, MM_BAD_INPUT if a move is illegal. Both are reported before any world changes.
MM_API mm_status mm_batch_step(mm_batch batch, const int32_t* moves, const mm_view* view,
                               size_t count);
// Sets commands[N][3], unless `commands` is NULL, and simulates `ticks` ticks, like
// mm_world_turn(). Errors: MM_BAD_INPUT if a command is NaN or longer than 1e100. This is reported
// before any world changes.
MM_API mm_status mm_batch_turn(mm_batch batch, const uint8_t* mask, const double* commands,
                               int32_t ticks, const mm_view* view, size_t count);
// Fills the view with the current values of all worlds. Rewards are 0. In `visited` and
// `distances`, only the current state is marked.
MM_API mm_status mm_batch_observe(mm_batch batch, const mm_view* view, size_t count);
// Creates a handle for the maze of world `index`.
MM_API mm_status mm_batch_maze(mm_batch batch, size_t index, mm_maze* maze);
// Creates an exact copy of world `index` as an independent world.
MM_API mm_status mm_batch_world(mm_batch batch, size_t index, mm_world* world);
// Replaces world `index` with an exact copy of another world. Requires: both worlds have the same
// kind, settings and control scheme, and their mazes have the same side lengths and layers.
MM_API mm_status mm_batch_put(mm_batch batch, size_t index, mm_world world);

// --- Forward models and state maps

// Predicted outcome of a move.
typedef struct mm_guess {
  int32_t state; /* state in which the move ends; -1 if the marble freezes */
  int32_t reserved;
  double probability;
} mm_guess;

// Creates a forward model for discrete moves. setup->kind is the name of a model in the catalogue.
// If it names a simulation, the model simulates each move `runs` times: first from the exact pose
// of the state, then from poses displaced by up to `displacement` cells (0 to 0.1). Other models
// ignore `runs` and `displacement`.
MM_API mm_status mm_model_create(const mm_setup* setup, int32_t runs, double displacement,
                                 mm_model* model);
// Returns the predicted outcomes of a move, most likely first. Valid until the next call on this
// thread. The probabilities can sum to less than 1. The remainder is the probability of an unknown
// outcome.
MM_API mm_status mm_model_predict(mm_model model, int32_t state, int32_t move,
                                  const mm_guess** guesses, size_t* count);

// All states that are reachable under a model, and the outcomes of their moves. The map owns the
// arrays.
typedef struct mm_map_info {
  uint64_t size;
  int32_t start;   /* first state */
  int32_t states;  /* number of reachable states */
  int32_t arcs;    /* number of outcomes of their moves */
  int32_t optimum; /* minimum number of moves to a goal; -1 if there is no path */
  int32_t traps;   /* number of dead-end regions, which are closed sets of states without a goal */
  int32_t orientations;        /* number of orientations of the control scheme */
  uint64_t shortest_solutions; /* number of solutions with `optimum` moves */
  const int32_t* state;        /* [states], in breadth-first order from the start */
  const int32_t* distance; /* [states]: minimum number of moves to a goal; -1 if there is no path */
  const int32_t* trap;     /* [states]: index of the dead-end region; -1 outside all regions */
  const int32_t* arc;      /* [arcs][3]: state, move, and next state (-1 if the marble freezes) */
  const double* probability; /* [arcs] */
  const int32_t* solution;   /* [optimum]: moves of a shortest solution */
} mm_map_info;

// Creates a map by predicting every move of every reachable state, in `jobs` threads (0: all
// cores).
MM_API mm_status mm_map_create(mm_model model, int32_t jobs, mm_map* map);
MM_API mm_status mm_map_get_info(mm_map map, mm_map_info* info);
// Returns the same JSON document as `marblemaze map --json`.
MM_API mm_status mm_map_to_json(mm_map map, mm_text* json);

// --- Episodes: an agent or a user plays

typedef struct mm_player {
  uint64_t size;
  const char* agent; /* name of a built-in or registered agent; under continuous control, of a tilt
                        policy */
  uint64_t run;      /* run number, which selects the actuator noise; usually 1 */
  int32_t by_hand;   /* 1: the user chooses the moves */
  int32_t recovery;  /* 1: the run continues from balanced states */
  int32_t record;    /* 1: the run is recorded, with about 60 bytes per tick */
} mm_player;

typedef struct mm_episode_info {
  uint64_t size;
  int32_t outcome; /* mm_outcome */
  int32_t moves;
  int32_t repeated;        /* moves whose result was known */
  int32_t unrepeatable;    /* moves whose result differed from the known result */
  int32_t predicted_right; /* moves whose prediction was correct */
  int32_t predicted_total; /* moves that were predicted */
  int32_t first_state;     /* -1 if the marble never came to rest */
  int32_t state;           /* state in which the marble rests or last rested; -1 if there is none */
  int64_t ticks;
  /* [played][4]: start state, move (-1 for a switch of the scheme), end state (-1: no state),
   * ending (mm_motion). Valid until the next call with the episode. */
  const int32_t* records;
  size_t played;
} mm_episode_info;

// Creates an episode that is identical to the run of `marblemaze solve`.
MM_API mm_status mm_episode_create(const mm_setup* setup, const mm_player* player,
                                   mm_episode* episode);
// Continues the run until it ends, waits for the user, or has made `moves` moves or `ticks` ticks.
// A negative number means no limit. Sets *made to the number of ticks. `made` can be NULL.
MM_API mm_status mm_episode_run(mm_episode episode, int64_t moves, int64_t ticks, int64_t* made);
MM_API mm_status mm_episode_get_info(mm_episode episode, mm_episode_info* info);
// The functions below return MM_UNSUPPORTED if they need discrete moves and the run uses continuous
// control, or if they need a recording and the world has no positions.
//
// Replaces the agent, unless `agent` is NULL. The new agent inherits all knowledge. `by_hand` sets
// who makes the next decision: the user (1), the agent (0), or no change (-1).
MM_API mm_status mm_episode_set_player(mm_episode episode, const char* agent, int32_t by_hand);
// Sets the user's move. Errors: MM_NOT_NOW if the run is not waiting for the user.
MM_API mm_status mm_episode_choose(mm_episode episode, int32_t move);
// Changes the control scheme the next time the marble is at rest. The current scheme cancels a
// pending change. Errors: MM_NOT_NOW if the run has ended.
MM_API mm_status mm_episode_switch(mm_episode episode, int32_t orientations);
// Returns the move that the agent would choose now, and its reason. The move is -1 if the agent
// would give up. The run does not change. Errors: MM_NOT_NOW if no move can begin.
MM_API mm_status mm_episode_hint(mm_episode episode, int32_t* move, mm_text* reason);
// Returns the current state of the run as a JSON object: outcome, phase, agent, orientations,
// turning_to, by_hand, waits, state, state_words, cell, choices (a description of each legal move
// and, in a maze, the axis of the turn), counters, rule and why (both for the agent's last
// decision), and the contents of a board or of lamps.
MM_API mm_status mm_episode_describe(mm_episode episode, mm_text* json);
// Returns the moves from index `first` onwards as a JSON array of objects with words, reason,
// states and ending. In a maze, they also contain cells and times. Errors: MM_NOT_NOW if the run is
// not recorded.
MM_API mm_status mm_episode_log(mm_episode episode, size_t first, mm_text* json);
// Fills frames[count][12] with the poses at the ticks first, first + stride, and so on. A pose
// consists of the rotation of the maze (w, x, y, z), the position of the marble in the maze frame
// (x, y, z), its rotation (w, x, y, z), and the phase (0 waiting, 1 stable, 2 accelerating, 3
// decelerating, 4 solved, 5 finished, 6 frozen). Sets *length to the number of frames. Errors:
// MM_NOT_NOW if the run is not recorded.
MM_API mm_status mm_episode_frames(mm_episode episode, int64_t first, int64_t stride, float* frames,
                                   size_t count, size_t* length);
// Returns the bytes of a recording file. Errors: MM_NOT_NOW if the run is not recorded.
MM_API mm_status mm_episode_recording(mm_episode episode, mm_text* bytes);
// Converts a recording file to JSON: maze, moves as in mm_episode_log(), outcome, and 60 poses per
// second, which are delta-encoded in base64.
MM_API mm_status mm_recording_to_json(const void* bytes, size_t length, mm_text* json);

// --- Your own agents, and the program's commands
//
// Register an agent to use it in episodes and commands by name, like a built-in agent. The library
// invokes its callbacks on the thread that plays the run, so different runs can invoke them
// concurrently. The callbacks can call any function of this library.

// Access level: the information that an agent receives in addition to the results of its moves.
// Each level includes the previous levels.
typedef enum mm_access {
  MM_ACCESS_BLIND = 0,
  MM_ACCESS_HEURISTIC = 1, /* distances to the target */
  MM_ACCESS_FULL = 2,      /* the maze and forward models */
  MM_ACCESS_COPIES = 3     /* copies of the world */
} mm_access;

// Description of a run, for an agent.
typedef struct mm_task {
  uint64_t size;
  uint64_t run; /* handle for mm_agent_predict() and mm_agent_copy(); valid until the run ends */
  const char* world;    /* kind of world, such as "bullet" */
  const char* models;   /* names of the models for mm_agent_predict(), separated by spaces */
  mm_maze maze;         /* valid until the run ends; 0 below MM_ACCESS_FULL and in logic mazes */
  int32_t orientations; /* number of orientations of the control scheme; 0: continuous control or a
                           logic maze */
  int32_t recovery;     /* 1: the run continues from balanced states */
  int32_t rest; /* 1: under continuous control, the marble must come to rest in the target */
  int32_t reserved;
  double max_rate;         /* maximum angular velocity under continuous control, rad/s */
  double max_acceleration; /* maximum angular acceleration under continuous control, rad/s^2 */
  double seconds;          /* time between two commands under continuous control, s */
} mm_task;

// A state that the agent knows.
typedef struct mm_place {
  int32_t state;
  int32_t moves;       /* number of legal moves, which are numbered 0 to moves - 1 */
  int32_t cell;        /* -1 in a logic maze */
  int32_t orientation; /* -1 in a logic maze */
  int32_t balanced;    /* 1: the marble balances on edges */
  int32_t reserved;
  double distance; /* number of cells on the theoretical path to the target; -1 for a blind agent */
} mm_place;

// Knowledge that the agent has gained since its last choice.
typedef struct mm_news {
  uint64_t size;
  int32_t state;          /* state in which the marble rests */
  int32_t moves;          /* number of legal moves in this state */
  const mm_place* places; /* [place_count]: new states */
  size_t place_count;
  const int32_t*
      arcs; /* [arc_count][3]: state, move, and the state where the move most recently ended */
  size_t arc_count;
} mm_news;

// Observation of a tilt policy.
typedef struct mm_sight {
  uint64_t size;
  double tilt[15]; /* as in mm_view */
  double way[3];   /* direction of the theoretical path out of the cell; zero for a blind policy */
  double distance; /* distance to the centre of the target along this path, cells; -1 for a blind
                      policy */
} mm_sight;

// Decision of an agent.
typedef struct mm_choice {
  int32_t move; /* chosen move; -1 to give up; -2 (the initial value) if the agent failed */
  int32_t reserved;
  double command[3]; /* command of a tilt policy, as in mm_world_turn(); set `move` to 0 as well */
  char reason[256];  /* reason for the decision, shown to spectators; empty by default */
} mm_choice;

// Begins a run. Returns a pointer that the other callbacks receive as `run`.
typedef void* (*mm_begin)(void* data, const mm_task* task);
// Chooses a move. If the callback fails, the call that plays the run returns MM_CANCELLED.
typedef void (*mm_choose)(void* run, const mm_news* news, mm_choice* choice);
// Chooses a command for the next 8 ticks of continuous control.
typedef void (*mm_command)(void* run, const mm_sight* sight, mm_choice* choice);
// Ends a run.
typedef void (*mm_end)(void* run);

typedef struct mm_agent {
  uint64_t size;
  const char*
      name; /* unique name under which results are stored; change it when you change the agent */
  int32_t access; /* mm_access */
  int32_t calls;  /* maximum number of predictions and moves in copies per decision; 0: no limit */
  double
      seconds; /* time limit of a decision, after which the run ends as timed out, s; 0: no limit */
  void* data;  /* argument of begin() */
  mm_begin begin;
  mm_choose choose;   /* NULL for an agent that does not choose moves */
  mm_command command; /* NULL for an agent that is not a tilt policy */
  mm_end end;
} mm_agent;

// Registers an agent for the lifetime of the program. Do not call this while another thread is
// playing. Errors: MM_BAD_INPUT if the name is already in use.
MM_API mm_status mm_register_agent(const mm_agent* agent);
// Returns the predictions of the model "first-cell", "predictor" or "imagination", like
// mm_model_predict(). The state must be a settled state of the maze or a state that the agent
// knows. Call this only in choose(). Errors: MM_UNSUPPORTED below MM_ACCESS_FULL, MM_NOT_NOW after
// `calls` calls.
MM_API mm_status mm_agent_predict(uint64_t run, const char* model, int32_t state, int32_t move,
                                  const mm_guess** guesses, size_t* count);
// Creates a copy of the world at rest, with noise from the given random stream. Call this only in
// choose(). The outcome of the copy is MM_OUTCOME_RUNNING while the run would continue. Errors:
// MM_UNSUPPORTED below MM_ACCESS_COPIES.
MM_API mm_status mm_agent_copy(uint64_t run, uint64_t stream, mm_world* copy);

// Runs a command of the program, for example {"marblemaze", "bench", "--agent", "heuristic"}. The
// command prints to the standard streams. Sets *exit_status to the exit status of the program: 0
// done, 1 not reached, 75 interrupted. With a watcher on this thread, the watcher can cancel the
// command, and the call returns its errors, for example MM_BAD_INPUT. Without a watcher, the
// command handles SIGINT and SIGTERM and prints its errors, like the program. *exit_status is then
// 2 for bad input and 3 for a system error. Errors: MM_CANCELLED.
MM_API mm_status mm_run_command(int32_t argc, const char* const* argv, int32_t* exit_status);

#ifdef __cplusplus
}
#endif

#endif
