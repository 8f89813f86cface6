// The C interface of marblemaze: plain C99, for every language that can call C.
//
// Results. Every function that can fail returns a status, which is MM_OK (0) on success. After a
// failure, mm_last_error() returns the reason as one line. By default, a failed call changes
// nothing and leaves its outputs unchanged; exceptions are stated in the comments. The library
// never throws or raises signals, provided that each pointer refers to as much memory as its
// comment states.
//
// Handles. Objects are numbers, not pointers. Functions return MM_BAD_HANDLE for a handle that is
// 0, unknown, freed or of the wrong kind. Free each object that a function creates with mm_free().
// Objects can be freed in any order.
//
// Structs begin with their size. Set it to sizeof the struct before a call, so later versions can
// add members at the end. Members that an older program does not have count as 0.
//
// Text is UTF-8. The library owns the memory of an mm_text, which stays valid until the same thread
// makes another call that returns an mm_text. The text is null-terminated.
//
// Threads. Every function can be called from any thread. Mazes, settings, models and maps are
// immutable, so any number of threads can use them at once. A world, an episode or a batch accepts
// one call at a time. A concurrent call returns MM_BUSY.
//
// Identical calls give bit-identical results on every machine and with any number of threads.
//
// Numbers. A cell is z*w*h + y*w + x. A state of a marble maze is cell * orientations +
// orientation, where a control scheme has 4, 8 or 24 orientations. A marble may also balance on
// edges: MM_BALANCED times k is added to the numbers of balanced states. Moves are numbered from 0.
// Lengths are in cells (1 cell = 1 m); all other units are SI.
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

// Version of this interface: the 2 in libmarblemaze.so.2. A program works only with the version for
// which it was compiled. Functions and members can be added without a new version.
#define MM_INTERFACE 2

#define MM_BALANCED 10000000

typedef enum mm_status {
  MM_OK = 0,
  MM_BAD_INPUT = 1,  /* a value is invalid; the message quotes it */
  MM_BAD_HANDLE = 2, /* no object of this kind has this handle */
  MM_NULL = 3,       /* a pointer is NULL but memory is needed */
  MM_NOT_NOW = 4,    /* the object cannot do this in its current state, for example during a move */
  MM_BUSY = 5,       /* another thread is using the object */
  MM_UNSUPPORTED = 6, /* this kind of object does not support the call */
  MM_MACHINE = 7,     /* the system failed, for example because memory ran out */
  MM_INTERNAL = 8,    /* an error inside the library */
  MM_CANCELLED = 9    /* a watcher or an agent's function cancelled the call */
} mm_status;

// Motion after a tick. A move ends with one of the last three values.
typedef enum mm_motion {
  MM_MOTION_SPEEDING = 0, /* the maze turns: first half of the turn */
  MM_MOTION_SLOWING = 1,  /* the maze turns: second half of the turn */
  MM_MOTION_ROLLING = 2,  /* the maze is stationary, the marble rolls */
  MM_MOTION_SETTLED = 3,  /* the marble rests in a state */
  MM_MOTION_FROZEN = 4,   /* the marble rests, but not in a settled state; it may be balanced */
  MM_MOTION_OVERDUE = 5   /* the marble did not come to rest within the time limit of a move */
} mm_motion;

// Outcome of a run. C++ (marblemaze::Outcome), Python and JavaScript use the same numbers. Outcomes
// 6 to 9 occur only with agents that are not part of the program.
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
typedef uint64_t mm_device;
typedef uint64_t mm_model;
typedef uint64_t mm_map;
typedef uint64_t mm_episode;

typedef struct mm_text {
  const char* data;
  size_t length; /* bytes, without the terminating null */
} mm_text;

// --- Library

// Returns the version, for example "0.5.0". Valid forever.
MM_API const char* mm_version(void);
// Returns the reason for this thread's most recent failure. Valid until this thread's next call.
// Empty before the first failure.
MM_API const char* mm_last_error(void);
// Returns all available names as a JSON object of arrays: "agents", "policies" (tilt policies),
// "worlds" (kinds of marble worlds), "families" (worlds by seed), "models", "settings".
MM_API mm_status mm_catalogue(mm_text* json);
// Frees an object. A call in progress on another thread completes normally.
MM_API mm_status mm_free(uint64_t handle);
// Creates an exact copy of a world or a batch at any time. The copy continues bit-identically,
// including future noise. For agents, use mm_world_copy_for_agent() instead.
MM_API mm_status mm_copy(uint64_t handle, uint64_t* copy);
// Returns an exact copy of a world or a batch as bytes, for another process or machine.
MM_API mm_status mm_save(uint64_t handle, mm_text* bytes);
// Restores the saved state in a world or a batch that was created with the same arguments. Errors:
// MM_BAD_INPUT if the bytes are damaged or come from another version or another world.
MM_API mm_status mm_load(uint64_t handle, const void* bytes, size_t length);

