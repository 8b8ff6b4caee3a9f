internal import DoorwardWire
internal import Encodings
internal import Foundation

/// The calls that the parts of the SDK make to the session.
extension SessionEngine {
  // MARK: Reading

  /// Waits until the state is known, and tries to read it if it is not.
  ///
  /// - Throws: ``DoorwardError`` if the storage cannot be read, or the caller is cancelled.
  func ready() async throws(DoorwardError) {
    if isReady { return }
    _ = try await reply { .read($0) }
    if let undeterminedReason { throw undeterminedReason }
  }

  /// Reads the storage again.
  func read() async { _ = try? await reply { .read($0) } }

  private var isReady: Bool { if case .undetermined = state { false } else { undeterminedReason == nil } }

  // MARK: Tokens

  /// The access token of the user or guest, and the id of that person.
  ///
  /// - Parameters:
  ///   - refused: An access token that a backend has refused.
  ///   - person: The person of the token; nil for the present one.
  /// - Returns: The token and the person.
  /// - Throws: ``DoorwardError``.
  @inline(never) func token(
    after refused: String? = nil, of person: String? = nil
  ) async throws(DoorwardError) -> (text: String, person: String) {
    let holder = try await holder(.token(refused: refused, of: person))
    return (holder.accessToken, holder.person)
  }

  /// The session of the user, with fresh tokens.
  ///
  /// - Parameters:
  ///   - refused: An access token that the server has refused.
  ///   - person: The user; nil for the user of the present task, or else the present user.
  /// - Returns: The session.
  /// - Throws: ``DoorwardError``: `session_ended` if another user is signed in.
  @inline(never) func session(
    after refused: String? = nil, of person: String? = nil
  ) async throws(DoorwardError) -> SessionRecord {
    let holder = try await holder(.user(refused: refused, of: person ?? CallingUser.id))
    guard let session = holder.session else {
      throw .notSignedIn
    }
    return session
  }

  private func holder(_ need: Need) async throws(DoorwardError) -> SessionHolder {
    let life = tokenLife
    // Tokens that are renewed ahead of time are still valid, so the caller need not wait for a slow server.
    let isPatient: Bool =
      switch need {
      case .token(nil, _), .user(nil, _): !life.isFresh && life.left > 5
      default: false
      }
    guard isPatient else { return try await wait(for: need) }
    let before = present
    do {
      return try await withTimeout(.seconds(5)) { try await self.wait(for: need) }
    } catch {
      if Task.isCancelled { throw .cancelled }
      if let error = error as? DoorwardError { throw error }
      if let present, present.person == before?.person, tokenLife.left > 0 { return present }
      return try await wait(for: need)
    }
  }

  private func wait(for need: Need) async throws(DoorwardError) -> SessionHolder {
    guard case .holder(let holder) = try await reply(to: { .want($0, need) }) else { throw .notSignedIn }
    return holder
  }

  // MARK: Calls for the account

  /// Calls the server with the account token, and once more with a new token if the server does not know it: a device
  /// whose clock was set back may treat an old token as fresh.
  ///
  /// - Returns: The answer, and the session that the call was made with.
  func accountCall(
    _ method: String, _ path: String, body: JSONObject? = nil
  ) async throws(DoorwardError) -> (answer: JSONValue, session: SessionRecord) {
    try await accountCall(method, path, body: body.map(RequestBody.json))
  }

