#pragma once
#include <sys/types.h>
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/gettimeofday.2.html
struct timeval {
  time_t tv_sec;
  int32_t tv_usec;
};