// Progress of a call: `done` of `total` moves, states or other units. A total of 0 means that the
// total is unknown.
typedef struct mm_progress {
  int64_t done;
  int64_t total;
  void* data; /* the argument of mm_watch() */
} mm_progress;
// Function that watches a call. Return 0 to let the call continue.
typedef int32_t (*mm_watcher)(const mm_progress* progress);
// Sets the watcher of this thread's calls; NULL removes it. A long call calls the watcher at its
// beginning and then about 20 times per second. If the watcher returns a nonzero value, the call
// ends with MM_CANCELLED. An episode that was cancelled between two ticks can be continued; an
// episode whose agent was choosing a move returns MM_NOT_NOW from then on. Reset a batch that was
// cancelled. The watcher must not use the objects of the call.
MM_API mm_status mm_watch(mm_watcher watcher, void* data);

// --- Mazes

// Facts about a maze. The maze owns the arrays.
typedef struct mm_maze_info {
  uint64_t size;
  int32_t dims[3];    /* cells along x, y, z: w, h, d */
  int32_t cells;      /* w*h*d, including cells that do not belong to the maze */
  int32_t maze_cells; /* cells that belong to the maze */
  int32_t start;      /* cell */
  int32_t target;     /* cell */
  int32_t flat;       /* 1: the maze has one layer, turns only about z, and has 4 orientations */
  uint64_t seed;      /* seed of the generator; 0 if the maze was not generated */
  char hash[24];      /* 16 hexadecimal digits that identify the maze */
  /* [cells][6]: 1 for a wall on the side +x, -x, +y, -y, +z, -z. Cells that do not belong to the
   * maze have walls on all sides. */
  const uint8_t* walls;
  /* [cells]: length of the theoretical path to the target in cells, including both ends: 1 in the
   * target, 0 in cells that do not belong to the maze. */
  const int32_t* distances;
} mm_maze_info;

// Creates the random maze of a seed. `layers` is "all", "outer" or "flat". Each side is 2 to 64
// cells long; d is 1 for a flat maze.
MM_API mm_status mm_maze_generate(int32_t w, int32_t h, int32_t d, const char* layers,
                                  uint64_t seed, mm_maze* maze);
// Reads a maze from the JSON text of a maze file, `length` bytes.
MM_API mm_status mm_maze_from_json(const char* text, size_t length, mm_maze* maze);
MM_API mm_status mm_maze_get_info(mm_maze maze, mm_maze_info* info);
// Returns the maze as "json", the text of a maze file, or as "ascii", a drawing in characters.
MM_API mm_status mm_maze_to_text(mm_maze maze, const char* format, mm_text* text);
// Draws the maze layer by layer. Includes the theoretical path if `path` is not 0, and a run if
// `rests` is not NULL: rests[count] are the cells in which its moves ended.
MM_API mm_status mm_maze_svg(mm_maze maze, int32_t path, const int32_t* rests, size_t count,
                             mm_text* svg);
// Renders a maze, or an episode after its last finished move, as a PNG file at `path`. Width and
// height are 64 to 8192 pixels; `theme` is "dark", "light" or "colour-blind". The function runs the
// program named by the environment variable MARBLEMAZE_VIEWER, or marblemaze-viewer next to the
// library or in PATH, and takes about a second. Errors: MM_UNSUPPORTED if the viewer is missing or
// the maze is a logic maze.
MM_API mm_status mm_png(uint64_t handle, int32_t width, int32_t height, const char* theme,
                        const char* path);

// Creates physics settings: the defaults with the changes of a settings file, `length` bytes of
// JSON. The handle 0 stands for the defaults, which include actuator noise. To turn the noise off,
// set drive_variation, brake_tolerance and brake_tolerance_growth to 0.
MM_API mm_status mm_settings_from_json(const char* text, size_t length, mm_settings* settings);
MM_API mm_status mm_settings_to_json(mm_settings settings, mm_text* json);

// --- Worlds

// Value of mm_setup.control for continuous control instead of a control scheme with orientations.
#define MM_CONTROL_TILT 1

// Description of a world.
typedef struct mm_setup {
  uint64_t size;
  const char*
      kind;     /* "bullet", "imagined" or "predicted", or the name of a family if `maze` is 0 */
  mm_maze maze; /* 0 selects the world of `seed` in the family */
  mm_settings settings; /* 0 selects the defaults */
  uint64_t seed;        /* seed of the world in the family */
  int32_t control;      /* 4, 8 or 24 orientations; 0 for the default scheme of the maze (4 if it is
                           flat, 8 for any other maze); or MM_CONTROL_TILT, which requires `kind`
                           "bullet" or "imagined" */
  int32_t rest;         /* 1: under continuous control, only rest in the target is a solution */
  int64_t limit; /* limit in moves, or in ticks under continuous control, after which a run is
                    truncated; 0: no limit in worlds and batches, the default limit in episodes */
} mm_setup;