  /// The same with any body.
  ///
  /// `person` is the id of the user; nil for the present user. Another user is never the caller instead. `key` is the
  /// idempotency key of a request that stores something, with which it is sent again if the connection breaks.
  ///
  /// - Returns: The answer, and the session that the call was made with.
  /// - Throws: ``DoorwardError``.
  // Nearly every call of the SDK comes through here, so a copy in each would be long.
  @inline(never) func accountCall(
    _ method: String, _ path: String, body: RequestBody?, of person: String? = nil, key: String? = nil
  ) async throws(DoorwardError) -> (answer: JSONValue, session: SessionRecord) {
    var session = try await session(of: person)
    var isRepeated = false
    while true {
      do throws(DoorwardError) {
        guard let key, let body else {
          return (try await api.call(method, path, body: body, token: session.accountToken), session)
        }
        let answer = try await api.callRepeatedly(
          method, path, body: body, token: session.accountToken, idempotencyKey: key)
        return (answer, session)
      } catch {
        guard error.status == 401, error.code == .invalidToken, !isRepeated else { throw error }
      }
      // A request of one user is never repeated as another user.
      session = try await self.session(after: session.accessToken, of: session.info.id)
      isRepeated = true
    }
  }

  /// Stores the user that the server has returned.
  @inline(never) @discardableResult func adopt(
    user: JSONValue, of session: SessionRecord
  ) async throws(DoorwardError) -> DoorwardAuthState {
    let user = try SessionUser(user)
    // A cache on the network may return the answer to another request.
    guard user.info.id == session.info.id else {
      throw .malformedAnswer("it belongs to another user", status: nil)
    }
    _ = try await reply { .profile($0, user) }
    await signalDetails(of: user.wire, since: session.user.wire)
    return state
  }

  /// Stores the user as the server has the user now.
  ///
  /// - Parameter session: The session that has changed the user. The change may have ended it.
  /// - Returns: The state; signed out if the session has ended.
  /// - Throws: ``DoorwardError``.
  @inline(never) @discardableResult func readUser(
    of session: SessionRecord
  ) async throws(DoorwardError) -> DoorwardAuthState {
    do throws(DoorwardError) {
      let answer = try await accountCall("GET", WirePath.user, body: nil, of: session.info.id).answer
      return try await adopt(user: answer, of: session)
    } catch {
      guard error.code == .sessionEnded || error.code == .notSignedIn else { throw error }
      return state
    }
  }

  // MARK: Sign-in

  /// Signs in with a proof, which makes an anonymous user registered. Every other sign-in opens a new session,
  /// except within ``Doorward/Doorward/reauthenticate(_:)``.
  func signIn(
    _ path: String, _ proof: JSONObject, attaching attachment: Attachment = .visitor
  ) async throws(DoorwardError) -> DoorwardAuthState {
    try await submit(path, proof, attaching: attachment).state
  }

  /// The same, with the recovery codes of a user who has added a second factor during the sign-in, and whether the sign-in has
  /// made the user.
  func submit(
    _ path: String, _ proof: JSONObject, attaching attachment: Attachment = .visitor
  ) async throws(DoorwardError) -> FinishedSignIn {
    // A proof without a challenge, such as a password, has a random key.
    let hasSecret = proof[ProofMembers.bindingSecret] != nil || proof[ProofMembers.challengeID] != nil
    guard hasSecret else {
      return try await keys.sending(path, proof) { key throws(DoorwardError) in
        try await submit(path, proof, key: key, attaching: attachment)
      }
    }
    // The user may repeat the second step of a sign-in with the next code.
    var named = proof
    if proof[ProofMembers.method] != nil { named[ProofMembers.code] = nil }
    return try await submit(path, proof, key: RequestKeys.key(of: path, named), attaching: attachment)
  }

  private func submit(
    _ path: String, _ proof: JSONObject, key: String, attaching attachment: Attachment
  ) async throws(DoorwardError) -> FinishedSignIn {
    let request = SignInRequest(path: path, body: proof, key: key)
    let attachment = Reauthentication.isActive ? .present : attachment
    guard case .signedIn(let codes, let isNew) = try await reply(to: { .submit($0, request, attachment) })
    else {
      return FinishedSignIn(state: state, recoveryCodes: [], isNewUser: false)
    }
    // The authenticator of a sign-up has just made the user's only passkey.
    if path != WirePath.passkeyRegistration { signalSignIn() }
    return FinishedSignIn(state: state, recoveryCodes: codes, isNewUser: isNew)
  }

