// Restricts itself as the decoder of photos does, and then does what its argument names. It exits with 0 if the act
// succeeded, and with 1 if the system refused it.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <CDoorwardProcess.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

enum { MEMORY = 128 << 20, PAGE = 4096 };

static void *compute(void *value) {
  char *memory = malloc(16 << 20);
  if (memory) memset(memory, 1, 16 << 20);
  free(memory);
  return value;
}

static void *wait_forever(void *value) {
  pause();
  return value;
}

static int is_thread_possible(void *(*body)(void *), int joins) {
  pthread_t thread;
  return pthread_create(&thread, NULL, body, NULL) == 0 && (!joins || pthread_join(thread, NULL) == 0);
}

static int is_possible(const char *act) {
  if (!strcmp(act, "compute")) return is_thread_possible(compute, 1) && write(STDOUT_FILENO, "ok\n", 3) == 3;
  if (!strcmp(act, "much memory")) {
    char *memory = malloc(2 * (size_t)MEMORY);
    return memory && memset(memory, 1, 2 * (size_t)MEMORY);
  }
  if (!strcmp(act, "much time")) for (volatile unsigned long i = 0;; i++) {}
  if (!strcmp(act, "abort")) abort();
  if (!strcmp(act, "read a file")) return open("/etc/passwd", O_RDONLY) >= 0;
  if (!strcmp(act, "write a file")) return open("/tmp/restriction-probe", O_WRONLY | O_CREAT, 0600) >= 0;
  if (!strcmp(act, "remove a file")) return unlink("/tmp/restriction-probe") == 0;
  if (!strcmp(act, "connect")) return socket(AF_INET, SOCK_STREAM, 0) >= 0;
  if (!strcmp(act, "local socket")) return socket(AF_UNIX, SOCK_STREAM, 0) >= 0;
  if (!strcmp(act, "start a process")) return fork() >= 0;
  if (!strcmp(act, "execute")) return execl("/bin/true", "true", (char *)NULL) == 0;
  if (!strcmp(act, "signal the parent")) return kill(getppid(), 0) == 0;
  if (!strcmp(act, "executable memory"))
    return mmap(NULL, PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
  if (!strcmp(act, "shared memory"))
    return mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
  if (!strcmp(act, "make memory executable")) {
    void *page = mmap(NULL, PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mprotect(page, PAGE, PROT_READ | PROT_EXEC) == 0;
  }
  _exit(2);
}

int main(int count, char **words) {
  if (count != 2) return 2;
  const int priority = getpriority(PRIO_PROCESS, 0);
  if (doorward_limit_process(MEMORY, 1) != 0) return 3;
  if (!strcmp(words[1], "lower priority")) {
    const int lowest = 19;
    return priority < lowest && getpriority(PRIO_PROCESS, 0) <= priority;
  }
  // The filter would not apply to a thread that exists.
  if (!strcmp(words[1], "thread before") && !is_thread_possible(wait_forever, 0)) return 2;
  if (doorward_forbid_system_calls() != 0) return errno == EBUSY ? 4 : 3;
  _exit(is_possible(words[1]) ? 0 : 1);
}