// Current state of a world. The world frame has z up and its origin at the centre of the maze.
typedef struct mm_observation {
  uint64_t size;
  char kind[32];         /* "bullet", "four-bit", ... */
  int32_t orientations;  /* number of orientations of the current control scheme; 0: continuous
                            control or a logic maze */
  int32_t deterministic; /* 1: the world uses no random numbers */
  int32_t
      posed; /* 1: the world has positions. If 0, `marble_radius` and all later members are 0. */
  int32_t switches; /* 1: mm_world_begin_switch() works */
  int32_t at_rest;  /* 1: a move can begin */
  int32_t state;    /* state in which the marble rests or last rested; -1 if there is none */
  int32_t goal;     /* 1: the state is a goal, or the marble has reached the target under continuous
                       control */
  int32_t moves;    /* number of the state's moves, which are numbered 0 to moves - 1 */
  int32_t outcome;  /* mm_outcome after the last move or tick */
  int32_t moves_made;      /* moves since the last reset */
  int32_t rests;           /* 1: under continuous control, the marble now rests in the target */
  int32_t escaped;         /* 1: the marble has been outside the maze (continuous control) */
  int64_t ticks;           /* ticks since the last reset; 0 in worlds without positions */
  uint64_t hash;           /* hash of the complete state of the world */
  double tick;             /* length of a tick, s */
  double max_rate;         /* maximum angular velocity under continuous control, rad/s */
  double max_acceleration; /* maximum angular acceleration under continuous control, rad/s^2 */
  double marble_radius;    /* cells */
  double time;             /* simulated time since the last reset, s */
  double kinetic_energy;   /* kinetic energy of the marble, J */
  double
      maze_rotation[4]; /* quaternion w, x, y, z that rotates the maze frame into the world frame */
  double marble_position[3]; /* centre, world frame, cells */
  double marble_in_maze[3];  /* centre, maze frame, 0 to dims, cells */
  double marble_velocity[3]; /* world frame, cells/s */
  double tilt[15];           /* state under continuous control, as in mm_view */
  float frame[12];           /* as in mm_episode_frames() */
  float observation[28];     /* observation under continuous control, as in mm_view */
} mm_observation;

// Creates a world. In a world with discrete moves, the marble is not yet at rest; call
// mm_world_step(world, -1, -1, ...) to bring it to its first state. Under continuous control, the
// marble rests in the start cell.
MM_API mm_status mm_world_create(const mm_setup* setup, mm_world* world);
MM_API mm_status mm_world_observe(mm_world world, mm_observation* observation);
// Returns the world to its start and restarts its noise.
MM_API mm_status mm_world_reset(mm_world world);
// Selects the random stream of the actuator noise from now on. If `run` is not 0, `number` is a run
// index, as for the --run option. Requires: the world has a maze if `run` is not 0.
MM_API mm_status mm_world_draw_from(mm_world world, uint64_t number, int32_t run);
// Begins a move, unless `move` is -1, and advances tick by tick until the move ends, by at most
// `ticks` ticks (-1: no limit). Sets *motion to the mm_motion after the last tick and *made to the
// number of ticks; both may be NULL. For example, (m, -1) executes a move, (m, 0) begins a move,
// (-1, n) continues it for n ticks, and (-1, -1) lets the marble settle. Errors: MM_NOT_NOW for a
// move in a world that is not at rest, MM_BAD_INPUT for a move that does not exist in this state,
// MM_UNSUPPORTED under continuous control.
MM_API mm_status mm_world_step(mm_world world, int32_t move, int64_t ticks, int32_t* motion,
                               int64_t* made);
// Begins the turn to another control scheme, 8 or 24 orientations, which does not count as a move;
// mm_world_step(world, -1, -1, ...) completes the turn. Errors: see mm_world_step().
MM_API mm_status mm_world_begin_switch(mm_world world, int32_t orientations);
// Sets the command of continuous control and advances by 0 or more ticks. command[3] is an angular
// velocity about the maze axes x, y, z in fractions of max_rate. It applies until the next command;
// NULL leaves the current command unchanged. Vectors longer than 1 are shortened to length 1, and
// components are rounded to multiples of 1/4096.
MM_API mm_status mm_world_turn(mm_world world, const double* command, int32_t ticks);
// Returns the command that a tilt policy of the catalogue chooses now, for 8 ticks, and its reason.
// The world uses the same policy object until it is reset or another policy is named.
MM_API mm_status mm_world_decide(mm_world world, const char* policy, double* command,
                                 mm_text* reason);

