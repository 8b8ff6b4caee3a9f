#pragma once
#include <sys/types.h>
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/sysctl.3.html
int sysctlbyname(const char *name, void *_Nullable old, size_t *_Nullable oldLength, void *_Nullable new_, size_t newLength);
