#pragma once
#include <libsecret/secret.h>

// What Swift cannot import: a list of attributes that ends in no fixed place, and variadic functions.

static inline const SecretSchema *doorward_secret_schema(void) {
  static const SecretSchema schema = {
      "org.doorward.SessionKey", SECRET_SCHEMA_NONE, {{"id", SECRET_SCHEMA_ATTRIBUTE_STRING}, {NULL, 0}}};
  return &schema;
}

static inline GHashTable *doorward_secret_attributes(const char *id) {
  return secret_attributes_build(doorward_secret_schema(), "id", id, NULL);
}