// Facts about a state and a move that follow from the rules alone, without executing the move.
typedef struct mm_rule {
  uint64_t size;
  int32_t moves; /* number of the state's moves */
  int32_t goal;  /* 1: the state is a goal */
  int32_t to; /* state in which the move is certain to end; -1 if the rules do not determine it */
} mm_rule;

// Returns the facts about a state and, unless `move` is -1, about one of its moves.
MM_API mm_status mm_world_rule(mm_world world, int32_t state, int32_t move, mm_rule* rule);
// Returns a description of a state or, unless `move` is -1, of one of its moves, in words.
MM_API mm_status mm_world_describe(mm_world world, int32_t state, int32_t move, mm_text* words);
// Creates a copy for an agent, in the same state but with noise from the given random stream. Give
// agents only such copies, because agents must not have access to future noise. Errors: MM_NOT_NOW
// if the world is not at rest.
MM_API mm_status mm_world_copy_for_agent(mm_world world, uint64_t stream, mm_world* copy);

// Reference solution of a world, found by trying moves in copies.
typedef struct mm_truth {
  uint64_t size;
  int32_t solvable;
  int32_t complete; /* 1: all moves were tried; 0: the search ran out of budget */
  int64_t tried;    /* number of moves tried */
  double chance;    /* probability of reaching the goal; strictly between 0 and 1 only with noise */
  /* Shortest solution found, valid until this thread's next call. With noise: the moves of the
   * reference policy if each move has its most likely outcome. */
  const int32_t* solution;
  size_t length;
} mm_truth;

// Computes the reference solution from the start of the world, which does not change. If `recovery`
// is not 0, runs continue from balanced states. A budget of 0 moves stands for the program's
// default. Takes seconds, or minutes if the world is noisy.
MM_API mm_status mm_world_truth(mm_world world, int32_t recovery, int64_t budget, mm_truth* truth);

// --- Batches: many worlds in one call

#define MM_TILT_STATE 15
#define MM_TILT_OBSERVATION 28

// Arrays that the caller provides, with one row for each of N worlds. A call fills the arrays that
// are not NULL, except for the rows of worlds that the mask excludes. S is cells * orientations.
typedef struct mm_view {
  uint64_t size;
  int64_t* states; /* [N]: states in which the marbles rest or last rested; -1 if there is none */
  int64_t* cells;  /* [N]: cells of these states */
  int64_t* orientations; /* [N]: orientations of these states */
  int64_t* endings;      /* [N]: mm_motion at the end of the last move */
  int64_t* outcomes;     /* [N]: mm_outcome after the last move or ticks */
  int64_t* moves;        /* [N]: moves since the last reset */
  int64_t* ticks;        /* [N]: ticks since the last reset; 0 without positions */
  double* rewards;       /* [N]: 1 for a step that solves the maze, 0 for any other step */
  int8_t* visited;       /* [N][S]: 1 for states visited since the last reset */
  int32_t* distances;    /* [N][cells]: distances of mm_maze_info in visited cells, 0 elsewhere */
  /* [N][15], continuous control, along the maze axes: centre of the marble (0 to dims), its
   * velocity (cells/s) and spin (rad/s) relative to the maze, direction of gravity, angular
   * velocity of the maze (rad/s). */
  double* tilt;
  /* [N][28], continuous control, for learning: [0-2] marble relative to the centre of its cell;
   * [3-5] this centre as fractions of the side lengths; [6-8] velocity; [9-11] spin; [12-14]
   * direction of gravity; [15-17] angular velocity of the maze as fractions of max_rate; [18-23]
   * walls of the cell; [24-26] direction of the theoretical path out of the cell; [27] distance to
   * the centre of the target along this path, cells. All 0 outside the maze. */
  float* observations;
} mm_view;

// Creates N worlds from a setup, world i in mazes[i]; setup->maze is ignored. Under continuous
// control, the mazes must have the same side lengths and layers. "imagined" worlds are stepped in
// parallel in the processor's vector lanes. `jobs` is the number of threads (0: all cores); results
// do not depend on it. World i uses random stream i, or run 1 under continuous control. Call
// mm_batch_reset() next.
MM_API mm_status mm_batch_create(const mm_setup* setup, const mm_maze* mazes, size_t count,
                                 int32_t jobs, mm_batch* batch);
