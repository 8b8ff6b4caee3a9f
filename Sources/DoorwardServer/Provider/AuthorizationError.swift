public import Encodings

/// Why a client does not get a code: what its redirect says (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6).
public struct AuthorizationError: CodedError, Equatable {
  /// The `error` of the redirect; an open set.
  public struct Code: RawRepresentable, Hashable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let invalidRequest = Code(rawValue: "invalid_request")
    public static let unsupportedResponseType = Code(rawValue: "unsupported_response_type")
    public static let invalidScope = Code(rawValue: "invalid_scope")
    public static let requestNotSupported = Code(rawValue: "request_not_supported")
    public static let requestURINotSupported = Code(rawValue: "request_uri_not_supported")
    public static let registrationNotSupported = Code(rawValue: "registration_not_supported")
    public static let accessDenied = Code(rawValue: "access_denied")
    public static let loginRequired = Code(rawValue: "login_required")
    public static let interactionRequired = Code(rawValue: "interaction_required")
    public static let consentRequired = Code(rawValue: "consent_required")
    public static let temporarilyUnavailable = Code(rawValue: "temporarily_unavailable")
  }

  public let code: Code
  /// What the client's developer reads; ASCII without quotes (RFC 6749 §4.1.2.1).
  public let reason: String

  init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }

  public var codeName: String { code.rawValue }

  public static func == (left: AuthorizationError, right: AuthorizationError) -> Bool {
    left.code == right.code
  }
}
