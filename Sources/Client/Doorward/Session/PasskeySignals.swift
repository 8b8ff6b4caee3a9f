internal import DoorwardWire
internal import Encodings

/// The signals that keep authenticators up to date (WebAuthn L3 §5.1.10). A failed signal has no effect on the caller.
extension SessionEngine {
  /// Tells that the server does not know a passkey.
  ///
  /// - Parameters:
  ///   - id: The credential id in base64url.
  ///   - relyingPartyID: The domain of the passkey.
  nonisolated func signalUnknown(_ id: String?, of relyingPartyID: String?) async {
    guard let relyingPartyID, let id, let bytes = try? Base64URL.decode(id) else { return }
    await signal(.unknownCredential(relyingPartyID: relyingPartyID, credentialID: bytes))
  }

  /// Tells that the server does not know a new passkey, if the server has refused it for good.
  @inline(never) nonisolated func signalRefused(
    _ registration: PasskeyRegistration, of relyingPartyID: String, because error: DoorwardError
  ) async {
    // The first two may be the answer to a second copy of a request that has succeeded. After the third, the user may keep
    // the account with the same response.
    let unsure = [WireCode.passkeyRegistered, WireCode.challengeUsed, WireCode.accountDeletionPending]
    guard let status = error.status, [401, 403, 409, 422].contains(status), error.traceID != nil,
      !unsure.contains(error.code.rawValue)
    else { return }
    await signalUnknown(registration.response.object[PasskeyMembers.id]?.string, of: relyingPartyID)
  }

  /// Tells which passkeys of a user the server accepts.
  nonisolated func signalAccepted(_ list: WirePasskeyList) async {
    guard let (id, handle) = Self.user(of: list) else { return }
    let credentials = list.passkeys.map { try? Base64URL.decode($0.credentialID) }
    // A part of the list would hide the other passkeys.
    guard !credentials.contains(nil) else { return }
    await signal(
      .allAcceptedCredentials(
        relyingPartyID: id, userHandle: handle, credentialIDs: credentials.compactMap(\.self)))
  }

  /// Tells the present passkeys, the name and the identifier of a user who has signed in. The sign-in does not wait for it.
  func signalSignIn() {
    guard passkeys != nil, let user = present?.session?.user.wire else { return }
    Task { [weak self, passkeyChanges] in
      // The sign-in may be a part of the addition of a passkey.
      await passkeyChanges.settled()
      if let list = try? await self?.listPasskeys(of: user.id) { await self?.signalDetails(of: user, list) }
    }
  }

  /// Tells the name and the identifier of a user with passkeys, if they have changed.
  func signalDetails(of user: WireUser, since before: WireUser) async {
    guard passkeys != nil, PasskeyUserDetails(user) != PasskeyUserDetails(before),
      user.identities.contains(where: { $0.type == WireIdentity.Kind.passkey }),
      let list = try? await passkeyList(of: user.id)
    else { return }
    await signalDetails(of: user, list)
  }

  private func signalDetails(of user: WireUser, _ list: WirePasskeyList) async {
    guard !list.passkeys.isEmpty, let (id, handle) = Self.user(of: list) else { return }
    var details = PasskeyUserDetails(user)
    if details == nil {
      // The server names such a user after the application.
      let configuration = try? await api.call("GET", WirePath.configuration)
      details = (configuration?[ConfigurationMembers.name]?.string).map(PasskeyUserDetails.init(site:))
    }
    guard let details else { return }
    await signal(
      .currentUserDetails(
        relyingPartyID: id, userHandle: handle, name: details.name, displayName: details.displayName))
  }

  private static func user(of list: WirePasskeyList) -> (relyingPartyID: String, userHandle: [UInt8])? {
    guard let id = list.relyingPartyID, let handle = try? Base64URL.decode(list.userHandle) else {
      return nil
    }
    return (id, handle)
  }

  private nonisolated func signal(_ signal: PasskeySignal) async {
    guard let passkeys else { return }
    do { try await withTimeout { try await passkeys.signal(signal) } } catch {
      logger.debug("A signal to the authenticator failed: \(error)")
    }
  }
}

/// A user as authenticators show the user. The server chooses the same texts for a new passkey.
struct PasskeyUserDetails: Equatable {
  let name: String
  let displayName: String

  /// nil for a user without name and identifier.
  init?(_ user: WireUser) {
    guard let name = user.email ?? user.username ?? user.phoneNumber ?? user[.name] else { return nil }
    self.name = name
    displayName = user[.name] ?? name
  }

  init(site: String) {
    name = site
    displayName = site
  }
}
