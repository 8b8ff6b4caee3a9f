#pragma once
// Swift's module of the C library does not include epoll. Apple platforms do not have it.
#ifdef __linux__
#include <sys/epoll.h>
#endif
