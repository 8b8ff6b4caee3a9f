#include "CDoorwardProcess.h"

#include <stdlib.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif

void doorward_keep_freed_memory(void) {
#ifdef __GLIBC__
  // Each commit needs some hundred kilobytes for a moment. By default the allocator gives them back to the system after
  // each, and the system clears every page that it hands out again.
  mallopt(M_TRIM_THRESHOLD, 8 << 20);
  mallopt(M_TOP_PAD, 512 << 10);
  // A larger block comes from the system and goes back to it. By default this limit grows with use, but a call of
  // mallopt fixes it.
  mallopt(M_MMAP_THRESHOLD, 4 << 20);
#endif
}
