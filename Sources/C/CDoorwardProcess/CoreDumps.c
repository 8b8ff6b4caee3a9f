#include "CDoorwardProcess.h"

#include <signal.h>
#include <stddef.h>
#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

int doorward_disable_core_dumps(void) {
  struct rlimit none = {0, 0};
  if (setrlimit(RLIMIT_CORE, &none) != 0) return -1;
#ifdef __linux__
  // The limit does not apply if the kernel pipes dumps to a program (core(5)). A process that is not dumpable is
  // never dumped, and no other process of the same user can read its memory (ptrace(2)).
  if (prctl(PR_SET_DUMPABLE, 0) != 0) return -1;
#endif
  // If SWIFT_BACKTRACE or the system enables it, Swift's runtime handles these signals and prints the registers of the
  // crashed thread, with the memory that they point to.
  const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
    if (signal(crashes[i], SIG_DFL) == SIG_ERR) return -1;
  }
  return 0;
}
