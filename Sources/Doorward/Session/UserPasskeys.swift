internal import DoorwardWire

/// The passkeys of the signed-in user.
extension SessionEngine {
  /// The authenticator of the configuration.
  ///
  /// - Throws: ``DoorwardError`` `passkeys_unsupported`.
  nonisolated func requirePasskeys() throws(DoorwardError) -> any PasskeyAuthenticator {
    guard let passkeys else { throw DoorwardError(PasskeyFailure.unsupported) }
    return passkeys
  }

  /// Asks the server for the passkeys of a user; nil for the present user.
  func passkeyList(of user: String? = nil) async throws(DoorwardError) -> WirePasskeyList {
    let (answer, _) = try await accountCall("GET", WirePath.passkeys, nil, of: user)
    guard let list = WirePasskeyList(answer) else { throw .malformedAnswer("it is not a list", status: nil) }
    return list
  }

  /// Removes a passkey of the user, and reports this to the authenticator.
  ///
  /// - Parameters:
  ///   - id: The id.
  ///   - path: The path of the passkey.
  /// - Returns: The state without it.
  /// - Throws: ``DoorwardError``.
  func removePasskey(_ id: String, at path: String) async throws(DoorwardError) -> DoorwardAuthState {
    // Afterwards the session may have ended.
    var list = passkeys == nil ? nil : try await passkeyList()
    let (_, session) = try await accountCall("DELETE", path)
    list?.passkeys.removeAll { $0.id == id }
    if let list { await signalAccepted(list) }
    return try await readUser(of: session)
  }
}
