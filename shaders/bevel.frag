#define REFRACTING
#include "panel.frag"
