internal import DoorwardWire
internal import Encodings

extension SentRegistration {
  convenience init(_ made: PasskeyRegistration, of ceremony: PasskeyCeremony, proof: JSONObject) {
    self.init(made, relyingPartyID: ceremony.relyingPartyID, proof: proof)
  }
}

extension SessionEngine {
  /// Registers a new passkey.
  ///
  /// - Parameters:
  ///   - purpose: What the passkey is made for.
  ///   - make: Makes a passkey.
  ///   - send: Sends its registration.
  /// - Returns: The result of `send`, and the passkey.
  /// - Throws: ``DoorwardError``.
  nonisolated func register<Value: Sendable>(
    for purpose: UnansweredRegistrations.Purpose,
    _ make: () async throws(DoorwardError) -> SentRegistration,
    sending send: (SentRegistration) async throws(DoorwardError) -> Value
  ) async throws(DoorwardError) -> (Value, PasskeyRegistration) {
    passkeyChanges.begin()
    defer { passkeyChanges.end() }
    var unanswered = registrations.take(for: purpose)
    while true {
      let registration = if let unanswered { unanswered } else { try await make() }
      do throws(DoorwardError) {
        return (try await send(registration), registration.made)
      } catch {
        if error.leavesProofUnused { registrations.keep(registration, for: purpose) }
        await signalRefused(registration.made, of: registration.relyingPartyID, because: error)
        // The first request did not arrive, and its challenge is over.
        guard unanswered != nil,
          [.challengeExpired, .init(rawValue: WireCode.invalidChallenge)].contains(error.code)
        else { throw error }
        unanswered = nil
      }
    }
  }
}

extension SessionEngine {
  /// Makes a passkey for a user who has just signed in with a password, if the authenticator can do that without asking.
  /// The sign-in does not wait for it.
  nonisolated func upgrade(_ state: AuthState) {
    guard let user = state.user?.id, passkeys?.upgradesPasswords == true else { return }
    Task {
      do { _ = try await PasskeyClient(engine: self).link(on: .upgrade, to: user) } catch {
        // The application may have no passkeys, and the authenticator decides for itself.
        logger.debug("No passkey was created after the sign-in: \(error)")
      }
    }
  }
}
