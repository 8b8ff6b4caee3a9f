#include <openssl/crypto.h>

// OpenSSL asks, when it is first used, to free all it has when the process exits. Other threads go on until the very
// end, and one that opens a record then ended the process with a signal instead of its status. The operating system
// takes it all back anyway, so OpenSSL is told not to ask (OPENSSL_init_crypto(3)): before `main`, as only who is first
// can say so, and whoever makes a URLSession on Linux may be.
__attribute__((constructor)) static void keepOpenSSLToTheEnd(void) {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
