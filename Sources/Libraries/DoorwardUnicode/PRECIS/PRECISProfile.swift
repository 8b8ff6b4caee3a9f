import Encodings

/// A profile of PRECIS (RFC 8264): the preparation, enforcement and comparison of texts from users.
package enum PRECISProfile: Sendable {
  /// Passwords (RFC 8265 §4.2).
  case opaqueString
  /// User names without regard to case (RFC 8265 §3.3), without spaces.
  case usernameCaseMapped

  /// The text in the form that is compared byte by byte.
  ///
  /// The rules apply in the order of RFC 8264 §7, twice: RFC 8265 requires that applying them again changes nothing, and
  /// a text that changes again is refused.
  ///
  /// The time grows in proportion to the length of the text. A caller still bounds the length first.
  ///
  /// - Parameter text: the text as entered.
  /// - Returns: the enforced text.
  /// - Throws: ``PRECISError``.
  package func enforce(_ text: String) throws(PRECISError) -> String {
    let once = try enforceOnce(Array(text.unicodeScalars))
    guard try enforceOnce(once) == once else {
      throw PRECISError(.disallowedCharacter, "The text contains a character that has no stable form.")
    }
    var result = String.UnicodeScalarView()
    result.append(contentsOf: once)
    return String(result)
  }

  private func enforceOnce(_ text: [Unicode.Scalar]) throws(PRECISError) -> [Unicode.Scalar] {
    let mapped: [Unicode.Scalar]
    switch self {
    case .opaqueString:
      // RFC 8265 §4.2.2 rule 2: a space of another form becomes the ASCII space.
      mapped = Normalization.nfc(text.map { $0.isASCII || !$0.isIn(.spaces) ? $0 : " " })
    case .usernameCaseMapped:
      // The check is after the mappings, as in other implementations: "Å" (U+212B) has a canonical form that is allowed.
      mapped = Normalization.nfc(Normalization.lowercased(text.map(\.standardWidth)))
    }
    guard !mapped.isEmpty else { throw PRECISError(.empty, "The text is empty.") }
    try check(mapped)
    if self == .usernameCaseMapped, !BidiRule.holds(for: mapped) {
      throw PRECISError(.mixedDirections, "The text mixes left-to-right and right-to-left characters.")
    }
    return mapped
  }

  /// Refuses a text with a code point that the string class does not contain.
  private func check(_ text: [Unicode.Scalar]) throws(PRECISError) {
    var rules = ContextRules(text)
    for (place, scalar) in text.enumerated() {
      switch DerivedProperty(of: scalar) {
      case .valid: continue
      case .freeformValid where self == .opaqueString: continue
      case .contextJ, .contextO:
        guard rules.hold(at: place) else {
          throw PRECISError(
            .wrongContext, "The text contains a character that is allowed only beside certain others.")
        }
      default:
        throw PRECISError(
          .disallowedCharacter,
          "The text contains a character that cannot be used, such as a control character.")
      }
    }
  }
}

/// The reason why a text does not fit a profile of PRECIS. The reason never contains the text, which may be a password.
package struct PRECISError: CodedError {
  /// A stable name for the kind of error; the set is open.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }

    /// The text has no character.
    package static let empty = Code(rawValue: "empty")
    /// The text contains a character that the profile does not allow.
    package static let disallowedCharacter = Code(rawValue: "disallowed_character")
    /// The text contains a character that is allowed only beside certain others.
    package static let wrongContext = Code(rawValue: "wrong_context")
    /// The text mixes directions of writing.
    package static let mixedDirections = Code(rawValue: "mixed_directions")
  }

  package let code: Code
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
