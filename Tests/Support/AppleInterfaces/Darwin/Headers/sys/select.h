#pragma once
#include <sys/time.h>
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man2/select.2.html
typedef struct fd_set {
  int32_t fds_bits[32];
} fd_set;
