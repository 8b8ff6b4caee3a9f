#include "CDoorwardProcess.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

static int limit(int resource, rlim_t soft, rlim_t hard) {
  const struct rlimit both = {soft, hard};
  return setrlimit(resource, &both);
}

int doorward_limit_process(size_t memory_bytes, unsigned processor_seconds) {
#ifdef __linux__
  if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return -1;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  // Names the process in lists. The path of a program that runs itself is /proc/self/exe.
  (void)prctl(PR_SET_NAME, "doorward-photo");
  // Without it, the kernel could kill the server in the place of this process. Some containers do not allow it. The file
  // must be written before the process is not dumpable, because it belongs to root then (proc(5)).
  const int score = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);
  if (score >= 0) {
    (void)!write(score, "1000", 4);
    close(score);
  }
#endif
  // Requests of the server come first. The system cuts the value to its lowest priority.
  errno = 0;
  const int priority = getpriority(PRIO_PROCESS, 0);
  if (errno != 0 || setpriority(PRIO_PROCESS, 0, priority + 10) != 0) return -1;
  // RLIMIT_AS would also count the code of the libraries, which differs between their versions.
  if (limit(RLIMIT_DATA, memory_bytes, memory_bytes) != 0) return -1;
  // The first limit sends SIGXCPU. SIGKILL at once would look like exhausted memory to the parent.
  if (limit(RLIMIT_CPU, processor_seconds, processor_seconds + 1) != 0) return -1;
  if (limit(RLIMIT_NOFILE, 64, 64) != 0) return -1;
  if (limit(RLIMIT_FSIZE, 0, 0) != 0) return -1;
  return doorward_disable_core_dumps();
}
