import DoorwardSessions
import DoorwardSignIn
import DoorwardStore
import DoorwardWire
import Encodings

/// The error that a redirect reports instead of a code (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6).
package struct AuthorizationError: CodedError {
  /// The `error` of the redirect; an open set.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    package static let invalidRequest = Code(rawValue: "invalid_request")
    package static let unsupportedResponseType = Code(rawValue: "unsupported_response_type")
    package static let invalidScope = Code(rawValue: "invalid_scope")
    package static let requestNotSupported = Code(rawValue: "request_not_supported")
    package static let requestURINotSupported = Code(rawValue: "request_uri_not_supported")
    package static let registrationNotSupported = Code(rawValue: "registration_not_supported")
    package static let accessDenied = Code(rawValue: "access_denied")
    package static let loginRequired = Code(rawValue: "login_required")
    package static let interactionRequired = Code(rawValue: "interaction_required")
    package static let consentRequired = Code(rawValue: "consent_required")
    package static let unmetAuthenticationRequirements = Code(rawValue: "unmet_authentication_requirements")
    package static let temporarilyUnavailable = Code(rawValue: "temporarily_unavailable")
  }

  package let code: Code
  /// The reason, for the client's developer; ASCII without quotes (RFC 6749 §4.1.2.1).
  package let reason: String

  package init(_ code: Code, _ reason: String) {
    self.code = code
    self.reason = reason
  }
}

/// The reason why an authorization request stops without a redirect: its client or its redirect URI cannot be
/// trusted. The page tells the user (RFC 6749 §4.1.2.1).
package enum AuthorizationRefusal: Error, Sendable, Equatable {
  case unknownClient
  /// The client, whose name is given, has not registered the redirect URI.
  case unlistedRedirect(String)
  /// The state is too long to send back, or is repeated.
  case unusableState
  /// The parameters cannot be read, or one is repeated.
  case unreadable

  /// The code of the refusal in the log.
  package var code: String {
    if case .unknownClient = self { WireCode.invalidClient } else { WireCode.invalidRequest }
  }
}