// In the functions below, count is N, and `mask` selects the worlds with mask[i] != 0; NULL selects
// all worlds. `view` may be NULL.
//
// Returns the selected worlds to their starts and, with discrete moves, lets the marbles settle. If
// `streams` is not NULL, streams[i] becomes the random stream of the noise or, under continuous
// control, the run number. If `seeds` is not NULL, world i is moved to the random maze of seeds[i]
// with the same side lengths and layers. If the marble does not settle in the start cell of that
// maze, the next seed is used instead and returned in seeds[i]. Errors: MM_BAD_INPUT if 10,000
// consecutive seeds are unsuitable.
MM_API mm_status mm_batch_reset(mm_batch batch, const uint8_t* mask, uint64_t* seeds,
                                const uint64_t* streams, const mm_view* view, size_t count);
// Executes moves[i] in world i; -1 leaves the world unchanged. Errors, reported before any world
// moves: MM_NOT_NOW if a world is not at rest, MM_BAD_INPUT for a move that does not exist in its
// state.
MM_API mm_status mm_batch_step(mm_batch batch, const int32_t* moves, const mm_view* view,
                               size_t count);
// Sets the commands [N][3], unless `commands` is NULL, and advances by `ticks` ticks, like
// mm_world_turn(). Errors, reported before any world moves: MM_BAD_INPUT if a command is NaN or
// longer than 1e100.
MM_API mm_status mm_batch_turn(mm_batch batch, const uint8_t* mask, const double* commands,
                               int32_t ticks, const mm_view* view, size_t count);
// Fills the view with the current values of all worlds. Rewards are 0. Only the current state is
// added to `visited` and `distances`.
MM_API mm_status mm_batch_observe(mm_batch batch, const mm_view* view, size_t count);
// Creates the maze of world `index` as a new object.
MM_API mm_status mm_batch_maze(mm_batch batch, size_t index, mm_maze* maze);
// Creates an exact copy of world `index` as an independent world.
MM_API mm_status mm_batch_world(mm_batch batch, size_t index, mm_world* world);
// Replaces world `index` by an exact copy of a world that has the same kind, settings and control
// scheme, and whose maze has the same side lengths and layers.
MM_API mm_status mm_batch_put(mm_batch batch, size_t index, mm_world world);

// --- Device batches: many runs of the fast model on a GPU
//
// Each run has the bits that its world would have on the processor. Run i begins with the random
// stream i of the noise, and its next run has stream i + N, then i + 2N. A run with stream s is in
// maze s modulo the number of mazes.

// Runs of a device batch.
typedef struct mm_device_runs {
  uint64_t size;
  int64_t count;  /* N */
  int32_t device; /* number of the GPU; -1: a loop on the processor, for tests */
  int32_t reserved;
  /* Rewards. With moves the reward is `solved` or `frozen` for a move that ends so, and `step` for
   * any other move; if `frozen` is NaN, freezing gives `step` for each remaining move. With
   * continuous control it is `step`, plus `way` for each cell of progress along the theoretical
   * path, plus `solved` for a step that solves the maze; if the marble escapes, `step` for each
   * remaining step. For the rewards of mm_view set `solved` to 1 and the others to 0. */
  double step;
  double way;
  double solved;
  double frozen;
} mm_device_runs;

// Arrays in the memory of the device with one row for each run. They live as long as the batch.
// Arrays of the other way of control are NULL.
typedef struct mm_device_arrays {
  uint64_t size;
  int32_t device_type; /* in DLPack: 2 for CUDA, 1 for the processor */
  int32_t device_id;
  int32_t moves;     /* M: number of moves of the control scheme */
  int32_t run_bytes; /* B */
  /* Inputs. */
  float* commands;   /* [N][3], continuous control, as in mm_world_turn() */
  int32_t* move;     /* [N], -1 for none */
  uint8_t* mask;     /* [N]: 1 for runs that mm_device_reset() begins */
  uint64_t* streams; /* [N]: of these runs */
  /* Outputs. */
  float* rewards;      /* [N] */
  int32_t* outcomes;   /* [N]: mm_outcome */
  uint8_t* terminated; /* [N]: 1 if the run is solved or frozen */
  uint8_t* truncated;  /* [N]: 1 if the run is over for another reason */
  int32_t* states;     /* [N]: in which marbles rest or last rested; -1 if there is none */
  int8_t* action_mask; /* [N][M]: 1 for moves that can begin */
  float* observations; /* [N][28], continuous control, as in mm_view */
  uint8_t* runs;       /* [N][B]: complete states. A copy of these bytes is a copy of the runs. */
} mm_device_arrays;

// Creates runs of a setup of kind "imagined" in mazes[maze_count], which have the same sides and
// layers and replace the setup's maze; with moves the marble must settle at their starts. Errors:
// MM_MACHINE without such a device, driver or memory.
MM_API mm_status mm_device_create(const mm_setup* setup, const mm_maze* mazes, size_t maze_count,
                                  const mm_device_runs* runs, mm_device* batch);
