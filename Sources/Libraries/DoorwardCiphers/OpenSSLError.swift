internal import CDoorwardOpenSSL

/// An error of OpenSSL, or of a module that uses it.
///
/// Two errors are equal if their codes are equal. The reason is for people.
public struct OpenSSLError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The kind of failure; an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    /// The stable name.
    public var rawValue: String

    /// Makes a code from its stable name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The numbers of a key are out of range, not on the curve, or inconsistent.
    public static var invalidKey: Code { Code(rawValue: "invalid_key") }
    /// The key is smaller than this module allows.
    public static var keyTooSmall: Code { Code(rawValue: "key_too_small") }
    /// The key is larger than this module allows.
    public static var keyTooLarge: Code { Code(rawValue: "key_too_large") }
    /// An argument has an invalid length.
    public static var invalidLength: Code { Code(rawValue: "invalid_length") }
    /// The bytes are not a certificate.
    public static var invalidCertificate: Code { Code(rawValue: "invalid_certificate") }
    /// A sealed box was changed, or was sealed with another key or for another purpose.
    public static var notAuthentic: Code { Code(rawValue: "not_authentic") }
    /// The library failed.
    public static var libraryFailure: Code { Code(rawValue: "library_failure") }
  }

  /// The kind of failure.
  public var code: Code
  /// A sentence that tells the reader what to do. It never contains key material.
  public var reason: String

  /// Makes an error.
  public init(code: Code, reason: String) {
    self.code = code
    self.reason = reason
  }

  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (lhs: Self, rhs: Self) -> Bool { lhs.code == rhs.code }

  /// The error that OpenSSL reports for this thread. Reading it empties the thread's error queue.
  package static func last(_ operation: String, code: Code = .libraryFailure) -> OpenSSLError {
    let number = ERR_peek_last_error()
    ERR_clear_error()
    let detail = ERR_reason_error_string(number).map { String(cString: $0) } ?? "no reason given"
    return OpenSSLError(code: code, reason: "OpenSSL: \(operation) failed (\(detail))")
  }
}
