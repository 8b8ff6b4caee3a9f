#pragma once
#include <sys/types.h>
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/memcpy.3.html
void *memcpy(void *to, const void *from, size_t length);
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/memchr.3.html
void *memchr(const void *bytes, int byte, size_t length);
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/memcmp.3.html
int memcmp(const void *bytes, const void *others, size_t length);
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/memset.3.html
void *memset(void *bytes, int byte, size_t length);
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/strlen.3.html
size_t strlen(const char *text);
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/memset_s.3.html
int memset_s(void *bytes, size_t capacity, int byte, size_t length);
