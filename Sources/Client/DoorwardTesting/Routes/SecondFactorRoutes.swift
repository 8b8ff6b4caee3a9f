import BinaryEncodings
import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

/// The factors of a signed-in user.
extension DoorwardTestServer {
  func listSecondFactors(_ request: HTTPRequest) throws -> HTTPResponse {
    let user = try account(request).user
    return .privateJSON([
      WireListPart.Members.items: .array(allSecondFactors(of: user).map { .object($0.json) }),
      SecondFactorMembers.recoveryCodesLeft: .integer(Int64(secondFactors.recoveryCodesLeft(of: user))),
    ])
  }

  func addAuthenticator(_ request: HTTPRequest) throws -> HTTPResponse {
    _ = try request.jsonObject()
    let caller = try account(request)
    try requireRegistered(caller)
    try requireRecentSignIn(caller)
    try requireSecondFactor(caller)
    try requireRoomForFactor(caller.user)
    let enrollment = SecondFactorBook.Enrollment(
      caller: caller, secret: randomBytes(20),
      expiresAt: time.now.addingTimeInterval(StandardLimits.secondFactorLifetime))
    let id = "\(newID())\(newID())"
    secondFactors.enrollments[id] = enrollment
    return self.enrollment(
      id, enrollment.secret, of: accounts.identities(of: caller.user).map(\.key), until: enrollment.expiresAt)
  }

  func confirmAuthenticator(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let body = try request.jsonObject()
    let id = try body.text(ProofMembers.challengeID)
    let code = try body.text(ProofMembers.code)
    try requireRegistered(caller)
    try requireRecentSignIn(caller)
    guard let enrollment = secondFactors.enrollments[id], enrollment.caller == caller else {
      throw Problem.invalidChallenge
    }
    let key = try request.idempotencyKey()
    if let key, let confirmed = enrollment.confirmed, confirmed.key == key,
      secondFactors.factors(of: caller.user).contains(where: { $0.wire.id == confirmed.factor.id })
    {
      try requireSecondFactor(caller)
      return answer(confirmed.factor, of: caller.user, repeating: key)
    }
    let now = time.now
    guard now < enrollment.expiresAt else { throw Problem.challengeExpired }
    guard let typed = OneTimeCode(typed: code),
      let step = try AuthenticatorCode.step(of: typed, enrollment.secret, at: now, after: nil)
    else { throw Problem.invalidCode }
    guard !enrollment.isSpent else { throw Problem.challengeUsed }
    try requireSecondFactor(caller)
    try requireRoomForFactor(caller.user)
    secondFactors.enrollments[id]?.isSpent = true
    let isFirst = !hasSecondFactor(caller.user)
    let factor = secondFactors.insert(enrollment.secret, of: caller.user, lastStep: step, at: now)
    // The proof must not make the sign-in recent again, nor replace that of another factor.
    if isFirst {
      accounts.changeSession(caller.session) {
        $0.record(.ofAuthenticator(factor.id, at: $0.authenticatedAt))
      }
    }
    secondFactors.enrollments[id]?.confirmed = (key, factor)
    return added(factor, to: caller.user, key)
  }

  func chooseCode(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let body = try request.jsonObject()
    let channel = try body.text(SecondFactorMembers.channel)
    // The key alone shows the recovery codes again, to the session that has sent it.
    let key = try request.secretIdempotencyKey().map { "\(caller.session) \($0)" }
    try requireRegistered(caller)
    try requireRecentSignIn(caller)
    guard application.offer.secondFactorCodeChannels.contains(channel) else {
      throw Problem.factorChannelNotOffered
    }
    if let known = allSecondFactors(of: caller.user).first(where: { $0.channel == channel }) {
      return answer(known, of: caller.user, repeating: key)
    }
    try requireSecondFactor(caller)
    let identities = accounts.identities(of: caller.user)
    guard let user = accounts.user(caller.user),
      let address = identities.first(where: { $0.key.isAddress && $0.key.channel == channel }),
      address.hasAlternative(in: identities, of: user)
    else { throw Problem.unsuitableAddress }
    let factor = WireSecondFactor(
      id: newID(), type: WireMethod.code, createdAt: time.now, identityID: address.id, channel: channel)
    accounts.changeIdentity(address.id) { $0.secondFactor = factor }
    return added(factor, to: caller.user, key)
  }

