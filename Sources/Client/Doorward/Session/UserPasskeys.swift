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

  /// Asks the server for the passkeys of a user; nil for the present user. The authenticator learns which ones are
  /// accepted, unless this client has changed them meanwhile.
  func listPasskeys(of user: String? = nil) async throws(DoorwardError) -> WirePasskeyList {
    let before = passkeyChanges.count
    let list = try await passkeyList(of: user)
    if before != nil, before == passkeyChanges.count { await signalAccepted(list) }
    return list
  }

  /// Asks the server for the passkeys of a user; nil for the present user.
  @inline(never) func passkeyList(of user: String? = nil) async throws(DoorwardError) -> WirePasskeyList {
    let (answer, _) = try await accountCall("GET", WirePath.passkeys, body: nil, of: user)
    guard let list = WirePasskeyList(answer) else { throw .malformedAnswer("it is not a list", status: nil) }
    return list
  }

  /// Removes a passkey of the user, and reports this to the authenticator.
  ///
  /// - Returns: The state without it.
  /// - Throws: ``DoorwardError``.
  func removePasskey(_ id: String, at path: String) async throws(DoorwardError) -> DoorwardAuthState {
    let before = passkeyChanges.count
    // Afterwards the session may have ended.
    var list = passkeys == nil ? nil : try await passkeyList()
    let (_, session) = try await accountCall("DELETE", path)
    let isUpToDate = before != nil && before == passkeyChanges.count
    passkeyChanges.begin()
    passkeyChanges.end()
    if let place = list?.passkeys.firstIndex(where: { $0.id == id }) {
      let removed = list?.passkeys.remove(at: place)
      if isUpToDate, let list {
        await signalAccepted(list)
      } else {
        await signalUnknown(removed?.credentialID, of: list?.relyingPartyID)
      }
    }
    return try await readUser(of: session)
  }
}
