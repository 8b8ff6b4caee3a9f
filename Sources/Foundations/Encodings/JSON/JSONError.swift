/// An error in a JSON text, or in a member of a JSON object.
public struct JSONError: CodedError {
  /// The kinds of errors, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Creates a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The text does not follow the grammar of RFC 8259.
    public static var malformed: Code { Code(rawValue: "malformed_json") }
    /// The text, or a `\u` escape, is not well-formed Unicode.
    public static var invalidUnicode: Code { Code(rawValue: "invalid_unicode") }
    /// An object has two members of the same name.
    public static var duplicateKey: Code { Code(rawValue: "duplicate_key") }
    /// Arrays and objects are nested deeper than the limit.
    public static var tooDeep: Code { Code(rawValue: "too_deep") }
    /// The text is longer than the limit.
    public static var tooLarge: Code { Code(rawValue: "too_large") }
    /// A required member is missing.
    public static var missingMember: Code { Code(rawValue: "missing_member") }
    /// A member has a value of another kind.
    public static var wrongType: Code { Code(rawValue: "wrong_type") }
  }

  /// The kind of error.
  public var code: Code
  /// The problem, without its position.
  public var problem: String
  /// The position of the error, as the number of bytes before it; nil if the error has no position in a text.
  public var offset: Int?

  /// A sentence that says what happened: the problem and its position.
  public var reason: String { offset.map { "\(problem) (at byte \($0))" } ?? problem }

  /// Creates an error without a position in a text.
  public init(code: Code, reason: String) {
    self.code = code
    problem = reason
  }

  /// Creates an error at a position of a text.
  init(code: Code, _ problem: String, at offset: Int) {
    self.code = code
    self.problem = problem
    self.offset = offset
  }
}
