import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardWire
import Encodings
import Foundation

/// The second step of a sign-in.
extension DoorwardTestServer {
  /// Stores a sign-in that waits for a second factor, and refuses the request with its challenge.
  func secondFactorRequired(
    _ proven: AccountBook.Proven, _ identity: Identity, _ binding: WireBinding?, _ newPassword: String?
  ) -> Problem {
    let methods = secondFactors.methods(of: identity.user)
    let expiresAt = time.now.addingTimeInterval(SecondFactorBook.lifetime)
    let id = "\(newID())\(newID())"
    secondFactors.waiting[id] = WaitingSignIn(
      proven: proven, identity: identity, binding: binding, newPassword: newPassword, methods: methods,
      number: codes.number(), expiresAt: expiresAt)
    let member: JSONObject = [
      ChallengeMembers.challengeID: .string(id), SecondFactorMembers.methods: .strings(methods),
      ChallengeMembers.expiresAt: .time(expiresAt),
    ]
    return .secondFactorRequired(member)
  }

  func verifySecondFactor(_ request: HTTPRequest, _ call: RequestContext) throws -> HTTPResponse {
    let body = try request.jsonObject()
    let id = try body.text(ProofMembers.challengeID)
    let method = try body.text(ProofMembers.method)
    let code = try body.text(ProofMembers.code)
    let (caller, key) = try signInContext(request)
    guard let waiting = secondFactors.waiting[id] else { throw Problem.invalidChallenge }
    if let binding = waiting.binding {
      guard let given = try WireBinding(secret: body.text(ProofMembers.bindingSecret)) else {
        throw Problem.invalidBindingSecret
      }
      guard given == binding else { throw Problem.invalidChallenge }
    }
    guard waiting.methods.contains(method) else {
      throw Problem.malformed(
        WireCode.invalidMethod, "method must be one of the methods of the answer to the first factor.")
    }
    if let key, let known = repeated(waiting.answer, key) { return try session(known) }
    guard time.now < waiting.expiresAt else { throw Problem.challengeExpired }
    try requireOffer(waiting.proven.offerName)
    let user = waiting.identity.user
    try codes.count(CodeBook.subject(ofSecondFactor: user), answering: id, at: time.now)
    guard let match = try secondFactors.match(code, by: method, of: user, at: time.now) else {
      throw Problem.invalidCode
    }
    guard !waiting.isSpent else { throw Problem.challengeUsed }
    guard accounts.identity(waiting.proven.key)?.id == waiting.identity.id else {
      throw Problem.invalidChallenge
    }
    guard let securedAt = accounts.user(user)?.securedAt, securedAt < waiting.number else {
      throw Problem.challengeUsed
    }
    secondFactors.waiting[id]?.isSpent = true
    let proof = secondFactors.use(match, of: user, at: time.now)
    if let password = waiting.newPassword { secure(user, password, keeping: nil) }
    codes.forgetGuesses(of: CodeBook.subject(ofSecondFactor: user))
    let opening = opening(request, call, caller)
    let admitted = admit(waiting.proven, proof, opening)
    if let key, admitted.session != opening.caller?.session {
      secondFactors.waiting[id]?.answer = AnsweredSignIn(key: key, admitted: admitted)
    }
    return try session(admitted)
  }
}

/// The factors of a signed-in user.
extension DoorwardTestServer {
  func listSecondFactors(_ request: HTTPRequest) throws -> HTTPResponse {
    let user = try account(request).user
    return .privateJSON([
      WireListPart.Members.items: .array(secondFactors.factors(of: user).map { .object($0.wire.json) }),
      SecondFactorMembers.recoveryCodesLeft: .integer(Int64(secondFactors.recoveryCodesLeft(of: user))),
    ])
  }

  func addAuthenticator(_ request: HTTPRequest) throws -> HTTPResponse {
    _ = try request.jsonObject()
    let caller = try account(request)
    try requireRecentSignIn(caller)
    try requireSecondFactor(caller)
    try requireRoomForFactor(caller.user)
    let enrollment = SecondFactorBook.Enrollment(
      caller: caller, secret: randomBytes(20),
      expiresAt: time.now.addingTimeInterval(SecondFactorBook.lifetime))
    let id = "\(newID())\(newID())"
    secondFactors.enrollments[id] = enrollment
    let secret = Base32.encode(enrollment.secret, padded: false)
    let answer = WireEnrollment(
      challengeID: id, secret: secret, uri: authenticatorURI(secret, of: caller.user),
      qrCode: "<svg xmlns=\"http://www.w3.org/2000/svg\"/>", expiresAt: enrollment.expiresAt)
    return .privateJSON(.object(answer.json))
  }

