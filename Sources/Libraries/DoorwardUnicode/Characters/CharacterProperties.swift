internal import CDoorwardUnistring

/// The Unicode properties that PRECIS and IDNA use, with libunistring.
///
/// Swift's own properties follow the version of the toolchain and lack bidirectional classes, joining types and scripts.
/// One library answers all questions, so that the answers belong to one version of Unicode.
extension Unicode.Scalar {
  /// Whether the general category is one of these.
  func isIn(_ categories: CategorySet) -> Bool {
    uc_is_general_category_withtable(value, categories.rawValue)
  }

  /// Whether the character has no visible form of its own (Default_Ignorable_Code_Point).
  var isDefaultIgnorable: Bool { uc_is_property_default_ignorable_code_point(value) }

  /// Whether the code point will never be a character (Noncharacter_Code_Point).
  var isNoncharacter: Bool { uc_is_property_not_a_character(value) }

  /// Whether the character is a virama, which joins consonants (Canonical_Combining_Class 9).
  var isVirama: Bool { Int(uc_combining_class(value)) == UC_CCC_VR }

  /// The Unicode script, such as "Latin", "Common" or "Inherited"; nil for an unassigned character.
  package var scriptName: String? { doorward_uc_script_name(value).map { String(cString: $0) } }

  /// Whether the character is a decimal digit of any script (general category Nd).
  package var isDecimalDigit: Bool { isIn(.decimalDigit) }

  /// Whether the character is a letter or belongs to one (general categories L and M).
  package var isLetterOrMark: Bool { isIn([.letters, .marks]) }

  /// Whether the character is a mark, which needs a character before it (general category M).
  package var isMark: Bool { isIn(.marks) }

  var bidirectionalClass: BidirectionalClass { BidirectionalClass(uc_bidi_category(value)) }

  var joiningType: JoiningType {
    switch Int(uc_joining_type(value)) {
    case UC_JOINING_TYPE_T: .transparent
    case UC_JOINING_TYPE_L: .left
    case UC_JOINING_TYPE_R: .right
    case UC_JOINING_TYPE_D: .dual
    default: .other
    }
  }

  /// The character without its full-width or half-width form.
  var standardWidth: Unicode.Scalar { Unicode.Scalar(doorward_uc_standard_width(value)) ?? self }
}

/// General categories of Unicode.
struct CategorySet: OptionSet {
  let rawValue: UInt32

  init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ masks: Int...) { rawValue = masks.reduce(0) { $0 | UInt32($1) } }

  static let letters = CategorySet(UC_CATEGORY_MASK_L)
  static let marks = CategorySet(UC_CATEGORY_MASK_M)
  static let decimalDigit = CategorySet(UC_CATEGORY_MASK_Nd)
  static let controls = CategorySet(UC_CATEGORY_MASK_Cc)
  static let unassigned = CategorySet(UC_CATEGORY_MASK_Cn)
  static let spaces = CategorySet(UC_CATEGORY_MASK_Zs)
  static let symbols = CategorySet(UC_CATEGORY_MASK_S)
  static let punctuation = CategorySet(UC_CATEGORY_MASK_P)
  /// RFC 8264 §9.1.
  static let letterDigits = CategorySet(
    UC_CATEGORY_MASK_Ll, UC_CATEGORY_MASK_Lu, UC_CATEGORY_MASK_Lo, UC_CATEGORY_MASK_Nd, UC_CATEGORY_MASK_Lm,
    UC_CATEGORY_MASK_Mn, UC_CATEGORY_MASK_Mc)
  /// RFC 8264 §9.18.
  static let otherLetterDigits = CategorySet(
    UC_CATEGORY_MASK_Lt, UC_CATEGORY_MASK_Nl, UC_CATEGORY_MASK_No, UC_CATEGORY_MASK_Me)
}

/// The joining types that RFC 5892 appendix A.1 distinguishes.
enum JoiningType {
  case transparent, left, right, dual, other
}

/// The bidirectional classes that RFC 5893 §2 names. The rule refuses every other class.
enum BidirectionalClass {
  case l, r, al, an, en, es, cs, et, on, bn, nsm, other

  init(_ category: Int32) {
    self =
      switch Int(category) {
      case UC_BIDI_L: .l
      case UC_BIDI_R: .r
      case UC_BIDI_AL: .al
      case UC_BIDI_AN: .an
      case UC_BIDI_EN: .en
      case UC_BIDI_ES: .es
      case UC_BIDI_CS: .cs
      case UC_BIDI_ET: .et
      case UC_BIDI_ON: .on
      case UC_BIDI_BN: .bn
      case UC_BIDI_NSM: .nsm
      default: .other
      }
  }
}
