#pragma once

/// Disables core dumps and the crash reports of Swift's runtime, in this process and permanently. Returns 0, or -1 and sets
/// errno.
int doorward_disable_core_dumps(void);

/// Keeps more of the freed memory for later use than the C library does by default, permanently. Does nothing if the C
/// library has no such setting.
void doorward_keep_freed_memory(void);