  func confirmAuthenticator(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let body = try request.jsonObject()
    let id = try body.text(ProofMembers.challengeID)
    let code = try body.text(ProofMembers.code).filter { !$0.isWhitespace && $0 != "-" }
    try requireRecentSignIn(caller)
    guard let enrollment = secondFactors.enrollments[id], enrollment.caller == caller else {
      throw Problem.invalidChallenge
    }
    let now = time.now
    guard now < enrollment.expiresAt else { throw Problem.challengeExpired }
    guard let step = try AuthenticatorCode.step(of: code, enrollment.secret, at: now, after: nil) else {
      throw Problem.invalidCode
    }
    guard !enrollment.isSpent else { throw Problem.challengeUsed }
    try requireSecondFactor(caller)
    try requireRoomForFactor(caller.user)
    secondFactors.enrollments[id]?.isSpent = true
    let factor = WireSecondFactor(id: newID(), type: SecondFactorBook.totp, createdAt: now)
    let isFirst = secondFactors.factors(of: caller.user).isEmpty
    secondFactors.insert(
      SecondFactorBook.Factor(user: caller.user, wire: factor, secret: enrollment.secret, lastStep: step))
    // The proof must not make the sign-in recent again.
    accounts.changeSession(caller.session) {
      $0.record(.ofAuthenticator(factor.id, at: $0.authenticatedAt))
    }
    var answer = factor.json
    if isFirst {
      answer[SecondFactorMembers.recoveryCodes] = .strings(
        secondFactors.makeRecoveryCodes(of: caller.user))
    }
    return .privateJSON(.object(answer))
  }

  func removeSecondFactor(_ request: HTTPRequest, _ id: String?) throws -> HTTPResponse {
    let caller = try account(request)
    try requireRecentSignIn(caller)
    let factors = secondFactors.factors(of: caller.user)
    guard let id, factors.contains(where: { $0.wire.id == id }) else {
      throw Problem.notFound("second factor")
    }
    try requireSecondFactor(caller)
    secondFactors.remove(id, of: caller.user)
    for session in accounts.liveSessions(of: caller.user, at: time.now) {
      let rests = session.proofs.contains { $0.identity == nil && (factors.count == 1 || $0.factor == id) }
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
    try requireRecentSignIn(caller)
    guard !secondFactors.factors(of: caller.user).isEmpty else { throw Problem.noSecondFactor }
    try requireSecondFactor(caller)
    let codes = secondFactors.makeRecoveryCodes(of: caller.user)
    return .privateJSON([SecondFactorMembers.recoveryCodes: .strings(codes)])
  }

  /// Refuses a session without a second factor if the user has one (RFC 9470), and an anonymous user.
  private func requireSecondFactor(_ caller: Caller) throws(Problem) {
    let isProven = accounts.session(caller.session)?.hasSecondFactor == true
    guard accounts.user(caller.user)?.isAnonymous == false,
      isProven || secondFactors.factors(of: caller.user).isEmpty
    else { throw .secondFactorNeeded }
  }

  private func requireRoomForFactor(_ user: String) throws(Problem) {
    guard secondFactors.factors(of: user).count < SecondFactorBook.limit else {
      throw .tooManySecondFactors
    }
  }

  /// The `otpauth://` URI of a secret (https://github.com/google/google-authenticator/wiki/Key-Uri-Format).
  private func authenticatorURI(_ secret: String, of user: String) -> String {
    let keys = accounts.identities(of: user).map(\.key)
    let account = keys.first { $0.isSingle } ?? keys.first
    let issuer = Self.encoded(application.offer.name)
    return "otpauth://totp/\(issuer):\(Self.encoded(account?.identifier ?? ""))"
      + "?secret=\(secret)&issuer=\(issuer)&algorithm=SHA1&digits=6&period=30"
  }

  /// Percent-encodes everything except the unreserved characters (RFC 3986 §2.3).
  private static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let character = Character(UnicodeScalar(byte))
      let isUnreserved =
        byte < 0x80 && (character.isLetter || character.isNumber || "-._~".contains(character))
      return isUnreserved ? "\(character)" : "%" + Hex.encode([byte]).uppercased()
    }.joined()
  }
}
