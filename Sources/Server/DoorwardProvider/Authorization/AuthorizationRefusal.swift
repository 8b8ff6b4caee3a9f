import DoorwardWire

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
