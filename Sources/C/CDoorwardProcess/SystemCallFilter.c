#include "CDoorwardProcess.h"

#ifdef __linux__
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/sched.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#if defined(__x86_64__)
#define ARCHITECTURE AUDIT_ARCH_X86_64
#elif defined(__aarch64__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define ARCHITECTURE AUDIT_ARCH_AARCH64
#endif

#ifdef ARCHITECTURE
// Loads the lower half of an argument. The upper half has none of the checked bits.
#define LOAD_ARGUMENT(index) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, args) + 8 * (index))
#define LOAD_NUMBER BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))
// Skips `count` instructions unless the number is that of the call.
#define ONLY_FOR(name, count) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, __NR_##name, 0, (count))

#define ALLOW(name) ONLY_FOR(name, 1), RETURN(SECCOMP_RET_ALLOW)
#define REFUSE_BITS(name, index, bits)                                                                        \
  ONLY_FOR(name, 4), LOAD_ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1),                \
      RETURN(SECCOMP_RET_KILL_PROCESS), LOAD_NUMBER
#define ALLOW_WITH_BITS(name, index, bits)                                                                    \
  ONLY_FOR(name, 4), LOAD_ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, (bits), 0, 1),                \
      RETURN(SECCOMP_RET_ALLOW), RETURN(SECCOMP_RET_KILL_PROCESS)
#define ALLOW_IF_EQUAL(name, index, value)                                                                    \
  ONLY_FOR(name, 4), LOAD_ARGUMENT(index), BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, 1),                \
      RETURN(SECCOMP_RET_ALLOW), RETURN(SECCOMP_RET_KILL_PROCESS)

// A filter applies to the thread that loads it and to the threads that this thread starts. The directory has one link for
// each thread, and two of its own.
static int has_one_thread(void) {
  struct stat tasks;
  return stat("/proc/self/task", &tasks) == 0 && tasks.st_nlink == 3;
}

int doorward_forbid_system_calls(void) {
  if (!has_one_thread()) return errno = EBUSY, -1;
  struct sock_filter code[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, ARCHITECTURE, 1, 0),
    RETURN(SECCOMP_RET_KILL_PROCESS),
    LOAD_NUMBER,
    ALLOW(read), ALLOW(write), ALLOW(close),
    // Memory that RLIMIT_DATA counts, and no new code. Shared memory is not counted.
    REFUSE_BITS(mmap, 2, PROT_EXEC), REFUSE_BITS(mmap, 3, MAP_SHARED), ALLOW(mmap),
    REFUSE_BITS(mprotect, 2, PROT_EXEC), ALLOW(mprotect),
    ALLOW(munmap), ALLOW(mremap), ALLOW(madvise), ALLOW(brk),
    // Threads, but no processes. The filter cannot read the flags of clone3, and the C library then calls clone.
    ONLY_FOR(clone3, 1), RETURN(SECCOMP_RET_ERRNO | ENOSYS),
    ALLOW_WITH_BITS(clone, 0, CLONE_THREAD),
    ALLOW(set_robust_list), ALLOW(rseq), ALLOW(futex), ALLOW(exit), ALLOW(exit_group), ALLOW(gettid), ALLOW(getpid),
    ALLOW(sched_yield), ALLOW(sched_getaffinity), ALLOW_IF_EQUAL(prctl, 0, PR_SET_NAME),
    ALLOW(rt_sigaction), ALLOW(rt_sigprocmask), ALLOW(rt_sigreturn), ALLOW(restart_syscall),
    // abort(3), so that a crash does not look like a forbidden call.
    ALLOW_IF_EQUAL(tgkill, 0, getpid()),
    ALLOW(getrandom), ALLOW(clock_gettime), ALLOW(clock_nanosleep), ALLOW(nanosleep),
    RETURN(SECCOMP_RET_KILL_PROCESS),
  };
  const struct sock_fprog program = {sizeof code / sizeof *code, code};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
  // Not seccomp(2), which can also filter all threads: a filter of the service can forbid that call.
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
#else
int doorward_forbid_system_calls(void) { return errno = ENOSYS, -1; }
#endif

#else
int doorward_forbid_system_calls(void) { return 0; }
#endif
