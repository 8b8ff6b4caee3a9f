#pragma once
#include <sys/types.h>
#include <signal.h>
#include <sys/qos.h>
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_create.3.html
typedef struct _opaque_pthread_t *pthread_t;
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_key_create.3.html
typedef unsigned long pthread_key_t;
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_once.3.html
typedef struct _opaque_pthread_once_t {
  long __sig;
  char __opaque[8];
} pthread_once_t;
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_key_create.3.html
int pthread_key_create(pthread_key_t *key, void (*_Nullable destroy)(void *_Nonnull));
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_getspecific.3.html
void *_Nullable pthread_getspecific(pthread_key_t key);
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_setspecific.3.html
int pthread_setspecific(pthread_key_t key, const void *_Nullable value);
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_sigmask.3.html
int pthread_sigmask(int how, const sigset_t *_Nullable set, sigset_t *_Nullable before);
// https://developer.apple.com/library/archive/documentation/System/Conceptual/ManPages_iPhoneOS/man3/pthread_self.3.html
pthread_t pthread_self(void);