MM_API mm_status mm_device_get_arrays(mm_device batch, mm_device_arrays* arrays);
// Begins all runs, or those of the mask if `masked` is not 0, with the streams of the array if
// `with_streams` is not 0, otherwise with their next streams.
MM_API mm_status mm_device_reset(mm_device batch, int32_t masked, int32_t with_streams);
// Makes a step in each run by the array of commands or moves: `ticks` ticks of continuous control,
// or a move to its end. A run that is over begins again instead if `again` is not 0; otherwise it
// makes no step. Commands that are NaN or too long keep the last command, and invalid moves make no
// move. A GPU may still be working when the function returns; the legacy default stream waits for
// it. After MM_CANCELLED some moves are under way, and the next step continues them.
MM_API mm_status mm_device_step(mm_device batch, int32_t ticks, int32_t again);
// Copies bytes between memory of the processor and of the device, in any direction.
MM_API mm_status mm_device_copy(mm_device batch, void* to, const void* from, size_t length);
// Waits for the device.
MM_API mm_status mm_device_synchronize(mm_device batch);

// --- Forward models and state maps

// Predicted outcome of a move.
typedef struct mm_guess {
  int32_t state; /* state in which the move ends; -1 if the marble freezes */
  int32_t reserved;
  double probability;
} mm_guess;

// Creates a forward model of a setup with moves. setup->kind is one of the catalogue's "models". If
// `kind` is a simulation, the model tries each move `runs` times in copies: first from the pose of
// the state, then displaced by up to `displacement` cells, 0 to 0.1. Other models ignore `runs` and
// `displacement`.
MM_API mm_status mm_model_create(const mm_setup* setup, int32_t runs, double displacement,
                                 mm_model* model);
// Returns the predicted outcomes of a move, most likely first. Valid until this thread's next call.
// Probabilities may sum to less than 1; the remainder is the probability of an unknown outcome.
MM_API mm_status mm_model_predict(mm_model model, int32_t state, int32_t move,
                                  const mm_guess** guesses, size_t* count);

// All states that can be reached under a model, and the outcomes of their moves. The map owns the
// arrays.
typedef struct mm_map_info {
  uint64_t size;
  int32_t start;        /* first state */
  int32_t states;       /* number of reachable states */
  int32_t arcs;         /* number of outcomes of their moves */
  int32_t optimum;      /* minimum number of moves to a goal; -1 if no path exists */
  int32_t traps;        /* number of dead-end regions: closed sets of states without a goal */
  int32_t orientations; /* number of orientations of the control scheme */
  uint64_t shortest_solutions; /* number of paths of `optimum` moves */
  const int32_t* state;        /* [states], in breadth-first order from the start */
  const int32_t* distance;     /* [states]: moves to the goal; -1 if no path exists */
  const int32_t* trap;         /* [states]: index of the dead-end region; -1 outside all regions */
  const int32_t* arc;          /* [arcs][3]: state, move, next state or -1 for freezing */
  const double* probability;   /* [arcs] */
  const int32_t* solution;     /* [optimum]: moves of a shortest solution */
} mm_map_info;

// Creates a map by trying every move of every reachable state, in `jobs` threads (0: all cores).
MM_API mm_status mm_map_create(mm_model model, int32_t jobs, mm_map* map);
MM_API mm_status mm_map_get_info(mm_map map, mm_map_info* info);
// Returns the document that `marblemaze map --json` prints.
MM_API mm_status mm_map_to_json(mm_map map, mm_text* json);

// --- Episodes: an agent or a user plays

typedef struct mm_player {
  uint64_t size;
  const char* agent; /* an agent of the catalogue or a registered agent; under continuous control, a
                        tilt policy */
  uint64_t run;      /* run number, which selects the actuator noise; usually 1 */
  int32_t by_hand;   /* 1: the user chooses the moves */
  int32_t recovery;  /* 1: the run continues from balanced states */
  int32_t record;    /* 1: ticks and moves are recorded, about 60 bytes per tick */
} mm_player;

typedef struct mm_episode_info {
  uint64_t size;
  int32_t outcome; /* mm_outcome */
  int32_t moves;
  int32_t repeated;        /* moves with a known result */
  int32_t unrepeatable;    /* moves with a known result that had a different result */
  int32_t predicted_right; /* moves that ended as predicted */
  int32_t predicted_total; /* moves with a prediction */
  int32_t first_state;     /* -1 if the marble never came to rest */
  int32_t state;           /* state in which the marble rests or last rested; -1 if there is none */
  int64_t ticks;
  /* [played][4]: start state, move (-1 for a switch of the scheme), end state (-1: no state),
   * ending (mm_motion). Valid until the next call with the episode. */
  const int32_t* records;
  size_t played;
} mm_episode_info;

