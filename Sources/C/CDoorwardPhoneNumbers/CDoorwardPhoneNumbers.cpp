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

/// The most digits of a number, with the country's (E.164 §6.2.1).
constexpr size_t longest = 15;

/// Whether a number of the North American plan, which the metadata does not know, may exist: areas and exchanges begin with
/// 2 to 9, and an area does not end with 11.
bool may_be_north_american(const std::string &national) {
  const bool is_service = national.compare(1, 2, "11") == 0;
  return national.size() == 10 && national[0] >= '2' && national[3] >= '2' && !is_service;
}

/// The reason why a number that the metadata does not know cannot exist; DOORWARD_PHONE_OK if it may.
///
/// The metadata is as old as the distribution, and numbering plans grow: since 2024 the numbers of Benin have ten digits, and
/// older metadata knows eight. So only a number that is too short for its country is refused, or too long for any. Numbers
/// without a country are not part of a plan that grows, and are expensive.
int impossible(const PhoneNumberUtil &util, const PhoneNumber &number, const std::string &e164) {
  switch (util.IsPossibleNumberWithReason(number)) {
  case PhoneNumberUtil::INVALID_COUNTRY_CODE: return DOORWARD_PHONE_UNKNOWN_COUNTRY;
  case PhoneNumberUtil::TOO_SHORT:
  case PhoneNumberUtil::IS_POSSIBLE_LOCAL_ONLY: return DOORWARD_PHONE_TOO_SHORT;
  default: break;
  }
  if (e164.size() - 1 > longest) return DOORWARD_PHONE_TOO_LONG;
  std::string country;
  util.GetRegionCodeForCountryCode(number.country_code(), &country);
  if (country.size() != 2 || country == "ZZ") return DOORWARD_PHONE_NOT_VALID;
  std::string national;
  util.GetNationalSignificantNumber(number, &national);
  const bool is_north_american = number.country_code() == 1;
  return is_north_american && !may_be_north_american(national) ? DOORWARD_PHONE_NOT_VALID : DOORWARD_PHONE_OK;
}

bool is_expensive(int type) {
  return type == DOORWARD_PHONE_PREMIUM_RATE || type == DOORWARD_PHONE_SHARED_COST;
}

bool receives_messages(int type) {
  return type == DOORWARD_PHONE_MOBILE || type == DOORWARD_PHONE_FIXED_LINE_OR_MOBILE || type == DOORWARD_PHONE_VOIP;
}

/// The part of a number that may be the number of a phone, in E.164 form, and its type.
struct Subscriber {
  std::string e164;
  int type;
};

/// The subscriber of a number that the metadata does not know. Networks ignore digits after the last one of a number, so that
/// is an expensive number with which it begins, or else the longest number of a phone that receives messages. A number with
/// neither beginning is its own subscriber, of unknown type.
Subscriber subscriber(const PhoneNumberUtil &util, const PhoneNumber &number, const std::string &e164) {
  std::string national;
  util.GetNationalSignificantNumber(number, &national);
  Subscriber found = {e164, DOORWARD_PHONE_UNKNOWN_TYPE};
  for (size_t cut = 1; cut + 4 <= national.size(); cut++) {
    const std::string text = e164.substr(0, e164.size() - cut);
    PhoneNumber beginning;
    if (util.Parse(text, "ZZ", &beginning) != PhoneNumberUtil::NO_PARSING_ERROR) continue;
    const int type = type_of(util.GetNumberType(beginning));
    if (is_expensive(type)) return {text, type};
    if (found.type == DOORWARD_PHONE_UNKNOWN_TYPE && receives_messages(type)) found = {text, type};
  }
  return found;
}

int parse(const std::string &text, const std::string &region, doorward_phone_number *result) {
  const PhoneNumberUtil *util = PhoneNumberUtil::GetInstance();
  PhoneNumber number;
  const int error = reason(util->Parse(text, region, &number));
  if (error != DOORWARD_PHONE_OK) return error;
  const bool is_known = util->IsValidNumber(number);
  std::string e164, number_region;
  util->Format(number, PhoneNumberUtil::E164, &e164);
  util->GetRegionCodeForNumber(number, &number_region);
  if (!is_known) {
    const int refusal = impossible(*util, number, e164);
    if (refusal != DOORWARD_PHONE_OK) return refusal;
    // Several countries may share the code. The number is counted for the main one.
    if (number_region == "ZZ") util->GetRegionCodeForCountryCode(number.country_code(), &number_region);
  }
  if (!copy(e164, result->e164) || !copy(number_region, result->region)) return DOORWARD_PHONE_FAILED;
  result->calling_code = number.country_code();
  const Subscriber known = {e164, type_of(util->GetNumberType(number))};
  const Subscriber found = is_known ? known : subscriber(*util, number, e164);
  // The plans may be old, so the number may also be a new one.
  result->type = is_known || is_expensive(found.type) ? found.type : DOORWARD_PHONE_UNKNOWN_TYPE;
  return copy(found.e164, result->subscriber) ? DOORWARD_PHONE_OK : DOORWARD_PHONE_FAILED;
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
