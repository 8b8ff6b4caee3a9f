#pragma once
#include <fido.h>
#include <fido/eddsa.h>
#include <fido/es256.h>
#include <fido/rs256.h>

// Older versions do not have ES384.
#if __has_include(<fido/es384.h>)
#include <fido/es384.h>
#endif
