#pragma once
#include <unicase.h>
#include <uninorm.h>
#include <unictype.h>

// Swift does not import macros that are expressions, nor the structures that UNINORM_NFC and UNINORM_NFKC point to.
static inline uint32_t *doorward_u32_nfc(const uint32_t *text, size_t count, size_t *result_count) {
  return u32_normalize(UNINORM_NFC, text, count, NULL, result_count);
}

static inline uint32_t *doorward_u32_nfd(const uint32_t *text, size_t count, size_t *result_count) {
  return u32_normalize(UNINORM_NFD, text, count, NULL, result_count);
}

static inline uint32_t *doorward_u32_nfkc(const uint32_t *text, size_t count, size_t *result_count) {
  return u32_normalize(UNINORM_NFKC, text, count, NULL, result_count);
}

/// The full lower-case mapping of one character, without context: a final sigma has the mapping of any sigma.
static inline uint32_t *doorward_uc_lowercase(uint32_t character, size_t *result_count) {
  return u32_tolower(&character, 1, "", NULL, NULL, result_count);
}

/// The script's name, such as "Latin"; NULL for an unassigned character.
static inline const char *doorward_uc_script_name(uint32_t character) {
  const uc_script_t *script = uc_script(character);
  return script == NULL ? NULL : script->name;
}

/// The character without its wide or narrow form (Unicode decomposition type), or the character itself.
static inline uint32_t doorward_uc_standard_width(uint32_t character) {
  ucs4_t parts[UC_DECOMPOSITION_MAX_LENGTH];
  int type = 0;
  int count = uc_decomposition(character, &type, parts);
  return count == 1 && (type == UC_DECOMP_WIDE || type == UC_DECOMP_NARROW) ? parts[0] : character;
}
