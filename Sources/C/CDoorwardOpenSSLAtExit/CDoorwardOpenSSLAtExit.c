#include <openssl/crypto.h>

// By default, OpenSSL frees all its memory when the process exits. Other threads run until the end, and a thread
// that decrypted a record during the exit has ended the process with a signal. The operating system frees the
// memory in any case, so this option disables the exit handler (OPENSSL_init_crypto(3)). Only the first
// initialization can set the option, so it is set before `main`: otherwise a URLSession on Linux could initialize
// OpenSSL first.
__attribute__((constructor)) static void keepOpenSSLToTheEnd(void) {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}
