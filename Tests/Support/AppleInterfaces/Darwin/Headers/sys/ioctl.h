#pragma once
#include <sys/types.h>
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man4/tty.4.html
struct winsize {
  unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel;
};
