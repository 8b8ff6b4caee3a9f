import DoorwardHTTP
import DoorwardSessions
import DoorwardStore
import Encodings

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The cookies of the administration. Scripts cannot read them.
struct AdministrationCookies: Sendable {
  /// The time for a sign-in, in seconds.
  static let signInLifetime = 600

  private let key: DerivedKey
  private let isSecure: Bool

  init(key: DerivedKey, isSecure: Bool) {
    self.key = key
    self.isSecure = isSecure
  }

  /// Behind TLS the names carry `__Host-`, which requires the path `/`. Otherwise the path keeps the cookies from other ports of the
  /// host (RFC 6265 §8.5).
  private func name(_ base: String) -> String { isSecure ? "__Host-\(base)" : base }
  private func path(_ path: String) -> String { isSecure ? "/" : path }

  // MARK: The session

  /// The sessions that a cookie names, with the proof that the server made it.
  struct SessionClaim: Sendable {
    let session: Session.ID
    let page: Session.ID
    let code: [UInt8]
  }

  private static let codeBytes = 32
  private var sessionName: String { name("doorward_admin") }

  /// The cookie of a session in the administration, which also ends with the session on the page.
  func session(_ session: Session, page: Session.ID, at now: Date) throws -> Cookie {
    let value = Base64URL.encode(session.id.bytes + page.bytes + (try code(session, page)))
    return try Cookie(
      name: sessionName, value: value, path: path(AdministrationPath.api),
      maxAge: Int(session.expiresAt.timeIntervalSince(now)), isSecure: isSecure, sameSite: .strict)
  }

  func endedSession() throws -> Cookie {
    try Cookie(
      name: sessionName, value: "", path: path(AdministrationPath.api), maxAge: 0, isSecure: isSecure,
      sameSite: .strict)
  }

  /// The content of the cookie, which is not yet verified; nil if there is none of this form.
  func claim(_ request: HTTPRequest) -> SessionClaim? {
    guard let text = request.cookies[sessionName], text.utf8.count < 128,
      let bytes = try? Base64URL.decode(text), bytes.count == 32 + Self.codeBytes,
      let session = Session.ID(bytes: Array(bytes[..<16])),
      let page = Session.ID(bytes: Array(bytes[16..<32]))
    else { return nil }
    return SessionClaim(session: session, page: page, code: Array(bytes[32...]))
  }

  /// Whether the server made the cookie for this session.
  func proves(_ claim: SessionClaim, _ session: Session) throws -> Bool {
    try claim.session == session.id && constantTimeEquals(claim.code, code(session, claim.page))
  }

  private func code(_ session: Session, _ page: Session.ID) throws -> [UInt8] {
    try key.authenticate([[UInt8]("session".utf8), session.id.bytes, page.bytes, session.keySalt])
  }

  // MARK: A sign-in that has begun

  /// The values that the browser keeps while its user signs in.
  struct PendingSignIn: Sendable, Equatable {
    let state: String
    let verifier: String
    /// The hash of the secret of an owner link; nil for an ordinary sign-in.
    let claim: [UInt8]?
    let expiresAt: Date
  }

  private static let pendingPurpose = [UInt8]("sign-in".utf8)
  private var pendingName: String { name("doorward_admin_sign_in") }

  /// The browser sends the cookie with the redirect from the account origin, so it is not `SameSite=Strict`.
  func pending(_ signIn: PendingSignIn) throws -> Cookie {
    var members: JSONObject = [
      "state": .string(signIn.state), "verifier": .string(signIn.verifier),
      "expires_at": .integer(try StoredTime.milliseconds(signIn.expiresAt)),
    ]
    members["claim"] = signIn.claim.map { .string(Base64URL.encode($0)) }
    let value = try key.sealedText(JSONValue.object(members).serialized(), purpose: Self.pendingPurpose)
    return try Cookie(
      name: pendingName, value: value, path: path(AdministrationPath.callback), maxAge: Self.signInLifetime,
      isSecure: isSecure, sameSite: .lax)
  }

  func endedPending() throws -> Cookie {
    try Cookie(
      name: pendingName, value: "", path: path(AdministrationPath.callback), maxAge: 0, isSecure: isSecure,
      sameSite: .lax)
  }

  /// The sign-in that this browser has begun; nil if there is none.
  func pending(_ request: HTTPRequest, at now: Date) -> PendingSignIn? {
    guard let text = request.cookies[pendingName], text.utf8.count < 1024,
      let bytes = key.opened(text, purpose: Self.pendingPurpose),
      let members = try? JSONParser.parse(bytes).object, let state = members["state"]?.string,
      let verifier = members["verifier"]?.string, let expiry = members["expires_at"]?.int64,
      now < StoredTime.moment(expiry)
    else { return nil }
    return PendingSignIn(
      state: state, verifier: verifier,
      claim: members["claim"]?.string.flatMap { try? Base64URL.decode($0) },
      expiresAt: StoredTime.moment(expiry))
  }
}
