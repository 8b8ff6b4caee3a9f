/// What was found wrong with a JSON text, or with a member that was read from one.
///
/// Two errors are equal when their codes are equal; the reason is for people.
public struct JSONError: CodedError, Equatable, CustomStringConvertible {
  /// What went wrong, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text does not follow the grammar of RFC 8259.
    public static let malformed = Code(rawValue: "malformed_json")
    /// The text, or a `\u` escape, is not well-formed Unicode.
    public static let invalidUnicode = Code(rawValue: "invalid_unicode")
    /// An object names one member twice.
    public static let duplicateKey = Code(rawValue: "duplicate_key")
    /// Arrays and objects are nested deeper than the limit.
    public static let tooDeep = Code(rawValue: "too_deep")
    /// The text is longer than the limit.
    public static let tooLarge = Code(rawValue: "too_large")
    /// A member that must be there is not.
    public static let missingMember = Code(rawValue: "missing_member")
    /// A member is there but holds another kind of value.
    public static let wrongType = Code(rawValue: "wrong_type")
  }

  /// What went wrong.
  public var code: Code
  /// What is wrong, without its place.
  public var problem: String
  /// The place of the mistake, as the number of bytes before it; nil if the error has no place in a text.
  public var offset: Int?

  /// A sentence a person can act on: the problem and its place.
  public var reason: String { offset.map { "\(problem) (at byte \($0))" } ?? problem }

  /// Makes an error that has no place in a text.
  public init(code: Code, reason: String) {
    self.code = code
    problem = reason
  }

  /// Makes an error at one place of a text.
  init(code: Code, _ problem: String, at offset: Int) {
    self.code = code
    self.problem = problem
    self.offset = offset
  }

  public var codeName: String { code.rawValue }
  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }
}