// Creates the run that `marblemaze solve` would play.
MM_API mm_status mm_episode_create(const mm_setup* setup, const mm_player* player,
                                   mm_episode* episode);
// Continues the run until it ends, it waits for the user's choice, or it has made `moves` moves or
// `ticks` ticks. A negative number means no limit. Sets *made, which may be NULL, to the number of
// ticks.
MM_API mm_status mm_episode_run(mm_episode episode, int64_t moves, int64_t ticks, int64_t* made);
MM_API mm_status mm_episode_get_info(mm_episode episode, mm_episode_info* info);
// In the functions below, functions for moves return MM_UNSUPPORTED in a run with continuous
// control, and functions for recordings return it in a run without positions.
//
// Sets the agent, which inherits all knowledge (NULL: no change), and sets who makes the next
// decision: the user (1), the agent (0), or no change (-1).
MM_API mm_status mm_episode_set_player(mm_episode episode, const char* agent, int32_t by_hand);
// Sets the user's move. Errors: MM_NOT_NOW if the run does not wait for the user.
MM_API mm_status mm_episode_choose(mm_episode episode, int32_t move);
// Changes the control scheme the next time the marble is at rest. Passing the current scheme
// cancels a pending request. Errors: MM_NOT_NOW after the end.
MM_API mm_status mm_episode_switch(mm_episode episode, int32_t orientations);
// Returns the move that the agent would choose now, or -1 if it would give up, and the reason. The
// run does not change. Errors: MM_NOT_NOW if no move can begin.
MM_API mm_status mm_episode_hint(mm_episode episode, int32_t* move, mm_text* reason);
// Returns the current state of the run as a JSON object: outcome, phase, agent, orientations,
// turning_to, by_hand, waits, state, state_words, cell, choices (the moves of the state in words
// and, in a maze, with the axis of the turn), counters, rule and why (both for the agent's last
// decision); also the contents of a board or of lamps.
MM_API mm_status mm_episode_describe(mm_episode episode, mm_text* json);
// Returns the moves from index `first` onwards as a JSON array: words, reason, states, ending; in a
// maze also cells and times. Errors: MM_NOT_NOW if the run is not being recorded.
MM_API mm_status mm_episode_log(mm_episode episode, size_t first, mm_text* json);
// Fills frames[count][12] with the poses of the ticks first, first + stride, and so on: rotation of
// the maze (w, x, y, z), position of the marble in the maze frame (x, y, z) and its rotation, and
// the phase (waiting 0, stable, accelerating, decelerating, solved, finished, frozen 6). Sets
// *length to the number of frames. Errors: MM_NOT_NOW if the run is not being recorded.
MM_API mm_status mm_episode_frames(mm_episode episode, int64_t first, int64_t stride, float* frames,
                                   size_t count, size_t* length);
// Returns the bytes of a recording file. Errors: MM_NOT_NOW if the run is not being recorded.
MM_API mm_status mm_episode_recording(mm_episode episode, mm_text* bytes);
// Returns the contents of a recording file as JSON: maze, moves as in mm_episode_log(), outcome,
// and poses at 60 per second as differences in base64.
MM_API mm_status mm_recording_to_json(const void* bytes, size_t length, mm_text* json);

// --- Your own agents, and the program's commands
//
// Episodes and commands find a registered agent by its name, like a built-in agent. The library
// calls its functions on the thread that plays the run; different runs may call them at the same
// time. The functions may call any function of this library.

// Access level: the information that an agent receives in addition to its own experience. Each
// level includes the previous levels.
typedef enum mm_access {
  MM_ACCESS_BLIND = 0,
  MM_ACCESS_HEURISTIC = 1, /* distances to the target */
  MM_ACCESS_FULL = 2,      /* the maze and forward models */
  MM_ACCESS_COPIES = 3     /* copies of the world */
} mm_access;

// Facts about a run that is starting.
typedef struct mm_task {
  uint64_t size;
  uint64_t run;         /* handle for the functions for agents below; valid until the run ends */
  const char* world;    /* kind of world, such as "bullet" */
  const char* models;   /* names for mm_agent_predict(), separated by spaces */
  mm_maze maze;         /* valid until the run ends; 0 below MM_ACCESS_FULL and in logic mazes */
  int32_t orientations; /* number of orientations of the control scheme; 0: continuous control or a
                           logic maze */
  int32_t recovery;     /* 1: the run continues from balanced states */
  int32_t rest;         /* 1: under continuous control, only rest in the target is a solution */
  int32_t reserved;
  double max_rate;         /* maximum angular velocity under continuous control, rad/s */
  double max_acceleration; /* maximum angular acceleration under continuous control, rad/s^2 */
  double seconds;          /* time between two commands under continuous control, s */
} mm_task;

