/* Runs of an agent through the C interface, for scripts/measure_library.py agreement: in mazes of seeds 1 to MAZES, a line
 * each with the outcome's number and the moves.
 *
 *   library_runs AGENT ORIENTATIONS MAZES SETTINGS     SETTINGS is the text of a settings file
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/c_api/marblemaze.h"

static void require(mm_status status) {
  if (status == MM_OK) return;
  fprintf(stderr, "%s\n", mm_last_error());
  exit(2);
}

static void print_run(mm_episode episode, int32_t outcome) {
  mm_episode_info info;
  require(mm_episode_get_info(episode, &info));
  size_t room = (size_t)info.moves + 1, length = 0;
  int32_t* records = malloc(4 * room * sizeof *records);
  if (!records) exit(3);
  require(mm_episode_moves(episode, records, room, &length));
  printf("%" PRId32, outcome);
  for (size_t i = 0; i < length; ++i) printf(" %" PRId32, records[4 * i + 1]);
  printf("\n");
  free(records);
}

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  mm_settings settings;
  require(mm_settings_from_json(argv[4], strlen(argv[4]), &settings));
  for (uint64_t seed = 1; seed <= strtoull(argv[3], NULL, 10); ++seed) {
    mm_maze maze;
    mm_episode episode;
    int32_t outcome;
    require(mm_maze_generate(3, 3, 3, "all", seed, &maze));
    require(mm_episode_create("bullet", maze, atoi(argv[2]), settings, argv[1], 1, 0, 0, &episode));
    require(mm_episode_run(episode, -1, &outcome));
    print_run(episode, outcome);
    mm_free(episode);
    mm_free(maze);
  }
  mm_free(settings);
  return 0;
}
