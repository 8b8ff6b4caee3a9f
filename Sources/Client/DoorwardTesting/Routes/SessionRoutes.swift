import DoorwardHTTP
import DoorwardHTTPTypes
import DoorwardServerRules
import DoorwardWire
import Encodings
import Foundation

extension DoorwardTestServer {
  func listSessions(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let part = try ListRequest(request)
    let sessions = Array(accounts.liveSessions(of: caller.user, at: time.now).reversed())
    return .privateJSON(
      .object(
        part.answer(sessions, id: \.id) {
          $0.row(current: caller.session, application: application.id).json
        }))
  }

  /// The sign-ins of the live sessions. The double stores no other events.
  func listActivity(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let part = try ListRequest(request)
    let sessions = Array(accounts.liveSessions(of: caller.user, at: time.now).reversed())
    return .privateJSON(
      .object(
        part.answer(sessions, id: \.id) {
          $0.started(current: caller.session, application: application.id).json
        }))
  }

  func deleteSession(_ request: HTTPRequest, _ id: String?) throws -> HTTPResponse {
    let caller = try account(request)
    guard let id, accounts.session(id)?.user == caller.user, accounts.end(id, at: time.now) else {
      throw Problem.notFound("session")
    }
    return .noContent
  }

  func signOut(_ request: HTTPRequest) throws -> HTTPResponse {
    let caller = try account(request)
    let body = try request.jsonObject()
    switch try WireSignOutScope(body) {
    case .this: accounts.end(caller.session, at: time.now)
    case .others: accounts.endSessions(of: caller.user, except: caller.session, at: time.now)
    case .all: accounts.endSessions(of: caller.user, except: nil, at: time.now)
    }
    return .noContent
  }
}

extension DoorwardTestServer {
  func refresh(_ request: HTTPRequest) throws -> HTTPResponse {
    let form = try OAuthParameters(request)
    try requireClient(request, form)
    guard try form.required(TokenRequestMembers.grantType) == GrantType.refreshToken else {
      throw Problem.unsupportedGrantType
    }
    let text = try form.required(TokenRequestMembers.refreshToken)
    let keyHash = try request.idempotencyKey().map(RefreshRotation.hash(ofKey:))
    guard let token = RefreshTokenText(text), let session = accounts.session(token.sessionID),
      token.isIssued(by: session), session.isLive(at: time.now), hasRequiredFactor(session),
      accounts.user(session.user) != nil
    else { throw Problem.invalidGrant }
    try rotate(session, token.counter, keyHash)
    return try self.session(AccountBook.Admitted(session: session.id, isNew: false))
  }

  private func requireClient(_ request: HTTPRequest, _ form: OAuthParameters) throws(Problem) {
    let named = form[TokenRequestMembers.clientID]
    let header = request.fields[WireHeader.application]
    guard header == nil || named == nil || header == named else {
      throw .contradictingClients
    }
    guard named ?? header ?? application.id == application.id else { throw .invalidClient() }
  }

  /// Whether a session has the second factor that the application requires by now.
  private func hasRequiredFactor(_ session: Session) -> Bool {
    let offer = application.offer
    return !offer.requiresSecondFactor || session.isAnonymous || session.hasSecondFactor
      || session.latestProofs.contains { proof in
        proof.isSentCode
          && offer.secondFactorCodeChannels.contains(proof.method == ProofName.smsCode ? "sms" : "email")
      }
  }

  private func rotate(_ session: Session, _ counter: UInt64, _ keyHash: [UInt8]?) throws(Problem) {
    let now = time.now
    switch session.rotation.use(of: counter, keyHash: keyHash, at: now) {
    case .first:
      accounts.changeSession(session.id) {
        $0.rotation.rotate(keyHash: keyHash, at: now)
        $0.lastUsedAt = now
      }
    case .repeated: accounts.changeSession(session.id) { $0.lastUsedAt = now }
    case .reuse:
      accounts.end(session.id, at: now)
      throw .invalidGrant
    }
  }

  /// Ends the session that a token belongs to. The answer for any other text is the same (RFC 7009 §2.2).
  func revoke(_ request: HTTPRequest) throws -> HTTPResponse {
    let form = try OAuthParameters(request)
    try requireClient(request, form)
    let text = try form.required(TokenRequestMembers.token)
    if let id = session(ofToken: text) { accounts.end(id, at: time.now) }
    return HTTPResponse(status: 200, fields: ["Cache-Control": "no-store"])
  }

  /// The session of a token that the double issued, also of an expired one.
  private func session(ofToken text: String) -> String? {
    if let token = RefreshTokenText(text) {
      return accounts.session(token.sessionID).flatMap { token.isIssued(by: $0) ? $0.id : nil }
    }
    return mint.issued[text]?.session
  }
}
