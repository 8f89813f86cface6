/* The fast model on NVIDIA GPUs: many runs in device memory that are stepped together. Each run has
 * the bits that it would have on the processor. Functions that return an int return -1, and
 * creation NULL, if they fail; mmc_last_error() then returns why, in one line. A batch serves one
 * thread at a time. */
#ifndef MARBLEMAZE_CUDA_H
#define MARBLEMAZE_CUDA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define MMC_API __attribute__((visibility("default")))

typedef struct mmc_batch mmc_batch;

typedef struct mmc_setup {
  const char* const* mazes; /* mazes of equal sides, as texts of maze files */
  size_t mazes_count;
  const char* settings; /* JSON; NULL for the defaults */
  int32_t orientations; /* 4, 8 or 24; 0 for continuous control */
  int32_t rest;         /* continuous control: the marble must rest in the target */
  int64_t limit;        /* moves or ticks of a run; 0 for no limit */
  int64_t runs;         /* run i is in maze i modulo mazes_count, with noise of stream i */
  int32_t device;
} mmc_setup;

/* Arrays of N elements in device memory, which live as long as the batch. */
typedef struct mmc_arrays {
  float* rewards;      /* 1 for a step that solved the maze, else 0 */
  int32_t* outcomes;   /* numbers of mm_outcome */
  int32_t* states;     /* moves: of the last rest, or -1 */
  float* observations; /* continuous control: [N][28], as in mm_view; otherwise NULL */
} mmc_arrays;

MMC_API const char* mmc_last_error(void);
MMC_API mmc_batch* mmc_create(const mmc_setup* setup);
MMC_API void mmc_free(mmc_batch* batch);
MMC_API mmc_arrays mmc_arrays_of(const mmc_batch* batch);
/* Begins runs again, those with a mask byte other than 0 in device memory, or all for NULL, with
 * the noise of their next streams: that of stream s + N after stream s. */
MMC_API int mmc_reset(mmc_batch* batch, const uint8_t* mask);
/* Makes a step of continuous control with commands [N][3] in device memory: the commands of
 * mm_batch_turn(), as float. A run that is over begins again instead if `again` is not 0; otherwise
 * nothing happens to it. A command that is NaN or above 1e100 keeps the last one. */
MMC_API int mmc_turn(mmc_batch* batch, const float* commands, int32_t ticks, int32_t again);
/* Begins moves [N] in device memory, -1 for none, and makes at most `ticks` ticks. Returns how many
 * moves are under way still. While that is not 0, call it again with NULL for `moves`. */
MMC_API int64_t mmc_move(mmc_batch* batch, const int32_t* moves, int32_t ticks, int32_t again);

/* Waits for the device. */
MMC_API int mmc_synchronize(mmc_batch* batch);

#ifdef __cplusplus
}
#endif
#endif
