#pragma once

/// Disables core dumps and the crash reports of Swift's runtime, in this process and permanently. Returns 0, or -1 and sets
/// errno.
int doorward_disable_core_dumps(void);
