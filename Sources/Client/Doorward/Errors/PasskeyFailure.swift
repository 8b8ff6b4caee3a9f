/// The reason why an authenticator could not make or use a passkey. The SDK throws it as the ``DoorwardError`` of the
/// same meaning.
public enum PasskeyFailure: Error, Sendable, Hashable, CaseIterable {
  /// The user cancelled: ``DoorwardError/Code/cancelled``.
  case cancelled
  /// This device has no passkey for this app: ``DoorwardError/Code/noPasskey``.
  case noPasskey
  /// The system does not let this app use passkeys of the server's domain: ``DoorwardError/Code/passkeyNotAllowed``.
  case notAllowed
  /// The user did not answer in time: ``DoorwardError/Code/timedOut``.
  case timedOut
  /// The authenticator has a passkey of the user: ``DoorwardError/Code/passkeyRegistered``.
  case alreadyRegistered
  /// The authenticator cannot do what the server asks for: ``DoorwardError/Code/passkeysUnsupported``.
  case unsupported
}

extension DoorwardError {
  /// Makes the error of an authenticator.
  ///
  /// - Parameters:
  ///   - failure: The failure.
  ///   - cause: The cause, for developers.
  public init(_ failure: PasskeyFailure, because cause: (any Error)? = nil) {
    switch failure {
    case .cancelled: self.init(code: .cancelled, reason: "The call was cancelled.")
    case .noPasskey:
      self.init(
        code: .noPasskey, reason: "This device has no passkey for this app.",
        recoverySuggestion: "Sign in another way, then add a passkey.", underlyingError: cause)
    case .notAllowed:
      self.init(
        code: .passkeyNotAllowed, reason: "This app may not use passkeys of this server.",
        recoverySuggestion: "Sign in another way.", underlyingError: cause)
    case .timedOut:
      self.init(
        code: .timedOut, reason: "The passkey was not used in time.", recoverySuggestion: "Try again.",
        underlyingError: cause)
    case .alreadyRegistered:
      self.init(
        code: .passkeyRegistered, reason: "This device already has a passkey for this account.",
        recoverySuggestion: "Sign in with that passkey, or add one on another device.",
        underlyingError: cause)
    case .unsupported:
      self.init(
        code: .passkeysUnsupported, reason: "This device does not support passkeys in this app.",
        recoverySuggestion: "Sign in another way.", underlyingError: cause)
    }
  }
}
