import DoorwardHTTP
import Encodings
import Foundation

extension DoorwardTestServer {
  /// How long a lost answer may be asked for again without an `Idempotency-Key`, in seconds.
  private static let graceWithoutKey: TimeInterval = 10

  func refresh(_ request: HTTPRequest) throws -> HTTPResponse {
    let form = try request.oauthParameters()
    try requireClient(request, form)
    guard let grant = form["grant_type"] else { throw Problem.invalidRequest("grant_type is required.") }
    guard grant == "refresh_token" else {
      throw Problem.malformed("unsupported_grant_type", "Only refresh_token is a grant here.")
    }
    guard let text = form["refresh_token"] else { throw Problem.invalidRequest("refresh_token is required.") }
    let key = try request.idempotencyKey()
    guard let token = RefreshToken(text), let session = accounts.session(token.session),
      token.isOf(session), session.isLive(at: time.now), accounts.user(session.user) != nil
    else { throw Problem.invalidGrant }
    try rotate(session, token.counter, key)
    return try self.session(AccountBook.Admitted(session: session.id, isNew: false))
  }

  private func requireClient(_ request: HTTPRequest, _ form: [String: String]) throws(Problem) {
    let named = form["client_id"]
    let header = request.fields["Doorward-Application"]
    guard header == nil || named == nil || header == named else {
      throw .invalidRequest("client_id and Doorward-Application differ.")
    }
    guard named ?? header ?? application.id == application.id else { throw .invalidClient }
  }

  /// A token is used once. The same use again gets the same successor while that is unused; every other use of
  /// a spent token ends the session.
  private func rotate(_ session: Session, _ counter: UInt64, _ key: String?) throws(Problem) {
    let now = time.now
    if counter == session.counter {
      accounts.change(session.id) {
        $0.counter += 1
        $0.rotatedAt = now
        $0.rotationKey = key
        $0.lastUsedAt = now
      }
      return
    }
    guard isRepetition(counter, of: session, key) else {
      accounts.end(session.id, at: now)
      throw .invalidGrant
    }
    accounts.change(session.id) { $0.lastUsedAt = now }
  }

  private func isRepetition(_ counter: UInt64, of session: Session, _ key: String?) -> Bool {
    // Only the latest token spent can have an unused successor.
    guard session.counter > 0, counter == session.counter - 1, let rotatedAt = session.rotatedAt else {
      return false
    }
    if let known = session.rotationKey { return key == known }
    return key == nil && time.now.timeIntervalSince(rotatedAt) <= Self.graceWithoutKey
  }

  /// Ends the session a token belongs to; anything else is answered the same (RFC 7009 §2.2).
  func revoke(_ request: HTTPRequest) throws -> HTTPResponse {
    let form = try request.oauthParameters()
    try requireClient(request, form)
    guard let text = form["token"] else { throw Problem.invalidRequest("token is required.") }
    if let id = session(ofToken: text) { accounts.end(id, at: time.now) }
    return HTTPResponse(status: 200, fields: ["Cache-Control": "no-store"])
  }

  /// The session of a token of its own, an expired one included.
  private func session(ofToken text: String) -> String? {
    if let token = RefreshToken(text) {
      return accounts.session(token.session).flatMap { token.isOf($0) ? $0.id : nil }
    }
    return mint.issued[text]?.session
  }
}
