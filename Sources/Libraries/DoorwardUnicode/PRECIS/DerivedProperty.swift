/// The property of a code point in a string class of PRECIS (RFC 8264 §8).
enum DerivedProperty: Equatable {
  case valid
  /// Valid in the FreeformClass, disallowed in the IdentifierClass.
  case freeformValid
  /// Valid if the rule of RFC 5892 appendix A.1 or A.2 holds.
  case contextJ
  /// Valid if the rule of RFC 5892 appendix A.3 to A.9 holds.
  case contextO
  case disallowed
  case unassigned

  /// The property of a code point, by the algorithm of RFC 8264 §8.
  init(of scalar: Unicode.Scalar) {
    self = Self.exception(scalar) ?? Self.derived(scalar)
  }

  private static func derived(_ scalar: Unicode.Scalar) -> DerivedProperty {
    let value = scalar.value
    if (0x21...0x7e).contains(value) { return .valid }
    if scalar.isIn(.unassigned), !scalar.isNoncharacter { return .unassigned }
    if value == 0x200c || value == 0x200d { return .contextJ }
    if isOldHangulJamo(value) || scalar.isDefaultIgnorable || scalar.isNoncharacter || scalar.isIn(.controls)
    {
      return .disallowed
    }
    if hasCompatibilityForm(scalar) { return .freeformValid }
    if scalar.isIn(.letterDigits) { return .valid }
    return scalar.isIn([.otherLetterDigits, .spaces, .symbols, .punctuation]) ? .freeformValid : .disallowed
  }

  /// RFC 5892 §2.6, which RFC 8264 §9.6 adopts.
  private static func exception(_ scalar: Unicode.Scalar) -> DerivedProperty? {
    switch scalar.value {
    case 0x00df, 0x03c2, 0x06fd, 0x06fe, 0x0f0b, 0x3007: .valid
    case 0x00b7, 0x0375, 0x05f3, 0x05f4, 0x30fb, 0x0660...0x0669, 0x06f0...0x06f9: .contextO
    case 0x0640, 0x07fa, 0x302e, 0x302f, 0x3031...0x3035, 0x303b: .disallowed
    default: nil
    }
  }

  /// RFC 8264 §9.9: the conjoining jamo, by Hangul_Syllable_Type L, V and T.
  private static func isOldHangulJamo(_ value: UInt32) -> Bool {
    switch value {
    case 0x1100...0x11ff, 0xa960...0xa97c, 0xd7b0...0xd7c6, 0xd7cb...0xd7fb: true
    default: false
    }
  }

  /// RFC 8264 §9.17.
  private static func hasCompatibilityForm(_ scalar: Unicode.Scalar) -> Bool {
    Normalization.nfkc([scalar]) != [scalar]
  }
}
