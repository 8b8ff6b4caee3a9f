package import DoorwardServerRules
import DoorwardUnicode

/// A phone number of a country (E.164).
///
/// A number that the installed numbering plans do not know is accepted, because plans grow and those of a distribution are
/// years old. It has the kind ``Kind/unknown``, and the SMS service decides whether it exists.
package struct PhoneNumber: Hashable, Sendable {
  /// The use of a number, by the numbering plan of its country.
  package enum Kind: String, Sendable, CaseIterable {
    case fixedLine = "fixed_line"
    case mobile
    /// The plan does not distinguish fixed lines and mobile phones, as in the United States.
    case fixedLineOrMobile = "fixed_line_or_mobile"
    case tollFree = "toll_free"
    case premiumRate = "premium_rate"
    case sharedCost = "shared_cost"
    case voip
    /// A number that is routed to several phones at the caller's cost.
    case personal
    case pager
    /// The number of an organization.
    case organization
    case voicemail
    /// The installed numbering plans do not know the number.
    case unknown
  }

  /// The number: "+", country calling code and national number, at most 15 digits. It is also the key for comparison.
  package let e164: String
  /// The region: the two letters of ISO 3166-1, or `001` for a number without a country.
  package let region: String
  /// The country calling code, such as 49.
  package let callingCode: Int
  /// The kind of number.
  package let kind: Kind
  /// The number for which messages are counted. Networks ignore digits after the last one of a number, so an unknown number
  /// that begins with the number of a phone probably reaches this phone. Otherwise it is the same as ``e164``.
  package let subscriber: String

  /// Reads a number as a user typed it: digits of any script, spaces and `+ - . / ( )`. Invisible characters are ignored.
  ///
  /// `defaultRegion` is the country of a number without an international prefix, two letters; nil to require "+".
  ///
  /// - Throws: ``IdentifierError``.
  package init(_ text: String, defaultRegion: String? = nil) throws(IdentifierError) {
    guard text.utf8.count <= 128 else { throw PhoneNumberLibrary.tooLong }
    let text = PastedText.visible(text)
    guard !text.isEmpty else { throw IdentifierError.phoneEmpty }
    // The library also reads letters (1-800-FLOWERS), extensions and links, which are not part of an identifier.
    guard text.unicodeScalars.allSatisfy(PhoneNumberText.isAllowed) else {
      throw IdentifierError.phoneInvalid
    }
    self = try PhoneNumberLibrary.parse(text, defaultRegion: defaultRegion)
  }

  init(e164: String, region: String, callingCode: Int, kind: Kind, subscriber: String) {
    (self.e164, self.region, self.callingCode, self.kind) = (e164, region, callingCode, kind)
    self.subscriber = subscriber
  }

  /// Refuses a number that cannot receive text messages, or for which the sender pays more: criminals earn with messages
  /// to such numbers.
  ///
  /// - Throws: ``IdentifierError`` `phone_number_not_for_messages`.
  package func checkReceivesMessages() throws(IdentifierError) {
    switch kind {
    case .mobile, .fixedLineOrMobile, .voip, .unknown: return
    case .fixedLine, .tollFree, .premiumRate, .sharedCost, .personal, .pager, .organization, .voicemail:
      throw IdentifierError(
        .phoneNotForMessages, "Text messages cannot be sent to this kind of number. Use a mobile number.")
    }
  }
}

/// The characters of a phone number as people write it.
enum PhoneNumberText {
  /// Whether the character may be in a phone number.
  static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isDecimalDigit || isSeparator(scalar) || isPlus(scalar)
  }

  /// Whether the character separates digits.
  static func isSeparator(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case " ", "-", ".", "/", "(", ")", "\u{A0}", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}", "\u{202F}":
      true
    default: false
    }
  }

  /// Whether the character is a plus sign, also of full width.
  static func isPlus(_ scalar: Unicode.Scalar) -> Bool { scalar == "+" || scalar == "\u{FF0B}" }
}
