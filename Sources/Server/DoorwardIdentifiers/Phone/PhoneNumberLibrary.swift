internal import CDoorwardPhoneNumbers
package import DoorwardServerRules

/// Reads phone numbers with libphonenumber, behind a C interface.
package enum PhoneNumberLibrary {
  /// Loads the numbering plans, which takes about 6 ms. Without this call, the first ``PhoneNumber`` waits for it. A server
  /// calls it at start, on a thread that may block. Later calls return at once.
  ///
  /// - Throws: ``IdentifierError`` if the installed library cannot read a valid number.
  package static func load() throws(IdentifierError) {
    // An example of the numbering plan of the United Kingdom. Reading it loads all that reading a number needs.
    _ = try parse("+44 7400 123456", defaultRegion: nil)
  }

  static func parse(_ text: String, defaultRegion: String?) throws(IdentifierError) -> PhoneNumber {
    var number = doorward_phone_number()
    var text = text
    let status = text.withUTF8 { text in
      text.withMemoryRebound(to: CChar.self) { text in
        doorward_phone_number_parse(text.baseAddress, text.count, region(defaultRegion), &number)
      }
    }
    guard Int(status) == DOORWARD_PHONE_OK else { throw error(Int(status)) }
    return PhoneNumber(
      e164: string(&number.e164), region: string(&number.region), callingCode: Int(number.calling_code),
      kind: kind(Int(number.type)), subscriber: string(&number.subscriber))
  }

  /// The default region in the form of the library: capital letters, and "ZZ" for none.
  private static func region(_ region: String?) -> String {
    guard let region, region.utf8.count == 2, region.utf8.allSatisfy({ (65...90).contains($0 & 0xdf) }) else {
      return "ZZ"
    }
    return region.uppercased()
  }

  /// Reads a text that ends with a zero byte from a fixed array of C.
  private static func string<Characters>(_ characters: inout Characters) -> String {
    withUnsafeBytes(of: &characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  private static func error(_ status: Int) -> IdentifierError {
    switch status {
    case DOORWARD_PHONE_UNKNOWN_COUNTRY:
      IdentifierError(
        .phoneCountry, "The country of the phone number is not known. Start with + and the country's number.")
    case DOORWARD_PHONE_TOO_SHORT: IdentifierError(.phoneTooShort, "The phone number is too short.")
    case DOORWARD_PHONE_TOO_LONG: tooLong
    default: .phoneInvalid
    }
  }

  static var tooLong: IdentifierError {
    IdentifierError(.phoneTooLong, "The phone number is too long.")
  }

  private static func kind(_ type: Int) -> PhoneNumber.Kind {
    switch type {
    case DOORWARD_PHONE_FIXED_LINE: .fixedLine
    case DOORWARD_PHONE_MOBILE: .mobile
    case DOORWARD_PHONE_FIXED_LINE_OR_MOBILE: .fixedLineOrMobile
    case DOORWARD_PHONE_TOLL_FREE: .tollFree
    case DOORWARD_PHONE_PREMIUM_RATE: .premiumRate
    case DOORWARD_PHONE_SHARED_COST: .sharedCost
    case DOORWARD_PHONE_VOIP: .voip
    case DOORWARD_PHONE_PERSONAL: .personal
    case DOORWARD_PHONE_PAGER: .pager
    case DOORWARD_PHONE_UAN: .organization
    case DOORWARD_PHONE_VOICEMAIL: .voicemail
    default: .unknown
    }
  }
}

/// The countries and territories that have phone numbers.
package enum PhoneRegion {
  /// Whether a text names one: two capital letters of ISO 3166-1. The United Kingdom is `GB`.
  package static func exists(_ region: String) -> Bool {
    region.utf8.count == 2 && region.utf8.allSatisfy { (65...90).contains($0) }
      && doorward_phone_region_exists(region) != 0
  }
}
