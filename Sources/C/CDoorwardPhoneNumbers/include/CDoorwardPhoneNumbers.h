#pragma once
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
  DOORWARD_PHONE_OK = 0,
  DOORWARD_PHONE_NOT_A_NUMBER = 1,
  DOORWARD_PHONE_UNKNOWN_COUNTRY = 2,
  DOORWARD_PHONE_TOO_SHORT = 3,
  DOORWARD_PHONE_TOO_LONG = 4,
  DOORWARD_PHONE_NOT_VALID = 5,
  DOORWARD_PHONE_FAILED = 6
};

enum {
  DOORWARD_PHONE_FIXED_LINE = 0,
  DOORWARD_PHONE_MOBILE = 1,
  DOORWARD_PHONE_FIXED_LINE_OR_MOBILE = 2,
  DOORWARD_PHONE_TOLL_FREE = 3,
  DOORWARD_PHONE_PREMIUM_RATE = 4,
  DOORWARD_PHONE_SHARED_COST = 5,
  DOORWARD_PHONE_VOIP = 6,
  DOORWARD_PHONE_PERSONAL = 7,
  DOORWARD_PHONE_PAGER = 8,
  DOORWARD_PHONE_UAN = 9,
  DOORWARD_PHONE_VOICEMAIL = 10,
  DOORWARD_PHONE_UNKNOWN_TYPE = 11
};

typedef struct {
  /// The number in E.164 form with "+", ended by a zero byte.
  char e164[24];
  /// The ISO 3166-1 code of the number's region in capitals, or "001" for a number without a country. An unknown number of a
  /// code that several regions share has the main one, such as "US".
  char region[4];
  int calling_code;
  int type;
  /// The number of the phone that is probably reached, in the form of `e164`. It is shorter than `e164` if the numbering plans
  /// do not know that, but a number with which it begins.
  char subscriber[24];
} doorward_phone_number;

/// Reads a phone number as people write it.
///
/// `default_region` is the two-letter region of a number without an international prefix; "ZZ" for none. Returns
/// DOORWARD_PHONE_OK and fills `result`, or the reason why the text cannot be a number. A number that the numbering plans
/// do not know has DOORWARD_PHONE_UNKNOWN_TYPE. Throws no exception. Any thread may call it.
int doorward_phone_number_parse(
    const char *text, size_t length, const char *default_region, doorward_phone_number *result);

/// Whether the two capital letters of ISO 3166-1 name a region that has phone numbers: 1 or 0. Throws no exception. Any
/// thread may call it.
int doorward_phone_region_exists(const char *region);

#ifdef __cplusplus
}
#endif
