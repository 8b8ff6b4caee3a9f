public import Encodings

/// The reason why there is no response.
///
/// The reason contains at most the host of a URL: the rest may contain a key.
public struct OutgoingHTTPError: CodedError {
  /// A stable name for the kind of error; the set is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The URL cannot be read, or contains user information.
    public static var invalidURL: Code { Code(rawValue: "invalid_url") }
    /// The URL is neither `http` nor `https`.
    public static var unsupportedScheme: Code { Code(rawValue: "unsupported_scheme") }
    /// The host is, or resolves to, an address that is not on the public internet.
    public static var privateAddress: Code { Code(rawValue: "private_address") }
    /// The name of the host has no address.
    public static var cannotResolve: Code { Code(rawValue: "cannot_resolve") }
    /// The host did not accept the connection.
    public static var cannotConnect: Code { Code(rawValue: "cannot_connect") }
    /// The other side could not prove its identity, or does not support an acceptable version of TLS.
    public static var tlsFailure: Code { Code(rawValue: "tls_failure") }
    /// The time limit passed.
    public static var timedOut: Code { Code(rawValue: "timed_out") }
    /// The response is larger than the limit.
    public static var responseTooLarge: Code { Code(rawValue: "response_too_large") }
    /// The connection broke, or the answer is not HTTP.
    public static var transferFailed: Code { Code(rawValue: "transfer_failed") }
    /// The calling task was cancelled, or the client was released.
    public static var cancelled: Code { Code(rawValue: "cancelled") }
    /// Too many requests wait.
    public static var overloaded: Code { Code(rawValue: "overloaded") }
  }

  /// The kind of error.
  public let code: Code
  /// A sentence for people.
  public let reason: String

  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
