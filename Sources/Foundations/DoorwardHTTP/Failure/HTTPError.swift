public import Encodings

/// An error in reading or serving HTTP.
public struct HTTPError: CodedError {
  /// A stable name for the kind of error; the set is open.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// A form or query is not `application/x-www-form-urlencoded` UTF-8.
    public static let malformedForm = Code(rawValue: "malformed_form")
    /// A parameter that may occur once occurs twice.
    public static let duplicateParameter = Code(rawValue: "duplicate_parameter")
    /// A cookie has invalid characters, or breaks the rules of its prefix.
    public static let invalidCookie = Code(rawValue: "invalid_cookie")
    /// A media type is malformed (RFC 9110 §8.3.1).
    public static let malformedMediaType = Code(rawValue: "malformed_media_type")
    /// Another program listens on the address.
    public static let addressInUse = Code(rawValue: "address_in_use")
    /// The system refused to listen on the address.
    public static let cannotListen = Code(rawValue: "cannot_listen")
    /// The transport was started twice, or after it was stopped.
    public static let alreadyStarted = Code(rawValue: "already_started")
  }

  /// The kind of error.
  public let code: Code
  /// A sentence that says what happened and what to do.
  public let reason: String

  public init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}