// A state that the agent knows.
typedef struct mm_place {
  int32_t state;
  int32_t moves;       /* number of the state's moves, which are numbered 0 to moves - 1 */
  int32_t cell;        /* -1 in a logic maze */
  int32_t orientation; /* -1 in a logic maze */
  int32_t balanced;    /* 1: the marble balances on edges */
  int32_t reserved;
  double distance; /* length of the theoretical path to the target, cells; -1 for a blind agent */
} mm_place;

// Knowledge that the agent has gained since its last choice.
typedef struct mm_news {
  uint64_t size;
  int32_t state;          /* state in which the marble rests */
  int32_t moves;          /* number of moves of this state */
  const mm_place* places; /* [place_count]: new states */
  size_t place_count;
  const int32_t* arcs; /* [arc_count][3]: state, move, and the most recent result of the move, which
                          is a state */
  size_t arc_count;
} mm_news;

// Observation of a tilt policy.
typedef struct mm_sight {
  uint64_t size;
  double tilt[15]; /* as in mm_view */
  double way[3];   /* direction of the theoretical path out of the cell; 0 for a blind policy */
  double distance; /* distance to the centre of the target along this path, cells; -1 for a blind
                      policy */
} mm_sight;

// Answer of an agent.
typedef struct mm_choice {
  int32_t move; /* chosen move of the state; -1 to give up; -2, the initial value, if the agent
                   failed */
  int32_t reserved;
  double command[3]; /* command of a tilt policy, as in mm_world_turn(); also set `move` to 0 */
  char reason[256];  /* text for spectators; empty by default */
} mm_choice;

// Begins a run. Returns a pointer that the other functions receive as `run`.
typedef void* (*mm_begin)(void* data, const mm_task* task);
// Chooses a move. If the function fails, the call that plays the run returns MM_CANCELLED.
typedef void (*mm_choose)(void* run, const mm_news* news, mm_choice* choice);
// Chooses a command of continuous control, which applies for 8 ticks.
typedef void (*mm_command)(void* run, const mm_sight* sight, mm_choice* choice);
// Ends a run.
typedef void (*mm_end)(void* run);

typedef struct mm_agent {
  uint64_t size;
  const char* name; /* unique name; results are stored under it, so change the name when you change
                       the agent */
  int32_t access;   /* mm_access */
  int32_t calls;  /* maximum number of predictions and of moves in copies per choice; 0: no limit */
  double seconds; /* if a choice takes longer, the run ends as timed out; 0: no limit */
  void* data;     /* argument of begin() */
  mm_begin begin;
  mm_choose choose;   /* NULL for an agent that does not choose moves */
  mm_command command; /* NULL for an agent that is not a tilt policy */
  mm_end end;
} mm_agent;

// Registers an agent until the program ends. Call it while no other thread plays. Errors:
// MM_BAD_INPUT for a name that is already in use.
MM_API mm_status mm_register_agent(const mm_agent* agent);
// Returns the predictions of "first-cell", "predictor" or "imagination", like mm_model_predict(),
// for a settled state of the maze or a state that the agent knows. Call it only in choose().
// Errors: MM_UNSUPPORTED below MM_ACCESS_FULL, MM_NOT_NOW after `calls` calls.
MM_API mm_status mm_agent_predict(uint64_t run, const char* model, int32_t state, int32_t move,
                                  const mm_guess** guesses, size_t* count);
// Creates a copy of the world at rest, with noise from a random stream. Call it only in choose().
// The outcome of the copy is MM_OUTCOME_RUNNING as long as the run would continue in that state.
// Errors: MM_UNSUPPORTED below MM_ACCESS_COPIES.
MM_API mm_status mm_agent_copy(uint64_t run, uint64_t stream, mm_world* copy);

// Runs a command of the program, such as {"marblemaze", "bench", "--agent", "heuristic"}, which
// prints to the standard streams. Sets *exit_status to the exit status of the program: 0 done, 1
// not reached, 75 interrupted. If this thread has a watcher, the watcher can stop the command, and
// errors of the command are errors of this call, for example MM_BAD_INPUT. Without a watcher, the
// command handles SIGINT and SIGTERM like the program, and prints its errors: then *exit_status is
// 2 for bad input and 3 for a machine failure. Errors: MM_CANCELLED.
MM_API mm_status mm_run_command(int32_t argc, const char* const* argv, int32_t* exit_status);

#ifdef __cplusplus
}
#endif

#endif
