#pragma once

/// Disables core dumps of this process permanently. Returns 0, or -1 and sets errno.
int doorward_disable_core_dumps(void);
