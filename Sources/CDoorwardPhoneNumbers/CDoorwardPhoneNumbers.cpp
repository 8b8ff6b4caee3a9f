#include "CDoorwardPhoneNumbers.h"

#include <cstring>
#include <string>

#include <phonenumbers/phonenumber.pb.h>
#include <phonenumbers/phonenumberutil.h>

using i18n::phonenumbers::PhoneNumber;
using i18n::phonenumbers::PhoneNumberUtil;

namespace {

int reason(PhoneNumberUtil::ErrorType error) {
  switch (error) {
  case PhoneNumberUtil::NO_PARSING_ERROR: return DOORWARD_PHONE_OK;
  case PhoneNumberUtil::INVALID_COUNTRY_CODE_ERROR: return DOORWARD_PHONE_UNKNOWN_COUNTRY;
  case PhoneNumberUtil::TOO_SHORT_AFTER_IDD:
  case PhoneNumberUtil::TOO_SHORT_NSN: return DOORWARD_PHONE_TOO_SHORT;
  case PhoneNumberUtil::TOO_LONG_NSN: return DOORWARD_PHONE_TOO_LONG;
  default: return DOORWARD_PHONE_NOT_A_NUMBER;
  }
}

int type_of(PhoneNumberUtil::PhoneNumberType type) {
  switch (type) {
  case PhoneNumberUtil::FIXED_LINE: return DOORWARD_PHONE_FIXED_LINE;
  case PhoneNumberUtil::MOBILE: return DOORWARD_PHONE_MOBILE;
  case PhoneNumberUtil::FIXED_LINE_OR_MOBILE: return DOORWARD_PHONE_FIXED_LINE_OR_MOBILE;
  case PhoneNumberUtil::TOLL_FREE: return DOORWARD_PHONE_TOLL_FREE;
  case PhoneNumberUtil::PREMIUM_RATE: return DOORWARD_PHONE_PREMIUM_RATE;
  case PhoneNumberUtil::SHARED_COST: return DOORWARD_PHONE_SHARED_COST;
  case PhoneNumberUtil::VOIP: return DOORWARD_PHONE_VOIP;
  case PhoneNumberUtil::PERSONAL_NUMBER: return DOORWARD_PHONE_PERSONAL;
  case PhoneNumberUtil::PAGER: return DOORWARD_PHONE_PAGER;
  case PhoneNumberUtil::UAN: return DOORWARD_PHONE_UAN;
  case PhoneNumberUtil::VOICEMAIL: return DOORWARD_PHONE_VOICEMAIL;
  default: return DOORWARD_PHONE_UNKNOWN_TYPE;
  }
}

/// Copies a text with its zero byte; false if it does not fit.
template <size_t Size> bool copy(const std::string &text, char (&target)[Size]) {
  if (text.size() >= Size) return false;
  std::memcpy(target, text.c_str(), text.size() + 1);
  return true;
}

int parse(const std::string &text, const std::string &region, doorward_phone_number *result) {
  const PhoneNumberUtil *util = PhoneNumberUtil::GetInstance();
  PhoneNumber number;
  const int error = reason(util->Parse(text, region, &number));
  if (error != DOORWARD_PHONE_OK) return error;
  if (!util->IsValidNumber(number)) return DOORWARD_PHONE_NOT_VALID;
  std::string e164;
  util->Format(number, PhoneNumberUtil::E164, &e164);
  std::string number_region;
  util->GetRegionCodeForNumber(number, &number_region);
  if (!copy(e164, result->e164) || !copy(number_region, result->region)) return DOORWARD_PHONE_FAILED;
  result->calling_code = number.country_code();
  result->type = type_of(util->GetNumberType(number));
  return DOORWARD_PHONE_OK;
}

} // namespace

int doorward_phone_region_exists(const char *region) {
  try {
    return PhoneNumberUtil::GetInstance()->GetCountryCodeForRegion(std::string(region)) != 0;
  } catch (...) {
    return 0;
  }
}

int doorward_phone_number_parse(
    const char *text, size_t length, const char *default_region, doorward_phone_number *result) {
  // An exception must not reach Swift, which has no way to handle it.
  try {
    return parse(std::string(text, length), std::string(default_region), result);
  } catch (...) {
    return DOORWARD_PHONE_FAILED;
  }
}
