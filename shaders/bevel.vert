#define REFRACTING
#include "panel.vert"
