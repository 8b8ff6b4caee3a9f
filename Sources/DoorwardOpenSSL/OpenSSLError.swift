internal import CDoorwardOpenSSL

/// What OpenSSL, or a rule of this module before it, refused.
///
/// Two errors are equal when their codes are equal; the reason is for people.
public struct OpenSSLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What went wrong, as an open set of names.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A key whose numbers are out of range, off the curve, or do not belong together.
    public static let invalidKey = Code(rawValue: "invalid_key")
    /// A key below the size this module works with.
    public static let keyTooSmall = Code(rawValue: "key_too_small")
    /// A key above the size this module works with.
    public static let keyTooLarge = Code(rawValue: "key_too_large")
    /// An argument of a length that cannot be.
    public static let invalidLength = Code(rawValue: "invalid_length")
    /// A sealed box that was changed, or sealed under another key or for another purpose.
    public static let notAuthentic = Code(rawValue: "not_authentic")
    /// The library could not do its work.
    public static let libraryFailure = Code(rawValue: "library_failure")
  }

  /// What went wrong.
  public var code: Code
  /// A sentence a person can act on. Never holds key material.
  public var reason: String

  /// Makes an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

  /// The library's own account of what just failed on this thread, whose queue it empties.
  static func last(_ operation: String, code: Code = .libraryFailure) -> OpenSSLError {
    let number = ERR_peek_last_error()
    ERR_clear_error()
    let detail = ERR_reason_error_string(number).map { String(cString: $0) } ?? "no reason given"
    return OpenSSLError(code: code, reason: "OpenSSL: \(operation) failed (\(detail))")
  }
}
