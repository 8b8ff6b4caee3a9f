#pragma once
#include <stddef.h>

/// Disables core dumps and the crash reports of Swift's runtime, in this process and permanently. Returns 0, or -1 and sets
/// errno.
int doorward_disable_core_dumps(void);

/// Limits the memory, processor time, priority and files of this process permanently, before it reads data of strangers. Call it
/// first, while the process has one thread.
///
/// The process is killed when its parent ends, and before all others when memory is exhausted. On macOS, the system does not
/// enforce the limit of memory, and the process outlives its parent.
///
/// - `memory_bytes`: the private memory that the process can write to, including that of its libraries.
/// Returns 0, or -1 and sets errno.
int doorward_limit_process(size_t memory_bytes, unsigned processor_seconds);

/// Kills this process at any system call other than those that computing needs: memory, threads, and reading and writing
/// of open files. The process must have one thread, and its libraries must be loaded. Without effect on macOS.
///
/// Returns 0, or -1 and sets errno if the system cannot filter system calls.
int doorward_forbid_system_calls(void);
