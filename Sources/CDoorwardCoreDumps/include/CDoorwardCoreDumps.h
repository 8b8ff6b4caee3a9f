#pragma once

/// Keeps this process from ever writing its memory to a core dump. Returns 0, or -1 and sets errno.
int doorward_disable_core_dumps(void);
