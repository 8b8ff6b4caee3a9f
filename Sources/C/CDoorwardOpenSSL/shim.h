#pragma once
#include <openssl/evp.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/ec.h>
#include <openssl/rsa.h>
#include <openssl/core_names.h>
#include <openssl/param_build.h>
#include <openssl/crypto.h>
#include <openssl/x509.h>
#include <openssl/x509_vfy.h>
#include <openssl/x509v3.h>

// Swift does not import macros that are expressions. These two are sums of flags.
enum {
  doorward_EVP_PKEY_PUBLIC_KEY = EVP_PKEY_PUBLIC_KEY,
  doorward_EVP_PKEY_KEYPAIR = EVP_PKEY_KEYPAIR
};
