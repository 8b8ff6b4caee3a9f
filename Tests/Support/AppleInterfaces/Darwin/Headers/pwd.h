#pragma once
#include <sys/types.h>
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getpwent.3.html
struct passwd {
  char *pw_name;
  uint32_t pw_uid, pw_gid;
};
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getpwent.3.html
struct passwd *getpwuid(uint32_t user);
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/getpwuid_r.3.html
int getpwuid_r(uint32_t user, struct passwd *entry, char *bytes, size_t length, struct passwd **found);
