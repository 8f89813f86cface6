#include "engine/cli/program.h"

int main(int argc, char** argv) { return marblemaze::run_program(argc, argv); }
