#pragma once
#include <sys/types.h>
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/tcp.4.html
#define TCP_NODELAY 0x01