  /// Signs in with a session that the caller obtains. If two sign-ins overlap, the one that begins last wins.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - obtain: Returns the server's answer, and the time of the device's clock at which it was requested.
  /// - Returns: The state with the session.
  /// - Throws: ``DoorwardError``, and the errors of `obtain`.
  func signIn(
    isolation: isolated (any Actor)? = #isolation,
    _ obtain: () async throws -> (answer: JSONValue, askedAt: Double)
  ) async throws -> DoorwardAuthState {
    let call = await beginSignIn()
    do {
      let (answer, askedAt) = try await obtain()
      try await finishSignIn(call, SessionRecord(session: answer, receivedAt: askedAt))
      await signalSignIn()
      return await state
    } catch {
      await cancelSignIn(call)
      throw error
    }
  }

  /// Adds the proven identity to the signed-in user.
  func link(_ path: String, _ proof: JSONObject) async throws(DoorwardError) -> DoorwardAuthState {
    let (user, session) = try await accountCall(
      "POST", path, body: .json(proof), key: RequestKeys.key(of: path, proof))
    return try await adopt(user: user, of: session)
  }

  // MARK: Visitors

  /// Makes an anonymous user, unless there is a user.
  func becomeAnonymous() async throws(DoorwardError) -> DoorwardAuthState {
    _ = try await reply { .want($0, .anonymous) }
    return state
  }

  /// Makes a guest, unless there is a user or guest.
  func becomeGuest() async throws(DoorwardError) -> DoorwardAuthState {
    _ = try await reply { .want($0, .guest) }
    return state
  }

  // MARK: Sign-out

  /// Records that the server has ended the session at the request of the app, and waits until this is stored, because
  /// the program may end with the call.
  func sessionIsOver(_ session: SessionRecord) async {
    send(.sessionIsOver(session.sessionID))
    // The storage is read after it has been written.
    await read()
  }

  /// Signs out on this device or on every device. This device is signed out even if the request fails. Returns after at most
  /// `limit`.
  ///
  /// - Parameters:
  ///   - isEverywhere: Whether the other sessions of the user end too.
  ///   - limit: The time to wait for the server. The sign-out continues after it.
  /// - Returns: Whether the server knows of the sign-out by then, and whether the sign-out is stored.
  /// - Throws: ``DoorwardError``: `session_ended` if another user than that of the present task is signed in. With
  ///   `isEverywhere`, also an error if the server has not confirmed in time.
  func signOut(
    everywhere isEverywhere: Bool = false, within limit: Duration = .seconds(3)
  ) async throws(DoorwardError) -> SignOutResult {
    do {
      let reply = try await withTimeout(limit) {
        try await self.reply { .signOut($0, of: CallingUser.id, everywhere: isEverywhere) }
      }
      if case .signedOut(let result) = reply { return result }
    } catch {
      if let error = error as? DoorwardError, error.code != .cancelled { throw error }
      // The time is up, or the caller no longer waits.
      if isEverywhere, !Task.isCancelled { throw .notSignedOutElsewhere(.unanswered) }
    }
    return SignOutResult(serverKnows: false, isStored: isSignOutStored)
  }

  /// Signs out on every other device.
  func signOutElsewhere() async throws(DoorwardError) -> SignOutResult {
    _ = try await accountCall(
      "POST", WirePath.signOut, body: [WireSignOutScope.member: .string(WireSignOutScope.others.rawValue)])
    return SignOutResult(serverKnows: true, isStored: true)
  }
}

/// Whether the sign-ins of the present task are for the present session.
enum Reauthentication {
  @TaskLocal static var isActive = false
}

/// The user whom the calls of the present task belong to; nil if they belong to the user who is signed in.
enum CallingUser {
  @TaskLocal static var id: String?
}