  /// The answer with a new factor; with recovery codes if the user has none.
  private func added(_ factor: WireSecondFactor, to user: String, _ key: String?) -> HTTPResponse {
    var answer = factor.json
    if secondFactors.recoveryCodesLeft(of: user) == 0 {
      let codes = secondFactors.makeRecoveryCodes(of: user)
      answer[SecondFactorMembers.recoveryCodes] = .strings(codes)
      if let key { repetitions.recoveryCodes["\(factor.id) \(key)"] = codes }
    }
    return .privateJSON(.object(answer))
  }

  /// The answer with a factor that the user has; with the recovery codes of the request that has added it, if this one
  /// repeats it.
  private func answer(_ factor: WireSecondFactor, of user: String, repeating key: String?) -> HTTPResponse {
    var answer = factor.json
    if let key, let codes = repetitions.recoveryCodes["\(factor.id) \(key)"], secondFactors.has(codes, user) {
      answer[SecondFactorMembers.recoveryCodes] = .strings(codes)
    }
    return .privateJSON(.object(answer))
  }

  func removeSecondFactor(_ request: HTTPRequest, _ id: String?) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRegistered(caller)
    try requireRecentSignIn(caller)
    try requireSecondFactor(caller)
    guard let removed = allSecondFactors(of: caller.user).first(where: { $0.id == id }) else {
      throw Problem.notFound("second factor")
    }
    secondFactors.remove(removed.id)
    if let identity = removed.identityID { accounts.changeIdentity(identity) { $0.secondFactor = nil } }
    removeRecoveryCodesWithoutFactor(of: caller.user)
    let isLast = !hasSecondFactor(caller.user)
    for session in accounts.liveSessions(of: caller.user, at: time.now) {
      let rests = session.proofs.contains {
        $0.identity == nil && (isLast || $0.factor == removed.identityID ?? removed.id)
      }
      guard rests else { continue }
      if session.id == caller.session {
        accounts.changeSession(session.id) { $0.proofs.removeAll { $0.identity == nil } }
      } else {
        accounts.end(session.id, at: time.now)
      }
    }
    return .noContent
  }

  func replaceRecoveryCodes(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    _ = try request.jsonObject()
    try requireRegistered(caller)
    try requireRecentSignIn(caller)
    guard hasSecondFactor(caller.user) else { throw Problem.noSecondFactor }
    try requireSecondFactor(caller)
    let codes = secondFactors.makeRecoveryCodes(of: caller.user)
    // Another person may have used one of the replaced codes.
    for session in accounts.liveSessions(of: caller.user, at: time.now)
    where session.id != caller.session && session.methods.contains(FactorName.recoveryCode) {
      accounts.end(session.id, at: time.now)
    }
    return .privateJSON([SecondFactorMembers.recoveryCodes: .strings(codes)])
  }

  /// Removes the recovery codes of a user who has no second factor any more.
  func removeRecoveryCodesWithoutFactor(of user: String) {
    guard !hasSecondFactor(user) else { return }
    secondFactors.removeRecoveryCodes(of: user)
    for session in accounts.liveSessions(of: user, at: time.now) {
      accounts.changeSession(session.id) {
        $0.proofs.removeAll { $0.method == FactorName.recoveryCode }
      }
    }
  }

  private func requireRoomForFactor(_ user: String) throws(Problem) {
    guard secondFactors.factors(of: user).count < StandardLimits.authenticators else {
      throw .tooManySecondFactors
    }
  }

  /// The answer that shows the secret of a new authenticator.
  ///
  /// - Parameters:
  ///   - id: The challenge.
  ///   - secret: The secret.
  ///   - keys: The identities of the user. The authenticator shows one of them.
  ///   - expiresAt: The end of the challenge.
  /// - Returns: The answer.
  func enrollment(
    _ id: String, _ secret: [UInt8], of keys: [Identity.Key], until expiresAt: Date
  ) -> HTTPResponse {
    let text = Base32.encode(secret, padded: false)
    let account = (keys.first { $0.isSingle } ?? keys.first)?.identifier ?? ""
    let uri = AuthenticatorURI.text(secret: text, issuer: application.offer.name, account: account)
    let answer = WireEnrollment(
      challengeID: id, secret: text, uri: uri, qrCode: "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
      expiresAt: expiresAt)
    return .privateJSON(.object(answer.json))
  }
}
