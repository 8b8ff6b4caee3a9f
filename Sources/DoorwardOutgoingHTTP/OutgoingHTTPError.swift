public import Encodings

/// Why there is no response; two errors are equal when their codes are.
///
/// The reason names the host at most: the rest of a URL may hold a key.
public struct OutgoingHTTPError: CodedError, Equatable, CustomStringConvertible {
  /// A stable name for the kind of error; the set is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The URL cannot be read, or names a user.
    public static let invalidURL = Code(rawValue: "invalid_url")
    /// The URL is neither `http` nor `https`.
    public static let unsupportedScheme = Code(rawValue: "unsupported_scheme")
    /// The host is, or resolves to, an address that is not on the public internet.
    public static let privateAddress = Code(rawValue: "private_address")
    /// The host's name has no address.
    public static let cannotResolve = Code(rawValue: "cannot_resolve")
    /// Nobody accepted the connection.
    public static let cannotConnect = Code(rawValue: "cannot_connect")
    /// The other side could not prove who it is, or speaks no acceptable TLS.
    public static let tlsFailure = Code(rawValue: "tls_failure")
    /// The time limit passed.
    public static let timedOut = Code(rawValue: "timed_out")
    /// The response is larger than the cap.
    public static let responseTooLarge = Code(rawValue: "response_too_large")
    /// The connection broke, or what came is no HTTP.
    public static let transferFailed = Code(rawValue: "transfer_failed")
    /// The calling task was cancelled, or the client went away.
    public static let cancelled = Code(rawValue: "cancelled")
    /// Too many requests wait already.
    public static let overloaded = Code(rawValue: "overloaded")
  }

  /// The kind of error.
  public let code: Code
  /// A sentence a person can act on.
  public let reason: String

  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  public var codeName: String { code.rawValue }
  public var description: String { "\(code.rawValue): \(reason)" }

  public static func == (left: OutgoingHTTPError, right: OutgoingHTTPError) -> Bool {
    left.code == right.code
  }
}
