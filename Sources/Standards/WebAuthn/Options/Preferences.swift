/// Whether the authenticator verifies the user (WebAuthn L3 §5.8.6).
public enum UserVerificationRequirement: String, Sendable, Hashable {
  case required
  case preferred
  case discouraged
}

/// The way in which an authenticator is attached to the client (WebAuthn L3 §5.4.5).
public enum AuthenticatorAttachment: String, Sendable, Hashable {
  /// Part of the client's device.
  case platform
  /// A device that can be used with several clients.
  case crossPlatform = "cross-platform"
}

/// Whether the credential is discoverable, so that a sign-in needs no user name (WebAuthn L3 §5.4.6).
public enum ResidentKeyRequirement: String, Sendable, Hashable {
  case discouraged
  case preferred
  case required
}

/// The information about the authenticator that the relying party requests (WebAuthn L3 §5.4.7).
public enum AttestationConveyance: String, Sendable, Hashable {
  case none
  case indirect
  case direct
  case enterprise
}
