#include "render/app/viewer_options.h"

int main(int argc, char** argv) { return marblemaze::run_viewer(argc, argv); }
