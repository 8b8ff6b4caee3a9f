#pragma once
// Swift's module of the C library does not have it; Apple platforms do not have it at all.
#ifdef __linux__
#include <sys/epoll.h>
#endif
